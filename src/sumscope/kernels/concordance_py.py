"""The readable twin of `cpp/concordance.cpp`: every pair is looked at."""

from __future__ import annotations

import numpy as np

from sumscope.kernels.types import Floats, Longs

# Scores whose spread is rounding error are taken as constant.
ROUNDING = 1e-13


def concordance(x: Longs, z: Longs, w: Floats) -> Floats:
    """Sum over pairs i < j of w_i w_j sign(x_i - x_j) sign(z_i - z_j), for each row of weights.

    `x` and `z` are whole numbers in [0, N), with one row or as many rows as `w`.
    """
    rows, width = w.shape
    _check(x, w)
    _check(z, w)
    total = np.zeros(rows)
    # Pairs that lie `lag` apart, of every row at once.
    for lag in range(1, width):
        signs = np.sign(x[:, lag:] - x[:, :-lag]) * np.sign(z[:, lag:] - z[:, :-lag])
        total += (signs * w[:, lag:] * w[:, :-lag]).sum(axis=1)
    return total


def codes(scores: Floats) -> Longs:
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


def apart(codes: Longs, w: Floats) -> Floats:
    """The weight of the pairs whose codes differ, for each row of weights."""
    _check(codes, w)
    together = (_groups(codes, w) ** 2).sum(axis=1)
    return np.asarray((w.sum(axis=1) ** 2 - together) / 2, dtype=np.float64)


def midranks(codes: Longs, w: Floats) -> Floats:
    """Weighted average ranks: the weight below plus half the weight at the same code."""
    _check(codes, w)
    up_to = np.cumsum(_groups(codes, w), axis=1)
    below = np.zeros_like(up_to)
    below[:, 1:] = up_to[:, :-1]
    return np.take_along_axis((below + up_to) / 2, np.broadcast_to(codes, w.shape), axis=1)


def pearson(x: Floats, z: Floats, w: Floats) -> Floats:
    """The weighted correlation of each row; not a number where one side is constant.

    `x` and `z` have one row, or a row for each row of weights.
    """
    for scores in (x, z):
        if scores.shape[1] != w.shape[1]:
            raise ValueError("scores and weights differ in width")
        if scores.shape[0] not in (1, len(w)):
            raise ValueError("scores have neither one row nor a row for each row of weights")
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


def _groups(codes: Longs, w: Floats) -> Floats:
    """The weight at each code, for each row."""
    rows, width = w.shape
    shift = np.arange(rows)[:, None] * width
    groups = np.bincount((codes + shift).ravel(), weights=w.ravel(), minlength=rows * width)
    return np.asarray(groups.reshape(rows, width), dtype=np.float64)


def _check(codes: Longs, w: Floats) -> None:
    rows, width = w.shape
    if codes.shape[1] != width:
        raise ValueError("codes and weights differ in width")
    if codes.shape[0] not in (1, rows):
        raise ValueError("codes have neither one row nor a row for each row of weights")
    if codes.size and not (codes.min() >= 0 and codes.max() < width):
        raise ValueError("a code is not in [0, N)")


__all__ = ["apart", "codes", "concordance", "midranks", "pearson"]
