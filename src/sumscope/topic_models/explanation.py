"""Topics of a text as shown to users: sentences, words, and what a summary makes of them."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from typing import TYPE_CHECKING

from sumscope.core.lazy import optional
from sumscope.core.results import NotebookRepr

if TYPE_CHECKING:
    import pandas
    import polars

    from sumscope.corpus.view import TextView


@dataclass(frozen=True)
class Line:
    """A sentence with its number in the text, from 0."""

    number: int
    text: str


@dataclass(frozen=True)
class Reason:
    """What a topic adds to a measure: matches of how many, and the distance D of schemes 3, 4."""

    measure: str
    score: float
    matched: int
    of: int
    distance: float | None


@dataclass(frozen=True)
class TopicShown:
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


@dataclass(frozen=True)
class Topics(NotebookRepr):
    """The topics of a text; with a summary also its scores and the sentences that fit nowhere."""

    file: str
    by: str
    lang: str | None
    topics: tuple[TopicShown, ...]
    scores: dict[str, float]
    unassigned: tuple[Line, ...]

    def to_json(self) -> dict[str, object]:
        """Plain values."""
        return asdict(self)

    def to_pandas(self) -> pandas.DataFrame:
        """A row for each topic."""
        return optional("pandas", "pandas").DataFrame(self._rows())

    def to_polars(self) -> polars.DataFrame:
        """A row for each topic."""
        return optional("polars", "polars").DataFrame(self._rows())

    def _rows(self) -> list[dict[str, object]]:
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
