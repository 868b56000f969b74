"""Verdicts of several judges on the same items, matched by system and not by position."""

from __future__ import annotations

from collections import Counter
from types import SimpleNamespace
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from sumscope.workbench.brief import Brief, Item
from sumscope.workbench.task import shared_entries
from sumscope.workbench.tasks.prefer import PreferState, PreferTask

PEERS = ("p", "q", "r", "s")
TASK = PreferTask()


def judged(name: str, entries: list[tuple[str, tuple[str, ...]]], ops: list[dict[str, Any]]) -> Any:
    brief = brief_of(entries)
    state = PreferState()
    for op in ops:
        state = state.apply(brief, op)
    return SimpleNamespace(
        judge=SimpleNamespace(name=name), brief=brief, entries=tuple(entries), state=state
    )


def brief_of(entries: list[tuple[str, tuple[str, ...]]]) -> Brief:
    items = tuple(Item(str(at), "", topic) for at, (topic, _) in enumerate(entries, 1))
    options = {
        item.id: ("left", "right") if len(peers) == 2 else tuple("abcd"[: len(peers)])
        for item, (_, peers) in zip(items, entries, strict=True)
    }
    return Brief("prefer", items, options=options)


def test_best_and_worst_of_a_turned_set() -> None:
    """Worked by hand: two of three judges find q best; all three name another one the worst."""
    first = judged(
        "ann", [("T", PEERS)], [{"do": "prefer", "item": "1", "best": "b", "worst": "a"}]
    )
    turned = [("T", ("q", "r", "s", "p"))]
    second = judged("bo", turned, [{"do": "prefer", "item": "1", "best": "a", "worst": "b"}])
    third = judged("cy", turned, [{"do": "prefer", "item": "1", "best": "d", "worst": "c"}])
    gold = [("T", ("s", "p", "q", "r"))]
    people = [first, second, third]
    assert shared_entries(people) == [("T", PEERS)]
    assert TASK.majority(brief_of(gold), gold, people) == [
        {"do": "prefer", "item": "1", "best": "c"}
    ]
    assert TASK.evidence(brief_of(gold), gold, people)["1"] == {
        "ann": {"best": "c", "worst": "b"},
        "bo": {"best": "c", "worst": "d"},
        "cy": {"best": "b", "worst": "a"},
    }


@given(
    st.lists(st.tuples(st.booleans(), st.sampled_from(["p", "q", None])), min_size=1, max_size=7)
)
def test_pairs_follow_the_systems_whatever_the_side(votes: list[tuple[bool, str | None]]) -> None:
    people = []
    for at, (swapped, winner) in enumerate(votes):
        peers = ("q", "p") if swapped else ("p", "q")
        choice = "equal" if winner is None else ("left", "right")[peers.index(winner)]
        op = {"do": "prefer", "item": "1", "choice": choice}
        people.append(judged(f"judge {at}", [("T", peers)], [op]))
    gold = [("T", ("p", "q"))]
    ops = TASK.majority(brief_of(gold), gold, people)
    counts = Counter(winner for _, winner in votes)
    most = [winner for winner, count in counts.items() if 2 * count > len(votes)]
    side = {"p": "left", "q": "right", None: "equal"}
    assert [op["choice"] for op in ops] == [side[winner] for winner in most]
    said = TASK.evidence(brief_of(gold), gold, people)["1"]
    assert list(said.values()) == [side[winner] for _, winner in votes]
