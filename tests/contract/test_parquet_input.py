"""Parquet tables: names are names, not patterns, and values are checked as in CSV and JSONL."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import duckdb
import pytest

from sumscope.corpus.scores import read_scores

GOOD = (
    "SELECT 'T' AS topic, 'p' AS peer, false AS human, 'm' AS measure, 1.5 AS value, NULL AS reason"
)


def _write(path: Path, query: str, note: str | None = None) -> None:
    metadata = "" if note is None else f", KV_METADATA {{sumscope: '{note}'}}"
    duckdb.connect().execute(f"COPY ({query}) TO '{path}' (FORMAT parquet{metadata})")


@pytest.mark.parametrize("name", ["x[1].parquet", "y*.parquet", "z?.parquet", "a[b].parquet"])
def test_a_name_is_no_pattern(cli: Any, corpus: Path, tmp_path: Path, name: str) -> None:
    for other in ("x1.parquet", "y1.parquet", "y2.parquet", "z1.parquet", "ab.parquet"):
        assert cli("score", corpus, "-m", "rouge-l", "-o", tmp_path / other).status == 0
    assert cli("score", corpus, "-m", "rouge-1", "-o", tmp_path / name).status == 0
    assert cli("score", corpus, "-m", "rouge-1", "-o", tmp_path / "plain.csv").status == 0
    table = read_scores(tmp_path / name)
    assert table.rows == read_scores(tmp_path / "plain.csv").rows
    assert set(table.meta["measures"]) == {"rouge-1"}
    assert cli("compare", tmp_path / name).status == 0


def test_a_folder_with_brackets(cli: Any, corpus: Path, tmp_path: Path) -> None:
    out = tmp_path / "run[1]" / "s.parquet"
    out.parent.mkdir()
    assert cli("score", corpus, "-m", "rouge-1", "-o", out).status == 0
    assert len(read_scores(out)) == 12
    assert sorted(path.name for path in out.parent.iterdir()) == ["s.parquet"]


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ("'T' AS topic|NULL::VARCHAR AS topic", "topic is None"),
        ("'p' AS peer|'' AS peer", "peer is ''"),
        ("1.5 AS value|'-inf'::DOUBLE AS value", "not a number"),
        ("1.5 AS value|'high' AS value", "not a number"),
        ("1.5 AS value|'1_0' AS value", "not a number"),
        ("1.5 AS value|true AS value", "not a number"),
        ("1.5 AS value|[1.5] AS value", "not a number"),
        ("false AS human|'perhaps' AS human", "human is 'perhaps'"),
    ],
)
def test_values_are_checked(cli: Any, tmp_path: Path, change: str, said: str) -> None:
    old, new = change.split("|")
    assert old in GOOD
    _write(tmp_path / "s.parquet", GOOD.replace(old, new))
    done = cli("compare", tmp_path / "s.parquet")
    assert done.status == 2, done
    assert said in done.err
    assert "row 1" in done.err
    assert done.err.count("\n") == 1


@pytest.mark.parametrize("note", ["{", "[]", "3", '{"a": NaN"b"}'])
def test_broken_metadata_are_named(cli: Any, tmp_path: Path, note: str) -> None:
    _write(tmp_path / "s.parquet", GOOD, note)
    done = cli("compare", tmp_path / "s.parquet")
    assert (done.status, done.err.count("\n")) == (2, 1)
    assert "metadata" in done.err


def test_what_a_killed_run_left_goes(cli: Any, corpus: Path, tmp_path: Path) -> None:
    left = tmp_path / ".s.parquet.sumscope-abc"
    left.mkdir()
    (left / "rows.jsonl").write_text("half", encoding="utf-8")
    foreign = tmp_path / ".s.parquet.sumscope-mine"
    foreign.mkdir()
    (foreign / "notes.txt").write_text("mine", encoding="utf-8")
    assert cli("score", corpus, "-m", "rouge-1", "-o", tmp_path / "s.parquet").status == 0
    assert not left.exists()
    assert (foreign / "notes.txt").read_text(encoding="utf-8") == "mine"
