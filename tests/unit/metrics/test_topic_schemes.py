"""The four schemes of Kumar et al. (2011), every step by hand, and beside networkx.

docs/explanation/kumar2011.md walks through the same example.
"""

from __future__ import annotations

import itertools
import math

import networkx as nx
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from sumscope.core.choices import TopicMethod, values
from sumscope.core.measure import parse
from sumscope.core.values import Sentence, Text, Topic, Undefined
from sumscope.corpus.view import TopicView
from sumscope.scoring.topics import score_topic
from sumscope.text.porter import porter
from sumscope.topic_models.division import communities, cosines, divide, word_weights
from sumscope.topic_models.schemes import WordGraph

REFERENCE = (("a", "b", "c"), ("b", "c", "d"), ("x", "y"))
SUMMARY = (("a", "b", "d"), ("y", "x"), ("q",))
TEXTS = st.lists(
    st.lists(st.sampled_from("abcdefg"), min_size=1, max_size=6).map(tuple), min_size=1, max_size=6
).map(tuple)

# Word weights in units of t, the weight of a word that nothing points to: a b c d x y.
UNITS = {"a": 1, "b": 1.85, "c": 2.5725, "d": 3.186625, "x": 1, "y": 1.85}
FIRST = 100 * 13.031625 / 15.881625  # %W of the topic of sentences 1 and 2: a + 2b + 2c + d
SECOND = 100 * 2.85 / 15.881625  # %W of the topic of sentence 3: x + y


def text(name: str, sentences, human: bool = False) -> Text:
    return Text(name, sentences=tuple(Sentence(" ".join(s)) for s in sentences), human=human)


def value(spelling: str, *references, summary=SUMMARY, lang=None) -> float | str:
    topic = Topic(
        "T",
        lang,
        references=tuple(text(f"r{i}", r) for i, r in enumerate(references)),
        peers=(text("p", summary),),
    )
    return score_topic(TopicView(topic), [parse(spelling)])[0].values[0]


def test_word_weights_by_hand():
    weights = word_weights(REFERENCE)
    t = 1 / sum(UNITS.values())
    assert weights == pytest.approx({word: units * t for word, units in UNITS.items()})
    assert sum(weights.values()) == pytest.approx(1)


@pytest.mark.parametrize("method", values(TopicMethod))
def test_topics_and_assignment_by_hand(method):
    found = divide(REFERENCE, method)
    assert [topic.members for topic in found.topics] == [(0, 1), (2,)]
    assert [topic.share for topic in found.topics] == pytest.approx([FIRST, SECOND])
    assert found.assign(SUMMARY) == ((0,), (1,))


@pytest.mark.parametrize("method", values(TopicMethod))
@pytest.mark.parametrize(
    ("spelling", "wanted"),
    [
        # a, b, b, d of a b c b c d; x, y of x y
        ("topic-unigram", FIRST * 4 / 6 + SECOND * 2 / 2),
        # a-b of a-b, b-c, b-c, c-d; none of x-y
        ("topic-bigram", FIRST * 1 / 4 + 0),
        # D = |0-0| + |1-1| + |3-2| = 1 over a, b, d; D = |0-1| + |1-0| = 2 over x, y
        ("topic-path(form=paper)", 1 / (1 + 1) + 1 / (1 + 2)),
        # the same differences word by word: a 0, b 0, d 1; x 1, y 1
        ("topic-path(form=word)", 1 + 1 + 1 / 2 + 1 / 2 + 1 / 2),
        ("topic-path", FIRST * (3 / 4) / (1 + 1 / 3) + SECOND * 1 / (1 + 2 / 2)),
        # closeness a 2 to 3/2, b 4/3 to 1, d 2 to 3/2: D = 4/3; x and y 1 to 1: D = 0
        ("topic-closeness(form=paper)", 1 / (1 + 4 / 3) + 1),
        # a 1/2, b 1/3, d 1/2; x 0, y 0
        ("topic-closeness(form=word)", 2 / 3 + 3 / 4 + 2 / 3 + 1 + 1),
        ("topic-closeness", FIRST * (3 / 4) / (1 + (4 / 3) / 3) + SECOND),
    ],
)
def test_scores_by_hand(method, spelling, wanted):
    name, _, rest = spelling.partition("(")
    options = ",".join(filter(None, [f"topics={method}", rest.rstrip(")")]))
    assert value(f"{name}({options})", REFERENCE) == pytest.approx(wanted)


def test_several_references_are_averaged():
    one, two = (("a", "b"),), (("c", "d"),)
    assert value("topic-unigram", one, two, summary=(("a",),)) == pytest.approx(25)


def test_jackknife_leaves_the_own_reference_out():
    topic = Topic(
        "T",
        references=(text("A", (("a", "b"),)), text("B", (("a", "c"),))),
        peers=(text("A", (("a", "b"),), human=True),),
    )
    assert score_topic(TopicView(topic), [parse("topic-unigram")])[0].values == [50.0]


def test_ties_go_to_the_heavier_topic():
    # "p q" is as like the first topic as the second; the second is heavier (three words).
    found = divide((("p", "z"), ("q", "r")), "gaac")
    assert len(found.topics) == 2
    heavier = divide((("p", "z"), ("q", "q", "q", "r")), "gaac")
    assert heavier.topics[1].weight > heavier.topics[0].weight
    assert heavier.assign((("p", "q"),)) == ((), (0,))
    assert found.assign((("p", "q"),)) == ((0,), ())  # equal weights: the earlier one


def test_sentences_are_given_by_jaccard():
    # "a b" lies wholly in the first topic (2/8) but is more like the second (1/3).
    found = divide((tuple("abcdefgh"), ("b", "z")), "gaac")
    assert found.assign((("a", "b"),)) == ((), (0,))


def test_words_out_of_reach_count_as_the_number_of_nodes():
    graph = WordGraph((("a", "b"), ("c", "d"), ("e",)))
    assert [graph.path(word) for word in "abcde"] == [0, 1, 5, 5, 5]
    assert graph.closeness("c") == 1
    assert graph.closeness("e") == 5


@pytest.mark.parametrize(
    "spelling", ["topic-unigram", "topic-bigram", "topic-path", "topic-closeness"]
)
def test_ends_of_the_range(spelling):
    for lang, words in (("en", REFERENCE), ("hi", (("यह", "एक", "वाक्य"), ("दूसरा", "वाक्य")))):
        assert value(spelling, words, summary=words, lang=lang) == pytest.approx(100)
    assert value(spelling, REFERENCE, summary=()) == 0
    assert value(spelling, REFERENCE, summary=(("u", "v"),)) == 0
    assert value(spelling, (("...",),)) == Undefined("no reference has any word")
    # A reference without words does not count.
    assert value(spelling, REFERENCE, ()) == value(spelling, REFERENCE)


@given(TEXTS)
def test_pagerank_is_networkx(sentences):
    graph = nx.DiGraph()
    graph.add_nodes_from(word for s in sentences for word in s)
    graph.add_edges_from(pair for s in sentences for pair in itertools.pairwise(s))
    wanted = nx.pagerank(graph, alpha=0.85, tol=1e-14, max_iter=2000)
    assert word_weights(sentences) == pytest.approx(wanted, abs=1e-10)


@given(TEXTS)
def test_word_graph_is_networkx(sentences):
    graph = nx.Graph()
    graph.add_nodes_from(word for s in sentences for word in s)
    graph.add_edges_from(p for s in sentences for p in itertools.pairwise(s) if p[0] != p[1])
    ours = WordGraph(sentences)
    paths = nx.single_source_shortest_path_length(graph, sentences[0][0])
    inverse = nx.closeness_centrality(graph, wf_improved=False)
    for word in graph:
        assert ours.path(word) == paths.get(word, len(graph))
        wanted = 1 / inverse[word] if inverse[word] else len(graph)
        assert ours.closeness(word) == pytest.approx(wanted)


def modularity(graph: nx.Graph, parts) -> float:
    return nx.community.modularity(graph, parts) if graph.number_of_edges() else 0.0


def girvan_newman(graph: nx.Graph) -> list[list[frozenset[int]]]:
    """Betweenness over weight (Newman 2004), the smallest edge among equals."""
    rest = graph.copy()
    levels = [[frozenset(c) for c in nx.connected_components(rest)]]
    while rest.number_of_edges():
        between = nx.edge_betweenness_centrality(rest, normalized=False)
        load = {tuple(sorted(e)): b / rest.edges[e]["weight"] for e, b in between.items()}
        top = max(load.values())
        rest.remove_edge(*min(e for e, b in load.items() if b >= top * (1 - 1e-9)))
        parts = [frozenset(c) for c in nx.connected_components(rest)]
        if len(parts) > len(levels[-1]):
            levels.append(parts)
    return levels


def merging(graph: nx.Graph) -> list[list[frozenset[int]]]:
    """Clauset-Newman-Moore: the linked pair that raises modularity most, coarsest level first."""
    parts = [frozenset([node]) for node in graph]
    levels = [parts]
    while True:
        ways = []
        for a, b in itertools.combinations(sorted(parts, key=min), 2):
            if any(graph.has_edge(u, v) for u in a for v in b):
                ways.append([p for p in parts if p not in (a, b)] + [a | b])
        if not ways:
            return levels[::-1]
        values = [modularity(graph, way) for way in ways]
        parts = next(w for w, v in zip(ways, values, strict=True) if v >= max(values) - 1e-9)
        levels.append(parts)


@pytest.mark.parametrize(
    ("method", "hierarchy"), [("betweenness", girvan_newman), ("greedy", merging)]
)
@given(sentences=TEXTS)
def test_topics_are_the_first_division_above_the_threshold(method, hierarchy, sentences):
    graph = nx.Graph()
    graph.add_nodes_from(range(len(sentences)))
    for i, j in itertools.combinations(range(len(sentences)), 2):
        if shared := len(set(sentences[i]) & set(sentences[j])):
            graph.add_edge(i, j, weight=shared)
    levels = hierarchy(graph)
    values = [modularity(graph, level) for level in levels]
    above = (level for level, v in zip(levels, values, strict=True) if v > 0.4 + 1e-9)
    best = (level for level, v in zip(levels, values, strict=True) if v >= max(values) - 1e-9)
    wanted = next(above, None) or next(best)
    assert sorted(map(sorted, communities(sentences, method))) == sorted(map(sorted, wanted))


def brute_force_gaac(sentences, mean) -> list[tuple[int, ...]]:
    clusters = [(i,) for i in range(len(sentences))]
    while len(clusters) > 1:
        scored = [
            (mean(a + b), -i, -j)
            for (i, a), (j, b) in itertools.combinations(enumerate(clusters), 2)
        ]
        top = max(s for s, _, _ in scored)
        if top < 0.4 - 1e-9:
            break
        _, i, j = max((1, i, j) for s, i, j in scored if s >= top - 1e-9)
        merged = clusters[-i] + clusters[-j]
        clusters = sorted(
            [tuple(sorted(merged)), *(c for k, c in enumerate(clusters) if k not in (-i, -j))]
        )
    return sorted(clusters)


@given(TEXTS)
def test_gaac_is_brute_force_and_the_definition_on_unit_vectors(sentences):
    like = cosines(sentences)

    def over_pairs(cluster: tuple[int, ...]) -> float:
        pairs = list(itertools.combinations(cluster, 2))
        return sum(like[i, j] for i, j in pairs) / len(pairs)

    words = sorted({word for s in sentences for word in s})
    unit = np.array([[s.count(word) for word in words] for s in sentences], dtype=float)
    unit /= np.linalg.norm(unit, axis=1, keepdims=True)

    def of_sums(cluster: tuple[int, ...]) -> float:
        # (|sum of unit vectors|^2 - n) / (n (n - 1))
        n = len(cluster)
        return float((np.sum(unit[list(cluster)], axis=0) ** 2).sum() - n) / (n * (n - 1))

    found = sorted(tuple(sorted(c)) for c in communities(sentences, "gaac"))
    assert found == brute_force_gaac(sentences, over_pairs)
    assert found == brute_force_gaac(sentences, of_sums)


@given(TEXTS, TEXTS, st.sampled_from(values(TopicMethod)))
def test_weighted_forms_stay_between_0_and_100(reference, summary, method):
    for name in ("topic-unigram", "topic-bigram", "topic-path", "topic-closeness"):
        score = value(f"{name}(topics={method})", reference, summary=summary)
        assert 0 <= score <= 100 + 1e-9
        assert not math.isnan(score)


def test_porters_own_stemmer_where_it_is_asked_for():
    """Porter (1980) gives `dying` the stem `dy`; its revision in the English pipeline `die`."""
    one, two = (("dying",),), (("dies",),)
    assert value("topic-unigram", one, summary=two, lang="en") == pytest.approx(100)
    assert value("topic-unigram(stemmer=porter)", one, summary=two, lang="en") == 0
    assert porter("dies") == "di"
    assert porter("dying") == "dy"
