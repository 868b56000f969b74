"""How long the report of a large study takes to appear, and every action in it.

`python benchmarks/report_page.py [STUDY]` opens the page of a study (a folder, as of
`python benchmarks/study.py 1000 FOLDER`; made here where none is given) in headless chromium. For
every action it prints the shortest, the median and the longest time from the event until the frame
after it is painted (two animation frames), the processor time of the page until then (what other
programs on the machine do not change), and the longest task of the half second that follows: the
figures to keep are 100 ms, and a second for the first view. No other package writes such a page.
"""

from __future__ import annotations

import os
import statistics
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT / "tests/browser"))

REPEATS = 7
BEFORE = """
(() => {
  const frame = () => new Promise(requestAnimationFrame);
  const bench = { tasks: [], board: null };
  window.bench = bench;
  new PerformanceObserver((list) => bench.tasks.push(...list.getEntries().map((e) => e.duration)))
    .observe({ type: "longtask", buffered: true });
  // When the next event of a type comes, start; stop after the frame that shows what it did.
  bench.arm = (type, until) => {
    bench.tasks = [];
    bench.took = new Promise((done) => {
      addEventListener(type, async () => {
        const start = performance.now();
        if (until) {
          await new Promise((go) => addEventListener(until, go, { capture: true, once: true }));
        }
        await frame();
        await frame();
        done(performance.now() - start);
      }, { capture: true, once: true });
    });
  };
  const look = async () => {
    const main = "main .board tbody tr, main .pane";
    while (!document.querySelector(main)) await frame();
    await frame();
    await frame();
    bench.board = performance.now();
  };
  look();
})();
"""


class Timed:
    """One action, again and again."""

    def __init__(self, page: Any) -> None:
        self.page = page
        # Time of the processor, not of the clock: other programs do not count.
        self.session = page.context.new_cdp_session(page)
        self.session.send("Performance.enable", {"timeDomain": "threadTicks"})

    def work(self) -> float:
        """Milliseconds of processor time that the page's main thread has used."""
        found = self.session.send("Performance.getMetrics")["metrics"]
        return 1000 * float(next(m["value"] for m in found if m["name"] == "TaskDuration"))

    def once(self, event: str, act: Callable[[], object], until: str | None = None) -> list[float]:
        """Milliseconds until the frame is painted, of processor time until then, and of the longest
        task of the half second after the event."""
        self.page.evaluate("([type, until]) => bench.arm(type, until)", [event, until])
        before = self.work()
        act()
        took = self.page.evaluate("bench.took")
        work = self.work() - before
        self.page.wait_for_timeout(500)
        return [took, work, self.page.evaluate("Math.max(0, ...bench.tasks)")]

    def show(self, name: str, times: list[list[float]]) -> None:
        if not times:
            print(f"{name:44}{'not in this study':>20}")
            return
        cells = [
            f"{min(column):.0f} / {statistics.median(column):.0f} / {max(column):.0f}"
            for column in zip(*times, strict=True)
        ]
        print(f"{name:44}" + "".join(f"{cell:>20}" for cell in cells))

    def choose(self, name: str, label: str, inside: str = ".picker") -> None:
        """Go through the options of a choice."""
        field = self.page.locator(
            f"{inside} select[name='{label}'], {inside} [aria-label='{label}']"
        )
        if not field.count():
            self.show(name, [])
            return
        if field.first.locator("option").count() < 2:
            print(f"{name:44}{'one choice only':>20}")
            return
        options = field.first.locator("option").evaluate_all("all => all.map(o => o.value)")
        now = options.index(field.first.input_value())
        picked = [options[(now + 1 + at) % len(options)] for at in range(REPEATS)]
        times = [
            self.once("change", lambda v=value: field.first.select_option(v)) for value in picked
        ]
        self.show(name, times)

    def click(self, name: str, spot: Callable[[int], Any], until: str | None = None) -> None:
        """Click where `spot` says."""
        times = []
        for at in range(REPEATS):
            target = spot(at)
            target.scroll_into_view_if_needed()
            self.page.wait_for_timeout(300)
            times.append(self.once("click", target.click, until))
        self.show(name, times)


@contextmanager
def opened(path: Path) -> Iterator[Any]:
    from playwright.sync_api import sync_playwright

    from conftest import chromium

    with sync_playwright() as driver:
        browser = driver.chromium.launch(executable_path=chromium(), args=["--no-sandbox"])
        page = browser.new_page(viewport={"width": 1400, "height": 900})
        page.add_init_script(BEFORE)
        page.goto(path.as_uri())
        drawn(page)
        yield page
        browser.close()


def drawn(page: Any) -> None:
    """Wait for the first view; the page's policy allows no script that looks again by itself."""
    while not page.evaluate("window.bench?.board"):
        page.wait_for_timeout(20)


def first_view(path: Path) -> None:
    """Paint, first view and size, each time in a browser of its own."""
    seen = []
    for _ in range(3):
        with opened(path) as page:
            page.wait_for_timeout(1500)
            seen.append(
                page.evaluate(
                    """[performance.getEntriesByName("first-contentful-paint")[0].startTime,
                        bench.board, Math.max(0, ...bench.tasks),
                        document.querySelectorAll("*").length]"""
                )
            )
    paint, board, task, nodes = (statistics.median(column) for column in zip(*seen, strict=True))
    print(
        f"{path.name}: {path.stat().st_size / 1e6:.2f} MB, first contentful paint {paint:.0f} ms, "
        f"leaderboard painted {board:.0f} ms ({board / 1000:.2f} of a second), "
        f"longest task {task:.0f} ms, {nodes:.0f} elements"
    )


def actions(page: Any) -> None:
    """Every action of the report itself."""
    timed = Timed(page)
    choices = {
        "measure": "measure",
        "judgement": "judgement",
        "level": "level of the correlation",
        "coefficient": "coefficient",
        "baseline": "baseline",
    }
    for label, name in choices.items():
        timed.choose(f"choose the {name}", label)
    timed.click("sort a column", lambda at: page.locator(".board thead .sort").nth(at % 3))
    field = page.locator(".table-tools input").first
    times = []
    for at in range(REPEATS):
        field.focus()
        times.append(timed.once("input", lambda n=at: page.keyboard.insert_text("s1x"[n % 3])))
        field.fill("")
    timed.show("filter the leaderboard", times)
    dot = ".explore .card circle.mark"
    page.locator(dot).first.scroll_into_view_if_needed()
    page.wait_for_timeout(800)
    for label in ("measure", "judgement", "baseline"):
        timed.choose(f"choose the {label}, explorers in view", label)
    timed.choose("what a dot is", "A dot is", ".card")
    page.locator("[aria-label='A dot is']").select_option("summary")
    times = []
    for at in range(REPEATS):
        # Below the choices, which stay at the top.
        page.locator(".explore .card h3").first.evaluate(
            "e => { scrollTo(0, e.offsetTop - 150); getSelection().empty(); }"
        )
        page.wait_for_timeout(300)
        chart = page.locator(".explore .card svg").first
        box = chart.bounding_box()
        assert box is not None
        # From an empty corner, so that the press meets no dot.
        page.mouse.move(box["x"] + 54, box["y"] + 30)
        page.mouse.down()
        page.mouse.move(box["x"] + 300 + 20 * at, box["y"] + 200)
        times.append(timed.once("pointerup", page.mouse.up))
    timed.show("brush a region", times)
    times = []
    for at in range(REPEATS):
        spot = page.locator(dot).nth(40 + 30 * at)
        times.append(timed.once("pointerover", lambda s=spot: s.hover(force=True)))
    timed.show("point at a dot", times)
    page.locator("[aria-label='System']").first.scroll_into_view_if_needed()
    page.wait_for_timeout(500)
    timed.choose("the system of the worst summaries", "System", ".card")
    page.evaluate("scrollTo(0, 0)")
    times = [timed.once("popstate", lambda: page.evaluate("history.back()")) for _ in range(4)]
    timed.show("Back to the choice before", times)

    def cell(at: int) -> Any:
        page.keyboard.press("Escape")
        return page.locator(".board .cell-open").nth(5 * at)

    timed.click("open the summaries of a cell", cell)
    page.keyboard.press("Escape")
    for box in page.locator(".sections > .part > details").all():
        name = box.get_attribute("data-section")
        summary = box.locator("summary").first
        summary.scroll_into_view_if_needed()
        page.wait_for_timeout(300)
        timed.show(f"open the section {name}", [timed.once("click", summary.click, "toggle")])
        page.wait_for_timeout(700)
    summaries = page.locator("#section-readings thead .sort")
    if summaries.count():
        timed.click("sort the table of every summary", lambda at: summaries.nth(at % 4))
        field = page.locator("#section-readings .table-tools input")
        times = []
        for at in range(3):
            field.fill("")
            page.wait_for_timeout(500)
            times.append(timed.once("input", lambda n=at: page.keyboard.insert_text("s1x"[n % 3])))
        timed.show("filter the table of every summary", times)
        field.fill("")
    page.evaluate("scrollTo(0, 0)")
    page.wait_for_timeout(500)
    timed.choose("choose the measure, all sections open", "measure")


def reading(page: Any) -> None:
    """From the report to a topic's page, and on."""
    timed = Timed(page)
    page.locator(".board .cell-open").first.click()
    for name, spot in (
        ("open a reading (another page)", "dialog .link"),
        ("next topic (another page)", "[aria-label='Next topic']"),
    ):
        with page.expect_navigation():
            page.locator(spot).first.click()
        drawn(page)
        page.wait_for_timeout(500)
        took, task = page.evaluate("[bench.board, Math.max(0, ...bench.tasks)]")
        timed.show(name, [[took, timed.work(), task]])
    timed.click("next system", lambda _: page.get_by_label("Next system"))


def main(study: Path) -> None:
    page = study / "index.html" if study.is_dir() else study
    if not page.exists():
        page = study / "out/index.html"
    print(f"load {os.getloadavg()[0]:.1f}; milliseconds, shortest / median / longest of {REPEATS}")
    first_view(page)
    heads = ("until the frame", "processor time", "longest task")
    print(f"{'action':44}" + "".join(f"{head:>20}" for head in heads))
    with opened(page) as shown:
        actions(shown)
    with opened(page) as shown:
        reading(shown)


if __name__ == "__main__":
    if len(sys.argv) > 1:
        main(Path(sys.argv[1]))
    else:
        with tempfile.TemporaryDirectory() as folder:
            made = [sys.executable, str(ROOT / "benchmarks/study.py"), "1000", folder]
            subprocess.run(made, check=True)
            main(Path(folder))
