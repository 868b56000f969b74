"""The main job on the embedded corpus: scores, agreement, communities, oracles, growth, a page."""

from __future__ import annotations

import os
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from sumscope.app.compare import Comparison, compare
from sumscope.app.score import score
from sumscope.core.files import atomic_write_text
from sumscope.core.table import ScoreTable
from sumscope.corpus.scores import write_scores
from sumscope.data import DEMO

MEASURES = ("rouge-1", "rouge-2", "rouge-l", "rouge-su4", "growth-deviation")
LIMIT = 80


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
    """Do the main job on the embedded corpus; the page, the scores and the corpus go to `out`."""
    from sumscope.app import _demo_page as sections
    from sumscope.app.agree import agree
    from sumscope.app.meta import meta
    from sumscope.app.oracle import oracle
    from sumscope.corpus.jsonl import read_corpus
    from sumscope.report.page import Page

    folder = Path(out)
    topics = list(read_corpus(DEMO))
    table = score(DEMO, MEASURES)
    comparison = compare(table)
    page = Page(
        "sumscope on its embedded example",
        f"{len(table.topics)} topics, {len(table.peers)} peers. The texts, judgements and "
        "clusterings are invented: they show what the tools do and prove nothing about a measure.",
    )
    sections.leaderboard(page, table, comparison)
    sections.oracles(page, oracle(DEMO, n=2, limit=LIMIT), LIMIT)
    sections.judgements(page, meta(table, DEMO, level="system"))
    sections.agreement(page, agree(DEMO, ["omega"]))
    sections.communities(page, topics, DEMO)
    sections.growth(page, topics)
    sections.by_topic(page, table)
    sections.provenance(page, table)
    write_scores(folder / "scores.csv", table.rows, table.meta)
    atomic_write_text(folder / "corpus.jsonl", DEMO.read_text(encoding="utf-8"))
    atomic_write_text(folder / "index.html", str(page))
    return Demo(str(folder / "index.html"), table, comparison)
