"""Tables written piece by piece."""

from __future__ import annotations

import csv
import io
import json

from hypothesis import given
from hypothesis import strategies as st

from sumscope.core.tables import Cell, table
from sumscope.report.table_files import csv_pieces, json_pieces, latex_pieces

TEXT = st.text(st.characters(exclude_categories=("Cs",)), max_size=6)
CELL = st.none() | st.integers(-9, 9) | st.floats(-2, 2) | TEXT


@given(st.lists(st.tuples(CELL, CELL)), TEXT)
def test_json_in_pieces_is_the_json_of_the_whole(rows: list[list[Cell]], caption: str) -> None:
    made = table("name", caption, ["left", "ri\nght"], rows)
    whole = json.dumps(made.to_json(), ensure_ascii=False, allow_nan=False, indent=1)
    assert "".join(json_pieces(made)) == whole + "\n"


def test_csv_and_latex_by_hand() -> None:
    made = table("name", "A & B", ["peer", "score"], [["a_1", 0.5], ["b", None]], 2)
    read = list(csv.reader(io.StringIO("".join(csv_pieces(made)))))
    assert read == [["peer", "score"], ["a_1", "0.5"], ["b", ""]]
    assert "".join(latex_pieces(made)).splitlines() == [
        r"\begin{table}",
        r"\centering",
        r"\begin{tabular}{lr}",
        r"peer & score \\",
        r"\hline",
        r"a\_1 & 0.50 \\",
        r"b & -- \\",
        r"\end{tabular}",
        r"\caption{A \& B}",
        r"\end{table}",
    ]
