"""Windows around sentences and stretches between them, as arrays."""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt

from sumscope.linking.meeting import Floats, Ints

Array = npt.NDArray[np.float32]


def window_sums(values: npt.NDArray[Any], reach: int) -> npt.NDArray[Any]:
    """Sums over every row and `reach` rows to each side."""
    n = len(values)
    total = np.concatenate([np.zeros((1, *values.shape[1:])), np.cumsum(values, axis=0)])
    at = np.arange(n)
    return np.asarray(total[np.minimum(at + reach + 1, n)] - total[np.maximum(at - reach, 0)])


def cosine_matrix(rows: npt.NDArray[Any]) -> Array:
    """Cosine of every two rows; 0 where a row is empty."""
    norms = np.sqrt((rows * rows).sum(axis=1))
    unit = rows * np.divide(1.0, norms, out=np.zeros(len(norms)), where=norms > 0)[:, None]
    unit = unit.astype(np.float32)
    return np.asarray(unit @ unit.T)


def standardised(matrix: Array) -> Array:
    """Every value in deviations from its row's mean, and from its column's, on average."""
    mean = matrix.mean(axis=1, keepdims=True)
    spread = matrix.std(axis=1, keepdims=True)
    spread[spread < 1e-9] = 1.0
    z = (matrix - mean) / spread
    return np.asarray((z + z.T) / 2, dtype=np.float32)


def greatest_between(steps: npt.NDArray[Any]) -> Array:
    """For candidates a < b the greatest of `steps[a:b]`, one step from each to the next; else 0."""
    m = len(steps) + 1
    made = np.zeros((m, m), dtype=np.float32)
    made[:, 1:] = np.triu(np.broadcast_to(np.asarray(steps, dtype=np.float32), (m, m - 1)))
    return np.asarray(np.maximum.accumulate(made, axis=1))


def over_steps(values: npt.NDArray[Any], at: Ints, how: Any) -> Floats:
    """`how` (np.maximum, np.minimum) over values[at[k] + 1 : at[k + 1] + 1], for every step."""
    if len(at) < 2:
        return np.zeros(0)
    return np.asarray(how.reduceat(values[: at[-1] + 1], at[:-1] + 1), dtype=np.float64)


def block_means(matrix: Array) -> Array:
    """For candidates a <= b the mean of matrix[a:b+1, a:b+1]; symmetric."""
    m = len(matrix)
    total = np.zeros((m + 1, m + 1))
    total[1:, 1:] = matrix.astype(np.float64).cumsum(axis=0).cumsum(axis=1)
    at = np.arange(m)
    low, high = np.minimum.outer(at, at), np.maximum.outer(at, at)
    corner = np.diagonal(total)
    side = high - low + 1.0
    inside = corner[high + 1] - total[low, high + 1] - total[high + 1, low] + corner[low]
    return np.asarray(inside / (side * side), dtype=np.float32)


def corner_means(matrix: Array, reach: int) -> Array:
    """For every pair the mean of the matrix over neighbours of both, `reach` to each side."""
    m = len(matrix)
    total = np.zeros((m + 1, m + 1))
    total[1:, 1:] = matrix.astype(np.float64).cumsum(axis=0).cumsum(axis=1)
    at = np.arange(m)
    low, high = np.maximum(at - reach, 0), np.minimum(at + reach + 1, m)
    inside = (
        total[np.ix_(high, high)]
        - total[np.ix_(low, high)]
        - total[np.ix_(high, low)]
        + total[np.ix_(low, low)]
    )
    size = (high - low).astype(np.float64)
    return np.asarray(inside / np.outer(size, size), dtype=np.float32)


def cohesion(vectors: npt.NDArray[Any], reach: int) -> Floats:
    """Cosine of what is said in `reach` sentences before each sentence and from it on."""
    n = len(vectors)
    total = np.concatenate([np.zeros((1, vectors.shape[1])), np.cumsum(vectors, axis=0)])
    at = np.arange(n)
    before = total[at] - total[np.maximum(at - reach, 0)]
    after = total[np.minimum(at + reach, n)] - total[at]
    norms = np.sqrt((before**2).sum(axis=1) * (after**2).sum(axis=1))
    dots = (before * after).sum(axis=1)
    return np.asarray(np.divide(dots, norms, out=np.zeros(n), where=norms > 0))


def depth(values: Floats, reach: int) -> Floats:
    """How deep every value lies below the peaks within `reach` on both sides, summed."""
    n = len(values)
    padded = np.concatenate([np.full(reach, -np.inf), values, np.full(reach, -np.inf)])
    view = np.lib.stride_tricks.sliding_window_view(padded, reach + 1)
    left, right = view[:n].max(axis=1), view[reach : reach + n].max(axis=1)
    return np.asarray(left + right - 2 * values)
