"""Four coefficients of correlation over rows with weights, and the three levels they are taken at.

Everything rests on one function, `coefficient`: rows of scores with rows of weights. A weight of
0 leaves a score out, a weight of 2 counts it twice, so a bootstrap resample is a row of counts,
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
    x, z, w = np.atleast_2d(x), np.atleast_2d(z), np.atleast_2d(w)
    if statistic == "pearson":
        return _pearson(x, z, w)
    if statistic == "spearman":
        return _pearson(_midranks(x, w), _midranks(z, w), w)
    return _kendall(statistic, x, z, w)


def _pearson(x: Floats, z: Floats, w: Floats) -> Floats:
    a, b = _centred(x, w), _centred(z, w)
    with np.errstate(invalid="ignore", divide="ignore"):
        wa = w * a
        value = (wa * b).sum(axis=1) / np.sqrt((wa * a).sum(axis=1) * (w * b * b).sum(axis=1))
    return np.asarray(np.clip(value, -1.0, 1.0), dtype=np.float64)


def _centred(scores: Floats, w: Floats) -> Floats:
    """Scores less their weighted mean, brought to at most 1 in size; NaN where all are equal."""
    present = w > 0
    size = np.where(present, np.abs(scores), 0.0).max(axis=1, initial=0.0)
    with np.errstate(invalid="ignore", divide="ignore"):
        scaled = scores / size[:, None]
        away = scaled - ((w * scaled).sum(axis=1) / w.sum(axis=1))[:, None]
        most = np.where(present, np.abs(away), 0.0).max(axis=1, initial=0.0)
        most[~(most > _ROUNDING)] = np.nan
        return np.asarray(away / most[:, None], dtype=np.float64)


def _midranks(scores: Floats, w: Floats) -> Floats:
    """Weighted average ranks: the weight below plus half the weight at the same score."""
    order = np.argsort(scores, axis=1, kind="stable")
    ranked = np.take_along_axis(scores, order, axis=1)
    rows, width = ranked.shape
    place = np.broadcast_to(np.arange(width), (rows, width))
    new = np.ones((rows, width), dtype=bool)
    new[:, 1:] = ranked[:, 1:] != ranked[:, :-1]
    first = np.maximum.accumulate(np.where(new, place, 0), axis=1)
    last = np.ones((rows, width), dtype=bool)
    last[:, :-1] = new[:, 1:]
    final = np.minimum.accumulate(np.where(last, place, width)[:, ::-1], axis=1)[:, ::-1]
    if rows == 1:
        heap = np.zeros((len(w), width + 1))
        np.cumsum(w[:, order[0]], axis=1, out=heap[:, 1:])
        middle = (heap[:, first[0]] + heap[:, final[0] + 1]) / 2
        ranks = np.empty_like(middle)
        ranks[:, order[0]] = middle
        return ranks
    heap = np.zeros((rows, width + 1))
    np.cumsum(np.take_along_axis(w, order, axis=1), axis=1, out=heap[:, 1:])
    middle = np.take_along_axis(heap, first, 1) + np.take_along_axis(heap, final + 1, 1)
    ranks = np.empty_like(middle)
    np.put_along_axis(ranks, order, middle / 2, axis=1)
    return ranks


def _codes(scores: Floats) -> NDArray[np.int64]:
    """Whole numbers in the order of the scores of each row, equal where they are equal."""
    order = np.argsort(scores, axis=1, kind="stable")
    ranked = np.take_along_axis(scores, order, axis=1)
    steps = np.zeros(scores.shape, dtype=np.int64)
    steps[:, 1:] = np.cumsum(ranked[:, 1:] != ranked[:, :-1], axis=1)
    codes = np.empty_like(steps)
    np.put_along_axis(codes, order, steps, axis=1)
    return codes


def _apart(codes: NDArray[np.int64], w: Floats) -> Floats:
    """The weight of the pairs whose codes differ, for each row."""
    rows, width = w.shape
    shift = np.arange(rows)[:, None] * width
    groups = np.bincount((codes + shift).ravel(), weights=w.ravel(), minlength=rows * width)
    together = (groups.reshape(rows, width) ** 2).sum(axis=1)
    return np.asarray((w.sum(axis=1) ** 2 - together) / 2, dtype=np.float64)


def _kendall(statistic: Statistic, x: Floats, z: Floats, w: Floats) -> Floats:
    if w.size == 0:
        return np.full(len(w), np.nan)
    a, b = _codes(x), _codes(z)
    balance = kernels.concordance.concordance(a, b, np.ascontiguousarray(w))
    by_metric, by_human = _apart(a, w), _apart(b, w)
    below = np.sqrt(by_metric) * np.sqrt(by_human) if statistic == "kendall" else by_human
    with np.errstate(invalid="ignore", divide="ignore"):
        # A metric that separates nothing has no order to judge, though D's formula would give 0.
        value = np.where((by_metric > 0) & (by_human > 0), balance / below, np.nan)
    return np.asarray(np.clip(value, -1.0, 1.0), dtype=np.float64)


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
    held = both.astype(np.float64).T
    weight = counts @ held
    safe = np.where(weight > 0, weight, 1.0)
    return even(counts @ x.T / safe), even(counts @ z.T / safe), (weight > 0).astype(np.float64)


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
