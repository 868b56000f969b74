"""The documentation as a site from disk: whole, asking for nothing outside, searched and copied."""

from __future__ import annotations

import re
import subprocess
import sys
from html.parser import HTMLParser
from pathlib import Path
from typing import Any
from urllib.parse import unquote

import pytest
from checks import Opened

import sumscope

ROOT = Path(__file__).parents[2]
pytestmark = pytest.mark.all_only  # the whole site takes a minute to build


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Built as by `make docs`: a warning is an error."""
    folder = tmp_path_factory.mktemp("site")
    command = [sys.executable, "-m", "sphinx", "-q", "-W", "--keep-going", "-c", "docs"]
    command += ["-d", str(folder / "doctrees"), ".", str(folder / "html")]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, timeout=600)
    assert done.returncode == 0, done.stderr
    return folder / "html"


class Page(HTMLParser):
    """What a page loads, where it leads, and the names in it."""

    def __init__(self, path: Path) -> None:
        super().__init__()
        self.loaded: set[str] = set()
        self.links: set[str] = set()
        self.names: set[str] = set()
        self.feed(path.read_text(encoding="utf-8"))

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = {name: value or "" for name, value in attrs}
        self.names |= {given[name] for name in ("id", "name") if name in given}
        if tag == "a":
            self.links |= {given[name] for name in ("href",) if name in given}
        else:
            self.loaded |= {given[name] for name in ("src", "href", "srcset") if name in given}


@pytest.fixture(scope="module")
def pages(site: Path) -> dict[Path, Page]:
    return {path: Page(path) for path in sorted(site.rglob("*.html"))}


def test_nothing_outside_is_loaded(site: Path, pages: dict[Path, Page]) -> None:
    for path, page in pages.items():
        assert page.loaded
        for address in page.loaded:
            assert not re.match(r"(?!data:)[a-z]+:|//", address), f"{path.name}: {address}"
    for sheet in site.rglob("*.css"):
        text = sheet.read_text(encoding="utf-8")
        assert "@import" not in text
        assert not re.search(r"url\(\s*[\"']?(?:https?:)?//", text), sheet.name


def test_links_within_the_site_lead_somewhere(pages: dict[Path, Page]) -> None:
    for path, page in pages.items():
        for address in page.links | page.loaded:
            if re.match(r"[a-z]+:", address):
                continue
            target, _, name = address.partition("#")
            goal = (path.parent / unquote(target.partition("?")[0])).resolve() if target else path
            assert goal.exists(), f"{path.name}: {address}"
            if name and goal in pages:
                assert unquote(name) in pages[goal].names, f"{path.name}: {address}"


def test_every_page_and_every_public_name_is_there(site: Path, pages: dict[Path, Page]) -> None:
    for source in [ROOT / "README.md", *(ROOT / "docs").rglob("*.md")]:
        assert (site / source.relative_to(ROOT)).with_suffix(".html") in pages or (
            source == ROOT / "docs/menu.md"
        )
    names = {f"sumscope.{name}" for name in sumscope.__all__} - {"sumscope.__version__"}
    for module in sumscope._MODULES:
        names.remove(f"sumscope.{module}")
        names |= {f"sumscope.{module}.{name}" for name in getattr(sumscope, module).__all__}
    for name in names:
        assert name in pages[site / f"docs/reference/api/{name}.html"].names, name


@pytest.mark.parametrize("dark", [False, True])
def test_a_search_from_disk_finds_a_section(browser: Any, site: Path, dark: bool) -> None:
    assert (site / "searchindex.js").stat().st_size > 100_000
    with Opened(browser, site / "docs/how-to/rouge.html", 390 if dark else 1280, dark) as opened:
        opened.check_fits()
        page = opened.page
        if dark:
            page.locator("label[for=__navigation]:visible").first.click()
        page.locator("input[name=q]").fill("stop words")
        page.keyboard.press("Enter")
        page.wait_for_url("**/search.html?*")
        page.locator("ul.search a", has_text="Text processing").first.click()
        page.wait_for_url("**/explanation/text.html*")
        opened.check_fits()
        opened.check_quiet()


@pytest.mark.parametrize("name", ["index", "docs/benchmarks", "docs/reference/api/sumscope.score"])
def test_a_phone_shows_every_kind_of_page(browser: Any, site: Path, name: str) -> None:
    with Opened(browser, site / f"{name}.html", 390, True) as opened:
        opened.check_fits()
        opened.check_quiet()
        # What the theme and Sphinx write: headings of the menu, two asides, parts of a signature.
        assert set(opened.axe()) <= {"aria-required-attr", "landmark-unique", "definition-list"}


def test_code_is_copied_without_prompts_and_never_covered(browser: Any, site: Path) -> None:
    with Opened(browser, site / "docs/tutorial.html", 1440, False) as opened:
        page = opened.page
        page.context.grant_permissions(["clipboard-read", "clipboard-write"])
        session = page.locator(".highlight-pycon").first
        session.locator("button.copybtn").click()
        copied = page.evaluate("navigator.clipboard.readText()")
        assert copied.startswith("import pandas\nimport sumscope\n")
        assert ">>>" not in copied
        assert "rank" not in copied  # what is printed stays behind
        blocks = page.locator("div.highlight:has(> button.copybtn)")
        assert blocks.count() > 3
        for block in blocks.all():
            code, button = (block.locator(part).bounding_box() for part in ("pre", "button"))
            assert code["x"] + code["width"] <= button["x"]
        opened.check_quiet()
