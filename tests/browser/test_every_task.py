"""An owner and two judges at once, one by keyboard alone and one by mouse, for every kind of task.

From a project made in the page to an exported, adjudicated gold standard; clustering has its own
play-through in `test_owner.py`.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from bench import topic, workbench, write_corpus
from checks import Visitor

import sumscope


def by_keys(task: str, judge: Visitor) -> None:
    """Everything that the task asks for, with the keyboard."""
    if task == "link":
        for _ in range(4):  # a sentence for each sentence of the abstract
            judge.press("Space", "j", "Space", "ArrowRight", "ArrowRight")
    elif task == "extract":
        judge.press("Space", "j", "j", "Space")
    elif task == "rate":
        for key in ("4", "3", "2", "5"):
            judge.press(key, "Enter")
    else:
        for key in ("1", "2", "0", "1", "2", "1"):
            judge.press(key)


def by_mouse(task: str, judge: Visitor) -> None:
    """The same kind of work with the mouse, with other answers in places."""
    page = judge.page
    if task == "link":
        for at in range(4):
            page.locator(".target-head").nth(at).click()
            page.locator(".source .card").nth(at).click()
    elif task == "extract":
        page.locator(".source .card").nth(0).click()
        page.locator(".source .card").nth(4).click()
    elif task == "rate":
        for at in range(4):
            page.locator(".point", has_text=str(5 - at)).first.click()
            if at < 3:
                page.get_by_role("button", name="Next open summary").click()
    else:
        for name in ("Right", "Left", "Left", "Right", "Right", "Left"):
            page.get_by_role("button", name=f"{name} is better").click()


def submit(visitor: Visitor) -> None:
    visitor.saved()
    visitor.page.get_by_role("button", name="Submit").click()
    visitor.page.get_by_role("button", name="Submit").last.click()
    visitor.page.get_by_text("Submitted. Thank you.").wait_for()


def covers(corpus: Path) -> None:
    found = json.loads(corpus.read_text("utf-8"))["covers"]
    assert {cover["judge"] for cover in found} == {"ann", "bo", "gold"}
    rows = sumscope.agree([corpus], ["omega"]).rows
    assert {frozenset((row.left, row.right)) for row in rows} >= {frozenset(("ann", "bo"))}
    assert {name for row in rows for name in (row.left, row.right)} == {"ann", "bo", "gold"}


def extracts(corpus: Path) -> None:
    made = {p["id"]: p for p in json.loads(corpus.read_text("utf-8"))["peers"] if p.get("human")}
    assert set(made) == {"ann", "bo", "gold"}
    shared = set(made["ann"]["extract"]) & set(made["bo"]["extract"])
    assert set(made["gold"]["extract"]) == shared  # only what both have picked is a majority


def ratings(corpus: Path) -> None:
    rows = sumscope.judges(corpus).rows
    assert {row.human for row in rows} == {"quality"}
    text = corpus.read_text("utf-8")
    assert '"gold"' in text


def preferences(corpus: Path) -> None:
    found = json.loads(corpus.read_text("utf-8"))["preferences"]
    by = {name: [p for p in found if p["judge"] == name] for name in ("ann", "bo", "gold")}
    assert [len(by[name]) for name in by] == [6, 6, 6]
    assert len(sumscope.rank(corpus).rows) == 4


CHECKS: dict[str, Callable[[Path], None]] = {
    "link": covers,
    "extract": extracts,
    "rate": ratings,
    "prefer": preferences,
}


@pytest.mark.parametrize("task", CHECKS)
def test_from_a_project_to_a_gold_standard(task: str, browser: Any, tmp_path: Path) -> None:
    from playwright.sync_api import expect

    corpus = write_corpus(tmp_path / "flood.jsonl", topic("T1", 10))
    with workbench(tmp_path, corpus) as bench, Visitor(browser, bench.owner) as owner:
        page = owner.page
        page.get_by_role("button", name="New project").click()
        dialog = page.locator("dialog")
        dialog.get_by_label("Task", exact=False).first.select_option(task)
        dialog.get_by_label("Judges", exact=False).first.fill("ann\nbo")
        if task == "rate":
            dialog.get_by_label("Scales", exact=False).first.fill("quality:1-5")
        page.get_by_role("button", name="Make the project").click()
        lines = page.locator("dialog pre").inner_text().split("\n")
        keys = dict(line.split(": ") for line in lines)
        owner.press("Escape")
        page.get_by_role("tab", name="Progress").wait_for()
        with Visitor(browser, keys["ann"]) as ann, Visitor(browser, keys["bo"]) as bo:
            by_keys(task, ann)
            by_mouse(task, bo)
            for judge in (ann, bo):
                submit(judge)
                judge.check_quiet()
        page.get_by_role("tab", name="Gold").click()
        page.get_by_role("button", name="Adjudicate").click()
        page.locator(".saved-mark").wait_for()
        if task in ("rate", "prefer"):
            expect(page.locator(".evidence dt")).to_have_text(["ann", "bo"])
            # What is open is decided with the same keys as the judges use.
            while (left := page.locator(".step:not(.done)").count()) > 0:
                owner.press("n" if task == "prefer" else "Enter", "2")
                page.wait_for_function(
                    "n => document.querySelectorAll('.step:not(.done)').length < n", arg=left
                )
        assert owner.axe() == {}
        submit(owner)
        page.get_by_role("link", name="All tasks").click()
        page.get_by_role("tab", name="Agreement", exact=True).click()
        page.locator(".tab-panel table").first.wait_for()
        page.get_by_role("tab", name="Files").click()
        with page.expect_download() as waiting:
            page.get_by_role("link", name="Corpus").click()
        out = tmp_path / "gold.jsonl"
        waiting.value.save_as(out)
        CHECKS[task](out)
        owner.check_quiet()
