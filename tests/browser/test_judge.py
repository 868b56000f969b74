"""Judges at work in a real browser: every task, by keyboard alone and by mouse."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from bench import Bench, topic, workbench, write_corpus
from checks import Visitor

JUDGES = ["ann", "bo"]


@pytest.fixture(scope="module")
def bench(browser: Any, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Bench]:
    folder = tmp_path_factory.mktemp("bench")
    corpus = write_corpus(folder / "flood.jsonl", topic("T1", 24))
    with workbench(
        folder,
        corpus,
        cluster={"judges": [*JUDGES, "cy", "di", "ed"], "whole": True, "suggest": True},
        link={"judges": JUDGES},
        extract={"judges": JUDGES, "words": 40},
        rate={"judges": JUDGES, "scales": ["quality:1-5", "coverage:1-10"]},
        prefer={"judges": JUDGES},
        four={"task": "prefer", "judges": JUDGES, "of": 4, "name": "four"},
    ) as made:
        yield made


def state(visitor: Visitor) -> dict[str, Any]:
    """The state as the server has it."""
    made: dict[str, Any] = visitor.page.evaluate(
        "fetch('/api/tasks/' + location.pathname.split('/').pop()).then(a => a.json())"
    )
    return made["state"]


def test_cluster_by_keyboard_alone(browser: Any, bench: Bench) -> None:
    with Visitor(browser, bench.judge("cluster")) as visitor:
        press, typed = visitor.press, visitor.type
        first = visitor.focused("data-item")
        press("n")
        typed("The river rose")
        press("Enter")
        second = visitor.focused("data-item")
        assert second not in (None, first)
        press("1")  # to the cluster with this key
        press("Space", "j", "Space", "n")  # two selected become a cluster
        typed("A bridge closed")
        press("Enter", "x", "x", "2", "ArrowUp", "Shift+ArrowDown", "Shift+ArrowDown", ".")
        visitor.saved()
        made = state(visitor)
        assert [c["label"] for c in made["clusters"]] == ["The river rose", "A bridge closed"]
        assert made["clusters"][0]["items"] == [first, second]
        assert len(made["clusters"][1]["items"]) == 6  # two, one, and three by `.`
        assert len(made["aside"]) == 2
        # Filter, and choose a cluster by a part of its label.
        press("/")
        typed("bridge")
        press("Enter")
        assert "bridge" in visitor.focused_text()
        press("g")
        typed("river")
        press("Enter")
        press("Escape")
        # The board: label, rank, break off, merge, fold, note.
        press("ArrowRight", "e")
        typed(" again")
        press("Enter", "r")
        typed("2")
        press("Enter", "f", "f", "t")
        typed("check this")
        press("Control+Enter")
        visitor.saved()
        made = state(visitor)
        assert len(made["clusters"][0]["items"]) == 3
        assert made["clusters"][0]["rank"] == 2
        assert list(made["notes"].values()) == ["check this"]
        press("p", "Shift+ArrowUp")
        visitor.page.get_by_role("button", name="Use this order").focus()
        press("Enter")
        visitor.page.get_by_role("button", name="Rank 1 of").wait_for()
        visitor.saved()
        ranks = [c["rank"] for c in state(visitor)["clusters"]]
        assert sorted(ranks) == [1, 2]
        # Everything can be taken back, and done again.
        before = state(visitor)
        for _ in range(60):
            press("Control+z")
        visitor.saved()
        assert state(visitor) == {"clusters": [], "aside": [], "notes": {}}
        for _ in range(60):
            press("Control+Shift+z")
        visitor.saved()
        assert state(visitor) == before
        visitor.check_quiet()


def test_cluster_by_mouse(browser: Any, bench: Bench) -> None:
    with Visitor(browser, bench.judge("cluster", 1)) as visitor:
        page = visitor.page
        cards = page.locator("[data-zone=unsorted] .card")
        cards.nth(0).click()
        cards.nth(2).click(modifiers=["Control"])
        page.get_by_role("button", name="New", exact=True).click()
        visitor.type("The river rose")
        page.keyboard.press("Enter")
        box = page.locator(".cluster").first
        cards.nth(0).drag_to(box)
        cards.nth(1).drag_to(page.locator(".tray"))
        cards.nth(0).drag_to(page.locator(".new-zone"))
        visitor.type("Another one")
        page.keyboard.press("Enter")
        cards.nth(0).click()
        cards.nth(3).click(modifiers=["Shift"])
        assert page.get_by_text("4 sentences selected").is_visible()
        page.get_by_role("button", name="Put what is selected into cluster 2").click()
        visitor.saved()
        made = state(visitor)
        assert [len(c["items"]) for c in made["clusters"]] == [3, 5]
        assert len(made["aside"]) == 1
        page.get_by_role("button", name="Fold all").click()
        assert page.locator(".cluster .card:visible").count() == 0
        page.get_by_role("button", name="Fold all").click()
        page.get_by_role("button", name="More for cluster 1").click()
        page.get_by_role("button", name="Drop").click()
        page.get_by_role("button", name="Drop", exact=True).last.click()
        visitor.saved()
        assert len(state(visitor)["clusters"]) == 1
        page.get_by_role("button", name="Undo").click()
        visitor.saved()
        assert len(state(visitor)["clusters"]) == 2
        visitor.check_quiet()


def test_rules_lead_to_the_place_and_are_said_before_submitting(browser: Any, bench: Bench) -> None:
    with Visitor(browser, bench.judge("cluster", 2)) as visitor:
        page = visitor.page
        visitor.press("n", "Escape")
        assert page.get_by_role("button", name="3 rules to fix").is_visible()
        visitor.press("v")
        assert "only the sentence" in page.locator(".toast").last.inner_text()
        assert page.evaluate("document.activeElement.closest('.cluster') !== null")
        page.get_by_role("button", name="Submit").click()
        said = page.locator("dialog").inner_text()
        assert "3 rules are broken" in said
        assert "23 sentences of 24 not placed yet" in said
        page.get_by_role("button", name="Submit").last.click()
        page.get_by_text("Submitted. Thank you.").wait_for()
        visitor.press("x")
        assert "submitted" in page.locator(".toast").last.inner_text()
        page.reload()
        assert page.get_by_role("button", name="Submitted").is_disabled()


def test_similar_sentences_can_be_brought_near(browser: Any, bench: Bench) -> None:
    with Visitor(browser, bench.judge("cluster", 3)) as visitor:
        cards = visitor.page.locator("[data-zone=unsorted] .card .text")
        # Not inner texts: those of cards out of sight, or moved since the last frame, are empty
        # (content-visibility: auto).
        before = cards.all_text_contents()
        visitor.press("o")
        after = cards.all_text_contents()
        assert before != after
        assert all(before)
        assert sorted(before) == sorted(after)


def test_link_by_keyboard_and_mouse(browser: Any, bench: Bench) -> None:
    with Visitor(browser, bench.judge("link")) as visitor:
        visitor.press("Space", "j", "Enter", "2", "ArrowRight", "ArrowRight", "k", "Space", "Space")
        visitor.saved()
        links = state(visitor)["links"]
        assert sorted(map(len, links.values())) == [1, 2]
        visitor.press("Control+z", "y")
        visitor.type("a note")
        visitor.press("Control+Enter")
        visitor.saved()
        assert sorted(map(len, state(visitor)["links"].values())) == [1, 1, 2]
        visitor.check_quiet()
    with Visitor(browser, bench.judge("link", 1)) as visitor:
        page = visitor.page
        page.locator(".target-head").nth(1).click()
        page.locator(".source .card").nth(4).click()
        page.locator(".source .card").nth(6).click()
        visitor.saved()
        assert list(map(len, state(visitor)["links"].values())) == [2]
        page.locator(".links button[aria-label^=Remove]").first.click()
        visitor.saved()
        assert list(map(len, state(visitor)["links"].values())) == [1]


def test_extract_by_keyboard_and_mouse(browser: Any, bench: Bench) -> None:
    with Visitor(browser, bench.judge("extract")) as visitor:
        visitor.press("Space", "j", "j", "Space", "ArrowLeft", "Space")
        visitor.saved()
        assert len(state(visitor)["picked"]) == 1
        for _ in range(8):
            visitor.press("j", "Space")
        assert "too many" in visitor.page.locator(".words").inner_text()
        assert visitor.page.get_by_role("button", name="1 rule to fix").is_visible()
    with Visitor(browser, bench.judge("extract", 1)) as visitor:
        visitor.page.locator(".source .card").nth(3).click()
        visitor.page.locator(".source .card").nth(5).click()
        visitor.page.get_by_role("button", name="Drop this sentence").first.click()
        visitor.saved()
        assert len(state(visitor)["picked"]) == 1
        visitor.check_quiet()


def test_rate_by_keyboard_and_mouse(browser: Any, bench: Bench) -> None:
    with Visitor(browser, bench.judge("rate")) as visitor:
        page = visitor.page
        assert "secret" not in page.content()
        visitor.press("4", "0", "Enter", "2", "7", "Enter", "9")
        visitor.saved()
        rated = state(visitor)["ratings"]
        assert rated == {"1": {"quality": 4, "coverage": 10}, "2": {"quality": 2, "coverage": 7}}
        visitor.press("k", "ArrowUp", "Delete", "s")
        visitor.saved()
        assert state(visitor)["ratings"]["2"] == {"coverage": 7}
        assert not page.locator(".source-body").is_visible()
        assert page.locator(".count").inner_text().startswith("1 of 4 rated")
    with Visitor(browser, bench.judge("rate", 1)) as visitor:
        page = visitor.page
        page.locator(".point", has_text="3").first.click()
        page.get_by_role("group", name="coverage").get_by_text("8", exact=True).click()
        page.get_by_role("button", name="Next open summary").click()
        assert "2 of 4" in page.locator(".stepper").inner_text()
        visitor.saved()
        assert state(visitor)["ratings"] == {"1": {"quality": 3, "coverage": 8}}
        visitor.check_quiet()


def test_prefer_by_keyboard_and_mouse(browser: Any, bench: Bench) -> None:
    with Visitor(browser, bench.judge("prefer")) as visitor:
        assert "secret" not in visitor.page.content()
        visitor.press("1", "ArrowRight", "0")
        visitor.saved()
        assert state(visitor)["choices"] == {"1": "left", "2": "right", "3": "equal"}
        visitor.press("Control+z", "k", "Delete")
        visitor.saved()
        assert state(visitor)["choices"] == {"1": "left", "2": "right"}
    with Visitor(browser, bench.judge("prefer", 1)) as visitor:
        visitor.page.get_by_role("button", name="Right is better").click()
        visitor.page.get_by_role("button", name="Equal").click()
        visitor.page.get_by_role("button", name="Undo").last.click()
        visitor.saved()
        assert state(visitor)["choices"] == {"1": "right"}
        visitor.check_quiet()


def test_best_and_worst_of_four(browser: Any, bench: Bench) -> None:
    with Visitor(browser, bench.judge("four")) as visitor:
        visitor.press("b", "Shift+B")  # the worst takes it over from the best
        visitor.saved()
        assert state(visitor)["choices"] == {"1": {"best": None, "worst": "b"}}
        visitor.press("d")
        visitor.saved()
        assert state(visitor)["choices"]["1"] == {"best": "d", "worst": "b"}
    with Visitor(browser, bench.judge("four", 1)) as visitor:
        option = visitor.page.locator(".option")
        option.nth(0).get_by_role("button", name="Best").click()
        option.nth(1).get_by_role("button", name="Worst").click()
        visitor.saved()
        assert state(visitor)["choices"] == {"1": {"best": "a", "worst": "b"}}
        visitor.check_quiet()


@pytest.mark.parametrize(
    ("task", "width", "dark"),
    [
        ("cluster", 1024, False),
        ("cluster", 1600, True),
        ("link", 1024, True),
        ("extract", 1600, False),
        ("rate", 1024, True),
        ("prefer", 1600, False),
        ("four", 1024, False),
    ],
)
def test_screens_are_accessible_and_fit(
    browser: Any, bench: Bench, task: str, width: int, dark: bool
) -> None:
    with Visitor(browser, bench.judge(task, 4 if task == "cluster" else 0), width, dark) as visitor:
        if task == "cluster" and visitor.page.locator(".cluster").count() == 0:
            visitor.press("n", "Escape", "j", "n")
            visitor.type("A label")
            visitor.press("Enter", "x", "Space")
        assert visitor.axe() == {}
        visitor.check_fits()
        visitor.press("?")
        assert visitor.page.locator("dialog kbd").count() > 8
        if (task, dark) == ("cluster", True):
            assert visitor.axe("dialog") == {}
        visitor.press("Escape")
        visitor.check_quiet()


def test_right_to_left_and_hostile_texts(browser: Any, tmp_path: Any) -> None:
    hostile = "</script><img src=x onerror=alert(1)>{{7*7}}\u202e"
    made = topic("<b>T</b>", 6)
    made["title"] = hostile
    made["lang"] = "ar"
    for at, document in enumerate(made["documents"]):
        document["id"] = f"{hostile}{at}"
        document["sentences"] = ["ارتفع منسوب النهر مترين يوم الاثنين", hostile]
    with (
        workbench(
            tmp_path,
            write_corpus(tmp_path / "c.jsonl", made),
            cluster={"judges": [hostile.rstrip("\u202e")], "whole": True, "guidelines": hostile},
        ) as bench,
        Visitor(browser, bench.judge("cluster")) as visitor,
    ):
        visitor.press("n")
        visitor.type(hostile)
        visitor.press("Enter", "t")
        visitor.type(hostile)
        visitor.press("Control+Enter", "1")
        visitor.saved()
        visitor.page.reload()
        page = visitor.page
        page.locator(".cluster").wait_for()
        assert page.locator(".cluster .label").inner_text() == hostile
        assert page.locator("img").count() == 0
        arabic = page.locator(".card .text", has_text="النهر").first
        assert arabic.evaluate("e => getComputedStyle(e).direction") == "rtl"
        visitor.check_quiet()
