"""Kernel and twin say the same, and both say what a brute force says."""

from __future__ import annotations

import itertools
from fractions import Fraction

import networkx as nx
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from sumscope.kernels import growth_py, load, network_py

KERNELS = [load("growth"), growth_py]
NETWORKS = [load("network"), network_py]
WALKS = st.lists(st.integers(0, 12), max_size=40)


def numbered(walk: list[int]) -> tuple[np.ndarray, int]:
    names = sorted(set(walk))
    return np.asarray([names.index(word) for word in walk], dtype=np.int32), len(names)


def brute_force(walk: list[int]) -> Fraction:
    """The paper's formula, word for word, with a graph library counting the components."""
    graph = nx.Graph()
    graph.add_nodes_from(walk)
    n, a, f = len(graph), len(walk) - 1, []
    for pair in itertools.pairwise(walk):
        graph.add_edge(*pair)
        f.append(nx.number_connected_components(graph))
    line = [n + Fraction(f[-1] - n, a) * m for m in range(1, a + 1)]
    return sum((abs(x - g) / n for x, g in zip(f, line, strict=True)), Fraction(0)) / a


@pytest.mark.parametrize("kernel", KERNELS)
@given(walk=WALKS.filter(lambda walk: len(walk) > 1))
def test_area_is_the_brute_force(kernel, walk):
    words, nodes = numbered(walk)
    a = len(walk) - 1
    assert Fraction(kernel.area(words, nodes), a * a * nodes) == brute_force(walk)


@given(walk=WALKS, spare=st.integers(0, 3))
def test_growth_twin_equals_kernel(walk, spare):
    words, nodes = numbered(walk)
    native = load("growth")
    assert (
        native.components(words, nodes + spare).tolist()
        == growth_py.components(words, nodes + spare).tolist()
    )
    assert native.area(words, nodes + spare) == growth_py.area(words, nodes + spare)


def test_growth_twin_equals_kernel_on_thousands_of_walks():
    rng = np.random.default_rng(11)
    native = load("growth")
    for _ in range(4000):
        nodes = int(rng.integers(1, 25))
        words = rng.integers(0, nodes, size=int(rng.integers(0, 60))).astype(np.int32)
        assert native.area(words, nodes) == growth_py.area(words, nodes)
        assert (native.components(words, nodes) == growth_py.components(words, nodes)).all()


@pytest.mark.parametrize("kernel", KERNELS)
@given(walk=WALKS)
def test_components_fall_from_all_nodes_to_one(kernel, walk):
    words, nodes = numbered(walk)
    curve = kernel.components(words, nodes).tolist()
    assert len(curve) == max(1, len(walk))
    assert curve[0] == nodes
    assert curve[-1] == min(1, nodes)
    assert set(np.diff(curve).tolist()) <= {0, -1}


@pytest.mark.parametrize("kernel", KERNELS)
def test_words_outside_the_nodes_are_refused(kernel):
    with pytest.raises(ValueError, match="not in 0"):
        kernel.area(np.asarray([0, 3], dtype=np.int32), 3)
    with pytest.raises(ValueError, match="not in 0"):
        kernel.components(np.asarray([-1], dtype=np.int32), 3)


def test_area_past_64_bits_is_exact():
    # All words new, then one word over and over: two triangles on either side of the bend.
    words = np.concatenate([np.arange(3_000_000), np.zeros(3_000_000)]).astype(np.int32)
    a, n, drop = len(words) - 1, 3_000_000, 2_999_999
    rising = (a - drop) * drop * (drop + 1) // 2
    falling = drop * (a - drop - 1) * (a - drop) // 2
    assert rising + falling > 2**64
    assert load("growth").area(words, n) == rising + falling


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
