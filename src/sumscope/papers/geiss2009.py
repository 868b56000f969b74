"""Creating a Gold Standard for Sentence Clustering in Multi-Document Summarization (Geiss 2009).

Sentence sets and judges' clusterings (Tables 1 and 2), the behaviour of the measures when a
clustering is split and merged at random (Figure 1), agreement between judges beside random
clusterings (Table 3), and the steps from one judge to another.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import combinations
from pathlib import Path

from sumscope.core.cover import COMPLETIONS, Cover, Partition
from sumscope.core.errors import SumscopeError
from sumscope.core.measure import parse
from sumscope.core.progress import Progress
from sumscope.core.tables import Cell, ResultTable, table
from sumscope.core.values import Topic, Undefined
from sumscope.covers.agreement import random_pairs
from sumscope.covers.drift import TABLE, Drift, Rounds, drifted, drifted_by_rounds
from sumscope.metrics.cover import CoverMeasure, CoverPair, evaluate
from sumscope.papers._common import (
    INVENTED,
    PublishedTable,
    below,
    name_of_data,
    published,
    topics_of_data,
)
from sumscope.report.cover_figures import drift_plot, rounds_plot
from sumscope.report.reproduction import Picture, Reproduction

DATA = "a corpus (.jsonl), or a folder of such, with two or more judges' covers in a topic"
SEED, RUNS, BASELINE = 0, 20, 100
# The measures of Table 3; V0.5 in both directions.
_COLUMNS = ("vbeta", "v0.5", "v0.5", "nvi")
RANDOM = {"permuted": "random, same sizes", "free": "random, free sizes"}


@dataclass(frozen=True)
class JudgedSet:
    """A sentence set with the covers of its judges, over all its sentences."""

    name: str
    documents: int
    items: tuple[str, ...]
    covers: dict[str, Cover]


@dataclass(frozen=True)
class PairFigures:
    """Two judges of a set: Vbeta, V0.5, V0.5 back and NVI, with singletons and with a bucket.

    One V0.5 is published, in either direction: the other is None.
    """

    name: str
    left: str
    right: str
    values: tuple[float | None, ...]


@dataclass(frozen=True)
class AgreementFigures:
    """Table 3: each pair of judges, and the rows of means over random clusterings."""

    pairs: tuple[PairFigures, ...]
    random: tuple[tuple[Cell, ...], ...]


def run(data: str | None, progress: Progress | None = None) -> Reproduction:
    """The experiments on the judges of a corpus, or on those of the embedded example."""
    topics = topics_of_data(data, _folder)
    sets, notes = _sets(topics, data)
    if data is None:
        notes.insert(0, INVENTED)
    notes.append(
        "The published figures are of four sentence sets from DUC, which may not be passed on; "
        "rows of ours and of the paper stand in one table and are not of the same texts."
    )
    steps = len(sets) + 1
    start_set, judge, start = _start(sets)
    drift, rounds = drifted(start, RUNS, SEED), drifted_by_rounds(start, RUNS, SEED)
    if progress is not None:
        progress(1, steps)
    figures = agreement(sets, progress, steps)
    theirs = published("geiss2009")
    of = f"{judge} on {start_set}"
    return Reproduction(
        paper="geiss2009",
        data=name_of_data(data),
        tables=(
            _table_1(sets, theirs["table1"]),
            _table_2(sets, theirs["table2"]),
            _figure_1(drift, of),
            _figure_1_rounds(rounds, of),
            _behaviour(drift),
            _table_3(figures, theirs["table3"]),
            _judge_means(figures, theirs["table3"]),
            _steps(sets, theirs["steps"]),
            *_rules(topics),
            *_causes(topics),
        ),
        pictures=tuple(_pictures(drift, rounds, of)),
        notes=tuple(notes),
    )


# Data.


def _folder(data: str) -> list[Topic]:
    from sumscope.corpus.jsonl import read_corpus

    files = sorted(p for p in Path(data).iterdir() if p.name.endswith((".jsonl", ".jsonl.gz")))
    if not files:
        raise SumscopeError("the folder has no corpus", where=data, hint=DATA)
    return [topic for file in files for topic in read_corpus(file)]


def _sets(topics: Sequence[Topic], data: str | None) -> tuple[list[JudgedSet], list[str]]:
    from sumscope.corpus.covers import covers_of_topic
    from sumscope.corpus.view import TopicView

    sets, notes = [], []
    for topic in topics:
        if len(topic.covers) < 2:
            continue
        sentences = tuple(TopicView(topic).by_id) if topic.documents else None
        covers = covers_of_topic(topic, sentences)
        overlapping = [judge for judge, cover in covers.items() if cover.shared is not None]
        if overlapping:
            notes.append(
                f"{topic.id} is left out: clusters of {', '.join(overlapping)} overlap, and the "
                "paper's judges put a sentence in one cluster only."
            )
            continue
        items = sentences if sentences is not None else next(iter(covers.values())).items
        sets.append(JudgedSet(topic.id, len(topic.documents), items, covers))
    if not sets:
        raise SumscopeError(
            "no topic has two judges whose clusters do not overlap", where=data, hint=DATA
        )
    return sets, notes


def _start(sets: Sequence[JudgedSet]) -> tuple[str, str, Partition]:
    """The clustering of most sentences, without the sentences it leaves out, as in the paper."""
    best = max(
        ((one.name, judge, cover) for one in sets for judge, cover in one.covers.items()),
        key=lambda judged: sum(map(len, judged[2].clusters)),
    )
    clusters = best[2].clusters
    return best[0], best[1], Partition(tuple(i for c in clusters for i in c), clusters)


# Agreement (Table 3).


def agreement(sets: Sequence[JudgedSet], progress: Progress | None, steps: int) -> AgreementFigures:
    """Compare every two judges of every set, and each judge with random clusterings."""
    rows: list[PairFigures] = []
    base: list[tuple[Cell, ...]] = []
    every: dict[str, list[list[float]]] = {kind: [] for kind in RANDOM}
    for number, one in enumerate(sets):
        for (a, left), (b, right) in combinations(one.covers.items(), 2):
            cells: list[float] = []
            for way in COMPLETIONS:
                cells += _figures(CoverPair.of(left, right, complete=way, items=one.items))
            rows.append(PairFigures(one.name, a, b, tuple(cells)))
        for kind, label in RANDOM.items():
            drawn = [row for cover in one.covers.values() for row in _drawn(one, cover, kind)]
            every[kind] += drawn
            base.append((label, one.name, "", *_column_means(drawn)))
        if progress is not None:
            progress(number + 2, steps)
    base += [(label, "base", "", *_column_means(every[kind])) for kind, label in RANDOM.items()]
    return AgreementFigures(tuple(rows), tuple(base))


def _figures(pair: CoverPair) -> list[float]:
    values = []
    for name, one in zip(_COLUMNS, (pair, pair, pair.swapped, pair), strict=True):
        value = evaluate(_measure(name), one)
        if isinstance(value, Undefined):
            raise SumscopeError(f"{name}: {value.reason}")
        values.append(value)
    return values


@cache
def _measure(name: str) -> CoverMeasure:
    measure: CoverMeasure = parse(name)
    return measure


def _drawn(one: JudgedSet, cover: Cover, kind: str) -> list[list[float]]:
    """A judge's completed cover, as the standard, against random ones, completed both ways."""
    ways = []
    for way in COMPLETIONS:
        pair = CoverPair.of(cover, cover, complete=way, items=one.items)
        ways.append([_figures(drawn) for drawn in random_pairs(pair, BASELINE, SEED, kind)])
    return [[*first, *second] for first, second in zip(*ways, strict=True)]


def _table_3(ours: AgreementFigures, theirs: PublishedTable) -> ResultTable:
    rows = [("ours", pair.name, f"{pair.left}-{pair.right}", *pair.values) for pair in ours.pairs]
    return below(
        "table3",
        "Table 3. Agreement between judges (v0.5 judges the second by the first, back the other "
        f"way; random: each judge as the standard against {BASELINE} clusterings, with the judge's "
        "sizes and items permuted, or with 2 to N/2 clusters of any size; PCG64, seed "
        f"{SEED})",
        [*rows, *ours.random],
        theirs,
        digits=2,
    )


def _judge_means(ours: AgreementFigures, theirs: PublishedTable) -> ResultTable:
    """The mean agreement of each judge with all others over all sets."""
    printed = []
    for name, judges, *values in theirs.rows:
        if judges:
            left, right = judges.split("-")
            printed.append(PairFigures(name, left, right, tuple(values)))
    rows: list[list[Cell]] = []
    for source, pairs in (("ours", ours.pairs), ("published", printed)):
        per: dict[str, list[list[float]]] = {}
        for pair in pairs:
            both = []
            for start in (0, 4):
                vbeta, half, back, nvi = pair.values[start : start + 4]
                for several in ((vbeta,), (half, back), (nvi,)):
                    known = [value for value in several if value is not None]
                    both.append(sum(known) / len(known))
            for judge in (pair.left, pair.right):
                per.setdefault(judge, []).append(both)
        for judge, cells in sorted(per.items()):
            rows.append([source, judge, len(cells), *_column_means(cells)])
    heading = ["from", "judge", "pairs"]
    heading += [f"{name} {way}" for way in COMPLETIONS for name in TABLE]
    return table(
        "judge-means",
        "Mean agreement of each judge with the others over all sets (v0.5: mean of both "
        "directions; the published rows are computed from Table 3)",
        heading,
        rows,
        digits=2,
    )


def _column_means(rows: Sequence[Sequence[float]]) -> list[float]:
    return [sum(column) / len(column) for column in zip(*rows, strict=True)]


# Figure 1.


def _figure_1(drift: Drift, of: str) -> ResultTable:
    return table(
        "figure1",
        f"Figure 1 as data: the clustering of {of} against itself split and merged at random, "
        f"means of {RUNS} runs (the original has {drift.start} clusters)",
        ["clusters", *drift.values],
        drift.rows(),
    )


def _behaviour(drift: Drift) -> ResultTable:
    caption = "What the paper sees in Figure 1"
    return table("figure1-behaviour", caption, ["claim", "holds", "here"], drift.claims())


def _figure_1_rounds(rounds: Rounds, of: str) -> ResultTable:
    return table(
        "figure1-rounds",
        f"Figure 1 by rounds: every cluster of {of} split (rounds above 0) or merged with another "
        f"(below 0) once a round, means of {RUNS} runs (published: 1, 2, 4, 8, 15, 30, 48, "
        "61 and 70 clusters; purity about 0.6 after four rounds either way)",
        ["round", "clusters", *rounds.values],
        rounds.rows(),
        digits=(0, 1, *[3] * len(rounds.values)),
    )


def _pictures(drift: Drift, rounds: Rounds, of: str) -> Iterator[Picture]:
    yield Picture(
        "figure1",
        f"Figure 1. Measures when the clustering of {of} is split and merged at random",
        drift_plot(drift),
    )
    yield Picture(
        "figure1-rounds",
        f"Figure 1 by rounds, as the paper's axis suggests: the clustering of {of}",
        rounds_plot(rounds),
    )


# Tables.


def _table_1(sets: Sequence[JudgedSet], theirs: PublishedTable) -> ResultTable:
    rows = [("ours", one.name, one.documents, len(one.items)) for one in sets]
    return below("table1", "Table 1. Sentence sets", rows, theirs)


def _table_2(sets: Sequence[JudgedSet], theirs: PublishedTable) -> ResultTable:
    rows: list[list[Cell]] = []
    for one in sets:
        for judge, cover in one.covers.items():
            used, count = sum(map(len, cover.clusters)), len(cover.clusters)
            rows.append(["ours", one.name, judge, used, count, used / count if count else None])
    return below("table2", "Table 2. Clusterings by judges", rows, theirs, digits=1)


def _steps(sets: Sequence[JudgedSet], theirs: PublishedTable) -> ResultTable:
    from sumscope.covers.edits import edit_script

    rows: list[list[Cell]] = []
    for one in sets:
        for (a, left), (b, right) in combinations(one.covers.items(), 2):
            s = edit_script(left, right)
            parts = (s.deleted, s.added, s.moves, s.splits, s.merges, s.identical, s.both_left_out)
            share = 100 * len(s.both_left_out) / len(one.items) if one.items else None
            unused = len(s.discarded), len(s.discarded_back)
            rows.append(["ours", one.name, f"{a}-{b}", *map(len, parts), share, *unused])
    return below(
        "steps",
        "Steps from one judge's clustering to another's, identical clusters, sentences left out by "
        "both, and clusters of which the other judge uses no sentence (Schulz A-B: the paper gives "
        "37 sentences to delete, add or move; 3 is what remains)",
        rows,
        theirs,
        digits=1,
    )


def _rules(topics: Sequence[Topic]) -> Iterator[ResultTable]:
    """How often each judge breaks each rule; nothing where no topic has documents."""
    from sumscope.covers.rules import RULES, check_rules, count_broken

    judged = [topic for topic in topics if topic.covers and topic.documents]
    if not judged:
        return
    rows: list[list[Cell]] = []
    for one in check_rules(judged).rows:
        broken = count_broken([one])
        rows.append([one.topic, one.judge, *(broken.get(rule, 0) for rule in RULES)])
    caption = "Rules that the clusterings break (the paper does not report it)"
    yield table("rules", caption, ["set", "judge", *RULES], rows)


def _causes(topics: Sequence[Topic]) -> Iterator[ResultTable]:
    """How often each cause of disagreement was recorded; nothing where none was."""
    from sumscope.covers.cause_counts import count_causes

    rows: list[list[Cell]] = [
        [c.topic, f"{c.left or 'all'}-{c.right or 'all'}", c.cause, c.sentences]
        for topic in topics
        for c in count_causes(topic)
    ]
    if rows:
        caption = (
            "Recorded causes of disagreement (the paper names generalisation, emphasis and "
            "inference, and gives no counts)"
        )
        yield table("causes", caption, ["set", "judges", "cause", "sentences"], rows)
