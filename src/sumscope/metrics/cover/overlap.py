"""Measures of covers whose clusters may overlap."""

from __future__ import annotations

from typing import Any

import numpy as np

from sumscope.core.errors import SumscopeError
from sumscope.core.lazy import optional
from sumscope.core.measure import measure
from sumscope.core.values import Undefined
from sumscope.metrics.cover._measure import CoverMeasure, cover_measure
from sumscope.metrics.cover._pair import CoverArrays, CoverPair, Floats, Ints


@cover_measure("omega", range=(-1, 1), symmetric=True, cite="collins1988")
def omega(pair: CoverPair) -> float:
    """Chance-corrected share of pairs of items that are together equally often in both covers.

    For covers that may overlap. Range -1 to 1, higher is better, symmetric; equal to `ari` on
    partitions. Where chance alone agrees everywhere (all singletons twice, one cluster twice, one
    item) it is 1.
    """
    # (observed - expected) / (1 - expected), in whole numbers until the division.
    agree, left, right = pair.omega_counts
    pairs = pair.n * (pair.n - 1) // 2
    chance = sum(a * b for a, b in zip(left.tolist(), right.tolist(), strict=False))
    below = pairs * pairs - chance
    return (agree * pairs - chance) / below if below else 1.0


@cover_measure("onmi", range=(0, 1), symmetric=True, cite="mcdaid2011")
def onmi(pair: CoverPair) -> float:
    """Normalised mutual information of covers that may overlap, normalised by the maximum.

    Each cluster is matched with the cluster of the other side that says most about it. Range 0 to
    1, higher is better, symmetric. It differs from `nmi` on partitions. Where neither side tells
    any items apart (every cluster holds all items, one item) it is 1; where one side does not, 0.
    """
    # (H(X)-H(X|Y) + H(Y)-H(Y|X)) / 2 max(H(X), H(Y))
    n, rows, cols, both = pair.n, *pair.overlaps
    left, right = pair.left.sizes, pair.right.sizes
    own_left, own_right = _entropy(left, n), _entropy(right, n)
    h_left, h_right = float(own_left.sum()), float(own_right.sum())
    if max(h_left, h_right) == 0:
        return 1.0
    told_left, told_right = own_left.copy(), own_right.copy()
    _tell(told_left, told_right, rows, cols, both, left, right, n)
    # Clusters that do not meet can only tell of each other when one holds a quarter of all.
    for big in np.flatnonzero(4 * left >= n):
        rest = np.setdiff1d(np.arange(len(right)), cols[rows == big])
        same = np.full_like(rest, big)
        _tell(told_left, told_right, same, rest, np.zeros_like(rest), left, right, n)
    for big in np.flatnonzero(4 * right >= n):
        rest = np.setdiff1d(np.arange(len(left)), rows[cols == big])
        same = np.full_like(rest, big)
        _tell(told_left, told_right, rest, same, np.zeros_like(rest), left, right, n)
    shared = (h_left - float(told_left.sum()) + h_right - float(told_right.sum())) / 2
    return min(1.0, max(0.0, shared / max(h_left, h_right)))


def _h(count: Ints, n: int) -> Floats:
    share = count / n
    return np.where(count > 0, -share * np.log(np.where(count > 0, share, 1.0)), 0.0)


def _entropy(sizes: Ints, n: int) -> Floats:
    return _h(sizes, n) + _h(n - sizes, n)


def _tell(
    told_left: Floats,
    told_right: Floats,
    rows: Ints,
    cols: Ints,
    both: Ints,
    left: Ints,
    right: Ints,
    n: int,
) -> None:
    """Lower H(X|Y) and H(Y|X), cluster by cluster, by what these pairs of clusters tell."""
    a, b = left[rows], right[cols]
    inside, neither = _h(both, n), _h(n - a - b + both, n)
    only_left, only_right = _h(a - both, n), _h(b - both, n)
    joint = inside + neither + only_left + only_right
    good = inside + neither >= only_left + only_right
    np.minimum.at(told_left, rows[good], np.maximum(joint - _entropy(b, n), 0.0)[good])
    np.minimum.at(told_right, cols[good], np.maximum(joint - _entropy(a, n), 0.0)[good])


# The largest connected part that element-centric solves: its matrix of clusters is inverted.
CLUSTERS, GROUPS = 4000, 50_000


@measure(
    "element-centric",
    needs=("left", "right"),
    range=(0, 1),
    better="higher",
    symmetric=True,
    cite="gates2019",
)
class ElementCentric(CoverMeasure):
    """Mean over items of how alike the two neighbourhoods are that the covers give them.

    For covers that may overlap: an item's neighbourhood is where a walk from it ends that goes on,
    item to cluster to item, with probability `alpha`. Range 0 to 1, higher is better, symmetric;
    on partitions alpha does not matter. Identical covers give 1, also for one cluster, all
    singletons or one item; one cluster against all singletons gives 1/N. Covers that overlap need
    work that grows with the square of their connected parts; it has no value where one such part
    has more than 4,000 clusters or 50,000 kinds of items.
    """

    alpha: float = 0.9

    def __post_init__(self) -> None:
        if not 0.001 <= self.alpha <= 0.999:
            raise SumscopeError(f"element-centric: alpha={self.alpha:g} is not in 0.001 to 0.999")

    def score(self, pair: CoverPair) -> float | Undefined:
        # 1 - mean L1 distance of the two personalised PageRanks over 2 alpha
        if pair.left.is_partition and pair.right.is_partition:
            return _of_partitions(pair)
        group_of, count = pair.groups
        weights = np.bincount(group_of, minlength=count)
        first = np.full(count, pair.n, dtype=np.int64)
        np.minimum.at(first, group_of, np.arange(pair.n))
        left = _Walk(pair.left, first, weights, self.alpha)
        right = _Walk(pair.right, first, weights, self.alpha)
        for walk in (left, right):
            if walk.clusters > CLUSTERS or walk.groups > GROUPS:
                return Undefined(
                    f"a connected part of {walk.clusters} clusters and {walk.groups} kinds of "
                    "items is too large for element-centric"
                )
        apart = np.zeros(count)  # one row at a time; only what a row touches is looked at
        total = 0.0
        for group in range(count):
            here, to_left = left.row(group)
            there, to_right = right.row(group)
            apart[here] += to_left
            apart[there] -= to_right
            distance = float(np.abs(apart[here]) @ weights[here])
            apart[here] = 0.0
            distance += float(np.abs(apart[there]) @ weights[there])
            apart[there] = 0.0
            total += int(weights[group]) * (1.0 - distance / (2 * self.alpha))
        return min(1.0, max(0.0, total / pair.n))


element_centric = ElementCentric()


def _of_partitions(pair: CoverPair) -> float:
    table = pair.contingency
    larger = np.maximum(table.row_sizes[table.rows], table.col_sizes[table.cols])
    shares = table.counts * (table.counts / larger)
    return min(1.0, float(np.sum(shares)) / pair.n)


class _Walk:
    """Personalised PageRank on one cover, by groups of items that are alike.

    A step from an item chooses one of its clusters, then one item of that cluster. With the
    membership matrix A, item degrees D and cluster sizes S, the walk that does not stop at once
    ends with alpha (1-alpha) D^-1 A (I - alpha S^-1 A' D^-1 A)^-1 S^-1 A', so that only a matrix
    of clusters by clusters is solved, one connected part of the cover at a time.
    """

    def __init__(self, cover: CoverArrays, first: Ints, weights: Ints, alpha: float) -> None:
        csr_matrix = optional("scipy.sparse", "statistics").csr_matrix
        connected_components = optional("scipy.sparse.csgraph", "statistics").connected_components

        ptr, items = cover.clusters
        group_at = np.full(cover.n, -1, dtype=np.int64)
        group_at[first] = np.arange(len(first))
        groups = group_at[items]
        kept = groups >= 0
        where = (groups[kept], np.repeat(np.arange(cover.k), np.diff(ptr))[kept])
        member = csr_matrix((np.ones(len(where[0])), where), shape=(len(first), cover.k))
        self._alpha = alpha
        self._sizes = cover.sizes
        self._choose = member.multiply(1.0 / member.sum(axis=1).reshape(-1, 1)).tocsr()
        self._enter = member.multiply(1.0 / cover.sizes[None, :]).tocsr()
        self._steps = (self._enter.multiply(weights[:, None]).T @ self._choose).tocsr()
        parts, part_of = connected_components(self._steps, directed=False)
        self._part_of = part_of[member.indices[member.indptr[:-1]]]
        self._clusters = _lists(part_of, parts)
        self._groups = _lists(self._part_of, parts)
        self.clusters = max(map(len, self._clusters))
        self.groups = max(map(len, self._groups))
        self._solved: dict[int, tuple[Floats, Any, Any]] = {}

    def row(self, group: int) -> tuple[Ints, Floats]:
        """Where a walk from an item of this group ends: groups, and the share of one item there."""
        part = int(self._part_of[group])
        groups, clusters = self._groups[part], self._clusters[part]
        if len(clusters) == 1:
            return groups, np.full(len(groups), self._alpha / self._sizes[clusters[0]])
        if part not in self._solved:
            steps, choose, enter = self._steps, self._choose, self._enter
            if len(self._clusters) > 1:  # one part is all there is, as a rule
                steps = steps[clusters][:, clusters]
                choose = choose[groups][:, clusters].tocsr()
                enter = enter[groups][:, clusters].tocsr()
            walk = np.linalg.inv(np.eye(len(clusters)) - self._alpha * steps.toarray())
            self._solved[part] = (walk, choose, enter)
        walk, choose, enter = self._solved[part]
        at = int(np.searchsorted(groups, group))
        mine = slice(choose.indptr[at], choose.indptr[at + 1])
        ends = choose.data[mine] @ walk[choose.indices[mine]]
        return groups, self._alpha * (1 - self._alpha) * np.asarray(enter @ ends).ravel()


def _lists(part_of: Ints, parts: int) -> list[Ints]:
    """The members of each part, ascending."""
    order = np.argsort(part_of, kind="stable")
    return np.split(order, np.cumsum(np.bincount(part_of, minlength=parts))[:-1])
