"""How many systems and inputs a difference between two metrics needs before it shows.

Smaller corpora are drawn from REALSumm (without replacement), where topic-fusion is above ROUGE-2
on single summaries beyond doubt; how often does the paired interval of the small corpus, by
percentiles or calibrated, exclude 0?
Needs the real corpora (SUMSCOPE_DATA). The table of docs/explanation/kumar2011.md.
"""

from __future__ import annotations

import os
from pathlib import Path

import numpy as np

import sumscope
from sumscope.core.seeds import generator
from sumscope.core.table import ScoreRow
from sumscope.corpus.jsonl import read_corpus
from sumscope.metaeval.bootstrap import calibrated, draw_three, interval, paired
from sumscope.metaeval.correlation import correlate
from sumscope.metaeval.matrix import matrices

SIZES = [(10, 10), (10, 20), (10, 50), (10, 100), (24, 10), (24, 20), (24, 50)]
CORPORA, RESAMPLES = 500, 500
MEASURES = ["topic-fusion", "rouge-2"]


def scores(corpus: Path) -> tuple[np.ndarray, ...]:
    """Systems x inputs: ours, ROUGE-2, people."""
    table = sumscope.score(corpus, MEASURES, workers=1)
    human = [
        ScoreRow(topic.id, peer, False, "human", next(iter(said.values())))
        for topic in read_corpus(corpus)
        for peer, said in topic.judgements.items()
    ]
    return tuple(matrix.values for matrix in matrices([*table, *human]))


def shows(
    ours: np.ndarray, theirs: np.ndarray, human: np.ndarray, value: float, seed: int
) -> list[bool]:
    """Whether the interval lies above 0: by percentiles, calibrated."""
    three = draw_three(*human.shape, resamples=RESAMPLES, seed=seed)
    ways = [paired(ours, theirs, human, "summary", "pearson", draws) for draws in three]
    wide = interval(ways[0], human.shape, "both")
    right = calibrated(value, *ways, human.shape, 2.0)
    return [found.low is not None and found.low > 0 for found in (wide, right)]


def gap(ours: np.ndarray, theirs: np.ndarray, human: np.ndarray) -> float:
    values = [correlate(x, human, "summary", "pearson").value for x in (ours, theirs)]
    return float("nan") if None in values else values[0] - values[1]


def main() -> None:
    folder = os.environ.get("SUMSCOPE_DATA")
    if not folder:
        print("SUMSCOPE_DATA does not name the folder of real corpora: nothing to measure")
        return
    whole = scores(Path(folder) / "realsumm" / "cnndm.jsonl.gz")
    print("| systems | inputs | difference, mean and deviation | percentile | calibrated |")
    print("| --- | --- | --- | --- | --- |")
    for systems, inputs in SIZES:
        chance = generator(0)
        gaps, seen = [], np.zeros(2)
        for number in range(CORPORA):
            rows = chance.choice(len(whole[0]), systems, replace=False)
            columns = chance.choice(whole[0].shape[1], inputs, replace=False)
            part = [values[np.ix_(rows, columns)] for values in whole]
            gaps.append(gap(*part))
            seen += shows(*part, gaps[-1], seed=number)
        mean, spread = np.nanmean(gaps), np.nanstd(gaps)
        shares = " | ".join(f"{count / CORPORA:.0%}" for count in seen)
        print(f"| {systems} | {inputs} | {mean:+.3f}, {spread:.3f} | {shares} |", flush=True)


if __name__ == "__main__":
    main()
