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
_MOST_MEANS = 1 << 25


def bootstrap_means(
    values: Floats, *, resamples: int = 10_000, confidence: float = 0.95, seed: int = 0
) -> tuple[Floats, Floats]:
    """Percentile intervals of the row means, topics drawn with replacement, NaN left out.

    The same draws serve every row. A row with fewer than two values has the interval (NaN, NaN).
    """
    peers, topics = values.shape
    present = ~np.isnan(values)
    filled = np.where(present, values, 0.0)
    low, high = np.full(peers, np.nan), np.full(peers, np.nan)
    most = max(1, _MOST_MEANS // max(1, resamples))
    if peers > most:  # so many rows at a time that memory holds them; the draws are the same
        for start in range(0, peers, most):
            part = slice(start, start + most)
            low[part], high[part] = bootstrap_means(
                values[part], resamples=resamples, confidence=confidence, seed=seed
            )
        return low, high
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
    missing = np.isnan(values)
    ends = np.array(pairs, dtype=np.int64).reshape(-1, 2)
    for group in _same_topics(missing, ends):
        both = ~(missing[ends[group[0], 0]] | missing[ends[group[0], 1]])
        used = int(both.sum())
        step = max(1, _BLOCK // max(1, values.shape[1]))
        for start in range(0, len(group), step):
            part = group[start : start + step]
            p = np.full(len(part), np.nan)
            if used >= 2:
                rows = values[ends[part, 0]][:, both] - values[ends[part, 1]][:, both]
                p = sign_test(rows, rounds=rounds, seed=seed)
            for at, value in zip(part.tolist(), p.tolist(), strict=True):
                found[at] = (value, used)
    return found


def _same_topics(missing: NDArray[np.bool_], ends: NDArray[np.int64]) -> list[NDArray[np.int64]]:
    """The pairs by the topics that both of their rows have."""
    if not len(ends):
        return []
    if not missing.any():
        return [np.arange(len(ends))]
    groups: dict[bytes, list[int]] = {}
    packed = np.packbits(missing, axis=1)
    for at, (left, right) in enumerate(ends.tolist()):
        groups.setdefault((packed[left] | packed[right]).tobytes(), []).append(at)
    return [np.array(group) for group in groups.values()]


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
    raised = np.minimum(1.0, np.arange(len(order), 0, -1) * p[order])
    adjusted[order] = np.maximum.accumulate(raised)
    return adjusted


def letters(different: NDArray[np.bool_]) -> list[str]:
    """Compact letter display by insertion and absorption (Piepho 2004).

    `different[i, j]` says whether i and j differ significantly; rows are in order of rank. Two
    peers share a letter exactly when they do not differ.
    """
    size = len(different)
    # A column is a set of peers, held as the bits of a number.
    columns = [(1 << size) - 1] if size else []
    for i in range(size):
        later = np.flatnonzero(different[i, i + 1 :]) + i + 1
        if not later.size:
            continue
        against = sum(1 << int(j) for j in later)
        kept, split = [], []
        for column in columns:
            if column >> i & 1 and column & against:
                split += [column & ~(1 << i), column & ~against]
            else:
                kept.append(column)
        # Only a new column can lie within another one.
        new = list(dict.fromkeys(split))
        for column in new:
            if not any(column & other == column for other in kept) and not any(
                column & other == column and column != other for other in new
            ):
                kept.append(column)
        columns = kept
    members = sorted([i for i in range(size) if column >> i & 1] for column in columns)
    shown = [""] * size
    for k, group in enumerate(members):
        for i in group:
            shown[i] += letter(k)
    return shown


def letter(index: int) -> str:
    """a, b, ..., z, then a1, b1, ..."""
    turn, place = divmod(index, 26)
    return chr(ord("a") + place) + (str(turn) if turn else "")
