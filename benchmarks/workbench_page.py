"""How long each action of a judge takes in the page, with 500 sentences to cluster.

`python benchmarks/workbench_page.py [SENTENCES]` starts a server, opens the task in headless
chromium, and prints for every action the median and the longest time from the key press until the
next frame is on the screen.
"""

from __future__ import annotations

import statistics
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT / "tests/browser"))

MEASURE = """
async ({key, shift, ctrl}) => {
  const target = document.activeElement ?? document.body;
  const frame = () => new Promise(requestAnimationFrame);
  await frame();
  const start = performance.now();
  target.dispatchEvent(new KeyboardEvent("keydown",
    {key, shiftKey: shift, ctrlKey: ctrl, bubbles: true, cancelable: true}));
  document.body.getBoundingClientRect();
  const handled = performance.now() - start;
  await frame();
  await new Promise((done) => setTimeout(done));
  return [handled, performance.now() - start];
}
"""
ACTIONS = {
    "next sentence": ("j", False, False),
    "put into a cluster": ("1", False, False),
    "set aside": ("x", False, False),
    "select several": ("ArrowDown", True, False),
    "clear the selection": ("Escape", False, False),
    "fold all": ("z", False, False),
    "similar together": ("o", False, False),
    "undo": ("z", False, True),
    "redo": ("z", True, True),
}


def main(sentences: int) -> None:
    from bench import topic, workbench, write_corpus
    from playwright.sync_api import sync_playwright

    from conftest import chromium

    folder = Path(tempfile.mkdtemp())
    corpus = write_corpus(folder / "big.jsonl", topic("T1", sentences, 10))
    options = {"judges": ["ann"], "whole": True, "suggest": True}
    with workbench(folder, corpus, cluster=options) as bench, sync_playwright() as driver:
        browser = driver.chromium.launch(executable_path=chromium(), args=["--no-sandbox"])
        page = browser.new_page(viewport={"width": 1600, "height": 900})
        page.goto(bench.judge("cluster"))
        page.locator(".card").first.wait_for()
        for at in range(30):  # thirty clusters of four
            page.keyboard.press("Shift+ArrowDown")
            page.keyboard.press("Shift+ArrowDown")
            page.keyboard.press("Shift+ArrowDown")
            page.keyboard.press("n")
            page.keyboard.insert_text(f"Cluster number {at + 1}")
            page.keyboard.press("Enter")
        print(f"{sentences} sentences, 30 clusters; milliseconds, median and longest of 20")
        print(f"{'action':24}{'handler':>16}{'until the frame':>20}")
        for name, (key, shift, ctrl) in ACTIONS.items():
            times = [
                page.evaluate(MEASURE, {"key": key, "shift": shift, "ctrl": ctrl})
                for _ in range(20)
            ]
            cells = [
                f"{statistics.median(column):.1f} / {max(column):.1f}"
                for column in zip(*times, strict=True)
            ]
            print(f"{name:24}{cells[0]:>16}{cells[1]:>20}")
        browser.close()


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 500)
