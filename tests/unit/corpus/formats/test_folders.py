"""`convert --from folders` on folders made here."""

from __future__ import annotations

from pathlib import Path

import pytest

from sumscope.core.errors import SumscopeError
from sumscope.corpus.formats import folders
from sumscope.corpus.notes import Notes


def tree(root: Path, files: dict[str, str | bytes]) -> str:
    for name, content in files.items():
        path = root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content if isinstance(content, bytes) else content.encode())
    return str(root)


def test_topics_by_subfolder(tmp_path: Path) -> None:
    source = tree(
        tmp_path,
        {
            "documents/T10/d2.txt": "Second.",
            "documents/T10/d10.txt": "Third.\r\nLine.",
            "documents/T2/APW1998.0240": "No ending.",
            "references/T10/A.txt": "A says.",
            "references/T10/B.spl": "One.\n\nTwo.\n",
            "peers/T10/A.txt": "A says.",
            "peers/T10/sys.v1.txt": "",
            "judgements.csv": "topic,peer,pyramid,grade\nT10,sys.v1,0.5,3\nT10,A,,\n",
            ".hidden": "left alone",
        },
    )
    notes = Notes()
    assert list(folders.read(source, notes)) == [
        {"id": "T2", "documents": [{"id": "APW1998.0240", "text": "No ending."}]},
        {
            "id": "T10",
            "documents": [{"id": "d2", "text": "Second."}, {"id": "d10", "text": "Third.\nLine."}],
            "references": [
                {"id": "A", "text": "A says."},
                {"id": "B", "sentences": ["One.", "Two."]},
            ],
            "peers": [
                {"id": "A", "human": True, "text": "A says."},
                {"id": "sys.v1", "text": ""},
            ],
            "judgements": {
                "sys.v1": {"pyramid": 0.5, "grade": 3},
                "A": {"pyramid": None, "grade": None},
            },
        },
    ]
    assert not list(notes)


def test_flat_files_and_peers_by_system(tmp_path: Path) -> None:
    source = tree(
        tmp_path,
        {
            "docs/T1.txt": "D1",
            "docs/T2.txt": "D2",
            "references/T1.txt": "R1",
            "references/T2.A.txt": "RA",
            "references/T2_B.txt": "RB",
            "peers/lead/T1.txt": "P1",
            "peers/lead/T2.txt": "P2",
            "peers/T1.other.txt": "P3",
        },
    )
    one, two = folders.read(source, Notes())
    assert one["documents"] == [{"id": "T1", "text": "D1"}]
    assert one["references"] == [{"id": "reference", "text": "R1"}]
    assert one["peers"] == [{"id": "other", "text": "P3"}, {"id": "lead", "text": "P1"}]
    assert [r["id"] for r in two["references"]] == ["A", "B"]
    assert two["peers"] == [{"id": "lead", "text": "P2"}]


def test_encodings_are_told(tmp_path: Path) -> None:
    source = tree(
        tmp_path,
        {
            "documents/T/a.txt": "coração".encode("latin-1"),
            "documents/T/b.txt": "“coração”".encode("cp1252"),
            "documents/T/c.txt": "\ufeffcoração".encode(),
            "documents/T/d.txt": "coração".encode("utf-16"),
            "documents/T/e.txt": "coração",
        },
    )
    notes = Notes()
    (topic,) = folders.read(source, notes)
    assert [d["text"].strip("“”") for d in topic["documents"]] == ["coração"] * 5
    assert [note.partition(" (")[0] for note in notes] == [
        "files that are not UTF-8, read as Latin-1: 1",
        "files that are not UTF-8, read as Windows-1252: 1",
    ]


def test_what_is_not_understood_is_counted(tmp_path: Path) -> None:
    source = tree(
        tmp_path,
        {
            "documents/T/sub/x.txt": "deep",
            "readme.md": "about",
            "judgements.csv": "topic,peer,g\nU,p,1\nT,ghost,2\n",
        },
    )
    notes = Notes()
    (topic,) = folders.read(source, notes)
    assert topic == {"id": "T", "judgements": {"ghost": {"g": 2}}}
    told = {row["kind"]: row["count"] for row in notes.to_json()}
    assert told == {
        "files left out because their place in the layout is unknown": 2,
        "judgements of a topic that is not there": 1,
        "judgements of a peer that is not there": 1,
    }


@pytest.mark.parametrize(
    ("table", "message"),
    [
        ("topic,peer,g\nT,p,inf\n", "judgements.csv:2: g: expected a finite number or nothing"),
        ("topic,peer,g\nT,p,1e999\n", "judgements.csv:2: g: expected a finite number or nothing"),
        ("topic,peer,g\nT,p\n", "judgements.csv:2: expected 3 cells as in the header, found 2"),
        ("topic,g\nT,1\n", "judgements.csv:1: expected the columns topic and peer"),
        ("topic,peer,g,g\nT,p,1,2\n", "judgements.csv:1: the column 'g' is given twice"),
        ('topic,peer,g\nT,"p"x,1\n', "judgements.csv:2: not CSV"),
    ],
)
def test_bad_judgements(table: str, message: str, tmp_path: Path) -> None:
    source = tree(tmp_path, {"documents/T/d.txt": "D", "judgements.csv": table})
    with pytest.raises(SumscopeError) as caught:
        list(folders.read(source, Notes()))
    assert message in str(caught.value)


@pytest.mark.parametrize("cell", ["", "NaN", "NA", "-"])
def test_a_missing_judgement_is_missing_as_in_any_table(cell: str, tmp_path: Path) -> None:
    text = f"topic,peer,g\nT,p,{cell}\nT,q,1\n"
    source = tree(tmp_path, {"documents/T/d.txt": "D", "judgements.csv": text})
    (topic,) = folders.read(source, Notes())
    assert topic["judgements"] == {"p": {"g": None}, "q": {"g": 1}}


def test_other_folders(tmp_path: Path) -> None:
    with pytest.raises(SumscopeError, match="found none of the folders; expected documents/"):
        list(folders.read(str(tmp_path), Notes()))
    with pytest.raises(SumscopeError, match="expected a folder, found standard input"):
        list(folders.read("-", Notes()))
