"""Samples of lm-evaluation-harness: one per line, with the row of the dataset inside."""

from __future__ import annotations

import itertools
from collections.abc import Container, Mapping
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from sumscope.corpus.rows import Row, Rows


def with_usual_columns(table: Rows) -> Rows:
    """Samples of the harness with the columns that other tables have; others as they are."""
    rows = iter(table.rows)
    first = next(rows, None) if is_sample(table.header) else None
    if first is None:
        return table
    model = model_of(table.name)
    made = ((number, row_of(row, model)) for number, row in itertools.chain([first], rows))
    return replace(table, header=tuple(row_of(first[1], model)), rows=made)


def is_sample(value: Container[str]) -> bool:
    """Whether a row, or a header, is that of samples of the harness."""
    return "doc_id" in value and "doc" in value and ("resps" in value or "filtered_resps" in value)


def model_of(name: str) -> str:
    """The model that the folder of a file is named after."""
    above = Path(name).parent.name
    return above if "__" in above else "model"


def row_of(row: Row, model: str) -> Row:
    """A sample as a row with the columns that other tables have."""
    from sumscope.corpus.columns import find_roles

    answer = row.get("filtered_resps") or row.get("resps")
    while isinstance(answer, list | tuple) and len(answer) == 1:
        answer = answer[0]
    used = row.get("filter")
    inner = row.get("doc")
    inner = inner if isinstance(inner, Mapping) else {}
    roles = find_roles(list(inner), needs=())
    reference = row.get("target")
    if (reference in (None, "", []) or not isinstance(reference, str | list)) and roles.references:
        reference = inner[roles.references[0]]
    made: dict[str, object] = {"doc_id": row["doc_id"], "reference": reference}
    made["system"] = f"{model}:{used}" if used not in (None, "none") else model
    made["prediction"] = answer
    if roles.documents:
        made["document"] = inner[roles.documents[0]]
    return made
