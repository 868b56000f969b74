"""Clustering coefficient of a summary's word network."""

from __future__ import annotations

from sumscope.core.measure import measure
from sumscope.core.values import Undefined
from sumscope.corpus.view import TextView, TopicView
from sumscope.graph.words import TOO_SHORT
from sumscope.metrics.summary._network import network, text_processing


@measure("network-clustering", needs=("peer",), range=(0, 1), better="lower", cite="antiqueira2007")
class NetworkClustering:
    """Mean clustering coefficient of the nodes of a summary's word network.

    For each lemma, the share of possible links among its neighbours that are there (0 below two
    neighbours); `directed` looks at the words that follow it only. In [0, 1]; essays were judged
    worse as it grows, so lower is better. Undefined below two content words.
    Antiqueira et al. 2007.
    """

    directed: bool = False

    def prepare(self, view: TopicView) -> None:
        """Nothing: the measure looks at the summary alone."""

    def stats(self, prepared: None, peer: TextView) -> tuple[float, int]:
        """(sum of the nodes' coefficients, number of nodes; 0 nodes below two words)."""
        found = network(peer)
        if not found.associations:
            return 0.0, 0
        return float(found.clustering(self.directed).sum()), found.nodes

    def score(self, stats: tuple[float, int]) -> float | Undefined:
        """The mean over the nodes."""
        total, nodes = stats
        return total / nodes if nodes else Undefined(TOO_SHORT)

    def text(self, lang: str | None) -> str:
        """Name the text processing."""
        return text_processing(lang)
