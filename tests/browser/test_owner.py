"""An owner and two judges at once, from a table of texts to an adjudicated gold standard."""

from __future__ import annotations

import csv
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from bench import Bench, sentence, topic, workbench, write_corpus
from checks import Visitor
from test_judge import state

JUDGES = ["ann", "bo"]
KEYS = {"river": "1", "bridge": "2", "schools": "3"}


@pytest.fixture(scope="module")
def bench(browser: Any, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Bench]:
    """Projects in which two judges have worked already, over HTTP."""
    folder = tmp_path_factory.mktemp("bench")
    corpus = write_corpus(folder / "flood.jsonl", topic("T1", 16), topic("T2", 12, seed=4))
    with workbench(
        folder,
        corpus,
        cluster={"judges": JUDGES, "whole": True},
        link={"judges": JUDGES},
        extract={"judges": JUDGES, "words": 60},
        rate={"judges": JUDGES, "scales": ["quality:1-5"]},
        prefer={"judges": JUDGES},
    ) as made:
        for task in made.projects:
            for at in range(len(JUDGES)):
                made.work(task, at)
        yield made


@pytest.fixture
def owner(browser: Any, bench: Bench) -> Iterator[Visitor]:
    with Visitor(browser, bench.owner) as visitor:
        yield visitor


CLUSTER = [("cluster", t) for t in ("progress", "agreement", "disagreement", "gold", "files")]
OTHERS = [(task, "agreement") for task in ("link", "extract", "rate", "prefer")]


@pytest.mark.parametrize(
    ("width", "dark", "views"),
    [(1024, True, CLUSTER), (1600, False, OTHERS)],
    ids=["dark", "light"],
)
def test_every_screen_is_accessible_and_fits(
    browser: Any, bench: Bench, width: int, dark: bool, views: list[tuple[str, str]]
) -> None:
    from playwright.sync_api import expect

    with Visitor(browser, bench.owner, width, dark) as visitor:
        page = visitor.page
        page.locator("table").wait_for()
        assert visitor.axe() == {}
        for task, tab in views:
            page.goto(f"{bench.address}/projects/{bench.projects[task].project}#tab={tab}")
            page.locator(".tab-panel :is(table, figure, form, select)").first.wait_for()
            expect(page.locator(".loaded:empty")).to_have_count(0)
            expect(page.get_by_text("Computing…")).to_have_count(0, timeout=20_000)
            visitor.check_fits()
            assert visitor.axe() == {}, (task, tab)
        visitor.check_quiet()


def test_agreement_follows_the_choice_and_the_address(owner: Visitor, bench: Bench) -> None:
    from playwright.sync_api import expect

    page = owner.page
    page.get_by_role("link", name="flood cluster").click()
    page.get_by_role("tab", name="Agreement", exact=True).click()
    page.locator("select[name=measure]").select_option("ari")
    page.locator("select[name=topic]").select_option("T2")
    caption = page.locator(".matrix caption")
    expect(caption).to_have_text("ari, singletons, T2")
    page.reload()
    expect(caption).to_have_text("ari, singletons, T2")
    page.go_back()
    expect(caption).to_have_text("ari, singletons, mean over topics")


def test_agreement_is_that_of_the_library(owner: Visitor, bench: Bench) -> None:
    """What the page shows is what `sumscope agree` gives for the exported corpus."""
    from playwright.sync_api import expect

    import sumscope

    page = owner.page
    page.get_by_role("link", name="flood cluster").click()
    page.get_by_role("tab", name="Files").click()
    page.get_by_label("Include").select_option("all")
    with page.expect_download() as waiting:
        page.get_by_role("link", name="Corpus").click()
    corpus = bench.db.parent / "export.jsonl"
    waiting.value.save_as(corpus)
    rows = sumscope.agree([corpus], ["ari"], complete="singletons").rows
    expected = {row.topic: f"{row.value:.3f}".replace("-", "−") for row in rows}
    page.get_by_role("tab", name="Agreement", exact=True).click()
    for name in ("T1", "T2"):
        page.locator("select[name=measure]").select_option("ari")
        page.locator("select[name=topic]").select_option(name)
        expect(page.locator(".matrix .cell").nth(1)).to_have_text(expected[name])


def test_heat_map_and_edit_script(owner: Visitor) -> None:
    from playwright.sync_api import expect

    page = owner.page
    page.get_by_role("link", name="flood cluster").click()
    page.get_by_role("tab", name="Disagreement").click()
    picture = page.locator("canvas.heat")
    picture.focus()
    page.keyboard.press("ArrowRight")
    expect(page.locator(".heat-words")).to_contain_text("of 2 judges")
    expect(page.locator("h2", has_text="From")).to_contain_text("From ann to bo")
    page.locator("select[name=left]").select_option("bo")
    page.locator("select[name=right]").select_option("ann")
    page.locator("h2", has_text="From bo to ann").wait_for()


def test_any_earlier_state_can_be_shown(owner: Visitor) -> None:
    from playwright.sync_api import expect

    page = owner.page
    page.get_by_role("link", name="flood cluster").click()
    page.locator("tr", has_text="T1").get_by_role("button", name="Log").first.click()
    entries = page.locator(".timeline li button")
    entries.last.click()
    page.get_by_role("heading", name="after 1 action").wait_for()
    expect(page.locator("dialog .state h3")).to_have_text(["No label", "Set aside: 0"])
    owner.press("Escape")
    page.wait_for_function("document.querySelectorAll('dialog').length <= 1")
    owner.press("Escape")
    page.wait_for_function("document.querySelectorAll('dialog').length === 0")
    owner.check_quiet()


def test_judges_are_added_and_reopened(owner: Visitor, bench: Bench, browser: Any) -> None:
    page = owner.page
    page.get_by_role("link", name="flood rate").click()
    page.get_by_role("button", name="Add a judge").click()
    owner.type("cleo")
    owner.press("Enter")
    text = page.locator("dialog pre").inner_text()
    address = text.partition(": ")[2].strip()
    owner.press("Escape")
    with Visitor(browser, address) as judge:
        judge.press("3", "Enter")
        judge.saved()
        judge.page.get_by_role("button", name="Submit").click()
        judge.page.get_by_role("button", name="Submit").last.click()
        judge.page.get_by_text("Submitted. Thank you.").wait_for()
        page.reload()
        page.locator("tr", has_text="cleo").get_by_role("button", name="Reopen").click()
        page.get_by_text("Reopened").wait_for()
        judge.page.reload()
        judge.page.locator(".scale").wait_for()
        judge.press("2", "Enter")
        judge.saved()
        assert len(state(judge)["ratings"]) == 2


def test_from_a_table_to_a_gold_standard(browser: Any, tmp_path: Path) -> None:
    """Two judges and an owner at once, one judge by keyboard alone, one by mouse."""
    from random import Random

    from playwright.sync_api import expect

    import sumscope
    from sumscope.app.convert import convert

    draw = Random(9)
    table = tmp_path / "texts.csv"
    with table.open("w", newline="", encoding="utf-8") as file:
        writer = csv.writer(file)
        writer.writerow(["topic", "kind", "id", "text", "date", "lang"])
        for at in range(3):
            text = " ".join(sentence(draw) for _ in range(4))
            writer.writerow(["T1", "document", f"d{at}", text, f"2031-04-0{at + 1}", "en"])
    corpus = tmp_path / "corpus.jsonl"
    convert(table, corpus, "csv")
    with workbench(tmp_path, corpus) as bench, Visitor(browser, bench.owner) as owner:
        page = owner.page
        page.get_by_role("button", name="New project").click()
        page.locator("dialog").get_by_label("Judges", exact=False).first.fill("ann\nbo")
        page.get_by_role("button", name="Make the project").click()
        keys = dict(
            line.split(": ") for line in page.locator("dialog pre").inner_text().split("\n")
        )
        owner.press("Escape")
        page.get_by_role("tab", name="Progress").wait_for()
        with Visitor(browser, keys["ann"]) as ann, Visitor(browser, keys["bo"]) as bo:
            for label in ("First", "Second"):  # by keyboard: two clusters, the rest set aside
                ann.press("Space", "j", "j", "Space", "n")
                ann.type(label)
                ann.press("Enter")
            for _ in range(8):
                ann.press("x")
            ann.press("p")
            ann.page.get_by_role("button", name="Use this order").focus()
            ann.press("Enter")
            cards = bo.page.locator("[data-zone=unsorted] .card")
            for label in ("Uno", "Due"):  # by mouse
                cards.nth(0).click()
                cards.nth(3).click(modifiers=["Control"])
                bo.page.get_by_role("button", name="New", exact=True).click()
                bo.type(label)
                bo.press("Enter")
            cards.nth(0).drag_to(bo.page.locator(".cluster").first)
            for judge in (ann, bo):
                judge.page.locator(
                    ".rank", has_text="#2" if judge is ann else "rank"
                ).first.wait_for()
                judge.saved()
                judge.page.get_by_role("button", name="Submit").click()
                judge.page.get_by_role("button", name="Submit").last.click()
                judge.page.get_by_text("Submitted. Thank you.").wait_for()
        page.get_by_role("tab", name="Disagreement").click()
        page.locator("select[aria-label^=Cause]").first.select_option("emphasis")
        page.get_by_role("tab", name="Gold").click()
        page.get_by_label("Begin T1 from").select_option("ann")
        page.get_by_role("button", name="Adjudicate").click()
        page.locator(".evidence").wait_for()
        page.locator(".cluster").first.wait_for()
        assert page.locator(".evidence dd").count() in (0, 2)
        owner.press("j")  # every sentence is placed, so the board has the focus
        expect(page.locator(".evidence dt")).to_have_text(JUDGES)
        owner.press("u")
        owner.saved()
        assert owner.axe() == {}
        page.get_by_role("button", name="Submit").click()
        page.get_by_role("button", name="Submit").last.click()
        page.get_by_text("Submitted. Thank you.").wait_for()
        page.get_by_role("link", name="All tasks").click()
        page.get_by_role("tab", name="Files").click()
        with page.expect_download() as waiting:
            page.get_by_role("link", name="Corpus").click()
        out = tmp_path / "gold.jsonl"
        waiting.value.save_as(out)
        covers = {c["judge"]: c for c in json.loads(out.read_text("utf-8"))["covers"]}
        assert set(covers) == {"ann", "bo", "gold"}
        sizes = {
            name: sorted(len(c["items"]) for c in cover["clusters"])
            for name, cover in covers.items()
        }
        assert sizes == {"ann": [2, 2], "bo": [2, 3], "gold": [1, 2]}
        rows = sumscope.agree([out], ["vbeta"]).rows
        assert {frozenset((row.left, row.right)) for row in rows} == {
            frozenset(pair) for pair in (("ann", "bo"), ("ann", "gold"), ("bo", "gold"))
        }
        owner.check_quiet()
