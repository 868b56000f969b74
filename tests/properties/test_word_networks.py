"""Word networks against networkx: their growth, and their paths and links by kernel and twin."""

from __future__ import annotations

import itertools
from fractions import Fraction

import networkx as nx
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from sumscope.graph.words import WordNetwork
from sumscope.kernels import load
from sumscope.kernels.python import network as network_py

NETWORKS = [load("network"), network_py]
WALKS = st.lists(st.integers(0, 12), max_size=40)


def network_of(walk: list[int]) -> WordNetwork:
    names = list(dict.fromkeys(walk))
    numbers = np.asarray([names.index(word) for word in walk], dtype=np.int32)
    return WordNetwork(tuple(map(str, names)), numbers)


def brute_force(walk: list[int]) -> tuple[list[int], Fraction]:
    """The paper's formula, word for word, with a graph library counting the components."""
    graph = nx.Graph()
    graph.add_nodes_from(walk)
    n, a, f = len(graph), len(walk) - 1, []
    for pair in itertools.pairwise(walk):
        graph.add_edge(*pair)
        f.append(nx.number_connected_components(graph))
    line = [n + Fraction(f[-1] - n, a) * m for m in range(1, a + 1)]
    return [n, *f], sum((abs(x - g) / n for x, g in zip(f, line, strict=True)), Fraction(0)) / a


@given(walk=WALKS.filter(lambda walk: len(walk) > 1))
def test_growth_is_the_brute_force(walk):
    network = network_of(walk)
    components, deviation = brute_force(walk)
    assert network.components().tolist() == components
    assert network.deviation == pytest.approx(float(deviation), rel=1e-15, abs=0)


@given(walk=WALKS)
def test_components_fall_from_all_nodes_to_one(walk):
    network = network_of(walk)
    curve = network.components().tolist()
    assert len(curve) == max(1, len(walk))
    assert curve[0] == network.nodes
    assert curve[-1] == min(1, network.nodes)
    assert set(np.diff(curve).tolist()) <= {0, -1}


def test_area_past_64_bits_is_exact():
    # All words new, then one word over and over: two triangles on either side of the bend.
    n = 3_000_000
    walk = np.concatenate([np.arange(n), np.zeros(n)]).astype(np.int32)
    a, drop = len(walk) - 1, n - 1
    rising = (a - drop) * drop * (drop + 1) // 2
    falling = drop * (a - drop - 1) * (a - drop) // 2
    assert rising + falling > 2**64
    assert WordNetwork(("word",) * n, walk).spread == (rising + falling) / (a * n)


GRAPHS = st.lists(st.tuples(st.integers(0, 9), st.integers(0, 9)), max_size=40)


def rows(edges: list[tuple[int, int]]) -> tuple[np.ndarray, np.ndarray]:
    found = sorted({(u, v) for u, v in edges if u != v})
    offsets = np.zeros(11, dtype=np.int64)
    np.add.at(offsets, [u + 1 for u, _ in found], 1)
    return np.cumsum(offsets), np.asarray([v for _, v in found], dtype=np.int32)


@given(edges=GRAPHS)
def test_network_twin_equals_kernel_and_networkx(edges):
    offsets, targets = rows(edges)
    native = load("network")
    assert native.path_lengths(offsets, targets) == network_py.path_lengths(offsets, targets)
    assert (
        native.links_among(offsets, targets).tolist()
        == network_py.links_among(offsets, targets).tolist()
    )
    graph = nx.DiGraph((u, v) for u, v in edges if u != v)
    found = [
        distance
        for _, reached in nx.all_pairs_shortest_path_length(graph)
        for distance in reached.values()
        if distance
    ]
    assert native.path_lengths(offsets, targets) == (sum(found), len(found))


@pytest.mark.parametrize("kernel", NETWORKS)
def test_bad_rows_are_refused(kernel):
    for offsets, targets in ([[], []], [[0, 2], [0]], [[0, 1, 0, 1], [1]], [[0, 1], [5]]):
        with pytest.raises(ValueError):
            kernel.path_lengths(np.asarray(offsets, np.int64), np.asarray(targets, np.int32))
