"""Synonyms come from WordNet's files, from a file of groups, or from a registered source."""

from __future__ import annotations

from pathlib import Path

import pytest

from sumscope.core.errors import MissingExtraError, SumscopeError
from sumscope.core.measure import parse
from sumscope.core.values import Sentence, Text, Topic
from sumscope.corpus.view import TopicView
from sumscope.scoring.topics import score_topic
from sumscope.text import synonyms as room

# Two synsets in the form of WordNet's data files, made up for this test.
DATA = """  1 This stands for the licence, whose lines begin with two spaces.
00000001 05 n 03 car 0 motorcar 0 motor_vehicle 1 001 @ 00000002 n 0000 | wheels
00000002 05 n 01 thing 0 000 | anything
"""


@pytest.fixture(autouse=True)
def fresh():
    room.synonyms.cache_clear()
    yield
    room.synonyms.cache_clear()
    room._SOURCES.clear()


def score(spelling: str, reference: str, summary: str) -> float:
    made = [Text(n, sentences=(Sentence(s),)) for n, s in (("r", reference), ("p", summary))]
    topic = Topic("T", "en", references=(made[0],), peers=(made[1],))
    return score_topic(TopicView(topic), [parse(spelling)])[0].values[0]


def test_wordnet_files(tmp_path: Path, monkeypatch):
    (tmp_path / "data.noun").write_text(DATA, encoding="utf-8")
    (tmp_path / "data.adj").write_text(
        "00000003 00 a 02 fast(p) 0 quick 0 000 | speed\n", encoding="utf-8"
    )
    monkeypatch.setenv("SUMSCOPE_WORDNET", str(tmp_path))
    found = room.synonyms("wordnet", None)
    assert found.groups("car") == found.groups("motorcar") != frozenset()
    assert found.groups("fast") == found.groups("quick") != frozenset()
    assert found.groups("thing") == found.groups("motor_vehicle") == frozenset()
    assert score("topic-unigram", "fast cars win", "quick motorcars win") < 100
    assert score("topic-unigram(synonyms=wordnet)", "fast cars win", "quick motorcars win") == 100
    assert score("topic-bigram(synonyms=wordnet)", "fast cars win", "quick motorcars win") == 100
    for name in ("topic-path", "topic-closeness"):
        assert score(f"{name}(synonyms=wordnet)", "fast cars win", "quick motorcars win") == 100


def test_a_file_and_a_registered_source(tmp_path: Path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    Path("mine.txt").write_text("big, large\tgreat\n\nsmall,little\n", encoding="utf-8")
    assert score("topic-unigram(synonyms=mine.txt)", "big dog runs", "large dog runs") == 100
    room.register("house", lambda: [["dog", "hound"]])
    assert score("topic-unigram(synonyms=house)", "dogs run fast", "hounds run fast") == 100


def test_what_is_missing_is_named(tmp_path: Path, monkeypatch):
    for name in ("WNSEARCHDIR", "SUMSCOPE_WORDNET", "WNHOME", "NLTK_DATA"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setattr(room.Path, "home", lambda: tmp_path)
    monkeypatch.setattr(room.Path, "is_file", lambda self: False)
    with pytest.raises(MissingExtraError, match="SUMSCOPE_WORDNET"):
        room.synonyms("wordnet", None)
    with pytest.raises(SumscopeError, match="did you mean wordnet"):
        room.synonyms("wordnett", None)


def test_a_damaged_file_is_named(tmp_path: Path, monkeypatch):
    (tmp_path / "data.noun").write_text("00000001 05 n zz car\n", encoding="utf-8")
    monkeypatch.setenv("SUMSCOPE_WORDNET", str(tmp_path))
    with pytest.raises(SumscopeError, match="line 1"):
        room.synonyms("wordnet", None)
