"""A topic for reading: source, references and summaries with what they share, as plain values.

Words carry how long a sequence around them a reference or the source has too (`report.matching`).
Sentences of summaries and references name the source sentences that they come from: those of the
extract, those that a judge linked them to (a cluster labelled with the sentence), or those that
hold most of their words. Sentences carry the number of the topic of the references that they are
most like (Kumar et al. 2011).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from itertools import chain, pairwise
from typing import Literal, NamedTuple, TypedDict

from sumscope.corpus.view import SentenceView, TextView, TopicView
from sumscope.report.extracting import Extracting
from sumscope.report.matching import Grams, grams, levels, packed
from sumscope.text import pipeline
from sumscope.topic_models.division import Division, divide

# Sentences of one text beyond this number are left to the corpus file.
MOST = 400
# A sentence is linked to source sentences that hold this share of its words, stop words aside.
LINKED = 0.3
MOST_LINKS = 3
# Words that stand for a topic in the legend.
NAMED = 3

How = Literal["extract", "judges", "words"]


class ReadSentence(TypedDict, total=False):
    """A sentence: its id in the source, its topic, levels of its words (`matching.packed`).

    `sources` are the source sentences it comes from, by their places among all of the source that
    is shown; `how` says by what, where it is not `words`.
    """

    id: str
    text: str
    topic: int
    marks: str
    sources: list[int]
    how: How


class ReadText(TypedDict, total=False):
    """A text; `more` sentences are left to the corpus."""

    id: str
    human: bool
    date: str
    sentences: list[ReadSentence]
    more: int


class ReadTopic(TypedDict):
    """A topic of the references: the words that weigh most in it, and its share in percent."""

    words: list[str]
    share: float


class Reading(TypedDict):
    """A topic of the corpus; `topics` are those that its references fall into.

    `oracle` names the sentences of its best extract; `extract` scores others.
    """

    id: str
    lang: str | None
    topics: list[ReadTopic]
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
        "topics": reader.topics(),
        "documents": [reader.text(document, source=True) for document in view.documents],
        "references": [reader.text(text, reference=True) for text in view.references],
        "peers": peers,
        "oracle": list(oracle),
        "extract": extract,
    }


class _Read(NamedTuple):
    """A sentence: where its words are, the words, their stems, and numbers of the stems."""

    spans: list[tuple[int, int]]
    words: list[str]
    stems: list[str]
    numbers: list[int]


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
        self._of = {r.id: self._grams(r.sentences) for r in view.references}
        self._place: dict[str, int] = {}
        self._pairs: list[set[tuple[int, int]]] = []
        self._where: dict[int, list[int]] = {}
        for document in view.documents:
            for item in document.items[:MOST]:
                place = self._place[item.id] = len(self._place)
                self._pairs.append({*pairwise(self._read(item.text).numbers)})
                for word in self._words(item.text):
                    self._where.setdefault(word, []).append(place)
        self.source = grams(
            self._read(item.text).numbers for document in view.documents for item in document.items
        )
        self.references: Grams = frozenset().union(*self._of.values())
        self.division = self._divide()
        self._judged: dict[str, list[int]] = {}
        self._alike: dict[str, list[int]] = {}
        for cover in view.topic.covers:
            for cluster in cover.clusters:
                known = [self._place[item] for item in cluster.items if item in self._place]
                if cluster.label and known:
                    held = self._judged.setdefault(cluster.label.strip(), [])
                    held += [item for item in known if item not in held]

    def _divide(self) -> Division | None:
        texts = self.view.references or self.view.documents
        stems = tuple(tuple(self._read(s).stems) for t in texts for s in t.sentences)
        stems = tuple(words for words in stems if words)
        if not 2 <= len(stems) <= MOST:
            return None
        return divide(stems, "greedy")

    def topics(self) -> list[ReadTopic]:
        """The topics with the words that say most of them: heavy ones that other topics lack."""
        if self.division is None:
            return []
        weights, overall = self.division.weights, self.division.counts
        written: dict[str, str] = {}
        for text in self.view.references or self.view.documents:
            for sentence in text.sentences:
                read = self._read(sentence)
                for word, stem in zip(read.words, read.stems, strict=True):
                    if not self.pipe.is_stop(word):
                        written.setdefault(stem, word)
        made: list[ReadTopic] = []
        for topic in self.division.topics:
            worth = {
                stem: (weights[stem] * count * count / overall[stem], stem)
                for stem, count in topic.counts.items()
                if stem in written
            }
            heavy = sorted(worth, key=worth.__getitem__, reverse=True)[:NAMED]
            share = round(topic.share, 1)
            made.append({"words": [written[stem] for stem in heavy], "share": share})
        return made

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
            known = self._known[sentence] = _Read(spans, words, stems, numbers)
        return known

    def _grams(self, sentences: Sequence[str]) -> Grams:
        return grams(self._read(s).numbers for s in sentences)

    def text(self, text: TextView, source: bool = False, reference: bool = False) -> ReadText:
        """A text with its marks."""
        marks = self.references
        if reference or (text.human and text.id in self._of):
            others = [held for name, held in self._of.items() if name != text.id]
            marks = frozenset().union(*others)
        copied: Grams = frozenset() if source or reference else self.source
        items = text.items[:MOST]
        topics = self._topics([item.text for item in items])
        extract = text.source.extract is not None
        sentences: list[ReadSentence] = []
        for item, topic in zip(items, topics, strict=True):
            made: ReadSentence = {"text": item.text}
            if source:
                made["id"] = item.id
            if topic is not None:
                made["topic"] = topic
            read = self._read(item.text)
            over = levels(read.numbers, marks), levels(read.numbers, copied)
            if found := packed(item.text, read.spans, *over):
                made["marks"] = found
            if not source:
                links, how = self._links(item, extract)
                if links:
                    made["sources"] = links
                    if how != "words":
                        made["how"] = how
            sentences.append(made)
        read_text: ReadText = {"id": text.id, "sentences": sentences}
        more = len(text.items) - len(items)
        if more > 0:
            read_text["more"] = more
        return read_text

    def _topics(self, sentences: Sequence[str]) -> list[int | None]:
        found: list[int | None] = [None] * len(sentences)
        if self.division is not None:
            stems = tuple(tuple(self._read(s).stems) for s in sentences)
            for topic, members in enumerate(self.division.assign(stems)):
                for member in members:
                    found[member] = topic
        return found

    def _words(self, sentence: str) -> set[int]:
        """The stems of a sentence without stop words; all where it has no other."""
        _, words, _, numbers = self._read(sentence)
        stop = self.pipe.stop_words
        full = {n for word, n in zip(words, numbers, strict=True) if word not in stop}
        return full or {*numbers}

    def _links(self, item: SentenceView, extract: bool) -> tuple[list[int], How]:
        """The source sentences that a sentence of a summary comes from, and how that is known."""
        if extract and item.id in self._place:
            return [self._place[item.id]], "extract"
        judged = self._judged.get(item.text.strip())
        if judged:
            return judged, "judges"
        found = self._alike.get(item.text)
        if found is None:
            found = self._alike[item.text] = self._nearest(item.text)
        return found, "words"

    def _nearest(self, sentence: str) -> list[int]:
        words = self._words(sentence)
        shared = Counter(chain.from_iterable(self._where.get(word, ()) for word in words))
        most = max(shared.values(), default=0)
        # Not those that share little, or no more than half of what the nearest one does.
        enough = [
            place
            for place, count in shared.items()
            if count >= LINKED * len(words) and 2 * count > most
        ]
        pairs = {*pairwise(self._read(sentence).numbers)} if len(enough) > 1 else set()
        # Among equals, those that share more sequences of two words, then those that come first.
        enough.sort(key=lambda one: (-shared[one], -len(pairs & self._pairs[one]), one))
        return enough[:MOST_LINKS]
