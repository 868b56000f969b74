"""Wrong values at a kernel's door: kernel and twin refuse them with the same ValueError."""

from __future__ import annotations

import importlib

import numpy as np
import pytest

from sumscope.kernels import load
from sumscope.kernels.types import MOST_NEIGHBOURS

NAN, INF = float("nan"), float("inf")


def ints(*values):
    return np.array(values, np.int32)


def longs(*values):
    return np.array(values, np.int64)


NONE, EMPTY = longs(0), longs()
TRIANGLE = np.array([[0, 1], [1, 2], [2, 0]], np.int32)
REPEATED = np.array([[0, 1], [1, 2], [1, 0]], np.int32)
LOOP = np.array([[0, 1], [1, 1]], np.int32)

# ptr, idx, cnt, length, woff, w: two sentences, two n-grams.
PROBLEM = {
    "ptr": ints(0, 1, 2), "idx": ints(0, 1), "cnt": ints(1, 1), "length": ints(1, 1),
    "woff": ints(0, 1, 2), "w": ints(1, 1), "limit": 5,
}  # fmt: skip
# A leaf of one item below a branch of one item.
DAG = {
    "room": ints(5, -1), "item_start": longs(0, 1, 2), "items": ints(0, 1),
    "edge_start": longs(0, 0, 1), "take": ints(1), "child": ints(0),
    "forced_start": longs(0, 0), "forced": ints(), "base": ints(),
}  # fmt: skip


def problem(**changes):
    return tuple((PROBLEM | changes).values())


def dag(**changes):
    return tuple((DAG | changes).values())


def divide(n=3, edges=TRIANGLE, weights=None, horizon=0, budget=1e8):
    return ("community", "divide", (n, edges, weights, horizon, False, 0, budget, None))


def tokens(*rows):
    return np.array(rows, np.int32).reshape(-1, 2)


def arcs(keys=(), weights=()):
    return (ints(0), ints(0, 1), np.array(keys, np.uint32), np.array(weights, np.int8))


def arc_trainer(heads, starts, beam=1, rows=((2, 0), (3, 0))):
    return (
        "parser", "ArcTrainer", (ints(0), ints(0, 1), tokens(*rows), heads, starts, beam, 1),
    )  # fmt: skip


def labels(row_starts=(0, 1), which=(0,), count=2, keys=(7,)):
    made = (np.array(keys, np.uint32), ints(*row_starts), ints(*which), np.ones(1, np.int8), count)
    return ("parser", "LabelModel", (ints(0), ints(0, 1), *made))


WRONG = {
    "cover.overlaps n": ("cover", "overlaps", (NONE, EMPTY, NONE, EMPTY, -1)),
    "cover.groups n": ("cover", "groups", (NONE, EMPTY, NONE, EMPTY, -1)),
    "cover.groups n above": ("cover", "groups", (NONE, EMPTY, NONE, EMPTY, 2**31)),
    "cover.omega_counts n": ("cover", "omega_counts", (NONE, EMPTY, NONE, EMPTY, -1)),
    "cover ptr empty": ("cover", "groups", (EMPTY, EMPTY, NONE, EMPTY, 1)),
    "cover ptr falls": ("cover", "groups", (longs(0, 2, 1, 2), longs(0, 1), NONE, EMPTY, 2)),
    "cover ptr end": ("cover", "groups", (longs(0, 9), longs(0), NONE, EMPTY, 2)),
    "cover item": ("cover", "groups", (longs(0, 1), longs(2), NONE, EMPTY, 2)),
    "cover item twice": ("cover", "groups", (longs(0, 2), longs(1, 1), NONE, EMPTY, 2)),
    "contingency k": ("cover", "contingency", (EMPTY, EMPTY, -1, 0)),
    "contingency k above": ("cover", "contingency", (NONE, NONE, 2**62, 1)),
    "contingency label": ("cover", "contingency", (longs(3), NONE, 2, 1)),
    "contingency lengths": ("cover", "contingency", (EMPTY, NONE, 2, 1)),
    "network offsets empty": ("network", "path_lengths", (EMPTY, ints())),
    "network offsets fall": ("network", "links_among", (longs(0, 2, 1, 2), ints(0, 1))),
    "network offsets end": ("network", "links_among", (longs(0, 9), ints(0))),
    "network target": ("network", "path_lengths", (longs(0, 1), ints(4))),
    "concordance width": (
        "concordance", "correlations",
        (np.ones((1, 1, 2)), np.ones((1, 1, 1)), np.ones((1, 1)), True, True, True),
    ),
    "exchange starts": (
        "exchange", "exchanged",
        (np.ones(1), np.ones(1), np.ones((1, 1)), longs(0, 2), np.ones((1, 1), np.uint8)),
    ),
    "divide n": divide(n=-1, edges=TRIANGLE[:0]),
    "divide vertex": divide(n=2),
    "divide loop": divide(edges=LOOP),
    "divide repeated": divide(edges=REPEATED),
    "divide repeated, horizon 2": divide(edges=REPEATED, horizon=2),
    "divide NaN": divide(weights=np.full(3, NAN)),
    "divide infinite": divide(weights=np.full(3, INF)),
    "divide negative": divide(weights=np.array([1.0, -1.0, 1.0])),
    "divide -0": divide(weights=np.array([-0.0, 1.0, 1.0])),
    "divide weights": divide(weights=np.ones(2)),
    "divide horizon": divide(horizon=-1),
    "divide budget": divide(budget=-1.0),
    "divide budget NaN": divide(budget=NAN),
    "edge_betweenness repeated": ("community", "edge_betweenness", (3, REPEATED, 0)),
    "edge_betweenness n": ("community", "edge_betweenness", (-5, TRIANGLE[:0], 0)),
    "pair_betweenness vertex": ("community", "pair_betweenness", (3, TRIANGLE, 3, 0)),
    "split_betweenness vertex": ("community", "split_betweenness", (3, TRIANGLE, -1, 0, False)),
    "solve limit": ("oracle", "solve", problem(limit=-1)),
    "solve ptr falls": ("oracle", "solve", problem(ptr=ints(0, 3, 2))),
    "solve ptr size": ("oracle", "solve", problem(ptr=ints(0, 2))),
    "solve cnt": ("oracle", "solve", problem(cnt=ints(1, 0))),
    "solve cnt size": ("oracle", "solve", problem(cnt=ints(1))),
    "solve idx": ("oracle", "solve", problem(idx=ints(0, 2))),
    "solve idx twice": ("oracle", "solve", problem(ptr=ints(0, 2, 2), idx=ints(0, 0))),
    "solve length": ("oracle", "solve", problem(length=ints(1, 0))),
    "solve woff": ("oracle", "solve", problem(woff=ints(0, 2, 2))),
    "solve woff falls": ("oracle", "solve", problem(woff=ints(0, 3, 2))),
    "solve w negative": ("oracle", "solve", problem(w=ints(-(2**31), -1))),
    "solve w overflows": ("oracle", "solve", problem(w=ints(2**31 - 1, 2**31 - 1))),
    "greedy w overflows": ("oracle", "greedy", problem(w=ints(2**31 - 1, 2**31 - 1))),
    "paper w rises": (
        "oracle", "paper", problem(idx=ints(0, 0), woff=ints(0, 2), w=ints(1, 2)),
    ),
    "build starts fall": (
        "oracle", "build", (ints(1, 2), longs(0, 3, 2), ints(1, 1), ints(1), longs(0, 1), 1, 5),
    ),
    "build n": ("oracle", "build", (ints(1), longs(0, 1), ints(1), ints(1), longs(0, 1), 0, 5)),
    "count arrays": ("oracle", "count", (dag()[:8], ints(1, 1))),
    "count no node": ("oracle", "count", (dag(room=ints()), ints(1, 1))),
    "count item_start": ("oracle", "count", (dag(item_start=longs(0, 10**9, 2)), ints(1, 1))),
    "count edge_start": ("oracle", "count", (dag(edge_start=longs(0, -(10**9), 1)), ints(1, 1))),
    "count forced_start": ("oracle", "count", (dag(forced_start=longs(-(10**7), 0)), ints(1, 1))),
    "count take": ("oracle", "count", (dag(take=ints(2)), ints(1, 1))),
    "count take below 0": ("oracle", "count", (dag(take=ints(-7)), ints(1, 1))),
    "count child": ("oracle", "count", (dag(child=ints(1)), ints(1, 1))),
    "count item": ("oracle", "count", (dag(base=ints(2)), ints(1, 1))),
    "count length": ("oracle", "count", (dag(), ints(1, 0))),
    "count branch without edge": ("oracle", "count", (dag(room=ints(-1, -1)), ints(1, 1))),
    "count leaf with edge": ("oracle", "count", (dag(room=ints(5, 5)), ints(1, 1))),
    "luce starts fall": (
        "luce", "derivatives",
        (longs(0, 4, 2), longs(0, 1), np.ones((1, 2)), np.ones((1, 2))),
    ),
    "luce system": (
        "luce", "derivatives", (longs(0, 2), longs(0, 5), np.ones((1, 1)), np.ones((1, 2))),
    ),
    "listing starts": (
        "oracle", "listing", (dag(item_start=longs(0, 10**9, 2)), ints(1, 1), 1, [], 3),
    ),
    "listing after": ("oracle", "listing", (dag(), ints(1, 1), 2, [0], 3)),
    "parser templates": (
        "parser", "ArcModel", (ints(0), ints(0, 2), *arcs()[2:]),
    ),
    "parser atom": ("parser", "ArcModel", (ints(-1), ints(0, 1), *arcs()[2:])),
    "parser weights": ("parser", "ArcModel", arcs(keys=(1,), weights=(1, 2))),
    "parser key twice": ("parser", "ArcModel", arcs(keys=(1, 1), weights=(0,) * 6)),
    "parser head": arc_trainer(ints(0, 3), ints(0, 2)),
    "parser two roots": arc_trainer(ints(0, 0), ints(0, 2)),
    "parser no root": arc_trainer(ints(2, 1), ints(0, 2)),
    "parser heads": arc_trainer(ints(0), ints(0, 2)),
    "parser sentences": arc_trainer(ints(0, 1), ints(0, 1)),
    "parser beam": arc_trainer(ints(0, 1), ints(0, 2), beam=0),
    "parser value": arc_trainer(ints(0, 1), ints(0, 2), rows=((2, 0), (-1, 0))),
    "parser rows": labels(row_starts=(0, 2)),
    "parser row for each key": labels(row_starts=(0, 0, 1)),
    "parser label": labels(which=(2,)),
    "parser count": labels(count=0),
    "parser label keys": labels(keys=(7, 7), row_starts=(0, 0, 1)),
    "listing after, out of range": ("oracle", "listing", (dag(), ints(1, 1), 1, [9], 3)),
}  # fmt: skip


@pytest.mark.parametrize("name", WRONG)
def test_wrong_values_are_refused_by_kernel_and_twin(name):
    kernel, function, arguments = WRONG[name]
    said = []
    for module in (load(kernel), importlib.import_module(f"sumscope.kernels.python.{kernel}")):
        with pytest.raises(ValueError, match=r"\w") as caught:
            getattr(module, function)(*arguments)
        said.append(str(caught.value))
    assert said[0] == said[1]


SPECS = [
    (), [], 5, None, ("ngrams",), ("ngrams", 0, True), ("ngrams", 10, True), ("ngrams", 2),
    ("ngrams", "2", True), ("ngrams", 2, True, 1), ("skips", 4), ("lcs", 1), ("wlcs",),
    ("wlcs", "1.2"), ("wlcs", NAN), ("wlcs", INF), ("wlcs", -1.0), ("bleu", 4), (3,),
]  # fmt: skip


@pytest.mark.parametrize("spec", SPECS, ids=repr)
def test_wrong_specs_are_refused_by_kernel_and_twin(spec):
    said = []
    for module in (load("rouge"), importlib.import_module("sumscope.kernels.python.rouge")):
        text = module.Encoder({}, []).encode("a b c")
        with pytest.raises(ValueError, match=r"\w") as caught:
            module.counts([text], [text], [spec])
        said.append(str(caught.value))
    assert said[0] == said[1]


def test_wrong_numbers_of_single_counts_are_refused():
    for module in (load("rouge"), importlib.import_module("sumscope.kernels.python.rouge")):
        text = module.Encoder({}, []).encode("a b c")
        for call in (
            lambda m=module, t=text: m.ngrams(t, t, 0, True),
            lambda m=module, t=text: m.wlcs(t, t, NAN),
            lambda m=module: m.Encoder({}, [], True, 1, 1),
            lambda m=module: m.Encoder({}, [], True, -1, 0),
        ):
            with pytest.raises(ValueError, match=r"\w"):
                call()
        with pytest.raises(OverflowError):
            module.wlcs(text, text, 1e308)


def test_a_hub_beyond_the_limit_is_not_split():
    star = np.array([[0, i] for i in range(1, MOST_NEIGHBOURS + 2)], np.int32)
    n = len(star) + 1
    for module in (load("community"), importlib.import_module("sumscope.kernels.python.community")):
        with pytest.raises(ValueError, match="more than 10,000 neighbours"):
            module.divide(n, star, None, 2, True, 0, 1e8, None)


def test_no_more_levels_than_words():
    """An n beyond every text takes no memory; there is nothing to cover."""
    tokens, starts = ints(1, 2, 3), longs(0, 3)
    for module in (load("oracle"), importlib.import_module("sumscope.kernels.python.oracle")):
        source, *_, total = module.build(tokens, starts, ints(3), tokens, starts, 2**31 - 1, 10)
        assert (len(source), total) == (0, 0)


def test_a_graph_that_holds_an_item_twice_lists_no_set_with_it() -> None:
    # A leaf of the items 0 and 1, and a root that forces item 0: 2 items cannot be 0 and 0.
    graph = (
        ints(5, -1), longs(0, 2, 2), ints(0, 1), longs(0, 0, 1), ints(0), ints(0), longs(0, 1),
        ints(0), ints(),
    )  # fmt: skip
    for kernel in (load("oracle"), importlib.import_module("sumscope.kernels.python.oracle")):
        assert [kernel.listing(graph, ints(1, 1), size, [], 5) for size in (1, 2)] == [[[0]], []]
