"""Typical mistakes, each with the message a person gets: read it as a table.

On the command line a mistake ends in status 2, one line on standard error that begins with
`sumscope:`, and nothing on standard output. In Python it is a `SumscopeError` with the same line.
"""

# ruff: noqa: E501 (a row of the table is a line)

from __future__ import annotations

import gzip
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import sumscope
from sumscope.cli.shell import run

PEERS = [{"id": "s", "text": "a cat"}]
REFS = [{"id": "A", "text": "the cat"}]
GOOD = {"id": "T", "references": REFS, "peers": PEERS}
ROW = {"id": "1", "reference": "the cat", "prediction": "a cat"}


def line(**topic: Any) -> str:
    return json.dumps({"id": "T", **topic}) + "\n"


FILES: dict[str, str | bytes] = {
    "good.jsonl": json.dumps(GOOD),
    "peer.jsonl": line(references=REFS, peer=PEERS),
    "reference.jsonl": line(reference=REFS, peers=PEERS),
    "summaries.jsonl": line(references=REFS, summaries=PEERS),
    "Peers.jsonl": line(references=REFS, Peers=PEERS),
    "refrences.jsonl": line(refrences=REFS, peers=PEERS),
    "judgments.jsonl": line(references=REFS, peers=PEERS, judgments={"s": {"x": 1}}),
    "txt.jsonl": line(references=[{"id": "A", "txt": "the cat"}], peers=PEERS),
    "ID.jsonl": json.dumps({"ID": "T", "references": REFS, "peers": PEERS}),
    "strings.jsonl": line(references=REFS, peers=["a cat"]),
    "number.jsonl": line(references=REFS, peers=[{"id": "s", "text": 3}]),
    "nopeers.jsonl": line(references=REFS),
    "norefs.jsonl": line(peers=PEERS),
    "nodocs.jsonl": line(references=REFS, peers=PEERS),
    "ids.jsonl": json.dumps({"id": "T"}),
    "twice.jsonl": json.dumps(GOOD) + "\n" + json.dumps(GOOD),
    "single.jsonl": "{'id': 'T'}",
    "comma.jsonl": json.dumps(GOOD) + ",\n",
    "empty.jsonl": "",
    "header.csv": "id,reference,prediction\n",
    "typo.csv": "id,refrence,predicton\n1,a,b\n",
    "nothing.csv": "name,age\nx,3\n",
    "nopred.csv": "id,reference\n1,a\n",
    "noref.csv": "id,prediction\n1,a\n",
    "good.csv": "id,reference,prediction\n1,the cat,a cat\n2,a dog,dogs\n",
    "nan.csv": "id,reference,prediction\n1,the cat,a cat\n2,a dog,nan\n",
    "ragged.csv": "id,reference,prediction\n1,the cat, sat,a cat\n",
    "short.csv": "id,reference,prediction\n1,the cat\n",
    "quote.csv": 'id,reference,prediction\n1,"the "cat" sat",a cat\n',
    "double.csv": "id,reference,prediction,prediction\n1,a,b,c\n",
    "sametopic.csv": "id,reference,prediction\n1,a,b\n1,c,d\n",
    "twosystems.csv": "topic,system,prediction,reference\n1,x,a,r\n1,x,b,r\n",
    "nosystem.csv": "topic,system,prediction,reference\n1,,a,r\n",
    "notopic.csv": "id,reference,prediction\n,a,b\n",
    "judged.csv": "id,reference,peer.a,peer.b,judgement.fluency\n1,a,b,c,3\n",
    "word.csv": "id,reference,prediction,judgement.fluency\n1,a,b,good\n",
    "null.json": json.dumps([ROW, {**ROW, "id": "2", "prediction": None}], indent=1),
    "cut.json": json.dumps([ROW, ROW], indent=1)[:-20],
    "mixed.json": json.dumps([ROW, 3]),
    "sheet.xlsx": b"PK\x03\x04rest",
    "model.pkl": b"\x80\x04\x95rest",
    "cut.jsonl.gz": gzip.compress(json.dumps(GOOD).encode() * 50)[:-9],
    "three.txt": "one\ntwo\nthree\n",
    "long.txt": "word " * 100,
    "scores.csv": "topic,peer,measure,value\nT,s,rouge-1,0.5\nU,s,rouge-1,0.7\n",
    "other.csv": "topic,peer,bertscore\nX,y,0.5\n",
    "clash.csv": "topic,peer,measure,value\nT,s,rouge-1,0.5\n",
    "words.csv": "topic,peer,bertscore\nT,s,high\n",
    "nocolumns.csv": "a,b\n1,2\n",
    "norows.csv": "topic,peer,measure,value\n",
}

M = ("-m", "rouge-1")
COMMANDS = [
    # What is typed, and what is answered.
    (("score", "peer.jsonl", *M), "peer.jsonl:1: peer: unknown key 'peer'; expected 'peers'; rename"),
    (("score", "reference.jsonl", *M), "unknown key 'reference'; expected 'references'"),
    (("score", "summaries.jsonl", *M), "unknown key 'summaries'; expected 'peers'"),
    (("score", "Peers.jsonl", *M), "unknown key 'Peers'; expected 'peers'"),
    (("score", "refrences.jsonl", *M), "unknown key 'refrences'; expected 'references'"),
    (("score", "judgments.jsonl", *M), "unknown key 'judgments'; expected 'judgements'"),
    (("score", "txt.jsonl", *M), "expected one of text, sentences; found none; rename 'txt' to 'text'"),
    (("score", "ID.jsonl", *M), "ID.jsonl:1: id: is missing; expected a string that is not empty; re"),
    (("score", "strings.jsonl", *M), "peers[0]: expected an object with an id, found a string"),
    (("score", "number.jsonl", *M), "peers[0].text: expected a string, found a number"),
    (("score", "nopeers.jsonl", *M), "nopeers.jsonl: no topic has summaries to score; they go under"),
    (("score", "norefs.jsonl", *M), "norefs.jsonl: the score is undefined: no references"),
    (("score", "ids.jsonl", *M), "no topic has summaries to score"),
    (("oracle", "nodocs.jsonl"), "no oracle can be computed: no topic has both documents and references"),
    (("study", "ids.jsonl", "-o", "report"), "ids.jsonl: no topic has anything to study; a topic has"),
    (("judges", "ids.jsonl"), "the corpus has no judgements"),
    (("rank", "ids.jsonl"), "the corpus has no judgements to rank by"),
    (("sample", "nodocs.jsonl"), "no topic of the corpus has documents"),
    (("summarize", "nodocs.jsonl", "--by", "lead"), "lead needs documents, but the topic has none"),
    (("detect", "nodocs.jsonl", "--graph", "cosine"), "the topic has no documents to take sentences from"),
    (("agree", "good.jsonl"), "no topic of the corpus has covers of two judges"),
    (("score", "twice.jsonl", *M), "twice.jsonl:2: id: the topic id 'T' is given twice (before on"),
    (("score", "single.jsonl", *M), "not JSON: expecting property name enclosed in double quotes"),
    (("score", "comma.jsonl", *M), "comma.jsonl:1: not JSON: extra data"),
    (("score", "empty.jsonl", *M), "empty.jsonl: the file has no topics"),
    (("score", "missing.jsonl", *M), "missing.jsonl: cannot read the corpus: No such file"),
    (("score", ".", *M), ".: is a folder, not a corpus or a table; make a corpus of it: sumscope con"),
    (("score", "header.csv", *M), "header.csv: the table has no rows"),
    (("score", "typo.csv", *M), "(did you mean reference=refrence and peer=predicton?)"),
    (("score", "nothing.csv", *M), "its columns are name, age; name them with --columns"),
    (("score", "nopred.csv", *M), 'no column of the table holds the summaries to score (peers)'),
    (("score", "noref.csv", *M), 'holds the references; its columns are id, prediction; name them'),
    (("score", "nan.csv", *M), "nan.csv:3: prediction: the text is missing ('nan')"),
    (("score", "ragged.csv", *M), "ragged.csv:2: expected 3 cells as in the header, found 4; put ce"),
    (("score", "short.csv", *M), "short.csv:2: expected 3 cells as in the header, found 2"),
    (("score", "quote.csv", *M), "quote.csv:2: not CSV"),
    (("score", "double.csv", *M), "the column 'prediction' is given twice; rename one"),
    (("score", "sametopic.csv", *M), "sametopic.csv:3: id: the topic id '1' is given twice"),
    (("score", "twosystems.csv", *M), "topic '1' has two different summaries by 'x'"),
    (("score", "nosystem.csv", *M), "nosystem.csv:2: system: the row names no system"),
    (("score", "notopic.csv", *M), "notopic.csv:2: id: the row has no topic"),
    (("score", "judged.csv", *M), "judgement.fluency: a judgement belongs to one of several"),
    (("score", "word.csv", *M), "judgement.fluency: expected a finite number or nothing, found 'good'"),
    (("score", "null.json", *M), "null.json: row 2: prediction: the text is missing (null)"),
    (("score", "cut.json", *M), "the JSON list is not complete"),
    (("score", "mixed.json", *M), "mixed.json: row 2: expected an object"),
    (("score", "sheet.xlsx", *M), "this is an Excel workbook or another zip archive, not a corpus"),
    (("score", "model.pkl", *M), "this is a pickle, which can run any program, not a corpus or a"),
    (("score", "cut.jsonl.gz", *M), "the gzip file ends early; fetch or write the file again"),
    (("score", "long.txt", *M), "the first line is a text, not the names of columns"),
    (("score", "good.csv", *M, "--columns", "ref=reference"), "unknown role 'ref'; did you mean ref"),
    (("score", "good.csv", *M, "--columns", "peer=bart"), "the table has no column 'bart' for peer"),
    (("score", "good.csv", *M, "--columns", "prediction"), "'prediction' is not role=column; write"),
    (("score", "good.jsonl", *M, "--columns", "peer=x"), "columns are for tables, and this is a cor"),
    (("score", "good.csv", *M, "--peer", "t5", "three.txt"), "has 3 summaries and the corpus 2 topi"),
    (("score", "good.csv", *M, "--peer", "t5", "no.txt"), "no.txt: no such file"),
    (("score", "good.csv", *M, "-o", "new/s.csv"), "new/s.csv: the folder of the output does not ex"),
    (("score", "good.csv", *M, "-o", "s.xlsx"), "s.xlsx: "),
    (("score", "good.csv", "-m", "rouge2"), "did you mean rouge-2"),
    (("score", "good.csv", "-m", "rouge-2(stemm=true)"), "did you mean stem"),
    (("score", "good.csv"), "Missing option '-m' / '--measure'"),
    (("scores", "good.csv"), "did you mean score"),
    (("compare", "nocolumns.csv"), "nocolumns.csv: has no column 'topic'; expected the columns topic"),
    (("compare", "norows.csv"), "the score table has no rows; score something first"),
    (("compare", "scores.csv", "--scores", "other.csv"), "no topic and peer of these scores is one o"),
    (("compare", "scores.csv", "--scores", "clash.csv"), "both tables have the measure 'rouge-1'"),
    (("compare", "scores.csv", "--scores", "words.csv"), "bertscore is 'high', not a number"),
    (("compare", "scores.csv", "--lower", "rogue-1"), "no measure 'rogue-1'; did you mean rouge-1?"),
    (("meta", "scores.csv", "--human", "good.jsonl"), "the human scores have no rows"),
    (("convert", ".", "out.jsonl"), "the format was not recognized; give --from"),
]  # fmt: skip


@pytest.fixture
def there(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    for name, content in FILES.items():
        (tmp_path / name).write_bytes(content if isinstance(content, bytes) else content.encode())
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.mark.filterwarnings("ignore:topics without")
@pytest.mark.parametrize(
    ("words", "message"), COMMANDS, ids=lambda v: " ".join(v) if isinstance(v, tuple) else ""
)
def test_on_the_command_line(
    words: tuple[str, ...], message: str, there: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    before = sorted(there.iterdir())
    assert run(list(words)) == 2
    told = capfd.readouterr()
    assert told.out == ""
    last = told.err.splitlines()[-1]
    assert last.startswith("sumscope: ")
    assert message in last
    assert "Traceback" not in told.err
    assert sorted(there.iterdir()) == before


def frame(**columns: list[Any]) -> Any:
    import pandas

    return pandas.DataFrame(columns)


SCORES = ["topic", "peer", "measure", "value"]
CALLS: list[tuple[Callable[[], object], str]] = [
    (lambda: sumscope.score(3, ["rouge-1"]), "the corpus is a int; give a path, a pandas"),
    (lambda: sumscope.score([], ["rouge-1"]), "the corpus is empty: it has no topics"),
    (lambda: sumscope.score([3], ["rouge-1"]), "holds a int where a Topic was expected"),
    (lambda: sumscope.score([ROW, "x"], ["rouge-1"]), "holds a str where a row was expected"),
    (lambda: sumscope.score(frame(a=[1], b=[2]), ["rouge-1"]), "its columns are a, b; name them"),
    (
        lambda: sumscope.score(frame(gold=["a", "b"], pred=["a", float("nan")]), ["rouge-1"]),
        "row 2: pred: the text is missing (NaN)",
    ),
    (lambda: sumscope.score(frame(gold=["a"], pred=[3]), ["rouge-1"]), "found the number 3"),
    (lambda: sumscope.score([ROW], ["rouge-1"], columns=["x"]), "columns=list is not a dict"),
    (lambda: sumscope.score([ROW], ["rouge-1"], columns={"peers": "x"}), "no column 'x' for peer"),
    (lambda: sumscope.score([ROW], ["rouge-1"], report="recall"), "report is 'recall'; give one"),
    (lambda: sumscope.score([ROW], []), "no measure was given"),
    (
        lambda: sumscope.compare(frame(a=[1])),
        "compare(scores=...): has no column 'topic'; expected the columns",
    ),
    (lambda: sumscope.compare(3), "compare(scores=...) got a int"),
    (
        lambda: sumscope.meta(frame(topic=["1"], peer=["a"], x=[1.0]), frame(score=[3])),
        "meta(human=...): has no column 'topic'; expected the columns topic,peer,measure",
    ),
    (
        lambda: sumscope.meta(frame(topic=["1"], peer=["a"]), frame(score=[3])),
        "meta(scores=...): has no column of scores",
    ),
    (lambda: sumscope.ScoreTable.from_pandas([1]), "ScoreTable.from_pandas(frame) got a list"),
    (
        lambda: sumscope.rouge(["a", "b"], "c"),
        "predictions is a list of 2 texts, references is one",
    ),
    (lambda: sumscope.rouge(["a", "b"], ["c"]), "predictions is a list of 2 texts, references a l"),
    (lambda: sumscope.rouge("a", [["b"]]), "predictions is one text, so references is a text or a"),
    (lambda: sumscope.rouge(None, "a"), "rouge(predictions=...) got a NoneType"),
]


@pytest.mark.parametrize(("call", "message"), CALLS, ids=[m[:50] for _, m in CALLS])
def test_in_python(call: Callable[[], object], message: str) -> None:
    with pytest.raises(sumscope.SumscopeError) as told:
        call()
    assert message in str(told.value)
    assert "\n" not in str(told.value)


def test_there_are_sixty() -> None:
    assert len(COMMANDS) >= 60
    assert len({words for words, _ in COMMANDS}) == len(COMMANDS)
