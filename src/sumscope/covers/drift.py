"""A clustering split and merged at random, and its measures along the way (Geiss 2009)."""

from __future__ import annotations

import random
from dataclasses import dataclass
from typing import Any

from sumscope.core.cover import Partition


def split_to_singletons(start: Partition, seed: int) -> list[Partition]:
    """From `start`, one random split a step, until every item is alone; `start` comes first.

    A step draws a cluster of two or more (each as likely) and sends each of its items to one of
    two halves by a coin, repeated until neither is empty.
    """
    draw = random.Random(seed)
    clusters = [list(cluster) for cluster in start.clusters]
    steps = [start]
    while len(clusters) < len(start.items):
        at = draw.choice([i for i, cluster in enumerate(clusters) if len(cluster) > 1])
        clusters[at : at + 1] = list(_halves(clusters[at], draw))
        steps.append(_as_partition(start, clusters))
    return steps


def merge_to_one(start: Partition, seed: int) -> list[Partition]:
    """From `start`, one random merge of two clusters a step, until one is left."""
    draw = random.Random(seed)
    clusters = [list(cluster) for cluster in start.clusters]
    steps = [start]
    while len(clusters) > 1:
        one, other = sorted(draw.sample(range(len(clusters)), 2))
        clusters[one] += clusters.pop(other)
        steps.append(_as_partition(start, clusters))
    return steps


def split_rounds(start: Partition, seed: int) -> list[Partition]:
    """From `start`, every cluster of two or more split once a round, until every item is alone."""
    draw = random.Random(seed)
    clusters = [list(cluster) for cluster in start.clusters]
    rounds = [start]
    while len(clusters) < len(start.items):
        parts = []
        for cluster in clusters:
            parts += [cluster] if len(cluster) < 2 else list(_halves(cluster, draw))
        clusters = parts
        rounds.append(_as_partition(start, clusters))
    return rounds


def merge_rounds(start: Partition, seed: int) -> list[Partition]:
    """From `start`, clusters merged two and two at random a round, until one is left."""
    draw = random.Random(seed)
    clusters = [list(cluster) for cluster in start.clusters]
    rounds = [start]
    while len(clusters) > 1:
        draw.shuffle(clusters)
        odd = clusters[len(clusters) // 2 * 2 :]
        clusters = [
            one + other for one, other in zip(clusters[::2], clusters[1::2], strict=False)
        ] + odd
        rounds.append(_as_partition(start, clusters))
    return rounds


def _halves(cluster: list[str], draw: random.Random) -> tuple[list[str], list[str]]:
    """Two parts of a cluster by the toss of a coin, repeated until neither is empty."""
    while True:
        one: list[str] = []
        other: list[str] = []
        for item in cluster:
            (one if draw.random() < 0.5 else other).append(item)
        if one and other:
            return one, other


def _as_partition(start: Partition, clusters: list[list[str]]) -> Partition:
    return Partition(start.items, tuple(tuple(cluster) for cluster in clusters))


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


@dataclass(frozen=True)
class Rounds:
    """Measures by rounds: below 0 rounds of merging, above 0 of splitting, means over the runs.

    `clusters[i]` is the mean number of clusters after `rounds[i]`; runs that have ended count with
    what they ended in.
    """

    rounds: tuple[int, ...]
    clusters: tuple[float, ...]
    values: dict[str, tuple[float, ...]]

    def rows(self) -> list[list[Any]]:
        """The round, the mean number of clusters and every measure there."""
        columns = (self.clusters, *self.values.values())
        return [[r, *(column[at] for column in columns)] for at, r in enumerate(self.rounds)]

    def at(self, name: str, number: int) -> float:
        """The value of a measure after a round."""
        return self.values[name][self.rounds.index(number)]


def drifted_by_rounds(start: Partition, runs: int, seed: int = 0) -> Rounds:
    """Every measure of Figure 1 where a round splits or merges every cluster once."""
    from sumscope.core.measure import parse
    from sumscope.metrics.cover import CoverPair

    measures = [parse(name) for name in FIGURE]
    made: list[dict[int, list[float]]] = []
    for number in range(runs):
        along: dict[int, list[float]] = {}
        for sign, steps in (
            (-1, merge_rounds(start, seed + number)),
            (1, split_rounds(start, seed + number)),
        ):
            for at, changed in enumerate(steps):
                pair = CoverPair.of(start, changed)
                scores = [float(measure.score(pair)) for measure in measures]
                along[sign * at] = [float(len(changed.clusters)), *scores]
        made.append(along)
    rounds = range(min(map(min, made)), max(map(max, made)) + 1)
    means = []
    for number in rounds:
        cells = [along[max(min(along), min(number, max(along)))] for along in made]
        means.append([sum(column) / runs for column in zip(*cells, strict=True)])
    clusters, *values = (tuple(column) for column in zip(*means, strict=True))
    return Rounds(tuple(rounds), clusters, dict(zip(FIGURE, values, strict=True)))


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
