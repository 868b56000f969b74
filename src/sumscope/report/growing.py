"""Texts whose word networks can be watched as they grow: where each content word stands."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from sumscope.graph.words import word_network
from sumscope.text import pipeline


@dataclass(frozen=True)
class GrowingText:
    """A text and its walk over lemmas: sentence, from, to and number of each content word."""

    topic: str
    name: str
    lang: str | None
    sentences: tuple[str, ...]
    walk: tuple[tuple[int, int, int, int], ...]


def growing_text(
    topic: str, name: str, lang: str | None, sentences: Sequence[str]
) -> GrowingText | None:
    """Find the content words of a text; None where their places are not sure."""
    pipe = pipeline(lang)
    network = word_network(sentences, lang)
    numbers = {lemma: number for number, lemma in enumerate(network.lemmas)}
    walk: list[tuple[int, int, int, int]] = []
    for at, sentence in enumerate(sentences):
        lowered, end = sentence.lower(), 0
        if len(lowered) != len(sentence):
            return None
        for word in pipe.words(sentence):
            start = lowered.find(word, end)
            if start < 0:
                return None
            end = start + len(word)
            walk += [(at, start, end, numbers[lemma]) for lemma in pipe.content_lemmas(word)]
    if len(walk) < 2 or [step[3] for step in walk] != network.walk.tolist():
        return None
    return GrowingText(topic, name, lang, tuple(sentences), tuple(walk))
