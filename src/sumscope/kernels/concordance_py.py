"""The readable twin of `cpp/concordance.cpp`: every pair is looked at."""

from __future__ import annotations

import numpy as np

from sumscope.kernels.types import Floats, Longs


def concordance(x: Longs, z: Longs, w: Floats) -> Floats:
    """Sum over pairs i < j of w_i w_j sign(x_i - x_j) sign(z_i - z_j), for each row of weights.

    `x` and `z` are whole numbers in [0, N), with one row or as many rows as `w`.
    """
    rows, width = w.shape
    for codes in (x, z):
        if codes.shape[1] != width:
            raise ValueError("codes and weights differ in width")
        if codes.shape[0] not in (1, rows):
            raise ValueError("codes have neither one row nor a row for each row of weights")
        if codes.size and not (codes.min() >= 0 and codes.max() < width):
            raise ValueError("a code is not in [0, N)")
    total = np.zeros(rows)
    # Pairs that lie `lag` apart, of every row at once.
    for lag in range(1, width):
        signs = np.sign(x[:, lag:] - x[:, :-lag]) * np.sign(z[:, lag:] - z[:, :-lag])
        total += (signs * w[:, lag:] * w[:, :-lag]).sum(axis=1)
    return total


__all__ = ["concordance"]
