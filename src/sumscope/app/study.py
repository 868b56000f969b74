"""Everything that a corpus allows, as one report with its tables and figures."""

from __future__ import annotations

import os
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, Literal

from sumscope.app.inputs import ScoresLike, elsewhere
from sumscope.core.files import check_folder
from sumscope.core.locks import sole_writer_of_folder
from sumscope.core.measure import directions
from sumscope.core.progress import Progress
from sumscope.corpus.stream import CorpusLike, Source
from sumscope.run.topics import Jackknife
from sumscope.studies.settings import MEASURES, Request
from sumscope.studies.study import Study

if TYPE_CHECKING:
    from sumscope.corpus.columns import Columns
    from sumscope.corpus.peer_files import Peers


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
    title: str | None = None,
    about: str | None = None,
    command: str | None = None,
    against: str | os.PathLike[str] | None = None,
    report: Literal["r", "p", "f", "all"] | None = None,
    scores: ScoresLike | None = None,
    lower: Sequence[str] = (),
    columns: Columns | str | None = None,
    peer: Peers | None = None,
    progress: Progress | None = None,
) -> Study:
    """Do everything that `corpus` allows, and write the report to the folder `out`.

    `limit` is the length of oracles in words (default: the median length of the summaries),
    `resamples` the draws behind intervals and tests (10,000, and more where there are so many
    peers that fewer could show no difference). What a corpus lacks is said in the report, with the
    field that would add it. Ended at any point, the same call goes on and ends in the same bytes;
    another study in the same folder, or the one in the folder `against`, is compared with it.
    `title`, `about` and `command` replace what the report says of itself. `columns` and `peer` are
    for tables, as in `sumscope.score`. `report` is what ROUGE and topic measures report that do not
    say so themselves. `scores` puts scores made elsewhere beside ours; `lower` names those of
    which less is better.

    >>> import sumscope
    >>> made = sumscope.study("corpus.jsonl", "my-study")  # doctest: +SKIP
    """
    from sumscope.run.scoring import summary_measures, with_report
    from sumscope.studies.folder import check
    from sumscope.studies.study import make_study

    folder = check_folder(out)
    wanted = measures if measures is not None or report is None else list(MEASURES)
    chosen = None
    if wanted is not None:
        chosen = tuple(str(m) for m in summary_measures(with_report(wanted, report)))
    others = tuple(elsewhere(scores, "study(scores=...)"))
    other = None if against is None else os.fspath(against)
    request = Request(
        *(chosen, limit, resamples, seed, jackknife, title, about, command),
        *(others, tuple(lower), other),
    )
    request.check()
    source = Source.of(corpus, columns, peer)
    with sole_writer_of_folder(folder), directions(lower):
        for given in source.paths or (None,):
            check(folder, given)
        return make_study(source, folder, request, workers, progress)
