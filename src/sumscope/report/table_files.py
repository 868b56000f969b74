"""A table in files: CSV, JSON and LaTeX, each in pieces, since tables may be long."""

from __future__ import annotations

import itertools
import json
from collections.abc import Iterator, Sequence

from sumscope.core.tables import ResultTable
from sumscope.corpus.scores import csv_row


def csv_pieces(table: ResultTable) -> Iterator[str]:
    """The lines of the CSV; cells that a spreadsheet would run as a formula are neutralised."""
    return map(csv_row, itertools.chain((table.heading,), table.rows))


def json_pieces(table: ResultTable) -> Iterator[str]:
    """The JSON file, a piece for each row: `to_json` of the table, one space a level."""
    empty = json.dumps(
        {"name": table.name, "caption": table.caption, "rows": []}, ensure_ascii=False, indent=1
    )
    if not table.rows:
        yield empty + "\n"
        return
    yield empty.removesuffix("]\n}")
    for at, row in enumerate(table.rows):
        one = dict(zip(table.heading, row, strict=True))
        text = json.dumps(one, ensure_ascii=False, allow_nan=False, indent=1)
        yield ("," if at else "") + "\n  " + text.replace("\n", "\n  ")
    yield "\n ]\n}\n"


def latex_pieces(table: ResultTable) -> Iterator[str]:
    """The lines of a plain tabular with its caption."""
    yield "\\begin{table}\n\\centering\n"
    yield f"\\begin{{tabular}}{{{'l' + 'r' * (len(table.heading) - 1)}}}\n"
    yield _latex_row(table.heading) + "\\hline\n"
    yield from map(_latex_row, table.shown_rows())
    yield f"\\end{{tabular}}\n\\caption{{{_latex(table.caption)}}}\n\\end{{table}}\n"


_LATEX = {c: "\\" + c for c in "&%$#_{}"} | {
    "\\": r"\textbackslash{}",
    "~": r"\textasciitilde{}",
    "^": r"\textasciicircum{}",
    "–": "--",
}


def _latex_row(cells: Sequence[str]) -> str:
    return " & ".join(map(_latex, cells)) + " \\\\\n"


def _latex(text: str) -> str:
    return "".join(_LATEX.get(character, character) for character in text)
