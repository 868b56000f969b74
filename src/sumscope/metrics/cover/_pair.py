"""CoverPair: two covers of the same items as arrays, counted once for every measure."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property
from itertools import chain
from typing import Any, TypeVar

import numpy as np
import numpy.typing as npt

from sumscope import kernels
from sumscope.core.choices import Completion
from sumscope.core.cover import Cover, completion
from sumscope.core.errors import SumscopeError

T = TypeVar("T")

Ints = npt.NDArray[np.int64]
Floats = npt.NDArray[np.float64]


class CoverArrays:
    """A cover of the items 0 ... n-1 that leaves none out.

    Held as clusters (`ptr`, `items`: cluster c is `items[ptr[c]:ptr[c+1]]`) or, where it is a
    partition, as one label per item; each form is made from the other when first asked for.
    The first `given` clusters are those of the judge; completion has added the others.
    `name` and `names` (of the items) serve error messages only.
    """

    def __init__(
        self,
        n: int,
        k: int,
        *,
        clusters: tuple[Ints, Ints] | None = None,
        labels: Ints | None = None,
        given: int | None = None,
        name: str = "",
        names: tuple[str, ...] | None = None,
    ) -> None:
        self.n = n
        self.k = k
        self.given = k if given is None else given
        self.name = name
        self.names = names
        self._clusters = clusters
        self._labels = labels

    @classmethod
    def of(
        cls,
        cover: Cover,
        how: str,
        positions: Mapping[str, int],
        *,
        name: str = "",
        names: tuple[str, ...] | None = None,
    ) -> CoverArrays:
        """Complete a cover over the universe that `positions` numbers, and write it as arrays."""
        way = completion(how)
        total = sum(map(len, cover.clusters))
        try:
            held = np.fromiter(
                map(positions.__getitem__, chain.from_iterable(cover.clusters)),
                dtype=np.int64,
                count=total,
            )
        except KeyError as error:
            raise SumscopeError(
                f"the item {error.args[0]!r} is not in the universe", where=name or None
            ) from None
        sizes = np.fromiter(map(len, cover.clusters), dtype=np.int64, count=len(cover.clusters))
        return cls.from_clusters(
            np.concatenate([[0], np.cumsum(sizes)]).astype(np.int64),
            held,
            len(positions),
            how=way,
            name=name,
            names=names,
        )

    @classmethod
    def from_clusters(
        cls,
        ptr: Ints,
        items: Ints,
        n: int,
        *,
        how: Completion = "singletons",
        name: str = "",
        names: tuple[str, ...] | None = None,
    ) -> CoverArrays:
        """Clusters as arrays; items that none of them holds are added by `how`."""
        missing = np.ones(n, dtype=bool)
        missing[items] = False
        rest = np.flatnonzero(missing).astype(np.int64)
        given = len(ptr) - 1
        if len(rest):
            ends = np.arange(1, len(rest) + 1) if how == "singletons" else np.array([len(rest)])
            ptr = np.concatenate([ptr, ptr[-1] + ends]).astype(np.int64)
            items = np.concatenate([items, rest])
        return cls(n, len(ptr) - 1, clusters=(ptr, items), given=given, name=name, names=names)

    @classmethod
    def from_labels(cls, labels: npt.ArrayLike) -> CoverArrays:
        """A partition given by one whole number per item."""
        given = np.asarray(labels)
        if given.ndim != 1 or (given.size and given.dtype.kind not in "iu"):
            raise SumscopeError("labels are one whole number per item")
        codes, k = kernels.cover.compact(np.ascontiguousarray(given, dtype=np.int64))
        return cls(len(codes), k, labels=codes)

    @cached_property
    def clusters(self) -> tuple[Ints, Ints]:
        """`ptr` and `items`."""
        if self._clusters is not None:
            return self._clusters
        labels = self.labels
        ptr = np.concatenate([[0], np.cumsum(np.bincount(labels, minlength=self.k))])
        order = np.argsort(labels, kind="stable")
        return ptr.astype(np.int64), order.astype(np.int64)

    @cached_property
    def sizes(self) -> Ints:
        """How many items each cluster holds."""
        if self._clusters is not None:
            return np.diff(self._clusters[0])
        return np.bincount(self.labels, minlength=self.k).astype(np.int64)

    @property
    def is_partition(self) -> bool:
        """Whether no two clusters overlap (none leave an item out)."""
        return self._labels is not None or len(self.clusters[1]) == self.n

    @cached_property
    def labels(self) -> Ints:
        """The cluster of each item; a cover that overlaps is refused with an item that shows it."""
        if self._labels is not None:
            return self._labels
        ptr, items = self.clusters
        if not self.is_partition:
            times = np.bincount(items, minlength=self.n)
            item = int(np.argmax(times > 1))
            shown = repr(self.names[item]) if self.names else str(item)
            raise SumscopeError(
                "a measure of partitions cannot compare clusters that overlap: "
                f"item {shown} is in {times[item]} clusters",
                where=self.name or None,
                hint="use omega, onmi or element-centric",
            )
        labels = np.empty(self.n, dtype=np.int64)
        labels[items] = np.repeat(np.arange(self.k), np.diff(ptr))
        return labels

    @cached_property
    def left_out(self) -> npt.NDArray[np.bool_]:
        """Which items no cluster of the judge holds."""
        ptr, items = self.clusters
        held = np.zeros(self.n, dtype=bool)
        held[items[: ptr[self.given]]] = True
        return ~held

    def permuted(self, order: Ints) -> CoverArrays:
        """The same clusters with item i called `order[i]`: sizes stay, members are drawn again."""
        if self._clusters is not None:
            clusters = (self._clusters[0], order[self._clusters[1]])
            return CoverArrays(self.n, self.k, clusters=clusters, given=self.given, name=self.name)
        labels = np.empty_like(self.labels)
        labels[order] = self.labels
        return CoverArrays(self.n, self.k, labels=labels, given=self.given, name=self.name)


@dataclass(frozen=True)
class Contingency:
    """Non-empty cells of two partitions: class (left), cluster (right), items in both."""

    rows: Ints
    cols: Ints
    counts: Ints
    row_sizes: Ints
    col_sizes: Ints
    n: int


@dataclass(frozen=True)
class Entropies:
    """Entropies in nats: of classes C and clusters L, conditional ones, and their mutual part."""

    classes: float
    clusters: float
    classes_given_clusters: float
    clusters_given_classes: float
    mutual: float

    @property
    def homogeneity(self) -> float:
        """1 - H(C|L)/H(C), 1 where H(C) = 0."""
        if self.classes == 0:
            return 1.0
        return _unit(1 - self.classes_given_clusters / self.classes)

    @property
    def completeness(self) -> float:
        """1 - H(L|C)/H(L), 1 where H(L) = 0."""
        if self.clusters == 0:
            return 1.0
        return _unit(1 - self.clusters_given_classes / self.clusters)

    def v(self, beta: float) -> float:
        """(1+b)hc/(bh+c), 0 where both are 0."""
        h, c = self.homogeneity, self.completeness
        below = beta * h + c
        return _unit((1 + beta) * h * c / below) if below > 0 else 0.0

    def nmi(self, beta: float) -> float:
        """(1+b)I/(bH(L)+H(C)), 1 where neither side has any entropy."""
        below = beta * self.clusters + self.classes
        if self.clusters == self.classes == 0:
            return 1.0
        return _unit((1 + beta) * self.mutual / below) if below > 0 else 0.0


@dataclass(frozen=True)
class PairCounts:
    """Pairs of items: together in class and cluster, in the cluster only, the class only, none."""

    tp: int
    fp: int
    fn: int
    tn: int


class CoverPair:
    """Two covers of the same n items; what several measures need is counted at first use.

    `left` holds the classes C (the standard), `right` the clusters L evaluated against it, as in
    scikit-learn's `(labels_true, labels_pred)`.
    """

    def __init__(self, left: CoverArrays, right: CoverArrays) -> None:
        if left.n != right.n:
            raise SumscopeError(f"covers of {left.n} and {right.n} items cannot be compared")
        self.left = left
        self.right = right
        self.n = left.n
        self._kept: dict[str, Any] = {}

    @classmethod
    def of(
        cls,
        left: Cover,
        right: Cover,
        *,
        complete: str = "singletons",
        items: Iterable[str] | None = None,
        names: tuple[str, str] = ("", ""),
    ) -> CoverPair:
        """Complete two covers over the union of their items, or over `items`, and pair them."""
        if items is None:
            items = left.items if left.items == right.items else chain(left.items, right.items)
        universe = tuple(dict.fromkeys(items))
        positions = dict(zip(universe, range(len(universe)), strict=True))
        return cls(
            CoverArrays.of(left, complete, positions, name=names[0], names=universe),
            CoverArrays.of(right, complete, positions, name=names[1], names=universe),
        )

    @classmethod
    def from_labels(cls, left: npt.ArrayLike, right: npt.ArrayLike) -> CoverPair:
        """Pair two partitions given by one whole number per item."""
        return cls(CoverArrays.from_labels(left), CoverArrays.from_labels(right))

    def memo(self, key: str, make: Callable[[CoverPair], T]) -> T:
        """The result of `make(self)`, computed at the first call with this key."""
        if key not in self._kept:
            self._kept[key] = make(self)
        found: T = self._kept[key]
        return found

    @cached_property
    def swapped(self) -> CoverPair:
        """The same two covers in the other direction."""
        return CoverPair(self.right, self.left)

    @cached_property
    def overlaps(self) -> tuple[Ints, Ints, Ints]:
        """Clusters of either side that meet: left, right, items shared. Covers may overlap."""
        if self.left.is_partition and self.right.is_partition:
            table = self.contingency
            return table.rows, table.cols, table.counts
        found: tuple[Ints, Ints, Ints] = kernels.cover.overlaps(
            *self.left.clusters, *self.right.clusters, self.n
        )
        return found

    @cached_property
    def groups(self) -> tuple[Ints, int]:
        """Items numbered by the clusters of both sides that hold them, and how many numbers."""
        made: tuple[Ints, int] = kernels.cover.groups(
            *self.left.clusters, *self.right.clusters, self.n
        )
        return made

    @cached_property
    def omega_counts(self) -> tuple[int, Ints, Ints]:
        """Pairs together equally often; pairs together 0, 1, ... times on the left and right."""
        if self.left.is_partition and self.right.is_partition:
            p = self.pairs
            left, right = (p.fp + p.tn, p.tp + p.fn), (p.fn + p.tn, p.tp + p.fp)
            return p.tp + p.tn, np.array(left, np.int64), np.array(right, np.int64)
        made: tuple[int, Ints, Ints] = kernels.cover.omega_counts(
            *self.left.clusters, *self.right.clusters, self.n
        )
        return made

    @cached_property
    def contingency(self) -> Contingency:
        """The contingency table; covers that overlap are refused."""
        left, right = self.left, self.right
        rows, cols, counts = kernels.cover.contingency(left.labels, right.labels, left.k, right.k)
        return Contingency(rows, cols, counts, left.sizes, right.sizes, self.n)

    @cached_property
    def entropies(self) -> Entropies:
        """Entropies of the contingency table."""
        t = self.contingency
        inside_rows = _plogp(t.counts, t.row_sizes[t.rows], t.n)
        inside_cols = _plogp(t.counts, t.col_sizes[t.cols], t.n)
        classes = _plogp(t.row_sizes, t.n, t.n)
        clusters = _plogp(t.col_sizes, t.n, t.n)
        expected = t.row_sizes[t.rows].astype(np.float64) * t.col_sizes[t.cols]
        mutual = float(np.sum(t.counts * np.log(t.counts * float(t.n) / expected))) / max(t.n, 1)
        return Entropies(classes, clusters, inside_cols, inside_rows, max(mutual, 0.0))

    @cached_property
    def pairs(self) -> PairCounts:
        """Pairs of items by whether class and cluster put them together, exactly."""
        t = self.contingency
        both, by_class, by_cluster = (_choose_two(x) for x in (t.counts, t.row_sizes, t.col_sizes))
        fp, fn = by_cluster - both, by_class - both
        return PairCounts(both, fp, fn, t.n * (t.n - 1) // 2 - both - fp - fn)


def _plogp(counts: Ints, whole: Any, n: int) -> float:
    """-sum counts/n log(counts/whole), the entropy of parts within wholes; never below 0."""
    if n == 0:
        return 0.0
    return max(0.0, -float(np.sum(counts * np.log(counts / whole))) / n)


def _choose_two(counts: Ints) -> int:
    return int(np.sum(counts * (counts - 1) // 2))


def _unit(value: float) -> float:
    """Rounding may leave the unit interval by a hair; definitions do not."""
    return min(1.0, max(0.0, float(value)))
