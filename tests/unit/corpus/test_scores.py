"""Score tables survive every form unchanged, and bad ones are named."""

from __future__ import annotations

import csv
import json
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sumscope.core.errors import SumscopeError
from sumscope.core.table import COLUMNS, ScoreRow
from sumscope.corpus.scores import guard, read_scores, unguard, write_scores

META = {"sumscope": "0", "measures": {"m": {"signature": "it's 'quoted'"}}}
ROWS = (
    ScoreRow("T1", "=cmd()", False, "rouge-2", 0.31707),
    ScoreRow("T1", "'=x", True, "rouge-2", -0.5),
    ScoreRow("-T,2", 'say "hi"\nline', True, "rouge-2(stem=false)", None, "no references"),
    ScoreRow("ação", "हिन्दी", False, "growth-deviation", 1e-7),
)


@pytest.mark.parametrize("name", ["t.csv", "t.jsonl", "t.parquet"])
def test_round_trip(tmp_path: Path, name: str) -> None:
    write_scores(tmp_path / name, ROWS, META)
    table = read_scores(tmp_path / name)
    assert table.rows == ROWS
    assert table.meta == META
    assert sorted(p.name for p in tmp_path.iterdir() if p.name.startswith(".")) == []


@pytest.mark.parametrize("name", ["t.csv", "t.jsonl", "t.parquet"])
def test_same_rows_same_bytes(tmp_path: Path, name: str) -> None:
    for folder in ("a", "b"):
        write_scores(tmp_path / folder / name, iter(ROWS), META)
    assert (tmp_path / "a" / name).read_bytes() == (tmp_path / "b" / name).read_bytes()


def test_csv_neutralises_formulas_and_keeps_numbers(tmp_path: Path) -> None:
    write_scores(tmp_path / "t.csv", ROWS, META)
    with (tmp_path / "t.csv").open(encoding="utf-8", newline="") as file:
        cells = list(csv.reader(file))
    assert tuple(cells[0]) == COLUMNS
    assert cells[1][1] == "'=cmd()"
    assert cells[2][4] == "-0.5"
    assert cells[3][4] == ""
    assert json.loads((tmp_path / "t.csv.meta.json").read_text(encoding="utf-8")) == META


@given(st.text())
def test_guarding_is_undone(text: str) -> None:
    assert unguard(guard(text)) == text
    assert not guard(text).startswith(("=", "+", "-", "@", "\t", "\r"))


def test_frames() -> None:
    from sumscope.core.table import ScoreTable

    table = ScoreTable(ROWS, META)
    assert list(table.to_pandas().columns) == list(COLUMNS)
    assert table.to_pandas()["value"].isna().sum() == 1
    assert table.to_polars()["value"].null_count() == 1
    assert "&#x27;=x" in table._repr_html_()


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (
            "topic,measure,value\n",
            "no column 'peer'; expected the columns topic,peer,measure,value",
        ),
        ("topic,peer\n", "no column of scores"),
        ("topic,peer,measure,value\na,b,c,x\n", ":2: value is 'x', not a number"),
        ("topic,peer,measure,value\na,b,c\n", ":2: expected 4 cells as in the header, found 3"),
        ("topic,peer,human,measure,value\na,b,perhaps,c,1\n", "human is 'perhaps'"),
        ('{"topic": 1}\n', "no column 'peer'"),
        ('{"meta": {}}\n{oops\n', ":2: not JSON"),
        ('{"a": ' + "[" * 100_000, ":1: the values are nested too deeply"),
        ("topic,peer,measure,value\n,b,c,1\n", ":2: topic is ''; write its name"),
        ('{"topic": null, "peer": "p", "measure": "m", "value": 1}', ":1: topic is None"),
        ('{"topic": "T", "peer": true, "measure": "m", "value": 1}', ":1: peer is True"),
        (
            '{"topic": "T", "peer": "p", "measure": "m", "value": 1, "human": "no one"}',
            ":1: human is 'no one'; write true or false",
        ),
        (
            '{"topic": "T", "peer": "p", "measure": "m", "value": %s}' % ("9" * 400),
            ":1: value is 9+, not a number",
        ),
    ],
)
def test_bad_tables_are_named(tmp_path: Path, text: str, expected: str) -> None:
    path = tmp_path / ("t.jsonl" if text.startswith("{") else "t.csv")
    path.write_text(text, encoding="utf-8")
    with pytest.raises(SumscopeError, match=expected):
        read_scores(path)


def test_cells_of_any_length(tmp_path: Path) -> None:
    path, name = tmp_path / "t.csv", "x" * 200_000
    write_scores(path, [ScoreRow("T", name, False, "m", 1.0)], {})
    assert read_scores(path).peers == (name,)


def test_bad_kinds_and_bytes(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    with pytest.raises(SumscopeError, match=r"name it \.csv"):
        write_scores(tmp_path / "scores.xlsx", ROWS, META)
    (tmp_path / "t.xlsx").write_bytes(b"PK\x03\x04")
    with pytest.raises(SumscopeError, match=r"t\.xlsx: this is an Excel workbook"):
        read_scores(tmp_path / "t.xlsx")
    with pytest.raises(FileNotFoundError):
        read_scores(tmp_path / "none.csv")
    (tmp_path / "t.csv").write_bytes("topic,peer,measure,value\nação,p,m,1\n".encode("latin-1"))
    assert read_scores(tmp_path / "t.csv").topics == ("ação",)
    assert "t.csv: not UTF-8, read as Windows-1252" in caplog.text
    (tmp_path / "t.parquet").write_bytes(b"PAR1")
    with pytest.raises(SumscopeError, match="cannot be read"):
        read_scores(tmp_path / "t.parquet")
