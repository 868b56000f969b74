"""Pairwise accuracy with tie calibration: does a measure order, and tie, systems as people do?

acc_eq (Deutsch, Foster and Freitag 2023): of the pairs of systems of a topic, the share on which
people and the measure agree, a tie of both being agreement too. Measures hardly ever tie, so two
scores that differ by epsilon or less count as tied. Epsilon is chosen for the highest accuracy, and
a value chosen on the data it is judged by flatters: the accuracy of a topic is therefore taken with
the epsilon chosen on topics of other folds. The epsilon reported is the one chosen on all topics.

At system level the means over topics are compared, epsilon is 0, and nothing is calibrated (Kocmi
et al. 2021).
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
from scipy.sparse import csr_matrix

from sumscope.core.seeds import generator
from sumscope.metaeval.bootstrap import Draws
from sumscope.metaeval.correlation import Floats, system_means
from sumscope.metaeval.ratings import Flags, Ints

FOLDS = 5
# Values of epsilon tried in a resample, evenly spread over the differences there are.
_TRIED = 1000
_BLOCK = 1 << 21


@dataclass(frozen=True)
class PairwiseAccuracy:
    """The accuracy and the calibrated epsilon, or why there is none; n is topics or systems."""

    value: float | None
    epsilon: float | None
    n: int
    reason: str | None = None


class TieCalibration:
    """Pairs of systems of each topic; `accuracy` of the whole, `resampled` for every draw."""

    def __init__(self, x: Floats, z: Floats, seed: int = 0) -> None:
        both = ~(np.isnan(x) | np.isnan(z))
        self.both = both
        self.x, self.z = np.where(both, x, 0.0), np.where(both, z, 0.0)
        i, j = np.triu_indices(len(x), 1)
        together = both[i] & both[j]
        pair, topic = np.nonzero(together)
        self.i, self.j, self.topic = i[pair], j[pair], topic
        gap = x[self.i, topic] - x[self.j, topic]
        human = np.sign(z[self.i, topic] - z[self.j, topic])
        self.away = np.abs(gap)
        self.tied = human == 0
        self.ordered = (np.sign(gap) == human) & ~self.tied
        self.topics = x.shape[1]
        known = np.unique(topic)
        self.folds = min(FOLDS, len(known))
        fold_of = np.zeros(self.topics, dtype=np.int64)
        order = generator(seed).permutation(len(known))
        fold_of[known[order]] = np.arange(len(known)) % max(1, self.folds)
        self.fold = fold_of[topic]
        self.n = len(known)

    def accuracy(self) -> PairwiseAccuracy:
        """The cross-validated accuracy of the whole, with the epsilon chosen on all topics."""
        why = self._why_not()
        if why is not None:
            return PairwiseAccuracy(None, None, self.n, why)
        tried = np.unique(np.concatenate([[0.0], self.away]))
        table = _Table(self, tried)
        weights = self._weights(np.ones((1, len(self.x))), np.ones((1, self.topics)))
        value = table.cross_validated(weights)[0]
        return PairwiseAccuracy(float(value), float(tried[table.best(weights)[0]]), self.n)

    def _why_not(self) -> str | None:
        if not len(self.away):
            return "fewer than two systems have both scores"
        if self.tied.all():
            return "the human scores are all equal"
        if not (self.away > 0).any():
            return "the metric's scores are all equal"
        if self.n < 2:
            return "one topic: epsilon cannot be chosen on another"
        return None

    def resampled(self, draws: Draws) -> Floats:
        """The accuracy in each resample; a system drawn twice is not compared with itself."""
        values = np.unique(np.concatenate([[0.0], self.away]))
        tried = np.unique(values[np.linspace(0, len(values) - 1, _TRIED).round().astype(int)])
        table = _Table(self, tried)
        out = np.full(len(draws.systems), np.nan)
        for part in self._blocks(len(out)):
            out[part] = table.cross_validated(
                self._weights(draws.systems[part], draws.topics[part])
            )
        return out

    def _blocks(self, rows: int) -> Iterator[slice]:
        step = max(1, _BLOCK // max(1, len(self.away)))
        for start in range(0, rows, step):
            yield slice(start, start + step)

    def _weights(self, systems: Floats, topics: Floats) -> Floats:
        """What each pair counts in each row, so that drawn topics count alike."""
        weight = systems[:, self.i] * systems[:, self.j]
        sums = csr_matrix(
            (np.ones(len(self.topic)), (self.topic, np.arange(len(self.topic)))),
            shape=(self.topics, len(self.topic)),
        )
        total = np.asarray((sums @ weight.T).T)
        with np.errstate(invalid="ignore", divide="ignore"):
            scale = np.where(total > 0, topics / total, 0.0)
        weight *= scale[:, self.topic]
        return weight


class _Table:
    """For every fold, how many pairs are right at each epsilon tried."""

    def __init__(self, pairs: TieCalibration, tried: Floats) -> None:
        size, count = len(tried), len(pairs.away)
        # The first epsilon that makes a pair a tie; pairs beyond the last never become one.
        at = np.searchsorted(tried, pairs.away, side="left")
        self.folds, self.size = pairs.folds, size
        lines = np.arange(count)
        gain = pairs.tied.astype(np.float64) - pairs.ordered
        inside = at < size
        self.gains = csr_matrix(
            (gain[inside], (pairs.fold[inside] * size + at[inside], lines[inside])),
            shape=(self.folds * size, count),
        )
        self.before = csr_matrix(
            (pairs.ordered.astype(np.float64), (pairs.fold, lines)), shape=(self.folds, count)
        )
        self.all = csr_matrix((np.ones(count), (pairs.fold, lines)), shape=(self.folds, count))

    def _right(self, weights: Floats) -> Floats:
        """Weight of the pairs that are right: rows x folds x epsilons."""
        gains = np.asarray((self.gains @ weights.T).T).reshape(len(weights), self.folds, self.size)
        before = np.asarray((self.before @ weights.T).T)
        return np.asarray(before[:, :, None] + np.cumsum(gains, axis=2))

    def best(self, weights: Floats) -> Ints:
        """The place of the smallest epsilon with the highest accuracy over all folds."""
        return _first_best(self._right(weights).sum(axis=1))

    def cross_validated(self, weights: Floats) -> Floats:
        """Accuracy of each row, every fold by the epsilon that the other folds chose."""
        right = self._right(weights)
        total = np.asarray((self.all @ weights.T).T)
        rest = total.sum(axis=1)[:, None] - total
        whole = right.sum(axis=1)
        found = np.zeros(len(weights))
        rows = np.arange(len(weights))
        usable: Flags = np.ones(len(weights), dtype=bool)
        for fold in range(self.folds):
            best = _first_best(whole - right[:, fold])
            found += right[rows, fold, best]
            usable &= (rest[:, fold] > 0) | (total[:, fold] == 0)
        every = total.sum(axis=1)
        with np.errstate(invalid="ignore", divide="ignore"):
            return np.where(usable & (every > 0), found / every, np.nan)


def _first_best(values: Floats) -> Ints:
    """The first place of the highest value; sums in another order do not decide."""
    top = values.max(axis=1, keepdims=True)
    return np.asarray(np.argmax(values >= top - 1e-9 * np.maximum(np.abs(top), 1e-300), axis=1))


def system_accuracy(x: Floats, z: Floats) -> PairwiseAccuracy:
    """Pairwise accuracy of the systems' means over topics."""
    both = ~(np.isnan(x) | np.isnan(z))
    a, b, held = _means(x, z, both, np.ones((1, x.shape[1])))
    n = int(held.sum())
    if n < 2:
        return PairwiseAccuracy(None, None, n, "fewer than two systems have both scores")
    for values, why in (
        (b, "the human scores are all equal"),
        (a, "the metric's scores are all equal"),
    ):
        if np.ptp(values[held > 0]) == 0:
            return PairwiseAccuracy(None, None, n, why)
    return PairwiseAccuracy(float(_pairs_right(a, b, held)[0]), 0.0, n)


def resampled_system_accuracy(x: Floats, z: Floats, draws: Draws) -> Floats:
    """The pairwise accuracy of means in each resample."""
    both = ~(np.isnan(x) | np.isnan(z))
    topics = draws.topics if draws.over != "systems" else np.ones((1, x.shape[1]))
    a, b, held = _means(x, z, both, topics)
    return _pairs_right(a, b, draws.systems * held)


def _means(x: Floats, z: Floats, both: Flags, topics: Floats) -> tuple[Floats, Floats, Floats]:
    return system_means(np.where(both, x, 0.0), np.where(both, z, 0.0), both, topics)


def _pairs_right(a: Floats, b: Floats, weight: Floats) -> Floats:
    i, j = np.triu_indices(a.shape[1], 1)
    same = np.sign(a[:, i] - a[:, j]) == np.sign(b[:, i] - b[:, j])
    w = weight[:, i] * weight[:, j]
    total = w.sum(axis=1)
    with np.errstate(invalid="ignore", divide="ignore"):
        return np.where(total > 0, (w * same).sum(axis=1) / total, np.nan)
