"""The main job on the embedded corpus: scores, leaderboard, one offline HTML page."""

from __future__ import annotations

import os
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from sumscope.app.compare import Comparison, compare
from sumscope.app.score import score
from sumscope.core.files import atomic_write_text
from sumscope.core.table import ScoreTable, show
from sumscope.corpus.scores import write_scores
from sumscope.data import DEMO

MEASURES = ("rouge-1", "rouge-2", "rouge-l", "rouge-su4")


@dataclass(frozen=True)
class Demo:
    """What the demo made: the page, the scores and the leaderboard."""

    page: str
    scores: ScoreTable
    comparison: Comparison

    def to_json(self) -> dict[str, Any]:
        """The page's path and the leaderboard as plain values."""
        return {"page": self.page, **self.comparison.to_json()}


def demo(out: str | os.PathLike[str] = "sumscope-demo") -> Demo:
    """Score the embedded corpus and write `index.html`, `scores.csv` and the corpus to a folder."""
    folder = Path(out)
    table = score(DEMO, MEASURES)
    comparison = compare(table)
    page = _page(table, comparison)
    write_scores(folder / "scores.csv", table.rows, table.meta)
    atomic_write_text(folder / "corpus.jsonl", DEMO.read_text(encoding="utf-8"))
    atomic_write_text(folder / "index.html", str(page))
    return Demo(str(folder / "index.html"), table, comparison)


def _page(table: ScoreTable, comparison: Comparison) -> Any:
    from sumscope.report import figures
    from sumscope.report.page import Page, figure, heading, paragraph
    from sumscope.report.page import table as html_table

    page = Page(
        "sumscope on its embedded example",
        f"{len(table.topics)} topics, {len(table.peers)} peers. The texts, judgements and "
        "clusterings are invented: they show what the tools do and prove nothing about a measure.",
    )
    page.section("Leaderboard")
    page.add(
        paragraph(
            "Mean over topics with a 95% bootstrap interval. Peers that share a letter do not "
            "differ significantly (paired approximate randomization, Holm-corrected). People who "
            "wrote a reference are scored against the other references."
        )
    )
    for note in comparison.notes:
        page.add(paragraph(f"Note: {note}.", soft=True))
    for name in table.measures:
        standings = [s for s in comparison.standings if s.measure == name]
        page.add(heading(name))
        rows = [
            [
                s.peer + (" (human)" if s.human else ""),
                show(s.mean),
                f"{show(s.low)} to {show(s.high)}",
                s.letters,
                str(s.n),
            ]
            for s in standings
        ]
        head = ["peer", "mean", "95% interval", "group", "topics"]
        page.add(html_table(f"Leaderboard by {name}", head, rows))
        shown = [s for s in standings if s.mean is not None and s.low is not None]
        drawing = figures.interval_plot(
            [s.peer for s in shown],
            [s.mean or 0.0 for s in shown],
            [s.low or 0.0 for s in shown],
            [s.high or 0.0 for s in shown],
            name,
        )
        page.add(figure(figures.to_svg(drawing), f"{name}: means and 95% intervals"))
    page.section("Scores by topic")
    cells = {(r.topic, r.peer, r.measure): r for r in table}
    for name in table.measures:
        rows = [[t, *(show(cells[t, p, name].value) for p in table.peers)] for t in table.topics]
        page.add(html_table(f"{name} on every topic", ["topic", *table.peers], rows))
    page.section("How these numbers were made")
    page.add(paragraph("Each line names everything that a score depends on."))
    signatures = [[n, m["signature"]] for n, m in table.meta["measures"].items()]
    page.add(html_table("Signatures", ["measure", "signature"], signatures, words=2))
    digest = table.meta["corpus"]["sha256"]
    page.add(paragraph(f"Corpus: demo.jsonl, SHA-256 {digest}.", soft=True))
    return page
