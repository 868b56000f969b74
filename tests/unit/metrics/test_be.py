"""Basic elements with a parser made for the test; without spaCy a clear message."""

from __future__ import annotations

import importlib.util

import pytest

from sumscope.cli.shell import run
from sumscope.core.measure import parse
from sumscope.core.values import Sentence, Text, Topic, Undefined
from sumscope.corpus.view import TopicView
from sumscope.metrics.summary import be
from sumscope.run.topics import score_topic


@pytest.fixture
def parser(monkeypatch):
    """Every word hangs on the first one of its sentence."""
    monkeypatch.setattr(be, "_PARSERS", {})
    be.register_parser(
        "star", lambda sentences: [[(s.split()[0], w) for w in s.split()[1:]] for s in sentences]
    )


def values(spelling: str, references: list[str], peer: str) -> list[float | str]:
    def text(name: str, sentence: str) -> Text:
        return Text(name, sentences=(Sentence(sentence),) if sentence else ())

    topic = Topic(
        "T",
        references=tuple(text(f"r{i}", r) for i, r in enumerate(references)),
        peers=(text("p", peer),),
    )
    return score_topic(TopicView(topic), [parse(spelling)])[0].values


def test_by_hand(parser):
    references = ["saw dog cat", "saw dog dog bird"]
    # Pairs of the summary: saw-dog, saw-dog, saw-fish. Hits 1 of 2 and 2 of 3.
    assert values("be(parser=star)", references, "saw dog dog fish") == [3 / 5]
    assert values("be(parser=star,report=p)", references, "saw dog dog fish") == [3 / 6]
    assert values("be(parser=star,report=f)", references, "saw dog dog fish") == [6 / 11]
    assert values("be(parser=star)", references, "") == [0]
    assert values("be(parser=star,report=p)", references, "") == [0]
    assert values("be(parser=star)", ["saw"], "saw dog") == [
        Undefined("no reference has a pair of head and modifier")
    ]


@pytest.mark.skipif(importlib.util.find_spec("spacy") is not None, reason="spaCy is installed")
def test_without_spacy_the_message_says_what_to_do(tmp_path, capsys):
    assert not be.BasicElements.available()
    corpus = tmp_path / "c.jsonl"
    corpus.write_text(
        '{"id": "T", "references": [{"id": "A", "text": "a b"}], '
        '"peers": [{"id": "s", "text": "a"}]}\n'
    )
    assert run(["score", str(corpus), "-m", "be"]) == 2
    err = capsys.readouterr().err
    assert "pip install 'sumscope[be]'" in err
    assert err.count("\n") == 1
