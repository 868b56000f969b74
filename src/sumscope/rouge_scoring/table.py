"""ROUGE of many plain strings at once, as columns."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Literal

import numpy as np
from numpy.typing import NDArray

from sumscope.core.errors import SumscopeError
from sumscope.core.lazy import optional
from sumscope.core.notice import counted
from sumscope.core.results import Result
from sumscope.core.tables import ResultTable, interval, table
from sumscope.core.values import Text
from sumscope.rouge_scoring.batch import tables_of
from sumscope.rouge_scoring.strings import (
    Measures,
    RougeScore,
    RougeScores,
    TextLike,
    as_references,
    check_text,
    encode_texts,
)

if TYPE_CHECKING:
    from sumscope.metaeval.compare import Comparison

Column = NDArray[np.float64]


CHUNK = 8192  # pairs whose words are in memory at one time


@dataclass(frozen=True, repr=False)
class RougeTable(Result):
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

    def means(self) -> RougeScores:
        """The mean recall, precision and F by each measure."""
        return RougeScores(
            {
                name: RougeScore(*(float(t[:, i].mean()) for t in (self.r, self.p, self.f)))
                for i, name in enumerate(self.measures)
            }
        )

    def intervals(
        self, confidence: float = 0.95, resamples: int = 10_000, seed: int = 0
    ) -> dict[str, tuple[RougeScore, RougeScore]]:
        """Percentile bootstrap intervals of the means (rows resampled): low and high by measure."""
        from sumscope.metaeval.significance import bootstrap_means

        found = {}
        for i, name in enumerate(self.measures):
            columns = np.stack([self.r[:, i], self.p[:, i], self.f[:, i]])
            low, high = bootstrap_means(
                columns, resamples=resamples, confidence=confidence, seed=seed
            )
            found[name] = RougeScore(*low.tolist()), RougeScore(*high.tolist())
        return found

    def compare(
        self,
        other: RougeTable,
        names: tuple[str, str] = ("this", "other"),
        report: Literal["r", "p", "f"] = "f",
        *,
        confidence: float = 0.95,
        resamples: int = 10_000,
        seed: int = 0,
    ) -> Comparison:
        """Test the difference to another table of the same rows, as `sumscope.compare` does.

        `names` are those of the two in the result; `report` chooses recall, precision or F.
        `confidence` is that of `sumscope.compare`.
        """
        from sumscope.core.numbers import check_confidence
        from sumscope.core.table import ScoreRow, ScoreTable
        from sumscope.metaeval.compare import leaderboard

        if not isinstance(other, RougeTable):
            raise SumscopeError(
                f"compare(other=...) got a {type(other).__name__}",
                hint="give what sumscope.rouge gave for the other system",
            )
        if len(other) != len(self):
            raise SumscopeError(
                f"this table has {len(self)} rows and the other {len(other)}",
                hint="compare two systems on the same references",
            )
        if other.measures != self.measures:
            raise SumscopeError(
                f"this table has {', '.join(self.measures)}, the other {', '.join(other.measures)}",
                hint="score both by the same measures",
            )
        rows = [
            ScoreRow(str(at + 1), name, False, measure, float(getattr(table, report)[at, i]))
            for name, table in zip(names, (self, other), strict=True)
            for i, measure in enumerate(self.measures)
            for at in range(len(table))
        ]
        alpha = round(1 - check_confidence(confidence), 12)
        return leaderboard(ScoreTable(tuple(rows)), alpha=alpha, resamples=resamples, seed=seed)

    def tables(self) -> list[ResultTable]:
        """The means by each measure, with intervals of F."""
        title = f"RougeTable: {counted(len(self), 'row')}"
        heading = ["mean", "recall", "precision", "F", "95% interval of F"]
        if not len(self):
            return [table("rouge", title, heading, [])]
        around = self.intervals(resamples=1000)
        rows = [
            [name, mean.r, mean.p, mean.f, interval(around[name][0].f, around[name][1].f, 4)]
            for name, mean in self.means().items()
        ]
        return [table("rouge", title, heading, rows, 4)]

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
    references: Sequence[TextLike | Sequence[TextLike]],
    measures: Measures,
    lang: str | None,
) -> Iterator[tuple[int, tuple[Column, Column, Column]]]:
    """Score a block of texts; yields a place among the measures and its three columns."""
    for peer in peers:
        check_text(peer, "a peer")
    numbers = [1] * len(peers)
    texts: list[TextLike] = []
    for i, given in enumerate(references):
        if type(given) is str:  # as a rule, and a check of its own costs more than all the rest
            texts.append(given)
        elif isinstance(given, str | Text):
            check_text(given, "a reference")
            texts.append(given)
        else:
            own = as_references(given)
            numbers[i] = len(own)
            texts += own
    for places, members, reader in measures.groups:
        mine, others = (encode_texts(reader, given, lang) for given in (peers, texts))
        yield from zip(places, tables_of(members, mine, others, numbers), strict=True)
