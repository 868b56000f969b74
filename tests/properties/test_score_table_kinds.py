"""The same score table gives equal scores, or the same error, in whatever form it comes."""

from __future__ import annotations

import json
import math
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

import duckdb
import pandas
import polars
import pyarrow
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import sumscope
from sumscope.core.errors import SumscopeError
from sumscope.core.table import ScoreRow, ScoreTable
from sumscope.corpus.scores import csv_row, read_scores, table_of_content

Columns = dict[str, list[Any]]


def rows_of(columns: Columns) -> list[dict[str, Any]]:
    return [dict(zip(columns, cells, strict=True)) for cells in zip(*columns.values(), strict=True)]


def bare(cell: object) -> object:
    """A number as text is one again, which is not guarded as a formula."""
    try:
        return float(cell) if isinstance(cell, str) and cell[:1] == "-" else cell
    except ValueError:
        return cell


def cells(columns: Columns, separator: str) -> bytes:
    """CSV as we write it; another separator stands where a comma stood outside quotes."""
    lines = [tuple(columns), *zip(*columns.values(), strict=True)]
    if separator == ",":
        return "".join(csv_row(map(bare, line)) for line in lines).encode()
    words = [[str(cell) if cell is not None else "" for cell in line] for line in lines]
    return ("\n".join(separator.join(line) for line in words) + "\n").encode()


def parquet(columns: Columns, folder: Path) -> Path:
    frame = polars.DataFrame(columns, strict=False)
    path = folder / "t.parquet"
    with duckdb.connect() as base:
        base.register("given", frame.to_arrow())
        base.execute(f"COPY (SELECT * FROM given) TO '{path}' (FORMAT parquet)")
    return path


def written(name: str, content: bytes, folder: Path) -> Path:
    (folder / name).write_bytes(content)
    return folder / name


def lines(columns: Columns) -> bytes:
    return "".join(json.dumps(row) + "\n" for row in rows_of(columns)).encode()


KINDS: dict[str, Callable[[Columns, Path], Any]] = {
    "csv": lambda c, folder: written("t.csv", cells(c, ","), folder),
    "tsv": lambda c, folder: written("t.tsv", cells(c, "\t"), folder),
    "semicolons": lambda c, folder: written("s.csv", cells(c, ";"), folder),
    "jsonl": lambda c, folder: written("t.jsonl", lines(c), folder),
    "json": lambda c, folder: written("t.json", json.dumps(rows_of(c), indent=1).encode(), folder),
    "parquet": parquet,
    "dicts": lambda c, folder: rows_of(c),
    "dict of columns": lambda c, folder: c,
    "pandas": lambda c, folder: pandas.DataFrame(c),
    "polars": lambda c, folder: polars.DataFrame(c, strict=False),
    "polars, lazy": lambda c, folder: polars.LazyFrame(c, strict=False),
    "pyarrow": lambda c, folder: pyarrow.table(polars.DataFrame(c, strict=False).to_arrow()),
}

# No apostrophe before a formula: CSV takes it away again.
names = st.sampled_from(["a", "b", " c", "=x", "-d", "ção", "हिन्दी", "12", "a b"])
numbers = st.floats(allow_nan=False, allow_infinity=False) | st.integers(-5, 5).map(float)
scores = st.none() | numbers
headings = st.sampled_from(
    [
        ("topic", "peer", "measure", "value"),
        ("doc_id", "system", "metric", "score"),
        ("Input", "Model", "measure", "value"),
        ("id", "peer", "Metric", "Score"),
        ("document", "SYSTEM", "measure", "score"),
    ]
)
flags = st.booleans()
reasons = st.none() | st.sampled_from(["no references", "too short"])
# What is no score, as text in a column of its own kind.
bad = st.sampled_from(["high", "1_0", "inf", "-inf", "1e999"])


@st.composite
def tables(draw: st.DrawFn) -> Columns:
    """A long or a wide table, with scores as numbers or as text."""
    topic, peer, measure, value = draw(headings)
    size = draw(st.integers(1, 6))

    def column(cells: st.SearchStrategy[Any]) -> list[Any]:
        return draw(st.lists(cells, min_size=size, max_size=size))

    made: Columns = {topic: column(names), peer: column(names)}
    amounts = [column(scores)]
    if draw(st.booleans()):
        made[measure] = column(st.sampled_from(["rouge-2", "bertscore", "=m"]))
        made[value] = amounts[0]
    else:
        amounts.append(column(scores))
        made |= {"bertscore": amounts[0], "grade": amounts[1]}
        if draw(st.booleans()):
            made["comment"] = column(st.sampled_from(["good", "bad, really"]))
    if draw(st.booleans()):
        made["human"] = column(flags)
    if draw(st.booleans()):
        made["reason"] = column(reasons)
    if draw(st.booleans()):
        made = {
            name: [repr(c) if isinstance(c, float) else c for c in cells]
            for name, cells in made.items()
        }
        if draw(st.booleans()):
            broken = made[value] if value in made else made["grade"]
            broken[draw(st.integers(0, size - 1))] = draw(bad)
    if draw(st.integers(0, 9)) == 0:
        # An object with an id and nothing of a score is a topic without summaries.
        del made[draw(st.sampled_from([topic] if topic == "id" else [topic, peer]))]
    return made


def outcome(given: Any) -> Any:
    """The scores, or the error without the place, which is a line or a row."""
    try:
        table = read_scores(given)
    except SumscopeError as error:
        return error.what, error.hint
    return table.rows, table.meta


@given(tables())
@settings(max_examples=60, deadline=None)
def test_every_kind_gives_the_same(columns: Columns) -> None:
    with tempfile.TemporaryDirectory() as folder:
        plain = outcome(rows_of(columns))
        for kind, make in KINDS.items():
            if kind in ("tsv", "semicolons") and "," in str(columns.get("comment")):
                columns = {**columns, "comment": ["good"] * len(columns["comment"])}
            assert outcome(make(columns, Path(folder))) == plain, kind


def test_scores_survive_every_kind() -> None:
    rows = (
        ScoreRow("T1", "a", False, "m", 0.25),
        ScoreRow("T1", "b", True, "m", None, "no references"),
        ScoreRow("T2", "a", False, "m", 1e-7),
        ScoreRow("T2", "b", True, "m", None, "no score"),
    )
    columns = {name: [getattr(row, name) for row in rows] for name in ScoreRow._fields}
    with tempfile.TemporaryDirectory() as folder:
        for kind, make in KINDS.items():
            assert read_scores(make(columns, Path(folder))).rows == rows, kind


# What was read by some readers and refused or read otherwise by others, each as a case.


@pytest.mark.parametrize("kind", KINDS)
def test_corrected_disagreements(kind: str, tmp_path: Path) -> None:
    def read(columns: Columns) -> ScoreTable:
        return read_scores(KINDS[kind](columns, tmp_path))

    wide = {"doc_id": ["T"], "system": ["s"], "bertscore": [0.5]}
    assert read(wide).rows == (ScoreRow("T", "s", False, "bertscore", 0.5),)
    text = {"topic": ["T", "T"], "peer": ["a", "b"], "m": ["0.5", ""]}
    assert [row.value for row in read(text)] == [0.5, None]
    words = {"topic": ["T"], "peer": ["a"], "m": [0.5], "note": ["good"]}
    assert read(words).meta == {"words": ["note"]}
    missing = {"topic": ["T"], "peer": ["a"], "m": [None], "x": [0.5]}
    assert [(r.measure, r.value) for r in read(missing)] == [("m", None), ("x", 0.5)]
    flag = {"topic": ["T", "T"], "peer": ["a", "b"], "human": ["yes", "no"], "m": [1.0, 2.0]}
    assert [row.human for row in read(flag)] == [True, False]
    for name in ("topic", "peer"):
        nameless = {"topic": ["T"], "peer": ["a"], "m": [0.5], name: [""]}
        with pytest.raises(SumscopeError, match=f"{name} is ''; write its name"):
            read(nameless)


@pytest.mark.parametrize("kind", KINDS)
def test_scores_of_judges_count_by_their_mean(kind: str, tmp_path: Path) -> None:
    columns: Columns = {
        "topic": ["T", "T", "T", "U"],
        "system": ["a", "a", "b", "a"],
        "annotator": ["j1", "j2", "j1", "j1"],
        "fluency": [3.0, 4.0, None, 5.0],
    }
    table = read_scores(KINDS[kind](columns, tmp_path))
    assert [(r.topic, r.peer, r.measure, r.value) for r in table] == [
        ("T", "a", "fluency", 3.5),
        ("T", "b", "fluency", None),
        ("U", "a", "fluency", 5.0),
    ]
    topics = [
        {"id": "T", "judgements": {"a": {"fluency": {"j1": 3, "j2": 4}}}},
        {"id": "U", "judgements": {"a": {"fluency": {"j1": 5}}}},
    ]
    judged = {(r.topic, r.peer): r.value for r in read_scores(topics)}
    assert judged.items() <= {(r.topic, r.peer): r.value for r in table}.items()
    columns["annotator"] = ["j1", "j1", "j1", "j1"]
    with pytest.raises(SumscopeError, match="'j1' judged 'a' twice; keep one row"):
        read_scores(KINDS[kind](columns, tmp_path))


def test_a_measure_of_later_objects_is_not_lost() -> None:
    rows: list[dict[str, object]] = [{"topic": f"t{t}", "peer": "a", "m": 0.5} for t in range(150)]
    rows[-1] = {**rows[-1], "late": 0.25}
    content = "\n".join(map(json.dumps, rows)).encode()
    for table in (read_scores(rows), table_of_content(content, "t.jsonl")):
        late = [row for row in table if row.measure == "late"]
        assert len(late) == 150
        assert late[-1].value == 0.25
        assert late[0].value is None


def test_metadata_before_a_wide_table(tmp_path: Path) -> None:
    lines = [{"meta": {"a": 1}}, {"topic": "T", "peer": "p", "x": 1}, {"topic": "U", "peer": "p"}]
    path = written("w.jsonl", "\n".join(map(json.dumps, lines)).encode(), tmp_path)
    table = read_scores(path)
    assert table.meta == {"a": 1}
    assert [(row.measure, row.value) for row in table] == [("x", 1), ("x", None)]
    assert len(read_scores(written("e.jsonl", b'{"meta": {"a": 1}}\n', tmp_path))) == 0


def test_nan_is_missing_in_every_kind(tmp_path: Path) -> None:
    columns: Columns = {"topic": ["T", "T"], "peer": ["a", "b"], "m": [0.5, math.nan]}
    for kind, make in KINDS.items():
        if kind not in ("json", "jsonl"):  # which have no NaN
            table = read_scores(make(columns, tmp_path))
            assert [row.value for row in table] == [0.5, None], kind


def test_a_corpus_in_every_form_is_known_from_a_table(tmp_path: Path) -> None:
    topic = {"id": "T", "judgements": {"a": {"fluency": 3}}, "peers": [{"id": "a", "text": "x"}]}
    expected = (ScoreRow("T", "a", False, "fluency", 3),)
    made = {
        "c.jsonl": json.dumps(topic),
        "c.json": json.dumps([topic], indent=1),
        "one.json": json.dumps(topic, indent=1),
    }
    for name, text in made.items():
        (tmp_path / name).write_text(text, encoding="utf-8")
        assert sumscope.read_scores(tmp_path / name).rows == expected, name
    assert read_scores([topic]).rows == expected
    assert read_scores(sumscope.Corpus([topic])).rows == expected
