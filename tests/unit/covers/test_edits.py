from __future__ import annotations

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sumscope.core.cover import Cover
from sumscope.core.errors import SumscopeError
from sumscope.covers.edits import Add, Delete, EditScript, Merge, Move, Split, apply, edit_script


def of(*clusters: str, items: str | None = None) -> Cover:
    return Cover.of([list(c) for c in clusters], None if items is None else list(items))


def same_clusters(one: Cover, other: Cover) -> bool:
    return sorted(map(sorted, one.clusters)) == sorted(map(sorted, other.clusters))


def test_nothing_to_do() -> None:
    script = edit_script(of("ab", "cd"), of("dc", "ab"))
    assert script.steps == 0
    assert script.identical == (("A2", "B1"), ("A1", "B2"))


def test_delete_add_and_both_left_out() -> None:
    script = edit_script(of("abx", items="abxyz"), of("aby", items="abxyz"))
    assert script.deleted == (Delete("x", "A1"),)
    assert script.added == (Add("y", "B1"),)
    assert script.both_left_out == ("z",)
    assert script.steps == 2


def test_split_and_merge() -> None:
    script = edit_script(of("abcde"), of("abc", "de"))
    assert script.splits == (Split("A1", "B2", ("d", "e")),)
    assert script.steps == 1
    script = edit_script(of("abc", "de"), of("abcde"))
    assert script.merges == (Merge(("A1", "A2"), "B1"),)
    assert script.steps == 1


def test_a_part_split_off_may_merge() -> None:
    script = edit_script(of("abcde", "fg"), of("abc", "defg"))
    assert script.splits == (Split("A1", "A1>B2", ("d", "e")),)
    assert script.merges == (Merge(("A1>B2", "A2"), "B2"),)
    assert script.moves == ()


def test_single_sentences_move() -> None:
    script = edit_script(of("abc", "defg"), of("ab", "cdefg"))
    assert script.moves == (Move("c", "B1", "B2"),)
    assert script.steps == 1


def test_the_generalising_judge_of_the_paper() -> None:
    """One judge's cluster of four sentences is two clusters of the other: one split."""
    script = edit_script(Cover.of([[1, 2, 3, 4]]), Cover.of([[1, 2], [3, 4]]))
    assert script.steps == 1
    assert script.lines() == ["split A1: 3, 4 become B2"]


def test_overlap_is_refused() -> None:
    with pytest.raises(SumscopeError, match=r"the second cover: .* 'a' is in two"):
        edit_script(of("ab"), of("ab", "a"))


@st.composite
def clusterings(draw: st.DrawFn) -> Cover:
    """Each of ten sentences is in one of a few clusters, or left out."""
    places = draw(st.lists(st.integers(-1, 4), min_size=10, max_size=10))
    lists = [[i for i, p in enumerate(places) if p == c] for c in range(5)]
    return Cover.of(lists, range(10))


@given(clusterings(), clusterings())
def test_carrying_it_out_gives_the_other_clustering(left: Cover, right: Cover) -> None:
    script = edit_script(left, right)
    assert same_clusters(apply(script, left), right)
    assert (script.steps == 0) == same_clusters(left, right)
    shared = {frozenset(c) for c in left.clusters} & {frozenset(c) for c in right.clusters}
    assert len(script.identical) == len(shared)
    json.dumps(script.to_json())
    assert len(script.lines()) == script.steps


@given(clusterings(), clusterings())
def test_never_longer_than_sentence_by_sentence(left: Cover, right: Cover) -> None:
    script = edit_script(left, right)
    assert script.steps <= len(left.items)
    used = {i for c in left.clusters for i in c}, {i for c in right.clusters for i in c}
    assert {d.sentence for d in script.deleted} == used[0] - used[1]
    assert {a.sentence for a in script.added} == used[1] - used[0]
    assert set(script.both_left_out) == set(left.items) - used[0] - used[1]


def test_universes_may_differ() -> None:
    left, right = of("ab"), of("bc", items="bcd")
    script = edit_script(left, right)
    assert isinstance(script, EditScript)
    assert same_clusters(apply(script, left), right)
    assert script.both_left_out == ("d",)
