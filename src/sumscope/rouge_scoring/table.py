"""ROUGE of many plain strings at once, as columns."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from sumscope.core.lazy import optional
from sumscope.core.notebook import NotebookRepr
from sumscope.rouge_scoring.batch import tables_of
from sumscope.rouge_scoring.strings import (
    Measures,
    RougeScore,
    RougeScores,
    TextLike,
    as_references,
    check_text,
    encode_one,
)
from sumscope.rouge_scoring.words import RougeOptions, encoder_of

if TYPE_CHECKING:
    from sumscope.kernels import rouge

Column = NDArray[np.float64]


CHUNK = 8192  # pairs whose words are in memory at one time


@dataclass(frozen=True)
class RougeTable(NotebookRepr):
    """Columns of recall, precision and F: one row per peer, one column per measure."""

    measures: tuple[str, ...]
    r: NDArray[np.float64]
    p: NDArray[np.float64]
    f: NDArray[np.float64]

    def __len__(self) -> int:
        return len(self.r)

    def __getitem__(self, row: int) -> RougeScores:
        return RougeScores(
            {
                name: RougeScore(
                    float(self.r[row, i]), float(self.p[row, i]), float(self.f[row, i])
                )
                for i, name in enumerate(self.measures)
            }
        )

    def __iter__(self) -> Iterator[RougeScores]:
        return (self[row] for row in range(len(self)))

    def _columns(self) -> dict[str, NDArray[np.float64]]:
        return {
            f"{name}-{letter}": table[:, i]
            for i, name in enumerate(self.measures)
            for letter, table in (("r", self.r), ("p", self.p), ("f", self.f))
        }

    def to_json(self) -> list[dict[str, dict[str, float]]]:
        """One object per peer, as `sumscope.rouge(...).to_json()`."""
        return [scores.to_json() for scores in self]

    def to_pandas(self) -> Any:
        """A pandas DataFrame with columns such as `rouge-2-f`."""
        return optional("pandas", "pandas").DataFrame(self._columns())

    def to_polars(self) -> Any:
        """A polars DataFrame with columns such as `rouge-2-f`."""
        return optional("polars", "polars").DataFrame(self._columns())


def score_columns(
    peers: Sequence[TextLike],
    references: Sequence[str | Sequence[TextLike]],
    measures: Measures,
    lang: str | None,
) -> Iterator[tuple[int, tuple[Column, Column, Column]]]:
    """Score a block of texts; yields a place among the measures and its three columns."""
    for peer in peers:
        check_text(peer, "a peer")
    numbers = [1] * len(peers)
    texts: list[TextLike] = []
    for i, given in enumerate(references):
        if isinstance(given, str):
            texts.append(given)
        else:
            own = as_references(given)
            numbers[i] = len(own)
            texts += own
    for group in measures.groups:
        places, members = zip(*group, strict=True)
        mine, others = (_words(members[0], given, lang) for given in (peers, texts))
        yield from zip(places, tables_of(members, mine, others, numbers), strict=True)


def _words(measure: RougeOptions, texts: Sequence[TextLike], lang: str | None) -> list[rouge.Text]:
    if measure.like is None and measure.tokens == "rouge155":
        return encoder_of(measure).encode_many(texts)
    return [encode_one(measure, text, lang) for text in texts]
