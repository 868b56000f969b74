"""SuPor: features, counts, probabilities and model files."""

from __future__ import annotations

import json
import math

import pytest

import sumscope
from sumscope.core.errors import SumscopeError
from sumscope.core.values import Sentence, Text, Topic
from sumscope.corpus.view import TopicView
from sumscope.data import DEMO
from sumscope.summarizers.phrases import of_language, read
from sumscope.summarizers.source import Source
from sumscope.summarizers.supor_model import (
    FEATURES,
    Counts,
    Feature,
    SuporModel,
    default_model,
    features,
    read_model,
)

LINES = [
    ("The ferry Heron struck a bank near Calder harbour in fog.", 0),
    ("Gulls cried.", 0),
    ("In conclusion, the ferry was late.", 1),
    ("Nobody knew why it was so.", 1),
]
TOPIC = Topic(
    "t",
    "en",
    (Text("d", sentences=tuple(Sentence(s, extra={"paragraph": p}) for s, p in LINES)),),
    (Text("A", sentences=(Sentence("The ferry Heron struck a bank in fog."),)),),
)


def test_features_of_a_small_text():
    first, second, third, last = features(Source(TopicView(TOPIC)), ("in conclusion",))
    assert list(first) == list(FEATURES)
    assert [f["length"] for f in (first, second, third, last)] == [True, False, True, True]
    assert [f["phrase"] for f in (first, second, third, last)] == [False, False, True, False]
    assert [f["text-start"] for f in (first, second, third, last)] == [True, False, False, False]
    assert [f["text-end"] for f in (first, second, third, last)] == [False, False, False, True]
    assert [f["paragraph-first"] for f in (first, second, third, last)] == [True, False] * 2
    assert [f["paragraph-last"] for f in (first, second, third, last)] == [False, True] * 2
    assert first["frequency"]
    assert not second["frequency"]


def test_a_phrase_is_whole_words():
    source = Source(TopicView(TOPIC))
    found = [answers["phrase"] for answers in features(source, ("in concl", "clusion the"))]
    assert found == [False] * 4
    found = [answers["phrase"] for answers in features(source, ("conclusion the",))]
    assert found == [False, False, True, False]


def test_probability_is_bayes_with_add_one_counts():
    model = SuporModel("en", 3, 7, (Feature("length", 3, 2), Feature("phrase", 1, 0)), (), {})
    given = {"length": True, "phrase": False}
    inside = 4 / 12 * (4 / 5) * (1 - 2 / 5)
    outside = 8 / 12 * (3 / 9) * (1 - 1 / 9)
    assert model.probability(given) == pytest.approx(inside / (inside + outside))
    assert model.weight(model.features[0], True) == pytest.approx(math.log((4 / 5) / (3 / 9)))


def test_counts_need_both_kinds():
    counts = Counts()
    counts.add(dict.fromkeys(FEATURES, True), True)
    with pytest.raises(SumscopeError, match="every sentence"):
        counts.model("en", (), {})


def test_fit_counts_gei_sentences_and_the_file_reads_back(tmp_path):
    path = tmp_path / "model.json"
    model = sumscope.supor.fit([TOPIC], path, note="ours")
    assert (model.chosen, model.other) == (1, 3)
    assert {f.name: (f.chosen, f.other) for f in model.features}["length"] == (1, 2)
    assert read_model(path) == model
    assert model.trained_on["note"] == "ours"
    assert model.phrases == of_language("en")
    tables = sumscope.supor.show(path)
    assert [row["feature"] for row in tables.rows()] == list(FEATURES)
    assert len(tables.to_pandas()) == len(tables.to_polars()) == len(FEATURES)
    first = path.read_bytes()
    sumscope.supor.fit([TOPIC], path, note="ours")
    assert path.read_bytes() == first


def test_fit_takes_a_peer_as_the_ideal_extract():
    from dataclasses import replace

    topic = replace(TOPIC, peers=(Text("mine", extract=("d.1", "d.2")),))
    model = sumscope.supor.fit([topic], ideal="mine")
    assert (model.chosen, model.other) == (2, 2)
    with pytest.raises(SumscopeError, match="no peer 'yours'"):
        sumscope.supor.fit([topic], ideal="yours")


def test_fit_refuses_two_languages_and_topics_without_references():
    from dataclasses import replace

    with pytest.raises(SumscopeError, match="one model per language"):
        sumscope.supor.fit([TOPIC, replace(TOPIC, id="u", lang="pt")])
    with pytest.raises(SumscopeError, match="needs references"):
        sumscope.supor.fit([replace(TOPIC, references=())])


def test_own_phrases_replace_the_list(tmp_path):
    path = tmp_path / "phrases.txt"
    path.write_text("# mine\nGulls  cried\n\n", encoding="utf-8")
    assert read(path) == ("gulls cried",)
    model = sumscope.supor.fit([TOPIC], phrases=path)
    assert model.phrases == ("gulls cried",)
    assert {f.name: (f.chosen, f.other) for f in model.features}["phrase"] == (0, 1)


@pytest.mark.parametrize("lang", ["en", "pt"])
def test_the_models_and_phrases_that_ship(lang):
    model = default_model(lang)
    assert model.lang == lang
    assert model.trained_on["topics"] > 0
    assert "note" in model.trained_on
    assert model.phrases == of_language(lang)
    assert len(model.phrases) > 50
    assert default_model(lang.upper() + "-XX") == model
    assert default_model({"en": "English", "pt": "por"}[lang]) == model


def test_a_language_without_a_model_says_how_to_get_one():
    with pytest.raises(SumscopeError, match="supor fit"):
        default_model("fr")


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({"format": "pickle"}, "not a SuPor model"),
        ({"version": 9}, "version 9"),
        ({"sentences": {"chosen": 1}}, "other"),
        ({"sentences": {"chosen": -1, "other": 2}}, "count"),
        ({"features": [{"name": "magic", "chosen": 0, "other": 0}]}, "magic"),
        ({"features": [{"name": "length", "chosen": 99, "other": 0}]}, "more sentences"),
    ],
)
def test_bad_models_are_named(tmp_path, change, words):
    path = tmp_path / "model.json"
    value = sumscope.supor.fit([TOPIC]).to_json() | change
    path.write_text(json.dumps(value), encoding="utf-8")
    with pytest.raises(SumscopeError, match=words):
        read_model(path)
    for text in ("{", "[" * 100_000, "9" * 5000):
        path.write_text(text, encoding="utf-8")
        with pytest.raises(SumscopeError, match="not JSON"):
            read_model(path)


def test_training_helps_on_the_corpus_itself(tmp_path):
    english = [t for t in _demo() if t.lang == "en"]
    trained = sumscope.supor.fit(english)
    made = sumscope.summarize(english, "supor", model=trained, name="trained")
    drawn = sumscope.summarize(made.topics, "random", name="drawn")
    table = sumscope.score(drawn.topics, ["extract-f"])
    means = {mean["peer"]: mean["mean"] for mean in table.means()}
    assert means["trained"] > means["drawn"]


def _demo() -> list[Topic]:
    from sumscope.corpus.jsonl import read_corpus

    return list(read_corpus(DEMO))
