"""Bytes and frames to rows: one table in every form has the same header and the same cells."""

from __future__ import annotations

import csv
import gzip
import io
import json
import subprocess
import sys
from decimal import Decimal
from pathlib import Path
from typing import Any

import numpy
import pandas
import polars
import pyarrow
import pytest

from sumscope.core.errors import SumscopeError
from sumscope.corpus.cells import is_missing, name_in, number_in, truth_in
from sumscope.corpus.rows import Rows, read_rows

TABLE = [
    {"id": 1, "gold": "the cat", "score": None},
    {"id": 2, "gold": 'a "dog",\nbarks; é', "score": 0.5},
]


def cells(separator: str = ",", encoding: str = "utf-8", start: str = "") -> bytes:
    written = io.StringIO(newline="")
    rows = csv.DictWriter(written, list(TABLE[0]), delimiter=separator)
    rows.writeheader()
    rows.writerows(TABLE)
    return (start + written.getvalue()).encode(encoding)


def parquet(frame: Any) -> bytes:
    held = io.BytesIO()
    frame.write_parquet(held) if isinstance(frame, polars.DataFrame) else frame.to_parquet(held)
    return held.getvalue()


LINES = "\n".join(map(json.dumps, TABLE)).encode()
FORMS = {
    "csv": cells(),
    "tsv": cells("\t"),
    "semicolons": cells(";"),
    "mark": cells(encoding="utf-8-sig"),
    "utf-16": cells("\t", "utf-16"),
    "utf-16 without a mark": cells("\t", "utf-16-le"),
    "windows": cells(encoding="cp1252"),
    "excel": cells(";", start="sep=;\r\n"),
    "blank lines": cells(start="\n\n") + b"\n  \n,,\n",
    "trailing cells": cells().replace(b"cat,\r\n", b"cat,,,\r\n").replace(b".5\r\n", b".5,\r\n"),
    "packed": gzip.compress(cells(), mtime=0),
    "jsonl": LINES,
    "packed jsonl": gzip.compress(LINES, mtime=0),
    "json": json.dumps(TABLE).encode(),
    "indented": json.dumps(TABLE, indent=2).encode("utf-8-sig"),
    "inside": json.dumps({"data": TABLE}).encode(),
    "by column": pandas.DataFrame(TABLE).to_json(orient="columns").encode(),
    "split": pandas.DataFrame(TABLE).to_json(orient="split").encode(),
    "parquet": parquet(polars.DataFrame(TABLE)),
    "parquet of pandas with an index": parquet(pandas.DataFrame(TABLE, index=[7, 3])),
    "list": TABLE,
    "iterator": iter(TABLE),
    "dict": {key: [row[key] for row in TABLE] for key in TABLE[0]},
    "pandas": pandas.DataFrame(TABLE),
    "pandas by id": pandas.DataFrame(TABLE).set_index("id"),
    "polars": polars.DataFrame(TABLE),
    "lazy": polars.LazyFrame(TABLE),
    "pyarrow": pyarrow.Table.from_pylist(TABLE),
    "names with spaces": [{f" {key} ": cell for key, cell in row.items()} for row in TABLE],
    "empty rows": [{}, *TABLE, {"id": None, "gold": " ", "score": float("nan")}],
}  # fmt: skip


def plain(rows: Rows) -> list[tuple[object, ...]]:
    return [
        (name_in(row["id"]), row["gold"], number_in(row["score"], "here", rows.decimal))
        for _, row in rows.rows
    ]


@pytest.mark.parametrize("form", FORMS)
def test_every_form_gives_the_same_cells(form: str) -> None:
    found = read_rows(FORMS[form])
    assert found.header == ("id", "gold", "score")
    assert plain(found) == [("1", "the cat", None), ("2", 'a "dog",\nbarks; é', 0.5)]


def test_files_and_standard_input(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "any[1]*name"
    for form in ("csv", "jsonl", "json", "parquet", "packed"):
        path.write_bytes(FORMS[form])  # type: ignore[arg-type]
        assert len(plain(read_rows(path))) == 2
        assert read_rows(path).name == str(path)
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(cells())))
    assert read_rows("-").name == "<stdin>"


def test_a_row_has_its_place() -> None:
    found = read_rows(b'sep=;\na;b\n"x\ny";1\n\nz;2\n', "t.csv")
    assert [found.place(number, "b") for number, _ in found.rows] == ["t.csv:4: b", "t.csv:6: b"]
    found = read_rows([{"a": 1}, {"a": 2}], "the table")
    assert [found.place(number) for number, _ in found.rows] == [
        "the table: row 1",
        "the table: row 2",
    ]


def test_utf_8_at_the_beginning_only() -> None:
    raw = b"a\n" + "Á\n".encode() * 3000 + "caf\xe9\n".encode("latin-1")
    rows = [row["a"] for _, row in read_rows(raw, "here").rows]
    assert rows[-1] == "café"
    assert rows[0] == "Á".encode().decode("latin-1")


def test_rows_come_as_a_stream() -> None:
    taken = []

    def endless() -> Any:
        for number in range(10**9):
            taken.append(number)
            yield {"id": number}

    rows = iter(read_rows(endless()).rows)
    assert [next(rows)[1]["id"] for _ in range(150)] == list(range(150))
    assert len(taken) <= 150


def test_a_key_that_comes_late_is_kept() -> None:
    rows = list(read_rows([*({"id": n} for n in range(200)), {"id": 200, "late": "x"}]).rows)
    assert rows[-1] == (201, {"id": 200, "late": "x"})


@pytest.mark.parametrize(
    ("given", "said"),
    [
        (b"", "has no rows"),
        (b"[]", "has no rows"),
        (b"a,b,a\n1,2,3\n", "here:1: the column 'a' is given twice; rename one"),
        (b"sep=,\na,a\n1,2\n", "here:2: the column 'a' is given twice"),
        (pandas.DataFrame([[1, 2]], columns=["a", "a"]), "the column 'a' is given twice"),
        (pyarrow.table([[1], [2]], names=["a", "a"]), "the column 'a' is given twice"),
        (b"a,b\n1\n", "here:2: expected 2 cells as in the header, found 1"),
        (b'a,b\n1,"x"y\n', "here:2: not CSV"),
        (b'[{"a": 1}, 3]', "here: row 2: expected an object from column to cell"),
        (b'{"a": 1}\n3\n', "here:2: expected an object from column to cell"),
        (b'{"a": 1}\n{"a": 1, "a": 2}\n', "here:2: the key 'a' is given twice"),
        (b"PK\x03\x04", "an Excel workbook"),
        (b"PAR1" + b"x" * 50 + b"PAR1", "here: cannot be read: "),
        (gzip.compress(b"a,b\n1,2\n" * 50, mtime=0)[:-9], "the gzip file ends early"),
        ({"a": [1], "b": [1, 2]}, "not of columns of equal length"),
        (3, "here is a int; give a file"),
        ([3], "here: row 1: expected an object"),
    ],
)
def test_what_is_wrong_is_said(given: Any, said: str) -> None:
    with pytest.raises(SumscopeError) as told:
        list(read_rows(given, "here").rows)
    assert said in str(told.value)


@pytest.mark.parametrize(
    "cell", ["1", " 1 ", 1, 1.0, numpy.int64(1), numpy.float64(1), Decimal("1.00")]
)
def test_one_name_and_one_number(cell: object) -> None:
    assert name_in(cell) == "1"
    assert number_in(cell, "here") == 1


@pytest.mark.parametrize(
    "cell",
    [None, float("nan"), numpy.float32("nan"), pandas.NA, pandas.NaT, Decimal("nan"), "", " "],
)
def test_missing_is_one_thing(cell: object) -> None:
    assert name_in(cell) is None
    assert number_in(cell, "here") is None
    assert truth_in(cell, "here") is None
    assert is_missing(cell) == (not isinstance(cell, str))


@pytest.mark.parametrize(
    "cell", ["1_0", "inf", float("inf"), True, "True", "high", "1e999", 10**400, [1]]
)
def test_what_is_no_number_is_refused_alike(cell: object) -> None:
    with pytest.raises(SumscopeError, match="here: expected a finite number or nothing, found '"):
        number_in(cell, "here")


def test_decimal_commas() -> None:
    assert number_in("0,5", "here", ",") == 0.5
    assert [truth_in(cell, "here") for cell in (True, "Yes", 1.0, "0", False)] == [
        *(True, True, True),
        *(False, False),
    ]


def test_files_need_no_narwhals() -> None:
    """It is imported for frames alone: not at the start, not for a file or a list."""
    told = (
        "import sys, sumscope, sumscope.cli, sumscope.corpus.stream\n"
        "from sumscope.corpus.rows import read_rows\n"
        "list(read_rows(b'a,b\\n1,2\\n').rows), list(read_rows([{'a': 1}]).rows)\n"
        "print('narwhals' in sys.modules)"
    )
    done = subprocess.run([sys.executable, "-c", told], capture_output=True, text=True, check=True)
    assert done.stdout == "False\n"
