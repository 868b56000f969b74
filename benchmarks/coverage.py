"""How often 95% intervals over systems and inputs hold the value that they are meant to hold.

Made-up scores whose right answer is known: the mean of the estimate over many corpora of the same
kind. People score a summary by its system's quality and by chance; two metrics see that score with
a liking of their own for each system and with noise. The table of docs/how-to/meta.md.

    python benchmarks/coverage.py
    SUMSCOPE_DATA=... python benchmarks/coverage.py --sizes

`--sizes`: how many systems and inputs a difference between two metrics needs before it shows.
Smaller corpora are drawn from REALSumm (without replacement), where topic-fusion is above ROUGE-2
on single summaries beyond doubt; how often does the paired interval of the small corpus, by
percentiles or calibrated, exclude 0? The table of docs/explanation/kumar2011.md.
"""

from __future__ import annotations

import os
import sys
from itertools import product
from pathlib import Path

import numpy as np

import sumscope
from sumscope.core.choices import Level
from sumscope.core.numbers import generator
from sumscope.core.table import ScoreRow
from sumscope.corpus.jsonl import read_corpus
from sumscope.metaeval.bootstrap import Interval, calibrated, draw_three, interval, paired
from sumscope.metaeval.correlation import Statistic, correlate
from sumscope.metaeval.matrix import matrices

SIZES = [(10, 10), (10, 50), (24, 20), (24, 100)]
KINDS: list[tuple[Level, Statistic]] = [
    ("summary", "pearson"),
    ("summary", "kendall"),
    ("pooled", "pearson"),
    ("system", "pearson"),
]
DRAWN_SIZES = [(10, 10), (10, 20), (10, 50), (10, 100), (24, 10), (24, 20), (24, 50)]
DRAWN_CORPORA, DRAWN_RESAMPLES = 500, 500
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
    scores: Scores,
    value: float,
    level: Level,
    statistic: Statistic,
    seed: int,
    resamples: int = RESAMPLES,
) -> tuple[Interval, Interval]:
    """By percentiles, calibrated."""
    shape = scores[2].shape
    three = draw_three(*shape, resamples=resamples, seed=seed)
    ways = [paired(*scores, level, statistic, draws) for draws in three]
    return interval(ways[0], shape, "both"), calibrated(value, *ways, shape, 2.0)


def coverage() -> None:
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


def scores(corpus: Path) -> Scores:
    """Systems x inputs: ours, ROUGE-2, people."""
    table = sumscope.score(corpus, ["topic-fusion", "rouge-2"], workers=1)
    human = [
        ScoreRow(topic.id, peer, False, "human", next(iter(said.values())))
        for topic in read_corpus(corpus)
        for peer, said in topic.judgements.items()
    ]
    ours, rouge, people = (matrix.values for matrix in matrices([*table, *human]))
    return ours, rouge, people


def sizes() -> None:
    folder = os.environ.get("SUMSCOPE_DATA")
    if not folder:
        print("SUMSCOPE_DATA does not name the folder of real corpora: nothing to measure")
        return
    whole = scores(Path(folder) / "realsumm" / "cnndm.jsonl.gz")
    print("| systems | inputs | difference, mean and deviation | percentile | calibrated |")
    print("| --- | --- | --- | --- | --- |")
    for systems, inputs in DRAWN_SIZES:
        chance = generator(0)
        gaps, shown = [], np.zeros(2)
        for seed in range(DRAWN_CORPORA):
            rows = chance.choice(len(whole[0]), systems, replace=False)
            columns = chance.choice(whole[0].shape[1], inputs, replace=False)
            ours, rouge, people = (values[np.ix_(rows, columns)] for values in whole)
            part = ours, rouge, people
            gaps.append(gap(part, "summary", "pearson"))
            found = intervals(part, gaps[-1], "summary", "pearson", seed, DRAWN_RESAMPLES)
            shown += [one.low is not None and one.low > 0 for one in found]
        mean, spread = np.nanmean(gaps), np.nanstd(gaps)
        shares = " | ".join(f"{count / DRAWN_CORPORA:.0%}" for count in shown)
        print(f"| {systems} | {inputs} | {mean:+.3f}, {spread:.3f} | {shares} |", flush=True)


if __name__ == "__main__":
    sizes() if "--sizes" in sys.argv else coverage()
