"""Discriminative power as at TAC: which pairs of peers differ significantly, by Tukey's HSD.

A score separates two peers where their means differ by more than Tukey's honestly significant
difference after a one-way analysis of variance (peers are the groups, topics the observations;
Tukey-Kramer where peers have different numbers of topics).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from sumscope.metaeval.bootstrap import Interval, draw, interval
from sumscope.metaeval.correlation import Floats

LEVEL = 0.95
Signs = NDArray[np.int64]


@dataclass(frozen=True)
class Tukey:
    """Decisions for every two peers, in the order of `np.triu_indices`: 1 better, 0, -1 worse."""

    differences: Floats
    margins: Floats
    signs: Signs
    df: int


@dataclass(frozen=True)
class Power:
    """How a metric's decisions on pairs of peers agree with people's.

    `table[i][j]` counts the pairs with the human decision i and the metric's decision j, in the
    order better, no difference, worse; the first peer of a pair is the one named first in the
    scores. `agreement` is the share on the diagonal.
    """

    pairs: int
    table: tuple[tuple[int, int, int], ...] | None
    agreement: float | None
    interval: Interval
    reason: str | None = None

    @property
    def found(self) -> int:
        """Pairs that people separate and the metric separates the same way."""
        return 0 if self.table is None else self.table[0][0] + self.table[2][2]

    @property
    def contradicted(self) -> int:
        """Pairs that people separate and the metric separates the other way."""
        return 0 if self.table is None else self.table[0][2] + self.table[2][0]


@lru_cache(maxsize=256)
def _critical(groups: int, df: int) -> float:
    from scipy.stats import studentized_range

    return float(studentized_range.ppf(LEVEL, groups, df))


def tukey(values: Floats) -> Tukey | str:
    """Compare every two rows (NaN: missing); a text says why it cannot be done."""
    held = ~np.isnan(values)
    count = held.sum(axis=1)
    groups, df = len(values), int(count.sum()) - len(values)
    if groups < 2:
        return "fewer than two systems"
    if (count == 0).any():
        return "a system has no scores"
    if df < 1:
        return "one topic: nothing to estimate the variance from"
    filled = np.where(held, values, 0.0)
    means = filled.sum(axis=1) / count
    within = float((np.where(held, values - means[:, None], 0.0) ** 2).sum()) / df
    differences, margins = _gaps(
        means[None, :], np.array([within]), count[None, :].astype(np.float64), df
    )
    signs = _signs(differences, margins, filled)
    return Tukey(differences[0], margins[0], signs[0], df)


def _gaps(means: Floats, within: Floats, count: Floats, df: int) -> tuple[Floats, Floats]:
    i, j = np.triu_indices(means.shape[1], 1)
    unit = np.sqrt((1 / count[:, i] + 1 / count[:, j]) / 2)
    margin = _critical(means.shape[1], df) * np.sqrt(within)[:, None] * unit
    return means[:, i] - means[:, j], margin


def _signs(differences: Floats, margins: Floats, values: Floats) -> Signs:
    # Equal scores everywhere: a difference of rounding error is no difference.
    wide = np.maximum(margins, 1e-12 * np.abs(values).max(initial=0.0))
    return np.where(np.abs(differences) > wide, np.sign(differences), 0).astype(np.int64)


def power(
    metric: Floats,
    human: Floats,
    *,
    resamples: int = 1000,
    confidence: float = 0.95,
    seed: int = 0,
    models: Sequence[bool] | None = None,
) -> Power:
    """Compare the decisions of a metric (more is better) and a human score on pairs of peers.

    Summaries that lack either score are left out. The interval of the agreement comes from
    resampling topics. With `models` (which peers are people) only pairs of an automatic system
    and a person count; margins stay those of all peers.
    """
    held = ~(np.isnan(metric) | np.isnan(human))
    some = held.any(axis=1)
    metric, human = (np.where(held, m, np.nan)[some] for m in (metric, human))
    i, j = np.triu_indices(len(metric), 1)
    kept = np.ones(len(i), dtype=bool)
    if models is not None:
        person = np.asarray(models, dtype=bool)[some]
        kept = person[i] != person[j]
    pairs = int(kept.sum())
    by_metric, by_human = tukey(metric), tukey(human)
    nothing = Interval(None, None)
    if isinstance(by_metric, str) or isinstance(by_human, str):
        reason = by_metric if isinstance(by_metric, str) else by_human
        return Power(pairs, None, None, nothing, str(reason))
    if not pairs:
        return Power(0, None, None, nothing, "no pair of an automatic system and a person")
    counts = np.zeros((3, 3), dtype=int)
    np.add.at(counts, (1 - by_human.signs[kept], 1 - by_metric.signs[kept]), 1)
    table = tuple((int(r[0]), int(r[1]), int(r[2])) for r in counts)
    agreement = float(np.mean((by_human.signs == by_metric.signs)[kept]))
    draws = draw(len(metric), metric.shape[1], over="inputs", resamples=resamples, seed=seed)
    shares = np.zeros(resamples)
    step = max(1, (1 << 21) // max(1, len(i)))
    for start in range(0, resamples, step):
        rows = draws.topics[start : start + step]
        known = (rows @ (~np.isnan(metric)).T.astype(np.float64) > 0).all(axis=1)
        same = _drawn_signs(metric, rows) == _drawn_signs(human, rows)
        shares[start : start + step] = np.where(known, same[:, kept].mean(axis=1), np.nan)
    return Power(pairs, table, agreement, interval(shares, metric.shape, "inputs", confidence))


def _drawn_signs(values: Floats, rows: Floats) -> Signs:
    """The decisions in each resample of topics; with the critical value of the whole matrix."""
    held = ~np.isnan(values)
    present = held.astype(np.float64)
    filled = np.where(held, values, 0.0)
    middle = filled.sum(axis=1) / present.sum(axis=1)
    centred = np.where(held, values - middle[:, None], 0.0)
    count = rows @ present.T
    safe = np.maximum(count, 1.0)
    means = rows @ centred.T / safe
    df = np.maximum(count.sum(axis=1) - len(values), 1.0)
    within = ((rows @ (centred**2).T) - safe * means**2).sum(axis=1) / df
    whole = int(present.sum()) - len(values)
    gaps = _gaps(means + middle, np.maximum(within, 0.0), safe, whole)
    return _signs(*gaps, filled)
