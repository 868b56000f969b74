"""ROUGE of many plain strings at once, as columns."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from sumscope.app.rouge import (
    DEFAULT,
    Measures,
    RougeScore,
    RougeScores,
    TextLike,
    as_references,
    check_text,
    encode_one,
    rouge_measures,
)
from sumscope.core.errors import SumscopeError
from sumscope.core.lazy import optional
from sumscope.core.notebook import ShowsItself
from sumscope.metrics.summary._rouge import RougeOptions, encoder_of
from sumscope.metrics.summary._rouge_many import tables_of

Column = NDArray[np.float64]
_CHUNK = 8192  # pairs whose words are in memory at one time


@dataclass(frozen=True)
class RougeTable(ShowsItself):
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


def rouge_batch(
    peers: Sequence[TextLike],
    references: Sequence[str | Sequence[TextLike]],
    measures: str | Sequence[Any] = DEFAULT,
    *,
    lang: str | None = None,
) -> RougeTable:
    """`sumscope.rouge` for many texts: the same numbers, several times as fast.

    `references[i]` are the references of `peers[i]`: one str, or a list of texts.

        table = sumscope.rouge_batch(["The cat sat."], [["A cat sat down."]], ["rouge-2"])
        table.f.mean(axis=0)
    """
    read = rouge_measures(measures)
    if isinstance(peers, str) or isinstance(references, str):
        raise SumscopeError("peers and references are lists", hint="use sumscope.rouge for one")
    if len(peers) != len(references):
        raise SumscopeError(f"{len(peers)} peers and {len(references)} lists of references")
    shape = (len(peers), len(read.names))
    tables = tuple(np.zeros(shape) for _ in range(3))
    for start in range(0, len(peers), _CHUNK):
        part = slice(start, start + _CHUNK)
        for place, columns in _chunk(peers[part], references[part], read, lang):
            for table, column in zip(tables, columns, strict=True):
                table[part, place] = column
    return RougeTable(read.names, *tables)


def _chunk(
    peers: Sequence[TextLike],
    references: Sequence[str | Sequence[TextLike]],
    measures: Measures,
    lang: str | None,
) -> Iterator[tuple[int, tuple[Column, Column, Column]]]:
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


def _words(measure: RougeOptions, texts: Sequence[TextLike], lang: str | None) -> list[Any]:
    if measure.tokens == "rouge155":
        made: list[Any] = encoder_of(measure).encode_many(texts)
        return made
    return [encode_one(measure, text, lang) for text in texts]
