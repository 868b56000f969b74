"""Gradient boosting of small trees: grown by scikit-learn, kept and evaluated as plain arrays."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from sumscope.core.model_file import items, real, records, whole
from sumscope.linking.meeting import Bools, Floats

Array = npt.NDArray[np.float32]

TREES = 200
LEAVES = 8
RATE = 0.04
BLOCK = 1 << 15
DEEPEST = 64


@dataclass(frozen=True)
class Tree:
    """Nodes in order, the root first: a leaf has feature -1 and a value.

    A row goes left where its feature is at most the threshold.
    """

    feature: tuple[int, ...]
    threshold: tuple[float, ...]
    left: tuple[int, ...]
    right: tuple[int, ...]
    value: tuple[float, ...]


@dataclass(frozen=True)
class Boosted:
    """A sum of trees over a base value: log-odds."""

    base: float
    trees: tuple[Tree, ...]

    def logit(self, x: Array) -> Floats:
        """The log-odds of every row of features."""
        made = np.full(len(x), self.base)
        for first in range(0, len(x), BLOCK):
            part = slice(first, first + BLOCK)
            columns = np.asfortranarray(x[part])
            total = made[part]
            for tree in self.trees:
                total += _evaluate(tree, columns)
        return made

    def gains(self, features: int) -> Floats:
        """How often every feature splits, weighted by how much the split parts values."""
        found = np.zeros(features)
        for tree in self.trees:
            for feature, left, right in zip(tree.feature, tree.left, tree.right, strict=True):
                if feature >= 0:
                    found[feature] += abs(tree.value[left] - tree.value[right])
        return found

    def to_json(self) -> dict[str, object]:
        """As plain values."""
        return {
            "base": self.base,
            "trees": [{k: list(v) for k, v in vars(t).items()} for t in self.trees],
        }

    @classmethod
    def from_json(cls, value: Mapping[str, object], features: int) -> Boosted:
        """From plain values over so many features; what is no tree is refused."""
        trees = records(value["trees"], "trees")
        return cls(real(value["base"], "base"), tuple(_tree(one, features) for one in trees))


def _tree(one: Mapping[str, object], features: int) -> Tree:
    """A tree in which every node but the root hangs below one other, and not too deep."""
    what = "a tree"
    column = {key: items(one[key], what) for key in Tree.__dataclass_fields__}
    size = len(column["feature"])
    tree = Tree(
        tuple(whole(v, what, -1, features - 1) for v in column["feature"]),
        tuple(real(v, what) for v in column["threshold"]),
        tuple(whole(v, what, 0, size - 1) for v in column["left"]),
        tuple(whole(v, what, 0, size - 1) for v in column["right"]),
        tuple(real(v, what) for v in column["value"]),
    )
    if not size or {len(column) for column in vars(tree).values()} != {size}:
        raise ValueError(what)
    depth = [0] * size
    hanging = [0]
    for at, feature in enumerate(tree.feature):
        if feature < 0:
            continue
        below = (tree.left[at], tree.right[at])
        if min(below) <= at or depth[at] >= DEEPEST:
            raise ValueError(what)
        hanging.extend(below)
        for node in below:
            depth[node] = depth[at] + 1
    if sorted(hanging) != list(range(size)):
        raise ValueError(what)
    return tree


def _evaluate(tree: Tree, columns: Array) -> Floats:
    """The value of every row, from the leaves up."""

    def value(node: int) -> Floats:
        feature = tree.feature[node]
        if feature < 0:
            return np.asarray(tree.value[node])
        goes_left = columns[:, feature] <= tree.threshold[node]
        return np.where(goes_left, value(tree.left[node]), value(tree.right[node]))

    return value(0)


def fit(x: Array, y: Bools, *, seed: int = 0) -> Boosted:
    """Grow the trees; the same rows and seed give the same trees."""
    from sklearn.ensemble import HistGradientBoostingClassifier

    grown = HistGradientBoostingClassifier(
        max_iter=TREES,
        max_leaf_nodes=LEAVES,
        learning_rate=RATE,
        min_samples_leaf=min(500, max(1, len(x) // 50)),
        l2_regularization=30.0,
        max_bins=63,
        max_features=0.15,
        early_stopping=False,
        random_state=seed,
    ).fit(x, y)
    return export(grown)


def export(grown: Any) -> Boosted:
    """The trees of a fitted HistGradientBoostingClassifier for two classes, numbers only."""
    base = float(np.ravel(grown._baseline_prediction)[0])
    trees = []
    for (predictor,) in grown._predictors:
        nodes = predictor.nodes
        leaf = nodes["is_leaf"].astype(bool)
        # scikit-learn compares in double precision with thresholds between two seen values, so
        # seven digits would do; all are kept.
        trees.append(
            Tree(
                tuple(np.where(leaf, -1, nodes["feature_idx"]).tolist()),
                tuple(np.where(leaf, 0.0, nodes["num_threshold"]).tolist()),
                tuple(np.where(leaf, 0, nodes["left"]).tolist()),
                tuple(np.where(leaf, 0, nodes["right"]).tolist()),
                tuple(nodes["value"].tolist()),
            )
        )
    return Boosted(base, tuple(trees))
