"""Compare systems: a leaderboard with confidence intervals and significance groups."""

from __future__ import annotations

import os

from sumscope.core.table import ScoreTable
from sumscope.corpus.scores import read_scores
from sumscope.metaeval.leaderboard import Comparison, leaderboard


def compare(
    scores: str | os.PathLike[str] | ScoreTable,
    *,
    alpha: float = 0.05,
    resamples: int = 10_000,
    seed: int = 0,
) -> Comparison:
    """Rank the systems of a score table by each of its measures.

    Means over topics come with percentile bootstrap intervals (topics are resampled). Every two
    systems are compared by paired approximate randomization over their common topics, with Holm's
    correction within a measure.
    """
    table = scores if isinstance(scores, ScoreTable) else read_scores(scores)
    return leaderboard(table, alpha=alpha, resamples=resamples, seed=seed)
