"""The documentation site in a real browser: its search works from disk."""

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
