"""Who gets what: loads and positions are even, and everything comes from the seed."""

from __future__ import annotations

from collections import Counter
from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sumscope.core.errors import SumscopeError
from sumscope.workbench.assign import comparisons, comparisons_in_order, deal, summaries_in_order


@given(st.integers(0, 40), st.integers(1, 6), st.data(), st.integers(0, 9))
def test_each_item_gets_as_many_judges_as_asked_and_loads_are_even(
    units: int, judges: int, data: st.DataObject, seed: int
) -> None:
    per_item = data.draw(st.integers(1, judges))
    held = deal(units, judges, per_item=per_item, overlap=None, seed=seed)
    counts = Counter(unit for mine in held for unit in mine)
    assert all(counts[unit] == per_item for unit in range(units))
    assert max(map(len, held)) - min(map(len, held)) <= 1
    assert held == deal(units, judges, per_item=per_item, overlap=None, seed=seed)


@given(st.integers(1, 40), st.integers(1, 6), st.data())
def test_an_overlap_is_shared_by_all_and_the_rest_dealt_out(
    units: int, judges: int, data: st.DataObject
) -> None:
    overlap = data.draw(st.integers(0, units))
    held = deal(units, judges, per_item=None, overlap=overlap, seed=3)
    counts = Counter(unit for mine in held for unit in mine)
    assert set(counts) == set(range(units))
    shared = sum(count == judges for count in counts.values())
    assert shared == overlap if judges > 1 else shared == units
    assert max(map(len, held)) - min(map(len, held)) <= 1


def test_judges_meet_each_other_evenly() -> None:
    held = deal(60, 4, per_item=2, overlap=None, seed=1)
    met = Counter(
        pair
        for unit in range(60)
        for pair in combinations([j for j in range(4) if unit in held[j]], 2)
    )
    assert len(met) == 6
    assert max(met.values()) - min(met.values()) <= 4


def test_too_many_judges_per_item_or_too_much_overlap_is_refused() -> None:
    with pytest.raises(SumscopeError, match="5 judges per item, but there are 2 judges"):
        deal(3, 2, per_item=5, overlap=None, seed=0)
    with pytest.raises(SumscopeError, match="an overlap of 9 items"):
        deal(3, 2, per_item=None, overlap=9, seed=0)


@pytest.mark.parametrize("judge", ["ann", "bo", "cy"])
def test_left_and_right_are_even_for_each_system_and_judge(judge: str) -> None:
    peers = ["s1", "s2", "s3", "s4", "s5"]
    units = [
        (f"T{at}", pair) for at in range(8) for pair in comparisons(peers, 2, None, at, seed=5)
    ]
    made = comparisons_in_order(units, judge, 5)
    assert sorted((t, tuple(sorted(p))) for t, p in made) == sorted(
        (t, tuple(sorted(p))) for t, p in units
    )
    left = Counter(peers[0] for _, peers in made)
    right = Counter(peers[1] for _, peers in made)
    assert all(abs(left[p] - right[p]) <= 4 for p in peers)  # of 32 each
    against = Counter(peers for _, peers in made)
    for a, b in combinations(peers, 2):
        assert abs(against[a, b] - against[b, a]) <= 1  # of 8


def test_a_rated_system_stands_on_every_position_equally_often() -> None:
    peers = ["s1", "s2", "s3", "s4"]
    units = [(f"T{at}", (peer,)) for at in range(8) for peer in peers]
    made = summaries_in_order(units, "ann", 0)
    assert sorted(made) == sorted(units)
    places = Counter((peer, at % 4) for at, (_, (peer,)) in enumerate(made))
    assert set(places.values()) == {2}
    assert made != summaries_in_order(units, "bo", 0)
    assert made != summaries_in_order(units, "ann", 1)


@given(st.integers(4, 12), st.integers(0, 5))
def test_sets_of_four_show_each_system_equally_often(count: int, seed: int) -> None:
    peers = [f"s{at}" for at in range(count)]
    sets = comparisons(peers, 4, None, 0, seed)
    shown = Counter(peer for one in sets for peer in one)
    assert len(set(shown.values())) == 1
    assert all(len(set(one)) == 4 for one in sets)


@given(st.integers(2, 12), st.integers(1, 30))
def test_a_limit_keeps_systems_even(count: int, most: int) -> None:
    peers = [f"s{at}" for at in range(count)]
    pairs = comparisons(peers, 2, most, 0, 1)
    assert len(pairs) == min(most, count * (count - 1) // 2)
    assert len({frozenset(pair) for pair in pairs}) == len(pairs)
    shown = Counter(peer for pair in pairs for peer in pair)
    assert max(shown.values()) - min(shown[peer] for peer in peers) <= 2
