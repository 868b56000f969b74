"""`convert --from temario` on folders named as TeMário's, with texts written here."""

from __future__ import annotations

from pathlib import Path

import pytest

from sumscope.core.errors import SumscopeError
from sumscope.corpus.formats import temario
from sumscope.corpus.notes import Notes


def write(root: Path, files: dict[str, bytes]) -> str:
    for name, content in files.items():
        (root / name).parent.mkdir(parents=True, exist_ok=True)
        (root / name).write_bytes(content)
    return str(root)


def test_the_layout_of_2004(tmp_path: Path) -> None:
    source = write(
        tmp_path,
        {
            "Textos-fonte/Textos-fonte com título/zz94ab1-a.txt": "Título\r\nA água.".encode(
                "latin-1"
            ),
            "Textos-fonte/Textos-fonte sem título/St-zz94ab1-a.txt": b"A agua.",
            "Textos-fonte/Textos-fonte com título/zz94ab1-b.txt": "Não há.".encode(),
            "Sumários/Sumários manuais/Sum-zz94ab1-a.txt": "Água.".encode("latin-1"),
            "Sumários/Sumários manuais marcados/Sum-zz94ab1-a.txt": b"<x>",
            "Sumários/Extratos ideais automáticos/Ext-zz94ab1-a.txt": "A água.".encode(),
            "Sumários/Extratos ideais automáticos/Ext-lost.txt": b"x",
            "leiame.doc": b"\x00",
        },
    )
    notes = Notes()
    topics = list(temario.read(source, notes))
    assert topics == [
        {"id": "lost", "lang": "pt", "peers": [{"id": "ideal-extract", "text": "x"}]},
        {
            "id": "zz94ab1-a",
            "lang": "pt",
            "documents": [{"id": "zz94ab1-a", "text": "Título\nA água."}],
            "references": [{"id": "manual", "text": "Água."}],
            "peers": [{"id": "ideal-extract", "text": "A água."}],
        },
        {
            "id": "zz94ab1-b",
            "lang": "pt",
            "documents": [{"id": "zz94ab1-b", "text": "Não há."}],
        },
    ]
    told = {row["kind"]: row["count"] for row in notes.to_json()}
    assert told == {
        "files left out because their place in the layout is unknown": 2,
        "source folders not used, because another one holds the same texts": 1,
        "files that are not UTF-8, read as Latin-1": 2,
        "summaries without their source text": 1,
    }


def test_the_layout_of_2006(tmp_path: Path) -> None:
    source = write(
        tmp_path,
        {
            "Originais/um.txt": b"Texto.",
            "SumáriosExtractivos/um.txt": b"T.",
            "Sumários/um.txt": b"S.",
        },
    )
    (topic,) = temario.read(source, Notes())
    assert topic["references"] == [{"id": "manual", "text": "S."}]
    assert topic["peers"] == [{"id": "ideal-extract", "text": "T."}]


def test_another_folder(tmp_path: Path) -> None:
    with pytest.raises(SumscopeError, match="found none of TeMário's folders"):
        list(temario.read(str(tmp_path), Notes()))
