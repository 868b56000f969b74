"""Texts in another script than a to z: ROUGE-1.5.5 reads no word of them, and that is said."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from sumscope.core.values import Text, Topic
from sumscope.corpus.topic_stream import other_script

NOTE = (
    "sumscope: note: rouge-1 finds no word where texts are in another script: it reads a to z and "
    "0 to 9 only, as ROUGE-1.5.5 does; add tokens=unicode to read any script\n"
)
GREEK = {
    "id": "G",
    "lang": "el",
    "documents": [{"id": "d", "text": "Η γάτα κοιμάται. Ο σκύλος τρέχει στο σπίτι."}],
    "references": [{"id": "A", "text": "Η γάτα κοιμάται."}],
    "peers": [
        {"id": "s1", "text": "Η γάτα κοιμάται."},
        {"id": "s2", "text": "Ο σκύλος τρέχει."},
    ],
}
ENGLISH = {
    "id": "E",
    "lang": "en",
    "references": [{"id": "A", "text": "The cat sleeps."}],
    "peers": [{"id": "s1", "text": "Dogs ran home."}, {"id": "s2", "text": "Birds."}],
}
pytestmark = pytest.mark.filterwarnings("always")


def write(path: Path, *topics: dict[str, Any]) -> Path:
    path.write_text("".join(json.dumps(topic) + "\n" for topic in topics), encoding="utf-8")
    return path


@pytest.mark.parametrize(
    ("text", "other"),
    [
        ("Η γάτα", True),
        ("кошка спит", True),
        ("القط نام", True),
        ("猫在睡觉", True),
        ("बिल्ली सो रही है", True),
        ("Zażółć gęślą jaźń, ação, naïveté", False),
        ("The cat", False),
        ("UNESCO in Αθήνα said", False),
        ("12 + 3", False),
        ("", False),
    ],
)
def test_scripts(text: str, other: bool) -> None:
    assert other_script(Topic("T", references=(Text("A", text=text),))) is other
    assert other_script(Topic("T", peers=(Text("A", text=text),))) is other


def test_score_says_why_it_is_nought(cli: Any, tmp_path: Path) -> None:
    corpus = write(tmp_path / "c.jsonl", ENGLISH, GREEK)
    done = cli("score", corpus, "-m", "rouge-1", "-m", "rouge-2", "--json")
    assert (done.status, done.err) == (0, NOTE)
    assert {row["value"] for row in done.json} == {0}
    done = cli("score", corpus, "-m", "rouge-1", "-o", tmp_path / "s.csv")
    assert done.err.startswith(NOTE)
    done = cli("score", corpus, "-m", "rouge-1(tokens=unicode)", "--json")
    assert done.err == ""
    assert [row["value"] for row in done.json if row["topic"] == "G"] == [1, 0]


def test_noughts_of_read_words_need_no_note(cli: Any, tmp_path: Path) -> None:
    assert cli("score", write(tmp_path / "c.jsonl", ENGLISH), "-m", "rouge-1", "--json").err == ""
    names = {**GREEK, "peers": [{"id": "s1", "text": "Η γάτα 7"}, {"id": "s2", "text": "Ο 8"}]}
    names["references"] = [{"id": "A", "text": "Η γάτα 7"}]
    assert cli("score", write(tmp_path / "n.jsonl", names), "-m", "rouge-1", "--json").err == ""


def test_oracles_say_why_there_are_none(cli: Any, tmp_path: Path) -> None:
    corpus = write(tmp_path / "c.jsonl", GREEK, {**GREEK, "id": "H"})
    note = NOTE.replace("rouge-1", "oracle", 1).replace("add tokens=", "give --tokens ")
    done = cli("oracle", corpus, "--limit", 100, "--json")
    assert (done.status, done.err) == (0, note)
    assert [row["score"] for row in done.json] == [None, None]
    done = cli("oracle", corpus, "--limit", 100, "-o", tmp_path / "o.jsonl")
    assert done.err.startswith(note)
    done = cli("oracle", corpus, "--limit", 100, "--tokens", "unicode", "--json")
    assert (done.err, [row["score"] for row in done.json]) == ("", [1, 1])
    empty = {**ENGLISH, "documents": GREEK["documents"], "references": [{"id": "A", "text": ""}]}
    assert cli("oracle", write(tmp_path / "e.jsonl", empty), "--limit", 100, "--json").err == ""


def test_agreement_with_oracles_says_why_there_is_none(cli: Any, tmp_path: Path) -> None:
    done = cli("score", write(tmp_path / "c.jsonl", GREEK), "-m", "oracle-f1", "--json")
    assert done.status == 2
    assert done.err.startswith(NOTE.replace("rouge-1", "oracle-f1", 1))
    assert "undefined" in done.err


def test_a_study_reads_any_script(cli: Any, tmp_path: Path) -> None:
    corpus = write(tmp_path / "c.jsonl", GREEK, {**GREEK, "id": "H"})
    done = cli("study", corpus, "-o", tmp_path / "out", "--json")
    assert (done.status, done.err) == (0, "")
    found = {row["measure"] for row in done.json["leaderboard"]}
    assert "rouge-2(tokens=unicode)" in found
    assert "rouge-2" not in found
    page = (tmp_path / "out" / "index.html").read_text(encoding="utf-8")
    assert "in a script of which ROUGE-1.5.5 reads no word" in page
    assert "Words of any script count" in page
    oracles = (tmp_path / "out" / "tables" / "oracles.csv").read_text(encoding="utf-8")
    assert oracles.splitlines()[1].split(",")[1].startswith("1")


def test_a_study_keeps_to_measures_that_were_asked_for(cli: Any, tmp_path: Path) -> None:
    corpus = write(tmp_path / "c.jsonl", GREEK, {**GREEK, "id": "H"})
    done = cli("study", corpus, "-o", tmp_path / "out", "-m", "rouge-1", "--json")
    assert done.status == 0
    assert {row["measure"] for row in done.json["leaderboard"]} == {"rouge-1"}
    assert NOTE in done.err
