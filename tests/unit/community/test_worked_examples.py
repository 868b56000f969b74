"""The hand-worked examples of the specification, exactly, by kernel and twin."""

from __future__ import annotations

from itertools import combinations, pairwise

import numpy as np
import pytest

from sumscope.community import run
from sumscope.graph.network import Graph
from sumscope.kernels import load
from sumscope.kernels.python import community as twin

MODULES = [load("community"), twin]


def clique(*names):
    return [(str(a), str(b)) for a, b in combinations(names, 2)]


def betweenness(graph, module, horizon=0):
    values = module.edge_betweenness(len(graph.nodes), graph.edges, horizon)
    names = [(graph.nodes[u], graph.nodes[v]) for u, v in graph.edges.tolist()]
    return dict(zip(names, values.tolist(), strict=True))


def split(graph, name, module, horizon=0, exact=False):
    at = graph.nodes.index(name)
    value, kept, moved = module.split_betweenness(len(graph.nodes), graph.edges, at, horizon, exact)
    return value, {graph.nodes[i] for i in kept}, {graph.nodes[i] for i in moved}


def vertex(graph, name, module, horizon=0):
    at = graph.nodes.index(name)
    _, shares = module.pair_betweenness(len(graph.nodes), graph.edges, at, horizon)
    return float(np.triu(shares).sum())


@pytest.mark.parametrize("module", MODULES)
def test_a_two_triangles_sharing_a_node(module):
    graph = Graph.of(clique(1, 2, 3) + clique(3, 4, 5))
    for ends, value in betweenness(graph, module).items():
        assert value == pytest.approx(3 if "3" in ends else 1, rel=1e-12)
    assert split(graph, "3", module)[0] == pytest.approx(4, rel=1e-12)


@pytest.mark.parametrize("by", ["conga", "congo"])
def test_a_communities(by):
    graph = Graph.of(clique(1, 2, 3) + clique(3, 4, 5))
    found = run(graph, by).cut(2)
    assert found.clusters == (("1", "2", "3"), ("3", "4", "5"))
    assert found.steps == 1


@pytest.mark.parametrize("module", MODULES)
@pytest.mark.parametrize("p", [4, 5, 6])
def test_b_two_cliques_sharing_a_node(module, p):
    graph = Graph.of(clique(*range(1, p + 1)) + clique(*range(p, 2 * p)))
    shared = str(p)
    for ends, value in betweenness(graph, module).items():
        assert value == pytest.approx(p if shared in ends else 1, rel=1e-12)
    value, one, other = split(graph, shared, module)
    assert value == pytest.approx((p - 1) ** 2, rel=1e-12)
    assert one == {str(i) for i in range(1, p)}
    assert other == {str(i) for i in range(p + 1, 2 * p)}


@pytest.mark.parametrize("module", MODULES)
def test_c_a_bridge(module):
    graph = Graph.of(clique(1, 2, 3) + clique(4, 5, 6) + [("3", "4")])
    assert betweenness(graph, module)["3", "4"] == pytest.approx(9, rel=1e-12)
    assert betweenness(graph, module, 2)["3", "4"] == pytest.approx(5, rel=1e-12)
    assert vertex(graph, "3", module) == pytest.approx(6, rel=1e-12)
    assert vertex(graph, "3", module, 2) == pytest.approx(2, rel=1e-12)


@pytest.mark.parametrize("by", ["gn", "conga", "congo"])
def test_c_communities(by):
    graph = Graph.of(clique(1, 2, 3) + clique(4, 5, 6) + [("3", "4")])
    found = run(graph, by).cut(2)
    assert found.clusters == (("1", "2", "3"), ("4", "5", "6"))
    assert found.steps == 1


@pytest.mark.parametrize("module", MODULES)
def test_d_a_star_with_four_leaves_loses_an_edge(module):
    edges = np.array([(0, i) for i in range(1, 5)], dtype=np.int32)
    np.testing.assert_allclose(module.edge_betweenness(5, edges, 0), 4, rtol=1e-12)
    assert module.split_betweenness(5, edges, 0, 0, False)[0] == pytest.approx(4, rel=1e-12)
    steps = module.divide(5, edges, None, 0, True, 0, 0.0, None)[0]
    assert steps[0].tolist() == [0, 0, 1]


@pytest.mark.parametrize("module", MODULES)
def test_f_greedy_is_not_the_best(module):
    edges = np.array([(0, i) for i in range(1, 7)], dtype=np.int32)
    np.testing.assert_allclose(module.edge_betweenness(7, edges, 0), 6, rtol=1e-12)
    assert module.split_betweenness(7, edges, 0, 0, False)[0] == pytest.approx(8, rel=1e-12)
    assert module.split_betweenness(7, edges, 0, 0, True)[0] == pytest.approx(9, rel=1e-12)


@pytest.mark.parametrize("module", MODULES)
def test_g_two_cliques_sharing_two_nodes(module):
    graph = Graph.of(clique(1, 2, 3, 4, 5) + clique(4, 5, 6, 7, 8))
    values = betweenness(graph, module)
    for other in "123678":
        for shared in "45":
            ends = (min(other, shared), max(other, shared))
            assert values[ends] == pytest.approx(5 / 2, rel=1e-12)
    assert split(graph, "4", module)[0] == pytest.approx(9 / 2, rel=1e-12)
    assert split(graph, "5", module)[0] == pytest.approx(9 / 2, rel=1e-12)
    for horizon, score, edge in ((0, 16, 20 / 3), (2, 12, 16 / 3)):
        steps, scores, divisions, *_ = module.divide(
            8, graph.edges, None, horizon, True, 2, 0.0, None
        )
        assert steps[:, 0].tolist() == [1, 1]  # 4 splits without parting the graph, then 5
        assert steps[0].tolist() == [1, 3, 8]
        assert scores[1] == pytest.approx(score, rel=1e-12)
        assert divisions.tolist() == [[2, 0, 1]]
        # After the first split: node 4's copy is 9, on the side of 6, 7 and 8.
        after = Graph.of(
            clique(1, 2, 3, 4)
            + [(x, "5") for x in "123678"]
            + clique(6, 7, 8)
            + [("6", "9"), ("7", "9"), ("8", "9"), ("5", steps_owner(steps, module, graph))]
        )
        assert max(betweenness(after, module, horizon).values()) == pytest.approx(edge, rel=1e-12)


def steps_owner(steps, module, graph):
    """Who keeps the link 4 - 5 after node 4 split: 4 itself or its copy."""
    _, kept, _ = split(graph, "4", module)
    return "4" if "5" in kept else "9"


@pytest.mark.parametrize("by", ["conga", "congo"])
def test_g_communities(by):
    graph = Graph.of(clique(1, 2, 3, 4, 5) + clique(4, 5, 6, 7, 8))
    found = run(graph, by).cut(2)
    assert found.clusters == (("1", "2", "3", "4", "5"), ("4", "5", "6", "7", "8"))
    assert found.steps == 2


@pytest.mark.parametrize("module", MODULES)
def test_i_a_path_and_j_a_cycle(module):
    path = Graph.of(pairwise("123456"))
    assert list(betweenness(path, module).values()) == pytest.approx([5, 8, 9, 8, 5], rel=1e-12)
    assert list(betweenness(path, module, 2).values()) == pytest.approx([2, 3, 3, 3, 2], rel=1e-12)
    cycle = Graph.of([*pairwise("1234"), ("4", "1")])
    assert set(betweenness(cycle, module).values()) == {2.0}
    assert vertex(cycle, "1", module) == pytest.approx(1 / 2, rel=1e-12)
