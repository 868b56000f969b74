"""Crossed logistic regression: features, their squares, and their products with log distance.

Heavy tails are logged, values standardised and clipped; trained by Newton steps with a ridge, in
blocks, so that the crossed table never exists as a whole.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from sumscope.core.model_file import whole
from sumscope.linking.lexicon import short
from sumscope.linking.meeting import Bools, Floats

Array = npt.NDArray[np.float32]

CLIP = 3.0
RIDGE = 1000.0
STEPS = 8
ENOUGH = 1e-3  # of a Newton step, in the weights
BLOCK = 1 << 15


@dataclass(frozen=True, eq=False)
class Crossed:
    """Weights over [1, z, z squared, z times the z of log distance]."""

    heavy: Bools
    means: Array
    deviations: Array
    pivot: int
    weights: Array

    def logit(self, x: Array) -> Floats:
        """The log-odds of every row of features."""
        made = np.empty(len(x))
        for first in range(0, len(x), BLOCK):
            part = slice(first, first + BLOCK)
            made[part] = self._expand(x[part]) @ self.weights
        return made

    def _expand(self, x: Array) -> Array:
        z = np.where(self.heavy, np.log1p(np.maximum(x, 0)), x)
        z = np.clip((z - self.means) / self.deviations, -CLIP, CLIP).astype(np.float32)
        one = np.ones((len(z), 1), dtype=np.float32)
        return np.concatenate([one, z, z * z - 1, z * z[:, self.pivot : self.pivot + 1]], axis=1)

    def to_json(self) -> dict[str, object]:
        """As plain values."""
        return {
            "heavy": self.heavy.tolist(),
            "means": short(self.means, 7),
            "deviations": short(self.deviations, 7),
            "pivot": self.pivot,
            "weights": short(self.weights, 7),
        }

    @classmethod
    def from_json(cls, value: Mapping[str, object]) -> Crossed:
        """From plain values."""
        numbers = (np.array(value[k], dtype=np.float32) for k in ("means", "deviations", "weights"))
        means, deviations, weights = numbers
        heavy = np.array(value["heavy"], dtype=bool)
        n = len(heavy)
        shapes = [one.shape for one in (heavy, means, deviations, weights)]
        finite = all(np.isfinite(one).all() for one in (means, deviations, weights))
        if shapes != [(n,), (n,), (n,), (3 * n + 1,)] or not finite or (deviations == 0).any():
            raise ValueError("weights of the crossed regression")
        return cls(heavy, means, deviations, whole(value["pivot"], "pivot", 0, n - 1), weights)


def fit(x: Array, y: Bools, pivot: int, ridge: float = RIDGE) -> Crossed:
    """Newton's method on the penalised likelihood; the intercept is not penalised."""
    low, middle, high = np.quantile(x[:: max(1, len(x) // 20000)], (0.0, 0.5, 0.99), axis=0)
    heavy = (low >= 0) & (high > 3) & (high > 4 * np.maximum(middle, 0.25))
    z = np.empty(x.shape, dtype=np.float32)
    for column in range(x.shape[1]):
        values = x[:, column]
        z[:, column] = np.log1p(np.maximum(values, 0)) if heavy[column] else values
    means, deviations = z.mean(axis=0, dtype=np.float64), z.std(axis=0, dtype=np.float64)
    del z
    deviations[deviations < 1e-6] = 1.0
    size = 1 + 3 * x.shape[1]
    weights = np.zeros(size)
    rate = float(np.mean(y))
    weights[0] = np.log(rate / (1 - rate))
    penalty = np.full(size, ridge)
    penalty[0] = 0.0
    model = Crossed(heavy, means.astype(np.float32), deviations.astype(np.float32), pivot, weights)
    for _ in range(STEPS):
        gradient = -penalty * weights
        curve = np.zeros((size, size))
        for first in range(0, len(x), BLOCK):
            part = slice(first, first + BLOCK)
            rows = model._expand(np.ascontiguousarray(x[part]))
            chance = 1 / (1 + np.exp(-(rows @ weights.astype(np.float32)).astype(np.float64)))
            gradient += rows.T @ (y[part] - chance).astype(np.float32)
            scaled = rows * np.sqrt(chance * (1 - chance)).astype(np.float32)[:, None]
            curve += scaled.T @ scaled
        curve[np.diag_indices(size)] += penalty + 1e-3
        step = np.linalg.solve(curve, gradient)
        weights = weights + step
        if np.abs(step).max() < ENOUGH:
            break
    final = Crossed(heavy, model.means, model.deviations, pivot, weights.astype(np.float32))
    return Crossed.from_json(final.to_json())
