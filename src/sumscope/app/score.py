"""Score every peer of every topic of a corpus."""

from __future__ import annotations

import concurrent.futures
import os
from collections.abc import Sequence
from typing import TYPE_CHECKING

from sumscope.core.measure import MeasureLike
from sumscope.core.progress import Progress
from sumscope.core.table import ScoreTable
from sumscope.corpus.stream import CorpusLike, with_options
from sumscope.run.scoring import ScoreSummary, Scoring
from sumscope.run.topics import Jackknife

if TYPE_CHECKING:
    from sumscope.corpus.columns import Columns
    from sumscope.corpus.peer_files import Peers


def score(
    corpus: CorpusLike,
    measures: MeasureLike | Sequence[MeasureLike],
    executor: concurrent.futures.Executor | None = None,
    *,
    workers: int | None = None,
    engine: str = "local",
    jackknife: Jackknife = "human",
    columns: Columns | str | None = None,
    peer: Peers | None = None,
    progress: Progress | None = None,
) -> ScoreTable:
    """Score every peer of every topic; the result does not depend on executor or workers.

    `corpus` is a path (a corpus or a table), `-` for standard input, a pandas or polars frame, a
    `Dataset`, or a list of topics or rows; `columns` says which column of a table holds what
    (`{"peer": ["bart", "pegasus"]}`), `peer` adds systems (`{"t5": "t5.txt"}`). `measures` are
    spellings such as `rouge-2(report=f)` or measure values. `jackknife` is `human` (people who
    wrote a reference are scored against the others), `all` (systems too get the mean over the sets
    with one reference left out) or `none`.
    """
    given = with_options(corpus, columns, peer)
    return Scoring(given, measures, executor, workers, engine, jackknife, progress).table()


def score_file(
    corpus: CorpusLike,
    measures: MeasureLike | Sequence[MeasureLike],
    out: str | os.PathLike[str],
    executor: concurrent.futures.Executor | None = None,
    *,
    workers: int | None = None,
    engine: str = "local",
    jackknife: Jackknife = "human",
    columns: Columns | str | None = None,
    peer: Peers | None = None,
    progress: Progress | None = None,
) -> ScoreSummary:
    """Score into a file in constant memory; if interrupted, the same call resumes."""
    given = with_options(corpus, columns, peer)
    return Scoring(given, measures, executor, workers, engine, jackknife, progress).write(out)
