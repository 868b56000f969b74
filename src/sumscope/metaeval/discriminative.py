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

from sumscope.metaeval.bootstrap import draw, interval
from sumscope.metaeval.correlation import Floats
from sumscope.metaeval.meta_result import MetaPower

LEVEL = 0.95
Signs = NDArray[np.int64]


@dataclass(frozen=True)
class Tukey:
    """Decisions for every two peers, in the order of `np.triu_indices`: 1 better, 0, -1 worse."""

    differences: Floats
    margins: Floats
    signs: Signs
    df: int


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
    x: Floats,
    z: Floats,
    *,
    measure: str,
    human: str,
    peers: str = "all",
    models: Sequence[bool] | None = None,
    resamples: int = 1000,
    confidence: float = 0.95,
    seed: int = 0,
) -> MetaPower:
    """Compare the decisions of a measure (more is better) and a human score on pairs of peers.

    Summaries that lack either score are left out. The interval of the agreement comes from
    resampling topics. With `models` (which peers are people) only pairs of an automatic system
    and a person count; margins stay those of all peers.
    """
    held = ~(np.isnan(x) | np.isnan(z))
    some = held.any(axis=1)
    x, z = (np.where(held, values, np.nan)[some] for values in (x, z))
    i, j = np.triu_indices(len(x), 1)
    counted = np.ones(len(i), dtype=bool)
    if models is not None:
        person = np.asarray(models, dtype=bool)[some]
        counted = person[i] != person[j]
    row = MetaPower(
        measure=measure,
        human=human,
        peers=peers,
        pairs=int(counted.sum()),
        agreement=None,
        low=None,
        high=None,
        found=None,
        contradicted=None,
        table=None,
        reason=None,
        which="all" if models is None else "system-person",
    )
    by_measure, by_human = tukey(x), tukey(z)
    if isinstance(by_measure, str) or isinstance(by_human, str):
        reason = by_measure if isinstance(by_measure, str) else by_human
        return row._replace(reason=str(reason))
    if not row.pairs:
        return row._replace(reason="no pair of an automatic system and a person")
    counts = np.zeros((3, 3), dtype=int)
    np.add.at(counts, (1 - by_human.signs[counted], 1 - by_measure.signs[counted]), 1)
    table = tuple((int(r[0]), int(r[1]), int(r[2])) for r in counts)
    draws = draw(len(x), x.shape[1], over="inputs", resamples=resamples, seed=seed)
    shares = np.zeros(resamples)
    step = max(1, (1 << 21) // max(1, len(i)))
    for start in range(0, resamples, step):
        rows = draws.topics[start : start + step]
        known = (rows @ (~np.isnan(x)).T.astype(np.float64) > 0).all(axis=1)
        same = _drawn_signs(x, rows) == _drawn_signs(z, rows)
        shares[start : start + step] = np.where(known, same[:, counted].mean(axis=1), np.nan)
    around = interval(shares, x.shape, "inputs", confidence)
    return row._replace(
        agreement=float(np.mean((by_human.signs == by_measure.signs)[counted])),
        low=around.low,
        high=around.high,
        found=table[0][0] + table[2][2],
        contradicted=table[0][2] + table[2][0],
        table=table,
        reason=around.reason,
    )


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
