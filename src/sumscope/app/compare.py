"""Compare systems: a leaderboard with confidence intervals and significance groups."""

from __future__ import annotations

from collections.abc import Sequence

from sumscope.app.inputs import ScoresLike, beside, scores_of
from sumscope.metaeval.leaderboard import Comparison, leaderboard


def compare(
    scores: ScoresLike,
    *,
    also: ScoresLike | None = None,
    lower: Sequence[str] = (),
    alpha: float = 0.05,
    resamples: int = 10_000,
    seed: int = 0,
) -> Comparison:
    """Rank the systems of a score table by each of its measures.

    `scores` is a file, a `ScoreTable`, or a pandas or polars frame, long (`topic`, `peer`,
    `measure`, `value`) or wide (`topic`, `peer` and a column for each measure). `also` puts scores
    that were made elsewhere beside them; `lower` names measures from elsewhere of which less is
    better. Means over topics come with percentile bootstrap intervals (topics are resampled). Every
    two systems are compared by paired approximate randomization over their common topics, with
    Holm's correction within a measure.

    >>> import sumscope
    >>> from sumscope.data import DEMO
    >>> board = sumscope.compare(sumscope.score(DEMO, ["rouge-2"]), resamples=200)
    >>> board.standings[0].measure, board.standings[0].rank
    ('rouge-2', 1)
    """
    table = beside(scores_of(scores, "compare(scores=...)"), also, "compare(also=...)")
    return leaderboard(table, alpha=alpha, resamples=resamples, seed=seed, lower=lower)
