"""TextRank: sentences that share words with central ones (Mihalcea and Tarau 2004)."""

from __future__ import annotations

import numpy as np

from sumscope.summarizers._likeness import check_shares, overlaps, stationary
from sumscope.summarizers.registry import Job, summarizer
from sumscope.summarizers.select import Ranking, best_first


@summarizer("textrank", cite="mihalcea2004")
class TextRank:
    """Sentences by PageRank over weighted links: words in common over the log of the lengths.

    Words are stems without stop words. Mihalcea, Tarau 2004.
    """

    damping: float = 0.85

    def __post_init__(self) -> None:
        check_shares(damping=self.damping)

    def rank(self, job: Job) -> Ranking:
        """By falling rank."""
        stems = job.source.stems
        if not stems:
            return Ranking(())
        links = overlaps(stems)
        ranks = stationary(links, self.damping)
        near = np.diff(links.indptr)

        def why(i: int) -> str:
            return (
                f"rank {ranks[i] * len(ranks):.2f} times the average; shares words with {near[i]} "
                f"of the other {len(ranks) - 1} sentences"
            )

        return Ranking(best_first(ranks.tolist(), why))
