"""How common words are in a whole evaluation set: document frequencies, and rarity from them.

A measure that needs them has two more methods: `survey_key()`, which names how it reads words
(None: it needs no counts after all), and `survey(view)`, which gives the distinct words of each
text to count (the topic's documents, or its references where it has none). The engine goes
through the corpus once before it scores, and `background(measure, view)` gives what it found.
"""

from __future__ import annotations

import json
import math
import zlib
from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Protocol

from sumscope.corpus.view import TopicView
from sumscope.text.languages import normalise


@dataclass(frozen=True)
class Background:
    """Of `texts` texts, how many hold each word; words that are not listed are in at most one."""

    texts: int
    frequency: Mapping[str, int] = field(default_factory=dict)

    def rarity(self, word: str) -> float:
        """log((N+1) / (df+.5)) / log((N+1) / 1.5), cut to [0, 1]: 1 for words of one text."""
        df = self.frequency.get(word, 1)
        if df <= 1 or not self.texts:
            return 1.0
        most = math.log((self.texts + 1) / 1.5)
        return min(1.0, max(0.0, math.log((self.texts + 1) / (df + 0.5)) / most))


class Survey:
    """Counts of words over topics, for each way of reading words and each language."""

    def __init__(self) -> None:
        self._texts: Counter[str] = Counter()
        self._words: dict[str, Counter[str]] = {}

    def add(self, measures: Iterable[Surveyor], view: TopicView) -> None:
        """Count the texts of one topic."""
        seen = set()
        for measure in measures:
            name = name_of(measure, view.lang)
            if name in seen:
                continue
            seen.add(name)
            words = self._words.setdefault(name, Counter())
            for text in measure.survey(view):
                self._texts[name] += 1
                words.update(text)

    def merge(self, other: Survey) -> None:
        """Take in the counts of other topics."""
        self._texts.update(other._texts)
        for name, words in other._words.items():
            self._words.setdefault(name, Counter()).update(words)

    def pack(self) -> bytes:
        """The counts as bytes that travel to workers; words of one text are left out."""
        plain = {
            name: [self._texts[name], {w: n for w, n in sorted(words.items()) if n > 1}]
            for name, words in sorted(self._words.items())
        }
        return zlib.compress(json.dumps(plain, ensure_ascii=False).encode("utf-8", "surrogatepass"))


@lru_cache(maxsize=4)
def unpack(packed: bytes) -> Mapping[str, Background]:
    """What `pack` made, by name."""
    if not packed:
        return {}
    plain = json.loads(zlib.decompress(packed).decode("utf-8", "surrogatepass"))
    return {name: Background(texts, words) for name, (texts, words) in plain.items()}


class Surveyor(Protocol):
    """What a measure offers here; `@measure` adds defaults to those that need no counts."""

    def survey_key(self) -> str | None:
        """Name how words are read, or None if no counts are needed."""

    def survey(self, view: TopicView) -> Iterable[Iterable[str]]:
        """Return the distinct words of each text to count."""


def surveyors(measures: Iterable[Surveyor]) -> list[Surveyor]:
    """Return the measures that need counts over the whole evaluation set."""
    return [measure for measure in measures if measure.survey_key() is not None]


def name_of(measure: Surveyor, lang: str | None) -> str:
    """Under what name a measure's counts are kept; `pt`, `por` and `pt-BR` are one language."""
    return f"{measure.survey_key()}|{normalise(lang)}"


def background(measure: Surveyor, view: TopicView) -> Background:
    """The counts over the evaluation set; over the topic alone where nobody counted."""
    name = name_of(measure, view.lang)
    found: Background | None = view.backgrounds.get(name)
    if found is not None:
        return found

    def alone() -> Background:
        texts = [set(words) for words in measure.survey(view)]
        return Background(len(texts), Counter(word for words in texts for word in words))

    return view.memo(("background", name), alone)
