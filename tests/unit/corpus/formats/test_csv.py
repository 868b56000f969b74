"""`convert --from csv` on tables made here."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from sumscope.core.errors import SumscopeError
from sumscope.corpus.formats import csv
from sumscope.corpus.notes import Notes


def read(text: str | bytes, tmp_path: Path) -> list[dict[str, Any]]:
    path = tmp_path / "t.csv"
    path.write_bytes(text if isinstance(text, bytes) else text.encode())
    return list(csv.read(str(path), Notes()))


def test_one_text_a_row(tmp_path: Path) -> None:
    table = (
        "topic,lang,kind,id,text,date,human,judgement.grade,source\r\n"
        'T,en,document,d1,"Two\r\nlines, ""quoted""",2004-05-01,,,wire\r\n'
        "T,en,reference,A,Ref.,,,,\r\n"
        "T,en,peer,A,Ref.,,yes,5,\r\n"
        "T,en,peer,sys,.,,,3.5,\r\n"
    )
    assert read(table, tmp_path) == [
        {
            "id": "T",
            "lang": "en",
            "documents": [
                {"id": "d1", "date": "2004-05-01", "source": "wire", "text": 'Two\nlines, "quoted"'}
            ],
            "references": [{"id": "A", "text": "Ref."}],
            "peers": [{"id": "A", "human": True, "text": "Ref."}, {"id": "sys", "text": "."}],
            "judgements": {"A": {"grade": 5}, "sys": {"grade": 3.5}},
        }
    ]


def test_one_topic_a_row(tmp_path: Path) -> None:
    table = (
        "topic;document;reference.A;reference.B;peer.s1;peer.s2;judgement.s1.grade;year\n"
        "T;Doc;RA;RB;P1;;4;2006\n"
        "U;Doc;RA;;P1;P2;;\n"
    )
    one, two = read(table, tmp_path)
    assert one == {
        "id": "T",
        "documents": [{"id": "document", "text": "Doc"}],
        "references": [{"id": "A", "text": "RA"}, {"id": "B", "text": "RB"}],
        "peers": [{"id": "s1", "text": "P1"}, {"id": "s2", "text": ""}],
        "judgements": {"s1": {"grade": 4}},
        "year": "2006",
    }
    assert [r["id"] for r in two["references"]] == ["A"]


def test_one_summary_a_row(tmp_path: Path) -> None:
    table = (
        "topic\tdocument\treference\tpeer\tsummary\tjudgement.grade\n"
        "T\tDoc\tRef\ts1\tP1\t1\n"
        "T\tDoc\tOther\ts2\tP2\t\n"
    )
    (topic,) = read(table, tmp_path)
    assert topic["documents"] == [{"id": "document", "text": "Doc"}]
    assert [r["id"] for r in topic["references"]] == ["reference", "reference2"]
    assert topic["judgements"] == {"s1": {"grade": 1}, "s2": {"grade": None}}


def test_latin1_and_long_cells(tmp_path: Path) -> None:
    text = "é" * 200_000
    (topic,) = read(f"topic,kind,id,text\nT,peer,p,{text}\n".encode("latin-1"), tmp_path)
    assert topic["peers"][0]["text"] == text


@pytest.mark.parametrize(
    ("table", "message"),
    [
        ("kind,id,text\ndocument,d,x\n", "t.csv:2: topic: no topic"),
        ("topic,a\nT,x\n", "t.csv:2: the columns were not recognized; expected topic,kind,id,text"),
        ("topic,kind,id,text\nT,letter,x,y\n", "t.csv:2: kind: expected document, reference or"),
        ("topic,kind,id,text,human\nT,peer,x,y,maybe\n", "t.csv:2: human: expected true or false"),
        ("topic,kind,id,text,judgement.g\nT,peer,x,y,inf\n", "t.csv:2: judgement.g: expected a f"),
        ("topic,kind,id,text,judgement.g\nT,document,x,y,3\n", "judgement.g: a judgement belongs"),
        ("topic,,x\nT,a,b\n", "t.csv:1: a column has no name"),
        ("topic,peer.s1,peers\nT,a,b\n", "the key 'peers' has a meaning of its own"),
    ],
)
def test_refused(table: str, message: str, tmp_path: Path) -> None:
    with pytest.raises(SumscopeError) as caught:
        read(table, tmp_path)
    assert message in str(caught.value)
