"""Agreement between covers: every pair, by every measure, compared with chance."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import TYPE_CHECKING, NamedTuple

from sumscope.core.cover import COMPLETIONS, Cover, completion
from sumscope.core.errors import MissingExtraError, SumscopeError
from sumscope.core.lazy import optional
from sumscope.core.numbers import check_seed
from sumscope.core.progress import Progress
from sumscope.core.results import RowResult
from sumscope.core.table import mean_of
from sumscope.core.tables import Cell, ResultTable, table
from sumscope.core.values import Topic, Undefined

if TYPE_CHECKING:
    import pandas
    import polars

    from sumscope.core.measure import MeasureLike
    from sumscope.covers.cause_counts import CauseCount
    from sumscope.metrics.cover import CoverMeasure, CoverPair

BASELINE = 100
GENERATORS = {
    "permuted": "right cover with its items permuted, numpy PCG64",
    "free": "items in K clusters at random, K from 2 to half the items, numpy PCG64",
}


# Up to this many items the random baseline is made without being asked for.
BASELINE_ITEMS = 2000


class AgreeRow(NamedTuple):
    """One figure: `right` judged by `left`, completed as `complete` says.

    `baseline` is the mean, `baseline_sd` the standard deviation over random clusterings.
    """

    left: str
    right: str
    measure: str
    value: float | None
    complete: str
    reason: str | None = None
    topic: str | None = None
    baseline: float | None = None
    baseline_sd: float | None = None


@dataclass(frozen=True, repr=False)
class Agreement(RowResult):
    """All figures, in the order of topics, pairs, completions and measures."""

    rows: tuple[AgreeRow, ...]
    settings: dict[str, object]

    def tables(self) -> Iterator[ResultTable]:
        """The figures of each topic, then their means."""
        topics = list(dict.fromkeys(row.topic for row in self.rows))
        for topic in topics:
            yield _table(topic or "", [row for row in self.rows if row.topic == topic])
        if len(topics) > 1:
            yield _table("mean over topics", self.means())

    def means(self) -> list[AgreeRow]:
        """Each pair of judges over the topics where the figure is defined."""
        cells: dict[tuple[str, str, str, str], list[AgreeRow]] = {}
        for row in self.rows:
            if row.value is not None:
                key = (row.left, row.right, row.measure, row.complete)
                cells.setdefault(key, []).append(row)
        return [
            AgreeRow(
                left=left,
                right=right,
                measure=name,
                value=mean_of(row.value for row in rows),
                complete=how,
                baseline=mean_of(row.baseline for row in rows),
            )
            for (left, right, name, how), rows in cells.items()
        ]

    def to_pandas(self) -> pandas.DataFrame:
        """The rows as a pandas DataFrame; undefined values are NaN."""
        pandas = optional("pandas", "pandas")
        frame = pandas.DataFrame(list(self.rows), columns=AgreeRow._fields)
        return frame.astype(dict.fromkeys(_NUMBERS, float))

    def to_polars(self) -> polars.DataFrame:
        """The rows as a polars DataFrame; undefined values are null."""
        polars = optional("polars", "polars")
        kinds = [polars.Float64 if name in _NUMBERS else polars.String for name in AgreeRow._fields]
        schema = dict(zip(AgreeRow._fields, kinds, strict=True))
        return polars.DataFrame(list(self.rows), schema=schema, orient="row")


_NUMBERS = ("value", "baseline", "baseline_sd")


def _table(title: str, rows: Sequence[AgreeRow]) -> ResultTable:
    """Pairs and measures down; values as completed in each way, and by chance, across."""
    ways = list(dict.fromkeys(row.complete for row in rows))
    random = any(row.baseline is not None for row in rows)
    heading = ["standard", "evaluated", "measure"]
    for way in ways:
        heading += [way, "by chance"] if random else [way]
    cells = {(row.left, row.right, row.measure, row.complete): row for row in rows}
    lines: list[list[Cell]] = []
    for left, right, name in dict.fromkeys((row.left, row.right, row.measure) for row in rows):
        line: list[Cell] = [left, right, name]
        each = [cells.get((left, right, name, way)) for way in ways]
        for row in each:
            line += [row and row.value, row and row.baseline] if random else [row and row.value]
        if any(row is not None and row.value is not None for row in each):
            lines.append(line)
    notes = [f"left out: {row.reason}" for row in rows if row.reason]
    return table("agreement", title, heading, lines, 4, notes)


@dataclass(frozen=True)
class CoverSet:
    """Covers that are compared with each other, and the items they are compared over."""

    topic: str | None
    covers: tuple[tuple[str, Cover], ...]
    items: tuple[str, ...] | None
    causes: tuple[CauseCount, ...] = ()


def compare_covers(
    sets: Sequence[CoverSet],
    measures: Sequence[MeasureLike] | None = None,
    complete: str | None = None,
    baseline: int | None = None,
    seed: int = 0,
    random: str = "permuted",
    progress: Progress | None = None,
) -> Agreement:
    """Compare every two covers of each set by every measure (without `measures`, by all)."""
    chosen = _cover_measures(measures)
    if random not in GENERATORS:
        raise SumscopeError(
            f"unknown kind of random clustering {random!r}", hint=f"give {' or '.join(GENERATORS)}"
        )
    if baseline is not None and baseline < 0:
        raise SumscopeError(f"{baseline} random clusterings", hint="give 0 or more")
    ways = COMPLETIONS if complete is None else (completion(complete),)
    total = sum(len(one.covers) * (len(one.covers) - 1) // 2 for one in sets)
    rows: list[AgreeRow] = []
    done = 0
    for one in sets:
        for left, right in combinations(one.covers, 2):
            made: list[AgreeRow] = []
            for way in ways:
                if made and nothing_left_out(one, left[1], right[1]):
                    made += [row._replace(complete=way) for row in made]
                else:
                    lenient = measures is None or len(sets) > 1
                    made += compare_pair(
                        one, left, right, way, chosen, lenient, baseline, seed, random
                    )
            rows += made
            done += 1
            if progress is not None:
                progress(done, total)
    settings = {
        "measures": [str(measure) for measure in chosen],
        "complete": list(ways),
        "baseline": baseline,
        "generator": GENERATORS[random],
        "seed": seed,
    }
    return Agreement(tuple(rows), settings)


def _cover_measures(measures: Sequence[MeasureLike] | None) -> list[CoverMeasure]:
    from sumscope.core.measure import as_measure, parse, registered

    if measures is None:
        kinds = (cls.traits for cls in registered() if cls.traits.kind == "cover")
        return [parse(name) for traits in kinds for name in traits.names]
    chosen: list[CoverMeasure] = [as_measure(m) for m in measures]
    for measure in chosen:
        if type(measure).traits.kind != "cover":
            raise SumscopeError(f"{measure} does not compare covers", hint="see sumscope measures")
    if not chosen:
        raise SumscopeError("no measure was given")
    return chosen


def judges_of(topics: Iterable[Topic]) -> Iterator[CoverSet]:
    """Yield the covers of each topic that two or more judges have grouped."""
    from sumscope.corpus.covers import covers_of_topic
    from sumscope.corpus.view import TopicView
    from sumscope.covers.cause_counts import count_causes

    found = False
    for topic in topics:
        if len(topic.covers) < 2:
            continue
        found = True
        universe = tuple(TopicView(topic).by_id) if topic.documents else None
        judged = covers_of_topic(topic, universe)
        yield CoverSet(topic.id, tuple(judged.items()), universe, count_causes(topic))
    if not found:
        raise SumscopeError(
            "no topic of the corpus has covers of two judges",
            hint="judges' clusterings go under `covers`",
        )


def nothing_left_out(one: CoverSet, left: Cover, right: Cover) -> bool:
    """Whether both ways of completing give the same covers."""
    universe = {*left.items, *right.items} if one.items is None else {*one.items}
    held = ({item for cluster in c.clusters for item in cluster} for c in (left, right))
    return all(len(items) == len(universe) for items in held)


def compare_pair(
    one: CoverSet,
    left: tuple[str, Cover],
    right: tuple[str, Cover],
    way: str,
    measures: Sequence[CoverMeasure],
    lenient: bool,
    baseline: int | None,
    seed: int,
    random: str = "permuted",
) -> list[AgreeRow]:
    """Compare two covers by every measure, and with random clusterings."""
    from sumscope.metrics.cover import CoverPair, evaluate

    place = f"topic {one.topic!r}: " if one.topic is not None else ""
    names = (f"{place}{left[0]}", f"{place}{right[0]}")
    pair = CoverPair.of(left[1], right[1], complete=way, items=one.items, names=names)
    count = baseline if baseline is not None else BASELINE * (pair.n <= BASELINE_ITEMS)
    lines = []
    for measure in measures:
        lines.append((measure, False))
        if not type(measure).traits.symmetric:
            lines.append((measure, True))
    rows: list[AgreeRow] = []
    for measure, turned in lines:
        first, second = (right[0], left[0]) if turned else (left[0], right[0])
        row = AgreeRow(first, second, str(measure), None, way, topic=one.topic)
        try:
            value = evaluate(measure, pair.swapped if turned else pair)
        except SumscopeError as error:
            if not lenient:
                raise
            missing = isinstance(error, MissingExtraError)
            value = Undefined(f"{error.what}; {error.hint}" if missing else error.what)
        if isinstance(value, Undefined):
            rows.append(row._replace(reason=value.reason))
        else:
            rows.append(row._replace(value=value))
    chance: list[list[float]] = [[] for _ in rows]
    for drawn in random_pairs(pair, count if pair.n else 0, seed, random):
        for (measure, turned), row, numbers in zip(lines, rows, chance, strict=True):
            if row.value is not None:
                value = evaluate(measure, drawn.swapped if turned else drawn)
                if not isinstance(value, Undefined):
                    numbers.append(value)
    return [
        row._replace(baseline=mean_of(numbers), baseline_sd=_deviation(numbers))
        for row, numbers in zip(rows, chance, strict=True)
    ]


def random_pairs(
    pair: CoverPair, count: int, seed: int, random: str = "permuted"
) -> Iterator[CoverPair]:
    """`count` pairs of the left cover and a random one of the same items.

    `permuted` is the right cover with its items permuted, so that number and sizes of clusters
    stay. `free` throws every item into one of K clusters, K drawn from 2 to half the items. The
    draws depend on the seed and the number of items only.
    """
    import numpy as np

    from sumscope.metrics.cover import CoverArrays, CoverPair

    rng = np.random.Generator(np.random.PCG64(check_seed(seed)))
    for _ in range(count):
        if random == "free":
            clusters = int(rng.integers(2, max(2, pair.n // 2) + 1))
            drawn = CoverArrays.from_labels(rng.integers(0, clusters, pair.n))
        else:
            drawn = pair.right.permuted(rng.permutation(pair.n).astype(np.int64))
        yield CoverPair(pair.left, drawn)


def _deviation(values: Sequence[float]) -> float | None:
    if len(values) < 2:
        return None
    mean = sum(values) / len(values)
    return float((sum((value - mean) ** 2 for value in values) / (len(values) - 1)) ** 0.5)
