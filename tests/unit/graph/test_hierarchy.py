"""Cuts, modularity and exports of a hierarchy."""

from __future__ import annotations

import json
import random
from itertools import combinations

import pytest

from sumscope.community import run
from sumscope.core.errors import SumscopeError
from sumscope.graph.hierarchy import Hierarchy
from sumscope.graph.network import Graph

CHAIN = Graph.of([("a", "b"), ("b", "c"), ("c", "d")])


def some_graph(seed, n=16, p=0.3, weighted=False):
    rng = random.Random(seed)
    links = [
        (str(a), str(b), rng.choice([1.0, 2.0, 3.5]) if weighted else None)
        for a, b in combinations(range(n), 2)
        if rng.random() < p
    ]
    return Graph.of(links, map(str, range(n)))


def test_cuts():
    hierarchy = Hierarchy.of_merges(CHAIN, "hand", [(0, 1), (2, 3), (0, 2)])
    assert hierarchy.roots == 1
    assert hierarchy.levels == 4
    assert hierarchy.cut(1).clusters == (("a", "b", "c", "d"),)
    assert hierarchy.cut(2).clusters == (("a", "b"), ("c", "d"))
    assert hierarchy.cut(3).clusters == (("a", "b"), ("c",), ("d",))
    assert hierarchy.cut(9).clusters == (("a",), ("b",), ("c",), ("d",))
    assert [hierarchy.cut(k).steps for k in (1, 2, 3, 4)] == [3, 2, 1, 0]
    assert hierarchy.best().clusters == (("a", "b"), ("c", "d"))
    assert hierarchy.best().modularity == pytest.approx(1 / 6)
    assert hierarchy.first_above(0.4).clusters == hierarchy.best().clusters
    assert hierarchy.first_above(-1).clusters == (("a", "b", "c", "d"),)
    with pytest.raises(SumscopeError):
        hierarchy.cut(0)


@pytest.mark.parametrize("by", ["gn", "conga", "greedy"])
@pytest.mark.parametrize("weighted", [False, True])
def test_modularity_of_every_level_as_networkx(by, weighted):
    nx = pytest.importorskip("networkx")
    if by == "conga" and weighted:
        return
    graph = some_graph(4, weighted=weighted)
    theirs = nx.Graph()
    theirs.add_nodes_from(graph.nodes)
    for (u, v), w in zip(graph.edges.tolist(), graph.strengths.tolist(), strict=True):
        theirs.add_edge(graph.nodes[u], graph.nodes[v], weight=w)
    hierarchy = run(graph, by)
    for level, value in enumerate(hierarchy.modularities):
        division = hierarchy.at(level)
        assert division.modularity == pytest.approx(value, abs=1e-12)
        if division.cover.shared is None:
            expected = nx.community.modularity(theirs, division.clusters)
            assert value == pytest.approx(expected, abs=1e-12)


def test_modularity_of_an_overlapping_cover_by_hand():
    # Two triangles sharing node 3, which counts 1/2 in each: both clusters have links 1 + 1/2 + 1/2
    # of 6 and degrees 2 + 2 + 4/2 of 12.
    links = [*combinations("123", 2), *combinations("345", 2)]
    found = run(Graph.of(links), "conga").cut(2)
    assert found.modularity == pytest.approx(2 * (2 / 6 - (6 / 12) ** 2))


def test_first_above_takes_the_coarsest():
    rng = random.Random(1)
    links = [
        (f"{a}", f"{b}")
        for a, b in combinations(range(40), 2)
        if rng.random() < (0.9 if a // 10 == b // 10 else 0.02)
    ]
    hierarchy = run(Graph.of(links), "gn")
    first = hierarchy.first_above(0.4)
    assert first.modularity > 0.4
    level = len(first.clusters) - hierarchy.roots
    assert all(value <= 0.4 for value in hierarchy.modularities[:level])
    assert hierarchy.best().modularity > first.modularity


def test_json_and_newick():
    hierarchy = Hierarchy.of_merges(
        Graph.of([("a b", "it's"), ("it's", "c")], ["lone"]), "hand", [(0, 2), (0, 1)]
    )
    assert hierarchy.graph.nodes == ("a b", "c", "it's", "lone")
    assert hierarchy.to_newick() == "((('a b':1,'it''s':1):1,c:2):1,lone:3);"
    value = hierarchy.to_json()
    assert json.loads(json.dumps(value)) == value
    assert value["trees"][1] == {"height": 0, "nodes": ["lone"]}
    assert value["trees"][0]["children"][1] == {"height": 0, "nodes": ["c"]}
    assert value["levels"] == [
        {"clusters": 2, "steps": 2},
        {"clusters": 3, "steps": 1},
        {"clusters": 4, "steps": 0},
    ]


def test_newick_of_a_stopped_run_has_the_clusters_as_leaves():
    graph = Graph.of([*combinations("abc", 2), *combinations("def", 2), ("c", "d")])
    assert run(graph, "gn", k=2).to_newick() == "((a:0,b:0,c:0):1,(d:0,e:0,f:0):1);"
    assert run(graph, "gn", k=1).to_newick() == "((a:0,b:0,c:0,d:0,e:0,f:0):1);"


def test_writing(tmp_path):
    hierarchy = run(some_graph(7), "conga")
    for ending in ("json", "nwk", "png", "svg", "pdf"):
        hierarchy.write(str(tmp_path / f"h.{ending}"))
    assert json.loads((tmp_path / "h.json").read_text()) == hierarchy.to_json()
    assert (tmp_path / "h.nwk").read_text() == hierarchy.to_newick() + "\n"
    first = (tmp_path / "h.svg").read_bytes()
    hierarchy.write(str(tmp_path / "h.svg"))
    assert (tmp_path / "h.svg").read_bytes() == first
    with pytest.raises(SumscopeError, match="is not a file name for a hierarchy"):
        hierarchy.write(str(tmp_path / "h.xyz"))


def test_deep_trees(tmp_path):
    n = 3000
    path = Graph.of([(str(i), str(i + 1)) for i in range(n)])
    deep = Hierarchy.of_merges(path, "hand", [(0, i) for i in range(1, n + 1)])
    deep.write(str(tmp_path / "deep.json"))
    assert deep.to_newick().count("(") == n
    assert (tmp_path / "deep.json").read_text().count("children") == n
    assert len(deep.modularities) == n + 1


def test_written_json_of_a_shallow_tree_parses(tmp_path):
    hierarchy = run(some_graph(8), "gn")
    hierarchy.write(str(tmp_path / "h.json"))
    assert json.loads((tmp_path / "h.json").read_text()) == hierarchy.to_json()
