"""Compare systems: a leaderboard with confidence intervals and significance groups."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from sumscope.core.numbers import check_confidence, check_seed
from sumscope.core.progress import Progress

if TYPE_CHECKING:
    from sumscope.corpus.scores import ScoresLike
    from sumscope.metaeval.compare import Comparison


def compare(
    scores: ScoresLike,
    *,
    also: ScoresLike | None = None,
    lower: Sequence[str] = (),
    confidence: float = 0.95,
    resamples: int = 10_000,
    seed: int = 0,
    progress: Progress | None = None,
) -> Comparison:
    """Rank the systems of a score table by each of its measures.

    `scores` is a file, a `ScoreTable`, or a pandas or polars frame, long (`topic`, `peer`,
    `measure`, `value`) or wide (`topic`, `peer` and one column per measure).

    - `also`: scores made elsewhere, to include; `lower`: measures from elsewhere for
      which lower is better.
    - `confidence`: level of the percentile bootstrap intervals over topics. Two systems differ if
      their corrected p is below 1 - `confidence`.
    - `resamples`: number of bootstrap resamples and test rounds; `seed`: random seed.

    Every two systems are compared by paired approximate randomization over their common topics,
    with Holm's correction within a measure.

    Above 16 million draws (`resamples` times topics) the draws come from another generator, which
    is faster; the same seed still gives the same numbers. `progress` is called with (done, total).

    >>> import sumscope
    >>> from sumscope.data import DEMO
    >>> board = sumscope.compare(sumscope.score(DEMO, ["rouge-2"]), resamples=200)
    >>> board.standings[0].measure, board.standings[0].rank
    ('rouge-2', 1)
    """
    from sumscope.corpus.scores import read_scores
    from sumscope.metaeval.compare import leaderboard

    check_seed(seed)
    return leaderboard(
        read_scores(scores, also=also, lower=lower, caller="compare"),
        alpha=round(1 - check_confidence(confidence), 12),
        resamples=resamples,
        seed=seed,
        progress=progress,
    )
