"""What all reproductions share: their data, the published figures, and tables of ours and those.

Published figures are data: `data/PAPER.json` has for each of our tables where the paper prints the
figures, the columns that name a row (`keys`), the columns of figures, and the rows.
"""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from importlib.resources import files
from typing import Any

from sumscope.core.tables import Cell, ResultTable, table
from sumscope.core.values import Topic

INVENTED = "No data was given: this is the embedded example, whose texts are invented."


def name_of_data(data: str | None) -> str:
    """What to call the data in a report, whatever machine it lies on."""
    return os.path.basename(os.path.normpath(data)) if data else "the embedded example"


def topics_of_data(data: str | None, folder: Callable[[str], list[Topic]]) -> list[Topic]:
    """The topics of a corpus file, of a folder as the paper reads it, or of the example."""
    from sumscope.corpus.jsonl import read_corpus
    from sumscope.data import DEMO

    if data is not None and os.path.isdir(data):
        return folder(data)
    return list(read_corpus(DEMO if data is None else data))


@dataclass(frozen=True)
class PublishedTable:
    """Figures as printed: a row is its keys, then its figures."""

    source: str
    keys: tuple[str, ...]
    columns: tuple[str, ...]
    rows: tuple[tuple[Any, ...], ...]

    def figures(self, *keys: Cell) -> dict[str, Any]:
        """The figures of a row by column; None for each where the paper has no such row.

        Upper and lower case are the same, as corpora and papers spell systems differently.
        """
        wanted = [str(key).lower() for key in keys]
        for row in self.rows:
            if [str(key).lower() for key in row[: len(self.keys)]] == wanted:
                return dict(zip(self.columns, row[len(self.keys) :], strict=True))
        return dict.fromkeys(self.columns)


def published(paper: str, **only: Cell) -> dict[str, PublishedTable]:
    """The published tables of a paper by the names of ours.

    `only` names the value of a key, as year=2004: rows of another are left out, then the key, and
    tables without a row.
    """
    text = (files("sumscope.papers") / "data" / f"{paper}.json").read_text(encoding="utf-8")
    content: dict[str, Any] = json.loads(text)["tables"]
    tables = {}
    for name, printed in content.items():
        keys, rows = list(printed["keys"]), printed["rows"]
        for key in only.keys() & set(keys):
            at = keys.index(key)
            rows = [[*row[:at], *row[at + 1 :]] for row in rows if row[at] == only[key]]
            keys.remove(key)
        if rows:
            tables[name] = PublishedTable(
                printed["source"], tuple(keys), tuple(printed["columns"]), tuple(map(tuple, rows))
            )
    return tables


def beside(
    name: str,
    caption: str,
    heading: Sequence[str],
    ours: Iterable[Sequence[Cell]],
    theirs: PublishedTable | None,
    digits: int | tuple[int, ...] = 3,
) -> ResultTable:
    """Our rows, each with the published figures of the row that has the same keys.

    Published columns stand where the heading names them, else at the end. Where nothing is
    published of these data, `theirs` is None and the table is ours alone.
    """
    columns = () if theirs is None else theirs.columns
    whole = [*heading, *(column for column in columns if column not in heading)]
    measured = [column for column in heading if column not in columns]
    rows = []
    for row in ours:
        cells = dict(zip(measured, row, strict=True))
        if theirs is not None:
            cells |= theirs.figures(*(cells[key] for key in theirs.keys))
        rows.append([cells[column] for column in whole])
    return table(name, caption, whole, rows, digits)


def below(
    name: str,
    caption: str,
    ours: Iterable[Sequence[Cell]],
    theirs: PublishedTable,
    digits: int = 3,
) -> ResultTable:
    """Our rows, which begin with where they are from, and under them the rows of other texts."""
    rows = [*ours, *(("published", *row) for row in theirs.rows)]
    return table(name, caption, ["from", *theirs.keys, *theirs.columns], rows, digits)
