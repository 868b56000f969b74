"""From a ranking to an extract: within the limit, without repeats, in source order."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction

from sumscope.core.errors import SumscopeError
from sumscope.summarizers.source import Source


@dataclass(frozen=True)
class Candidate:
    """A sentence that a summarizer would take: its index in the source, score and reason."""

    index: int
    score: float
    why: str


@dataclass(frozen=True)
class Ranking:
    """Candidates, the best first; `alike(a, b)` may forbid two sentences together."""

    candidates: tuple[Candidate, ...]
    alike: Callable[[int, int], bool] | None = None


@dataclass(frozen=True)
class Chosen:
    """A sentence of an extract; `rank` counts from 1, the one taken first."""

    sentence: str
    text: str
    rank: int
    score: float
    words: int
    why: str

    def to_json(self) -> dict[str, object]:
        """Plain values."""
        return {
            "sentence": self.sentence,
            "rank": self.rank,
            "score": self.score,
            "words": self.words,
            "why": self.why,
        }


@dataclass(frozen=True)
class Limit:
    """How long an extract may be: a share of the source's words, or a number of words."""

    rate: float | None = None
    words: int | None = None

    def __post_init__(self) -> None:
        if (self.rate is None) == (self.words is None):
            raise SumscopeError(
                "an extract has only one limit", hint="give a rate (0.3) or a number of words (100)"
            )
        if self.rate is not None and not 0 < self.rate <= 1:
            raise SumscopeError(f"the rate is {self.rate:g}", hint="give one above 0 and up to 1")
        if self.words is not None and self.words < 1:
            raise SumscopeError(f"the limit is {self.words} words", hint="give 1 or more")

    def of(self, count: int) -> int:
        """The most that may be taken of `count` words (exact: 0.29 of 100 is 29)."""
        if self.words is not None:
            return self.words
        return int(Fraction(str(self.rate)) * count)

    def to_json(self) -> dict[str, object]:
        """`{"rate": 0.3}` or `{"words": 100}`."""
        return {"rate": self.rate} if self.rate is not None else {"words": self.words}


@dataclass(frozen=True)
class Extract:
    """The sentences chosen from a source, in source order, and what the limit was."""

    chosen: tuple[Chosen, ...]
    words: int
    limit: int
    source_words: int

    @property
    def ids(self) -> tuple[str, ...]:
        """The ids of the sentences."""
        return tuple(one.sentence for one in self.chosen)


def select(source: Source, ranking: Ranking, limit: Limit) -> Extract:
    """Take candidates in order while they fit; one too long is passed over, as is a repeat."""
    room, space = limit.of(source.words), limit.of(source.pieces)
    seen: set[str] = set()
    taken: list[Candidate] = []
    used = 0
    for candidate in ranking.candidates:
        words, pieces = source.lengths[candidate.index]
        plain = " ".join(source.items[candidate.index].text.split()).casefold()
        if not words or words > room or pieces > space or plain in seen:
            continue
        alike = ranking.alike
        if alike is not None and any(alike(candidate.index, other.index) for other in taken):
            continue
        room, space, used = room - words, space - pieces, used + words
        seen.add(plain)
        taken.append(candidate)
    ranks = {candidate.index: rank for rank, candidate in enumerate(taken, 1)}
    return Extract(
        chosen=tuple(
            Chosen(
                sentence=source.items[one.index].id,
                text=source.items[one.index].text,
                rank=ranks[one.index],
                score=one.score,
                words=source.lengths[one.index][0],
                why=one.why,
            )
            for one in sorted(taken, key=lambda one: one.index)
        ),
        words=used,
        limit=limit.of(source.words),
        source_words=source.words,
    )


def best_first(scores: list[float], why: Callable[[int], str]) -> tuple[Candidate, ...]:
    """Every sentence by falling score, earlier ones first where scores are equal.

    Scores are compared to twelve digits, so that the order does not hang on the last bit.
    """
    order = sorted(range(len(scores)), key=lambda i: (-float(f"{scores[i]:.12g}"), i))
    return tuple(Candidate(i, scores[i], why(i)) for i in order)
