"""Measures of a summary's word network, which is built once a summary."""

from __future__ import annotations

import math

from sumscope.core.measure import measure
from sumscope.core.values import Undefined
from sumscope.corpus.view import TextView, TopicView
from sumscope.graph.words import TOO_SHORT, WordNetwork, word_network
from sumscope.text import pipeline


def network(peer: TextView) -> WordNetwork:
    """The word network of a summary, kept with it."""
    return peer.memo("word-network", lambda: word_network(peer.text, peer.lang))


class NetworkMeasure:
    """What measures of a word network share: they look at the summary alone."""

    def prepare(self, view: TopicView) -> None:
        """Nothing is done once a topic."""

    def text(self, lang: str | None) -> str:
        """Name the text processing that the network rests on."""
        return pipeline(lang).signature


@measure(
    "network-degree", needs=("peer",), range=(0, math.inf), better="lower", cite="antiqueira2007"
)
class NetworkDegree(NetworkMeasure):
    """Mean out-degree of a summary's word network: how many different words follow a lemma.

    `weighted` counts every time instead (associations over lemmas). Above 0, unbounded; essays were
    judged worse as it grows, so lower is better, between texts of like length. Undefined below two
    content words. Antiqueira et al. 2007.
    """

    weighted: bool = False

    def stats(self, prepared: None, peer: TextView) -> tuple[int, int]:
        """(number of edges or associations, number of nodes; 0 nodes below two words)."""
        words = network(peer)
        if not words.associations:
            return 0, 0
        edges = words.associations if self.weighted else int(words.out_degrees.sum())
        return edges, words.nodes

    def score(self, stats: tuple[int, int]) -> float | Undefined:
        """The mean over the nodes."""
        edges, nodes = stats
        return edges / nodes if nodes else Undefined(TOO_SHORT)


@measure("network-clustering", needs=("peer",), range=(0, 1), better="lower", cite="antiqueira2007")
class NetworkClustering(NetworkMeasure):
    """Mean clustering coefficient of the nodes of a summary's word network.

    For each lemma, the share of possible links among its neighbours that are there (0 below two
    neighbours); `directed` looks at the words that follow it only. In [0, 1]; essays were judged
    worse as it grows, so lower is better. Undefined below two content words.
    Antiqueira et al. 2007.
    """

    directed: bool = False

    def stats(self, prepared: None, peer: TextView) -> tuple[float, int]:
        """(sum of the nodes' coefficients, number of nodes; 0 nodes below two words)."""
        words = network(peer)
        if not words.associations:
            return 0.0, 0
        return float(words.clustering(self.directed).sum()), words.nodes

    def score(self, stats: tuple[float, int]) -> float | Undefined:
        """The mean over the nodes."""
        total, nodes = stats
        return total / nodes if nodes else Undefined(TOO_SHORT)


ONE_WORD = "the network has one word only"


@measure(
    "network-path", needs=("peer",), range=(1, math.inf), better="higher", cite="antiqueira2007"
)
class NetworkPath(NetworkMeasure):
    """Average shortest path between the lemmas of a summary's word network.

    Over the pairs with a path, edges both ways unless `directed`; weights do not count. At least 1.
    "Higher" only mirrors clustering and degree: no study has shown a direction. Undefined below
    two different content words. Antiqueira et al. 2007.
    """

    directed: bool = False

    def stats(self, prepared: None, peer: TextView) -> tuple[int, int, int]:
        """(sum of path lengths, pairs with a path, associations)."""
        words = network(peer)
        return (*words.path_lengths(self.directed), words.associations)

    def score(self, stats: tuple[int, int, int]) -> float | Undefined:
        """The mean over the pairs with a path."""
        total, pairs, associations = stats
        if pairs:
            return total / pairs
        return Undefined(ONE_WORD if associations else TOO_SHORT)
