"""Intervals and paired tests between peers: bootstrap, approximate randomization, Holm, letters.

Every random draw comes from an explicit seed. A resample is matrix algebra: counts or signs times
scores, never a loop over resamples.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from sumscope.core.seeds import generator

Floats = NDArray[np.float64]
_BLOCK = 1 << 22


def bootstrap_means(
    values: Floats, *, resamples: int = 10_000, confidence: float = 0.95, seed: int = 0
) -> tuple[Floats, Floats]:
    """Percentile intervals of the row means, topics drawn with replacement, NaN left out.

    The same draws serve every row. A row with fewer than two values has the interval (NaN, NaN).
    """
    peers, topics = values.shape
    present = ~np.isnan(values)
    filled = np.where(present, values, 0.0)
    means = np.full((resamples, peers), np.nan)
    draws = generator(seed)
    step = max(1, _BLOCK // max(1, topics))
    for start in range(0, resamples, step):
        size = min(step, resamples - start)
        counts = draws.multinomial(topics, np.full(topics, 1 / topics), size=size)
        weights = counts.astype(np.float64)
        total = weights @ present.T.astype(np.float64)
        with np.errstate(invalid="ignore", divide="ignore"):
            means[start : start + size] = (weights @ filled.T) / total
    low, high = np.full(peers, np.nan), np.full(peers, np.nan)
    tail = (1 - confidence) / 2
    for row in np.flatnonzero(present.sum(axis=1) >= 2):
        column = means[:, row][~np.isnan(means[:, row])]
        low[row], high[row] = np.quantile(column, [tail, 1 - tail])
    return low, high


def randomization_test(
    left: Floats, right: Floats, *, rounds: int = 10_000, seed: int = 0
) -> tuple[float, int]:
    """Paired approximate randomization (Noreen 1989), two-sided; gives p and the pairs used.

    Swapping the two scores of a topic flips the sign of their difference. With few topics all
    sign patterns are gone through and p is exact; otherwise p = (hits + 1) / (rounds + 1).
    Fewer than two common topics: p is NaN.
    """
    both = ~(np.isnan(left) | np.isnan(right))
    used = int(both.sum())
    if used < 2:
        return float("nan"), used
    return float(sign_test((left - right)[both][None, :], rounds=rounds, seed=seed)[0]), used


def randomization_tests(
    values: Floats, pairs: Sequence[tuple[int, int]], *, rounds: int = 10_000, seed: int = 0
) -> list[tuple[float, int]]:
    """`randomization_test` of many pairs of rows, to the same numbers.

    Pairs with the same common topics share their draws, which one product then serves at once.
    """
    found: list[tuple[float, int]] = [(float("nan"), 0)] * len(pairs)
    groups: dict[bytes, list[int]] = {}
    missing = np.isnan(values)
    for at, (left, right) in enumerate(pairs):
        groups.setdefault(np.packbits(missing[left] | missing[right]).tobytes(), []).append(at)
    for group in groups.values():
        left, right = pairs[group[0]]
        both = ~(missing[left] | missing[right])
        used = int(both.sum())
        if used < 2:
            p = np.full(len(group), np.nan)
        else:
            rows = [(values[pairs[at][0]] - values[pairs[at][1]])[both] for at in group]
            p = sign_test(np.array(rows), rounds=rounds, seed=seed)
        for at, value in zip(group, p, strict=True):
            found[at] = (float(value), used)
    return found


def sign_test(differences: Floats, *, rounds: int = 10_000, seed: int = 0) -> Floats:
    """P-values of |mean| under random signs for each row of complete differences."""
    count, topics = differences.shape
    observed = np.abs(differences.sum(axis=1))
    # Sums in another order differ in the last digits; equal statistics must count as equal.
    floor = observed - 1e-9 * np.maximum(np.abs(differences).sum(axis=1), 1e-300)
    exact = topics < 60 and 2**topics <= max(rounds, 2)
    total = 2**topics if exact else rounds
    hits = np.zeros(count)
    draws = generator(seed)
    step = max(1, _BLOCK // max(1, topics, count))
    for start in range(0, total, step):
        size = min(step, total - start)
        if exact:
            codes = np.arange(start, start + size)[:, None] >> np.arange(topics)[None, :]
            signs = 1.0 - 2.0 * (codes & 1)
        else:
            signs = 1.0 - 2.0 * draws.integers(0, 2, size=(size, topics))
        hits += (np.abs(signs @ differences.T) >= floor[None, :]).sum(axis=0)
    return hits / total if exact else (hits + 1) / (total + 1)


def holm(p: Floats) -> Floats:
    """Holm's step-down correction (Holm 1979); NaN stays and is not counted."""
    adjusted = np.full(p.shape, np.nan)
    known = np.flatnonzero(~np.isnan(p))
    order = known[np.argsort(p[known], kind="stable")]
    running = 0.0
    for rank, at in enumerate(order):
        running = max(running, min(1.0, (len(order) - rank) * p[at]))
        adjusted[at] = running
    return adjusted


def letters(different: NDArray[np.bool_]) -> list[str]:
    """Compact letter display by insertion and absorption (Piepho 2004).

    `different[i, j]` says whether i and j differ significantly; rows are in order of rank. Two
    peers share a letter exactly when they do not differ.
    """
    size = len(different)
    columns: list[frozenset[int]] = [frozenset(range(size))]
    for i in range(size):
        for j in range(i + 1, size):
            if not different[i, j]:
                continue
            split: list[frozenset[int]] = []
            for column in columns:
                if i in column and j in column:
                    split += [column - {i}, column - {j}]
                else:
                    split.append(column)
            unique = list(dict.fromkeys(split))
            columns = [c for c in unique if not any(c < other for other in unique)]
    columns.sort(key=lambda column: sorted(column))
    return [
        "".join(letter(k) for k, column in enumerate(columns) if i in column) for i in range(size)
    ]


def letter(index: int) -> str:
    """a, b, ..., z, then a1, b1, ..."""
    turn, place = divmod(index, 26)
    return chr(ord("a") + place) + (str(turn) if turn else "")
