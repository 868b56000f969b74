"""Girvan-Newman and greedy modularity beside networkx and igraph, run here, not copied.

networkx removes an arbitrary edge among equals, so its divisions are comparable only while the edge
of greatest betweenness is unique; the comparison ends at the first tie.
"""

from __future__ import annotations

import random
from itertools import combinations

import pytest

from sumscope.community import run
from sumscope.graph.network import Graph
from sumscope.kernels import load

nx = pytest.importorskip("networkx")


def random_links(rng):
    n = rng.randint(5, 14)
    groups, inside, across = rng.randint(1, 3), rng.uniform(0.4, 1), rng.uniform(0, 0.3)
    return n, [
        (a, b)
        for a, b in combinations(range(n), 2)
        if rng.random() < (inside if a % groups == b % groups else across)
    ]


def test_divisions_of_girvan_newman_while_unique():
    rng = random.Random(21)
    compared = 0
    for _ in range(60):
        n, links = random_links(rng)
        graph = nx.Graph()
        graph.add_nodes_from(range(n))
        graph.add_edges_from(links)
        ours = run(Graph.of([(str(a), str(b)) for a, b in links], map(str, range(n))), "gn")
        parts = nx.number_connected_components(graph)
        while graph.number_of_edges():
            values = nx.edge_betweenness_centrality(graph, normalized=False)
            top = max(values.values())
            best = [e for e, value in values.items() if value > top * (1 - 1e-9)]
            if len(best) > 1:
                break
            graph.remove_edge(*best[0])
            now = nx.number_connected_components(graph)
            if now > parts:
                parts = now
                theirs = {frozenset(map(str, c)) for c in nx.connected_components(graph)}
                assert {frozenset(c) for c in ours.cut(parts).clusters} == theirs
                compared += 1
    assert compared > 25


def test_edge_betweenness():
    rng = random.Random(22)
    kernel = load("community")
    for _ in range(40):
        n, links = random_links(rng)
        graph = Graph.of([(str(a), str(b)) for a, b in links], map(str, range(n)))
        theirs = nx.Graph()
        theirs.add_nodes_from(range(n))
        theirs.add_edges_from(links)
        values = nx.edge_betweenness_centrality(theirs, normalized=False)
        ours = kernel.edge_betweenness(n, graph.edges, 0)
        for (u, v), value in zip(graph.edges.tolist(), ours.tolist(), strict=True):
            assert value == pytest.approx(values.get((u, v), values.get((v, u))), rel=1e-9)


def test_greedy_as_good_as_igraphs():
    igraph = pytest.importorskip("igraph")
    graph = nx.karate_club_graph()
    links = [(str(a), str(b)) for a, b in graph.edges()]
    found = run(Graph.of(links), "greedy").best()
    theirs = igraph.Graph(34, list(graph.edges())).community_fastgreedy().as_clustering()
    assert found.modularity == pytest.approx(theirs.modularity, abs=1e-9)
    assert {frozenset(c) for c in found.clusters} == {
        frozenset(map(str, cluster)) for cluster in theirs
    }


def test_karate_club_best_division():
    """Girvan and Newman's own example: five groups, Q = .401 (Newman and Girvan 2004)."""
    links = [(str(a), str(b)) for a, b in nx.karate_club_graph().edges()]
    best = run(Graph.of(links), "gn").best()
    assert len(best.clusters) == 5
    assert best.modularity == pytest.approx(0.401, abs=0.0005)
