from __future__ import annotations

from sumscope.core.cover import Partition
from sumscope.covers.drift import merge_rounds, merge_to_one, split_rounds, split_to_singletons

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


def test_rounds_change_every_cluster_once() -> None:
    """The axis of the paper's Figure 1: 15 clusters, merged to 8, 4, 2, 1; split to 30 and on."""
    merged = merge_rounds(Partition.of([[n] for n in range(15)]), 1)
    assert [len(step.clusters) for step in merged] == [15, 8, 4, 2, 1]
    split = split_rounds(START, 1)
    assert len(split[1].clusters) == 7, "three clusters of four can be split"
    assert all(inside(split[i + 1], split[i]) for i in range(len(split) - 1))
    assert len(split[-1].clusters) == 11
    assert split_rounds(START, 1) == split_rounds(START, 1) != split_rounds(START, 2)
