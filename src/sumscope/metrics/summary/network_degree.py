"""Mean out-degree of a summary's word network."""

from __future__ import annotations

import math

from sumscope.core.measure import measure
from sumscope.core.values import Undefined
from sumscope.corpus.view import TextView, TopicView
from sumscope.graph.words import TOO_SHORT
from sumscope.metrics.summary._network import network, text_processing


@measure(
    "network-degree", needs=("peer",), range=(0, math.inf), better="lower", cite="antiqueira2007"
)
class NetworkDegree:
    """Mean out-degree of a summary's word network: how many different words follow a lemma.

    `weighted` counts every time instead (associations over lemmas). Above 0, unbounded; essays were
    judged worse as it grows, so lower is better, between texts of like length. Undefined below two
    content words. Antiqueira et al. 2007.
    """

    weighted: bool = False

    def prepare(self, view: TopicView) -> None:
        """Nothing: the measure looks at the summary alone."""

    def stats(self, prepared: None, peer: TextView) -> tuple[int, int]:
        """(number of edges or associations, number of nodes; 0 nodes below two words)."""
        found = network(peer)
        if not found.associations:
            return 0, 0
        edges = found.associations if self.weighted else int(found.out_degrees.sum())
        return edges, found.nodes

    def score(self, stats: tuple[int, int]) -> float | Undefined:
        """The mean over the nodes."""
        edges, nodes = stats
        return edges / nodes if nodes else Undefined(TOO_SHORT)

    def text(self, lang: str | None) -> str:
        """Name the text processing."""
        return text_processing(lang)
