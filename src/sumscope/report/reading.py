"""A topic for reading: source, references and summaries with what they share, as plain values.

In a summary and in the source, words of two-word sequences that a reference holds are marked; in a
summary, words of sequences that the source holds are marked in another way, and each sentence names
the source sentences that it shares most sequences with. Sentences carry the number of the topic of
the references that they are most like (Kumar et al. 2011).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from itertools import pairwise
from typing import NamedTuple, TypedDict

from sumscope.corpus.view import TextView, TopicView
from sumscope.report.extracting import Extracting
from sumscope.text import pipeline
from sumscope.topic_models.division import Division, divide

Pairs = frozenset[int]
# Sentences of one text beyond this number are left to the corpus file.
MOST = 400
# A summary sentence is linked to source sentences that hold this share of its two-word sequences.
LINKED = 0.3
IN_REFERENCE, IN_SOURCE = 1, 2


class ReadSentence(TypedDict, total=False):
    """A sentence: its id in the source, its topic, its marks (from, to, kind; and so on)."""

    id: str
    text: str
    topic: int
    marks: list[int]
    sources: list[str]


class ReadText(TypedDict, total=False):
    """A text; `more` sentences are left to the corpus."""

    id: str
    human: bool
    date: str
    sentences: list[ReadSentence]
    more: int


class Reading(TypedDict):
    """A topic; `divisions` is the number of topics that its references fall into.

    `oracle` names the sentences of its best extract; `extract` scores others.
    """

    id: str
    lang: str | None
    divisions: int
    documents: list[ReadText]
    references: list[ReadText]
    peers: list[ReadText]
    oracle: list[str]
    extract: Extracting | None


def reading(
    view: TopicView, oracle: Sequence[str] = (), extract: Extracting | None = None
) -> Reading:
    """The topic for reading; `oracle` names the sentences of its best extract."""
    reader = _Reader(view)
    peers = []
    for peer in view.peers:
        text = reader.text(peer)
        if peer.human:
            text["human"] = True
        peers.append(text)
    return {
        "id": view.id,
        "lang": view.lang,
        "divisions": 0 if reader.division is None else len(reader.division.topics),
        "documents": [reader.text(document, source=True) for document in view.documents],
        "references": [reader.text(text, reference=True) for text in view.references],
        "peers": peers,
        "oracle": list(oracle),
        "extract": extract,
    }


class _Read(NamedTuple):
    """A sentence: where its words are, their stems, and every two stems in a row as one number."""

    spans: list[tuple[int, int]]
    stems: list[str]
    pairs: list[int]


class _Numbers(dict[str, int]):
    """Stem -> its number, by first appearance."""

    def __missing__(self, stem: str) -> int:
        number = self[stem] = len(self)
        return number


class _Reader:
    """What the texts of a topic are held against."""

    def __init__(self, view: TopicView) -> None:
        self.view = view
        self.pipe = pipeline(view.lang)
        self._known: dict[str, _Read] = {}
        self._numbers = _Numbers()
        self._of: dict[str, Pairs] = {r.id: self._pairs(r.sentences) for r in view.references}
        self._where: dict[int, list[str]] = {}
        self._place: dict[str, int] = {}
        for document in view.documents:
            for item in document.items:
                self._place[item.id] = len(self._place)
                for pair in {*self._read(item.text).pairs}:
                    self._where.setdefault(pair, []).append(item.id)
        self.source: Pairs = frozenset(self._where)
        self.references: Pairs = frozenset().union(*self._of.values())
        self.division = self._divide()

    def _divide(self) -> Division | None:
        texts = self.view.references or self.view.documents
        stems = tuple(tuple(self._read(s).stems) for t in texts for s in t.sentences)
        stems = tuple(words for words in stems if words)
        if not 2 <= len(stems) <= MOST:
            return None
        return divide(stems, "greedy")

    def _read(self, sentence: str) -> _Read:
        """The words of a sentence; none where lower case moves letters about."""
        known = self._known.get(sentence)
        if known is None:
            lowered, at = sentence.lower(), 0
            spans: list[tuple[int, int]] = []
            words: list[str] = []
            if len(lowered) == len(sentence):
                for word in self.pipe.words(sentence):
                    start = lowered.find(word, at)
                    if start >= 0:
                        at = start + len(word)
                        spans.append((start, at))
                        words.append(word)
            stems = self.pipe.stems(words)
            numbers = [self._numbers[stem] for stem in stems]
            pairs = [(a << 32) | b for a, b in pairwise(numbers)]
            known = self._known[sentence] = _Read(spans, stems, pairs)
        return known

    def _pairs(self, sentences: Iterable[str]) -> Pairs:
        return frozenset(pair for s in sentences for pair in self._read(s).pairs)

    def text(self, text: TextView, source: bool = False, reference: bool = False) -> ReadText:
        """A text with its marks."""
        marks = self.references
        if reference or (text.human and text.id in self._of):
            others = [pairs for name, pairs in self._of.items() if name != text.id]
            marks = frozenset().union(*others)
        summary = not source and not reference
        copied: Pairs = self.source if summary else frozenset()
        items = text.items[:MOST]
        topics = self._topics([item.text for item in items])
        sentences: list[ReadSentence] = []
        for item, topic in zip(items, topics, strict=True):
            made: ReadSentence = {"text": item.text}
            if source:
                made["id"] = item.id
            if topic is not None:
                made["topic"] = topic
            found = self._marks(item.text, marks, copied)
            if found:
                made["marks"] = found
            if summary and (links := self._links(item.text)):
                made["sources"] = links
            sentences.append(made)
        read: ReadText = {"id": text.id, "sentences": sentences}
        more = len(text.items) - len(items)
        if more > 0:
            read["more"] = more
        return read

    def _topics(self, sentences: Sequence[str]) -> list[int | None]:
        found: list[int | None] = [None] * len(sentences)
        if self.division is not None:
            stems = tuple(tuple(self._read(s).stems) for s in sentences)
            for topic, members in enumerate(self.division.assign(stems)):
                for member in members:
                    found[member] = topic
        return found

    def _links(self, sentence: str) -> list[str]:
        """The source sentences that share most with a sentence of a summary, at most two."""
        pairs = {*self._read(sentence).pairs}
        counts = Counter(item for pair in pairs for item in self._where.get(pair, ()))
        enough = [item for item, shared in counts.items() if shared >= LINKED * len(pairs)]
        # Ties go to the sentence that comes first in the source.
        return sorted(enough, key=lambda item: (-counts[item], self._place[item]))[:2]

    def _marks(self, sentence: str, marks: Pairs, copied: Pairs) -> list[int]:
        spans, _, pairs = self._read(sentence)
        kinds = [
            (IN_REFERENCE if pair in marks else 0) | (IN_SOURCE if pair in copied else 0)
            for pair in pairs
        ]
        if not any(kinds):
            return []
        style = [left | right for left, right in zip([0, *kinds], [*kinds, 0], strict=True)]
        out: list[int] = []
        i, count = 0, len(spans)
        while i < count:
            kind, last = style[i], i
            if kind:
                while last + 1 < count and style[last + 1] == kind:
                    last += 1
                out += (spans[i][0], spans[last][1], kind)
            i = last + 1
        return out
