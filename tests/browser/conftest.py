"""A headless chromium, where there is one; the tests say how to get it where there is none."""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

HINT = (
    "needs chromium and playwright: apt-get install chromium (or set SUMSCOPE_CHROMIUM to the "
    "program), and pip install playwright (part of the extra `test`)"
)
FOLDER = Path(__file__).parent


@pytest.hookimpl(tryfirst=True)  # xdist reads the groups in a hook of the same name
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Everything in this folder is marked; a group shares one process and one browser."""
    for item in items:
        if FOLDER in item.path.parents:
            item.add_marker(pytest.mark.browser)
            if item.get_closest_marker("xdist_group") is None:
                item.add_marker(pytest.mark.xdist_group("browser"))


def chromium() -> str | None:
    """The program, from SUMSCOPE_CHROMIUM or the usual names."""
    named = os.environ.get("SUMSCOPE_CHROMIUM")
    return named or shutil.which("chromium") or shutil.which("chromium-browser")


@pytest.fixture(scope="session")
def browser() -> Iterator[Any]:
    program = chromium()
    try:
        from playwright.sync_api import sync_playwright
    except ImportError:
        program = None
    if program is None:
        pytest.skip(HINT)
    with sync_playwright() as driver:
        opened = driver.chromium.launch(executable_path=program, args=["--no-sandbox"])
        yield opened
        opened.close()


@pytest.fixture(scope="session")
def demo_page(browser: Any, demo_folder: Path) -> Path:
    """The report of the demo."""
    return demo_folder / "index.html"
