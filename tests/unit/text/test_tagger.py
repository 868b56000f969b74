from __future__ import annotations

import gzip
import json
from importlib import resources

import pytest

from sumscope.text import pipeline
from sumscope.text.perceptron import Tagger, plain, read, shape, write


def tagged(lang: str | None, text: str) -> dict[str, str]:
    p = pipeline(lang)
    tokens = p.tokens(text)
    return dict(zip(tokens, p.tags(tokens), strict=True))


def test_english() -> None:
    found = tagged("en", "The U.S. president didn't meet 25 ministers in Berlin.")
    assert found == {
        "The": "DET", "U.S.": "PROPN", "president": "NOUN", "did": "AUX", "n't": "PART",
        "meet": "VERB", "25": "NUM", "ministers": "NOUN", "in": "ADP", "Berlin": "PROPN",
        ".": "PUNCT",
    }  # fmt: skip


def test_portuguese_contractions_and_clitics_as_written() -> None:
    found = tagged("pt", "O ministro disse-lhe na cidade: leu o livro das crianças.")
    assert found == {
        "O": "DET", "ministro": "NOUN", "disse": "VERB", "-lhe": "PRON", "na": "ADP",
        "cidade": "NOUN", ":": "PUNCT", "leu": "VERB", "o": "DET", "livro": "NOUN",
        "das": "ADP", "crianças": "NOUN", ".": "PUNCT",
    }  # fmt: skip


def test_portuguese_nos_is_told_apart() -> None:
    assert tagged("pt", "Isso nos deu esperança.")["nos"] == "PRON"
    assert tagged("pt", "Isso ocorreu nos anos seguintes.")["nos"] == "ADP"


def test_capital_contractions() -> None:
    assert tagged("pt", "Na cidade chove.")["Na"] == "ADP"
    assert tagged("pt", "NA CIDADE")["NA"] == "ADP"


def test_other_languages_by_shape() -> None:
    found = tagged("xx", "Zu 3,5 % «ja»!")
    assert found == {"Zu": "X", "3,5": "NUM", "%": "PUNCT", "«": "PUNCT", "ja": "X",
                     "»": "PUNCT", "!": "PUNCT"}  # fmt: skip
    assert pipeline(None).tags(["$", "", "+="]) == ["SYM", "X", "SYM"]


@pytest.mark.parametrize("lang", ["en", "pt", None])
def test_odd_tokens(lang: str | None) -> None:
    p = pipeline(lang)
    assert p.tags([]) == []
    for tokens in ([""], ["a\0b"], ["\0", "\0"], ["-"], ["x" * 5000], ["\ud800"], ["nos"]):
        assert len(p.tags(tokens)) == len(tokens)
    # Tokens that hold the separator of the memory's key are not mistaken for others.
    assert len(p.tags(["a", "b"])) == 2
    assert len(p.tags(["a\0b"])) == 1


@pytest.mark.parametrize("lang", ["en", "pt"])
def test_weights_name_their_source_and_are_written_without_a_date(lang: str) -> None:
    data = (resources.files("sumscope") / "data" / "tags" / f"{lang}.json.gz").read_bytes()
    content = json.loads(gzip.decompress(data))
    assert content["licence"] == "CC BY-SA 4.0"
    assert content["trained_on"].startswith("Universal Dependencies ")
    assert data[4:8] == b"\0\0\0\0"
    assert len(data) < 1_000_000


def test_a_model_is_read_as_written() -> None:
    data = write({"lang": "xx"}, ["A", "B"], {"wb": [1, 3], "tA": [1, -1], "b": [0, 1]})
    assert data == write({"lang": "xx"}, ["A", "B"], {"b": [0, 1], "tA": [1, -1], "wb": [1, 3]})
    model = read(data)
    assert isinstance(model, Tagger)
    assert model.tag(["a", "b", "a"]) == ["A", "B", "A"]


def test_forms_and_shapes() -> None:
    assert plain("Route’66666") == "route'000"
    assert [shape(w) for w in ("", "ab", "Ab", "AB", "A", "iPod", "McX", "3.5", "--", "a-1")] == [
        "-", "a", "C", "A", "I", "m", "M", "0", ".", "a-0",
    ]  # fmt: skip
