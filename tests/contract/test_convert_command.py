"""`sumscope convert` as scripts use it."""

from __future__ import annotations

import io
import json
from pathlib import Path

import pytest

import sumscope
from sumscope.cli.shell import run
from sumscope.corpus import formats
from sumscope.corpus.jsonl import parse_topic, read_corpus, topic_to_json

TABLE = "topic,kind,id,text,judgement.g\nT,document,d,Olá.,\nT,reference,A,R.,\nT,peer,p,P.,3\n"


@pytest.fixture
def table(tmp_path: Path) -> Path:
    path = tmp_path / "in.csv"
    path.write_bytes(TABLE.encode("latin-1"))
    return path


def test_counts_and_notes(table: Path, capsys: pytest.CaptureFixture[str]) -> None:
    out = table.with_name("out.jsonl.gz")
    assert run(["convert", str(table), str(out), "--from", "csv", "--lang", "pt"]) == 0
    told = capsys.readouterr()
    counts = "1 topic: 1 document, 1 reference, 1 peer, 1 judgement, 0 covers\n"
    assert told.out == counts
    note = f"sumscope: note: files that are not UTF-8, read as Latin-1: 1 ({table})\n"
    assert told.err == note
    (topic,) = read_corpus(out)
    assert topic.lang == "pt"
    assert topic.documents[0].text == "Olá."


def test_json_is_the_library_result(table: Path, capsys: pytest.CaptureFixture[str]) -> None:
    out = str(table.with_name("out.jsonl"))
    assert run(["convert", str(table), out, "--from", "csv", "--json"]) == 0
    told = capsys.readouterr()
    result = sumscope.convert(table, out, "csv")
    assert json.loads(told.out) == result.to_json()
    assert result.to_json()["notes"] == [
        {
            "kind": "files that are not UTF-8, read as Latin-1",
            "count": 1,
            "examples": [str(table)],
        }
    ]


def test_standard_input_and_output(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    raw = io.BufferedReader(io.BytesIO(TABLE.encode()))  # type: ignore[arg-type]
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(raw))
    assert run(["convert", "-", "-", "--from", "csv"]) == 0
    told = capsys.readouterr()
    assert json.loads(told.out)["documents"] == [{"id": "d", "text": "Olá."}]
    assert told.err.startswith("1 topic: ")


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["in.csv", "o.jsonl", "--from", "duk"], "unknown format 'duk'; did you mean duc?"),
        (["nowhere", "o.jsonl", "--from", "csv"], "nowhere: no such file or folder"),
        (["in.csv", "o.jsonl", "--from", "folders"], "in.csv: expected a folder, found a file"),
        (["in.csv", "-", "--from", "csv", "--json"], "--json and - both write to standard output"),
        (["empty.csv", "o.jsonl"], "empty.csv: the file has no topics"),
        (["in.csv", "o.jsonl", "--from", "csv", "--evaluation", "x"], "does not have evaluations"),
        (["empty.csv", "o.jsonl", "--from", "csv"], "empty.csv: found no topics in the format csv"),
        (["twice.csv", "o.jsonl", "--from", "csv"], "topic 'T': peers[1].id: the id 'p' is given"),
        ([".", "o.jsonl", "--from", "csv"], "is a folder, expected a file"),
    ],
)
def test_refused(
    arguments: list[str],
    message: str,
    table: Path,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.chdir(table.parent)
    Path("empty.csv").write_text("")
    Path("twice.csv").write_text("topic,kind,id,text\nT,peer,p,a\nT,peer,p,b\n")
    before = sorted(Path().iterdir())
    assert run(["convert", *arguments]) == 2
    told = capsys.readouterr()
    assert told.out == ""
    assert message in told.err
    assert told.err.count("\n") == 1
    assert sorted(Path().iterdir()) == before


def test_the_help_and_the_guide_name_every_format(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["convert", "--help"]) == 0
    words = capsys.readouterr().out
    guide = (Path(__file__).parents[2] / "docs/how-to/convert.md").read_text(encoding="utf-8")
    for name in formats.FORMATS.names():
        assert name in words
        assert f"\n## {name}\n" in guide
        assert formats.FORMATS.get(name).__doc__


def test_the_example_in_the_reference_is_a_topic() -> None:
    page = (Path(__file__).parents[2] / "docs/reference/corpus.md").read_text(encoding="utf-8")
    example = json.loads(page.partition("```json\n")[2].partition("```")[0])
    topic = parse_topic(json.dumps(example).encode(), "docs")
    assert topic_to_json(topic) == example
