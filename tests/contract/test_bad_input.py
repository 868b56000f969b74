"""Bad input through the command line: each kind gets what the contract says.

Refused input ends in status 2, one line on standard error that names file, line and key, nothing
on standard output and no traceback. Odd but valid input is scored.
"""

from __future__ import annotations

import gzip
import io
import json
import subprocess
import sys
from pathlib import Path

import pytest

import sumscope.data
from sumscope.cli.shell import run

REFERENCE = '"references": [{"id": "A", "text": "The cat sat on the mat."}]'


def topic(inside: str, name: str = "T") -> str:
    return f'{{"id": "{name}", {REFERENCE}, {inside}}}'


def peer(text: str) -> str:
    return f'"peers": [{{"id": "p", "text": {json.dumps(text)}}}]'


GOOD = topic(peer("The cat sat."), "good")

REFUSED = {
    "empty file": (b"", ": the file has no topics"),
    "blank lines only": (b"\n\r\n \n", ": the file has no topics"),
    "empty topic": (b"{}", ":1: id: is missing"),
    "duplicate topic id": (f"{GOOD}\n{GOOD}\n".encode(), ":2: id: the topic id 'good' is given"),
    "duplicate peer id": (
        topic('"peers": [{"id": "p", "text": ""}, {"id": "p", "text": ""}]').encode(),
        ":1: peers[1].id: the id 'p' is given twice",
    ),
    "duplicate key": (b'{"id": "T", "id": "U"}', ":1: the key 'id' is given twice"),
    "invalid UTF-8": (GOOD.encode() + b'\n{"id": "\xe9"}', ":2: byte 9 of the line (0xe9)"),
    "NUL byte": (GOOD.encode() + b'\n{"id": "\x00"}', ":2: byte 9 of the line is NUL"),
    "UTF-16": (GOOD.encode("utf-16"), ":1: byte 4 of the line is NUL; is the file UTF-16?"),
    "NaN judgement": (
        topic('"judgements": {"p": {"grade": NaN}}').encode(),
        ":1: judgements.p.grade: expected a finite number, found NaN",
    ),
    "infinite judgement": (
        topic('"judgements": {"p": {"grade": 1e400}}').encode(),
        ":1: judgements.p.grade: expected a finite number, found 1e400",
    ),
    "not JSON": (GOOD.encode() + b"\nid,text\n", ":2: not JSON: "),
    "a table of other things": (b"id,text\n", ": no column of the table holds the references"),
    "no object": (b"[1]\n", ": row 1: expected an object"),
    "wrong type": (topic('"peers": {}').encode(), ":1: peers: expected a list, found an object"),
    "neither text nor sentences": (
        topic('"peers": [{"id": "p"}]').encode(),
        ":1: peers[0]: expected one of text, sentences, extract; found none",
    ),
    "text and sentences": (
        topic('"peers": [{"id": "p", "text": "", "sentences": []}]').encode(),
        ":1: peers[0]: expected one of text, sentences, extract; found both",
    ),
    "extract of an unknown sentence": (
        topic(
            '"peers": [{"id": "p", "extract": ["d.9"]}], "documents": '
            '[{"id": "d", "sentences": ["One."]}]'
        ).encode(),
        ":1: peers[0].extract[0]: no sentence of the documents has the id 'd.9'",
    ),
    "cover of an unknown sentence": (
        b'{"id": "T", "documents": [{"id": "d", "sentences": ["One."]}], "covers": '
        b'[{"judge": "eve", "clusters": [{"items": ["d.0", "x"]}]}]}',
        ":1: covers[0].clusters[0].items[1]: judge 'eve', cluster 0: no sentence",
    ),
    "deep nesting": (b'{"id": "T", "x": ' + b"[" * 200_000, ":1: the values are nested"),
    "half a character": (b'{"id": "T", "x": "\\udc00"}', ":1: half a character"),
    "truncated gzip": (gzip.compress(GOOD.encode() * 99)[:-9], ": after line 0: the gzip file"),
}


@pytest.mark.parametrize("case", REFUSED)
@pytest.mark.parametrize("out", [False, True], ids=["json", "file"])
def test_refused(case: str, out: bool, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    raw, message = REFUSED[case]
    path = tmp_path / "c.jsonl"
    path.write_bytes(raw)
    target = tmp_path / "scores.csv"
    rest = ["-o", str(target)] if out else ["--json"]
    assert run(["score", str(path), "-m", "rouge-1", *rest]) == 2
    told = capsys.readouterr()
    assert told.out == ""
    assert told.err.startswith(f"sumscope: {path}{message}")
    assert told.err.count("\n") == 1
    assert sorted(p.name for p in tmp_path.iterdir()) == ["c.jsonl"]


ACCEPTED = {
    "byte order mark": b"\xef\xbb\xbf" + GOOD.encode(),
    "CR LF": GOOD.encode() + b"\r\n",
    "blank lines": b"\n\r\n" + GOOD.encode() + b"\n\n",
    "unknown keys": topic(peer("The cat sat.") + ', "x": {"y": [null]}', "good").encode(),
    "gzip under another name": gzip.compress(GOOD.encode()),
    "null judgement": topic(
        peer("The cat sat.") + ', "judgements": {"p": {"g": null}}', "good"
    ).encode(),
    "judgement of nobody": topic(
        peer("The cat sat.") + ', "judgements": {"z": {"g": 1}}', "good"
    ).encode(),
}


@pytest.mark.parametrize("case", ACCEPTED)
def test_accepted(case: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "c.jsonl"
    path.write_bytes(ACCEPTED[case])
    assert run(["score", str(path), "-m", "rouge-1", "--json"]) == 0
    told = capsys.readouterr()
    (row,) = json.loads(told.out)
    assert (row["topic"], row["peer"], row["value"]) == ("good", "p", 0.5)
    assert told.err == ""


@pytest.mark.parametrize("text", ["", ".", "\n", "…", "\x00"])
def test_a_summary_without_words_scores_nothing(
    text: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "c.jsonl"
    path.write_text(topic(peer(text)), encoding="utf-8")
    assert run(["score", str(path), "-m", "rouge-1", "-m", "rouge-l", "--json"]) == 0
    rows = json.loads(capsys.readouterr().out)
    assert [row["value"] for row in rows] == [0, 0]


def test_missing_references_are_an_undefined_value_with_its_reason(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "c.jsonl"
    bare = '{"id": "U", "peers": [{"id": "p", "text": "The cat."}]}'
    path.write_text(f"{GOOD}\n{bare}", encoding="utf-8")
    assert run(["score", str(path), "-m", "rouge-1", "--json"]) == 0
    _, row = json.loads(capsys.readouterr().out)
    assert row["value"] is None
    assert "reference" in row["reason"]
    path.write_text(bare, encoding="utf-8")
    assert run(["score", str(path), "-m", "rouge-1", "--json"]) == 2
    told = capsys.readouterr()
    assert (told.out, told.err) == (
        "",
        f"sumscope: {path}: the score is undefined: no references\n",
    )


def test_a_corpus_without_summaries_is_refused(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "c.jsonl"
    path.write_text('{"id": "T"}', encoding="utf-8")
    for more in (["--json"], ["-o", str(tmp_path / "s.csv")]):
        assert run(["score", str(path), "-m", "rouge-1", *more]) == 2
        told = capsys.readouterr()
        assert told.out == ""
        assert "no topic has summaries to score" in told.err
    assert list(tmp_path.iterdir()) == [path]


def test_a_line_of_ten_megabytes(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "c.jsonl"
    long = "word " * 2_000_000
    path.write_text(
        topic(peer("The cat sat.") + f', "documents": [{{"id": "d", "text": "{long}"}}]'),
        encoding="utf-8",
    )
    assert run(["score", str(path), "-m", "rouge-1", "--json"]) == 0
    (row,) = json.loads(capsys.readouterr().out)
    assert row["value"] == 0.5


@pytest.mark.parametrize(
    ("measure", "message"),
    [
        ("rouge-11111", "rouge"),
        ("rogue-1", "did you mean rouge-"),
        ("rouge-1(stm=true)", "stem"),
        ("rouge-1(stem=maybe)", "stem"),
        ("rouge-1(", "rouge-1("),
    ],
)
def test_an_unknown_measure_or_parameter_names_the_nearest(
    measure: str, message: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "c.jsonl"
    path.write_text(GOOD, encoding="utf-8")
    assert run(["score", str(path), "-m", measure, "--json"]) == 2
    told = capsys.readouterr()
    assert told.out == ""
    assert message in told.err
    assert told.err.count("\n") == 1


def test_missing_file(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "nowhere.jsonl"
    assert run(["score", str(path), "-m", "rouge-1", "--json"]) == 2
    told = capsys.readouterr()
    assert str(path) in told.err
    assert told.err.count("\n") == 1


def test_standard_input_names_itself() -> None:
    command = [sys.executable, "-m", "sumscope", "score", "-", "-m", "rouge-1", "--json"]
    done = subprocess.run(command, input=GOOD.encode() + b"\n{}", capture_output=True, check=False)
    assert done.returncode == 2
    assert done.stdout == b""
    assert done.stderr.decode() == (
        "sumscope: <stdin>:2: id: is missing; expected a string that is not empty\n"
    )


def test_models_from_standard_input(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    assert run(["supor", "show", "en", "--json"]) == 0
    shown = capsys.readouterr().out
    shipped = Path(sumscope.data.FOLDER) / "supor" / "en.json"
    for raw, status in ((shipped.read_bytes(), 0), (b"no model", 2)):
        monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(raw)))
        assert run(["supor", "show", "-", "--json"]) == status
        told = capsys.readouterr()
        assert told.out == (shown if status == 0 else "")
    assert told.err.startswith("sumscope: <stdin>: the model is not JSON; make one with")
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(b"{}")))
    assert run(["links", "show", "-"]) == 2
    assert capsys.readouterr().err.startswith("sumscope: <stdin>: this is not a link model")


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("compare", "deep"), ":1: the values are nested too deeply"),
        (("meta", "deep", "--human", "deep"), ":1: the values are nested too deeply"),
        (("agree", "digits", "deep"), "not JSON: a number is too long"),
        (("agree", "deep", "digits"), "not JSON: nested too deeply"),
        (("agree", "-", "digits", "--universe", "-"), "standard input can be read only once"),
        (("detect", "digits", "--json"), "this is JSON, not a graph"),
        (("detect", "digits", "--above", "nan"), "above is nan; give a modularity"),
        (("supor", "show", "deep"), "the model is not JSON"),
        (("links", "show", "deep"), "the model is not JSON"),
    ],
)
def test_json_that_cannot_be_read(
    words: tuple[str, ...], said: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    made = {"deep": '{"a": ' + "[" * 100_000, "digits": "[[" + "9" * 5000 + "]]"}
    for name, text in made.items():
        ending = ".jsonl" if words[0] in ("compare", "meta") else ".json"
        made[name] = str(tmp_path / (name + ending))
        Path(made[name]).write_text(text, encoding="utf-8")
    assert run([made.get(word, word) for word in words]) == 2
    told = capsys.readouterr()
    assert (told.out, told.err.count("\n")) == ("", 1)
    assert said in told.err


@pytest.mark.parametrize(
    "words",
    [
        ("agree", "IN.json", "IN.json"),
        ("detect", "IN.tsv"),
        ("growth", "IN.txt"),
        ("topics", "IN.txt"),
        ("convert", "IN.csv", "out.jsonl", "--from", "csv"),
    ],
)
def test_a_packed_file_is_called_so(
    words: tuple[str, ...],
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / words[1]).write_bytes(gzip.compress(b"a\tb\n"))
    assert run(list(words)) == 2
    told = capsys.readouterr()
    assert (told.out, told.err) == (
        "",
        f"sumscope: {words[1]}: the file is compressed with gzip; unpack it first\n",
    )
    assert not (tmp_path / "out.jsonl").exists()
