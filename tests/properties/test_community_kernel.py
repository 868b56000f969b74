"""The compiled community kernel says exactly what its readable twin says."""

from __future__ import annotations

import random
import subprocess
import sys
from itertools import combinations

import numpy as np
import numpy.typing as npt
import pytest
from hypothesis import given
from hypothesis import strategies as st

from sumscope.kernels.python import community as twin

kernel = pytest.importorskip("sumscope.kernels._community")

Edges = npt.NDArray[np.int32]
KEEP, NOTHING = 1e8, 0.0


def array(edges: list[tuple[int, int]]) -> Edges:
    return np.array(edges, dtype=np.int32).reshape(-1, 2)


@st.composite
def graphs(draw: st.DrawFn, most: int = 11) -> tuple[int, Edges]:
    n = draw(st.integers(0, most))
    pairs = list(combinations(range(n), 2))
    edges = draw(st.lists(st.sampled_from(pairs), unique=True)) if pairs else []
    return n, array(edges)


def random_graph(rng: random.Random, most: int) -> tuple[int, Edges]:
    n = rng.randint(2, most)
    groups, inside, across = rng.randint(1, 3), rng.uniform(0.3, 1), rng.uniform(0, 0.4)
    edges = [
        (a, b)
        for a, b in combinations(range(n), 2)
        if rng.random() < (inside if a % groups == b % groups else across)
    ]
    rng.shuffle(edges)
    return n, array(edges)


def same(one: tuple[npt.NDArray, ...], other: tuple[npt.NDArray, ...], exact: bool) -> None:
    for index, (left, right) in enumerate(zip(one, other, strict=True)):
        if index == 1 and not exact:
            np.testing.assert_allclose(left, right, rtol=1e-10)
        else:
            np.testing.assert_array_equal(left, right)


def compare(n: int, edges: Edges, horizon: int, splits: bool, until: int = 0) -> None:
    slow = twin.divide(n, edges, None, horizon, splits, until, NOTHING, None)
    for budget in (KEEP, NOTHING):
        fast = kernel.divide(n, edges, None, horizon, splits, until, budget, None)
        # The closed forms of horizon 2 round once more; their decisions are the same.
        same(slow, fast, exact=not (horizon == 2 and splits))


@given(graphs(), st.integers(0, 4), st.booleans())
def test_divide(graph: tuple[int, Edges], horizon: int, splits: bool) -> None:
    compare(*graph, horizon, splits)


@given(graphs(9), st.integers(0, 3), st.integers(0, 8), st.booleans())
def test_betweenness(graph: tuple[int, Edges], horizon: int, vertex: int, exact: bool) -> None:
    n, edges = graph
    np.testing.assert_allclose(
        kernel.edge_betweenness(n, edges, horizon),
        twin.edge_betweenness(n, edges, horizon),
        rtol=1e-10,
    )
    if vertex < n:
        near, shares = kernel.pair_betweenness(n, edges, vertex, horizon)
        near_, shares_ = twin.pair_betweenness(n, edges, vertex, horizon)
        np.testing.assert_array_equal(near, near_)
        np.testing.assert_allclose(shares, shares_, rtol=1e-10, atol=1e-12)
        if len(near) >= 2:
            value, kept, moved = kernel.split_betweenness(n, edges, vertex, horizon, exact)
            value_, kept_, moved_ = twin.split_betweenness(n, edges, vertex, horizon, exact)
            assert value == pytest.approx(value_, rel=1e-10)
            np.testing.assert_array_equal(kept, kept_)
            np.testing.assert_array_equal(moved, moved_)


def test_divide_on_hundreds_of_planted_graphs() -> None:
    rng = random.Random(4)
    for _ in range(150):
        n, edges = random_graph(rng, 12)
        compare(n, edges, rng.choice([0, 0, 2, 3]), rng.random() < 0.7)


def test_divide_weighted() -> None:
    rng = random.Random(5)
    for _ in range(60):
        n, edges = random_graph(rng, 10)
        weights = np.array([rng.choice([0.5, 1.0, 2.0, 3.0]) for _ in edges], dtype=np.float64)
        slow = twin.divide(n, edges, weights, 0, False, 0, NOTHING, None)
        for budget in (KEEP, NOTHING):
            same(slow, kernel.divide(n, edges, weights, 0, False, 0, budget, None), exact=True)


def test_weights_of_any_size() -> None:
    edges = array([(0, 1), (1, 2), (2, 3), (0, 3)])
    for weights in ([1e-320, 1.0, 1e-320, 1e308], [5e-324] * 4, [1e308] * 4):
        given_ = np.array(weights)
        slow = twin.divide(4, edges, given_, 0, False, 0, NOTHING, None)
        same(slow, kernel.divide(4, edges, given_, 0, False, 0, KEEP, None), exact=True)


@pytest.mark.nightly
def test_divide_on_thousands_of_graphs() -> None:
    rng = random.Random(6)
    for _ in range(4000):
        n, edges = random_graph(rng, 13)
        compare(n, edges, rng.choice([0, 1, 2, 3, 4]), rng.random() < 0.7)


def test_kept_and_not_kept_agree_on_a_larger_graph() -> None:
    rng = random.Random(7)
    edges = array(
        [
            (a, b)
            for a, b in combinations(range(60), 2)
            if rng.random() < (0.7 if a // 15 == b // 15 else 0.05)
        ]
    )
    for splits in (False, True):
        for horizon in (0, 3):
            kept = kernel.divide(60, edges, None, horizon, splits, 6, KEEP, None)
            same(kept, kernel.divide(60, edges, None, horizon, splits, 6, NOTHING, None), True)


@given(graphs(10), st.randoms(use_true_random=False), st.booleans())
def test_edge_order_does_not_matter(
    graph: tuple[int, Edges], rng: random.Random, splits: bool
) -> None:
    n, edges = graph
    turned = [(b, a) if rng.random() < 0.5 else (a, b) for a, b in edges.tolist()]
    rng.shuffle(turned)
    one = kernel.divide(n, edges, None, 0, splits, 0, KEEP, None)
    same(one, kernel.divide(n, array(turned), None, 0, splits, 0, KEEP, None), exact=True)


def test_horizon_of_the_graph_is_conga() -> None:
    """Hundreds of random graphs: CONGO that sees everything is CONGA."""
    rng = random.Random(8)
    for _ in range(300):
        n, edges = random_graph(rng, 16)
        conga = kernel.divide(n, edges, None, 0, True, 0, KEEP, None)
        # Copies can make paths longer than n; no path is longer than the number of edges.
        congo = kernel.divide(n, edges, None, len(edges) + 1, True, 0, KEEP, None)
        same(conga, congo, exact=True)


def test_progress_and_interruption() -> None:
    class StopError(Exception):
        pass

    def tell(done: int, total: int, parts: int) -> None:
        assert 0 <= done <= total == len(edges)
        assert parts >= 1
        raise StopError

    edges = array(list(combinations(range(120), 2)))
    with pytest.raises(StopError):
        kernel.divide(120, edges, None, 0, True, 0, NOTHING, tell)


@pytest.mark.parametrize("module", [kernel, twin])
def test_bad_arrays(module) -> None:
    with pytest.raises(ValueError, match="outside"):
        module.divide(2, array([(0, 2)]), None, 0, False, 0, 0.0, None)
    with pytest.raises(ValueError, match="itself"):
        module.divide(2, array([(1, 1)]), None, 0, False, 0, 0.0, None)


def test_too_many_paths_are_refused() -> None:
    links, last = [], 0
    for _ in range(1000):  # each diamond doubles the number of shortest paths
        links += [(last, last + 1), (last, last + 2), (last + 1, last + 3), (last + 2, last + 3)]
        last += 3
    with pytest.raises(OverflowError, match="1e300"):
        kernel.edge_betweenness(last + 1, array(links), 0)


MEMORY = """
import random, resource
import numpy as np
from sumscope.kernels import _community as kernel
rng = random.Random(1)
half, links = 1000, set()
for first in (0, half):
    links |= {(i, i + 1) for i in range(first, first + half - 1)}
    while len(links) < (4 * half if first == 0 else 8 * half):
        a, b = sorted(rng.sample(range(first, first + half), 2))
        links.add((a, b))
edges = np.array([*sorted(links), (0, half)], dtype=np.int32)
before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
kernel.divide(2 * half, edges, None, HORIZON, SPLITS, 2, 0.0, None)
print(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before)
"""


@pytest.mark.skipif(sys.platform != "linux", reason="kilobytes of resident memory are Linux's")
@pytest.mark.parametrize(("horizon", "splits"), [(0, False), (2, True)])
def test_memory_is_linear_where_nothing_is_kept(horizon: int, splits: bool) -> None:
    """2,000 nodes and 8,001 links: a number per pair of nodes would take 32 MB."""
    code = MEMORY.replace("HORIZON", str(horizon)).replace("SPLITS", str(splits))
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert int(done.stdout) < 8 * 1024
