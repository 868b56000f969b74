"""Reliability of the judges of a corpus, and whether a measure can replace one."""

from __future__ import annotations

import os
from collections.abc import Sequence
from typing import TYPE_CHECKING

from sumscope.core.choices import AlignmentOption
from sumscope.core.errors import SumscopeError
from sumscope.core.files import check_standard_input, output
from sumscope.core.numbers import check_seed
from sumscope.core.progress import Progress
from sumscope.core.table import ScoreTable

if TYPE_CHECKING:
    from sumscope.corpus.columns import Columns
    from sumscope.corpus.peer_files import Peers
    from sumscope.corpus.stream import CorpusLike
    from sumscope.metaeval.judges import Judges

_FORMAT = 'a judgement per judge is written "coherence": {"j1": 3, "j2": 4}'


def judges(
    corpus: CorpusLike,
    *,
    against: str | os.PathLike[str] | ScoreTable | None = None,
    epsilon: float = 0.15,
    alignment: AlignmentOption = "auto",
    lower: Sequence[str] = (),
    resamples: int = 1000,
    confidence: float = 0.95,
    seed: int = 0,
    columns: Columns | str | None = None,
    peer: Peers | None = None,
    plot: str | os.PathLike[str] | None = None,
    progress: Progress | None = None,
) -> Judges:
    """Measure the agreement of the judges who rated the summaries of a corpus.

    Every judgement gets Krippendorff's alpha (nominal, ordinal, interval, ratio), Gwet's AC1 and
    AC2, the mean pairwise kappa with quadratic weights and ICC(2,1), with bootstrap intervals over
    items. Every judge is compared with the others. Extracts that two or more people picked are
    judgements named `picked`: every sentence of the documents is picked (1) or not (0).

    - `against`: scores whose measures take the alternative annotator test, with cost discount
      `epsilon`.
    - `alignment`: how that test measures nearness: `rmse` or `accuracy` on the judges' scale,
      `rank` on any scale, `auto` to choose by the scores.
    - `lower`: measures from elsewhere for which lower is better.
    - `resamples`: number of bootstrap resamples; `confidence`: level of the intervals; `seed`:
      random seed; `columns` and `peer`: for tables, as in `sumscope.score`.
    - `plot`: draw the judges, or the test, to this file (.png, .svg or .pdf).

    >>> import sumscope
    >>> from sumscope.core.values import Topic
    >>> topics = [
    ...     Topic(str(i), judgements={"sys": {"coherence": {"j1": i % 5, "j2": i % 5}}})
    ...     for i in range(10)
    ... ]
    >>> sumscope.judges(topics).find("alpha-ordinal").value
    1.0
    """
    from sumscope.corpus.human_columns import HumanColumns, PickedSentences
    from sumscope.corpus.scores import read_scores
    from sumscope.corpus.stream import with_options
    from sumscope.corpus.topic_stream import topics_in
    from sumscope.metaeval.judges import judge_ratings

    check_seed(seed)
    check_standard_input(corpus, against)
    source = with_options(corpus, columns, peer)
    with output(plot, [source, against]):
        if plot is not None:
            from sumscope.report.drawing import check_name

            check_name(plot)
        given, picked = HumanColumns(), PickedSentences()
        for topic in topics_in(source):
            given.add(topic)
            picked.add(topic)
        ratings = given.tables().ratings
        tables = [table for table in ratings.values() if table.judges]
        if "picked" not in ratings:
            tables += picked.tables()
        if not tables:
            if ratings:
                names = ", ".join(ratings)
                raise SumscopeError(f"no judge is named in the judgements ({names})", hint=_FORMAT)
            raise SumscopeError("the corpus has no judgements", hint=_FORMAT)
        result = judge_ratings(
            tables,
            against=None if against is None else read_scores(against, lower=lower),
            epsilon=epsilon,
            alignment=alignment,
            resamples=resamples,
            confidence=confidence,
            seed=seed,
            progress=progress,
        )
        if plot is not None:
            from sumscope.report.drawing import save
            from sumscope.report.judge_figures import (
                MOST_MEASURES,
                judges_figure,
                replacement_figure,
            )

            tested = result.replacements[:MOST_MEASURES]
            save(replacement_figure(tested) if tested else judges_figure(result), plot)
    return result
