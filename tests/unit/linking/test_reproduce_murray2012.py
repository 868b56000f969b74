"""`reproduce murray2012` on invented meetings, a single corpus, and the embedded example."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from sklearn.metrics import cohen_kappa_score, roc_curve

import sumscope
from sumscope.app import links
from sumscope.core.errors import SumscopeError
from sumscope.core.values import Topic
from sumscope.corpus.jsonl import dump_topic
from sumscope.papers import murray2012
from sumscope.papers.murray2012 import cohen
from sumscope.report.link_figures import roc_points

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
        "kappa",
        "table3",
        "graphs",
        "overlap",
        "t-tests",
        "other-k",
    ]
    model = links.fit(folder / "train.jsonl", kind="logistic")
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
    assert [p.name for p in result.pictures] == ["roc", "dendrogram"]
    assert cells(result, "kappa")["Sentences linked"]["kappa"] is None, "one judge a meeting"
    assert any("Every meeting has one judge" in note for note in result.notes)
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


def judged_thrice(name: str) -> Topic:
    """A meeting with three judges: the true links, half of the sentences, and shifted ones."""
    topic = corpus(8, sentences=40)[int(name)]
    (own,) = topic.covers
    half = tuple(replace(c, items=c.items[::2]) for c in own.clusters)
    ids = [s.id for d in topic.documents for s in d.sentences]
    place = {one: at for at, one in enumerate(ids)}
    moved = tuple(
        replace(c, items=tuple(dict.fromkeys(ids[(place[i] + 3) % len(ids)] for i in c.items)))
        for c in own.clusters
    )
    judges = (("A", own.clusters), ("B", half), ("C", moved))
    return replace(topic, covers=tuple(replace(own, judge=j, clusters=c) for j, c in judges))


def test_one_graph_for_all_judges_is_harder_than_each_judges_own(tmp_path: Path) -> None:
    """A check from outside: with three judges Omega falls from .32 to about .13 beside .10."""
    topics = [judged_thrice(str(number)) for number in range(8)]
    for name, part in (("train", topics[:6]), ("dev", topics[6:])):
        path = tmp_path / f"{name}.jsonl"
        path.write_bytes(b"".join(dump_topic(t).strip() + b"\n" for t in part))
    result = sumscope.reproduce("murray2012", tmp_path)
    second = cells(result, "table2")
    model = links.fit(tmp_path / "train.jsonl", kind="logistic")
    for column, which in (("logistic", "any"), ("logistic, own", "linked")):
        found = links.evaluate(tmp_path / "dev.jsonl", model, by=("gn",), universe=which)
        assert second["Girvan-Newman"][column] == found.omega["gn"]
        assert second["Human"]["logistic"] == found.human
    assert second["CONGA"]["logistic"] < second["CONGA"]["logistic, own"]
    seen = {m.candidates for m in found.meetings}
    every = links.evaluate(tmp_path / "dev.jsonl", model, by=("gn",), universe="any")
    for meeting in {m.topic for m in every.meetings}:
        assert len({m.candidates for m in every.meetings if m.topic == meeting}) == 1
    assert len(seen) > 1
    assert cells(result, "kappa")["Sentences linked"]["pairs of judges"] == 2 * 3
    crossed = next(t for t in result.tables if t.name == "cross-judge").rows
    assert {(row[0], row[1]) for row in crossed} == {(a, b) for a in "ABC" for b in "ABC"}
    tests = cells(result, "t-tests")
    assert tests["Girvan-Newman - CONGA, gold links, all judges"]["difference"] is not None


@pytest.mark.parametrize("seed", range(5))
def test_kappa_is_scikit_learns(seed: int) -> None:
    draw = np.random.default_rng(seed)
    left, right = draw.random(60) < 0.3, draw.random(60) < 0.4
    assert cohen(left, right) == pytest.approx(cohen_kappa_score(left, right))
    assert cohen(np.ones(3, dtype=bool), np.ones(3, dtype=bool)) is None


@pytest.mark.parametrize("seed", range(5))
def test_the_roc_curve_is_scikit_learns(seed: int) -> None:
    draw = np.random.default_rng(seed)
    truth = draw.random(80) < 0.3
    scores = np.round(draw.random(80), 1)
    x, y = roc_points(truth, scores)
    wanted = roc_curve(truth, scores, drop_intermediate=False)
    assert x == pytest.approx(wanted[0])
    assert y == pytest.approx(wanted[1])
