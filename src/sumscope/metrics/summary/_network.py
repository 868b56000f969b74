"""The word network that the network measures share: built once a summary."""

from __future__ import annotations

from sumscope.corpus.view import TextView
from sumscope.graph.words import WordNetwork, word_network
from sumscope.text import pipeline


def network(peer: TextView) -> WordNetwork:
    """The word network of a summary, kept with it."""
    return peer.memo("word-network", lambda: word_network(peer.text, peer.lang))


def text_processing(lang: str | None) -> str:
    """Name the parts of the text layer that a word network rests on."""
    return pipeline(lang).signature
