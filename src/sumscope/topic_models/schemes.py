"""What the four schemes of Kumar et al. (2011) share: evaluation sets, matches, word graphs."""

from __future__ import annotations

import math
from collections import deque
from collections.abc import Iterable
from dataclasses import dataclass
from itertools import pairwise

from sumscope.core.choices import TopicMethod
from sumscope.core.values import Undefined
from sumscope.corpus.view import TextView, TopicView
from sumscope.text.synonyms import Synonyms, synonyms
from sumscope.topic_models.division import (
    NO_WORDS,
    Division,
    Sentences,
    Stemmer,
    TopicOf,
    stems,
    text_processing,
)


class Matcher:
    """Finds the word of a set that is the same as, or a synonym of, another word."""

    def __init__(self, words: Iterable[str], source: Synonyms | None) -> None:
        self._words = frozenset(words)
        self._source = source
        self._by_group: dict[int, str] = {}
        if source is not None:
            for word in sorted(self._words):
                for group in source.groups(word):
                    self._by_group.setdefault(group, word)

    def find(self, word: str) -> str | None:
        """The word itself, else the first synonym in the order of the alphabet, else None."""
        if word in self._words:
            return word
        if self._source is None:
            return None
        found = {self._by_group[g] for g in self._source.groups(word) if g in self._by_group}
        return min(found) if found else None


class WordGraph:
    """The undirected graph of neighbouring words; `first` is the set's first word."""

    def __init__(self, sentences: Sentences) -> None:
        self.first = sentences[0][0]
        self.near: dict[str, set[str]] = {word: set() for s in sentences for word in s}
        for sentence in sentences:
            for a, b in pairwise(sentence):
                if a != b:
                    self.near[a].add(b)
                    self.near[b].add(a)
        self._from_first: dict[str, int] | None = None

    def distances(self, source: str) -> dict[str, int]:
        """Shortest path lengths from a word to those that can be reached."""
        found, queue = {source: 0}, deque([source])
        while queue:
            word = queue.popleft()
            for other in self.near[word]:
                if other not in found:
                    found[other] = found[word] + 1
                    queue.append(other)
        return found

    def path(self, word: str) -> int:
        """The distance of a word from the first one; the number of nodes where there is no path."""
        if self._from_first is None:
            self._from_first = self.distances(self.first)
        return self._from_first.get(word, len(self.near))

    def closeness(self, word: str) -> float:
        """The mean distance to the words in reach; the number of nodes where there are none."""
        reached = self.distances(word)
        if len(reached) < 2:
            return float(len(self.near))
        return sum(reached.values()) / (len(reached) - 1)


@dataclass(frozen=True)
class Evidence:
    """What one topic adds to a score, and from what: matches of how many, and the distance D."""

    score: float
    matched: int
    of: int
    distance: float | None = None


@dataclass(frozen=True)
class TopicOptions:
    """The options of every scheme, and how a score comes from topics and references."""

    topics: TopicMethod = "betweenness"
    synonyms: str | None = None
    stemmer: Stemmer = "pipeline"

    def topic(self, topic: TopicOf, given: Sentences, source: Synonyms | None) -> Evidence:
        """Judge one topic by the summary's sentences given to it (at least one)."""
        raise TypeError(f"{type(self).__name__} does not say how it scores a topic")

    def size(self, topic: TopicOf) -> int:
        """How many of a topic's items can be matched: its distinct words."""
        return len(topic.words)

    def source(self, lang: str | None) -> Synonyms | None:
        """The synonyms asked for."""
        return None if self.synonyms is None else synonyms(self.synonyms, lang, self.stemmer)

    def evidence(
        self, division: Division, sentences: Sentences, source: Synonyms | None
    ) -> list[Evidence]:
        """What each topic adds; a topic that was given nothing adds 0."""
        found = []
        for topic, numbers in zip(division.topics, division.assign(sentences), strict=True):
            given = tuple(sentences[number] for number in numbers)
            nothing = Evidence(0.0, 0, self.size(topic))
            found.append(self.topic(topic, given, source) if given else nothing)
        return found

    def prepare(self, view: TopicView) -> tuple[tuple[Division, ...], Synonyms | None]:
        """The topics of each reference that has words."""
        divisions = (
            Division.of(reference, self.topics, self.stemmer) for reference in view.references
        )
        return tuple(d for d in divisions if d.sentences), self.source(view.lang)

    def stats(
        self, prepared: tuple[tuple[Division, ...], Synonyms | None], peer: TextView
    ) -> tuple[float, ...]:
        """The score against each reference."""
        divisions, source = prepared
        sentences = stems(peer, self.stemmer)
        return tuple(
            math.fsum(e.score for e in self.evidence(division, sentences, source))
            for division in divisions
        )

    def score(self, stats: tuple[float, ...]) -> float | Undefined:
        """The mean over references; undefined where none has a word."""
        return math.fsum(stats) / len(stats) if stats else Undefined(NO_WORDS)

    def text(self, lang: str | None) -> str:
        """Name the text processing."""
        return text_processing(lang, self.stemmer)


def distance_evidence(
    topic: TopicOf, given: Sentences, source: Synonyms | None, form: str, by_closeness: bool
) -> Evidence:
    """Schemes 3 and 4: D, the sum over co-occurring words of how far their places differ.

    The printed 1/D is read as 1/(1+D) (`paper`), as the sum over words of 1/(1+d) (`word`), or
    replaced by what it should reward (`weighted`).
    """
    mine, theirs = WordGraph(topic.sentences), WordGraph(given)
    matcher = Matcher(theirs.near, source)
    pairs = [(word, matcher.find(word)) for word in mine.near]
    both = [(word, other) for word, other in pairs if other is not None]
    if by_closeness:
        gaps = [abs(mine.closeness(a) - theirs.closeness(b)) for a, b in both]
    else:
        gaps = [float(abs(mine.path(a) - theirs.path(b))) for a, b in both]
    total = math.fsum(gaps)
    if form == "paper":
        score = 1 / (1 + total)
    elif form == "word":
        score = math.fsum(1 / (1 + gap) for gap in gaps)
    else:
        share = len(both) / len(mine.near)
        score = topic.share * share / (1 + total / len(both)) if both else 0.0
    return Evidence(score, len(both), len(mine.near), total)
