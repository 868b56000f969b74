"""What measures of summaries implement: the methods that the engine calls.

A measure is a class decorated with `sumscope.measure`; it need not inherit from anything. The
decorator checks that the required methods are there and gives the optional ones their defaults.
A measure of two covers has one method, `score(pair)`: see `sumscope.metrics.cover`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any, ClassVar, Protocol, TypeVar

from sumscope.core.measure import Traits
from sumscope.core.values import Value
from sumscope.corpus.view import TextView, TopicView

#: A topic with the references that count, and a peer.
Case = tuple[TopicView, TextView]
#: Scores several measures on many cases in one call; values by measure, then by case.
Together = Callable[[Sequence[Any], Sequence[Case]], Sequence[Sequence[Value]]]
P = TypeVar("P")
S = TypeVar("S")


class SummaryMeasure(Protocol[P, S]):
    """A measure of one summary (`needs`: peer, and references or documents where it uses them)."""

    traits: ClassVar[Traits]

    def prepare(self, view: TopicView) -> P:
        """Do what is done once per topic and set of references."""

    def stats(self, prepared: P, peer: TextView) -> S:
        """Count what the score is made from."""

    def score(self, stats: S) -> Value:
        """Return the value, or `Undefined` with the reason; a pure function."""

    def text(self, lang: str | None) -> str:
        """Name the text processing in signatures (default: `own`)."""

    @property
    def together(self) -> Together | None:
        """A function that scores many peers at once, if that is faster (default: None)."""

    def survey_key(self) -> str | None:
        """Name the word counts needed over the whole corpus (default: None, no counts)."""

    def survey(self, view: TopicView) -> Iterable[Iterable[str]]:
        """Return the distinct words of each text to count (default: nothing)."""
