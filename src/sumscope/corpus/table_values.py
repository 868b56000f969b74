"""Tables as values: frames, datasets, columns; rows as a stream."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from sumscope.core.errors import SumscopeError
from sumscope.corpus.table_files import Row, Table, keyed


def table_of_value(value: Any, name: str) -> Table | None:
    """A frame, a dataset, a mapping of columns or objects as a table; None for anything else."""
    kind = type(value).__module__.partition(".")[0]
    if kind == "polars":
        value = value.collect() if hasattr(value, "collect") else value
        if hasattr(value, "iter_rows") and hasattr(value, "columns"):
            rows: Iterator[Row] = value.iter_rows(named=True)
            return Table(tuple(value.columns), enumerate(rows, 1))
    if kind == "pandas" and hasattr(value, "columns"):
        return _pandas(value)
    if kind == "pyarrow" and hasattr(value, "to_batches"):
        batches = (row for batch in value.to_batches(256) for row in batch.to_pylist())
        return Table(tuple(value.column_names), enumerate(batches, 1))
    if isinstance(value, Mapping) and hasattr(value, "column_names"):
        splits = ", ".join(map(str, value))
        raise SumscopeError(
            f"{name} is a DatasetDict with the splits {splits}", hint="give one of them"
        )
    if hasattr(value, "column_names") and hasattr(value, "__iter__"):
        return keyed(enumerate(iter(value), 1), "row", name)
    if isinstance(value, Mapping):
        return _columns(value, name)
    return None


def _pandas(frame: Any) -> Table:
    if any(level is not None for level in frame.index.names):
        frame = frame.reset_index()
    header = tuple(map(str, frame.columns))
    doubled = next((column for column in header if header.count(column) > 1), None)
    if doubled is not None:
        raise SumscopeError(f"the frame has the column {doubled!r} twice", hint="rename one")
    columns: Sequence[Any] = [frame.iloc[:, i].tolist() for i in range(len(header))]
    rows = (dict(zip(header, cells, strict=True)) for cells in zip(*columns, strict=True))
    return Table(header, enumerate(rows, 1))


def _columns(value: Mapping[str, Any], name: str) -> Table:
    sizes = {key: len(column) for key, column in value.items() if isinstance(column, list)}
    if len(sizes) < len(value) or len(set(sizes.values())) > 1 or not value:
        raise SumscopeError(
            f"{name} is a dict, but not of columns of equal length",
            hint="give a list of topics or rows, or a dict from column to list",
        )
    rows = (dict(zip(value, cells, strict=True)) for cells in zip(*value.values(), strict=True))
    return keyed(enumerate(rows, 1), "row", name)
