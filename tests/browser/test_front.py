"""The shared page modules, looked at in the gallery."""

from __future__ import annotations

import importlib.util
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from checks import Opened

ROOT = Path(__file__).parents[2]
KINDS = ("ordinary", "empty", "hostile", "right-to-left")
COMPONENTS = 13


@pytest.fixture(scope="session")
def gallery(tmp_path_factory: pytest.TempPathFactory) -> Path:
    spec = importlib.util.spec_from_file_location("gallery", ROOT / "scripts/make_gallery.py")
    assert spec is not None
    assert spec.loader is not None
    made = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(made)
    target = tmp_path_factory.mktemp("gallery") / "gallery.html"
    target.write_text(made.page(), encoding="utf-8")
    return target


@pytest.fixture
def show(browser: Any, gallery: Path) -> Callable[..., Opened]:
    def opened(kind: str, width: int = 1280, dark: bool = False) -> Opened:
        made = Opened(browser, gallery, width, dark)
        made.page.goto(f"{gallery.as_uri()}?data={kind}")
        return made

    return opened


@pytest.mark.parametrize("kind", KINDS)
def test_every_component_is_drawn_without_a_word(show: Callable[..., Opened], kind: str) -> None:
    with show(kind, width=1024) as opened:
        assert opened.page.locator(".example").count() == COMPONENTS
        sizes = opened.page.eval_on_selector_all(".example", "all => all.map(e => e.scrollHeight)")
        assert min(sizes) > 30
        opened.check_quiet()
        opened.check_fits()


@pytest.mark.parametrize(("kind", "dark"), [("ordinary", False), ("right-to-left", True)])
def test_axe_finds_nothing(show: Callable[..., Opened], kind: str, dark: bool) -> None:
    with show(kind, dark=dark) as opened:
        assert opened.axe() == {}


def test_huge_data_is_all_there_and_quick_to_sort(show: Callable[..., Opened]) -> None:
    with show("huge") as opened:
        page = opened.page
        root = page.locator("[data-name=table]")
        rows = root.locator("tbody tr[aria-rowindex]")
        root.locator("thead button", has_text="Words").click()
        assert rows.first.locator("td").last.inner_text() == "40"
        assert "sorted by Words, lowest first" in root.locator("caption").inner_text()
        page.evaluate("dispatchEvent(new Event('beforeprint'))")
        assert rows.count() == 1000
        assert rows.last.locator("td").last.inner_text() == "1039"
        opened.check_quiet()


def test_of_twenty_thousand_rows_those_in_view_are_drawn(show: Callable[..., Opened]) -> None:
    from playwright.sync_api import expect

    with show("huge") as opened:
        page = opened.page
        root = page.locator("[data-name=rowWindow] .table-root")
        box, rows = root.locator(".table-box"), root.locator("tbody tr[aria-rowindex]")
        names, status = rows.locator("th"), root.locator("[role=status]").first
        assert "20\u202f000 rows, drawn as you scroll" in status.inner_text()
        assert root.locator("table").get_attribute("aria-rowcount") == "20001"
        assert 10 < rows.count() < 120
        assert names.first.inner_text().startswith("summary 1 of")
        # As high as all of its rows, and wherever it is scrolled to there are rows.
        tall, one = box.evaluate(
            "e => [e.scrollHeight, e.querySelector('[aria-rowindex]')"
            ".getBoundingClientRect().height]"
        )
        assert abs(tall / one / 20000 - 1) < 0.01
        box.evaluate("e => { e.scrollTop = e.scrollHeight / 2; }")
        half = rows.locator("th", has_text="summary 10001 of")
        expect(half).to_be_visible()
        box.evaluate("e => { e.scrollTop = e.scrollHeight; }")
        expect(names.last).to_contain_text("summary 20000 of")
        assert rows.last.get_attribute("aria-rowindex") == "20001"
        # Sorted and filtered among all of them.
        root.get_by_role("button", name="Value").click()
        values = [float(v) for v in rows.locator("td").all_inner_texts()]
        assert values[0] == 19999 / 20000  # 7919 and 20,000 have no common factor
        assert values == sorted(values, reverse=True)
        root.get_by_role("searchbox").fill("summary 19999 of")
        assert rows.count() == 1
        assert "1 row of 20000" in status.inner_text()
        root.get_by_role("searchbox").fill("")
        # Keys scroll it, and a row that has the focus keeps it.
        root.locator(".cell-open").nth(4).focus()
        page.keyboard.press("Tab")
        assert page.evaluate("document.activeElement.closest('[aria-rowindex]').rowIndex") == 7
        page.context.grant_permissions(["clipboard-read", "clipboard-write"])
        root.get_by_role("button", name="CSV").click()
        page.get_by_text("Copied as CSV.").wait_for()
        assert page.evaluate("navigator.clipboard.readText()").count("\n") == 20001
        page.evaluate("dispatchEvent(new Event('beforeprint'))")
        assert rows.count() == 20000
        page.evaluate("dispatchEvent(new Event('afterprint'))")
        assert rows.count() < 120
        opened.check_quiet()


def test_table_sorts_filters_and_copies(show: Callable[..., Opened]) -> None:
    with show("ordinary") as opened:
        page = opened.page
        first = page.locator("[data-name=table]")
        names = first.locator("tbody th[scope=row]")
        assert names.all_inner_texts()[-1] == "human-1"  # people stay below the rule
        first.locator("thead button", has_text="System").click()
        assert names.all_inner_texts() == ["lead", "lexrank", "oracle", "random", "human-1"]
        assert page.locator("th[aria-sort=ascending]").inner_text().startswith("System")
        first.get_by_label("Filter rows of").fill("rando")
        assert names.all_inner_texts() == ["random"]
        page.context.grant_permissions(["clipboard-read", "clipboard-write"])
        for name, expected in {
            "CSV": "System,ROUGE-2,Responsiveness,Words\nrandom,0.380,–,43\n",
            "Markdown": "| random | 0.380 | – | 43 |",
            "LaTeX": "random & 0.380 & – & 43 \\\\",
        }.items():
            first.get_by_role("button", name=name).click()
            page.get_by_text(f"Copied as {name}.").wait_for()
            assert expected in page.evaluate("navigator.clipboard.readText()")


def test_hostile_names_stay_text_when_copied(show: Callable[..., Opened]) -> None:
    with show("hostile") as opened:
        page = opened.page
        first = page.locator("[data-name=table]")
        page.context.grant_permissions(["clipboard-read", "clipboard-write"])
        first.get_by_role("button", name="CSV").click()
        page.get_by_text("Copied as CSV.").wait_for()
        text = page.evaluate("navigator.clipboard.readText()")
        assert "\n'=1+1," in text  # no formula in a spreadsheet
        first.get_by_role("button", name="LaTeX").click()
        page.get_by_text("Copied as LaTeX.").wait_for()
        text = page.evaluate("navigator.clipboard.readText()")
        assert r"a|b \& c\_d \% e \# \{f\}" in text
        assert page.locator("img, script[src]").count() == 0


def test_charts_are_reached_by_keyboard(show: Callable[..., Opened]) -> None:
    with show("ordinary") as opened:
        page = opened.page
        for name in ("intervalPlot", "scatter", "lines", "boxes", "distribution", "graphView"):
            chart = page.locator(f"[data-name={name}] svg")
            assert chart.locator("[tabindex='0']").count() == 1
            chart.locator("[tabindex='0']").focus()
            said = page.locator("[role=tooltip]").inner_text()
            page.keyboard.press("ArrowDown")
            assert page.locator("[role=tooltip]").inner_text() != said
            page.keyboard.press("Escape")
            assert page.locator("[role=tooltip]").count() == 0


def test_one_tooltip_at_a_time_goes_with_its_element(show: Callable[..., Opened]) -> None:
    with show("ordinary") as opened:
        page = opened.page
        dots = page.locator("[data-name=scatter] circle.mark")
        tips = page.locator("[role=tooltip]")
        dots.first.hover()
        assert tips.inner_text() == dots.first.get_attribute("aria-label")
        assert dots.first.get_attribute("aria-describedby") == tips.get_attribute("id")
        dots.nth(1).focus()
        assert tips.inner_text() == dots.nth(1).get_attribute("aria-label")
        assert dots.first.get_attribute("aria-describedby") is None
        page.keyboard.press("Escape")
        assert tips.count() == 0


def test_a_drag_chooses_a_region_and_no_text(show: Callable[..., Opened]) -> None:
    with show("ordinary") as opened:
        page = opened.page
        chart = page.locator("[data-name=scatter] svg")
        chart.scroll_into_view_if_needed()
        for _ in range(2):  # a second drag over chosen text would be a drag of the text
            box = chart.bounding_box()
            assert box is not None
            page.mouse.move(box["x"] + 56, box["y"] + 32)
            page.mouse.down()
            page.mouse.move(box["x"] + 400, box["y"] + 290)
            page.mouse.up()
            assert float(chart.locator(".brush").get_attribute("width") or 0) > 300
            assert page.evaluate("String(getSelection())") == ""


def test_dialogs_open_close_and_give_the_focus_back(show: Callable[..., Opened]) -> None:
    with show("ordinary") as opened:
        page = opened.page
        for name in ("Dialog", "Question", "Text", "Keys"):
            button = page.get_by_role("button", name=name, exact=True)
            button.click()
            assert page.locator("dialog[open]").count() == 1
            assert page.evaluate("document.activeElement.closest('dialog') !== null")
            if name in ("Question", "Text"):
                assert opened.axe("dialog") == {}
            page.keyboard.press("Escape")
            page.locator("dialog").wait_for(state="detached")
            assert page.evaluate("document.activeElement.textContent") == name
        opened.check_quiet()
