"""The Graph value and what odd links mean."""

from __future__ import annotations

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sumscope.core.errors import SumscopeError
from sumscope.graph.network import Graph, natural
from sumscope.graph.sentences import cosine, linked, words_in_common


def test_natural_order():
    names = ["s10", "s2", "S1", "a", "10", "9", "s2b", "s02", ""]
    assert sorted(names, key=natural) == ["", "9", "10", "S1", "a", "s02", "s2", "s2b", "s10"]
    # More digits than Python makes a number of.
    long = ["s1" + "0" * 5000, "s" + "9" * 5000, "s2"]
    assert sorted(long, key=natural) == [long[2], long[1], long[0]]


@given(st.lists(st.text(alphabet="a1b20é٣", max_size=6)))
def test_natural_order_is_total(names):
    turned = list(reversed(names))
    assert sorted(names, key=natural) == sorted(turned, key=natural)


def test_the_same_graph_however_written():
    one = Graph.of([("b", "a"), ("b", "c")], ["d"])
    two = Graph.of([("c", "b"), ("a", "b"), ("b", "a")], ["c", "d"])
    assert one == two
    assert hash(one) == hash(two)
    assert one.nodes == ("a", "b", "c", "d")
    assert one.edges.tolist() == [[0, 1], [1, 2]]
    assert one != Graph.of([("b", "a")])
    assert one != "graph"


def test_loops_are_left_out_and_counted():
    graph = Graph.of([("a", "a"), ("a", "b"), ("c", "c")])
    assert graph.nodes == ("a", "b", "c")
    assert graph.edges.tolist() == [[0, 1]]
    assert graph.loops == 2


def test_weights():
    graph = Graph.of([("a", "b", 2.5), ("b", "c", 1), ("a", "c", 0), ("b", "a", 2.5)])
    assert graph.weighted
    assert graph.strengths.tolist() == [2.5, 1.0]
    assert graph.degrees.tolist() == [2.5, 3.5, 1.0]
    assert not graph.unweighted().weighted
    assert not Graph.of([("a", "b", 1.0), ("b", "c", None)]).weighted


@pytest.mark.parametrize("weight", [-1.0, math.nan, math.inf, -math.inf])
def test_bad_weights(weight):
    with pytest.raises(SumscopeError, match="weight of a - b"):
        Graph.of([("a", "b", weight)])


def test_weights_too_great_to_add():
    with pytest.raises(SumscopeError, match="too large"):
        Graph.of([("a", "b", 1e308), ("b", "c", 1e308)])


def test_two_weights_for_one_link():
    with pytest.raises(SumscopeError, match="two weights, 1 and 2"):
        Graph.of([("a", "b", 1.0), ("b", "a", 2.0)])


def test_linked():
    graph = Graph.of([("b", "d", 2.0)], ["a", "c"])
    assert graph.linked() == Graph.of([("b", "d", 2.0)])
    assert Graph.of([], ["a"]).linked() == Graph.of([])


def test_reordered():
    graph = Graph.of([("a", "b", 2.0), ("b", "c", 3.0)])
    turned = graph.reordered([2, 0, 1])
    assert turned.nodes == ("c", "a", "b")
    assert turned.edges.tolist() == [[0, 2], [1, 2]]
    assert turned.strengths.tolist() == [3.0, 2.0]
    assert Graph.of([]).reordered([]) == Graph.of([])


def test_sentence_graphs():
    sentences = [("s1", ["a", "b", "b"]), ("s2", ["b", "a", "c"]), ("s3", ["c"]), ("s4", [])]
    common = words_in_common(sentences)
    assert common.nodes == ("s1", "s2", "s3", "s4")
    assert common.edges.tolist() == [[0, 1], [1, 2]]
    assert common.strengths.tolist() == [2.0, 1.0]
    close = cosine(sentences)
    assert close.strengths.tolist() == pytest.approx([3 / math.sqrt(15), 1 / math.sqrt(3)])
    assert cosine(sentences, 0.6).edges.tolist() == [[0, 1]]
    links = linked([["s1", "s3"], ["s3", "s1", "s4"]], ["s1", "s2", "s3", "s4"])
    assert links.edges.tolist() == [[0, 2], [0, 3], [2, 3]]
    assert not links.weighted
