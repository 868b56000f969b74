"""The binary features of SuPor.

Nine yes-or-no questions over the five kinds of the paper: length, word frequency, signalling
phrases, location (in the text and in the paragraph), nouns and proper nouns.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from sumscope.summarizers.source import Source

MIN_WORDS = 5
EDGE = 10  # the first and the last tenth of a document

FEATURES: dict[str, str] = {
    "length": f"has {MIN_WORDS} words or more",
    "frequency": "its words are frequent in the text (their summed frequency is above the mean)",
    "phrase": "has a signalling phrase",
    "text-start": "in the first tenth of its document",
    "text-end": "in the last tenth of its document",
    "paragraph-first": "first of its paragraph",
    "paragraph-last": "last of its paragraph",
    "nouns": "has more nouns than the mean sentence",
    "proper-nouns": "has more proper nouns than the mean sentence",
}


def features(source: Source, phrases: Sequence[str]) -> list[dict[str, bool]]:
    """The answers for every sentence of a source, in the order of `FEATURES`."""
    size = len(source.items)
    frequency = Counter(stem for stems in source.stems for stem in stems)
    weights = [sum(frequency[stem] for stem in stems) for stems in source.stems]
    nouns, names = [], []
    for item in source.items:
        tags = source.pipe.tags(source.pipe.tokens(item.text))
        nouns.append(tags.count("NOUN"))
        names.append(tags.count("PROPN"))
    weighed, all_nouns, all_names = sum(weights), sum(nouns), sum(names)
    found = []
    for i, (item, place) in enumerate(zip(source.items, source.places, strict=True)):
        edge = -(-place.of // EDGE)
        padded = f" {' '.join(source.pipe.words(item.text))} "
        found.append(
            {
                "length": source.lengths[i][0] >= MIN_WORDS,
                "frequency": weights[i] * size > weighed,
                "phrase": any(f" {phrase} " in padded for phrase in phrases),
                "text-start": place.index < edge,
                "text-end": place.index >= place.of - edge,
                "paragraph-first": place.opens,
                "paragraph-last": place.closes,
                "nouns": nouns[i] * size > all_nouns,
                "proper-nouns": names[i] * size > all_names,
            }
        )
    return found
