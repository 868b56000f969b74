"""`convert --from ami` on a two-speaker meeting made here as NXT stand-off XML."""

from __future__ import annotations

from pathlib import Path

import pytest

from sumscope.core.errors import SumscopeError
from sumscope.corpus.formats import ami
from sumscope.corpus.notes import Notes

NITE = 'xmlns:nite="http://nite.sourceforge.net/"'


def root(body: str, encoding: str = "ISO-8859-1") -> str:
    head = f'<?xml version="1.0" encoding="{encoding}" standalone="yes"?>'
    return f'{head}\n<nite:root nite:id="r" {NITE}>{body}</nite:root>'


def word(speaker: str, number: int, text: str, start: float, end: float, punc: bool = False) -> str:
    mark = ' punc="true"' if punc else ""
    return (
        f'<w nite:id="M1.{speaker}.words{number}" starttime="{start}" endtime="{end}"{mark}>'
        f"{text}</w>"
    )


def act(speaker: str, number: int, first: int, last: int | None, kind: str | None) -> str:
    end = f"..id(M1.{speaker}.words{last})" if last is not None else ""
    href = f"M1.{speaker}.words.xml#id(M1.{speaker}.words{first}){end}"
    pointer = f'<nite:pointer role="da-aspect" href="da-types.xml#id({kind})"/>' if kind else ""
    return (
        f'<dact nite:id="M1.{speaker}.dialog-act.ann.{number}">{pointer}'
        f'<nite:child href="{href}"/></dact>'
    )


def link(number: int, source: str, target: str) -> str:
    return (
        f'<summlink nite:id="M1.l{number}">'
        f'<nite:pointer role="extractive" href="M1.A.dialog-act.xml#id({source})"/>'
        f'<nite:pointer role="abstractive" href="M1.abssumm.xml#id({target})"/></summlink>'
    )


@pytest.fixture
def corpus(tmp_path: Path) -> Path:
    files = {
        "words/M1.A.words.xml": root(
            word("A", 0, "Olá", 1.0, 1.5)
            + word("A", 1, ".", 1.5, 1.5, punc=True)
            + '<vocalsound nite:id="M1.A.words2" starttime="4" endtime="4.5" type="laugh"/>'
            + word("A", 3, "Yes", 4.5, 5.0)
            + '<gap nite:id="M1.A.words4" starttime="6" endtime="6"/>'
        ),
        "words/M1.B.words.xml": root(word("B", 0, "Hm", 2.0, 2.25) + word("B", 1, "so", 2.5, 3.0)),
        "dialogueActs/M1.A.dialog-act.xml": root(
            act("A", 1, 0, 1, "ami_da_4")
            + act("A", 2, 2, 3, "ami_da_9")
            + act("A", 3, 99, None, None)
        ),
        "dialogueActs/M1.A.adjacency-pairs.xml": root(""),
        "dialogueActs/M1.B.dialog-act.xml": root(act("B", 1, 0, None, "ami_da_1")),
        "abstractive/M1.abssumm.xml": root(
            '<abstract nite:id="x"><sentence nite:id="M1.eve.s.1">They met.</sentence>'
            '<sentence nite:id="M1.eve.s.2">Nothing linked.</sentence></abstract>'
            '<actions nite:id="y"><sentence nite:id="M1.bob.s.1">Act &amp; go.</sentence></actions>'
            '<decisions nite:id="z"/><problems nite:id="p"/>'
        ),
        "extractive/M1.summlink.xml": root(
            link(1, "M1.A.dialog-act.ann.2", "M1.eve.s.1")
            + link(2, "M1.A.dialog-act.ann.1", "M1.eve.s.1")
            + link(3, "M1.A.dialog-act.ann.1", "M1.eve.s.1")
            + link(4, "M1.B.dialog-act.ann.1", "M1.bob.s.1")
            + link(5, "M1.A.dialog-act.ann.77", "M1.bob.s.1")
            + link(6, "M1.A.dialog-act.ann.1", "M1.bob.s.9")
        ),
        "extractive/M1.extsumm.xml": root(
            '<extsumm nite:id="e">'
            '<nite:child href="M1.A.dialog-act.xml#id(M1.A.dialog-act.ann.1)"/></extsumm>'
        ),
        "corpusResources/meetings.xml": root(
            '<meeting observation="M1"><speaker nxt_agent="A" role="PM"/></meeting>'
        ),
        "ontologies/da-types.xml": root(
            '<da-type name="minor"><da-type nite:id="ami_da_1" name="back"/></da-type>'
        ),
    }
    for name, content in files.items():
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_bytes(content.encode("latin-1"))
    return tmp_path


def test_a_meeting(corpus: Path) -> None:
    notes = Notes()
    (topic,) = ami.read(str(corpus), notes)
    sentences = topic["documents"][0].pop("sentences")
    assert sentences == [
        {
            "id": "M1.A.dialog-act.ann.1",
            "text": "Olá .",
            "speaker": "A",
            "role": "PM",
            "act": "inf",
            "start": 1.0,
            "end": 1.5,
            "extract": True,
        },
        {
            "id": "M1.B.dialog-act.ann.1",
            "text": "Hm",
            "speaker": "B",
            "act": "back",
            "start": 2.0,
            "end": 2.25,
            "extract": False,
        },
        {
            "id": "M1.A.dialog-act.ann.2",
            "text": "{vocalsound} Yes",
            "speaker": "A",
            "role": "PM",
            "act": "ass",
            "start": 4.0,
            "end": 5.0,
            "extract": False,
        },
        {
            "id": "M1.A.dialog-act.ann.3",
            "text": "",
            "speaker": "A",
            "role": "PM",
            "act": "unset",
            "extract": False,
        },
    ]
    one, two, four = "M1.A.dialog-act.ann.1", "M1.A.dialog-act.ann.2", "M1.B.dialog-act.ann.1"
    assert topic["covers"] == [
        {
            "judge": "eve",
            "clusters": [
                {"label": "They met.", "section": "abstract", "items": [one, two]},
                {"label": "Nothing linked.", "section": "abstract", "items": []},
            ],
        },
        {
            "judge": "bob",
            "clusters": [{"label": "Act & go.", "section": "actions", "items": [four]}],
        },
    ]
    assert [r["id"] for r in topic["references"]] == ["eve", "bob"]
    told = {row["kind"]: row["count"] for row in notes.to_json()}
    assert told == {ami.MISSING_WORD: 1, ami.MISSING_ACT: 1, ami.MISSING_SENTENCE: 1}


def test_missing_files_are_told(corpus: Path) -> None:
    for name in ("words/M1.B.words.xml", "extractive/M1.summlink.xml", "extractive/M1.extsumm.xml"):
        (corpus / name).unlink()
    notes = Notes()
    (topic,) = ami.read(str(corpus), notes)
    assert all("extract" not in s for s in topic["documents"][0]["sentences"])
    assert all(not c["items"] for cover in topic["covers"] for c in cover["clusters"])
    (corpus / "abstractive/M1.abssumm.xml").unlink()
    (topic,) = ami.read(str(corpus), notes)
    assert "covers" not in topic
    told = {row["kind"]: row["count"] for row in notes.to_json()}
    assert told["files of words that are missing"] == 2
    assert told["meetings without links"] == 1
    assert told["meetings without an abstract"] == 1


def test_latin1_that_is_not_declared(corpus: Path) -> None:
    path = corpus / "words/M1.A.words.xml"
    raw = path.read_bytes()
    path.write_bytes(raw.replace(b' encoding="ISO-8859-1"', b""))
    notes = Notes()
    (topic,) = ami.read(str(corpus), notes)
    assert topic["documents"][0]["sentences"][0]["text"] == "Olá ."
    assert notes.count("files that are not UTF-8, read as Latin-1") == 1


def test_broken_xml_is_named(corpus: Path) -> None:
    (corpus / "words/M1.A.words.xml").write_text("<w>\n<x>")
    with pytest.raises(SumscopeError, match=r"M1\.A\.words\.xml:2: not XML"):
        list(ami.read(str(corpus), Notes()))


def test_another_folder(tmp_path: Path) -> None:
    with pytest.raises(SumscopeError, match="found no dialogue acts"):
        list(ami.read(str(tmp_path), Notes()))
