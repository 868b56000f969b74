"""Tables: whatever holds them, the same table is the same topics or the same error."""

from __future__ import annotations

import csv
import gzip
import io
import json
import re
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pandas
import polars
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sumscope.core.errors import SumscopeError
from sumscope.corpus.columns import find_roles, plain
from sumscope.corpus.near_keys import one_letter_away
from sumscope.corpus.schema_writing import topic_to_json
from sumscope.corpus.stream import Source
from sumscope.corpus.tables import list_in
from sumscope.corpus.topic_stream import topics_of

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
Table = list[dict[str, object]]


def as_cells(rows: Table, separator: str = ",", encoding: str = "utf-8") -> bytes:
    written = io.StringIO(newline="")
    writer = csv.DictWriter(written, list(rows[0]), delimiter=separator, quoting=csv.QUOTE_ALL)
    writer.writeheader()
    writer.writerows(rows)
    return written.getvalue().encode(encoding)


def as_polars(rows: Table) -> polars.DataFrame:
    return polars.DataFrame(rows, infer_schema_length=None, strict=False)


def as_parquet(rows: Table) -> bytes:
    held = io.BytesIO()
    as_polars(rows).write_parquet(held)
    return held.getvalue()


FILES: dict[str, Callable[[Table], bytes]] = {
    "csv": as_cells,
    "tsv": lambda rows: as_cells(rows, "\t"),
    "semicolons": lambda rows: as_cells(rows, ";", "utf-8-sig"),
    "utf-16": lambda rows: as_cells(rows, "\t", "utf-16"),
    "csv.gz": lambda rows: gzip.compress(as_cells(rows)),
    "jsonl": lambda rows: "\n".join(map(json.dumps, rows)).encode(),
    "json": lambda rows: json.dumps(rows).encode(),
    "indented": lambda rows: json.dumps(rows, indent=2).encode(),
    "parquet": as_parquet,
}
VALUES: dict[str, Callable[[Table], Any]] = {
    "list": list,
    "dict": lambda rows: {name: [row[name] for row in rows] for name in rows[0]},
    "pandas": pandas.DataFrame,
    "pandas, nullable": lambda rows: pandas.DataFrame(rows).convert_dtypes(),
    "polars": as_polars,
    "pyarrow": lambda rows: as_polars(rows).to_arrow(),
}


def topics(source: object, columns: object = None) -> object:
    """The topics of a table, or what was said of it, its place in the table left out."""
    try:
        read = Source(source, columns)  # type: ignore[arg-type]
        return [topic_to_json(topic) for topic in topics_of(read, None)]
    except SumscopeError as error:
        place = re.search(r"(?:: row |:)([0-9]+)((?:: .*)?)$", error.where or "")
        what = re.sub(r"line [0-9]+", "line", error.what)
        return what, error.hint, place and place[2]


def same_in_every_form(rows: Table, columns: object = None) -> object:
    found = {form: topics(made(rows), columns) for form, made in VALUES.items()}
    with tempfile.TemporaryDirectory() as folder:
        for form, made in FILES.items():
            path = Path(folder) / form
            path.write_bytes(made(rows))
            found[form] = topics(path, columns)
    for form, one in found.items():
        assert one == found["list"], form
    return found["list"]


ID = st.sampled_from(["a", "b", " c ", "7", "", None, 7, 8])
NUMBER = st.sampled_from([0.5, 3, 4, -1.25, None, "2.5", "1e-3", "high", "inf", "-", "NaN", "n/a"])
SYSTEM = st.sampled_from(["bart", "t5 ", "x-1", "", None])


def column(values: st.SearchStrategy[Any]) -> st.SearchStrategy[list[Any]]:
    """Cells of one type, as columns of frames have, some of them missing."""
    kinds = st.sampled_from([str, (int, float)])
    return kinds.flatmap(
        lambda kind: st.lists(
            values.filter(lambda cell: cell is None or isinstance(cell, kind)),
            min_size=1,
            max_size=5,
        )
    )


@st.composite
def tables(draw: st.DrawFn) -> Table:
    """One topic or one summary a row, with judgements, judges and dates, some of them missing."""
    ids = draw(column(ID))
    texts = st.lists(TEXT | st.just(""), min_size=len(ids), max_size=len(ids))
    made: dict[str, list[Any]] = {draw(st.sampled_from(["id", "Doc-ID", "topic"])): ids}
    made["gold"] = draw(texts)
    if draw(st.booleans()):
        made["system"] = draw(st.lists(SYSTEM, min_size=len(ids), max_size=len(ids)))
    made["prediction"] = draw(texts)
    further = {"annotator": column(ID), "genre": texts, "human.fluency": column(NUMBER)}
    for name in draw(st.sets(st.sampled_from(["year", "date", *further]))):
        cells = draw(further.get(name, column(NUMBER)))
        made[name] = [cells[at % len(cells)] for at in range(len(ids))]
    return [dict(zip(made, row, strict=True)) for row in zip(*made.values(), strict=True)]


@settings(max_examples=40, deadline=None)
@given(tables())
def test_a_table_is_the_same_topics_or_the_same_error_in_every_form(rows: Table) -> None:
    same_in_every_form(rows)


@pytest.mark.parametrize(
    ("rows", "said"),
    [
        ([{"id": "1", "gold": "a", "pred": "b"}], "b"),
        ([{"nr": 1, "a": "x", "genre": "007"}], "{'id': '1', 'nr': 1, 'a': 'x', 'genre': '007'}"),
        ([{"id": None, "gold": "a", "pred": "b"}], "the row has no topic"),
        ([{"topic": "T", "kind": "peer", "id": "p", "text": "P."}], "P."),
        ([{"id": 1, "gold": "a", "pred": "b", "judgement.q": "high"}], "expected a finite number"),
    ],
)
def test_what_is_said_is_the_same_in_every_form(rows: Table, said: str) -> None:
    assert said in repr(same_in_every_form(rows))


def test_columns_settle_every_doubt_in_every_form() -> None:
    """Rows whose columns say nothing are rows where the user says what they hold, in JSON too."""
    rows: Table = [{"nr": 1, "id": "x", "a": "the cat", "b": "a cat"}]
    columns = {"topic": "nr", "reference": "a", "peer": "b"}
    (topic,) = same_in_every_form(rows, columns)  # type: ignore[misc]
    assert (topic["id"], topic["peers"]) == ("1", [{"id": "b", "text": "a cat"}])
    texts: Table = [{"topic": "T", "kind": "long", "id": "p", "text": "P."}]
    (topic,) = same_in_every_form(texts, {"peer": "text"})  # type: ignore[misc]
    assert topic["peers"] == [{"id": "text", "text": "P."}]


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
        table = [dict(zip(header, row, strict=True)) for row in rows]
        path.write_bytes(as_cells(table, separator, encoding))
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
