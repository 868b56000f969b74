"""What the tables of Hirao et al. (2017) are made from: problems solved and peers scored."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from statistics import fmean

from sumscope.core.values import Topic
from sumscope.corpus.view import TopicView
from sumscope.oracles.agreement import Matched
from sumscope.oracles.answer import Oracles
from sumscope.oracles.methods import Budget, solve
from sumscope.oracles.problem import feasible
from sumscope.oracles.text import OracleText, PeerMatcher

SETTINGS = ("single", "multi")
GRAMS = (1, 2)
THRESHOLD = 0.5
# The paper's algorithm is held to so many nodes; where it needs more, the figure says so.
PAPER_NODES = 300_000
# A topic that needs more than this is left out, and named.
OUR_NODES = 2_000_000


@dataclass(frozen=True, eq=False)
class Solved:
    """One problem of a topic and everything measured on it."""

    topic: str
    n: int
    setting: str
    oracles: Oracles
    greedy: Oracles
    feasible: int
    paper_nodes: int
    paper_complete: bool


@dataclass(frozen=True, eq=False)
class Prepared:
    """A topic with its problems solved and its peers scored."""

    topic: Topic
    solved: tuple[Solved, ...]
    rouge: dict[int, dict[str, float]]
    matched: dict[str, Matched]


def limit_of(topics: Sequence[Topic]) -> int:
    """100 words as for DUC 2001 to 2004, 250 where references are as long as those of 2005 on."""
    lengths = [
        sum(map(len, OracleText().every.encode(reference).tokens()))
        for topic in topics
        for reference in TopicView(topic).references
    ]
    return 250 if fmean(lengths) > 175 else 100


def prepare(topic: Topic, limit: int, notes: list[str]) -> Prepared | None:
    """Solve a topic's problems and score its peers; None, and a note, where one cannot be."""
    view = TopicView(topic)
    solved = []
    for n in GRAMS:
        words = OracleText(n).words(view)
        for setting in SETTINGS:
            which = [None] if setting == "multi" else range(len(words.references))
            for reference in which:
                problem = words.problem(limit, reference)
                oracles = solve(problem, budget=Budget(nodes=OUR_NODES))
                if not oracles.complete or not problem.total:
                    why = "has no n-grams" if not problem.total else f"needs over {OUR_NODES} nodes"
                    notes.append(f"Topic {topic.id}, ROUGE-{n} {setting}: left out, {why}.")
                    return None
                printed = solve(problem, "bnb-paper", Budget(nodes=PAPER_NODES))
                solved.append(
                    Solved(
                        topic.id,
                        n,
                        setting,
                        oracles,
                        solve(problem, "greedy"),
                        feasible(problem),
                        printed.nodes,
                        printed.complete,
                    )
                )
    matcher = PeerMatcher(view, OracleText(1), THRESHOLD)
    systems = [peer for peer in view.peers if not peer.human]
    rouge: dict[int, dict[str, float]] = {n: {} for n in GRAMS}
    for n in GRAMS:
        whole, short = OracleText(n).measure(across=True), OracleText(n).measure(limit, True)
        references = [whole.encode(reference) for reference in view.references]
        for peer in systems:
            text = short.encode(peer)
            hits, total, _ = whole.combine([whole.pair(r, text) for r in references])
            rouge[n][peer.id] = hits / total if total else 0.0
    matched = {peer.id: matcher.match(peer) for peer in systems}
    return Prepared(topic, tuple(solved), rouge, matched)


def problems(prepared: Sequence[Prepared], n: int, setting: str) -> list[Solved]:
    """The problems of one n and setting."""
    return [s for p in prepared for s in p.solved if s.n == n and s.setting == setting]


def system_means(prepared: Sequence[Prepared], n: int) -> dict[str, float]:
    """Mean ROUGE-n of systems that have a summary of every topic."""
    names = [name for name in prepared[0].rouge[n] if all(name in p.rouge[n] for p in prepared)]
    return {name: fmean(p.rouge[n][name] for p in prepared) for name in names}
