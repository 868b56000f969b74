"""Odd and damaged input ends in one line and status 2, never in a traceback."""

from __future__ import annotations

import copy
import gzip
import importlib.util
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from sumscope.corpus.jsonl import dump_topic

HERE = Path(__file__).parent


def _ends_well(done: Any) -> None:
    assert done.status in (0, 2), done
    assert "Traceback" not in done.err
    if done.status == 2:
        assert done.err.splitlines()[-1].startswith("sumscope: ")


def _refused(done: Any, said: str = "") -> None:
    _ends_well(done)
    assert done.status == 2, done
    assert said in done.err


@pytest.mark.parametrize(
    "line",
    ['{"id": NaN"T1"}', '{"id": Infinity', '{"id": -Infinity 3}', '{"a": 1e999, "b": }'],
)
def test_numbers_that_json_does_not_have(cli: Any, tmp_path: Path, line: str) -> None:
    (tmp_path / "c.jsonl").write_text(line + "\n", encoding="utf-8")
    _refused(cli("score", tmp_path / "c.jsonl", "-m", "rouge-1"), "c.jsonl:1")


def test_a_damaged_gzip_file_of_judgements(cli: Any, corpus: Path, tmp_path: Path) -> None:
    assert cli("score", corpus, "-m", "rouge-1", "-o", tmp_path / "s.csv").status == 0
    packed = bytearray(gzip.compress(corpus.read_bytes()))
    human = tmp_path / "h.jsonl.gz"
    for at in range(10, len(packed), 7):
        damaged = bytes(packed[:at] + bytes([packed[at] ^ 0xFF]) + packed[at + 1 :])
        human.write_bytes(damaged)
        _refused(cli("meta", tmp_path / "s.csv", "--human", human))
        human.write_bytes(packed[:at])
        _refused(cli("meta", tmp_path / "s.csv", "--human", human), "the gzip file")


@pytest.mark.parametrize(
    "encoding",
    [
        "undefined",
        "punycode",
        "idna",
        "unicode_escape",
        "rot13",
        "hex",
        "utf-16",
        "x-none",
        "utf-7",
    ],
)
def test_declared_encodings(cli: Any, tmp_path: Path, encoding: str) -> None:
    for kind, text in (
        ("models", f'<?xml version="1.0" encoding="{encoding}"?>\nThe cat sat \\x41 é.\n'),
        ("peers", f'<html><meta charset="{encoding}">A cat-abc sat.</html>'),
    ):
        folder = tmp_path / "in" / kind
        folder.mkdir(parents=True, exist_ok=True)
        (folder / "D061.M.100.J.A").write_text(text, encoding="utf-8")
    done = cli("convert", tmp_path / "in", tmp_path / "o.jsonl", "--from", "duc")
    _ends_well(done)
    if done.status == 0 and encoding != "utf-7":
        assert "cat-abc sat" in (tmp_path / "o.jsonl").read_text(encoding="utf-8")


def test_ids_of_five_thousand_digits(cli: Any, corpus: Path, tmp_path: Path) -> None:
    name = "7" * 5000
    text = corpus.read_text(encoding="utf-8").replace('"T0"', f'"{name}"')
    text = (
        text.replace('"good"', f'"{name}"').replace('"d1', f'"{name}').replace("d1.0", f"{name}.0")
    )
    (tmp_path / "c.jsonl").write_text(text, encoding="utf-8")
    source = tmp_path / "c.jsonl"
    _ends_well(cli("score", source, "-m", "rouge-1", "-o", tmp_path / "s.csv"))
    _ends_well(cli("oracle", source, "--json"))
    _ends_well(cli("summarize", source, "--by", "lead", "-o", tmp_path / "o.jsonl"))
    _ends_well(cli("compare", tmp_path / "s.csv"))
    (tmp_path / "in" / "models").mkdir(parents=True)
    summary = f'<SUM DOCSET="D{name}" SIZE="{name}" SUMMARIZER="{name}">A text.</SUM>'
    (tmp_path / "in" / "models" / "x.sgml").write_text(summary, encoding="utf-8")
    (tmp_path / "in" / "models" / "y.sgml").write_text(summary + "<SUM></SUM>", encoding="utf-8")
    _ends_well(cli("convert", tmp_path / "in", tmp_path / "d.jsonl", "--from", "duc"))
    table = tmp_path / "t.csv"
    table.write_text(f"topic,kind,id,text\n{name},document,{name},x\n", encoding="utf-8")
    _ends_well(cli("convert", table, tmp_path / "e.jsonl", "--from", "csv"))
    cover = tmp_path / "v.json"
    cover.write_text(f"[[{name}, 1], [2]]", encoding="utf-8")
    _ends_well(cli("agree", cover, cover))
    graph = tmp_path / "g.tsv"
    graph.write_text(f"{name}\tb\nb\t1{name}\n", encoding="utf-8")
    _ends_well(cli("detect", graph, "--by", "greedy"))


def _meetings(tmp_path: Path) -> Path:
    path = HERE.parent / "unit" / "linking" / "meetings.py"
    spec = importlib.util.spec_from_file_location("invented_meetings", path)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    source = tmp_path / "meetings.jsonl"
    made = [dump_topic(module.meeting(f"M{i}", i, sentences=24)) for i in range(4)]
    source.write_bytes(b"".join(made))
    return source


def _set(*path: Any) -> Callable[[Any], None]:
    *way, last, value = path

    def change(model: Any) -> None:
        for key in way:
            model = model[key]
        model[last] = value

    return change


def _ring(model: Any) -> None:
    """A tree of which both sides of a node lead to the same one: 2**60 paths."""
    size = 61
    model["boosted"]["trees"][0] = {
        "feature": [0] * (size - 1) + [-1],
        "threshold": [0.0] * size,
        "left": [*range(1, size), 0],
        "right": [*range(1, size), 0],
        "value": [0.0] * size,
    }


def test_link_models_that_are_damaged(cli: Any, tmp_path: Path) -> None:
    source = _meetings(tmp_path)
    broken: dict[str, list[Callable[[Any], None]]] = {
        "logistic": [
            _set("intercept", float("nan")),
            _set("intercept", "1"),
            _set("intercept", 10**400),
            _set("threshold", float("inf")),
            _set("mean_k", 1e300),
            _set("features", 0, "deviation", 0),
            _set("features", 0, "weight", None),
            _set("features", 1, "name", "time"),
        ],
        "weave": [
            _set("boosted", "trees", 0, "value", []),
            _set("boosted", "trees", 0, "threshold", []),
            _set("boosted", "trees", 0, "feature", 0, 10**6),
            _set("boosted", "trees", 0, "left", 0, 0),
            _set("boosted", "trees", 0, {}),
            _set(
                "boosted",
                "trees",
                0,
                {k: [] for k in ("feature", "threshold", "left", "right", "value")},
            ),
            _set("boosted", "base", None),
            _ring,
            _set("crossed", "pivot", -1),
            _set("crossed", "pivot", 10**6),
            _set("crossed", "deviations", 0, 0),
            _set("crossed", "weights", 0, [1]),
            _set("lexicon", "idf", 0, None),
            _set("lexicon", "vectors", []),
            _set("sentences", "acts", []),
            _set("sentences", "tasks", {"worth": {"intercept": 0, "weights": [1, 2]}}),
            _set("features", 0, "name", "nothing"),
            _set("features", []),
            _set("base_rate", float("nan")),
        ],
    }
    for kind, changes in broken.items():
        model = tmp_path / f"{kind}.json"
        assert cli("links", "fit", source, "-o", model, "--kind", kind).status == 0
        assert cli("links", "predict", source, "--model", model, "--json").status == 0
        whole = json.loads(model.read_text(encoding="utf-8"))
        for change in changes:
            other = copy.deepcopy(whole)
            change(other)
            damaged = tmp_path / "damaged.json"
            damaged.write_text(json.dumps(other), encoding="utf-8")
            for words in (
                ("links", "show", damaged),
                ("links", "predict", source, "--model", damaged, "--json"),
                ("links", "evaluate", source, "--model", damaged),
            ):
                _refused(cli(*words), "damaged.json")
