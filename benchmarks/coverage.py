"""How often 95% intervals over systems and inputs hold the value that they are meant to hold.

Made-up scores whose right answer is known: the mean of the estimate over many corpora of the same
kind. People score a summary by its system's quality and by chance; two metrics see that score with
a liking of their own for each system and with noise. The table of docs/how-to/meta.md.
"""

from __future__ import annotations

from itertools import product

import numpy as np

from sumscope.core.choices import Level
from sumscope.core.seeds import generator
from sumscope.metaeval.bootstrap import Interval, calibrated, draw_three, interval, paired
from sumscope.metaeval.correlation import Statistic, correlate

SIZES = [(10, 10), (10, 50), (24, 20), (24, 100)]
KINDS: list[tuple[Level, Statistic]] = [
    ("summary", "pearson"),
    ("summary", "kendall"),
    ("pooled", "pearson"),
    ("system", "pearson"),
]
LIKING, CORPORA, FURTHER, RESAMPLES = 0.5, 300, 1500, 300
Scores = tuple[np.ndarray, np.ndarray, np.ndarray]


def corpus(chance: np.random.Generator, systems: int, inputs: int) -> Scores:
    """Two metrics and people, systems x inputs; the second metric is the noisier one."""
    cells = (systems, inputs)
    human = 0.5 * chance.normal(size=(systems, 1)) + chance.normal(size=cells)
    first, second = (
        0.6 * human + LIKING * chance.normal(size=(systems, 1)) + noise * chance.normal(size=cells)
        for noise in (1.0, 1.2)
    )
    return first, second, human


def gap(scores: Scores, level: Level, statistic: Statistic) -> float:
    values = [correlate(x, scores[2], level, statistic).value for x in scores[:2]]
    return float("nan") if None in values else values[0] - values[1]


def intervals(
    scores: Scores, value: float, level: Level, statistic: Statistic, seed: int
) -> tuple[Interval, Interval]:
    shape = scores[2].shape
    three = draw_three(*shape, resamples=RESAMPLES, seed=seed)
    ways = [paired(*scores, level, statistic, draws) for draws in three]
    return interval(ways[0], shape, "both"), calibrated(value, *ways, shape, 2.0)


def main() -> None:
    print("| level | coefficient | systems x inputs | percentile | calibrated | right width |")
    print("| --- | --- | --- | --- | --- | --- |")
    for (level, statistic), (systems, inputs) in product(KINDS, SIZES):
        chance = generator(0)
        corpora = [corpus(chance, systems, inputs) for _ in range(CORPORA)]
        values = [gap(scores, level, statistic) for scores in corpora]
        further = (gap(corpus(chance, systems, inputs), level, statistic) for _ in range(FURTHER))
        every = np.array([*values, *further])
        truth, width = np.nanmean(every), 2 * 1.96 * np.nanstd(every)
        held, wide = np.zeros(2), np.zeros(2)
        for seed, (scores, value) in enumerate(zip(corpora, values, strict=True)):
            found = intervals(scores, value, level, statistic, seed)
            held += [i.low <= truth <= i.high for i in found]
            wide += [i.high - i.low for i in found]
        cells = [f"{h / CORPORA:.1%}, {w / CORPORA:.3f}" for h, w in zip(held, wide, strict=True)]
        size = f"{systems} x {inputs}"
        print(
            f"| {level} | {statistic} | {size} | {cells[0]} | {cells[1]} | {width:.3f} |",
            flush=True,
        )


if __name__ == "__main__":
    main()
