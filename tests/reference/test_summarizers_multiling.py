"""The rate, the order and the reasons on every text of MultiLing Pilot 2011, English.

Data: `multiling2011/english.jsonl.gz` (CC BY 3.0): topics of ten articles, and each article alone.
"""

from __future__ import annotations

import pytest

import sumscope
from sumscope.core.values import Topic
from sumscope.corpus.jsonl import read_corpus
from sumscope.corpus.view import TopicView
from sumscope.summarizers.registry import SUMMARIZERS
from sumscope.text import pipeline

METHODS = SUMMARIZERS.names()


@pytest.fixture(scope="module")
def topics(data_dir) -> list[Topic]:
    whole = list(read_corpus(data_dir / "multiling2011" / "english.jsonl.gz"))
    alone = [
        Topic(f"{topic.id}/{document.id}", topic.lang, (document,), topic.references)
        for topic in whole
        for document in topic.documents
    ]
    assert len(whole) == 10
    assert len(alone) == 100
    return whole + alone


@pytest.mark.parametrize("method", METHODS)
def test_rate_order_and_reasons(topics, method):
    words = pipeline("en").words
    made = sumscope.summarize(topics, method, rate=0.3)
    assert len(made) == len(topics)
    for row in made:
        view = TopicView(row.topic)
        order = {item.id: i for i, item in enumerate(x for d in view.documents for x in d.items)}
        places = [order[item] for item in row.extract.ids]
        assert places == sorted(set(places))
        text = "\n".join(s for document in view.documents for s in document.sentences)
        summary = view.peers[-1].text
        assert len(words(summary)) <= 0.3 * len(words(text))
        assert len(summary.split()) <= 0.3 * len(text.split())
        # The documents' own text, which is what others count.
        assert len(summary.split()) <= 0.3 * sum(len(d.text.split()) for d in view.documents)
        assert all(one.why for one in row.extract.chosen)
    assert sumscope.summarize(topics[:20], method, rate=0.3).rows == made.rows[:20]
