"""Agreement with people on pairs of systems: pairwise accuracy with tie calibration, and SPA.

acc_eq (Deutsch, Foster and Freitag 2023): of the pairs of systems of a topic, the share on which
people and the measure agree, a tie of both being agreement too. Measures hardly ever tie, so two
scores that differ by epsilon or less count as tied. Epsilon is chosen for the highest accuracy, and
a value chosen on the data it is judged by flatters: the accuracy of a topic is therefore taken with
the epsilon chosen on topics of other folds. The epsilon reported is the one chosen on all topics.

At system level the means over topics are compared, epsilon is 0, and nothing is calibrated (Kocmi
et al. 2021).

SPA (Thompson et al. 2024) asks whether a measure is as sure as people are that one system beats
another: it is 1 less the mean, over pairs of systems, of |p of people - p of the measure|; p is
that of a one-sided paired permutation test that the first system of the pair is the better one,
topics exchanged at random. The first is the one named first in the scores.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial

import numpy as np
from numpy.typing import NDArray

from sumscope import kernels
from sumscope.core.choices import Level
from sumscope.core.numbers import generator
from sumscope.metaeval.bootstrap import Draws
from sumscope.metaeval.correlation import Correlation, Floats, all_means
from sumscope.metaeval.memo import Memo
from sumscope.metaeval.ratings import Flags, Ints

Signs = NDArray[np.int8]
FOLDS = 5
# Values of epsilon tried in a resample, evenly spread over the differences there are.
_TRIED = 1000
# Pairs and resamples that are gone through before progress is told.
_BLOCK = 1 << 28


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
        i, j = np.triu_indices(len(x), 1)
        together = both[i] & both[j]
        pair, topic = np.nonzero(together)
        self.ends = np.column_stack([i, j])
        self.starts = np.concatenate([[0], np.cumsum(together.sum(axis=1))]).astype(np.int64)
        self.topic, self.shape = topic, x.shape
        gap = x[i[pair], topic] - x[j[pair], topic]
        human = np.sign(z[i[pair], topic] - z[j[pair], topic])
        self.away = np.abs(gap)
        self.tied = human == 0
        ordered = (np.sign(gap) == human) & ~self.tied
        self.kind = np.where(self.tied, 1, np.where(ordered, 2, 0)).astype(np.uint8)
        known = np.unique(topic)
        self.n = len(known)
        self.fold = np.zeros(x.shape[1], dtype=np.int64)
        order = generator(seed).permutation(len(known))
        self.fold[known[order]] = np.arange(len(known)) % max(1, min(FOLDS, self.n))

    def accuracy(self) -> PairwiseAccuracy:
        """The cross-validated accuracy of the whole, with the epsilon chosen on all topics."""
        why = self._why_not()
        if why is not None:
            return PairwiseAccuracy(None, None, self.n, why)
        tried = self._epsilons()
        ones = Draws(np.ones((1, self.shape[0])), np.ones((1, self.shape[1])), "both")
        value = _accuracies([self], [tried], ones)[0, 0]
        return PairwiseAccuracy(float(value), float(tried[self._best(tried)]), self.n)

    def _best(self, tried: Floats) -> int:
        """The place of the smallest epsilon with the highest accuracy over all topics."""
        weight = 1 / np.bincount(self.topic)[self.topic]
        gain = np.array([0.0, 1.0, -1.0])[self.kind] * weight
        gains = np.bincount(self._first(tried), weights=gain, minlength=len(tried))
        right = weight[self.kind == 2].sum() + np.cumsum(gains[: len(tried)])
        # Sums in another order do not decide.
        return int(np.argmax(right >= right.max() * (1 - 1e-9)))

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

    def _epsilons(self, most: int | None = None) -> Floats:
        """The differences there are, or `most` of them evenly spread."""
        values = np.unique(np.concatenate([[0.0], self.away]))
        if most is None:
            return values
        return np.unique(values[np.linspace(0, len(values) - 1, most).round().astype(int)])

    def _first(self, tried: Floats) -> Ints:
        """The first epsilon that makes a pair a tie; pairs beyond the last never become one."""
        return np.searchsorted(tried, self.away, side="left").astype(np.int64)

    def resampled(self, draws: Draws) -> Floats:
        """The accuracy in each resample; a system drawn twice is not compared with itself."""
        return np.asarray(resampled_accuracies([self], draws)[0], dtype=np.float64)


def resampled_accuracies(
    pairs: Sequence[TieCalibration], draws: Draws, tell: Callable[[float], None] | None = None
) -> Floats:
    """The accuracies of several measures or human scores that lack the same summaries.

    `tell` hears of each further share of the work.
    """
    tried = [one._epsilons(_TRIED) for one in pairs]
    rows = len(draws.systems)
    out = np.full((len(pairs), rows), np.nan)
    step = max(1, _BLOCK // max(1, len(pairs) * len(pairs[0].topic)))
    for start in range(0, rows, step):
        at = slice(start, start + step)
        part = Draws(draws.systems[at], draws.topics[at], draws.over)
        out[:, at] = _accuracies(pairs, tried, part)
        if tell is not None:
            tell(len(part.systems) / rows)
    return out


def _accuracies(pairs: Sequence[TieCalibration], tried: Sequence[Floats], draws: Draws) -> Floats:
    one = pairs[0]
    return kernels.resample.tie_accuracies(
        draws.systems,
        draws.topics,
        one.ends,
        one.starts,
        one.topic,
        one.fold,
        np.stack([each._first(some) for each, some in zip(pairs, tried, strict=True)]),
        np.stack([each.kind for each in pairs]),
        np.array([len(some) for some in tried], dtype=np.int64),
    )


def system_accuracy(x: Floats, z: Floats) -> PairwiseAccuracy:
    """Pairwise accuracy of the systems' means over topics."""
    both = ~(np.isnan(x) | np.isnan(z))
    once = np.ones((1, x.shape[1]))
    (a, b), held = all_means([np.where(both, one, 0.0) for one in (x, z)], both, once)
    n = int(held.sum())
    if n < 2:
        return PairwiseAccuracy(None, None, n, "fewer than two systems have both scores")
    for values, why in (
        (b, "the human scores are all equal"),
        (a, "the metric's scores are all equal"),
    ):
        if np.ptp(values[held > 0]) == 0:
            return PairwiseAccuracy(None, None, n, why)
    mine, theirs = (_orders(one, both, once) for one in (x, z))
    return PairwiseAccuracy(float(_share(mine == theirs, held)[0]), 0.0, n)


def resampled_system_accuracy(
    x: Floats, z: Floats, draws: Draws, memo: Memo | None = None
) -> Floats:
    """The pairwise accuracy of means in each resample."""
    both = ~(np.isnan(x) | np.isnan(z))
    topics = draws.topics if draws.over != "systems" else np.ones((1, x.shape[1]))
    memo = memo or Memo()
    orders = []
    for values in (x, z):
        values = np.where(both, values, np.nan)
        orders.append(memo.of("order", values, draws, lambda v: _orders(v, both, topics)))
    held = (topics @ both.astype(np.float64).T > 0).astype(np.float64)
    return _share(orders[0] == orders[1], draws.systems * held)


def _orders(values: Floats, both: Flags, topics: Floats) -> Signs:
    """Which system of each pair has the higher mean, for each row of topics."""
    (means,), _ = all_means([np.where(both, values, 0.0)], both, topics)
    i, j = np.triu_indices(means.shape[1], 1)
    return np.sign(means[:, i] - means[:, j]).astype(np.int8)


def _share(same: Flags, weight: Floats) -> Floats:
    i, j = np.triu_indices(weight.shape[1], 1)
    w = weight[:, i] * weight[:, j]
    total = w.sum(axis=1)
    with np.errstate(invalid="ignore", divide="ignore"):
        return np.where(total > 0, (w * same).sum(axis=1) / total, np.nan)


ROUNDS = 1000


def soft_accuracy(
    x: Floats, z: Floats, *, rounds: int = ROUNDS, seed: int = 0, memo: Memo | None = None
) -> Correlation:
    """SPA of peers x topics matrices (NaN: missing); with few topics all exchanges are tried."""
    both = ~(np.isnan(x) | np.isnan(z))
    some = both.any(axis=1)
    x, z = np.where(both, x, np.nan)[some], np.where(both, z, np.nan)[some]
    n = len(x)
    if n < 2:
        return Correlation(None, n, "fewer than two systems have both scores")
    for values, what in ((z, "the human scores"), (x, "the metric's scores")):
        if np.ptp(values[~np.isnan(values)]) == 0:
            return Correlation(None, n, f"{what} are all equal")
    if x.shape[1] < 2:
        return Correlation(None, n, "one topic: nothing to exchange")
    signs = _signs(x.shape[1], rounds, seed)
    memo = memo or Memo()
    p, q = (memo.of("p", values, None, lambda v: p_values(v, signs)) for values in (x, z))
    known = ~(np.isnan(p) | np.isnan(q))
    if not known.any():
        return Correlation(None, n, "no two systems share a topic")
    return Correlation(1 - float(np.abs(p - q)[known].mean()), n)


def _signs(topics: int, rounds: int, seed: int) -> Floats:
    if topics < 60 and 2**topics <= rounds:
        codes = np.arange(2**topics)[:, None] >> np.arange(topics)[None, :]
        return np.asarray(1.0 - 2.0 * (codes & 1), dtype=np.float64)
    return 1.0 - 2.0 * generator(seed).integers(0, 2, size=(rounds, topics)).astype(np.float64)


def p_values(values: Floats, signs: Floats) -> Floats:
    """One-sided p that i is better than j, for each pair i < j; NaN where no topic has both."""
    i, j = np.triu_indices(len(values), 1)
    out = np.full(len(i), np.nan)
    step = max(1, (1 << 22) // max(1, len(signs)))
    for start in range(0, len(i), step):
        a, b = i[start : start + step], j[start : start + step]
        gap = values[a] - values[b]
        held = ~np.isnan(gap)
        gap = np.where(held, gap, 0.0)
        # Sums in another order differ in the last digits; equal statistics must count as equal.
        floor = gap.sum(axis=1) - 1e-9 * np.maximum(np.abs(gap).sum(axis=1), 1e-300)
        hits = (signs @ gap.T >= floor[None, :]).mean(axis=0)
        out[start : start + step] = np.where(held.any(axis=1), hits, np.nan)
    return out


def resampled_soft_accuracy(x: Floats, z: Floats, draws: Draws, memo: Memo | None = None) -> Floats:
    """SPA in each resample; p by the normal approximation to the permutation test."""
    both = ~(np.isnan(x) | np.isnan(z))
    i, j = np.triu_indices(len(x), 1)
    weight = draws.systems[:, i] * draws.systems[:, j]
    topics = draws.topics if draws.over != "systems" else np.ones((1, x.shape[1]))
    memo = memo or Memo()
    p, q = (
        memo.of(
            "normal p",
            np.where(both, values, np.nan),
            draws,
            lambda v: _normal_p(v, both, i, j, topics),
        )
        for values in (x, z)
    )
    known = ~(np.isnan(p) | np.isnan(q))
    apart = np.where(known, np.abs(p - q), 0.0)
    total = (weight * known).sum(axis=1)
    with np.errstate(invalid="ignore", divide="ignore"):
        return np.where(total > 0, 1 - (weight * apart).sum(axis=1) / total, np.nan)


def _normal_p(
    values: Floats,
    both: np.ndarray[tuple[int, ...], np.dtype[np.bool_]],
    i: np.ndarray[tuple[int, ...], np.dtype[np.int64]],
    j: np.ndarray[tuple[int, ...], np.dtype[np.int64]],
    topics: Floats,
) -> Floats:
    from scipy.special import ndtr

    held = both[i] & both[j]
    gap = np.where(held, np.where(both, values, 0.0)[i] - np.where(both, values, 0.0)[j], 0.0)
    total, spread = topics @ gap.T, topics @ (gap**2).T
    with np.errstate(invalid="ignore", divide="ignore"):
        z = np.where(spread > 0, total / np.sqrt(spread), -np.inf)
    # Systems that never differ: every exchange gives what was observed, p is 1.
    return np.where(topics @ held.T.astype(np.float64) > 0, ndtr(-z), np.nan)


@dataclass(frozen=True)
class PairStatistic:
    """A statistic on pairs of systems, and how it comes out in resamples."""

    statistic: str
    value: float | None
    n: int
    reason: str | None
    resample: Callable[[Draws], Floats]
    epsilon: float | None = None


def pair_accuracies(
    x: Floats, z: Floats, level: Level, rounds: int, seed: int, memo: Memo
) -> Iterator[PairStatistic]:
    """acceq at summary and system level, spa at system level; nothing for pooled summaries.

    `memo` keeps what is made of one matrix, for other pairs of matrices.
    """
    if level == "summary":
        pairs = TieCalibration(x, z, seed)
        found = pairs.accuracy()
        yield PairStatistic(
            "acceq", found.value, found.n, found.reason, pairs.resampled, found.epsilon
        )
    elif level == "system":
        found = system_accuracy(x, z)
        sample = partial(resampled_system_accuracy, x, z, memo=memo)
        yield PairStatistic("acceq", found.value, found.n, found.reason, sample, found.epsilon)
        soft = soft_accuracy(x, z, rounds=rounds, seed=seed, memo=memo)
        sample = partial(resampled_soft_accuracy, x, z, memo=memo)
        yield PairStatistic("spa", soft.value, soft.n, soft.reason, sample)
