"""`reproduce murray2012` on invented meetings, a single corpus, and the embedded example."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

import sumscope
from sumscope.app import links
from sumscope.core.errors import SumscopeError
from sumscope.corpus.jsonl import dump_topic
from sumscope.papers import murray2012

from .meetings import corpus


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    root = tmp_path_factory.mktemp("ami")
    topics = corpus(8, sentences=40)
    for name, part in (("train", topics[:6]), ("dev", topics[6:]), ("whole", topics)):
        (root / f"{name}.jsonl").write_bytes(b"".join(dump_topic(t).strip() + b"\n" for t in part))
    return root


def cells(result: Any, name: str) -> dict[str, dict[str, Any]]:
    (found,) = [t for t in result.tables if t.name == name]
    return {row[0]: dict(zip(found.heading, row, strict=True)) for row in found.rows}


def test_tables_follow_from_the_library(folder: Path, tmp_path: Path) -> None:
    result = sumscope.reproduce("murray2012", folder, out=tmp_path)
    assert [t.name for t in result.tables] == [
        "table1",
        "table2",
        "table3",
        "graphs",
        "overlap",
        "t-tests",
        "other-k",
    ]
    model = links.fit(folder / "train.jsonl", model="logistic")
    found = links.evaluate(folder / "dev.jsonl", model, by=("gn",))
    first = cells(result, "table1")
    assert first["Abstractive links"]["f"] == found.mean("f")
    assert first["Abstractive links"]["f (published)"] == 0.54
    assert first["Lower bound"]["recall"] == 1.0
    assert cells(result, "table2")["Girvan-Newman"]["logistic"] == found.omega["gn"]
    # Every invented sentence has one subject, so gold graphs are cliques and communities perfect.
    assert cells(result, "table3")["Girvan-Newman"]["one judge"] == 1.0
    assert cells(result, "graphs")["Gold"]["nodes"] > 10
    assert cells(result, "overlap")["Judges"]["logistic"] == 1.0
    row = cells(result, "other-k")["Girvan-Newman, logistic"]
    four = links.evaluate(folder / "dev.jsonl", model, by=("gn",), k=4)
    assert row["k = 4"] == four.omega["gn"]
    made = {path.name for path in tmp_path.iterdir()}
    assert {"table1.csv", "table1.tex", "table3.csv", "t-tests.tex", "results.json"} <= made


def test_one_corpus_is_split_by_series(folder: Path) -> None:
    train, test, notes = murray2012._split(str(folder / "whole.jsonl"))
    assert {t.id[:-1] for t in test} == {"X0"}
    assert {t.id[:-1] for t in train} == {"X1", "X2", "X3"}
    assert "1 of its 4 series" in notes[0]


def test_what_is_missing_is_said(folder: Path, tmp_path: Path) -> None:
    with pytest.raises(SumscopeError, match="no training and test meetings"):
        sumscope.reproduce("murray2012", tmp_path)


def test_without_data_the_embedded_meeting_serves() -> None:
    result = sumscope.reproduce("murray2012")
    assert "one invented meeting" in result.notes[0]
    assert cells(result, "table2")["Human"]["logistic"] is not None
    assert cells(result, "table3")["CONGA"]["all judges"] is not None
