"""Files made to do harm: bounded time and memory, or one line that refuses them.

No time is measured: each part runs in a process with a limit on memory, and what used to take time
or memory beyond measure would end it.
"""

from __future__ import annotations

import contextlib
import gzip
import io
import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

import sumscope
from sumscope.core.errors import SumscopeError
from sumscope.corpus import formats
from sumscope.corpus.notes import Notes

PATIENCE = 300
MEGABYTES = 2500
# Several commands in one process, which saves starting it; each gives its status and last line.
RUNNER = """
import contextlib, io, json, sys
if sys.platform.startswith("linux"):
    import resource
    resource.setrlimit(resource.RLIMIT_AS, (int(sys.argv[2]) << 20, int(sys.argv[2]) << 20))
from sumscope.cli.shell import run
ends = []
for words in json.loads(sys.argv[1]):
    said = io.StringIO()
    with contextlib.redirect_stderr(said), contextlib.redirect_stdout(io.StringIO()):
        status = run(words)
    ends.append([status, said.getvalue()])
print(json.dumps(ends))
"""


def ends(folder: Path, *commands: str) -> list[tuple[int, str]]:
    """Run commands inside `folder`; the status of each and what it said."""
    words = [sys.executable, "-c", RUNNER, json.dumps([one.split(" ") for one in commands])]
    words.append(str(MEGABYTES))
    done = subprocess.run(words, cwd=folder, capture_output=True, text=True, timeout=PATIENCE)
    assert done.returncode == 0, done.stderr[-2000:]
    found = [(status, said) for status, said in json.loads(done.stdout)]
    for command, (status, said) in zip(commands, found, strict=True):
        assert status in (0, 2), (command, said)
        assert "Traceback" not in said, command
    return found


def topic(name: str, text: str, **more: Any) -> dict[str, Any]:
    return {
        "id": name,
        "lang": "en",
        "documents": [{"id": "d", "text": text}],
        "references": [{"id": "A", "text": "One " + text}],
        "peers": [{"id": "p", "text": text + " two."}],
        **more,
    }


def write(path: Path, *topics: dict[str, Any]) -> None:
    path.write_text("".join(json.dumps(one) + "\n" for one in topics), encoding="utf-8")


def test_a_token_of_a_million_characters(tmp_path: Path) -> None:
    token = "x" * 1_000_000
    write(tmp_path / "c.jsonl", topic("T", f"Then {token} came. It went."))
    (tmp_path / "t.txt").write_text(f"One {token} two. Then {token} three.", encoding="utf-8")
    found = ends(
        tmp_path,
        "score c.jsonl -m rouge-2 -m rouge-l -m rouge-su4 -m topic-unigram -o s.csv",
        "oracle c.jsonl --limit 20 --workers 1 --json",
        "summarize c.jsonl --by lexrank --words 10 -o o.jsonl",
        "growth t.txt --lang en --json",
    )
    assert [status for status, _ in found] == [0] * 4


@pytest.mark.all_only
def test_a_line_of_ten_megabytes(tmp_path: Path) -> None:
    text = "The cat sat on a mat and dogs ran. " * 285_715
    write(tmp_path / "c.jsonl", topic("T", text))
    (tmp_path / "t.txt").write_text(text, encoding="utf-8")
    (tmp_path / "t.csv").write_text(f"id,reference,prediction\n1,{text},A cat.\n")
    found = ends(
        tmp_path,
        "score c.jsonl -m rouge-2 -m rouge-su4 --workers 1 -o s.csv",
        "score c.jsonl -m rouge-l --workers 1 -o l.csv",
        "oracle c.jsonl --limit 20 --workers 1 --json",
        "growth t.txt --lang en --json",
        "topics t.txt --lang en --json",
        "convert t.csv o.jsonl",
    )
    assert [status for status, _ in found] == [0, 2, 0, 0, 2, 0]
    assert "too long for common subsequences: 2,571,436 and 2,571,436 words" in found[1][1]
    assert "share words in too many pairs" in found[4][1]


@pytest.mark.all_only
def test_a_hundred_thousand_sentences(tmp_path: Path) -> None:
    rows = [f"Sentence {i} says word{i % 500} and word{i % 77}." for i in range(100_000)]
    made = {"id": "T", "lang": "en", "documents": [{"id": "d", "sentences": rows}]}
    made["references"] = [{"id": "A", "text": "Sentence 5 says word5."}]
    made["peers"] = [{"id": "p", "sentences": rows}]
    halves = [[f"d.{i}" for i in range(0, 100_000, step)] for step in (2, 3)]
    made["covers"] = [{"judge": f"j{k}", "clusters": [{"items": x}]} for k, x in enumerate(halves)]
    write(tmp_path / "c.jsonl", made)
    found = ends(
        tmp_path,
        "score c.jsonl -m rouge-2 -m rouge-l --workers 1 -o s.csv",
        "oracle c.jsonl --limit 20 --workers 1 --json",
        "summarize c.jsonl --by textrank --words 50 -o o.jsonl",
        "links fit c.jsonl --kind logistic -o m.json",
        "agree c.jsonl --json",
    )
    assert [status for status, _ in found] == [0, 0, 2, 2, 0]
    assert "100000 sentences have more than 20,000,000 links between them" in found[2][1]
    assert "sentences of one topic make" in found[3][1]


def test_the_ideal_extract_of_far_too_many_pairs(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sumscope.summarizers.gei.MOST_LINKS", 5)
    one = topic("T", "A cat sat. A cat ran. A cat ate.")
    with pytest.raises(SumscopeError, match="in more than 5 pairs"):
        sumscope.summarize([one], "gei", words=3)


# Each has made some reader or splitter, here or elsewhere, take time with its square or worse.
ODD = [
    " " * 200_000, "<" * 200_000, "(" * 100_000, "1." * 60_000, "'" * 100_000, "-" * 200_000,
    "e\u0301" * 50_000, "a," * 60_000, "\t\n" * 60_000, "&" * 60_000, "." * 100_000, '"' * 60_000,
    "a@b." * 20_000, "http://" * 10_000, "!?" * 50_000, "(a " * 20_000, "U.S." * 20_000,
    "\u2028" * 60_000, "Mr. " * 10_000, "a" * 200_000,
]  # fmt: skip


def test_texts_that_regular_expressions_do_not_like(tmp_path: Path) -> None:
    languages = ("en", "pt", "de")
    topics = [topic(f"T{i}", text, lang=languages[i % 3]) for i, text in enumerate(ODD)]
    write(tmp_path / "c.jsonl", *topics)
    found = ends(
        tmp_path,
        "score c.jsonl -m rouge-2 -m rouge-1(tokens=unicode) --workers 1 -o s.csv",
        "summarize c.jsonl --by lead --words 10 -o o.jsonl",
    )
    assert [status for status, _ in found] == [0, 0]


@pytest.mark.parametrize("text", ODD, ids=range(len(ODD)))
def test_names_and_options_that_regular_expressions_do_not_like(text: str) -> None:
    from sumscope.core.measure import parse
    from sumscope.core.numbers import plain_number
    from sumscope.corpus.cells import number_in
    from sumscope.corpus.columns import parse_columns
    from sumscope.corpus.covers import parse_cover
    from sumscope.corpus.judged import as_number
    from sumscope.graph.reading import read_graph
    from sumscope.summarizers.registry import parse as parse_summarizer
    from sumscope.workbench.creation import parse_scale

    raw = text.encode()
    for read in (
        lambda: parse(f"rouge-1({text}"),
        lambda: parse(f"rouge-1(words={text})"),
        lambda: parse_summarizer(f"lexrank({text}"),
        lambda: parse_columns(f"reference={text}"),
        lambda: parse_scale(f"q:{text}"),
        lambda: as_number(f"scale_{text}"),
        lambda: parse_cover(raw, "c.tsv"),
        lambda: parse_cover(b"[[" + raw, "c.json"),
        lambda: read_graph(b"graph [ node [ id " + raw, "g.gml"),
        lambda: read_graph(raw, "g.tsv"),
        lambda: read_graph(b"a\tb\t" + b"1" * 200_000 + raw, "g.tsv"),
        lambda: plain_number("1" * 200_000 + text),
        lambda: number_in("1" * 200_000 + text, "c.csv"),
    ):
        with contextlib.suppress(SumscopeError, ValueError):
            read()


@pytest.mark.parametrize(
    "text",
    [
        "<topic><title>" + "<!--" * 200_000, "<topic><title>" + "<docset>" * 100_000,
        "<topic>" * 100_000, "<DOC>" * 100_000, "<DOC><TEXT>" + "<P>" * 200_000, "<a" * 200_000,
        "<" + "a" * 500_000, "<DOC>" + "&a" * 300_000, "<DOC " + "a " * 300_000 + ">",
        "<DOC><TEXT>" + "\n " * 200_000,
    ],
    ids=range(10),
)  # fmt: skip
def test_sgml_that_regular_expressions_do_not_like(text: str, tmp_path: Path) -> None:
    for name in ("docs/d061/AP1", "models/D061.M.100.J.A"):
        path = tmp_path / name
        path.parent.mkdir(parents=True)
        path.write_text(text, encoding="utf-8")
    (tmp_path / "models/D061.M.100.J.B").write_text("A model.", encoding="utf-8")
    with contextlib.suppress(SumscopeError):
        list(formats.FORMATS.get("duc").read(str(tmp_path), Notes()))


@pytest.mark.parametrize(
    "label", ["a" + " " * 100_000, "a:" * 50_000, " " * 100_000 + "x"], ids=range(3)
)
def test_labels_that_regular_expressions_do_not_like(label: str, tmp_path: Path) -> None:
    rows = [{"id": 1, "topic": "T", "peer": "p", "text": "A.", "label": [label, "q - 4", "r_-2.5"]}]
    (tmp_path / "e.json").write_text(json.dumps(rows), encoding="utf-8")
    (made,) = formats.FORMATS.get("doccano").read(str(tmp_path / "e.json"), Notes())
    assert made["judgements"] == {"p": {"q": {"e": 4}, "r": {"e": -2.5}}}


def test_an_error_quotes_no_megabytes() -> None:
    said = str(SumscopeError(f"m is {'1' * 10_000_000}", where="s.csv:2", hint="leave it out"))
    assert len(said) < 2100
    assert said.startswith("s.csv:2: m is 111")
    assert said.endswith("111; leave it out")


def _xml(kind: str, secret: Path) -> tuple[str, str]:
    """A document type and what refers to it."""
    if kind == "laughs":
        more = "".join(f'<!ENTITY {chr(98 + i)} "{f"&{chr(97 + i)};" * 10}">' for i in range(9))
        return f'<!DOCTYPE x [<!ENTITY a "ha">{more}]>', "&j;"
    if kind == "quadratic":
        return f'<!DOCTYPE x [<!ENTITY a "{"x" * 100_000}">]>', "&a;" * 20_000
    return f'<!DOCTYPE x [<!ENTITY a SYSTEM "{secret.as_uri()}">]>', "&a;"


@pytest.mark.parametrize("kind", ["laughs", "quadratic", "external"])
def test_entities_of_xml(kind: str, tmp_path: Path) -> None:
    secret = tmp_path / "secret.txt"
    secret.write_text("not-for-you", encoding="utf-8")
    head, body = _xml(kind, secret)
    (tmp_path / "g.graphml").write_text(
        f'{head}<graphml><graph edgedefault="undirected"><node id="a"/><node id="b"/>'
        f'<edge source="a" target="b"><data key="w">{body}</data></edge></graph></graphml>'
    )
    (tmp_path / "s.xml").write_text(
        f'{head}<ROUGE_EVAL version="1.5.5"><EVAL ID="1"><PEER-ROOT>.</PEER-ROOT>'
        f'<MODEL-ROOT>.</MODEL-ROOT><INPUT-FORMAT TYPE="SPL"/><PEERS><P ID="1">{body}</P></PEERS>'
        '<MODELS><M ID="A">p.txt</M></MODELS></EVAL></ROUGE_EVAL>'
    )
    (tmp_path / "p.txt").write_text("A text.\n")
    space = 'xmlns:nite="http://nite.sourceforge.net/"'
    for name, inside in (
        ("ami/words/M.A.words.xml", f'<w nite:id="w0" starttime="1" endtime="2">{body}</w>'),
        ("ami/dialogueActs/M.A.dialog-act.xml",
         '<dact nite:id="d1"><nite:child href="M.A.words.xml#id(w0)"/></dact>'),
    ):  # fmt: skip
        path = tmp_path / name
        path.parent.mkdir(parents=True)
        path.write_text(f'{head}<nite:root nite:id="r" {space}>{inside}</nite:root>')
    models = tmp_path / "duc/models"
    models.mkdir(parents=True)
    (models / "D061.M.100.J.A").write_text(f'{head}<SUM DOCSET="d061">A {body}</SUM>')
    found = ends(
        tmp_path,
        "detect g.graphml --by greedy -o k.json",
        "convert s.xml r.jsonl --from rouge",
        "convert ami a.jsonl --from ami",
        "convert duc d.jsonl --from duc",
    )
    if kind != "external":
        assert [status for status, _ in found[:3]] == [2, 2, 2]
    for name in ("k.json", "r.jsonl", "a.jsonl", "d.jsonl"):
        if (tmp_path / name).exists():
            made = (tmp_path / name).read_text(encoding="utf-8")
            assert "not-for-you" not in made
            assert len(made) < 1_000_000


@pytest.mark.all_only
def test_packed_files_that_unpack_to_far_more(tmp_path: Path) -> None:
    start = gzip.compress(b'{"id": "')
    bomb = start + gzip.compress(b"0" * 10_000_000, 9) * 20  # members one after another: 200 MB
    (tmp_path / "c.jsonl.gz").write_bytes(bomb)
    (tmp_path / "s.csv").write_text("topic,peer,human,measure,value\nT,p,false,m,1\n")
    write(tmp_path / "s.jsonl", topic("T", "A cat sat."))
    table = gzip.compress(b'id,prediction\nT,"') + bomb[len(start) :]
    (tmp_path / "t.csv.gz").write_bytes(table)
    commands = (
        "score c.jsonl.gz -m rouge-1 -o o.csv",
        "summarize c.jsonl.gz --by lead --words 5 -o o.jsonl",
        "oracle c.jsonl.gz --json",
        "meta s.csv --human c.jsonl.gz --json",
        "gold new w.db c.jsonl.gz --task rate",
        "score t.csv.gz -m rouge-1 -o t.csv",
        "score s.jsonl -m rouge-1 --peer x t.csv.gz -o u.csv",
    )
    for command, (status, said) in zip(commands, ends(tmp_path, *commands), strict=True):
        assert status == 2, command
        assert "more than 200 times its size" in said, command


def test_names_with_paths_in_them_stay_names(tmp_path: Path) -> None:
    home = tmp_path / "home"
    home.mkdir()
    names = ["../../evil", "/evil", "..", "a/b", "C:\\evil", "con", "x\0y".replace("\0", "")]
    topics = [
        {
            **topic(name, "A cat sat. A dog ran."),
            "peers": [{"id": "../" + name, "text": "A cat."}, {"id": name, "text": "A dog."}],
        }
        for name in names
    ]
    write(home / "c.jsonl", *topics)
    before = {path.name for path in tmp_path.iterdir()}
    found = ends(
        home,
        "score c.jsonl -m rouge-1 --workers 1 -o s.csv",
        "summarize c.jsonl --by lead --words 5 -o o.jsonl",
        "sample c.jsonl --low 1 --high 9 -o q.jsonl",
        "gold new w.db c.jsonl --task rate --judge ../../evil --name ../evil",
        "gold page w.db --judge ../../evil -o page.html",
    )
    assert [status for status, _ in found] == [0] * 5
    assert {path.name for path in tmp_path.iterdir()} == before
    wanted = {"c.jsonl", "s.csv", "s.csv.meta.json", "o.jsonl", "q.jsonl", "w.db", "page.html"}
    assert {p.name for p in home.iterdir() if not p.name.endswith(("-wal", "-shm"))} == wanted


def test_cells_that_a_spreadsheet_would_run(tmp_path: Path) -> None:
    import csv

    names = ["=cmd|' /C calc'!A0", "+1+1", "-2+3", "@SUM(A1)", "\t=1", "\r=1"]
    peers = [{"id": name, "text": "A cat."} for name in names]
    write(tmp_path / "c.jsonl", *({**topic(n, "A cat sat."), "peers": peers} for n in names))
    assert ends(tmp_path, "score c.jsonl -m rouge-1 --workers 1 -o s.csv")[0][0] == 0
    with (tmp_path / "s.csv").open(encoding="utf-8", newline="") as file:
        cells = [cell for row in csv.reader(file) for cell in row]
    assert any("cmd|" in cell for cell in cells)
    assert not [cell for cell in cells if cell[:1] in ("=", "+", "@", "\t", "\r")]
    assert not [cell for cell in cells if cell.startswith("-") and not cell[1:2].isdigit()]
    # What is read back is what was given, the name with a carriage return too.
    from sumscope import read_scores
    from sumscope.corpus.scores import csv_row

    assert {row.peer for row in read_scores(tmp_path / "s.csv").rows} == set(names)
    odd = ["a\rb", 'c"d', "e,f", "g\nh", "", "i"]
    assert next(csv.reader([csv_row(odd)], strict=True)) == odd
    assert next(csv.reader(io.StringIO(csv_row(odd), newline=""))) == odd


def test_a_heading_of_a_million_characters(tmp_path: Path) -> None:
    (tmp_path / "s.csv").write_text("topic,peer," + "x" * 1_000_000 + "\nT,p,1\n", encoding="utf-8")
    found = ends(tmp_path, "compare s.csv --json", "meta s.csv --human s.csv --json")
    assert all("Traceback" not in said for _, said in found)
