"""Table 3 of Geiss (2009): agreement between judges, beside random clusterings and per judge."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from itertools import combinations

from sumscope.core.cover import COMPLETIONS, Cover
from sumscope.core.errors import SumscopeError
from sumscope.core.measure import parse
from sumscope.core.progress import Progress
from sumscope.core.tables import Cell, ResultTable, table
from sumscope.core.values import Undefined
from sumscope.covers.agreement import random_pairs
from sumscope.covers.drift_scores import TABLE
from sumscope.metrics.cover import CoverMeasure, CoverPair, evaluate
from sumscope.papers._geiss2009_published import PUBLISHED_AGREEMENT

SEED, BASELINE = 0, 100
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
    """Two judges of a set: Vbeta, V0.5, V0.5 back and NVI, with singletons and with a bucket."""

    name: str
    left: str
    right: str
    values: tuple[float, ...]


@dataclass(frozen=True)
class AgreementFigures:
    """Table 3: each pair of judges, and the rows of means over random clusterings."""

    pairs: tuple[PairFigures, ...]
    random: tuple[tuple[Cell, ...], ...]


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
        for kind, said in RANDOM.items():
            drawn = [found for cover in one.covers.values() for found in _drawn(one, cover, kind)]
            every[kind] += drawn
            base.append((said, one.name, "", *_column_means(drawn)))
        if progress is not None:
            progress(number + 2, steps)
    base += [(said, "base", "", *_column_means(every[kind])) for kind, said in RANDOM.items()]
    return AgreementFigures(tuple(rows), tuple(base))


def _figures(pair: CoverPair) -> list[float]:
    back = pair.swapped
    return [_value(name, one) for name, one in zip(_COLUMNS, (pair, pair, back, pair), strict=True)]


def _value(name: str, pair: CoverPair) -> float:
    value = evaluate(_measure(name), pair)
    if isinstance(value, Undefined):
        raise SumscopeError(f"{name}: {value.reason}")
    return value


@cache
def _measure(name: str) -> CoverMeasure:
    made: CoverMeasure = parse(name)
    return made


def _drawn(one: JudgedSet, cover: Cover, kind: str) -> list[list[float]]:
    """A judge's completed cover, as the standard, against random ones, completed both ways."""
    ways = []
    for way in COMPLETIONS:
        pair = CoverPair.of(cover, cover, complete=way, items=one.items)
        ways.append([_figures(drawn) for drawn in random_pairs(pair, BASELINE, SEED, kind)])
    return [[*first, *second] for first, second in zip(*ways, strict=True)]


def table_3(found: AgreementFigures) -> ResultTable:
    """Table 3, ours and published."""
    heading = ["from", "set", "judges"]
    for way in COMPLETIONS:
        heading += [f"{name} {way}" for name in ("vbeta", "v0.5", "v0.5 back", "nvi")]
    published: list[list[Cell]] = []
    for name, judges, vs, hs, ns, vb, hb, nb in PUBLISHED_AGREEMENT:
        # Only with the random set as the standard do free sizes give the published base row.
        ahead = (None, hs, ns, vb, None, hb, nb) if name == "base" else None
        cells = ahead or (hs, None, ns, vb, hb, None, nb)
        published.append(["published", name, judges, vs, *cells])
    ours: list[list[Cell]] = [
        ["ours", p.name, f"{p.left}-{p.right}", *p.values] for p in found.pairs
    ]
    return table(
        "table3",
        "Table 3. Agreement between judges (v0.5 judges the second by the first, back the other "
        f"way; random: each judge as the standard against {BASELINE} clusterings, with the judge's "
        "sizes and items permuted, or with 2 to N/2 clusters of any size; PCG64, seed "
        f"{SEED})",
        heading,
        [*ours, *found.random, *published],
        digits=2,
    )


def judge_means(found: AgreementFigures) -> ResultTable:
    """The mean agreement of each judge with all others over all sets."""
    published = [
        PairFigures(name, judges[0], judges[-1], (vs, hs, hs, ns, vb, hb, hb, nb))
        for name, judges, vs, hs, ns, vb, hb, nb in PUBLISHED_AGREEMENT
        if judges
    ]
    rows: list[list[Cell]] = []
    for source, pairs in (("ours", found.pairs), ("published", published)):
        per: dict[str, list[list[float]]] = {}
        for pair in pairs:
            vs, hs, hs_back, ns, vb, hb, hb_back, nb = pair.values
            both = [vs, (hs + hs_back) / 2, ns, vb, (hb + hb_back) / 2, nb]
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
