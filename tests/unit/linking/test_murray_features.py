"""The paper's features against loops that follow the words of the paper."""

from __future__ import annotations

import itertools
import math
from collections import Counter

import numpy as np
import pytest

from sumscope.linking.evaluation import lower_bound, message_links
from sumscope.linking.links import auroc, figures, truth_of
from sumscope.linking.meeting import Meeting
from sumscope.linking.murray_features import FEATURES, PaperFeatures, pairs
from sumscope.text import pipeline

from .meetings import meeting


@pytest.mark.parametrize("options", [{}, {"speakers": False}, {"times": False}])
def test_features_equal_a_slow_loop(options: dict[str, bool]) -> None:
    found = Meeting.of(meeting("M1a", sentences=24, **options))
    at = found.candidates("all", None)
    a, b = pairs(len(at))
    made = PaperFeatures(found, at).of(a, b)
    pipe = pipeline("en")
    words = [pipe.stems(pipe.words(text)) for text in found.texts]
    holders = Counter(word for sentence in words for word in set(sentence))
    n = len(words)
    weights = [
        {w: c * math.log(n / holders[w]) for w, c in Counter(sentence).items()}
        for sentence in words
    ]
    tags = [set(pipe.tags(pipe.tokens(text))) for text in found.texts]
    for row, (i, j) in enumerate(zip(a.tolist(), b.tolist(), strict=True)):
        length = len(words[i]) + len(words[j])
        mass = sum(weights[i].values()) + sum(weights[j].values())
        dot = sum(v * weights[j].get(w, 0.0) for w, v in weights[i].items())
        norm = math.sqrt(
            sum(v * v for v in weights[i].values()) * sum(v * v for v in weights[j].values())
        )
        bigrams = [set(itertools.pairwise(s)) for s in (words[i], words[j])]
        expected = {
            "between": j - i - 1,
            "midpoint": (i + j) / 2 / (n - 1),
            "length": length,
            "length-difference": abs(len(words[i]) - len(words[j])),
            "same-speaker": float(found.speaker[i] == found.speaker[j]),
            "bigrams": len(bigrams[0] & bigrams[1]),
            "tags": len(tags[i] & tags[j]),
            "tfidf-sum": mass,
            "tfidf-mean": mass / length,
            "cosine": dot / norm if norm else 0.0,
        }
        assert list(expected) == list(FEATURES)
        np.testing.assert_allclose(made[row], list(expected.values()), rtol=1e-5, atol=1e-6)


def test_without_speakers_everybody_is_the_same() -> None:
    found = Meeting.of(meeting("M1a", speakers=False))
    assert set(found.speaker.tolist()) == {0}
    assert not found.chair.any()


def test_sentences_are_put_in_time_order_and_gold_follows() -> None:
    topic = meeting("M1a", sentences=12)
    found = Meeting.of(topic)
    assert list(found.start) == sorted(found.start)
    names = {found.ids[i] for i in found.golds[0].linked}
    assert names == {i for cluster in topic.covers[0].clusters for i in cluster.items}


def test_gold_pairs_share_an_abstract_sentence() -> None:
    topic = meeting("M2a", sentences=20)
    found = Meeting.of(topic)
    at = found.candidates("linked", found.golds[0])
    truth = truth_of(found, found.golds[0], at)
    groups = [set(cluster.items) for cluster in topic.covers[0].clusters]
    for linked, a, b in zip(truth, *pairs(len(at)), strict=True):
        names = {found.ids[at[a]], found.ids[at[b]]}
        assert linked == any(names <= group for group in groups)


def test_auroc_is_scikit_learns() -> None:
    from sklearn.metrics import roc_auc_score

    rng = np.random.default_rng(1)
    truth = rng.random(300) < 0.3
    score = np.round(rng.random(300) + truth * 0.3, 1)
    assert auroc(truth, score) == pytest.approx(roc_auc_score(truth, score), abs=1e-12)
    assert auroc(np.ones(3, dtype=bool), np.arange(3)) is None


def test_figures_where_something_is_missing() -> None:
    none, some = np.zeros(4, dtype=bool), np.array([True, False, True, False])
    assert figures(none, some).recall is None
    assert figures(none, some).f is None
    assert figures(some, none).precision == 0.0
    assert figures(some, none).f == 0.0
    assert figures(some, some).f == 1.0


def test_baselines() -> None:
    found = Meeting.of(meeting("M3a", sentences=30))
    at = found.candidates("linked", found.golds[0])
    a, b = pairs(len(at))
    assert lower_bound(a).all()
    linked = message_links(found, at, a, b)
    nouns = found.nouns(at)
    for answer, i, j in zip(linked, a.tolist(), b.tolist(), strict=True):
        same = found.acts[at[i]] == found.acts[at[j]]
        assert answer == (same and bool(nouns[i] & nouns[j]))
