from __future__ import annotations

from sumscope.annotate.drift import merge_to_one, split_to_singletons
from sumscope.core.cover import Partition

START = Partition.of([list("abcd"), list("ef"), list("g"), list("hijk")])


def inside(fine: Partition, coarse: Partition) -> bool:
    return all(any(set(f) <= set(c) for c in coarse.clusters) for f in fine.clusters)


def test_splits_end_in_singletons_one_cluster_more_a_step() -> None:
    steps = split_to_singletons(START, 1)
    assert steps[0] == START
    assert [len(s.clusters) for s in steps] == list(range(4, 12))
    assert all(inside(steps[i + 1], steps[i]) for i in range(len(steps) - 1))


def test_merges_end_in_one_cluster() -> None:
    steps = merge_to_one(START, 1)
    assert [len(s.clusters) for s in steps] == [4, 3, 2, 1]
    assert all(inside(steps[i], steps[i + 1]) for i in range(len(steps) - 1))


def test_the_seed_decides() -> None:
    assert split_to_singletons(START, 1) == split_to_singletons(START, 1)
    assert split_to_singletons(START, 1) != split_to_singletons(START, 2)
    assert merge_to_one(START, 1) != merge_to_one(START, 3)
