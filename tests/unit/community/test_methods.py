"""Rules common to all methods: components, odd k, odd graphs, order, weights, seeds."""

from __future__ import annotations

import random
from itertools import combinations

import numpy as np
import pytest

from sumscope.community import METHODS, run
from sumscope.community.gaac import clusters as gaac_clusters
from sumscope.core.errors import SumscopeError
from sumscope.graph.network import Graph

ALL = sorted(
    name for name, one in METHODS.all().items() if one.find.__module__.startswith("sumscope.")
)
DIVISIVE = ["conga", "congo", "gn"]


def two_groups(links_between=((0, 6),)):
    inside = [p for group in (range(6), range(6, 12)) for p in combinations(group, 2)]
    return Graph.of([(f"s{a}", f"s{b}") for a, b in [*inside, *links_between]])


def test_every_method_is_declared_once():
    assert {"conga", "congo", "gaac", "gn", "greedy", "leiden"} <= set(ALL)
    for one in METHODS.all().values():
        assert one.summary
        assert one.cite


@pytest.mark.parametrize("by", ALL)
def test_two_planted_groups_are_found(by):
    found = run(two_groups(), by).cut(2)
    assert found.clusters == (
        tuple(f"s{i}" for i in range(6)),
        tuple(f"s{i}" for i in range(6, 12)),
    )
    assert found.modularity == pytest.approx(0.467741935, abs=1e-9)


@pytest.mark.parametrize("by", ALL)
def test_no_nodes(by):
    hierarchy = run(Graph.of([]), by)
    for found in (hierarchy.cut(1), hierarchy.best(), hierarchy.first_above(0.4)):
        assert found.clusters == ()
        assert found.steps == 0
        assert found.modularity == 0.0


@pytest.mark.parametrize("by", ALL)
def test_nodes_without_links_are_singletons(by):
    hierarchy = run(Graph.of([], ["b", "a", "c"]), by)
    assert hierarchy.cut(1).clusters == (("a",), ("b",), ("c",))
    assert hierarchy.cut(99).clusters == (("a",), ("b",), ("c",))


@pytest.mark.parametrize("by", ALL)
def test_k_below_the_components_gives_the_components(by):
    graph = Graph.of([("a", "b"), ("c", "d"), ("d", "e")], ["lone"])
    assert run(graph, by, k=1).cut(1).clusters == (("a", "b"), ("c", "d", "e"), ("lone",))


@pytest.mark.parametrize("by", ["gn", "greedy", "gaac", *DIVISIVE])
def test_k_above_the_nodes_gives_the_finest(by):
    graph = Graph.of([("a", "b"), ("b", "c")])
    assert run(graph, by).cut(50).clusters == (("a",), ("b",), ("c",))


@pytest.mark.parametrize("by", ALL)
def test_k_below_one_is_refused(by):
    with pytest.raises(SumscopeError, match="k is 0"):
        run(two_groups(), by, k=0)


@pytest.mark.parametrize("by", DIVISIVE)
def test_stopping_at_k_gives_the_cut_of_the_whole(by):
    rng = random.Random(3)
    pairs = [p for p in combinations(range(20), 2) if rng.random() < 0.3]
    graph = Graph.of([(str(a), str(b)) for a, b in pairs], map(str, range(20)))
    whole = run(graph, by)
    for k in (2, 4, 7, 19):
        stopped = run(graph, by, k=k)
        assert stopped.cut(k) == whole.cut(k)


@pytest.mark.parametrize("by", ALL)
def test_order_of_links_does_not_matter(by):
    rng = random.Random(9)
    links = [(f"n{a}", f"n{b}") for a, b in combinations(range(14), 2) if rng.random() < 0.35]
    first = run(Graph.of(links), by)
    for _ in range(3):
        rng.shuffle(links)
        turned = [(v, u) if rng.random() < 0.5 else (u, v) for u, v in links]
        again = run(Graph.of([*turned, turned[0]]), by)
        assert again.best() == first.best()
        assert again.to_newick() == first.to_newick()


@pytest.mark.parametrize("by", ["gn", "conga", "congo"])
def test_relabelling_changes_nothing_where_no_ties_are(by):
    """Without ties a permutation of names permutes the answer."""
    rng = random.Random(12)
    checked = 0
    for _ in range(40):
        n = 12
        pairs = [p for p in combinations(range(n), 2) if rng.random() < 0.3]
        names = list(range(n))
        rng.shuffle(names)
        one = run(Graph.of([(str(a), str(b)) for a, b in pairs], map(str, range(n))), by)
        seeds = {run(one.graph, by, seed=s).cut(4).clusters for s in range(6)}
        if len(seeds) > 1:
            continue  # ties decide here
        other = run(
            Graph.of([(str(names[a]), str(names[b])) for a, b in pairs], map(str, range(n))), by
        )
        back = {str(new): str(old) for old, new in enumerate(names)}
        left = {frozenset(back[x] for x in c) for c in other.cut(4).clusters}
        assert left == {frozenset(c) for c in one.cut(4).clusters}
        checked += 1
    assert checked > 5


def test_seeds_draw_ties_and_repeat():
    cycle = Graph.of([(str(i), str((i + 1) % 8)) for i in range(8)])
    found = [run(cycle, "gn", seed=seed).cut(2).clusters for seed in range(12)]
    assert len(set(found)) > 1
    assert found == [run(cycle, "gn", seed=seed).cut(2).clusters for seed in range(12)]


@pytest.mark.parametrize("by", ["conga", "congo"])
def test_weights_are_refused_where_they_mean_nothing(by):
    graph = Graph.of([("a", "b", 2.0), ("b", "c", 1.0)])
    with pytest.raises(SumscopeError, match="weighted"):
        run(graph, by)
    assert run(graph.unweighted(), by).cut(1).clusters == (("a", "b", "c"),)


def test_weights_are_strengths():
    # A square: the two strong links stay.
    graph = Graph.of([("a", "b", 5.0), ("b", "c", 1.0), ("c", "d", 5.0), ("d", "a", 1.0)])
    for by in ("gn", "greedy", "leiden", "gaac"):
        assert run(graph, by).cut(2).clusters == (("a", "b"), ("c", "d")), by


def test_horizon_is_for_congo():
    with pytest.raises(SumscopeError, match="no horizon"):
        run(two_groups(), "gn", horizon=2)
    with pytest.raises(SumscopeError, match="horizon is -1"):
        run(two_groups(), "congo", horizon=-1)
    assert run(two_groups(), "congo", horizon=0).best() == run(two_groups(), "conga").best()


def test_an_unknown_method_gets_the_nearest():
    with pytest.raises(SumscopeError, match=r"conga or congo|congo or conga"):
        run(two_groups(), "cong")


def test_gaac_by_hand():
    # a-b .9; c joins at (.9+.6+.6)/3 = .7; d at (2.1+.3)/6 = .4; e never (2.4/10 = .24).
    s = np.zeros((5, 5))
    for i, j, value in ((0, 1, 0.9), (0, 2, 0.6), (1, 2, 0.6), (2, 3, 0.3)):
        s[i, j] = s[j, i] = value
    assert gaac_clusters(s, 0.4) == [[0, 1, 2, 3], [4]]
    assert gaac_clusters(s, 0.41) == [[0, 1, 2], [3], [4]]
    assert gaac_clusters(s, 0.95) == [[0], [1], [2], [3], [4]]
    assert gaac_clusters(np.zeros((0, 0))) == []


def test_communities_have_no_duplicates():
    rng = random.Random(2)
    for _ in range(20):
        links = [(str(a), str(b)) for a, b in combinations(range(12), 2) if rng.random() < 0.45]
        hierarchy = run(Graph.of(links), "conga")
        for level in range(hierarchy.levels):
            for cluster in hierarchy.clusters(level):
                assert len(set(cluster)) == len(cluster)
            assert {x for c in hierarchy.clusters(level) for x in c} == set(hierarchy.graph.nodes)


def test_progress_is_told():
    told = []
    links = [(str(a), str(b)) for a, b in combinations(range(30), 2)]
    run(Graph.of(links), "greedy", progress=lambda done, total: told.append((done, total)))
    assert told
    assert all(0 <= done <= total for done, total in told)


@pytest.mark.parametrize("by", ["conga", "congo"])
def test_a_hub_is_split_in_two_halves_and_a_greater_one_is_refused_by_name(by):
    # All labels are equal, so groups of 1, 2, 4, ... neighbours merge in rounds: two halves.
    star = Graph.of([("hub", f"n{i:04}") for i in range(1024)])
    found = run(star, by).cut(2)
    assert [len(cluster) for cluster in found.clusters] == [513, 513]
    great = Graph.of([("hub", f"n{i}") for i in range(10_001)])
    with pytest.raises(SumscopeError, match=r"node 'hub' has 10,001 neighbours"):
        run(great, by)


def test_a_weight_of_minus_nought_is_nought():
    """Betweenness over weight is then infinite and not minus infinite."""
    with_sign, without = (Graph.of([("a", "b", w), ("b", "c", 1.0)]) for w in (-0.0, 0.0))
    assert run(with_sign, "gn").cut(2).clusters == run(without, "gn").cut(2).clusters
