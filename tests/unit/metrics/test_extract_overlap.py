"""Recall, precision and F of sentences against an ideal extract."""

from __future__ import annotations

import pytest

import sumscope
from sumscope.core.errors import SumscopeError
from sumscope.core.values import Sentence, Text, Topic

LINES = [
    "The ferry struck a bank near the harbour.",
    "Gulls cried.",
    "Fog hid the bank from the ferry.",
    "Reporters drank cold tea.",
    "A pilot guided the ship home.",
]
DOCUMENT = Text("d", sentences=tuple(Sentence(s) for s in LINES))
REFERENCE = Text("A", text="The ferry struck a bank. Reporters drank tea.")
PEERS = (
    Text("ideal", extract=("d.0", "d.2", "d.4")),
    Text("extract", extract=("d.0", "d.1")),
    Text("text", text="The ferry struck a bank near the harbour. Gulls cried."),
    Text(
        "mixed", sentences=(Sentence("the ferry struck a bank near the harbour"), Sentence("New."))
    ),
    Text("abstract", text="A ship ran aground."),
    Text("empty", text=""),
)


def scores(measure: str, topic: Topic) -> dict[str, object]:
    return {
        row.peer: row.value if row.reason is None else row.reason
        for row in sumscope.score([topic], [measure])
    }


def test_against_a_peer():
    topic = Topic("t", "en", (DOCUMENT,), (REFERENCE,), PEERS)
    recall = scores("extract-recall(ideal=ideal)", topic)
    precision = scores("extract-precision(ideal=ideal)", topic)
    f = scores("extract-f(ideal=ideal)", topic)
    assert (recall["ideal"], precision["ideal"], f["ideal"]) == (1, 1, 1)
    for name in ("extract", "text", "mixed"):
        assert recall[name] == pytest.approx(1 / 3)
        assert precision[name] == pytest.approx(1 / 2)
        assert f[name] == pytest.approx(2 / 5)
    assert f["abstract"] == "no sentence of the summary is in the documents"
    assert f["empty"] == "the summary has no sentences"


def test_against_the_references():
    topic = Topic("t", "en", (DOCUMENT,), (REFERENCE,), PEERS)
    assert scores("extract-recall", topic)["extract"] == pytest.approx(1 / 2)
    assert scores("extract-precision", topic)["ideal"] == pytest.approx(1 / 3)


def test_without_an_ideal_extract():
    topic = Topic("t", "en", (DOCUMENT,), (), PEERS)
    with pytest.raises(SumscopeError, match="no references to make an ideal extract of"):
        scores("extract-f", topic)
    with pytest.raises(SumscopeError, match="no peer nobody to be the ideal extract"):
        scores("extract-f(ideal=nobody)", topic)


def test_gei_scores_1_against_the_references():
    topic = Topic("t", "en", (DOCUMENT,), (REFERENCE,))
    made = sumscope.summarize([topic], "gei", rate=1)
    assert scores("extract-f", made.topics[0]) == {"gei": 1}
