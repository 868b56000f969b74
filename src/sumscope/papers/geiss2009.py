"""Creating a Gold Standard for Sentence Clustering in Multi-Document Summarization (Geiss 2009).

Sentence sets and judges' clusterings (Tables 1 and 2), the behaviour of the measures when a
clustering is split and merged at random (Figure 1), agreement between judges beside random
clusterings (Table 3), and the steps from one judge to another.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations
from pathlib import Path
from typing import TYPE_CHECKING

from sumscope.annotate.drift_scores import TABLE, Drift, drifted
from sumscope.core.cover import COMPLETIONS, Cover, Partition
from sumscope.core.errors import SumscopeError
from sumscope.core.progress import Progress
from sumscope.core.values import Topic, Undefined, Value
from sumscope.papers._data import name_of_data, topics_of_data
from sumscope.report.cover_figures import drift_plot
from sumscope.report.reproduction import Cell, Picture, Reproduction, ResultTable, table

if TYPE_CHECKING:
    from sumscope.metrics.cover import CoverPair

DATA = "a corpus (.jsonl), or a folder of such, with two or more judges' covers in a topic"
SEED, RUNS, BASELINE = 0, 20, 100

PUBLISHED_SETS = (
    ("Volcano", 5, 162),
    ("Rushdie", 15, 103),
    ("EgyptAir", 9, 191),
    ("Schulz", 5, 248),
)
PUBLISHED_JUDGES = (
    ("Rushdie", "A", 70, 15, 4.6),
    ("Rushdie", "B", 41, 10, 4.1),
    ("Rushdie", "H", 74, 14, 5.3),
    ("Volcano", "A", 92, 30, 3.0),
    ("Volcano", "B", 57, 21, 2.7),
    ("Volcano", "D", 46, 16, 2.9),
    ("EgyptAir", "A", 85, 28, 3.0),
    ("EgyptAir", "B", 44, 15, 2.9),
    ("EgyptAir", "H", 75, 19, 3.9),
    ("EgyptAir", "O", 53, 20, 2.6),
    ("Schulz", "A", 54, 16, 3.4),
    ("Schulz", "B", 38, 11, 3.5),
    ("Schulz", "J", 120, 7, 17.1),
)
PUBLISHED_AGREEMENT = (  # set, judges, then Vbeta, V0.5, NVI with singletons and with a bucket
    ("Volcano", "A-B", 0.92, 0.93, 0.13, 0.52, 0.54, 0.39),
    ("Volcano", "A-D", 0.92, 0.93, 0.13, 0.44, 0.49, 0.40),
    ("Volcano", "B-D", 0.95, 0.95, 0.08, 0.48, 0.48, 0.31),
    ("Rushdie", "A-B", 0.87, 0.88, 0.19, 0.30, 0.31, 0.59),
    ("Rushdie", "A-H", 0.86, 0.86, 0.20, 0.69, 0.69, 0.32),
    ("Rushdie", "B-H", 0.85, 0.87, 0.20, 0.25, 0.27, 0.64),
    ("EgyptAir", "A-B", 0.94, 0.95, 0.10, 0.41, 0.45, 0.34),
    ("EgyptAir", "A-H", 0.93, 0.93, 0.12, 0.57, 0.58, 0.31),
    ("EgyptAir", "A-O", 0.94, 0.94, 0.11, 0.44, 0.46, 0.36),
    ("EgyptAir", "B-H", 0.93, 0.94, 0.11, 0.44, 0.46, 0.30),
    ("EgyptAir", "B-O", 0.96, 0.96, 0.08, 0.42, 0.43, 0.28),
    ("EgyptAir", "H-O", 0.93, 0.94, 0.12, 0.44, 0.44, 0.34),
    ("Schulz", "A-B", 0.98, 0.98, 0.04, 0.54, 0.56, 0.15),
    ("Schulz", "A-J", 0.89, 0.90, 0.17, 0.39, 0.40, 0.34),
    ("Schulz", "B-J", 0.89, 0.90, 0.18, 0.28, 0.31, 0.35),
    ("base", "", 0.66, 0.75, 0.44, 0.29, 0.28, 0.68),
)


@dataclass(frozen=True)
class JudgedSet:
    """A sentence set with the covers of its judges, over all its sentences."""

    name: str
    documents: int
    items: tuple[str, ...]
    covers: dict[str, Cover]


def run(data: str | None, progress: Progress | None = None) -> Reproduction:
    """The experiments on the judges of a corpus, or on those of the embedded example."""
    topics = topics_of_data(data, _folder)
    sets, notes = _sets(topics, data)
    if data is None:
        notes.insert(
            0,
            "No data was given: this is the embedded example, whose texts and judges are invented.",
        )
    notes.append(
        "The published figures are of four sentence sets from DUC, which may not be passed on; "
        "rows of ours and of the paper stand in one table and are not of the same texts."
    )
    steps = len(sets) + 1
    start_set, judge, start = _start(sets)
    drift = drifted(start, RUNS, SEED)
    if progress is not None:
        progress(1, steps)
    rows, base = _agreement(sets, progress, steps)
    picture = _picture(drift, f"{judge} on {start_set}")
    return Reproduction(
        paper="geiss2009",
        data=name_of_data(data),
        tables=(
            _table_1(sets),
            _table_2(sets),
            _figure_1(drift, f"{judge} on {start_set}"),
            _behaviour(drift),
            _table_3(rows, base),
            _steps(sets),
        ),
        pictures=(picture,),
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
        given = tuple(TopicView(topic).by_id) if topic.documents else None
        covers = covers_of_topic(topic, given)
        overlapping = [judge for judge, cover in covers.items() if cover.shared is not None]
        if overlapping:
            notes.append(
                f"{topic.id} is left away: clusters of {', '.join(overlapping)} overlap, and the "
                "paper's judges put a sentence in one cluster only."
            )
            continue
        items = given if given is not None else next(iter(covers.values())).items
        sets.append(JudgedSet(topic.id, len(topic.documents), items, covers))
    if not sets:
        raise SumscopeError(
            "no topic has two judges whose clusters do not overlap", where=data, hint=DATA
        )
    return sets, notes


def _start(sets: Sequence[JudgedSet]) -> tuple[str, str, Partition]:
    """The clustering of most sentences, left-out sentences left away, as in the paper."""
    best = max(
        ((one.name, judge, cover) for one in sets for judge, cover in one.covers.items()),
        key=lambda found: sum(map(len, found[2].clusters)),
    )
    clusters = best[2].clusters
    return best[0], best[1], Partition(tuple(i for c in clusters for i in c), clusters)


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


def _picture(drift: Drift, of: str) -> Picture:
    return Picture(
        "figure1",
        f"Figure 1. Measures when the clustering of {of} is split and merged at random",
        drift_plot(drift),
    )


# Tables.


def _table_1(sets: Sequence[JudgedSet]) -> ResultTable:
    rows: list[list[Cell]] = [["ours", s.name, s.documents, len(s.items)] for s in sets]
    rows += [["published", *row] for row in PUBLISHED_SETS]
    return table(
        "table1", "Table 1. Sentence sets", ["from", "set", "documents", "sentences"], rows
    )


def _table_2(sets: Sequence[JudgedSet]) -> ResultTable:
    rows: list[list[Cell]] = []
    for one in sets:
        for judge, cover in one.covers.items():
            used, count = sum(map(len, cover.clusters)), len(cover.clusters)
            rows.append(["ours", one.name, judge, used, count, used / count if count else None])
    rows += [["published", *row] for row in PUBLISHED_JUDGES]
    heading = ["from", "set", "judge", "sentences", "clusters", "sentences per cluster"]
    return table("table2", "Table 2. Clusterings by judges", heading, rows, digits=1)


def _agreement(
    sets: Sequence[JudgedSet], progress: Progress | None, steps: int
) -> tuple[list[list[Cell]], list[list[Cell]]]:
    """Table 3's rows, and the means over random clusterings of each set and of all."""
    from sumscope.core.measure import parse
    from sumscope.metrics.cover import CoverPair, evaluate

    measures = [parse(name) for name in TABLE]

    def figures(pair: CoverPair) -> list[float]:
        forth = [_defined(evaluate(measure, pair)) for measure in measures]
        back = _defined(evaluate(measures[1], pair.swapped))
        return [forth[0], forth[1], back, forth[2]]

    rows: list[list[Cell]] = []
    base: list[list[Cell]] = []
    every: list[list[float]] = []
    for number, one in enumerate(sets):
        for (a, left), (b, right) in combinations(one.covers.items(), 2):
            cells: list[Cell] = []
            for way in COMPLETIONS:
                cells += figures(CoverPair.of(left, right, complete=way, items=one.items))
            rows.append(["ours", one.name, f"{a}-{b}", *cells])
        drawn = [
            [value for pair in both for value in figures(pair)]
            for cover in one.covers.values()
            for both in zip(*(_random(cover, way, one.items) for way in COMPLETIONS), strict=True)
        ]
        every += drawn
        base.append(["random", one.name, "", *_column_means(drawn)])
        if progress is not None:
            progress(number + 2, steps)
    base.append(["random", "base", "", *_column_means(every)])
    return rows, base


def _random(cover: Cover, way: str, items: tuple[str, ...]) -> list[CoverPair]:
    """A judge's completed cover against 100 random ones: its clusters with items permuted."""
    import numpy as np

    from sumscope.metrics.cover import CoverPair

    pair = CoverPair.of(cover, cover, complete=way, items=items)
    rng = np.random.Generator(np.random.PCG64(SEED))
    orders = (rng.permutation(pair.n).astype(np.int64) for _ in range(BASELINE))
    return [CoverPair(pair.left, pair.right.permuted(order)) for order in orders]


def _table_3(rows: list[list[Cell]], base: list[list[Cell]]) -> ResultTable:
    heading = ["from", "set", "judges"]
    for way in COMPLETIONS:
        heading += [f"{name} {way}" for name in ("vbeta", "v0.5", "v0.5 back", "nvi")]
    published = [
        ["published", name, judges, vs, hs, None, ns, vb, hb, None, nb]
        for name, judges, vs, hs, ns, vb, hb, nb in PUBLISHED_AGREEMENT
    ]
    return table(
        "table3",
        "Table 3. Agreement between judges (v0.5 judges the second by the first, back the other "
        f"way; random: each judge against {BASELINE} clusterings of the same sizes, items "
        f"permuted by PCG64, seed {SEED})",
        heading,
        [*rows, *base, *published],
        digits=2,
    )


def _steps(sets: Sequence[JudgedSet]) -> ResultTable:
    from sumscope.annotate.edits import edit_script

    rows: list[list[Cell]] = []
    for one in sets:
        for (a, left), (b, right) in combinations(one.covers.items(), 2):
            s = edit_script(left, right)
            parts = (s.deleted, s.added, s.moves, s.splits, s.merges, s.identical, s.both_left_out)
            rows.append(["ours", one.name, f"{a}-{b}", *map(len, parts)])
    rows.append(["published", "Rushdie", "A-H", 11, 7, 11, 1, None, 1, 22])
    rows.append(["published", "Schulz", "A-B", 25, 9, 3, None, None, 4, 185])
    heading = ["from", "set", "judges", "delete", "add", "move", "split", "merge", "identical"]
    return table(
        "steps",
        "Steps from one judge's clustering to another's, clusters alike, sentences left out by "
        "both (Schulz A-B: the paper gives 37 sentences to delete, add or move; 3 is what remains)",
        [*heading, "both out"],
        rows,
    )


def _defined(value: Value) -> float:
    if isinstance(value, Undefined):
        raise SumscopeError(f"two clusterings have no agreement: {value.reason}")
    return value


def _column_means(rows: Sequence[Sequence[float]]) -> list[float]:
    return [sum(column) / len(column) for column in zip(*rows, strict=True)]
