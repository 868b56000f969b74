"""Random covers and partitions for the property tests."""

from __future__ import annotations

from hypothesis import strategies as st

from sumscope.core.cover import Cover, Partition


@st.composite
def partitions(draw: st.DrawFn, n: int) -> Partition:
    labels = draw(st.lists(st.integers(0, max(n - 1, 0)), min_size=n, max_size=n))
    return Partition.from_labels(labels)


@st.composite
def covers(draw: st.DrawFn, n: int, most: int = 5) -> Cover:
    """Clusters that may overlap, repeat and leave items out."""
    if n == 0:
        return Cover.of([], [])
    members = st.sets(st.integers(0, n - 1))
    clusters = draw(st.lists(members, max_size=most))
    if clusters and draw(st.booleans()):
        clusters.append(draw(st.sampled_from(clusters)))
    return Cover.of([sorted(c) for c in clusters], range(n))


def two(kind, low: int = 1, high: int = 9):  # type: ignore[no-untyped-def]
    """Two covers of the same items."""
    return st.integers(low, high).flatmap(lambda n: st.tuples(kind(n), kind(n)))
