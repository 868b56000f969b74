"""Whatever the text: the limit holds, the order is the source's, the extract is always the same."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import sumscope
from sumscope.core.values import Sentence, Text, Topic
from sumscope.corpus.view import TopicView
from sumscope.summarizers.registry import SUMMARIZERS
from sumscope.text import pipeline

pytestmark = pytest.mark.filterwarnings("ignore:topics without")

METHODS = SUMMARIZERS.names()
WORDS = st.sampled_from(
    ["ferry", "fog", "bank", "the", "of", "Calder", "ran", "3.5", "café", "-", "…", "co-op", "日本"]
)
SENTENCE = st.lists(WORDS, max_size=9).map(" ".join) | st.text(max_size=20)
DOCUMENT = st.lists(SENTENCE, min_size=1, max_size=8)


@pytest.mark.parametrize("method", METHODS)
@settings(max_examples=30)
@given(
    documents=st.lists(DOCUMENT, min_size=1, max_size=3),
    reference=DOCUMENT,
    lang=st.sampled_from(["en", "pt", None]),
    rate=st.sampled_from([0.1, 0.29, 0.3, 0.5, 1.0]),
)
def test_limit_order_and_determinism(method, documents, reference, lang, rate):
    topic = Topic(
        "t",
        lang,
        tuple(
            Text(f"d{n}", sentences=tuple(Sentence(s) for s in document))
            for n, document in enumerate(documents)
        ),
        (Text("A", sentences=tuple(Sentence(s) for s in reference)),),
    )
    (row,) = sumscope.summarize([topic], method, rate=rate)
    (again,) = sumscope.summarize([topic], method, rate=rate)
    assert row == again
    view = TopicView(row.topic)
    order = [item.id for document in view.documents for item in document.items]
    places = [order.index(item) for item in row.extract.ids]
    assert places == sorted(set(places))
    words = pipeline(lang).words
    source = [s for document in documents for s in document]
    chosen = [one.text for one in row.extract.chosen]
    assert sum(len(words(s)) for s in chosen) <= rate * sum(len(words(s)) for s in source) + 1e-9
    assert sum(len(s.split()) for s in chosen) <= rate * sum(len(s.split()) for s in source) + 1e-9
    assert sorted(one.rank for one in row.extract.chosen) == list(range(1, len(chosen) + 1))
