"""Intervals and paired tests between peers: bootstrap, approximate randomization, Holm, letters.

Every random draw comes from an explicit seed. A resample is matrix algebra: counts or signs times
scores, never a loop over resamples. Where that would be many draws (`MOST_DRAWS`), or many pairs of
rows, the kernel `resample` draws and adds at once; its random numbers are others.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

import numpy as np
from numpy.typing import NDArray

from sumscope import kernels
from sumscope.core.numbers import generator
from sumscope.core.progress import Progress

Floats = NDArray[np.float64]
#: Draws (resamples x topics) up to which NumPy makes them, and products of signs and differences.
MOST_DRAWS = 1 << 24
MOST_PRODUCTS = 1 << 35
_BLOCK = 1 << 22
_MOST_MEANS = 1 << 25


def bootstrap_means(
    values: Floats,
    *,
    resamples: int = 10_000,
    confidence: float = 0.95,
    seed: int = 0,
    progress: Progress | None = None,
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
            if progress is not None:
                progress(min(start + most, peers), peers)
        return low, high
    means = np.full((resamples, peers), np.nan)
    sums = _drawn_sums if resamples * topics <= MOST_DRAWS else _kernel_sums
    done = 0
    for total, count in sums(filled, present, resamples, seed):
        with np.errstate(invalid="ignore", divide="ignore"):
            means[done : done + len(total)] = total / count
        done += len(total)
        if progress is not None:
            progress(done, resamples)
    tail = (1 - confidence) / 2
    for row in np.flatnonzero(present.sum(axis=1) >= 2):
        column = means[:, row][~np.isnan(means[:, row])]
        low[row], high[row] = np.quantile(column, [tail, 1 - tail])
    return low, high


def _drawn_sums(
    filled: Floats, present: NDArray[np.bool_], resamples: int, seed: int
) -> Iterator[tuple[Floats, Floats]]:
    """The sum and the number of the values of each row, for some resamples at a time."""
    topics = filled.shape[1]
    draws = generator(seed)
    step = max(1, _BLOCK // max(1, topics))
    for start in range(0, resamples, step):
        size = min(step, resamples - start)
        counts = draws.multinomial(topics, np.full(topics, 1 / topics), size=size)
        weights = counts.astype(np.float64)
        yield weights @ filled.T, weights @ present.T.astype(np.float64)


def _kernel_sums(
    filled: Floats, present: NDArray[np.bool_], resamples: int, seed: int
) -> Iterator[tuple[Floats, Floats]]:
    """The same by the kernel; rows with values on every topic need no count of their own."""
    peers, topics = filled.shape
    gaps = np.flatnonzero(~present.all(axis=1))
    columns = np.ascontiguousarray(np.vstack([filled, present[gaps].astype(np.float64)]).T)
    key = _key(seed)
    step = max(1, (1 << 25) // (topics * columns.shape[1]))
    for start in range(0, resamples, step):
        size = min(step, resamples - start)
        sums = kernels.resample.bootstrap_sums(columns, key, start, size)
        count = np.full((size, peers), float(topics))
        count[:, gaps] = sums[:, peers:]
        yield sums[:, :peers], count


def _key(seed: int) -> int:
    """The key of the kernel's random numbers."""
    return int(generator(seed).integers(0, 2**64, dtype=np.uint64))


def randomization_test(
    left: Floats, right: Floats, *, rounds: int = 10_000, seed: int = 0
) -> tuple[float, int]:
    """Paired approximate randomization (Noreen 1989), two-sided; gives p and the pairs used.

    Swapping the two scores of a topic flips the sign of their difference. With few topics all
    sign patterns are gone through and p is exact; otherwise p = (hits + 1) / (rounds + 1).
    Fewer than two common topics: p is NaN.
    """
    p, used = randomization_tests(np.stack([left, right]), [(0, 1)], rounds=rounds, seed=seed)
    return float(p[0]), int(used[0])


def randomization_tests(
    values: Floats,
    pairs: Sequence[tuple[int, int]] | NDArray[np.int64],
    *,
    rounds: int = 10_000,
    seed: int = 0,
    progress: Progress | None = None,
) -> tuple[Floats, NDArray[np.int64]]:
    """`randomization_test` of many pairs of rows: p, and the topics used, of each.

    Pairs with the same common topics share their draws, which one product then serves at once.
    """
    missing = np.isnan(values)
    ends = np.array(pairs, dtype=np.int64).reshape(-1, 2)
    p, used = np.full(len(ends), np.nan), np.zeros(len(ends), dtype=np.int64)
    done = 0
    for group in _same_topics(missing, ends):
        both = ~(missing[ends[group[0], 0]] | missing[ends[group[0], 1]])
        topics = used[group] = int(both.sum())

        def tell(share: float, size: int = len(group), before: int = done) -> None:
            if progress is not None:
                progress(int(1000 * (before + share * size)), 1000 * len(ends))

        if topics >= 2:
            rows = values if both.all() else values[:, both]
            total = 2**topics if _is_exact(topics, rounds) else rounds
            few = total * topics <= MOST_DRAWS and len(group) * total * topics <= MOST_PRODUCTS
            test = _by_products if few else _by_sums
            p[group] = test(rows, ends[group], rounds, seed, tell)
        done += len(group)
        tell(1.0)
    return p, used


def _by_products(
    values: Floats,
    ends: NDArray[np.int64],
    rounds: int,
    seed: int,
    tell: Callable[[float], None],
) -> Floats:
    """P-values of pairs of complete rows, each by the differences of its two rows."""
    p = np.full(len(ends), np.nan)
    step = max(1, _BLOCK // max(1, values.shape[1]))
    for start in range(0, len(ends), step):
        part = slice(start, start + step)
        p[part] = sign_test(values[ends[part, 0]] - values[ends[part, 1]], rounds=rounds, seed=seed)
        tell(min(1.0, (start + step) / len(ends)))
    return p


def _by_sums(
    values: Floats,
    ends: NDArray[np.int64],
    rounds: int,
    seed: int,
    tell: Callable[[float], None],
) -> Floats:
    """The same for many topics or pairs: each row is summed once, and then rows are compared.

    The difference of two sums is the sum of the differences. What all rows have in common is taken
    off before, because it only costs digits.
    """
    rows, where = np.unique(ends, return_inverse=True)
    where = where.reshape(-1, 2).astype(np.int64)
    chosen: Floats = np.ascontiguousarray(values[rows] - values[rows].mean(axis=0))
    size = np.abs(chosen).sum(axis=1)
    floors = np.empty(len(ends))
    step = max(1, _BLOCK // values.shape[1])
    for start in range(0, len(ends), step):
        part = slice(start, start + step)
        gaps = values[ends[part, 0]] - values[ends[part, 1]]
        # Sums in another order differ in the last digits; equal statistics must count as equal.
        slack = 1e-9 * np.abs(gaps).sum(axis=1) + 1e-15 * size[where[part]].sum(axis=1)
        floors[part] = np.abs(gaps.sum(axis=1)) - np.maximum(slack, 1e-300)
    exact = _is_exact(values.shape[1], rounds)
    total = 2 ** values.shape[1] if exact else rounds
    key = _key(seed)
    hits = np.zeros(len(ends), dtype=np.int64)
    step = max(1, _MOST_MEANS // (8 * len(rows)))
    for start in range(0, total, step):
        count = min(step, total - start)
        if exact:
            sums = chosen @ _signs(start, count, values.shape[1]).T
        else:
            sums = kernels.resample.signed_sums(chosen, key, start, count)
        hits += kernels.resample.pair_hits(np.ascontiguousarray(sums), where, floors)
        tell((start + count) / total)
    return hits / total if exact else (hits + 1) / (total + 1)


def _is_exact(topics: int, rounds: int) -> bool:
    """Whether all sign patterns are gone through."""
    return topics < 60 and 2**topics <= max(rounds, 2)


def _signs(start: int, count: int, topics: int) -> Floats:
    """Sign patterns number `start` and following of all."""
    codes = np.arange(start, start + count)[:, None] >> np.arange(topics)[None, :]
    return np.asarray(1.0 - 2.0 * (codes & 1), dtype=np.float64)


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
    exact = _is_exact(topics, rounds)
    total = 2**topics if exact else rounds
    hits = np.zeros(count)
    draws = generator(seed)
    step = max(1, _BLOCK // max(1, topics, count))
    for start in range(0, total, step):
        size = min(step, total - start)
        if exact:
            signs = _signs(start, size, topics)
        else:
            signs = 1.0 - 2.0 * draws.integers(0, 2, size=(size, topics)).astype(np.float64)
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
