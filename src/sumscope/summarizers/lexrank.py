"""LexRank: sentences that many others are like (Erkan and Radev 2004)."""

from __future__ import annotations

import numpy as np

from sumscope.summarizers._likeness import check_shares, cosines, stationary
from sumscope.summarizers.registry import Job, summarizer
from sumscope.summarizers.select import Ranking, best_first


@summarizer("lexrank", cite="erkan2004")
class LexRank:
    """Sentences by centrality in the graph of those with a tf-idf cosine of `threshold` or more.

    A sentence is passed over where its cosine with a chosen one is above `repeat`, which takes the
    part of the paper's reranker. Erkan, Radev 2004.
    """

    threshold: float = 0.1
    damping: float = 0.85
    repeat: float = 0.5

    def __post_init__(self) -> None:
        check_shares(threshold=self.threshold, damping=self.damping, repeat=self.repeat)

    def rank(self, job: Job) -> Ranking:
        """By falling centrality."""
        stems = job.source.stems
        if not stems:
            return Ranking(())
        likeness = cosines(stems, least=min(self.threshold, self.repeat))
        links = likeness.copy()
        links.data = (links.data >= self.threshold).astype(float)
        links.eliminate_zeros()
        ranks = stationary(links, self.damping)
        near = np.diff(links.indptr)

        def why(i: int) -> str:
            return (
                f"centrality {ranks[i] * len(ranks):.2f} times the average; like {near[i]} of the "
                f"other {len(ranks) - 1} sentences"
            )

        twins = likeness.tocoo()
        close = twins.data > self.repeat
        pairs = set(zip(twins.row[close].tolist(), twins.col[close].tolist(), strict=True))

        def alike(a: int, b: int) -> bool:
            return (a, b) in pairs

        return Ranking(best_first(ranks.tolist(), why), alike)
