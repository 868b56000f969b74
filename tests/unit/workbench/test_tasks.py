"""What each operation does, on examples worked out by hand."""

from __future__ import annotations

from typing import Any

import pytest

from sumscope.workbench.brief import Brief, Item, Scale, Target
from sumscope.workbench.operations import RefusedError, replay
from sumscope.workbench.tasks import TASKS

ITEMS = tuple(
    Item(name, f"Sentence {name}.", name[0], words=5) for name in ("a1", "a2", "b1", "b2")
)
CLUSTER = Brief("cluster", ITEMS)


def state(brief: Brief, *ops: dict[str, Any]) -> dict[str, Any]:
    return replay(TASKS[brief.task].state(), brief, ops).state.to_json()


def new(name: str, *items: str) -> dict[str, Any]:
    return {"do": "new", "cluster": name, "items": list(items)}


def clusters(*ops: dict[str, Any]) -> dict[str, list[str]]:
    return {c["id"]: c["items"] for c in state(CLUSTER, *ops)["clusters"]}


def test_new_takes_items_from_wherever_they_are() -> None:
    ops = [new("x", "a1", "b1"), {"do": "aside", "item": "a2"}, new("y", "a2", "b1")]
    assert clusters(*ops) == {"x": ["a1"], "y": ["a2", "b1"]}
    assert state(CLUSTER, *ops)["aside"] == []
    assert clusters({"do": "new", "cluster": "x"}) == {"x": []}


def test_put_take_and_aside_move_one_item() -> None:
    start = [new("x", "a1", "b1"), new("y")]
    assert clusters(*start, {"do": "put", "item": "a1", "cluster": "y"}) == {
        "x": ["b1"],
        "y": ["a1"],
    }
    assert clusters(*start, {"do": "put", "item": "a1", "cluster": "x"})["x"] == ["b1", "a1"]
    assert clusters(*start, {"do": "take", "item": "a1"})["x"] == ["b1"]
    done = state(CLUSTER, *start, {"do": "aside", "item": "a1"}, {"do": "aside", "item": "a2"})
    assert done["aside"] == ["a1", "a2"]


def test_merge_keeps_the_first_and_split_puts_the_new_one_beside() -> None:
    start = [
        new("x", "a1"),
        new("y", "b1"),
        new("z", "a2"),
        {"do": "label", "cluster": "y", "text": "kept"},
        {"do": "note", "cluster": "x", "text": "goes"},
    ]
    merged = state(CLUSTER, *start, {"do": "merge", "clusters": ["y", "x"]})
    assert [(c["id"], c["items"], c["label"]) for c in merged["clusters"]] == [
        ("y", ["b1", "a1"], "kept"),
        ("z", ["a2"], None),
    ]
    assert merged["notes"] == {}
    split = {"do": "split", "cluster": "x", "into": "w", "items": ["b2"]}
    assert list(clusters(new("x", "a1", "b2"), new("y"), split)) == ["x", "w", "y"]


def test_drop_frees_the_items() -> None:
    done = state(CLUSTER, new("x", "a1"), {"do": "drop", "cluster": "x"})
    assert done == {"clusters": [], "aside": [], "notes": {}}


@pytest.mark.parametrize(
    ("op", "reason"),
    [
        ({"do": "put", "item": "zz", "cluster": "x"}, "unknown item 'zz'"),
        ({"do": "put", "item": "a1", "cluster": "q"}, "unknown cluster 'q'"),
        ({"do": "new", "cluster": "x", "items": []}, "there is a cluster 'x' already"),
        ({"do": "new", "cluster": "a1"}, "is the id of a sentence"),
        ({"do": "new", "cluster": "n", "items": ["a1", "a1"]}, "names something twice"),
        ({"do": "new", "cluster": "n" * 65}, "more than 64 characters"),
        ({"do": "split", "cluster": "x", "into": "n", "items": ["b2"]}, "is not in the cluster"),
        ({"do": "split", "cluster": "x", "into": "n", "items": []}, "one item or more"),
        ({"do": "merge", "clusters": ["x"]}, "two clusters or more"),
        ({"do": "rank", "cluster": "x", "rank": 0}, "whole number from 1 to 9999"),
        ({"do": "rank", "cluster": "x", "rank": True}, "whole number from 1 to 9999"),
        ({"do": "label", "cluster": "x", "text": "t" * 4001}, "more than 4000 characters"),
        ({"do": "label", "cluster": "x"}, "the key 'text' is missing"),
        ({"do": "take", "item": "a1", "time": 3}, "unknown key 'time'"),
        ({"do": "link", "item": "a1", "to": "A:0"}, "unknown operation 'link'"),
        ({"item": "a1"}, "unknown operation None"),
        ({"do": "undo", "n": 2}, "unknown key 'n'"),
    ],
)
def test_what_does_not_fit_is_refused_with_a_reason(op: dict[str, Any], reason: str) -> None:
    with pytest.raises(RefusedError) as raised:
        state(CLUSTER, new("x", "a1"), op)
    assert reason in str(raised.value)


def test_rules_name_the_cluster_by_its_id() -> None:
    session = replay(TASKS["cluster"].state(), CLUSTER, [new("x", "a1"), new("y", "a2", "b2")])
    broken = session.state.broken(CLUSTER)
    assert {(one.rule, one.cluster) for one in broken} == {
        ("two-sentences", "x"),
        ("labelled", "x"),
        ("ranked", "x"),
        ("labelled", "y"),
        ("ranked", "y"),
    }


def test_links_are_many_to_many() -> None:
    brief = Brief("link", ITEMS, (Target("A:0", "One.", "A"), Target("A:1", "Two.", "A")))
    ops = [
        {"do": "link", "item": "a1", "to": "A:0"},
        {"do": "link", "item": "a1", "to": "A:1"},
        {"do": "link", "item": "b1", "to": "A:1"},
        {"do": "link", "item": "b1", "to": "A:1"},
        {"do": "unlink", "item": "a1", "to": "A:0"},
        {"do": "note", "to": "A:0", "text": "hard"},
    ]
    assert state(brief, *ops) == {"links": {"A:1": ["a1", "b1"]}, "notes": {"A:0": "hard"}}


def test_an_extract_may_pass_its_limit_and_a_rule_says_so() -> None:
    brief = Brief("extract", ITEMS, limit=12)
    ops = [{"do": "pick", "item": name} for name in ("b1", "a1", "a2")]
    session = replay(TASKS["extract"].state(), brief, ops)
    assert session.state.to_json()["picked"] == ["b1", "a1", "a2"]
    (broken,) = session.state.broken(brief)
    assert broken.message == "the extract has 15 words, 3 more than the limit of 12"


def test_ratings_stay_on_their_scale() -> None:
    brief = Brief("rate", (Item("1", "t"),), scales=(Scale("q", 1, 5), Scale("r", 0, 1)))
    rate = {"do": "rate", "item": "1", "scale": "q"}
    assert state(brief, {**rate, "value": 3.0})["ratings"] == {"1": {"q": 3}}
    assert state(brief, {**rate, "value": 3}, {**rate, "value": None})["ratings"] == {}
    for bad in (0, 6, 2.5, "3", True):
        with pytest.raises(RefusedError):
            state(brief, {**rate, "value": bad})
    half = replay(TASKS["rate"].state(), brief, [{**rate, "value": 3}]).state
    assert half.done(brief) == 0  # the other scale is missing


def test_best_and_worst_come_one_by_one() -> None:
    items = (Item("1", ""), Item("2", ""))
    options = {"1": ("left", "right"), "2": ("a", "b", "c", "d")}
    brief = Brief("prefer", items, options=options)
    best = {"do": "prefer", "item": "2", "best": "a"}
    half = replay(TASKS["prefer"].state(), brief, [best]).state
    assert (half.done(brief), [one.rule for one in half.broken(brief)]) == (0, ["best-and-worst"])
    both = state(brief, best, {"do": "prefer", "item": "2", "worst": "d"})
    assert both["choices"] == {"2": {"best": "a", "worst": "d"}}
    pair = {"do": "prefer", "item": "1", "choice": "equal"}
    assert state(brief, pair)["choices"] == {"1": "equal"}
    for bad in (
        {"do": "prefer", "item": "2", "best": "a", "worst": "a"},
        {"do": "prefer", "item": "2", "choice": "left"},
        {"do": "prefer", "item": "1", "best": "left"},
        {"do": "prefer", "item": "2"},
    ):
        with pytest.raises(RefusedError):
            state(brief, bad)
