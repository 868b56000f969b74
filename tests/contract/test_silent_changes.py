"""What a reader cannot keep as it is, it refuses: nothing is changed in silence."""

from __future__ import annotations

import gzip
import json
import os
import shutil
from pathlib import Path
from typing import Any

import pytest

import sumscope
from sumscope.app.score import score_file
from sumscope.core.errors import SumscopeError

NITE = 'xmlns:nite="http://nite.sourceforge.net/"'


def _convert(cli: Any, tmp_path: Path, form: str, files: dict[str, str]) -> Any:
    """Convert files (one: the file itself) and give how it ended."""
    for name, text in files.items():
        path = tmp_path / "in" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    source = tmp_path / "in"
    if form in ("csv", "realsumm"):
        source = source / next(iter(files))
    return cli("convert", source, tmp_path / "out.jsonl", "--from", form)


def _refused(done: Any, said: str) -> None:
    assert done.status == 2, done
    assert said in done.err
    assert done.err.count("\n") == 1


@pytest.mark.parametrize("name", ["id", "text", "sentences", "extract"])
def test_a_column_does_not_take_the_place_of_a_peers_own(
    cli: Any, tmp_path: Path, name: str
) -> None:
    table = f"topic,peer,summary,{name}\nT1,sys1,A text.,7\n"
    _refused(_convert(cli, tmp_path, "csv", {"t.csv": table}), f"the key {name!r}")


def test_two_values_of_one_judgement(cli: Any, tmp_path: Path) -> None:
    table = "topic,document,peer.a,judgement.a.q\nT1,d,x,1\nT1,d,y,2\n"
    done = _convert(cli, tmp_path, "csv", {"t.csv": table})
    assert done.status == 2


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("<t> One. </t> and more <t> Two. </t>", "text outside <t>...</t>: 'and more'"),
        ("Before. <t> One. </t>", "text outside"),
        ("<t> One. </t> After.", "text outside"),
        ("<t> One. <t> Two. </t>", "a <t> is not closed"),
    ],
)
def test_realsumm_text_outside_its_marks(cli: Any, tmp_path: Path, text: str, said: str) -> None:
    row = {"doc_id": 1, "ref_summ": text, "system_summaries": {}}
    _refused(_convert(cli, tmp_path, "realsumm", {"t.jsonl": json.dumps(row)}), said)


def test_two_abstract_sentences_of_one_id(cli: Any, tmp_path: Path) -> None:
    def root(body: str) -> str:
        return f'<nite:root nite:id="r" {NITE}>{body}</nite:root>'

    sentence = '<sentence nite:id="M1.k.s.1">{}</sentence>'
    files = {
        "words/M1.A.words.xml": root('<w nite:id="M1.A.words0">Hello</w>'),
        "dialogueActs/M1.A.dialog-act.xml": root(
            '<dact nite:id="M1.A.d.1"><nite:child href="M1.A.words.xml#id(M1.A.words0)"/></dact>'
        ),
        "abstractive/M1.abssumm.xml": root(
            f'<abstract nite:id="x">{sentence.format("One.")}{sentence.format("Two.")}</abstract>'
        ),
    }
    _refused(_convert(cli, tmp_path, "ami", files), "two abstract sentences have the id")


def test_docsets_of_one_name_in_two_folders(cli: Any, tmp_path: Path) -> None:
    document = "<DOC><DOCNO>{}</DOCNO><TEXT>Text.</TEXT></DOC>"
    files = {
        "one/d061/a": document.format("A1"),
        "two/d061/b": document.format("B1"),
        "models/D061.M.100.J.A": "A model.",
    }
    _refused(_convert(cli, tmp_path, "duc", files), "another folder of documents is named 'd061'")


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("s.csv", "topic,peer,human,measure,value,value\nT,p,false,m,1,2\n"),
        ("s.csv", "topic,peer,peer,human,measure,value\nT,p,q,false,m,1\n"),
        ("s.jsonl", '{"topic":"T","peer":"p","measure":"m","value":1,"value":2}\n'),
    ],
)
def test_doubled_columns_and_keys_of_scores(cli: Any, tmp_path: Path, name: str, text: str) -> None:
    (tmp_path / name).write_text(text, encoding="utf-8")
    done = cli("compare", tmp_path / name)
    assert done.status == 2
    assert "twice" in done.err


def test_doubled_keys_of_covers_models_and_graphs(cli: Any, tmp_path: Path) -> None:
    cover = tmp_path / "c.json"
    cover.write_text('{"clusters": [["a"], ["b"]], "clusters": [["a", "b"]]}', encoding="utf-8")
    _refused(cli("agree", cover, cover), "the key 'clusters' is given twice")
    model = tmp_path / "m.json"
    model.write_text('{"format": "sumscope-links", "format": "x"}', encoding="utf-8")
    _refused(cli("links", "show", model), "the key 'format' is given twice")
    gml = tmp_path / "g.gml"
    head = "graph [ node [ id 1 ] node [ id 2 ]"
    gml.write_text(f"{head} edge [ source 1 target 2 weight 1 weight 9 ] ]", encoding="utf-8")
    _refused(cli("detect", gml, "--by", "greedy"), "the weight of a edge is given twice")
    gml.write_text("graph [ node [ id 1 id 2 ] ]", encoding="utf-8")
    _refused(cli("detect", gml, "--by", "greedy"), "the id of a node is given twice")
    graphml = tmp_path / "g.graphml"
    graphml.write_text(
        '<graphml><key id="w" for="edge" attr.name="weight"/><graph><node id="a"/><node id="b"/>'
        '<edge source="a" target="b"><data key="w">1</data><data key="w">9</data></edge>'
        "</graph></graphml>",
        encoding="utf-8",
    )
    _refused(cli("detect", graphml, "--by", "greedy"), "the weight of a edge is given twice")


@pytest.mark.parametrize("value", ["1_0", "0x10", "1_0.5", "infinity", "1e1_0"])
def test_what_only_python_takes_for_a_number(
    cli: Any, corpus: Path, tmp_path: Path, value: str
) -> None:
    scores = tmp_path / "s.csv"
    scores.write_text(f"topic,peer,human,measure,value\nT,p,false,m,{value}\n", encoding="utf-8")
    _refused(cli("compare", scores), "not a number")
    wide = tmp_path / "w.csv"
    wide.write_text(f"topic,peer,q\nT,p,1\nT,q,{value}\n", encoding="utf-8")
    assert cli("meta", wide, "--human", wide).status == 2
    lines = tmp_path / "s.jsonl"
    row = {"topic": "T", "peer": "p", "measure": "m", "value": value}
    lines.write_text(json.dumps(row) + "\n", encoding="utf-8")
    _refused(cli("compare", lines), "not a number")
    assert cli("score", corpus, "-m", f"rouge-2(words={value})").status == 2
    if value.startswith("1_"):
        assert cli("score", corpus, "-m", "rouge-1", "--workers", value).status == 2
        assert cli("sample", corpus, "--json", "--seed", value).status == 2


@pytest.mark.parametrize("way", ["replaced", "rewritten"])
@pytest.mark.parametrize("out", [None, "s.csv"])
def test_a_corpus_that_changes_during_a_run(
    corpus: Path, tmp_path: Path, way: str, out: str | None
) -> None:
    other = tmp_path / "other.jsonl"
    other.write_bytes(corpus.read_bytes().replace(b"slept", b"dozed"))
    lines = [json.loads(line) for line in corpus.read_bytes().splitlines()]
    many = "".join(json.dumps({**lines[0], "id": f"T{i}"}) + "\n" for i in range(200))
    corpus.write_text(many, encoding="utf-8")

    def progress(done: int, total: int) -> None:
        if other.exists():
            if way == "replaced":
                os.replace(other, corpus)
            else:
                shutil.copyfile(other, corpus)
                other.unlink()

    options: dict[str, Any] = {"workers": 1, "progress": progress}

    def run() -> object:
        if out is None:
            return sumscope.score(str(corpus), ["rouge-1"], **options)
        return score_file(str(corpus), ["rouge-1"], tmp_path / out, **options)

    with pytest.raises(SumscopeError, match="was changed or replaced while it was being read"):
        run()
    assert not (tmp_path / "s.csv").exists()


def test_a_packed_file_that_would_fill_the_memory(cli: Any, corpus: Path, tmp_path: Path) -> None:
    bomb = tmp_path / "bomb.jsonl.gz"
    with gzip.open(bomb, "wb", compresslevel=1) as file:
        for _ in range(200):
            file.write(b" " * (1 << 20))
    assert bomb.stat().st_size < 1 << 20
    said = "expands to more than 200 times its size"
    assert cli("score", corpus, "-m", "rouge-1", "-o", tmp_path / "s.csv").status == 0
    for words in (
        ("score", bomb, "-m", "rouge-1"),
        ("sample", bomb, "--json"),
        ("meta", tmp_path / "s.csv", "--human", bomb),
    ):
        _refused(cli(*words), said)
