"""topic-fusion by hand (docs/explanation/kumar2011.md shows the same steps)."""

from __future__ import annotations

import math
from collections import Counter
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sumscope.core.measure import parse
from sumscope.core.values import Sentence, Text, Topic, Undefined
from sumscope.corpus.view import TopicView
from sumscope.scoring.topics import score_topic
from sumscope.topic_models.division import divide

METHODS = ("betweenness", "greedy", "gaac")


def text(name: str, *sentences: str, human: bool = False) -> Text:
    return Text(name, sentences=tuple(map(Sentence, sentences)), human=human)


def value(topic: Topic, spelling: str = "topic-fusion") -> float | str:
    return score_topic(TopicView(topic), [parse(spelling)])[0].values[0]


@pytest.mark.parametrize("method", METHODS)
def test_by_hand(method):
    topic = Topic("T", references=(text("r", "a b", "c d"),), peers=(text("p", "a b c"),))
    # Two topics, {a b} and {c d}; the summary's sentence goes to the first (Jaccard 2/3 to 1/4).
    # U: a, b, c match anywhere, a and b inside the topic: (3 + 2) / 2 of 4 words.
    # K: every word has q = 1/4, so all weigh (3/4)^3: 3 of 4. B: "a b" of "a b", "c d".
    u, k, b = 2.5 / 4, 3 / 4, 1 / 2
    assert value(topic, f"topic-fusion(topics={method})") == pytest.approx((u + k + b) / 3)
    # F: 2m / (reference + summary), with 3 words and 2 bigrams in the summary.
    f = (2 * 2.5 / 7 + 2 * 3 / 7 + 2 * 1 / 4) / 3
    assert value(topic, f"topic-fusion(topics={method},report=f)") == pytest.approx(f)


def test_words_of_more_references_weigh_more():
    topic = Topic(
        "T",
        references=(text("r1", "a b"), text("r2", "a c")),
        peers=(text("p", "a"), text("q", "b")),
    )
    scored = {p.peer: p.values[0] for p in score_topic(TopicView(topic), [parse("topic-fusion")])}
    # Two texts hold a, one holds b and c: rarity(a) = log(3/2.5)/log(3/1.5), n(a) = 2.
    rare = math.log(3 / 2.5) / math.log(2) * 2
    pool = {"a": 2 / 4, "b": 1 / 4}
    k = [(1 - pool["a"]), (1 - pool["b"])]
    u_p, k_p = rare / (rare + 1), k[0] / (k[0] + k[1])
    assert scored["p"] == pytest.approx((u_p + k_p + 0) / 3)
    assert scored["q"] == pytest.approx(((1 / (rare + 1) + k[1] / (k[0] + k[1])) / 3) / 2)


def test_ends_of_the_range():
    same = Topic("T", references=(text("r", "a b", "b c d"),), peers=(text("p", "a b", "b c d"),))
    assert value(same) == pytest.approx(1.0)
    assert value(same, "topic-fusion(report=f)") == pytest.approx(1.0)
    other = Topic("T", references=(text("r", "a b"),), peers=(text("p", "x y"),))
    assert value(other) == 0.0
    empty = Topic("T", references=(text("r", "a b"),), peers=(text("p"),))
    assert value(empty) == 0.0
    nothing = Topic("T", references=(text("r", "..."),), peers=(text("p", "a"),))
    assert value(nothing) == Undefined("no reference has any word")
    hindi = Topic(
        "T", "hi", references=(text("r", "यह एक वाक्य है"),), peers=(text("p", "यह एक वाक्य है"),)
    )
    assert value(hindi) == pytest.approx(1.0)


WORDS = st.lists(st.sampled_from("abcdefg"), min_size=1, max_size=5)
TEXT = st.lists(WORDS, min_size=1, max_size=4)


def by_definition(documents, references, peer) -> float:
    """(U + K + B) / 3 from the words of the specification, the mean over references."""

    def flat(sentences):
        return [word for sentence in sentences for word in sentence]

    def bigrams(sentences):
        return {pair for sentence in sentences for pair in pairwise(sentence)}

    counted = documents or references
    size = len(counted)
    df = Counter(word for text in counted for word in set(flat(text)))
    holders = Counter(word for text in references for word in set(flat(text)))
    pair_holders = Counter(pair for text in references for pair in bigrams(text))
    pool = Counter(word for text in (*documents, *references) for word in flat(text))
    total = sum(pool.values())
    mine, length = Counter(flat(peer)), len(flat(peer))

    def c(word):
        full = math.log((size + 1) / (df[word] + 0.5)) / math.log((size + 1) / 1.5)
        return min(1.0, max(0.0, full))

    def share(weight, matched, whole):
        below = sum(weight(item) * n for item, n in whole.items())
        return sum(weight(item) * n for item, n in matched.items()) / below if below else 0.0

    def cn(word):
        return c(word) * holders[word]

    scores = []
    for reference in references:
        words = Counter(flat(reference))
        division = divide(tuple(map(tuple, reference)), "betweenness")
        assigned = division.assign(tuple(map(tuple, peer)))
        inside = Counter()
        for topic, given_to in zip(division.topics, assigned, strict=True):
            theirs = Counter(flat(peer[s] for s in given_to))
            inside += Counter(flat(topic.sentences)) & theirs
        u = (share(cn, words & mine, words) + share(cn, inside, words)) / 2
        k = share(lambda w: (1 - pool[w] / total) ** length, words & mine, words)
        pairs = bigrams(reference)
        b = share(pair_holders.get, Counter(pairs & bigrams(peer)), Counter(pairs))
        scores.append((u + k + b) / 3)
    return sum(scores) / len(scores)


@given(st.lists(TEXT, max_size=3), st.lists(TEXT, min_size=1, max_size=3), TEXT)
def test_is_its_definition(documents, references, peer):
    def texts(kind, contents):
        return tuple(
            text(f"{kind}{i}", *map(" ".join, sentences)) for i, sentences in enumerate(contents)
        )

    topic = Topic(
        "T",
        documents=texts("d", documents),
        references=texts("r", references),
        peers=texts("p", [peer]),
    )
    assert value(topic) == pytest.approx(by_definition(documents, references, peer))
