"""What a summarizer sees: the sentences of a topic's documents, their words, their places."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from functools import cached_property

from sumscope.corpus.view import SentenceView, TextView, TopicView
from sumscope.text import pipeline


@dataclass(frozen=True)
class Place:
    """Where a sentence stands: document, index in it, and first or last in its paragraph."""

    document: int
    index: int
    of: int
    opens: bool
    closes: bool


class Source:
    """The documents of a topic as one row of sentences, in source order."""

    def __init__(self, view: TopicView) -> None:
        self.view = view
        self.pipe = pipeline(view.lang)

    @property
    def lang(self) -> str | None:
        """The language that the topic names."""
        return self.view.lang

    @cached_property
    def items(self) -> tuple[SentenceView, ...]:
        """Every sentence of every document."""
        return tuple(item for document in self.view.documents for item in document.items)

    @cached_property
    def places(self) -> tuple[Place, ...]:
        """The place of each sentence."""
        found: list[Place] = []
        for number, document in enumerate(self.view.documents):
            marks = _paragraphs(document)
            last = len(marks) - 1
            found.extend(
                Place(
                    document=number,
                    index=i,
                    of=len(marks),
                    opens=i == 0 or marks[i - 1] != mark,
                    closes=i == last or marks[i + 1] != mark,
                )
                for i, mark in enumerate(marks)
            )
        return tuple(found)

    @cached_property
    def stems(self) -> tuple[tuple[str, ...], ...]:
        """The stems of each sentence's words that are no stop words."""
        return tuple(tuple(self.pipe.content_stems(item.text)) for item in self.items)

    def word_of(self, stem: str) -> str:
        """The commonest word of the source that has this stem, for people to read."""
        return self._words_of_stems.get(stem, stem)

    @cached_property
    def _words_of_stems(self) -> dict[str, str]:
        counts = Counter(w for item in self.items for w in self.pipe.content_words(item.text))
        found: dict[str, str] = {}
        for word, _ in counts.most_common():
            found.setdefault(self.pipe.stem(word), word)
        return found

    @cached_property
    def lengths(self) -> tuple[tuple[int, int], ...]:
        """Two lengths of each sentence: words, and pieces between spaces.

        A limit holds in both, so that it holds however words are counted afterwards.
        """
        return tuple(
            (len(self.pipe.words(item.text)), len(item.text.split())) for item in self.items
        )

    @cached_property
    def words(self) -> int:
        """The number of words."""
        return sum(words for words, _ in self.lengths)

    @cached_property
    def pieces(self) -> int:
        """The number of pieces between spaces."""
        return sum(pieces for _, pieces in self.lengths)


def _paragraphs(document: TextView) -> list[object]:
    """A mark per sentence, the same for neighbours of one paragraph.

    The key `paragraph` of sentences says it; in a plain text a line break between two sentences
    does; otherwise a document is one paragraph.
    """
    if document.source.sentences is not None:
        return [item.extra.get("paragraph") for item in document.items]
    marks: list[object] = []
    at = paragraph = 0
    for item in document.items:
        start = document.text.find(item.text, at)
        if start >= 0:
            paragraph += "\n" in document.text[at:start]
            at = start + len(item.text)
        marks.append(paragraph)
    return marks
