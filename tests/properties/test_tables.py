"""Tables: whatever the texts, a CSV, a JSON array and rows in memory are the same corpus."""

from __future__ import annotations

import csv
import io
import json
import tempfile
from pathlib import Path

from hypothesis import given
from hypothesis import strategies as st

from sumscope.corpus.columns import find_roles, plain
from sumscope.corpus.near_keys import one_letter_away
from sumscope.corpus.stream import Source
from sumscope.corpus.tables import list_in

# What no text file can hold, and what a cell of a list or a missing value looks like, is left out.
LETTERS = st.characters(exclude_categories=("Cs", "Cc"), include_characters="\n\t")
TEXT = st.text(LETTERS, min_size=1, max_size=40).filter(
    lambda text: (
        bool(text.strip())
        and not text.strip().startswith("[")
        and text.strip().lower() not in ("nan", "<na>")
    )
)
ROWS = st.lists(st.tuples(TEXT, TEXT, TEXT), min_size=1, max_size=6)


def lines(source: object) -> list[dict[str, object]]:
    return [json.loads(raw) for _, raw in Source(source).lines()]  # type: ignore[arg-type]


@given(ROWS, st.sampled_from([",", ";", "\t"]), st.sampled_from(["utf-8", "utf-8-sig", "utf-16"]))
def test_csv_json_and_rows_are_one_corpus(
    rows: list[tuple[str, str, str]], separator: str, encoding: str
) -> None:
    header = ("article", "gold", "output")
    expected = lines([dict(zip(header, row, strict=True)) for row in rows])
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "t"
        written = io.StringIO(newline="")
        writer = csv.writer(written, delimiter=separator, quoting=csv.QUOTE_ALL)
        writer.writerows([header, *rows])
        path.write_bytes(written.getvalue().encode(encoding))
        assert lines(path) == expected
        path.write_text(
            json.dumps([dict(zip(header, row, strict=True)) for row in rows], indent=2), "utf-8"
        )
        assert lines(path) == expected


@given(st.lists(st.text(st.characters(exclude_categories=("Cs", "Cc")), max_size=20), max_size=4))
def test_lists_in_cells_are_read_back(items: list[str]) -> None:
    assert list_in(json.dumps(items)) == items
    assert list_in(repr(items)) == items


@given(st.sampled_from(["prediction", "reference", "document", "model_x", "ref_2", "doc_id"]))
def test_case_and_underscores_do_not_matter(name: str) -> None:
    for spelled in (name.upper(), name.title(), name.replace("_", "-")):
        assert plain(spelled) == plain(name)
        found, given_name = find_roles([spelled]), find_roles([name])
        for role in ("documents", "references", "peers"):
            assert len(getattr(found, role)) == len(getattr(given_name, role))


@given(st.text("abc", max_size=6), st.text("abc", max_size=6))
def test_one_letter_away_is_the_edit_distance(left: str, right: str) -> None:
    """Beside the textbook distance (Damerau and Levenshtein; neighbours swapped count 1)."""
    rows = [
        [i + j if not i * j else 0 for j in range(len(right) + 1)] for i in range(len(left) + 1)
    ]
    for i, a in enumerate(left, 1):
        for j, b in enumerate(right, 1):
            rows[i][j] = min(rows[i - 1][j] + 1, rows[i][j - 1] + 1, rows[i - 1][j - 1] + (a != b))
            if i > 1 and j > 1 and a == right[j - 2] and left[i - 2] == b:
                rows[i][j] = min(rows[i][j], rows[i - 2][j - 2] + 1)
    assert one_letter_away(left, right) == (rows[-1][-1] <= 1)
