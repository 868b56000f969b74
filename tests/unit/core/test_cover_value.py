from __future__ import annotations

import dataclasses

import pytest

from sumscope.core.cover import Cover, Partition
from sumscope.core.errors import SumscopeError


def test_universe_is_what_clusters_hold() -> None:
    assert Cover.of([["b", "a"], ["a", "c"]]).items == ("b", "a", "c")


def test_whole_numbers_are_names() -> None:
    assert Cover.of([[1, 2], ["x"]]) == Cover.of([["1", "2"], ["x"]])


@pytest.mark.parametrize("item", [True, None, 1.5, ["a"]])
def test_other_items_are_refused(item: object) -> None:
    with pytest.raises(SumscopeError, match="a text or a whole number"):
        Cover.of([[item]])  # type: ignore[list-item]


def test_an_item_twice_in_a_cluster_counts_once() -> None:
    assert Cover.of([["a", "b", "a"]]).clusters == (("a", "b"),)


def test_duplicated_clusters_stay() -> None:
    assert len(Cover.of([["a", "b"], ["b", "a"]]).clusters) == 2


def test_empty_clusters_say_nothing() -> None:
    assert Cover.of([[], ["a"], []]).clusters == (("a",),)


def test_empty_cover() -> None:
    cover = Cover.of([])
    assert (cover.items, cover.clusters, cover.left_out, cover.shared) == ((), (), (), None)
    assert cover.complete("bucket") == cover.complete("singletons") == cover


def test_items_outside_the_universe_are_refused() -> None:
    with pytest.raises(SumscopeError, match="'c' of cluster 2 is not in the universe"):
        Cover.of([["a"], ["b", "c"]], ["a", "b"])


def test_universe_names_an_item_once() -> None:
    with pytest.raises(SumscopeError, match="'a' is listed twice in the universe"):
        Cover.of([], ["a", "b", "a"])


def test_completions() -> None:
    cover = Cover.of([["b", "c"]], "abcd")
    assert cover.left_out == ("a", "d")
    assert cover.complete("singletons").clusters == (("b", "c"), ("a",), ("d",))
    assert cover.complete("bucket").clusters == (("b", "c"), ("a", "d"))
    assert cover.complete("bucket", ["e", "a"]).clusters == (("b", "c"), ("a", "d", "e"))
    assert cover.complete("singletons").left_out == ()


def test_completing_a_complete_cover_changes_nothing() -> None:
    cover = Cover.of([["a"], ["b", "a"]])
    assert cover.complete("singletons") == cover.complete("bucket") == cover


def test_an_unknown_completion_names_the_known_ones() -> None:
    with pytest.raises(SumscopeError, match="give one of singletons"):
        Cover.of([]).complete("singleton")


def test_frozen() -> None:
    with pytest.raises(dataclasses.FrozenInstanceError):
        Cover.of([]).items = ("a",)  # type: ignore[misc]


def test_partition() -> None:
    made = Partition.from_labels(["x", "y", "x"], ["a", "b", "c"])
    assert made.clusters == (("a", "c"), ("b",))
    assert Partition.from_labels([0, 1]).items == ("0", "1")
    with pytest.raises(SumscopeError, match="'a' is in two clusters"):
        Partition.of([["a"], ["a"]])
    with pytest.raises(SumscopeError, match="'b' is in no cluster; complete it"):
        Partition.of([["a"]], ["a", "b"])
    with pytest.raises(SumscopeError, match="1 items but 2 labels"):
        Partition.from_labels([1, 2], ["a"])
