"""Cover measures of a clustering against itself, split and merged at random (Geiss 2009)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from sumscope.core.cover import Partition

FIGURE = ("vbeta", "v0.5", "nvi", "rand", "pair-f", "entropy", "purity", "vi")
TABLE = ("vbeta", "v0.5", "nvi")


@dataclass(frozen=True)
class Drift:
    """Measures along random splits and merges of a clustering: means over the runs.

    `values[name][i]` belongs to `counts[i]` clusters; counts go from 1 to all singletons.
    """

    start: int
    counts: tuple[int, ...]
    values: dict[str, tuple[float, ...]]

    def at(self, name: str, count: int) -> float:
        """The value of a measure at a number of clusters."""
        return self.values[name][self.counts.index(count)]

    def rows(self) -> list[list[Any]]:
        """The number of clusters and every measure there."""
        names = self.values
        return [[n, *(names[name][at] for name in names)] for at, n in enumerate(self.counts)]

    def claims(self) -> list[list[Any]]:
        """What the paper found in Figure 1: the claim, whether it holds here, and the figures."""
        return [[claim, "yes" if holds else "no", said] for claim, holds, said in behaviours(self)]


def drifted(start: Partition, runs: int, seed: int = 0) -> Drift:
    """Every measure of Figure 1 of `start` against itself split and merged, over `runs` runs."""
    from sumscope.annotate.drift import merge_to_one, split_to_singletons
    from sumscope.core.measure import parse
    from sumscope.metrics.cover import CoverPair

    measures = {name: parse(name) for name in FIGURE}
    sums: dict[int, dict[str, list[float]]] = {}
    for number in range(runs):
        splits = split_to_singletons(start, seed + number)
        for changed in (*merge_to_one(start, seed + number)[1:], *splits):
            pair = CoverPair.of(start, changed)
            cells = sums.setdefault(len(changed.clusters), {name: [] for name in FIGURE})
            for name, measure in measures.items():
                cells[name].append(measure.score(pair))
    counts = tuple(sorted(sums))
    every = {name: [sums[count][name] for count in counts] for name in FIGURE}
    values = {name: tuple(sum(cell) / len(cell) for cell in cells) for name, cells in every.items()}
    return Drift(len(start.clusters), counts, values)


def behaviours(drift: Drift) -> list[tuple[str, bool, str]]:
    """What the paper found in Figure 1: the claim, whether it holds here, and the figures."""
    from sumscope.core.measure import parse

    found = []
    worse = [name for name in FIGURE if not _best_at_start(drift, name)]
    found.append(("every measure is best at the original", not worse, ", ".join(worse) or "all"))
    for name in TABLE:
        sign = 1 if type(parse(name)).traits.better == "higher" else -1
        best = drift.at(name, drift.start)
        merged, split = drift.at(name, 1), drift.at(name, drift.counts[-1])
        steps = range(1, min(drift.start, drift.counts[-1] - drift.start + 1))
        each = all(
            sign * drift.at(name, drift.start - s) <= sign * drift.at(name, drift.start + s)
            for s in steps
        )
        found.append(
            (
                f"{name} falls more for merging than for splitting, step by step and at the end",
                each and sign * merged < sign * split,
                f"{best:.2f} falls to {merged:.2f} by merging, {split:.2f} by splitting",
            )
        )
    last = drift.at("pair-f", drift.counts[-1])
    found.append(("F is 0 at all singletons", last == 0, f"{last:.2f}"))
    high = [value for value in drift.values["rand"] if value >= 0.84]
    share = len(high) / len(drift.counts)
    single = drift.at("rand", drift.counts[-1])
    found.append(
        (
            "the Rand index stays near 1 (0.84 to 1) most of the time, also at all singletons",
            share > 0.5 and single >= 0.84,
            f"{share:.0%} of the steps; {single:.2f} at all singletons (published 0.91)",
        )
    )
    return found


def _best_at_start(drift: Drift, name: str) -> bool:
    from sumscope.core.measure import parse

    best = drift.at(name, drift.start)
    if type(parse(name)).traits.better == "higher":
        return best >= max(drift.values[name]) - 1e-12
    return best <= min(drift.values[name]) + 1e-12
