"""Basic elements by our parser and by one made for the test; without spaCy a clear message."""

from __future__ import annotations

import importlib.util

import pytest

from sumscope.cli.shell import run
from sumscope.core.measure import parse
from sumscope.core.values import Sentence, Text, Topic, Undefined
from sumscope.corpus.view import TopicView
from sumscope.metrics.summary import elements
from sumscope.scoring.topics import score_topic


@pytest.fixture
def parser(monkeypatch):
    """Every word hangs on the first one of its sentence."""
    monkeypatch.setattr(elements, "_PARSERS", {})
    elements.register_parser(
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
        Undefined("no reference has a basic element")
    ]


def test_our_parser_by_hand():
    """The minister|meet|..., with elements that are plain to see in these sentences."""
    reference = ["The president met two ministers in Berlin."]
    # Pairs: meet-president, minister-two, meet-minister, meet-berlin.
    peer = "The president met a minister in Paris."
    # Pairs: meet-president, meet-minister, meet-paris.
    assert values("be", reference, peer) == [2 / 4]
    assert values("be(report=p)", reference, peer) == [2 / 3]
    assert values("be(report=f)", reference, peer) == [4 / 7]
    # Heads: president, meet, two, minister, berlin against president, meet, minister, paris.
    assert values("be(match=h)", reference, peer) == [3 / 5]
    assert values("be(match=hm1)", reference, peer) == [5 / 9]
    # The passive has the same relations.
    passive = "Two ministers were met by the president in Berlin."
    assert values("be(match=hmr)", reference, passive) == [1]
    assert values("be(match=hmr)", reference, "Two presidents met in Berlin.") == [2 / 4]
    assert values("be(match=hmr2)", reference, passive) == [1]


def test_the_best_reference_or_all():
    references = ["The president met two ministers.", "It rained."]
    peer = "The president met ministers."
    assert values("be", references, peer) == [2 / 4]
    assert values("be(refs=best)", references, peer) == [2 / 3]


def test_empty_texts():
    assert values("be", ["He met ministers."], "") == [0]
    assert values("be", ["Yes."], "He met ministers.") == [
        Undefined("no reference has a basic element")
    ]


def test_a_parser_may_give_relations(monkeypatch):
    monkeypatch.setattr(elements, "_PARSERS", {})
    elements.register_parser("one", lambda sentences: [[(*s.split(),)] for s in sentences])
    assert values("be(parser=one,match=hmr)", ["a b x"], "a b x") == [1]
    assert values("be(parser=one,match=hmr)", ["a b x"], "a b y") == [0]
    assert values("be(parser=one)", ["a b x"], "a b y") == [1]
    assert values("be(parser=one,match=hmr1)", ["a b"], "a b") == [1]


def test_the_signature_names_the_parser():
    assert elements.BasicElements().text("pt").endswith("|parser:arc-hybrid-1")
    assert elements.BasicElements(parser="star").text("pt") == "parser:star"
    assert elements.BasicElements().text("de") == "parser:de_core_news_sm"


@pytest.mark.skipif(importlib.util.find_spec("spacy") is not None, reason="spaCy is installed")
def test_without_spacy_the_message_says_what_to_do(tmp_path, capsys):
    corpus = tmp_path / "c.jsonl"
    corpus.write_text(
        '{"id": "T", "lang": "de", "references": [{"id": "A", "text": "a b"}], '
        '"peers": [{"id": "s", "text": "a"}]}\n'
    )
    for measure in ("be", "be(parser=en_core_web_sm)"):
        assert run(["score", str(corpus), "-m", measure]) == 2
        err = capsys.readouterr().err
        assert "pip install 'sumscope[be]'" in err
        assert err.count("\n") == 1
