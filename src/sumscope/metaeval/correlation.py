"""Four coefficients of correlation over rows with weights, and the three levels they are taken at.

Everything rests on one function, `all_coefficients`: rows of scores with rows of weights. A weight
of 0 leaves a score out, a weight of 2 counts it twice, so a bootstrap resample is a row of counts,
and missing scores need no case of their own.

- pearson; spearman (average ranks on ties); kendall (tau-b);
- somers: Somers' D of the metric given the human score, (concordant - discordant) over the pairs
  that people separate. Ties of the metric count against it, which tau-b does not see to.

Levels, of peers x topics matrices: `system` correlates the means over topics, `summary` averages
over topics the correlation over systems, `pooled` takes every summary as one point. A summary
that lacks either score is left out, at every level.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from typing import Literal, get_args

import numpy as np
from numpy.typing import NDArray

from sumscope import kernels
from sumscope.core.choices import Level

Floats = NDArray[np.float64]
Statistic = Literal["pearson", "spearman", "kendall", "somers"]
STATISTICS: tuple[Statistic, ...] = get_args(Statistic)
LEVELS: tuple[Level, ...] = get_args(Level)
# Scores whose spread is rounding error are taken as constant; means closer than this are tied.
_ROUNDING = 1e-13


def coefficient(statistic: Statistic, x: Floats, z: Floats, w: Floats) -> Floats:
    """The correlation of metric `x` with human `z` for each row of weights `w`; NaN: undefined.

    `x` and `z` have one row, or a row for each row of `w`, and are finite where the weight is
    not 0.
    """
    return coefficients((statistic,), x, z, w)[statistic]


def coefficients(
    statistics: Collection[Statistic], x: Floats, z: Floats, w: Floats
) -> dict[Statistic, Floats]:
    """Several coefficients at once; what they share is computed once."""
    x, z, w = (np.atleast_2d(one) for one in (x, z, w))
    found = all_coefficients(statistics, x[None], z[None], w)
    return {statistic: values[0, 0] for statistic, values in found.items()}


def all_coefficients(
    statistics: Collection[Statistic], x: Floats, z: Floats, w: Floats
) -> dict[Statistic, Floats]:
    """Coefficients of every metric (x: metrics x rows x items) with every human score.

    Gives metrics x human scores x rows of weights; what a metric or a human score needs by itself
    is computed once for all of them.
    """
    found = kernels.concordance.correlations(
        np.ascontiguousarray(x, dtype=np.float64),
        np.ascontiguousarray(z, dtype=np.float64),
        np.ascontiguousarray(w, dtype=np.float64),
        "pearson" in statistics,
        "spearman" in statistics,
        "kendall" in statistics or "somers" in statistics,
    )
    return {s: values for s, values in zip(STATISTICS, found, strict=True) if s in statistics}


@dataclass(frozen=True)
class Correlation:
    """A correlation with its n (systems, topics averaged over, or summaries), or why there is none.

    At summary level `reason` also tells of topics that had to be left out of a defined value.
    """

    value: float | None
    n: int
    reason: str | None = None


def correlate(x: Floats, z: Floats, level: Level, statistic: Statistic) -> Correlation:
    """Correlate two peers x topics matrices (NaN: missing) at a level."""
    both = ~(np.isnan(x) | np.isnan(z))
    x, z = np.where(both, x, 0.0), np.where(both, z, 0.0)
    if level == "summary":
        return _per_topic(x, z, both, statistic)
    if level == "system":
        a, b, w = system_means(x, z, both, np.ones((1, x.shape[1])))
        unit = "systems"
    else:
        a, b, w = x[both][None, :], z[both][None, :], np.ones((1, int(both.sum())))
        unit = "summaries"
    n = int((w > 0).sum())
    value = coefficient(statistic, a, b, w)[0]
    if np.isnan(value):
        return Correlation(None, n, _why(a[w > 0], b[w > 0], unit))
    return Correlation(float(value), n)


def system_means(
    x: Floats, z: Floats, both: NDArray[np.bool_], counts: Floats
) -> tuple[Floats, Floats, Floats]:
    """Means of each system over the topics, weighted by rows of `counts`, and who has any."""
    (a, b), held = all_means((x, z), both, counts)
    return a, b, held


def all_means(
    matrices: Sequence[Floats], both: NDArray[np.bool_], counts: Floats
) -> tuple[list[Floats], Floats]:
    """The same for any number of matrices with the same gaps."""
    weight = counts @ both.astype(np.float64).T
    safe = np.where(weight > 0, weight, 1.0)
    return [even(counts @ m.T / safe) for m in matrices], (weight > 0).astype(np.float64)


def even(means: Floats) -> Floats:
    """Means that differ only in the order of their sums are made equal."""
    top = float(np.abs(means).max(initial=0.0))
    if top == 0.0:
        return means
    scale = 2.0 ** np.floor(np.log2(top))
    return np.asarray(np.round(means / scale, 12) * scale, dtype=np.float64)


def _per_topic(x: Floats, z: Floats, both: NDArray[np.bool_], statistic: Statistic) -> Correlation:
    values = coefficient(statistic, x.T, z.T, both.T.astype(np.float64))
    bad = np.flatnonzero(np.isnan(values))
    n = len(values) - len(bad)
    reason = None
    if len(bad):
        why = Counter(_why(x[both[:, t], t], z[both[:, t], t], "systems") for t in bad)
        listed = "; ".join(f"{text} ({count})" for text, count in sorted(why.items()))
        reason = f"undefined on {len(bad)} of {len(values)} topics: {listed}"
    elif not len(values):
        reason = "no topics"
    return Correlation(float(np.nanmean(values)) if n else None, n, reason)


def _why(x: Floats, z: Floats, unit: str) -> str:
    if len(x) < 2:
        return f"fewer than two {unit} have both scores"
    if np.ptp(z) <= _ROUNDING * float(np.abs(z).max()):
        return "the human scores are all equal"
    return "the metric's scores are all equal"
