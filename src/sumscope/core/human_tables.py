"""Human judgements as columns: ratings per judge, pairwise comparisons, best-worst answers.

Names are listed once; a rating or a comparison refers to them by their place in the list, so that
a million ratings fit in a few megabytes.
"""

from __future__ import annotations

from array import array
from dataclasses import dataclass, field
from typing import Literal


@dataclass(frozen=True)
class RatingTable:
    """Ratings under one name (such as coherence): who gave which summary which number.

    `items` are pairs of topic and peer, or of topic and sentence as `unit` says. `same` has a
    number for each item, equal where the peers of a topic have the same text. A number without a
    judge has the place -1 in `judge`.
    """

    human: str
    items: tuple[tuple[str, str], ...]
    judges: tuple[str, ...]
    item: array[int]
    judge: array[int]
    value: array[float]
    same: array[int]
    unit: Literal["summary", "sentence"] = "summary"

    def __len__(self) -> int:
        return len(self.value)


@dataclass(frozen=True)
class PreferenceTable:
    """Comparisons under one name; peers, topics and judges by their places.

    `pairs` are (topic, judge, left, right, choice), choice 0 for left, 1 for right, 2 for equal;
    `sets` are (topic, judge, best, worst, others...).
    """

    name: str
    peers: tuple[str, ...]
    topics: tuple[str, ...]
    judges: tuple[str, ...]
    pairs: tuple[tuple[int, int, int, int, int], ...] = ()
    sets: tuple[tuple[int, ...], ...] = ()


@dataclass(frozen=True)
class HumanTables:
    """Every rating and every comparison of a corpus, by name, in order of first appearance."""

    ratings: dict[str, RatingTable] = field(default_factory=dict)
    preferences: dict[str, PreferenceTable] = field(default_factory=dict)
    topics: int = 0
