"""`scoring` of rouge-score: scores, and their aggregation by bootstrap resampling."""

from __future__ import annotations

import abc
import collections
from collections.abc import Mapping
from typing import Any

import numpy as np
from numpy.typing import NDArray


class Score(collections.namedtuple("Score", ["precision", "recall", "fmeasure"])):
    """Precision, recall and F-measure."""

    __slots__ = ()


class BaseScorer(metaclass=abc.ABCMeta):
    """Base class of scorers."""

    @abc.abstractmethod
    def score(self, target: str, prediction: str) -> dict[str, Score]:
        """Score a prediction against a target."""


class AggregateScore(collections.namedtuple("AggregateScore", ["low", "mid", "high"])):
    """The interval of a mean score and its middle."""

    __slots__ = ()


class BootstrapAggregator:
    """Aggregates scores: mean and confidence interval over bootstrap samples.

    Draws come from numpy's global generator as in the original, so the same `numpy.random.seed`
    gives the same numbers.
    """

    def __init__(self, confidence_interval: float = 0.95, n_samples: int = 1000) -> None:
        if confidence_interval < 0 or confidence_interval > 1:
            raise ValueError("confidence_interval must be in range [0, 1]")
        if n_samples <= 0:
            raise ValueError("n_samples must be positive")
        self._n_samples = n_samples
        self._confidence_interval = confidence_interval
        self._scores: dict[str, list[Any]] = collections.defaultdict(list)

    def add_scores(self, scores: Mapping[str, object]) -> None:
        """Add the scores of one more text, by type."""
        for name, score in scores.items():
            self._scores[name].append(score)

    def aggregate(self) -> dict[str, AggregateScore]:
        """Low, mid and high of every type."""
        result = {}
        for name, scores in self._scores.items():
            bounds = self._bootstrap_resample(np.array(scores, dtype=np.float64))
            kind = type(scores[0])
            result[name] = AggregateScore(*(kind(*row) for row in bounds))
        return result

    def _bootstrap_resample(self, matrix: NDArray[np.float64]) -> NDArray[np.float64]:
        count = matrix.shape[0]
        means = np.empty((self._n_samples, matrix.shape[1]))
        for i in range(self._n_samples):
            drawn = np.random.randint(0, count, size=count)
            means[i] = matrix.take(drawn, axis=0).mean(axis=0)
        tail = (1 - self._confidence_interval) / 2
        found: NDArray[np.float64] = np.percentile(
            means, 100 * np.array([tail, 0.5, 1 - tail]), axis=0
        )
        return found


def fmeasure(precision: float, recall: float) -> float:
    """The harmonic mean of precision and recall, 0 where both are."""
    if precision + recall > 0:
        return 2 * precision * recall / (precision + recall)
    return 0.0
