"""A language that is missing or not known: words as they stand, and one line that says so."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

import sumscope
from sumscope.data import DEMO
from sumscope.text import note_topic, note_unknown

NOTE = (
    "sumscope: note: the language 'xx' is unknown: no stems, lemmas or stop words; "
    "write it as en, por or pt-BR\n"
)
MISSING = (
    'sumscope: note: topics without "lang": their words are used as they are, without stems or '
    'stop words; add it to the corpus, as in "lang": "en"\n'
)
pytestmark = pytest.mark.filterwarnings("always")


@pytest.fixture
def text(tmp_path: Path) -> Path:
    path = tmp_path / "a.txt"
    path.write_text("The cats sat on the mat. The dogs ran home.", encoding="utf-8")
    return path


@pytest.fixture
def foreign(corpus: Path, tmp_path: Path) -> Path:
    lines = [json.loads(line) for line in corpus.read_text(encoding="utf-8").splitlines()]
    path = tmp_path / "xx.jsonl"
    path.write_text(json.dumps({**lines[0], "lang": "xx"}) + "\n", encoding="utf-8")
    return path


def test_named_by_the_user(cli: Any, text: Path, tmp_path: Path) -> None:
    table = tmp_path / "t.csv"
    table.write_text("topic,kind,id,text\nT,reference,A,The cat.\n", encoding="utf-8")
    for words in (
        ("growth", text, "--lang", "xx", "--json"),
        ("topics", text, "--lang", "xx", "--json"),
        ("convert", table, tmp_path / "o.jsonl", "--from", "csv", "--lang", "xx", "--json"),
    ):
        done = cli(*words)
        assert (done.status, done.err) == (0, NOTE), words
        assert done.json


def test_named_by_a_corpus(cli: Any, foreign: Path, tmp_path: Path) -> None:
    for words in (
        ("score", foreign, "-m", "growth-deviation", "--json"),
        ("summarize", foreign, "--by", "lead", "--rate", "1", "--json"),
        ("detect", foreign, "--graph", "cosine", "--json"),
    ):
        done = cli(*words)
        assert (done.status, done.err) == (0, NOTE), words
    done = cli("score", foreign, "-m", "growth-deviation", "-o", tmp_path / "s.csv")
    assert done.err.startswith(NOTE)


@pytest.fixture
def nameless(foreign: Path) -> Path:
    """Two topics without a language, and one with."""
    topic = json.loads(foreign.read_text(encoding="utf-8"))
    del topic["lang"]
    topics = [{**topic, "id": "a"}, {**topic, "id": "b"}, {**topic, "id": "c", "lang": "en"}]
    path = foreign.with_name("none.jsonl")
    path.write_text("".join(json.dumps(one) + "\n" for one in topics), encoding="utf-8")
    return path


def test_missing_in_a_corpus(nameless: Path) -> None:
    for words in (
        ("score", "-m", "topic-unigram", "-m", "rouge-1(tokens=unicode)", "--json"),
        ("score", "-m", "topic-fusion", "-o", str(nameless.with_name("s.csv"))),
        ("summarize", "--by", "gistsumm", "--rate", "1"),
        ("detect", "--graph", "cosine", "--json"),
    ):
        command = [sys.executable, "-m", "sumscope", words[0], str(nameless), *words[1:]]
        done = subprocess.run(command, capture_output=True, text=True, check=True)
        assert done.stderr.count(MISSING) == done.stderr.count("note:") == 1, words


def test_missing_where_no_measure_asks_for_it(cli: Any, nameless: Path) -> None:
    assert cli("score", nameless, "-m", "rouge-1", "-m", "rouge-l", "--json").err == ""


@pytest.mark.parametrize(("named", "note"), [({"lang": "xx"}, NOTE), ({}, MISSING)])
def test_by_what_is_trained(cli: Any, tmp_path: Path, named: dict[str, str], note: str) -> None:
    corpus = tmp_path / "corpus.jsonl"
    topics = map(json.loads, Path(DEMO).read_text(encoding="utf-8").splitlines())
    meeting = next(topic for topic in topics if topic["id"] == "en-meeting")
    text = {
        "sentences": [sentence["text"] for sentence in meeting["documents"][0]["sentences"][:3]]
    }
    del meeting["lang"]
    made = {**meeting, **named, "references": [{"id": "A", **text}]}
    corpus.write_text(json.dumps(made) + "\n", encoding="utf-8")
    for words in (
        ("links", "fit", corpus, "-o", tmp_path / "links.json", "--kind", "logistic"),
        ("supor", "fit", corpus, "-o", tmp_path / "supor.json"),
    ):
        done = cli(*words)
        assert done.status == 0, done.err
        assert done.err.count(note) == 1, words


def test_known_words_load_no_dictionary(foreign: Path) -> None:
    told = "import sys, sumscope; sumscope.score({!r}, ['rouge-1'], workers=1)"
    told += "; print('simplemma' in sys.modules)"
    english = foreign.with_name("en.jsonl")
    english.write_text(
        foreign.read_text(encoding="utf-8").replace('"xx"', '"en"'), encoding="utf-8"
    )
    command = [sys.executable, "-c", told.format(str(english))]
    assert subprocess.run(command, capture_output=True, text=True, check=True).stdout == "False\n"


def test_once_for_all_topics(foreign: Path) -> None:
    topic = json.loads(foreign.read_text(encoding="utf-8"))
    lines = [json.dumps({**topic, "id": name}) + "\n" for name in ("a", "b", "c")]
    foreign.write_text("".join(lines), encoding="utf-8")
    command = [sys.executable, "-m", "sumscope", "summarize", str(foreign), "--by", "lead"]
    for more in ((), ("--workers", "2")):  # workers leave it to the process that began them
        words = [*command, "--rate", "1", *more]
        done = subprocess.run(words, capture_output=True, text=True, check=True)
        assert done.stderr == NOTE


def test_rouge_has_its_own_words(cli: Any, foreign: Path) -> None:
    assert cli("score", foreign, "-m", "rouge-1", "--json").err == ""


def test_the_words_are_those_of_no_language(text: Path) -> None:
    with pytest.warns(UserWarning, match="'xx' is unknown"):
        (unknown,) = sumscope.growth(text, lang="xx").to_json()
    (none,) = sumscope.growth(text, lang="und").to_json()
    assert unknown == none


@pytest.mark.parametrize("lang", ["en", "pt-BR", "por", "Portuguese", "ja", "zh", "hi", "eo"])
def test_known(lang: str, recwarn: pytest.WarningsRecorder) -> None:
    note_unknown(lang)
    assert not recwarn.list


@pytest.mark.parametrize("lang", [None, "", "und", "any", "unicode"])
def test_none_is_meant(lang: str | None, recwarn: pytest.WarningsRecorder) -> None:
    note_unknown(lang)
    assert not recwarn.list


@pytest.mark.parametrize("lang", ["", "und", "any", "unicode"])
def test_a_topic_that_says_none_needs_no_note(lang: str, recwarn: pytest.WarningsRecorder) -> None:
    note_topic(lang)
    assert not recwarn.list


@pytest.mark.parametrize("lang", ["xx", "klingon", "e n", "12"])
def test_not_known(lang: str) -> None:
    with pytest.warns(UserWarning, match="is unknown"):
        note_unknown(lang)
