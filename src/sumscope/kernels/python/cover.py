"""Counting over two covers: the readable twin of `cpp/cover.cpp`.

A cover is two arrays: cluster c holds `items[ptr[c]:ptr[c+1]]`, item numbers below n, each at
most once in a cluster. Everything returned is exact.
"""

from __future__ import annotations

from collections import Counter
from itertools import combinations, pairwise

import numpy as np

from sumscope.kernels.types import Longs


def compact(labels: Longs) -> tuple[Longs, int]:
    """Number the labels 0, 1, ... in order of first mention; also how many there are."""
    seen: dict[int, int] = {}
    codes = [seen.setdefault(int(label), len(seen)) for label in labels]
    return np.array(codes, dtype=np.int64), len(seen)


def contingency(left: Longs, right: Longs, k_left: int, k_right: int) -> tuple[Longs, Longs, Longs]:
    """Non-empty cells of two labelings as (left cluster, right cluster, items), in that order.

    Labels are 0 ... k-1.
    """
    if len(left) != len(right):
        raise ValueError("two labelings of one set have the same length")
    if not (0 <= k_left < 2**31 and 0 <= k_right < 2**31):
        raise ValueError("k is not in 0 ... 2^31 - 1")
    if any(not 0 <= a < k_left for a in left) or any(not 0 <= b < k_right for b in right):
        raise ValueError("a label is outside 0 ... k-1")
    cells = Counter(zip(left.tolist(), right.tolist(), strict=True))
    return _columns(cells)


def overlaps(
    left_ptr: Longs, left_items: Longs, right_ptr: Longs, right_items: Longs, n: int
) -> tuple[Longs, Longs, Longs]:
    """Clusters of two covers that meet, as (left cluster, right cluster, items shared)."""
    _check(left_ptr, left_items, n)
    _check(right_ptr, right_items, n)
    of_right = _clusters_of(right_ptr, right_items, n)
    cells = Counter(
        (a, b)
        for a in range(len(left_ptr) - 1)
        for item in left_items[left_ptr[a] : left_ptr[a + 1]]
        for b in of_right[int(item)]
    )
    return _columns(cells)


def groups(
    left_ptr: Longs, left_items: Longs, right_ptr: Longs, right_items: Longs, n: int
) -> tuple[Longs, int]:
    """Number the items by what holds them: two items get one number where the same clusters do.

    Numbers go in order of first mention; also how many there are.
    """
    _check(left_ptr, left_items, n)
    _check(right_ptr, right_items, n)
    of_left = _clusters_of(left_ptr, left_items, n)
    of_right = _clusters_of(right_ptr, right_items, n)
    seen: dict[tuple[tuple[int, ...], tuple[int, ...]], int] = {}
    made = [seen.setdefault((tuple(of_left[i]), tuple(of_right[i])), len(seen)) for i in range(n)]
    return np.array(made, dtype=np.int64), len(seen)


def omega_counts(
    left_ptr: Longs, left_items: Longs, right_ptr: Longs, right_items: Longs, n: int
) -> tuple[int, Longs, Longs]:
    """Over all pairs of items: how many are together equally often in both covers, and for each
    cover how many are together 0, 1, 2, ... times.
    """
    _check(left_ptr, left_items, n)
    _check(right_ptr, right_items, n)
    left, right = _together(left_ptr, left_items), _together(right_ptr, right_items)
    met = left.keys() | right.keys()
    never = n * (n - 1) // 2 - len(met)
    agree = never + sum(left[pair] == right[pair] for pair in met)
    return (
        agree,
        _histogram([left[pair] for pair in met], never),
        _histogram([right[pair] for pair in met], never),
    )


def _together(ptr: Longs, items: Longs) -> Counter[tuple[int, int]]:
    pairs: Counter[tuple[int, int]] = Counter()
    for start, end in pairwise(ptr.tolist()):
        pairs.update(combinations(sorted(items[start:end].tolist()), 2))
    return pairs


def _histogram(times: list[int], never: int) -> Longs:
    made = np.zeros(max(times, default=0) + 1, dtype=np.int64)
    made[0] = never
    for time in times:
        made[time] += 1
    return made


def _clusters_of(ptr: Longs, items: Longs, n: int) -> list[list[int]]:
    made: list[list[int]] = [[] for _ in range(n)]
    for cluster in range(len(ptr) - 1):
        for item in items[ptr[cluster] : ptr[cluster + 1]]:
            made[int(item)].append(cluster)
    return made


def _columns(cells: Counter[tuple[int, int]]) -> tuple[Longs, Longs, Longs]:
    order = sorted(cells)
    return (
        np.array([a for a, _ in order], dtype=np.int64),
        np.array([b for _, b in order], dtype=np.int64),
        np.array([cells[cell] for cell in order], dtype=np.int64),
    )


def _check(ptr: Longs, items: Longs, n: int) -> None:
    if not 0 <= n < 2**31:
        raise ValueError("n is not in 0 ... 2^31 - 1")
    if len(ptr) == 0 or ptr[0] != 0 or ptr[-1] != len(items) or (np.diff(ptr) < 0).any():
        raise ValueError("ptr does not cut items into clusters")
    if len(items) and (items.min() < 0 or items.max() >= n):
        raise ValueError("an item is outside 0 ... n-1")
    for start, end in pairwise(ptr.tolist()):
        if len(set(items[start:end].tolist())) < end - start:
            raise ValueError("an item is twice in one cluster")


__all__ = ["compact", "contingency", "groups", "omega_counts", "overlaps"]
