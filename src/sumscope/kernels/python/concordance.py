"""The readable twin of `cpp/concordance.cpp`: loops over every pair."""

from __future__ import annotations

import numpy as np

from sumscope.kernels.types import Floats, Longs

# Scores whose spread is rounding error are taken as constant.
ROUNDING = 1e-13


def correlations(
    x: Floats, z: Floats, w: Floats, pearson: bool, spearman: bool, kendall: bool
) -> Floats:
    """Pearson, Spearman, tau-b and Somers' D of each metric with each human score, for each row.

    `x` is metrics x rows x items and `z` human scores x rows x items, with one row or a row for
    each row of weights. `kendall` asks for tau-b and Somers' D. What was not asked for, and what is
    undefined, is not a number.
    """
    _check(x, w)
    _check(z, w)
    found = np.full((4, len(x), len(z), len(w)), np.nan)
    for m, mine in enumerate(x):
        for h, theirs in enumerate(z):
            if pearson:
                found[0, m, h] = _pearson(mine, theirs, w)
            if spearman:
                found[1, m, h] = _pearson(_midranks(mine, w), _midranks(theirs, w), w)
            if kendall:
                found[2:, m, h] = _concordance(mine, theirs, w)
    return found


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
        most[~(most > ROUNDING)] = np.nan
        return np.asarray(away / most[:, None], dtype=np.float64)


def _midranks(scores: Floats, w: Floats) -> Floats:
    """Weighted average ranks: the weight below plus half the weight at the same score."""
    codes = np.broadcast_to(_codes(scores), w.shape)
    rows, width = w.shape
    shift = np.arange(rows)[:, None] * width
    groups = np.bincount((codes + shift).ravel(), weights=w.ravel(), minlength=rows * width)
    up_to = np.cumsum(groups.reshape(rows, width), axis=1)
    below = np.zeros_like(up_to)
    below[:, 1:] = up_to[:, :-1]
    return np.take_along_axis((below + up_to) / 2, codes, axis=1)


def _codes(scores: Floats) -> Longs:
    """Whole numbers in the order of the scores of each row, equal where they are equal.

    What is not a number comes last, each with a code of its own.
    """
    order = np.argsort(scores, axis=1, kind="stable")
    ranked = np.take_along_axis(scores, order, axis=1)
    steps = np.zeros(scores.shape, dtype=np.int64)
    steps[:, 1:] = np.cumsum(ranked[:, 1:] != ranked[:, :-1], axis=1)
    made = np.empty_like(steps)
    np.put_along_axis(made, order, steps, axis=1)
    return made


def _concordance(x: Floats, z: Floats, w: Floats) -> Floats:
    """Tau-b and Somers' D by the sum over pairs of w_i w_j sign(x_i - x_j) sign(z_i - z_j)."""
    a, b = _codes(x), _codes(z)
    balance, by_metric, by_human = np.zeros((3, len(w)))
    # Pairs that lie `lag` apart, of every row at once.
    for lag in range(1, w.shape[1]):
        weight = w[:, lag:] * w[:, :-lag]
        mine, theirs = (np.sign(codes[:, lag:] - codes[:, :-lag]) for codes in (a, b))
        balance += (weight * mine * theirs).sum(axis=1)
        by_metric += (weight * np.abs(mine)).sum(axis=1)
        by_human += (weight * np.abs(theirs)).sum(axis=1)
    # A metric that separates nothing has no order to judge, though D's formula would give 0.
    known = (by_metric > 0) & (by_human > 0)
    with np.errstate(invalid="ignore", divide="ignore"):
        tau = np.clip(balance / (np.sqrt(by_metric) * np.sqrt(by_human)), -1.0, 1.0)
        d = np.clip(balance / by_human, -1.0, 1.0)
    return np.where(known, [tau, d], np.nan)


def _check(scores: Floats, w: Floats) -> None:
    if scores.shape[2] != w.shape[1]:
        raise ValueError("scores and weights differ in width")
    if scores.shape[1] not in (1, len(w)):
        raise ValueError("scores have neither one row nor a row for each row of weights")


__all__ = ["correlations"]
