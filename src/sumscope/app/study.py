"""Run every analysis that a corpus allows and write one report."""

from __future__ import annotations

import os
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from sumscope.core.choices import Jackknife, Report
from sumscope.core.files import output_folder
from sumscope.core.numbers import check_seed
from sumscope.core.progress import Progress

if TYPE_CHECKING:
    from sumscope.corpus.columns import Columns
    from sumscope.corpus.peer_files import Peers
    from sumscope.corpus.scores import ScoresLike
    from sumscope.corpus.stream import CorpusLike
    from sumscope.studies.study import Study


def study(
    corpus: CorpusLike,
    out: str | os.PathLike[str],
    measures: Sequence[Any] | None = None,
    *,
    limit: int | None = None,
    resamples: int | None = None,
    seed: int = 0,
    jackknife: Jackknife = "human",
    workers: int | None = None,
    engine: str = "local",
    title: str | None = None,
    about: str | None = None,
    command: str | None = None,
    against: str | os.PathLike[str] | None = None,
    report: Report | None = None,
    scores: ScoresLike | None = None,
    lower: Sequence[str] = (),
    columns: Columns | str | None = None,
    peer: Peers | None = None,
    progress: Progress | None = None,
) -> Study:
    """Do everything that `corpus` allows, and write the report to the folder `out`.

    What the corpus lacks is named in the report, with the field that would add it. If the call is
    interrupted, the same call resumes and gives the same bytes.

    - `measures`: those of `sumscope.score` (default: ROUGE-1, 2, L, SU4 and growth-deviation).
    - `limit`: length of the oracles in words (default: the median length of the summaries).
    - `resamples`: number of resamples for intervals and tests (default: 10,000, and more where
      many peers need more to show any difference); `seed`: random seed.
    - `jackknife`: `human`, `all` or `none`; `report`: `r`, `p`, `f` or `all`; `columns` and `peer`
      for tables: all as in `sumscope.score`.
    - `against`: folder of another study to compare with (default: the study that was in `out`).
    - `scores`: scores made elsewhere, shown with ours; `lower`: those for which lower is better.
    - `workers`, `engine` (`dask://HOST:PORT`): who works on the topics, as in `sumscope.score`.
    - `title`, `about`, `command`: what the report says about itself.

    >>> import sumscope
    >>> made = sumscope.study("corpus.jsonl", "my-study")  # doctest: +SKIP
    """
    from sumscope.corpus.scores import tables_of
    from sumscope.corpus.stream import Source
    from sumscope.scoring.run import read_measures
    from sumscope.studies.settings import MEASURES, Request
    from sumscope.studies.study import make_study

    check_seed(seed)
    with output_folder(out):
        wanted = measures if measures is not None or report is None else list(MEASURES)
        chosen = None
        if wanted is not None:
            chosen = tuple(map(str, read_measures(wanted, report)))
        request = Request(
            measures=chosen,
            limit=limit,
            resamples=resamples,
            seed=seed,
            jackknife=jackknife,
            title=title,
            about=about,
            command=command,
            others=tuple(tables_of(scores, "study(scores=...)")),
            lower=tuple(lower),
            against=None if against is None else os.fspath(against),
        )
        request.check()
        source = Source.of(corpus, columns, peer)
        return make_study(source, Path(out), request, workers, progress, engine)
