"""`convert --from rouge` on a settings file and summaries made here."""

from __future__ import annotations

from pathlib import Path

import pytest

from sumscope.core.errors import SumscopeError
from sumscope.corpus.formats import rouge
from sumscope.corpus.notes import Notes

HTML = """<html>
<head><title>t</title></head>
<body bgcolor="white">
<a name="1">[1]</a> <a href="#1" id=1>The cat &amp; the dog sat.</a>
<a size="2" name="2">[2]</a> <a href="#2" id=2>Five < six here.</a>
</body>
</html>
"""


def settings(evals: str) -> str:
    return f'<ROUGE_EVAL version="1.5.5">{evals}</ROUGE_EVAL>'


def one(kind: str, peers: str, models: str, name: str = "1") -> str:
    return (
        f'<EVAL ID="{name}"><PEER-ROOT>systems</PEER-ROOT><MODEL-ROOT>models</MODEL-ROOT>'
        f'<INPUT-FORMAT TYPE="{kind}"></INPUT-FORMAT>'
        f"<PEERS>{peers}</PEERS><MODELS>{models}</MODELS></EVAL>"
    )


def write(root: Path, files: dict[str, str]) -> str:
    for name, content in files.items():
        (root / name).parent.mkdir(parents=True, exist_ok=True)
        (root / name).write_text(content, encoding="utf-8")
    return str(root / "settings.xml")


def test_html_as_rouge_reads_it(tmp_path: Path) -> None:
    source = write(
        tmp_path,
        {
            "settings.xml": settings(
                one("SEE", '<P ID="11">p.html</P>', '<M ID="A">a.html</M><M ID="B">no.html</M>')
            ),
            "systems/p.html": HTML,
            "models/a.html": HTML.replace("Five < six here.", "Six."),
        },
    )
    notes = Notes()
    assert list(rouge.read(source, notes)) == [
        {
            "id": "1",
            "references": [{"id": "A", "sentences": ["The cat &amp; the dog sat.", "Six."]}],
            "peers": [{"id": "11", "sentences": ["The cat &amp; the dog sat.", "Five"]}],
        }
    ]
    assert notes.count(rouge.MISSING) == 1
    assert any("cut at a '<' as ROUGE does: 1" in note for note in notes)


def test_spl_isi_simple_and_human_peers(tmp_path: Path) -> None:
    evals = one(
        "SPL", '<P ID="A">a.txt</P><P ID="2">s.txt</P>', '<M ID="A">a.txt</M><M ID="2">b.txt</M>'
    )
    evals += one("ISI", '<P ID="1">i.txt</P>', "", "2")
    evals += one("SIMPLE", '<P ID="1">s.txt</P>', "", "3")
    source = write(
        tmp_path,
        {
            "settings.xml": settings(evals),
            "systems/a.txt": "One.\nTwo.\n",
            "models/a.txt": "One.\n\nTwo.\n",
            "models/b.txt": "Three.\n",
            "systems/s.txt": "Alpha.\nBeta.\n",
            "systems/i.txt": '<S SNTNO="1">First.</S>\n<S SNTNO="2">Second.</S>\n',
        },
    )
    spl, isi, simple = rouge.read(str(Path(source).parent), Notes())
    assert spl["peers"] == [
        {"id": "A", "sentences": ["One.", "Two."], "human": True},
        {"id": "2", "sentences": ["Alpha.", "Beta."]},
    ]
    assert isi["peers"][0]["sentences"] == ["First.", "Second."]
    assert simple["peers"][0]["text"] == "Alpha.\nBeta.\n"


def test_entities_stay_unresolved_and_nothing_is_fetched(tmp_path: Path) -> None:
    (tmp_path / "secret.txt").write_text("secret")
    xml = (
        f'<!DOCTYPE x [<!ENTITY e SYSTEM "file://{tmp_path}/secret.txt">]>'
        '<ROUGE_EVAL><EVAL ID="1"><PEERS><P ID="1">&e;</P></PEERS></EVAL></ROUGE_EVAL>'
    )
    source = write(tmp_path, {"settings.xml": xml})
    notes = Notes()
    with pytest.raises(SumscopeError, match="none of the 1 file") as caught:
        list(rouge.read(source, notes))
    told = "".join(notes) + str(caught.value)
    assert "secret" not in told.replace(str(tmp_path), "")


@pytest.mark.parametrize(
    ("xml", "message"),
    [
        ("<a>", "settings.xml:1: not XML"),
        ("", "settings.xml:1: not XML"),
        ("<a/>", "found no EVAL element"),
        (settings("<EVAL/>"), "an EVAL has no ID"),
        (settings('<EVAL ID="1"><PEERS><P>x</P></PEERS></EVAL>'), "a P has no ID"),
    ],
)
def test_refused(xml: str, message: str, tmp_path: Path) -> None:
    source = write(tmp_path, {"settings.xml": xml})
    with pytest.raises(SumscopeError) as caught:
        list(rouge.read(source, Notes()))
    assert message in str(caught.value)


def test_html_without_numbered_sentences(tmp_path: Path) -> None:
    source = write(
        tmp_path,
        {
            "settings.xml": settings(one("SEE", '<P ID="1">p.html</P>', "")),
            "systems/p.html": "<html><head><title>x</title></head><body>\nOne line.\n<p>Two.</p>",
        },
    )
    notes = Notes()
    (topic,) = rouge.read(source, notes)
    assert topic["peers"][0]["sentences"] == ["One line.", "Two."]
    assert len(list(notes)) == 1
