"""Source beside summary: one topic as a piece of HTML, matches and topics coloured.

In a summary and in the source, words of two-word sequences that a reference holds are marked; in a
summary, words of sequences that the source holds are underlined. Sentences carry the number of the
topic of the references that they are most like (Kumar et al. 2011).
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from html import escape
from itertools import pairwise

from sumscope.corpus.view import TextView, TopicView
from sumscope.text import pipeline
from sumscope.topic_models.division import Division, divide

Pairs = frozenset[tuple[str, str]]
Spans = list[tuple[int, int, str]]
# Sentences of one text beyond this number are left to the corpus file.
MOST = 400


def reading(view: TopicView, scores: Sequence[tuple[str, str]] = ()) -> str:
    """The topic for reading; `scores` are (peer, what to say of it)."""
    reader = _Reader(view)
    said = dict(scores)
    left = []
    for document in view.documents:
        left.append(f"<h3>Document {_name(document.id)}</h3>{reader.text(document, source=True)}")
    right = ["<h3>Summaries</h3>"] if view.peers else []
    for number, peer in enumerate(view.peers):
        more = said.get(peer.id, "")
        person = " (human)" if peer.human else ""
        right.append(
            f'<details id="p{number}" data-peer="p{number}"{" open" if number == 0 else ""}>'
            f"<summary><strong>{_name(peer.id)}</strong>{person} "
            f'<span class="soft">{escape(more)}</span></summary>{reader.text(peer)}</details>'
        )
    for text in view.references:
        right.append(f"<h3>Reference {_name(text.id)}</h3>{reader.text(text, reference=True)}")
    legend = "<mark>Marked</mark>: two words in a row that a reference has too."
    if not view.references:
        legend = "There are no references to mark matches with."
    if view.documents and view.peers:
        legend += " <u>Underlined</u>: two words in a row that the source has too."
    if reader.division is not None:
        legend += " T1, T2, … and the colour at the side: the topic a sentence is most like."
    columns = "".join(
        f'<div tabindex="0" role="region" aria-label="{name}">{"".join(side)}</div>'
        for name, side in (("Source", left), ("Summaries and references", right))
        if side
    )
    return (
        f'<h2>Topic {_name(view.id)}</h2><p class="soft">{legend}</p>'
        f'<div class="pair">{columns}</div>'
    )


def _name(name: str) -> str:
    """A name from data, which keeps its own direction to itself."""
    return f"<bdi>{escape(name)}</bdi>"


class _Reader:
    """What the texts of a topic are held against."""

    def __init__(self, view: TopicView) -> None:
        self.view = view
        self.pipe = pipeline(view.lang)
        self._spans: dict[str, tuple[Spans, list[str]]] = {}
        self._of: dict[str, Pairs] = {r.id: self._pairs(r.sentences) for r in view.references}
        self.source = self._pairs(s for d in view.documents for s in d.sentences)
        self.references: Pairs = frozenset().union(*self._of.values())
        self.division = self._divide()

    def _divide(self) -> Division | None:
        texts = self.view.references or self.view.documents
        stems = tuple(tuple(self._words(s)[1]) for t in texts for s in t.sentences)
        stems = tuple(words for words in stems if words)
        if not 2 <= len(stems) <= MOST:
            return None
        return divide(stems, "greedy")

    def _words(self, sentence: str) -> tuple[Spans, list[str]]:
        """Where the words of a sentence are, and their stems."""
        known = self._spans.get(sentence)
        if known is None:
            lowered, at = sentence.lower(), 0
            spans: Spans = []
            if len(lowered) == len(sentence):
                for word in self.pipe.words(sentence):
                    start = lowered.find(word, at)
                    if start < 0:
                        continue
                    at = start + len(word)
                    spans.append((start, at, self.pipe.stem(word)))
            known = self._spans[sentence] = (spans, [stem for _, _, stem in spans])
        return known

    def _pairs(self, sentences: Iterable[str]) -> Pairs:
        return frozenset(pair for s in sentences for pair in pairwise(self._words(s)[1]))

    def text(self, text: TextView, source: bool = False, reference: bool = False) -> str:
        """The sentences as a list."""
        marks = self.references
        if reference or (text.human and text.id in self._of):
            others = [pairs for name, pairs in self._of.items() if name != text.id]
            marks = frozenset().union(*others)
        copied: Pairs = frozenset() if source or reference else self.source
        items = text.items[:MOST]
        topics = self._topics([item.text for item in items])
        lines = []
        for item, topic in zip(items, topics, strict=True):
            name = f"{_name(item.id)} " if source else ""
            kind = "" if topic is None else f' class="t{topic % 6}"'
            number = "" if topic is None else f"T{topic + 1}"
            # With a direction of its own, the label has no say in that of the sentence.
            head = f'<b dir="ltr">{name}{number}</b>' if name or number else ""
            lines.append(
                f'<li dir="auto"{kind}>{head}{self._marked(item.text, marks, copied)}</li>'
            )
        more = len(text.items) - len(items)
        rest = f'<p class="soft">{more} more sentences are in the corpus.</p>' if more > 0 else ""
        return f'<ul class="text">{"".join(lines)}</ul>{rest}'

    def _topics(self, sentences: Sequence[str]) -> list[int | None]:
        found: list[int | None] = [None] * len(sentences)
        if self.division is not None:
            stems = tuple(tuple(self._words(s)[1]) for s in sentences)
            for topic, members in enumerate(self.division.assign(stems)):
                for member in members:
                    found[member] = topic
        return found

    def _marked(self, sentence: str, marks: Pairs, copied: Pairs) -> str:
        spans, stems = self._words(sentence)
        style = [0] * len(spans)
        for i, pair in enumerate(pairwise(stems)):
            kind = (1 if pair in marks else 0) | (2 if pair in copied else 0)
            style[i] |= kind
            style[i + 1] |= kind
        out, at, i = [], 0, 0
        while i < len(spans):
            last = i
            while style[i] and last + 1 < len(spans) and style[last + 1] == style[i]:
                last += 1
            start, end = spans[i][0], spans[last][1]
            if style[i]:
                inner = escape(sentence[start:end])
                inner = f"<u>{inner}</u>" if style[i] & 2 else inner
                inner = f"<mark>{inner}</mark>" if style[i] & 1 else inner
                out += [escape(sentence[at:start]), inner]
                at = end
            i = last + 1
        return "".join(out) + escape(sentence[at:])
