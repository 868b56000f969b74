"""The documentation site in a real browser, from disk: search, copying, contents."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from checks import Opened

ROOT = Path(__file__).parents[2]


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("site")
    script = ROOT / "scripts/make_site.py"
    subprocess.run([sys.executable, script, folder], check=True, timeout=120)
    return folder


@pytest.mark.parametrize("dark", [False, True])
def test_search_finds_and_opens_a_section(browser: Any, site: Path, dark: bool) -> None:
    with Opened(browser, site / "how-to/rouge.html", 360 if dark else 1280, dark) as opened:
        opened.check_fits()
        page = opened.page
        page.keyboard.press("/")
        page.keyboard.insert_text("qqzzyx")
        page.get_by_text("Nothing found").first.wait_for()
        page.keyboard.press("Escape")
        page.locator("#found").wait_for(state="hidden")
        page.keyboard.press("/")
        page.keyboard.insert_text("STOP words")
        page.locator("#found a").first.wait_for()
        first = page.locator("#found [aria-selected=true]").inner_text()
        assert "stop words" in first.lower()
        assert page.locator("#found mark").count() > 1
        opened.check_fits()
        opened.check_quiet()
        assert opened.axe() == {}
        opened.said.clear()  # axe-core asks for the style sheet and is refused
        page.keyboard.press("ArrowDown")
        page.keyboard.press("ArrowUp")
        page.keyboard.press("Enter")
        page.wait_for_url("**/explanation/text.html#*")
        assert page.locator("nav [aria-current=page]").count() == 1
        opened.check_quiet()


def test_code_is_copied_without_prompts_and_figures_are_aligned(browser: Any, site: Path) -> None:
    with Opened(browser, site / "tutorial.html", 1440, False) as opened:
        page = opened.page
        page.context.grant_permissions(["clipboard-read", "clipboard-write"])
        session = page.locator(".code", has=page.locator(".language-pycon")).first
        session.hover()
        session.get_by_role("button", name="Copy").click()
        session.get_by_text("Copied").wait_for()
        copied = page.evaluate("navigator.clipboard.readText()")
        assert copied.startswith("import pandas\nimport sumscope\n")
        assert ">>>" not in copied
        assert "rank" not in copied  # what is printed stays behind
        page.keyboard.press("End")
        page.locator("aside a[aria-current]", has_text="Next steps").wait_for()
        opened.check_quiet()
        page.goto((site / "benchmarks.html").as_uri())
        numbers = page.locator("td.right")
        assert numbers.count() > 10
        assert numbers.first.evaluate("e => getComputedStyle(e).textAlign") == "end"
        opened.check_quiet()  # no style attribute, which the content policy would refuse


def test_the_start_page_leads_on_and_a_phone_has_contents(browser: Any, site: Path) -> None:
    with Opened(browser, site / "index.html", 390, True) as opened:
        page = opened.page
        assert page.locator("aside ul").is_hidden()
        page.get_by_text("On this page").click()
        page.locator("aside ul").wait_for()
        opened.check_fits()
        assert opened.axe() == {}
        page.locator(".doors a", has_text="Python API").click()
        page.wait_for_url("**/reference/python.html")
