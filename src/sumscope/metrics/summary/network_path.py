"""Average shortest path of a summary's word network."""

from __future__ import annotations

import math

from sumscope.core.measure import measure
from sumscope.core.values import Undefined
from sumscope.corpus.view import TextView, TopicView
from sumscope.graph.words import TOO_SHORT
from sumscope.metrics.summary._network import network, text_processing

ONE_WORD = "the network has one word only"


@measure(
    "network-path", needs=("peer",), range=(1, math.inf), better="higher", cite="antiqueira2007"
)
class NetworkPath:
    """Average shortest path between the lemmas of a summary's word network.

    Over the pairs with a path, edges both ways unless `directed`; weights do not count. At least 1.
    "Higher" only mirrors clustering and degree: no study has shown a direction. Undefined below
    two different content words. Antiqueira et al. 2007.
    """

    directed: bool = False

    def prepare(self, view: TopicView) -> None:
        """Nothing: the measure looks at the summary alone."""

    def stats(self, prepared: None, peer: TextView) -> tuple[int, int, int]:
        """(sum of path lengths, pairs with a path, associations)."""
        found = network(peer)
        return (*found.path_lengths(self.directed), found.associations)

    def score(self, stats: tuple[int, int, int]) -> float | Undefined:
        """The mean over the pairs with a path."""
        total, pairs, associations = stats
        if pairs:
            return total / pairs
        return Undefined(ONE_WORD if associations else TOO_SHORT)

    def text(self, lang: str | None) -> str:
        """Name the text processing."""
        return text_processing(lang)
