"""Cover and Partition: groupings of named items, as frozen values.

A cover has a universe (`items`) and clusters of those items; clusters may overlap and may leave
items out. A partition is a cover in which every item is in exactly one cluster.

What odd input means, once and for all:

- an item listed twice in one cluster counts once: a cluster is a set;
- the same cluster given twice is two clusters (the Omega index counts them both);
- a cluster without items says nothing and is dropped;
- without `items` the universe is what the clusters hold, in order of first mention;
- an item of a cluster that is not in the universe is an error, and so is a universe that names an
  item twice.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import cast, get_args

from sumscope.core.choices import Completion, check_choice
from sumscope.core.errors import SumscopeError

COMPLETIONS: tuple[Completion, ...] = get_args(Completion)


def completion(name: str) -> Completion:
    """Check the name of a way to complete a cover."""
    check_choice("complete", name, Completion)
    return cast("Completion", name)


@dataclass(frozen=True)
class Cover:
    """Clusters over a universe of items; both keep the order they were given in.

    Build one with `Cover.of`, which accepts any iterables and whole numbers as names.

    >>> from sumscope import Cover
    >>> Cover(("a", "b", "c"), (("a", "b"), ("b", "c"))).clusters
    (('a', 'b'), ('b', 'c'))
    """

    items: tuple[str, ...]
    clusters: tuple[tuple[str, ...], ...]

    def __post_init__(self) -> None:
        universe = set(self.items)
        if len(universe) < len(self.items):
            twice = _first_repeated(self.items)
            raise SumscopeError(f"the item {twice!r} is listed twice in the universe")
        clusters = tuple(tuple(dict.fromkeys(c)) for c in self.clusters if c)
        for number, cluster in enumerate(clusters, 1):
            if not universe.issuperset(cluster):
                stray = next(item for item in cluster if item not in universe)
                raise SumscopeError(
                    f"the item {stray!r} of cluster {number} is not in the universe",
                    hint="add it to the items, or take it out of the cluster",
                )
        object.__setattr__(self, "clusters", clusters)

    @classmethod
    def of(
        cls,
        clusters: Iterable[Iterable[str | int]],
        items: Iterable[str | int] | None = None,
    ) -> Cover:
        """Make a cover; without `items` the universe is every item of the clusters."""
        named = tuple(_named(cluster) for cluster in clusters)
        if items is None:
            universe = tuple(dict.fromkeys(item for cluster in named for item in cluster))
        else:
            universe = _named(items)
        return cls(universe, named)

    @property
    def left_out(self) -> tuple[str, ...]:
        """The items of the universe that no cluster holds."""
        held = {item for cluster in self.clusters for item in cluster}
        return tuple(item for item in self.items if item not in held)

    @property
    def shared(self) -> str | None:
        """The first item that several clusters hold, or None where none overlap."""
        seen: set[str] = set()
        for cluster in self.clusters:
            for item in cluster:
                if item in seen:
                    return item
                seen.add(item)
        return None

    def complete(self, how: str, items: Iterable[str] | None = None) -> Cover:
        """Put every left-out item in a cluster: its own (`singletons`) or one for all (`bucket`).

        `items` widens the universe first; the items of this cover stay in it.
        """
        way = completion(how)
        universe = self.items if items is None else tuple(dict.fromkeys((*self.items, *items)))
        rest = Cover(universe, self.clusters).left_out
        if way == "singletons":
            added: tuple[tuple[str, ...], ...] = tuple((item,) for item in rest)
        else:
            added = (rest,)
        return Cover(universe, (*self.clusters, *added))


@dataclass(frozen=True)
class Partition(Cover):
    """A cover in which every item is in exactly one cluster; anything else is refused."""

    def __post_init__(self) -> None:
        super().__post_init__()
        if self.shared is not None:
            raise SumscopeError(f"not a partition: the item {self.shared!r} is in two clusters")
        rest = self.left_out
        if rest:
            raise SumscopeError(
                f"not a partition: the item {rest[0]!r} is in no cluster",
                hint="complete it by singletons or bucket",
            )

    @classmethod
    def from_labels(cls, labels: Sequence[object], items: Sequence[str] | None = None) -> Partition:
        """Make a partition from one label per item (items are named 0, 1, ... by default)."""
        names = tuple(str(i) for i in range(len(labels))) if items is None else tuple(items)
        if len(names) != len(labels):
            raise SumscopeError(f"{len(names)} items but {len(labels)} labels")
        groups: dict[object, list[str]] = {}
        for name, label in zip(names, labels, strict=True):
            groups.setdefault(label, []).append(name)
        return cls(names, tuple(tuple(group) for group in groups.values()))


def item_name(item: object) -> str:
    """The name of an item: a text as it is, a whole number as its digits."""
    if isinstance(item, str):
        return item
    if isinstance(item, int) and not isinstance(item, bool):
        return str(item)
    raise SumscopeError(f"an item is a text or a whole number, not {item!r}")


def _named(items: Iterable[str | int]) -> tuple[str, ...]:
    return tuple([item if type(item) is str else item_name(item) for item in items])


def _first_repeated(items: Iterable[str]) -> str:
    seen: set[str] = set()
    for item in items:
        if item in seen:
            return item
        seen.add(item)
    raise ValueError("no item is repeated")
