"""The report in a real browser."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from checks import Opened

HOSTILE = "</template></script><script>alert(1)</script><img src=x onerror=alert(1)>'\"&$x$"
REACH = """
() => {
  const all = [...document.querySelectorAll("main :is(a[href], button, input, summary, .wide)")]
    .filter(e => !e.disabled && !e.closest("svg"));
  const got = all.filter(e => {
    e.focus();
    return document.activeElement === e && e.tabIndex >= 0;
  });
  return [all.length, got.length];
}
"""


@pytest.mark.parametrize(("width", "dark"), [(360, False), (360, True), (1920, False)])
def test_quiet_fitting_accessible(browser: Any, demo_page: Path, width: int, dark: bool) -> None:
    with Opened(browser, demo_page, width, dark) as opened:
        opened.check_quiet()
        opened.check_fits()
        opened.check_accessible()
        size = float(opened.page.evaluate("parseFloat(getComputedStyle(document.body).fontSize)"))
        assert size >= 15


@pytest.mark.parametrize("dark", [False, True])
def test_axe_finds_nothing(browser: Any, demo_page: Path, dark: bool) -> None:
    with Opened(browser, demo_page, dark=dark) as opened:
        assert opened.axe() == {}
        links = opened.page.locator("caption", has_text="Every summary").locator("xpath=..")
        links.locator("a").nth(3).click()
        assert opened.axe("#reader") == {}
    with Opened(browser, demo_page.parent / "topics/00001.html", dark=dark) as opened:
        assert opened.axe() == {}


def test_axe_finds_what_is_wrong(browser: Any, demo_page: Path) -> None:
    with Opened(browser, demo_page.parent / "topics/00001.html") as opened:
        opened.page.evaluate(
            """() => {
              document.querySelector("main").insertAdjacentHTML("beforeend", "<img src='data:,'>");
              document.querySelector("h1").style.color = "#bbb";
              document.documentElement.removeAttribute("lang");
            }"""
        )
        assert set(opened.axe()) == {"image-alt", "color-contrast", "html-has-lang"}


def test_every_figure_is_drawn(browser: Any, demo_page: Path) -> None:
    with Opened(browser, demo_page) as opened:
        sizes = opened.page.eval_on_selector_all(
            "figure svg", "all => all.map(e => [e.clientWidth, e.clientHeight, e.innerHTML.length])"
        )
    drawn = list((demo_page.parent / "figures").glob("*.svg"))
    assert len(sizes) == len(drawn) > 20
    for wide, tall, content in sizes:
        assert wide > 100
        assert tall > 60
        assert content > 1000


def test_long_tables_are_paged_sorted_and_filtered(browser: Any, demo_page: Path) -> None:
    with Opened(browser, demo_page) as opened:
        page = opened.page
        box = page.locator(".paged", has=page.locator("caption", has_text="Every summary")).first
        rows = box.locator("tbody tr")
        assert rows.count() == 12
        first = rows.first.inner_text()
        box.get_by_role("button", name="Later").click()
        assert rows.first.inner_text() != first
        box.get_by_role("searchbox").fill("drifter")
        assert rows.count() == 7
        box.get_by_role("button", name="rouge-2", exact=True).click()
        values = [float(cell) for cell in box.locator("tbody tr td:nth-child(5)").all_inner_texts()]
        assert values == sorted(values)
        opened.check_quiet()
        opened.check_accessible()


def test_a_summary_opens_beside_its_source(browser: Any, demo_page: Path) -> None:
    with Opened(browser, demo_page) as opened:
        page = opened.page
        dialog = page.locator("dialog#reader")
        assert not dialog.is_visible()
        link = page.locator("caption", has_text="Every summary").locator("xpath=..").locator("a")
        link.nth(3).focus()
        page.keyboard.press("Enter")
        assert dialog.is_visible()
        assert dialog.locator("mark").count() > 0
        assert dialog.locator("li.t0, li.t1").count() > 0
        assert dialog.locator("details[open] strong", has_text="fluent").count() == 1
        opened.check_accessible()
        page.keyboard.press("Escape")
        assert not dialog.is_visible()
        # A dot of a scatter plot leads to its summary too.
        page.locator("#figure-scatter-1 svg a").first.dispatch_event("click")
        assert dialog.is_visible()
        opened.check_quiet()


def test_everything_can_be_reached_by_keyboard(browser: Any, demo_page: Path) -> None:
    with Opened(browser, demo_page) as opened:
        page = opened.page
        page.keyboard.press("Tab")
        assert page.evaluate("document.activeElement.className") == "skip"
        page.keyboard.press("Enter")
        wanted, reached = page.evaluate(REACH)
        assert reached == wanted > 100


def test_topic_pages_stand_alone(browser: Any, demo_page: Path) -> None:
    for path in sorted((demo_page.parent / "topics").iterdir())[:2]:
        with Opened(browser, path, 360) as opened:
            opened.check_quiet()
            opened.check_fits()
            opened.check_accessible()


def test_hostile_text_runs_nothing(browser: Any, tmp_path: Path) -> None:
    from sumscope.app.study import study

    texts = [f"The ferry sank {HOSTILE}", "It was night.", "A boat came to the ferry."]
    topics = [
        {
            "id": f"{n}{HOSTILE}",
            "lang": "en",
            "documents": [{"id": HOSTILE, "sentences": texts}],
            "references": [{"id": HOSTILE, "text": texts[0]}],
            "peers": [{"id": f"{p}{HOSTILE}", "text": f"{texts[p % 3]} {p}"} for p in range(8)],
            "judgements": {f"{p}{HOSTILE}": {HOSTILE: p + n} for p in range(8)},
            "covers": [
                {
                    "judge": f"{j}{HOSTILE}",
                    "clusters": [{"label": HOSTILE, "items": [f"{HOSTILE}.{j}", f"{HOSTILE}.2"]}],
                }
                for j in (0, 1)
            ],
        }
        for n in (1, 2)
    ]
    corpus = tmp_path / "<img src=x onerror=alert(1)>.jsonl".replace("/", "")
    corpus.write_text("".join(json.dumps(t) + "\n" for t in topics), encoding="utf-8")
    made = study(corpus, tmp_path / "out", ["rouge-1"], resamples=100, title=HOSTILE)
    with Opened(browser, Path(made.page), 360) as opened:
        page = opened.page
        page.locator("caption", has_text="Every summary").locator("xpath=..").locator(
            "a"
        ).first.click()
        opened.check_quiet()
        opened.check_fits()
        assert page.locator("img").count() == 0
        assert page.evaluate("document.scripts.length") == 1
        page.keyboard.press("Escape")
        assert opened.axe() == {}
        assert HOSTILE in page.title()
    for path in (tmp_path / "out/topics").iterdir():
        with Opened(browser, path) as opened:
            opened.check_quiet()
            assert opened.page.evaluate("document.scripts.length") == 0
