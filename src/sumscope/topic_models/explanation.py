"""Topics of a text as shown to users: sentences, words, and what a summary makes of them."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple

from sumscope.core.results import FrameResult
from sumscope.core.tables import Cell, ResultTable, table

if TYPE_CHECKING:
    from sumscope.corpus.view import TextView


class Line(NamedTuple):
    """A sentence with its number in the text, from 0."""

    number: int
    text: str


class Reason(NamedTuple):
    """What a topic adds to a measure: matches of how many, and the distance D of schemes 3, 4."""

    measure: str
    score: float
    matched: int
    of: int
    distance: float | None


class TopicShown(NamedTuple):
    """One topic: its weight, its share in percent, its sentences and heaviest words.

    Each of `words` stands with what it adds to the weight: its own weight times its count here.
    `assigned` are the summary's sentences given to it, `reasons` what they make of it.
    """

    weight: float
    share: float
    sentences: tuple[Line, ...]
    words: tuple[tuple[str, float], ...]
    assigned: tuple[Line, ...]
    reasons: tuple[Reason, ...]


@dataclass(frozen=True, repr=False)
class Topics(FrameResult):
    """The topics of a text; with a summary also its scores and the sentences that fit nowhere."""

    file: str
    by: str
    lang: str | None
    topics: tuple[TopicShown, ...]
    scores: dict[str, float]
    unassigned: tuple[Line, ...]

    def tables(self) -> Iterator[ResultTable]:
        """The sentences of each topic, and what a summary gets for them."""
        for number, topic in enumerate(self.topics, 1):
            heavy = ", ".join(f"{word} {weight:.4f}" for word, weight in topic.words)
            notes = [f"words (weight x count): {heavy}"] if heavy else []
            notes += [f"<- [{line.number}] {line.text}" for line in topic.assigned]
            if number == len(self.topics):
                notes += [f"No topic <- [{one.number}] {one.text}" for one in self.unassigned]
            title = f"Topic {number}: {topic.share:.1f}% of the weight ({topic.weight:.4f})"
            yield table("topic", title, ["", "sentence"], topic.sentences, notes=notes)
        if self.scores:
            yield table(
                "scores", "", ["measure", "topic", "matched", "D", "adds"], self._scores(), 4
            )

    def _scores(self) -> Iterator[list[Cell]]:
        for place, (measure, score) in enumerate(self.scores.items()):
            for number, topic in enumerate(self.topics, 1):
                reason = topic.reasons[place]
                matched = f"{reason.matched} of {reason.of}"
                yield [measure, str(number), matched, reason.distance, reason.score]
            yield [measure, "all", "", None, score]

    def frame_rows(self) -> list[dict[str, object]]:
        """A row for each topic."""
        return [
            {
                "topic": number,
                "weight": topic.weight,
                "share": topic.share,
                "sentences": len(topic.sentences),
                "assigned": len(topic.assigned),
            }
            for number, topic in enumerate(self.topics, 1)
        ]


def lines_of(view: TextView) -> tuple[Line, ...]:
    """The sentences that have words, as the stems see them."""
    from sumscope.text import pipeline

    pipe = pipeline(view.lang)
    return tuple(
        Line(number, " ".join(sentence.split()))
        for number, sentence in enumerate(view.sentences)
        if pipe.words(sentence)
    )
