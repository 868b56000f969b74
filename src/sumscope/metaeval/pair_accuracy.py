"""Agreement with people on pairs of systems, as a meta-evaluation reports it: acceq and spa."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial

from sumscope.core.choices import Level
from sumscope.metaeval.bootstrap import Draws
from sumscope.metaeval.correlation import Floats
from sumscope.metaeval.memo import Memo
from sumscope.metaeval.soft_accuracy import resampled_soft_accuracy, soft_accuracy
from sumscope.metaeval.tie_calibration import (
    TieCalibration,
    resampled_system_accuracy,
    system_accuracy,
)


@dataclass(frozen=True)
class PairStatistic:
    """A statistic on pairs of systems, and how it comes out in resamples."""

    statistic: str
    value: float | None
    n: int
    reason: str | None
    resample: Callable[[Draws], Floats]
    epsilon: float | None = None


def pair_accuracies(
    x: Floats, z: Floats, level: Level, rounds: int, seed: int, memo: Memo
) -> Iterator[PairStatistic]:
    """acceq at summary and system level, spa at system level; nothing for pooled summaries.

    `memo` keeps what is made of one matrix, for other pairs of matrices.
    """
    if level == "summary":
        pairs = TieCalibration(x, z, seed)
        found = pairs.accuracy()
        yield PairStatistic(
            "acceq", found.value, found.n, found.reason, pairs.resampled, found.epsilon
        )
    elif level == "system":
        found = system_accuracy(x, z)
        sample = partial(resampled_system_accuracy, x, z, memo=memo)
        yield PairStatistic("acceq", found.value, found.n, found.reason, sample, found.epsilon)
        soft = soft_accuracy(x, z, rounds=rounds, seed=seed, memo=memo)
        sample = partial(resampled_soft_accuracy, x, z, memo=memo)
        yield PairStatistic("spa", soft.value, soft.n, soft.reason, sample)
