"""`convert --from duc` on a small docset written here in the layout of DUC and TAC."""

from __future__ import annotations

from pathlib import Path

import pytest

from sumscope.core.errors import SumscopeError
from sumscope.corpus import sgml
from sumscope.corpus.formats import duc
from sumscope.corpus.notes import Notes

TAC = """<DOC id="XYZ_ENG_20041007.0256" type="story" >
<HEADLINE>
Harbour  reopens
</HEADLINE>
<DATELINE>PORT, Oct 7</DATELINE>
<TEXT>
<P>
The harbour of R&amp;D Town
reopened.
</P>
<P>Ships came &LT;at once&gt; &unknown;.
</TEXT>
</DOC>
"""
WIRE = """<DOC>
<DOCNO> QQ880911-0016 </DOCNO>
<DATE>September 11</DATE>
<TEXT>
   First paragraph is
wrapped.
   Second one.
</TEXT>
<TEXT>Third.</TEXT>
</DOC>
<DOC>
<DOCNO>QQ880911-0017</DOCNO>
<TEXT><s docid="x" num="1">One sentence.</s>
<s docid="x" num="2">Another
one.</s></TEXT>
</DOC>
"""


def write(root: Path, files: dict[str, str]) -> str:
    for name, content in files.items():
        (root / name).parent.mkdir(parents=True, exist_ok=True)
        (root / name).write_text(content, encoding="utf-8")
    return str(root)


def test_tac_names_meet_their_docsets(tmp_path: Path) -> None:
    source = write(
        tmp_path,
        {
            "docs/D0801A/D0801A-A/XYZ_ENG_20041007.0256": TAC,
            "docs/D0801A/D0801A-B/XYZ_ENG_20041008.0001": TAC.replace("1007.0256", "1008.0001"),
            "models/D0801-A.M.100.A.C": "A model.\n",
            "models/D0801-B.M.100.A.C": "B model.\n",
            "peers/D0801-A.M.100.A.12": "A peer.\n",
            "peers/D0801-A.M.100.A.C": "A model.\n",
        },
    )
    notes = Notes()
    first, second = duc.read(source, notes)
    assert first == {
        "id": "D0801A-A",
        "lang": "en",
        "documents": [
            {
                "id": "XYZ_ENG_20041007.0256",
                "date": "2004-10-07",
                "headline": "Harbour reopens",
                "text": "The harbour of R&D Town reopened.\n\nShips came <at once> &unknown;.",
            }
        ],
        "references": [{"id": "C", "text": "A model."}],
        "peers": [{"id": "12", "text": "A peer."}, {"id": "C", "human": True, "text": "A model."}],
    }
    assert second["id"] == "D0801A-B"
    assert not list(notes)


def test_older_layouts(tmp_path: Path) -> None:
    see = '<a name="1">[1]</a> <a href="#1" id=1>See sentence.</a>'
    source = write(
        tmp_path,
        {
            "docs/d30001t/QQ.S": WIRE,
            "docs/readme": "no document",
            "models/1/D30001.M.100.T.A.html": see,
            "peers/17/D30001.M.100.T.17": "Peer text.",
            "models/D30001.P.10.T.B.QQ880911-0016": "Of one document.",
            "models/sums": '<SUM DOCSET="d30002" TYPE="MULTI" SIZE="200" SELECTOR="J" '
            'SUMMARIZER="F">Long <i>text</i>.</SUM>\n'
            '<SUM DOCSET="d30002" TYPE="MULTI" SIZE="50" SELECTOR="J" SUMMARIZER="F">Short.</SUM>',
            "peers/T9/sysX.txt": "Other name.",
        },
    )
    notes = Notes()
    topics = {topic["id"]: topic for topic in duc.read(source, notes)}
    assert list(topics) == ["T9", "d30001t", "d30001t.QQ880911-0016", "d30002J.50", "d30002J.200"]
    whole = topics["d30001t"]
    assert whole["documents"] == [
        {
            "id": "QQ880911-0016",
            "date": "September 11",
            "text": "First paragraph is wrapped.\n\nSecond one.\n\nThird.",
        },
        {"id": "QQ880911-0017", "sentences": ["One sentence.", "Another one."]},
    ]
    assert whole["references"] == [{"id": "A", "sentences": ["See sentence."]}]
    assert whole["peers"] == [{"id": "17", "text": "Peer text."}]
    single = topics["d30001t.QQ880911-0016"]
    assert [d["id"] for d in single["documents"]] == ["QQ880911-0016"]
    assert topics["d30002J.200"]["references"] == [{"id": "F", "text": "Long text."}]
    assert topics["T9"]["peers"] == [{"id": "sysX", "text": "Other name."}]
    told = {row["kind"]: row["count"] for row in notes.to_json()}
    assert told == {
        "files left out because their place in the layout is unknown": 1,
        "summaries without their documents": 3,
    }


def test_nothing_there(tmp_path: Path) -> None:
    with pytest.raises(SumscopeError, match="found neither documents nor summaries"):
        list(duc.read(str(tmp_path), Notes()))


def test_sgml_is_read_leniently() -> None:
    text = "<P a=1 B='two'>one<p>two</P><p C=\"x &amp; y\">three"
    assert list(sgml.elements(text, "P")) == [
        ({"a": "1", "b": "two"}, "one"),
        ({}, "two"),
        ({"c": "x & y"}, "three"),
    ]
    assert sgml.plain("a < b <br> c &AMP; d &#233; &#x00;") == "a < b\n\nc & d é \ufffd"
