"""1,000 summary-level bootstrap resamples on 24 systems x 100 inputs, beside nlpstats.

Needs the bench extra. One core: the number of threads is set before numpy is loaded. The peer
runs fewer resamples, and its time is scaled (it is a loop over resamples).
"""

from __future__ import annotations

import os

os.environ.update(
    dict.fromkeys(("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS"), "1")
)

import time

import numpy as np

from sumscope.metaeval.bootstrap import draw, interval, resampled
from sumscope.metaeval.correlation import STATISTICS

SYSTEMS, INPUTS, RESAMPLES, PEER_RESAMPLES = 24, 100, 1000, 100


def data() -> tuple[np.ndarray, np.ndarray]:
    rng = np.random.default_rng(0)
    quality = rng.normal(size=(SYSTEMS, 1))
    human = quality + rng.normal(size=(SYSTEMS, INPUTS))
    return np.round(human + rng.normal(size=human.shape), 2), np.round(human, 1)


def ours(x: np.ndarray, z: np.ndarray, statistic: str) -> tuple[float, tuple[float, float]]:
    begun = time.process_time()
    draws = draw(SYSTEMS, INPUTS, over="both", resamples=RESAMPLES, seed=0)
    found = interval(resampled(x, z, "summary", statistic, draws), x.shape, "both")
    return time.process_time() - begun, (found.low or 0, found.high or 0)


def theirs(x: np.ndarray, z: np.ndarray, statistic: str) -> tuple[float, tuple[float, float]]:
    from nlpstats.correlations import bootstrap

    np.random.seed(0)
    begun = time.process_time()
    found = bootstrap(x, z, "input", statistic, "both", n_resamples=PEER_RESAMPLES)
    seconds = (time.process_time() - begun) * RESAMPLES / PEER_RESAMPLES
    return seconds, (float(found.lower), float(found.upper))


def main() -> None:
    x, z = data()
    ours(x, z, "kendall")  # imports and kernels loaded
    print(f"summary level, {SYSTEMS} x {INPUTS}, {RESAMPLES} resamples of both, CPU seconds")
    for statistic in STATISTICS:
        seconds, (low, high) = ours(x, z, statistic)
        line = f"{statistic:9} sumscope {seconds:6.3f} s [{low:.3f}, {high:.3f}]"
        if statistic != "somers":
            peer, (low, high) = theirs(x, z, statistic)
            line += (
                f"   nlpstats {peer:6.1f} s [{low:.3f}, {high:.3f}] ({PEER_RESAMPLES} run, scaled)"
            )
            line += f"   ratio {peer / seconds:.0f}"
        print(line)


if __name__ == "__main__":
    main()
