"""The readable twin of `cpp/exchange.cpp`."""

from __future__ import annotations

from itertools import pairwise

import numpy as np

from sumscope.kernels.python.concordance import correlations
from sumscope.kernels.types import Bytes, Floats, Longs


def exchanged(x: Floats, y: Floats, z: Floats, starts: Longs, swaps: Bytes) -> Floats:
    """Differences of the correlations of two metrics whose scores change places, for each round.

    Points `starts[g]` to `starts[g + 1]` belong together, such as the summaries of a topic; the
    correlation is the mean of those of all groups in which it is defined. `z` has a row for each
    human score, `swaps` a row for each round. The result is statistics x human scores x rounds.
    """
    points = len(x)
    if not len(y) == z.shape[1] == swaps.shape[1] == points:
        raise ValueError("scores and swaps differ in width")
    if not len(starts) or starts[0] != 0 or starts[-1] != points or (np.diff(starts) < 0).any():
        raise ValueError("starts do not divide the points")
    sides = []
    for first, second in ((x, y), (y, x)):
        mixed = np.where(swaps != 0, second, first)
        total = np.zeros((4, len(z), len(swaps)))
        known = np.zeros(total.shape)
        for start, end in pairwise(starts.tolist()):
            rows = mixed[:, start:end]
            each = correlations(
                rows[None], z[:, None, start:end], np.ones(rows.shape), True, True, True
            )[:, 0]
            known += ~np.isnan(each)
            total += np.where(np.isnan(each), 0.0, each)
        with np.errstate(invalid="ignore"):
            sides.append(total / known)
    return np.asarray(sides[0] - sides[1], dtype=np.float64)


__all__ = ["exchanged"]
