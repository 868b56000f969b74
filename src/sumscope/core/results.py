"""What results share: display in a notebook and at the prompt, plain values, frames.

A result is a frozen dataclass (`repr=False`, so that it prints as its tables) with `tables()`;
where it is itself a table, `rows` are named tuples. Figures live in higher rooms and are imported
by name when a notebook asks, so that no room has to import the report.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, ClassVar

from sumscope.core.lazy import function, optional
from sumscope.core.plain import plain
from sumscope.core.table import SCREEN_COLUMNS, SCREEN_ROWS
from sumscope.core.tables import ResultTable

if TYPE_CHECKING:
    import pandas
    import polars


class NotebookRepr:
    """Give a result a `_repr_html_`: its `tables()`, or what `to_json` gives, then its figures.

    `pictures` is `module:function`; the function takes the result and returns SVG texts.
    """

    pictures: ClassVar[str | None] = None

    def _repr_html_(self) -> str:
        """Return the result as HTML."""
        drawn = [] if self.pictures is None else function(self.pictures)(self)
        html: str = function("sumscope.report.notebook:render")(self, drawn)
        return html


def remarks(result: object) -> list[str]:
    """What a result says beside its tables: the `reason` why it is empty, and its `notes`."""
    reason: str | None = getattr(result, "reason", None)
    notes: Sequence[str] = getattr(result, "notes", ())
    return [*([reason] if reason else ()), *notes]


class Result(NotebookRepr, ABC):
    """A result that says what people read of it: `tables()`."""

    @abstractmethod
    def tables(self) -> Iterable[ResultTable]:
        """The tables that terminal, notebook and report show."""

    def to_json(self) -> Any:
        """Plain values of all fields."""
        return plain(self)

    def __repr__(self) -> str:
        """The first tables in a screenful."""
        tables = list(self.tables())
        text = []
        for one in tables[:SCREEN_COLUMNS]:
            text += [one.caption, one.first(SCREEN_ROWS).to_text()]
            if len(one.rows) > SCREEN_ROWS:
                text.append(f"... {len(one.rows) - SCREEN_ROWS} more rows")
            text += one.notes
        if len(tables) > SCREEN_COLUMNS:
            text.append(f"... {len(tables) - SCREEN_COLUMNS} more tables")
        text += [f"note: {note}" for note in remarks(self)]
        return "\n".join(filter(None, text)) or f"{type(self).__name__}: nothing to show"


class FrameResult(Result):
    """A result with `frame_rows()` for data frames."""

    @abstractmethod
    def frame_rows(self) -> Sequence[Mapping[str, object]]:
        """The rows of the frames as plain values."""

    def to_pandas(self) -> pandas.DataFrame:
        """The rows as a pandas DataFrame."""
        return optional("pandas", "pandas").DataFrame(list(self.frame_rows()))

    def to_polars(self) -> polars.DataFrame:
        """The rows as a polars DataFrame."""
        polars = optional("polars", "polars")
        return polars.DataFrame(list(self.frame_rows()), infer_schema_length=None)


class RowResult(FrameResult):
    """A result that is a table: `rows` are named tuples."""

    rows: Sequence[Any]

    def to_json(self) -> list[dict[str, object]]:
        """The rows as plain values."""
        made: list[dict[str, object]] = plain(self.rows)
        return made

    def frame_rows(self) -> Sequence[Mapping[str, object]]:
        """The rows as plain values."""
        return self.to_json()
