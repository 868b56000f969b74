"""Make the pictures of workbench and report in docs/images, from invented texts, with chromium.

Usage: python scripts/make_pictures.py [FOLDER] [workbench|report]   (default: docs/images, both)
"""

from __future__ import annotations

import sys
import tempfile
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT / "tests/browser"))
SIZE = {"width": 1240, "height": 720}
COLOURS = 96


def report(target: Path) -> None:
    """Study the tutorial's table and the embedded example, and take pictures of the reports."""
    from playwright.sync_api import sync_playwright

    import sumscope
    from conftest import chromium

    folder = Path(tempfile.mkdtemp())
    table = ROOT / "docs/summaries.csv"
    small = sumscope.study(table, folder / "tutorial", report="f", workers=1).page
    large = sumscope.demo(folder / "demo").page
    with sync_playwright() as driver:
        browser = driver.chromium.launch(executable_path=chromium(), args=["--no-sandbox"])

        def page(path: str, width: int, height: int) -> Any:
            made = browser.new_context(viewport={"width": width, "height": height}).new_page()
            made.goto(Path(path).absolute().as_uri())
            made.locator(".board").wait_for()
            return made

        _write(page(small, 1240, 540).screenshot(), target / "tutorial-report.png")
        _write(page(large, 1680, 1000).screenshot(), target / "demo.png")
        shown = page(large, 1360, 900)
        shown.locator(".board .cell-open").nth(8).click()
        shown.locator("dialog .link").first.click()
        shown.get_by_text("Source beside summary").wait_for()
        _write(shown.screenshot(), target / "report-reader.png")
        shown = page(large, 1360, 900)
        for name in ("ranking", "oracles", "communities"):
            part = shown.locator(f"#section-{name}")
            part.locator("summary").first.click()
            part.locator("svg").first.wait_for()
            part.scroll_into_view_if_needed()
            part.evaluate("e => { e.scrollIntoView(); window.scrollBy(0, -72); }")
            shown.mouse.move(5, 5)
            _write(shown.screenshot(), target / f"report-{name}.png")
            part.locator("summary").first.click()
        browser.close()


def workbenches(target: Path) -> None:
    """Start a workbench, let judges work, and take the pictures."""
    from bench import topic, workbench, write_corpus
    from playwright.sync_api import sync_playwright

    from conftest import chromium

    folder = Path(tempfile.mkdtemp())
    corpus = write_corpus(folder / "flood.jsonl", topic("T1", 60), topic("T2", 40, seed=4))
    judges = ["ann", "bo", "cleo", "dan"]
    projects: dict[str, Any] = {
        "cluster": {"judges": [*judges, "eve"], "whole": True, "suggest": True},
        "rate": {"judges": judges, "scales": ["quality:1-5", "coverage:1-5"]},
        "prefer": {"judges": judges},
    }
    with workbench(folder, corpus, **projects) as bench, sync_playwright() as driver:
        for task in projects:
            for at in range(len(judges) - (task != "cluster")):
                bench.work(task, at)
        browser = driver.chromium.launch(executable_path=chromium(), args=["--no-sandbox"])
        page = browser.new_context(viewport=SIZE).new_page()

        def take(name: str) -> None:
            page.wait_for_timeout(400)
            _write(page.screenshot(), target / f"workbench-{name}.png")

        page.goto(bench.judge("cluster", 4))
        page.locator(".tasks a").first.click()
        page.locator(".card").first.wait_for()
        words = ("river", "bridge", "schools", "relief")
        for at, word in enumerate(words):
            page.keyboard.press("/")
            page.keyboard.insert_text(word)
            page.keyboard.press("Enter")
            for _ in range(4 - at % 2):
                page.keyboard.press("Shift+ArrowDown")
            page.keyboard.press("n")
            page.keyboard.insert_text(
                ("The river rose by two metres", "The bridge at the mill closed",
                 "Schools stay closed", "A relief fund collects money")[at]
            )  # fmt: skip
            page.keyboard.press("Enter")
            page.keyboard.press("Escape")
        for key in ("x", "x", "Home", "Space", "j", "j", "Space"):
            page.keyboard.press(key)
        take("cluster")
        page.keyboard.press("Escape")
        page.keyboard.press("?")
        take("keys")
        for task in ("rate", "prefer"):
            page.goto(bench.judge(task, 3))
            page.locator(".stepper").wait_for()
            if task == "rate":
                for key in ("4", "3", "Enter", "5"):
                    page.keyboard.press(key)
            take(task)
        page.goto(bench.owner)
        page.get_by_role("button", name="New project").click()
        page.locator("dialog textarea").first.fill("ann\nbo\ncleo\ndan")
        take("new")
        for tab in ("progress", "agreement", "disagreement"):
            page.goto(f"{bench.address}/projects/{bench.projects['cluster'].project}#tab={tab}")
            page.reload()
            page.locator(".tab-panel table").first.wait_for()
            page.wait_for_timeout(1500)
            if tab == "disagreement":
                page.locator("select[aria-label^=Cause]").nth(1).select_option("emphasis")
                page.mouse.wheel(0, 300)
            take(tab)
        page.goto(f"{bench.address}/projects/{bench.projects['rate'].project}#tab=agreement")
        page.reload()
        page.locator(".tab-panel figure").first.wait_for()
        take("ratings")
        page.goto(f"{bench.address}/projects/{bench.projects['prefer'].project}#tab=agreement")
        page.reload()
        page.locator(".tab-panel figure").first.wait_for()
        take("order")
        page.goto(f"{bench.address}/projects/{bench.projects['cluster'].project}#tab=gold")
        page.reload()
        page.get_by_role("button", name="Adjudicate").first.click()
        page.locator(".evidence").wait_for()
        page.keyboard.press("j")
        take("adjudicate")
        browser.close()


def _write(picture: bytes, path: Path) -> None:
    """A picture with few colours, so that it stays small."""
    from io import BytesIO

    from PIL import Image

    image = Image.open(BytesIO(picture)).convert("RGB")
    image.quantize(COLOURS, dither=Image.Dither.NONE).save(path, optimize=True)
    print(path, path.stat().st_size)


if __name__ == "__main__":
    out = Path(sys.argv[1]) if len(sys.argv) > 1 else ROOT / "docs" / "images"
    for kind, make in (("workbench", workbenches), ("report", report)):
        if kind in sys.argv[2:] or len(sys.argv) < 3:
            make(out)
