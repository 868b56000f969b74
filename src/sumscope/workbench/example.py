"""The study of the example corpus that comes with the package, with a workbench beside it."""

from __future__ import annotations

import os
from dataclasses import dataclass
from filecmp import cmp as same
from pathlib import Path

from sumscope.core.errors import SumscopeError
from sumscope.core.files import atomic_write_text
from sumscope.core.progress import Progress
from sumscope.core.results import Result
from sumscope.core.table import ScoreTable
from sumscope.core.tables import ResultTable
from sumscope.corpus.jsonl import read_corpus
from sumscope.corpus.stream import Source
from sumscope.data import DEMO
from sumscope.metaeval.compare import Comparison
from sumscope.studies.settings import Request
from sumscope.studies.study import make_study

LIMIT = 80


@dataclass(frozen=True, repr=False)
class Demo(Result):
    """What the demo made: the page, the scores and the leaderboard."""

    page: str
    scores: ScoreTable
    comparison: Comparison
    findings: tuple[str, ...] = ()
    workbench: str | None = None

    def tables(self) -> list[ResultTable]:
        """The mean of each peer."""
        return self.scores.tables()

    def to_json(self) -> dict[str, object]:
        """The page's path, the findings and the leaderboard as plain values."""
        made = {"page": self.page, "findings": list(self.findings), "workbench": self.workbench}
        return {**made, **self.comparison.to_json()}


def make_demo(folder: Path, progress: Progress | None = None) -> Demo:
    """Write the report, the corpus and the workbench of the example to a folder."""
    request = Request(
        limit=LIMIT,
        title="sumscope on its embedded example",
        about="Sixteen topics in English and Portuguese, four people, five systems, three judges. "
        "The texts, judgements and clusterings are invented: they show what the tools do and prove "
        "nothing about a measure.",
        command="sumscope demo",
    )
    corpus = folder / "corpus.jsonl"
    if os.path.lexists(corpus) and not (corpus.is_file() and same(corpus, DEMO, shallow=False)):
        raise SumscopeError(
            "already exists and is not the demo",
            where=str(corpus),
            hint="give another folder, or move the file",
        )
    study = make_study(Source(DEMO), folder, request, workers=1, progress=progress)
    atomic_write_text(corpus, DEMO.read_text(encoding="utf-8"))
    if study.comparison is None:
        raise RuntimeError("the embedded corpus has no summaries")
    workbench = _workbench(folder / "workbench.db")
    return Demo(study.page, study.scores, study.comparison, study.findings, workbench)


def _workbench(path: Path) -> str | None:
    """The database of the workbench; nothing where its libraries are not installed."""
    try:
        from sumscope.workbench.demo import demo_workbench
    except ModuleNotFoundError:
        return None
    demo_workbench(path, list(read_corpus(DEMO)))
    return str(path)
