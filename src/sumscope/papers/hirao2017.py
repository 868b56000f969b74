"""Enumeration of Extractive Oracle Summaries (Hirao, Nishino, Suzuki and Nagata 2017).

Tables 1 to 7 over a DUC-like corpus: its size, scores of oracles, greedy summaries and peers, tests
between them, Jaccard indices, numbers of oracles, correlation of F-measures with human scores,
search efficiency and time. Published numbers stand beside those of the same year of DUC.
"""

from __future__ import annotations

import math
import random
import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import combinations
from pathlib import Path
from statistics import fmean, median
from typing import TYPE_CHECKING

from sumscope.core.errors import SumscopeError
from sumscope.core.progress import Progress
from sumscope.core.tables import Cell, ResultTable, table
from sumscope.core.values import Topic, mean_judgement
from sumscope.corpus.jsonl import read_corpus
from sumscope.corpus.view import TopicView
from sumscope.oracles.agreement import Matched, agreement, agreement_with
from sumscope.oracles.answer import Oracles
from sumscope.oracles.methods import Budget, solve
from sumscope.oracles.problem import feasible
from sumscope.oracles.text import OracleText, PeerMatcher
from sumscope.oracles.walk import Drawer, jaccard
from sumscope.papers._common import (
    INVENTED,
    PublishedTable,
    beside,
    name_of_data,
    published,
    topics_of_data,
)
from sumscope.report.reproduction import Picture, Reproduction

if TYPE_CHECKING:
    from matplotlib.figure import Figure

DATA = "a corpus (.jsonl) of topics with documents, references, peers and human judgements"
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
# Up to so many oracles of a problem every pair is compared; above, so many pairs are drawn.
LISTED = 60
PAIRS = 300
# Random oracles of each problem for an interval in Table 6.
DRAWS = 100
# Names of topics as NIST gives them, by year; those of 2002 and 2003 overlap.
_IDS = {
    2004: re.compile(r"d3\d{4}t?$", re.I),
    2006: re.compile(r"d?06\d\d[a-z]?(\b|$)", re.I),
    2007: re.compile(r"d?07\d\d[a-z]?(\b|$)", re.I),
    2005: re.compile(r"d[34]\d\d[a-z]$", re.I),
    2001: re.compile(r"d[0-5]\d[a-z]{1,2}$", re.I),
}


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


def run(
    data: str | None, progress: Progress | None = None, limit: str | None = None
) -> Reproduction:
    """The experiment on a corpus, a folder with one, or the embedded example.

    `limit` is the length of summaries: 100 words, or 665b for bytes; without it as in the paper.
    """
    topics = topics_of_data(data, _folder)
    notes = [] if data else [INVENTED]
    usable = [topic for topic in topics if topic.documents and topic.references]
    if not usable:
        raise SumscopeError("no topic has documents and references", where=data, hint=DATA)
    if len(usable) < len(topics):
        notes.append(f"{len(topics) - len(usable)} topics lack documents or references.")
    length = read_length(limit, usable)
    year = None
    if data is not None and length.unit == "words":
        year = year_of(usable, name_of_data(data), length.limit)
    notes += _how(length, year)
    prepared = prepare_all(usable, length, notes, progress)
    if not prepared:
        raise SumscopeError("no topic could be solved", where=data, hint=DATA)
    # Without figures of the same data the tables are ours alone.
    theirs = {} if year is None else published("hirao2017", year=year)
    tables = [
        _table_1(prepared, length, year, theirs.get("table-1")),
        _table_2(prepared, theirs.get("table-2")),
        _tests(prepared),
        _table_3(prepared, theirs.get("table-3")),
        _table_4(prepared, theirs.get("table-4")),
        _greedy(prepared, theirs.get("greedy")),
        _table_5(prepared, theirs.get("table-5")),
        _table_6(prepared, notes, theirs.get("table-6")),
        _table_7(prepared, theirs.get("table-7")),
        _times(prepared, theirs.get("times")),
    ]
    return Reproduction(
        paper="hirao2017",
        data=name_of_data(data),
        tables=tuple(one for one in tables if one is not None),
        pictures=(Picture("nodes", "Nodes of the search, ours and the paper's", _nodes(prepared)),),
        notes=tuple(notes),
    )


def _how(length: Length, year: int | None) -> list[str]:
    kind = "words between spaces" if length.unit == "words" else "bytes"
    notes = [
        f"Summaries of at most {length}: the limit counts {kind}, and references are cut at it, as "
        "the paper does. Words are stemmed as by ROUGE-1.5.5; ROUGE-1 is without stop words.",
        f"Peers are scored by {length.rouge(1)} and {length.rouge(2)}.",
    ]
    if year is None:
        notes.append(
            "The data are none of DUC 2001 to 2007 by the name of the file or of the topics, so no "
            "published numbers stand beside ours."
        )
    else:
        notes.append(f"Published numbers are those of DUC-{year}.")
    return notes


def _folder(data: str) -> list[Topic]:
    paths = sorted((Path(data) / "multiling2011").glob("english.jsonl*")) or sorted(
        Path(data).glob("*.jsonl*")
    )
    if not paths:
        raise SumscopeError("has no corpus (.jsonl)", where=data, hint=f"give {DATA}")
    return [topic for path in paths for topic in read_corpus(path)]


# Data, problems and scores.


def year_of(topics: Sequence[Topic], name: str, limit: int) -> int | None:
    """The DUC year of a corpus, by its file name, else by the names of its topics; None: unknown.

    A length limit that is not that year's own makes published numbers incomparable.
    """
    match = re.search(r"(?:duc[-_ ]?(?:20)?|20)(0[1-7])(?!\d)", name, re.I)
    years = [2000 + int(match[1])] if match else []
    if not years:
        years = [y for y, ids in _IDS.items() if all(ids.match(topic.id) for topic in topics)][:1]
    limits = {row[0]: row[-1] for row in published("hirao2017")["table-1"].rows}
    return next((year for year in years if limits[year] == limit), None)


def read_length(limit: str | None, topics: Sequence[Topic]) -> Length:
    """A limit as 100 (words) or 665b (bytes).

    Without one 100 words as for DUC 2001 to 2004, 250 where references are as long as from 2005 on.
    """
    if limit is None:
        lengths = [
            len(reference.text.split())
            for topic in topics
            for reference in TopicView(topic).references
        ]
        return Length(250 if fmean(lengths) > 175 else 100)
    number = limit.removesuffix("b")
    if not number.isdecimal() or not 0 < int(number) < 1 << 24:
        raise SumscopeError(f"{limit!r} is not a length limit", hint="write 100, or 665b for bytes")
    return Length(int(number), "bytes" if limit.endswith("b") else "words")


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
    prepared = []
    for number, topic in enumerate(topics):
        one = _prepare(topic, length, notes, bounds, rouge)
        if one is not None:
            prepared.append(one)
        if progress is not None:
            progress(number + 1, len(topics))
    return prepared


def _scores(topics: Sequence[Topic], length: Length) -> dict[tuple[int, str], dict[str, float]]:
    """ROUGE-1.5.5's recall of every system, by n and topic."""
    from sumscope.scoring.run import score_corpus

    names = {length.rouge(n): n for n in GRAMS}
    scores: dict[tuple[int, str], dict[str, float]] = {}
    if any(not peer.human for topic in topics for peer in topic.peers):
        table = score_corpus(topics, list(names))
        spelled = dict(zip(table.measures, names.values(), strict=True))
        for row in table.rows:
            if not row.human and row.value is not None:
                scores.setdefault((spelled[row.measure], row.topic), {})[row.peer] = row.value
    return scores


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
                    topic=topic.id,
                    n=n,
                    setting=setting,
                    oracles=oracles,
                    greedy=solve(problem, "greedy"),
                    feasible=feasible(problem),
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
        topic=topic,
        documents=len(view.documents),
        sentences=len(texts),
        words=sum(len(text.split()) for text in texts),
        solved=tuple(solved),
        rouge={n: rouge.get((n, topic.id), {}) for n in GRAMS},
        matched={peer.id: matcher.match(peer) for peer in systems},
    )


def problems(prepared: Sequence[Prepared], n: int, setting: str) -> list[Solved]:
    """The problems of one n and setting."""
    return [s for p in prepared for s in p.solved if s.n == n and s.setting == setting]


def system_means(prepared: Sequence[Prepared], n: int) -> dict[str, float]:
    """Mean ROUGE-n of systems that have a summary of every topic."""
    names = [name for name in prepared[0].rouge[n] if all(name in p.rouge[n] for p in prepared)]
    return {name: fmean(p.rouge[n][name] for p in prepared) for name in names}


# Tables.


def _table_1(
    prepared: Sequence[Prepared], length: Length, year: int | None, theirs: PublishedTable | None
) -> ResultTable:
    words = median(p.words for p in prepared)
    rate = 100 * length.limit / words if length.unit == "words" and words else None
    rows: list[list[Cell]] = [
        [
            "ours",
            len(prepared),
            fmean(p.documents for p in prepared),
            float(median(p.sentences for p in prepared)),
            float(words),
            sum(len(p.topic.references) for p in prepared),
            str(length),
            rate,
        ]
    ]
    if theirs is not None:
        # The compression rate is not printed: it is of the printed length and number of words.
        *counts, limit = theirs.figures().values()
        compression = 100 * limit / theirs.figures()["words"]
        rows.append([f"published, DUC-{year}", *counts, f"{limit} words", compression])
    heading = ["", "topics", "documents", "sentences", "words", "references", "length",
               "compression rate (%)"]  # fmt: skip
    caption = "Table 1: the data (documents: mean of a topic; sentences and words: median)"
    return table("table-1", caption, heading, rows, 1)


def _mean_score(solved: Sequence[Solved], greedy: bool = False) -> float:
    return fmean((s.greedy if greedy else s.oracles).score or 0.0 for s in solved)


def _table_2(prepared: Sequence[Prepared], theirs: PublishedTable | None) -> ResultTable:
    """Scores of oracles, greedy summaries and the best peer."""
    columns, best = [], []
    for n in GRAMS:
        multi, single = problems(prepared, n, "multi"), problems(prepared, n, "single")
        means = system_means(prepared, n)
        top = max(means, key=lambda name: means[name], default=None)
        best.append(top or "none")
        columns.append(
            [
                _mean_score(multi),
                _mean_score(single),
                _mean_score(multi, greedy=True),
                None if top is None else means[top],
            ]
        )
    labels = ["Oracle (multi)", "Oracle (single)", "Greedy", "Best peer"]
    rows = list(zip(labels, *columns, strict=True))
    caption = f"Table 2: ROUGE of oracles, greedy and best peer (here {best[0]}, {best[1]})"
    return beside("table-2", caption, ["", "ROUGE-1", "ROUGE-2"], rows, theirs)


def _tests(prepared: Sequence[Prepared]) -> ResultTable:
    """Whether oracles are better than greedy summaries and than peers, topic by topic."""
    from scipy import stats

    rows: list[list[Cell]] = []
    for n in GRAMS:
        oracle = [s.oracles.score or 0.0 for s in problems(prepared, n, "multi")]
        others = {"greedy": [s.greedy.score or 0.0 for s in problems(prepared, n, "multi")]}
        for name in sorted(system_means(prepared, n)):
            others[name] = [p.rouge[n][name] for p in prepared]
        for name, values in others.items():
            gaps = [a - b for a, b in zip(oracle, values, strict=True)]
            t = p = None
            if len(gaps) > 1 and any(gap != gaps[0] for gap in gaps):
                test = stats.ttest_rel(oracle, values)
                t, p = float(test.statistic), float(test.pvalue)
            signed = float(stats.wilcoxon(gaps).pvalue) if any(gaps) and len(gaps) > 1 else None
            wins = sum(gap > 0 for gap in gaps)
            rows.append([f"ROUGE-{n}", name, fmean(gaps), wins, len(gaps), t, p, signed])
    heading = ["", "oracle (multi) against", "difference", "topics better", "topics", "t",
               "p (paired t)", "p (Wilcoxon)"]  # fmt: skip
    caption = (
        "Oracles against greedy summaries and systems, by topic, two-sided (the paper calls the "
        "differences significant and does not name the test)"
    )
    return table("tests", caption, heading, rows, (0, 0, 4, 0, 0, 2, 5, 5))


def _table_3(prepared: Sequence[Prepared], theirs: PublishedTable | None) -> ResultTable:
    """Every system with its gap to the oracle."""
    first, second = (system_means(prepared, n) for n in GRAMS)
    rows: list[list[Cell]] = []
    for setting in ("multi", "single"):
        scores = [_mean_score(problems(prepared, n, setting)) for n in GRAMS]
        rows.append([f"Oracle ({setting})", *scores, None, None])
    for name in sorted(first, key=lambda name: (-second.get(name, 0.0), name)):
        gaps = [
            fmean((s.oracles.score or 0.0) - p.rouge[n][name] for p in prepared for s in p.solved
                  if s.n == n and s.setting == "multi")
            for n in GRAMS
        ]  # fmt: skip
        rows.append([name, first[name], second.get(name), *gaps])
    heading = ["system", "ROUGE-1", "ROUGE-2", "gap to oracle, ROUGE-1", "gap, ROUGE-2"]
    caption = "Table 3: every system, and its gap to the oracle (multi)"
    return beside("table-3", caption, heading, rows, theirs, digits=4)


def _table_4(prepared: Sequence[Prepared], theirs: PublishedTable | None) -> ResultTable:
    """Likeness of greedy summaries and oracles, and of oracles to each other."""
    rows: list[list[Cell]] = []
    for n in GRAMS:
        for setting in SETTINGS:
            solved = problems(prepared, n, setting)
            near = fmean(jaccard(s.oracles, s.greedy.chosen) for s in solved)
            inner = [value for s in solved if (value := among(s.oracles)) is not None]
            mean = fmean(inner) if inner else None
            rows.append([f"ROUGE-{n}", setting, near, mean, len(inner)])
    heading = ["", "setting", "greedy and oracles", "among oracles", "problems with several"]
    caption = (
        "Table 4: mean Jaccard index of greedy summary and oracles, and of two different oracles "
        f"of a problem (every pair up to {LISTED} oracles, above {PAIRS} pairs drawn at random)"
    )
    return beside("table-4", caption, heading, rows, theirs)


def among(oracles: Oracles) -> float | None:
    """The mean Jaccard index of two different oracles; None where there is one only."""
    count = oracles.count or 0
    if count < 2:
        return None
    if count <= LISTED:
        sets = [frozenset(one) for one in oracles.listed(LISTED)]
        return fmean(_jaccard(a, b) for a, b in combinations(sets, 2))
    drawer, rng = Drawer(oracles), random.Random(2017)
    values: list[float] = []
    while len(values) < PAIRS:
        one, other = drawer.draw(rng), drawer.draw(rng)
        if one != other:
            values.append(_jaccard(one, other))
    return fmean(values)


def _jaccard(one: frozenset[int], other: frozenset[int]) -> float:
    union = len(one | other)
    return len(one & other) / union if union else 1.0


def _greedy(prepared: Sequence[Prepared], theirs: PublishedTable | None) -> ResultTable:
    """How near greedy summaries come to the optimum."""
    rows: list[list[Cell]] = []
    for n in GRAMS:
        for setting in SETTINGS:
            ratios = [
                (s.greedy.score or 0.0) / s.oracles.score
                for s in problems(prepared, n, setting)
                if s.oracles.score
            ]
            best = sum(ratio == 1 for ratio in ratios)
            rows.append([f"ROUGE-{n}", setting, fmean(ratios), min(ratios), best, len(ratios)])
    heading = ["", "setting", "mean ratio", "least", "optimal", "problems"]
    caption = "Approximation ratio of the greedy algorithm (section 6.2.2; .32 is guaranteed)"
    return beside("greedy", caption, heading, rows, theirs)


def _table_5(prepared: Sequence[Prepared], theirs: PublishedTable | None) -> ResultTable:
    rows: list[list[Cell]] = []
    for setting in SETTINGS:
        for n in GRAMS:
            numbers = [s.oracles.count or 0 for s in problems(prepared, n, setting)]
            several = fmean(number > 1 for number in numbers)
            middle = _power(_middle(numbers)) if max(numbers) > 1 << 50 else float(median(numbers))
            rows.append([setting, f"ROUGE-{n}", middle, several, str(max(numbers))])
    caption = "Table 5: number of oracles, and share of problems with more than one"
    heading = ["setting", "", "median", "rate of several", "most"]
    return beside("table-5", caption, heading, rows, theirs)


def _human(prepared: Sequence[Prepared]) -> tuple[str, dict[str, float]] | None:
    """The first judgement that every system has on every topic, and its mean per system."""
    names = list(system_means(prepared, 1))
    kinds = {k for p in prepared for row in p.topic.judgements.values() for k in row}
    for kind in sorted(kinds):
        means = {}
        for name in names:
            values = [mean_judgement(p.topic.judgements.get(name, {}).get(kind)) for p in prepared]
            known = [value for value in values if value is not None]
            if len(known) == len(prepared):
                means[name] = fmean(known)
        if len(means) >= 3:
            return kind, means
    return None


def _table_6(
    prepared: Sequence[Prepared], notes: list[str], theirs: PublishedTable | None
) -> ResultTable | None:
    """Table 6, or None where too few systems have human scores."""
    human = _human(prepared)
    if human is None:
        notes.append("Table 6 is left out: fewer than three systems have human scores throughout.")
        return None
    kind, judged = human
    names = list(judged)
    people = [judged[name] for name in names]
    rows: list[tuple[Cell, ...]] = []
    for n in GRAMS:
        means = system_means(prepared, n)
        rows.append((f"ROUGE-{n}", *_correlations([means[name] for name in names], people)))
    for setting in SETTINGS:
        for n in GRAMS:
            mean = {name: fmean(_every(prepared, n, setting, name)) for name in names}
            correlations = _correlations([mean[name] for name in names], people)
            rows.append((f"F (R{n}, {setting}-M)", *correlations))
            drawn = _drawn(prepared, n, setting, names, people)
            rows.append((f"F (R{n}, {setting}-S)", *(_interval(values) for values in drawn)))
    caption = f"Table 6: correlation with human '{kind}' over {len(names)} systems"
    return beside("table-6", caption, ["", "Pearson", "Spearman"], rows, theirs)


def _correlations(
    scores: Sequence[float], people: Sequence[float]
) -> tuple[float, float] | tuple[None, None]:
    from scipy import stats

    if len(set(scores)) < 2 or len(set(people)) < 2:
        return None, None
    pearson = stats.pearsonr(scores, people).statistic
    return float(pearson), float(stats.spearmanr(scores, people).statistic)


def _every(prepared: Sequence[Prepared], n: int, setting: str, name: str) -> list[float]:
    """F of a system over all oracles of every problem."""
    return [
        agreement(s.oracles, p.matched[name].chosen, p.matched[name].sentences).f
        for p in prepared
        for s in p.solved
        if s.n == n and s.setting == setting
    ]


def _drawn(
    prepared: Sequence[Prepared],
    n: int,
    setting: str,
    names: Sequence[str],
    people: Sequence[float],
) -> tuple[list[float], list[float]]:
    """Correlations of F-measures from one random oracle of each problem, drawn many times."""
    rng = random.Random(f"hirao2017 {n} {setting}")
    drawers = [
        (p, Drawer(s.oracles))
        for p in prepared
        for s in p.solved
        if s.n == n and s.setting == setting
    ]
    pearsons, spearmans = [], []
    for _ in range(DRAWS):
        f: dict[str, list[float]] = {name: [] for name in names}
        for p, drawer in drawers:
            oracle = drawer.draw(rng)
            for name in names:
                mine = p.matched[name]
                f[name].append(agreement_with(oracle, mine.chosen, mine.sentences).f)
        pearson, spearman = _correlations([fmean(f[name]) for name in names], people)
        if pearson is not None and spearman is not None:
            pearsons.append(pearson)
            spearmans.append(spearman)
    return pearsons, spearmans


def _interval(values: Sequence[float]) -> str | None:
    """95 % bootstrap interval of the mean."""
    if not values:
        return None
    rng = random.Random(2017)
    means = sorted(fmean(rng.choices(values, k=len(values))) for _ in range(1000))
    return f"{_short(means[24])} to {_short(means[975])}"


def _short(value: float) -> str:
    return f"{value:.3f}".replace("0.", ".", 1)


def _table_7(prepared: Sequence[Prepared], theirs: PublishedTable | None) -> ResultTable:
    rows = []
    for n in GRAMS:
        solved = problems(prepared, n, "single")
        rows.append(
            (
                f"ROUGE-{n}",
                _power(_middle([s.feasible for s in solved])),
                _power(_middle([s.paper_nodes or 0 for s in solved])),
                fmean(s.paper_complete for s in solved),
                _power(_middle([s.oracles.nodes for s in solved])),
            )
        )
    heading = ["", "feasible sets", "the paper's algorithm", "of which ended", "ours"]
    caption = (
        "Table 7: median number of feasible sets and of nodes visited (single); where the paper's "
        "algorithm was stopped, its nodes so far"
    )
    if theirs is not None:
        theirs = replace(
            theirs, rows=tuple((name, *map(_power, values)) for name, *values in theirs.rows)
        )
    return beside("table-7", caption, heading, rows, theirs)


def _middle(numbers: Sequence[int]) -> int:
    """The median in whole numbers: numbers of feasible sets pass every float."""
    ordered = sorted(numbers)
    return (ordered[(len(ordered) - 1) // 2] + ordered[len(ordered) // 2]) // 2


def _power(value: float) -> str:
    if value < 1e4:
        return f"{value:g}"
    digits = math.floor(math.log10(value))
    return f"{value / 10**digits:.2f}e{digits}"


def _times(prepared: Sequence[Prepared], theirs: PublishedTable | None) -> ResultTable:
    rows: list[list[Cell]] = []
    for setting in SETTINGS:
        for n in GRAMS:
            solved = problems(prepared, n, setting)
            seconds = [s.oracles.seconds for s in solved]
            timed = [s.ilp_seconds for s in solved if s.ilp_seconds is not None]
            ilp = fmean(timed) if timed else None
            rows.append([f"ROUGE-{n}", setting, fmean(seconds), max(seconds), ilp, len(timed)])
    heading = ["", "setting", "mean seconds", "most seconds", "one by ILP, mean seconds",
               "problems by ILP"]  # fmt: skip
    caption = (
        "Time to find and count every oracle of a problem, and to find one by the integer program "
        "(section 6.2.4)"
    )
    return beside("times", caption, heading, rows, theirs, digits=4)


def _nodes(prepared: Sequence[Prepared]) -> Figure:
    """Nodes of the paper's algorithm against ours, one dot per problem."""
    from sumscope.report.figures import COLOURS, new_figure

    figure, axes = new_figure(6.4, 4.6)
    for colour, n in zip(COLOURS, GRAMS, strict=False):
        solved = problems(prepared, n, "single")
        for ended, marker in ((True, "o"), (False, "^")):
            dots = [s for s in solved if s.paper_complete == ended]
            label = f"ROUGE-{n}" + ("" if ended else ", stopped")
            if dots:
                axes.scatter(
                    [s.paper_nodes or 1 for s in dots],
                    [s.oracles.nodes for s in dots],
                    s=22,
                    color=colour,
                    marker=marker,
                    alpha=0.75,
                    label=label,
                )
    axes.set_xscale("log")
    axes.set_yscale("log")
    axes.set_xlabel("nodes of the paper's algorithm")
    axes.set_ylabel("nodes of ours, all oracles counted")
    every = [s.paper_nodes or 1 for n in GRAMS for s in problems(prepared, n, "single")]
    low, high = 1, 10 ** math.ceil(math.log10(max(10, *every)))
    axes.plot([low, high], [low, high], color="#999999", linewidth=1, label="equal")
    axes.legend(fontsize=8)
    return figure
