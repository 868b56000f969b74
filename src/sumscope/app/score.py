"""Score every peer of every topic of a corpus."""

from __future__ import annotations

import concurrent.futures
import os
from collections.abc import Sequence
from typing import TYPE_CHECKING

from sumscope.core.choices import Jackknife, Report
from sumscope.core.files import output
from sumscope.core.measure import MeasureLike
from sumscope.core.progress import Progress
from sumscope.core.table import ScoreTable

if TYPE_CHECKING:
    from sumscope.corpus.columns import Columns
    from sumscope.corpus.peer_files import Peers
    from sumscope.corpus.stream import CorpusLike
    from sumscope.scoring.run import ScoreSummary


def score(
    corpus: CorpusLike,
    measures: MeasureLike | Sequence[MeasureLike],
    executor: concurrent.futures.Executor | None = None,
    *,
    workers: int | None = None,
    engine: str = "local",
    jackknife: Jackknife = "human",
    report: Report | None = None,
    columns: Columns | str | None = None,
    peer: Peers | None = None,
    progress: Progress | None = None,
) -> ScoreTable:
    """Score every peer of every topic.

    `corpus` is a path (a corpus or a table), `-` for standard input, a pandas or polars frame, a
    `Dataset`, or a list of topics or rows; `columns` says which column of a table holds what
    (`{"peer": ["bart", "pegasus"]}`), `peer` adds systems (`{"t5": "t5.txt"}`). `measures` are
    spellings such as `rouge-2(report=f)` or measure values. `jackknife` is `human` (people who
    wrote a reference are scored against the others), `all` (systems too get the mean over the sets
    with one reference left out) or `none`. `report` is what ROUGE and topic measures report that do
    not say so themselves: recall (`r`), precision (`p`), `f`, or `all` three.
    `workers` processes share the work, or those of `engine` (`dask://HOST:PORT`) or `executor`; the
    result does not depend on them.

    >>> import sumscope
    >>> topic = {"id": "t", "references": [{"id": "r", "text": "A cat sat down."}],
    ...          "peers": [{"id": "s", "text": "The cat sat."}]}
    >>> sumscope.score([topic], ["rouge-1", "rouge-2"]).to_json()[0]["value"]
    0.5
    """
    from sumscope.corpus.stream import with_options
    from sumscope.jobs.engine import Engine
    from sumscope.scoring.run import score_corpus

    return score_corpus(
        with_options(corpus, columns, peer),
        measures,
        report=report,
        jackknife=jackknife,
        engine=Engine(executor, workers, engine),
        progress=progress,
        required=True,
    )


def score_file(
    corpus: CorpusLike,
    measures: MeasureLike | Sequence[MeasureLike],
    out: str | os.PathLike[str],
    executor: concurrent.futures.Executor | None = None,
    *,
    workers: int | None = None,
    engine: str = "local",
    jackknife: Jackknife = "human",
    report: Report | None = None,
    columns: Columns | str | None = None,
    peer: Peers | None = None,
    progress: Progress | None = None,
) -> ScoreSummary:
    """Score into the file `out` in constant memory; if interrupted, the same call resumes.

    The other arguments are those of `sumscope.score`.

    >>> import sumscope
    >>> from sumscope.data import DEMO
    >>> done = sumscope.score_file(DEMO, ["rouge-2"], "scores.csv")
    >>> done.undefined
    0
    """
    from sumscope.corpus.stream import with_options
    from sumscope.jobs.engine import Engine
    from sumscope.scoring.run import score_to_file

    given = with_options(corpus, columns, peer)
    with output(out, [given]):
        return score_to_file(
            given,
            measures,
            out,
            report=report,
            jackknife=jackknife,
            engine=Engine(executor, workers, engine),
            progress=progress,
        )
