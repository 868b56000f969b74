"""What the tables of Hirao et al. (2017) are made from: problems solved and peers scored."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from statistics import fmean

from sumscope.core.errors import SumscopeError
from sumscope.core.progress import Progress
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
# The paper's algorithm is held to so many nodes a problem, fewer in a large corpus: a node costs
# as much as the topic has sentences, and all of them together take about a minute.
PAPER_NODES = 300_000
PAPER_WORK = 4_000_000_000
# A topic that needs more than this is left out, and named.
OUR_NODES = 2_000_000
# Problems of each kind on which the integer program is timed.
ILP_PROBLEMS = 40


@dataclass(frozen=True)
class Length:
    """The length limit of summaries, in words between spaces or in bytes."""

    limit: int
    unit: str = "words"

    def text(self, n: int) -> OracleText:
        """Words as the paper counts them; references cut at the limit, as by ROUGE's -l or -b."""
        kind = OracleText(n, cut=self.limit)
        return replace(kind, length="bytes" if self.unit == "bytes" else "words")

    def rouge(self, n: int) -> str:
        """The ROUGE-n that peers are scored by."""
        stop = ",stop=true" if n == 1 else ""
        return f"rouge-{n}({self.unit}={self.limit}{stop})"

    def __str__(self) -> str:
        return f"{self.limit} {self.unit}"


def read_length(given: str | None, topics: Sequence[Topic]) -> Length:
    """A limit as 100 (words) or 665b (bytes).

    Without one 100 words as for DUC 2001 to 2004, 250 where references are as long as from 2005 on.
    """
    if given is None:
        lengths = [
            len(reference.text.split())
            for topic in topics
            for reference in TopicView(topic).references
        ]
        return Length(250 if fmean(lengths) > 175 else 100)
    number = given.removesuffix("b")
    if not number.isdecimal() or not 0 < int(number) < 1 << 24:
        raise SumscopeError(f"{given!r} is not a length limit", hint="write 100, or 665b for bytes")
    return Length(int(number), "bytes" if given.endswith("b") else "words")


@dataclass(frozen=True, eq=False)
class Solved:
    """One problem of a topic and everything measured on it."""

    topic: str
    n: int
    setting: str
    oracles: Oracles
    greedy: Oracles
    feasible: int
    paper_nodes: int | None = None
    paper_complete: bool = False
    ilp_seconds: float | None = None


@dataclass(frozen=True, eq=False)
class Prepared:
    """A topic with its problems solved and its peers scored."""

    topic: Topic
    documents: int
    sentences: int
    words: int
    solved: tuple[Solved, ...]
    rouge: dict[int, dict[str, float]]
    matched: dict[str, Matched]


@dataclass
class Bounds:
    """What limits the methods of the paper: nodes a problem, and problems still to be timed."""

    nodes: int
    timed: dict[tuple[int, str], int]


def prepare_all(
    topics: Sequence[Topic], length: Length, notes: list[str], progress: Progress | None
) -> list[Prepared]:
    """Solve every topic's problems and score its peers; a topic that cannot be is noted."""
    rouge = _scores(topics, length)
    single = sum(len(topic.references) for topic in topics) * len(GRAMS)
    mean = fmean(sum(len(d.items) for d in TopicView(topic).documents) for topic in topics)
    nodes = int(max(1000, min(PAPER_NODES, PAPER_WORK / max(1.0, single * mean))))
    notes.append(
        f"The paper's algorithm is stopped after {nodes} nodes a problem, and the integer program "
        f"is timed on {ILP_PROBLEMS} problems of a kind at most: together they take about a minute."
    )
    bounds = Bounds(nodes, {(n, s): ILP_PROBLEMS for n in GRAMS for s in SETTINGS})
    made = []
    for number, topic in enumerate(topics):
        found = _prepare(topic, length, notes, bounds, rouge)
        if found is not None:
            made.append(found)
        if progress is not None:
            progress(number + 1, len(topics))
    return made


def _scores(topics: Sequence[Topic], length: Length) -> dict[tuple[int, str], dict[str, float]]:
    """ROUGE-1.5.5's recall of every system, by n and topic."""
    from sumscope.scoring.run import score_corpus

    names = {length.rouge(n): n for n in GRAMS}
    made: dict[tuple[int, str], dict[str, float]] = {}
    if any(not peer.human for topic in topics for peer in topic.peers):
        table = score_corpus(topics, list(names))
        spelled = dict(zip(table.measures, names.values(), strict=True))
        for row in table.rows:
            if not row.human and row.value is not None:
                made.setdefault((spelled[row.measure], row.topic), {})[row.peer] = row.value
    return made


def _prepare(
    topic: Topic,
    length: Length,
    notes: list[str],
    bounds: Bounds,
    rouge: dict[tuple[int, str], dict[str, float]],
) -> Prepared | None:
    view = TopicView(topic)
    solved = []
    for n in GRAMS:
        words = length.text(n).words(view)
        for setting in SETTINGS:
            which = [None] if setting == "multi" else range(len(words.references))
            for reference in which:
                problem = words.problem(length.limit, reference)
                oracles = solve(problem, budget=Budget(nodes=OUR_NODES))
                if not oracles.complete or not problem.total:
                    why = "has no n-grams" if not problem.total else f"needs over {OUR_NODES} nodes"
                    notes.append(f"Topic {topic.id}, ROUGE-{n} {setting}: left out, {why}.")
                    return None
                one = Solved(
                    topic.id, n, setting, oracles, solve(problem, "greedy"), feasible(problem)
                )
                if setting == "single":
                    printed = solve(problem, "bnb-paper", Budget(nodes=bounds.nodes))
                    one = replace(one, paper_nodes=printed.nodes, paper_complete=printed.complete)
                if bounds.timed[n, setting]:
                    bounds.timed[n, setting] -= 1
                    one = replace(one, ilp_seconds=solve(problem, "ilp").seconds)
                solved.append(one)
    systems = [peer for peer in view.peers if not peer.human]
    matcher = PeerMatcher(view, OracleText(1), THRESHOLD)
    texts = [item.text for document in view.documents for item in document.items]
    return Prepared(
        topic,
        len(view.documents),
        len(texts),
        sum(len(text.split()) for text in texts),
        tuple(solved),
        {n: rouge.get((n, topic.id), {}) for n in GRAMS},
        {peer.id: matcher.match(peer) for peer in systems},
    )


def problems(prepared: Sequence[Prepared], n: int, setting: str) -> list[Solved]:
    """The problems of one n and setting."""
    return [s for p in prepared for s in p.solved if s.n == n and s.setting == setting]


def system_means(prepared: Sequence[Prepared], n: int) -> dict[str, float]:
    """Mean ROUGE-n of systems that have a summary of every topic."""
    names = [name for name in prepared[0].rouge[n] if all(name in p.rouge[n] for p in prepared)]
    return {name: fmean(p.rouge[n][name] for p in prepared) for name in names}
