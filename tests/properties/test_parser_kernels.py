"""Kernel and twin find the same trees, learn the same weights, and every tree is one."""

from __future__ import annotations

import random
from dataclasses import dataclass
from types import ModuleType

import networkx as nx
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sumscope.kernels import load
from sumscope.kernels.python import parser as parser_py

KERNELS = [load("parser"), parser_py]
COLUMNS = 3  # two numbers and marks
PLACES = {"arcs": (19, 10), "labels": (13, 10)}


def templates(rng: random.Random, kind: str) -> tuple[np.ndarray, np.ndarray]:
    places, extras = PLACES[kind]
    many = places * (COLUMNS - 1) + extras
    drawn = [[rng.randrange(many) for _ in range(rng.randint(0, 3))] for _ in range(12)]
    starts = np.cumsum([0, *map(len, drawn)]).astype(np.int32)
    return np.array([a for t in drawn for a in t], dtype=np.int32), starts


def tokens(rng: random.Random, size: int) -> np.ndarray:
    rows = [[rng.randint(2, 5), rng.randint(2, 4), rng.randrange(256)] for _ in range(size)]
    return np.array(rows, dtype=np.int32).reshape(size, COLUMNS)


def projective(rng: random.Random, size: int) -> list[int]:
    """A projective tree with one root: each span has a head, and its sides have theirs."""
    heads = [0] * size

    def side(first: int, last: int, head: int) -> None:
        while first < last:
            cut = rng.randint(first + 1, last)
            top = rng.randrange(first, cut)
            heads[top] = head
            side(first, top, top + 1)
            side(top + 1, cut, top + 1)
            first = cut

    if size:
        top = rng.randrange(size)
        side(0, top, top + 1)
        side(top + 1, size, top + 1)
    return heads


@dataclass
class Learnt:
    """What a kernel makes of some sentences."""

    wrong: list[int]
    arcs: tuple[dict[int, list[int]], int]
    labels: tuple[dict[int, list[int]], int]
    trees: list[list[list[int]]]
    scores: list[list[int]]
    relations: list[list[int]]


def learn(kernel: ModuleType, seed: int, sizes: list[int], beam: int, least: int) -> Learnt:
    rng = random.Random(seed)
    arc_templates, label_templates = templates(rng, "arcs"), templates(rng, "labels")
    rows = [tokens(rng, size) for size in sizes]
    heads = np.array([h for size in sizes for h in projective(rng, size)], dtype=np.int32)
    gold = np.array([rng.randrange(4) for _ in heads], dtype=np.int32)
    starts = np.cumsum([0, *sizes]).astype(np.int32)
    every = np.concatenate([*rows, np.zeros((0, COLUMNS), np.int32)])
    arcs = kernel.ArcTrainer(*arc_templates, every, heads, starts, beam, least)
    relations = kernel.LabelTrainer(*label_templates, every, heads, gold, starts, 4, least)
    order = np.array([at for at in range(len(sizes)) for _ in "ab"], dtype=np.int32)
    wrong = [arcs.learn(order), relations.learn(order), arcs.learn(order[::-1].copy())]

    keys, sums, time = arcs.sums()
    by = np.argsort(keys)
    small = np.clip(sums[by], -127, 127).astype(np.int8).reshape(-1)
    model = kernel.ArcModel(*arc_templates, keys[by], small)
    trees = [model.parse(r, beam) for r in rows]
    scores = [model.score(r, t) for r, t in zip(rows, trees, strict=True)]

    label_keys, label_sums, label_time = relations.sums()
    by_label = np.argsort(label_keys)
    row, column = np.nonzero(label_sums[by_label])
    cut = np.searchsorted(row, np.arange(len(by_label) + 1)).astype(np.int32)
    weights = np.clip(label_sums[by_label][row, column], -127, 127).astype(np.int8)
    labeller = kernel.LabelModel(
        *label_templates, label_keys[by_label], cut, column.astype(np.int32), weights, 4
    )
    given = [labeller.label(r, t[0].copy()) for r, t in zip(rows, trees, strict=True)]

    def table(keys: np.ndarray, sums: np.ndarray) -> dict[int, list[int]]:
        return dict(zip(keys.tolist(), sums.tolist(), strict=True))

    return Learnt(
        wrong,
        (table(keys, sums), time),
        (table(label_keys, label_sums), label_time),
        [t.tolist() for t in trees],
        [s.tolist() for s in scores],
        [g.tolist() for g in given],
    )


SEEDS = st.integers(0, 2**32)
SIZES = st.lists(st.integers(0, 7), max_size=4)


@settings(deadline=None, max_examples=30)
@given(seed=SEEDS, sizes=SIZES, beam=st.integers(1, 4), least=st.integers(0, 3))
def test_kernel_and_twin_learn_and_find_the_same(seed, sizes, beam, least):
    mine, theirs = (learn(kernel, seed, sizes, beam, least) for kernel in KERNELS)
    assert mine == theirs


def check_tree(heads: list[int]) -> None:
    """One root, no cycle, no crossing arcs, by a graph library and by definition."""
    n = len(heads)
    if not n:
        return
    assert heads.count(0) == 1
    graph = nx.DiGraph((head, at) for at, head in enumerate(heads, 1))
    assert graph.number_of_nodes() == n + 1
    assert nx.is_arborescence(graph)
    arcs = [tuple(sorted((at, head))) for at, head in enumerate(heads, 1) if head]
    assert not any(a < c < b < d for a, b in arcs for c, d in arcs)


@pytest.mark.parametrize("kernel", KERNELS)
@settings(deadline=None, max_examples=30)
@given(seed=SEEDS, size=st.integers(0, 12), beam=st.integers(1, 6))
def test_any_weights_give_trees_with_one_root(kernel, seed, size, beam):
    rng = random.Random(seed)
    atoms, starts = templates(rng, "arcs")
    # Without atoms the keys of features are known: each has a weight.
    keys, weights = known_keys(kernel, atoms, starts, rng)
    trees = kernel.ArcModel(atoms, starts, keys, weights).parse(tokens(rng, size), beam)
    assert trees.shape[1] == size
    assert 1 <= len(trees) <= beam
    for tree in trees.tolist():
        check_tree(tree)


def known_keys(kernel: ModuleType, atoms: np.ndarray, starts: np.ndarray, rng: random.Random):
    """Features of some trees, with random weights."""
    sizes = [3, 5]
    rows = np.concatenate([tokens(rng, size) for size in sizes])
    heads = np.array([h for size in sizes for h in projective(rng, size)], dtype=np.int32)
    cut = np.array([0, 3, 8], dtype=np.int32)
    keys = kernel.ArcTrainer(atoms, starts, rows, heads, cut, 1, 1).sums()[0]
    drawn = [rng.randint(-127, 127) for _ in range(3 * len(keys))]
    return keys, np.array(drawn, dtype=np.int8)


@given(seed=SEEDS, size=st.integers(1, 9))
def test_the_right_actions_make_the_tree(seed, size):
    from sumscope.kernels.python.parser.search import heads_of, oracle

    heads = projective(random.Random(seed), size)
    check_tree(heads)
    actions = oracle(heads)
    assert len(actions) == 2 * size
    assert heads_of(actions, size) == heads


@pytest.mark.parametrize("kernel", KERNELS)
def test_a_pattern_is_learnt(kernel):
    """Every token hangs on the one before it, or on the one after it, as its number says."""
    rng = random.Random(5)
    atoms = np.array([0, 2, 6], dtype=np.int32)  # first column of s0, s1 and b0
    starts = np.array([0, 1, 2, 3], dtype=np.int32)
    rows, heads, sizes = [], [], []
    for _ in range(30):
        kind, size = rng.randint(2, 3), rng.randint(1, 6)
        rows += [[kind, 2, 0]] * size
        heads += range(size) if kind == 2 else [*range(2, size + 1), 0]
        sizes.append(size)
    every, given = np.array(rows, dtype=np.int32), np.array(heads, dtype=np.int32)
    cut = np.cumsum([0, *sizes]).astype(np.int32)
    trainer = kernel.ArcTrainer(atoms, starts, every, given, cut, 2, 1)
    order = np.arange(30, dtype=np.int32)
    for _ in range(5):
        wrong = trainer.learn(order)
    assert wrong == 0
    keys, sums, time = trainer.sums()
    weights = np.clip(np.rint(10 * sums / time), -127, 127).astype(np.int8).reshape(-1)
    model = kernel.ArcModel(atoms, starts, keys, weights)
    assert model.parse(np.array([[2, 2, 0]] * 8, np.int32), 2)[0].tolist() == [*range(8)]
    assert model.parse(np.array([[3, 2, 0]] * 8, np.int32), 2)[0].tolist() == [*range(2, 9), 0]
