"""Strengths of systems from best-worst questions: Plackett-Luce, counts, split-half reliability.

A judge names the best and the worst of a few systems. Under Plackett and Luce's model a ranking
takes the systems one by one, each with probability exp(s) over the sum of those left. What was
asked is its first and last place, whatever the order between:

    P(b first, w last) = e(b) / e(all) * sum over A of (-1)^|A| e(w) / (e(w) + e(A)),

A running through the subsets of the systems between. Counts are (best - worst) / shown, as Louviere
has it; split-half reliability is the mean correlation of counts made from two random halves of the
answers (Kiritchenko and Mohammad 2017).
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray
from scipy.sparse import csr_matrix

from sumscope import kernels
from sumscope.core.choices import Drawn
from sumscope.core.errors import SumscopeError
from sumscope.core.numbers import generator
from sumscope.metaeval.bradley_terry import PRIOR
from sumscope.metaeval.correlation import coefficient
from sumscope.metaeval.strengths import (
    Flags,
    Ranked,
    connections,
    ranked,
    settle_over,
    unit_draws,
    unranked,
)

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]
LARGEST = 10
_ITERATIONS = 60
_LARGEST_STEP = 1.5


@dataclass(frozen=True)
class Questions:
    """Answers to best-worst questions.

    `shown[k]` holds the systems of answer k: the best, the worst, then the others in any order.
    `weight`, where given, says how much each answer counts.
    """

    shown: tuple[tuple[int, ...], ...]
    topics: Ints
    judges: Ints
    systems: int
    topic_count: int
    judge_count: int
    weight: Floats | None = None

    def __post_init__(self) -> None:
        for places in self.shown:
            if len(set(places)) < len(places) or len(places) < 2:
                raise SumscopeError(
                    "a best-worst question needs two or more different systems",
                    hint="best and worst are two of them",
                )
            if len(places) > LARGEST:
                raise SumscopeError(
                    f"a best-worst question shows {len(places)} systems",
                    hint=f"show {LARGEST} or fewer at a time",
                )

    def __len__(self) -> int:
        return len(self.shown)


def plackett_luce(
    questions: Questions,
    *,
    over: Drawn = "both",
    resamples: int = 1000,
    confidence: float = 0.95,
    seed: int = 0,
) -> Ranked:
    """Order systems by log strength (mean 0), with intervals from resampled topics and judges."""
    weight = np.ones(len(questions)) if questions.weight is None else questions.weight
    shares = np.zeros(questions.systems)
    for k, places in enumerate(questions.shown):
        shares[list(places)] += weight[k]
    n = np.round(shares).astype(np.int64)
    if not len(questions):
        return unranked(n, "no best-worst answers")
    model = _Model(questions)
    strength, prior = model.fit(weight[None, :])
    if np.isnan(strength).all():
        return unranked(n, "the answers do not connect all systems")
    over, units, notes = settle_over(questions.topic_count, questions.judge_count, over)
    if prior[0]:
        notes.append(
            "some systems were always better or always worse than the others: a weak prior keeps "
            "the strengths finite"
        )
    samples, held = [], 0
    width = max(len(questions), questions.systems**2)
    for topics, judges in unit_draws(
        questions.topic_count, questions.judge_count, over, resamples, seed, width
    ):
        weights = topics[:, questions.topics] * judges[:, questions.judges] * weight
        found, kept = model.fit(weights, start=strength[0])
        samples.append(found)
        held += int(kept.sum())
    if held and not prior[0]:
        notes.append(
            f"a weak prior keeps the strengths finite in {held} of {resamples} resamples, in which "
            "a system was always better or always worse"
        )
    every = np.concatenate(samples) if samples else np.zeros((0, questions.systems))
    return ranked(strength[0], every, n, units, confidence=confidence, notes=tuple(notes))


class _Model:
    """Newton's method for every row of weights at once."""

    def __init__(self, questions: Questions) -> None:
        self.systems = size = questions.systems
        lengths = [len(places) for places in questions.shown]
        self.starts = np.concatenate(([0], np.cumsum(lengths))).astype(np.int64)
        self.shown = np.array([s for places in questions.shown for s in places], dtype=np.int64)
        lines, pairs = [], []
        for k, (best, worst, *others) in enumerate(questions.shown):
            beaten = [(best, worst)] + [p for s in others for p in ((best, s), (s, worst))]
            pairs += [better * size + worse for better, worse in beaten]
            lines += [k] * len(beaten)
        self.beats = csr_matrix(
            (np.ones(len(lines)), (pairs, lines)), shape=(size**2, len(questions))
        )

    def fit(self, weights: Floats, start: Floats | None = None) -> tuple[Floats, Flags]:
        """Log strengths for each row, and whether the prior was needed; NaN where undefined."""
        rows, size = len(weights), self.systems
        row, pair = np.nonzero((self.beats @ weights.T).T)
        better, worse = np.divmod(pair, size)
        present, whole, finite = connections(rows, size, row, better, worse)
        prior = np.where(finite, 0.0, PRIOR)
        begin = np.zeros(size) if start is None else np.where(np.isnan(start), 0.0, start)
        strength = np.tile(begin, (rows, 1))
        # Newton squares the error: after a step this short only its square is left.
        near = 1e-9 if start is None else 1e-3
        active = whole.copy()
        for _ in range(_ITERATIONS):
            at = np.flatnonzero(active)
            if not len(at):
                break
            step = self._step(weights[at], strength[at], prior[at])
            longest = np.abs(step).max(axis=1)
            step *= np.minimum(1.0, _LARGEST_STEP / np.maximum(longest, 1e-300))[:, None]
            strength[at] += step
            active[at] = longest > near
        strength = np.where(present & whole[:, None], strength, np.nan)
        count = np.maximum(present.sum(axis=1), 1)
        mean = np.where(present, strength, 0.0).sum(axis=1) / count
        return strength - mean[:, None], whole & ~finite

    def _step(self, weights: Floats, strength: Floats, prior: Floats) -> Floats:
        slope, curve = kernels.luce.derivatives(
            self.starts, self.shown, np.ascontiguousarray(weights), np.ascontiguousarray(strength)
        )
        gradient = slope - prior[:, None] * strength
        places = np.arange(self.systems)
        own = -curve[:, places, places]
        # Strengths are only known up to a constant; a system never shown stays where it is.
        matrix = 1.0 / self.systems - curve
        matrix[:, places, places] += prior[:, None] + np.where(np.abs(own) > 1e-12, 0.0, 1.0)
        step = np.linalg.solve(matrix, gradient[:, :, None])[:, :, 0]
        # Where the likelihood is not concave, go uphill by the slope instead.
        downhill = (step * gradient).sum(axis=1) < 0
        if downhill.any():
            scale = np.abs(own[downhill]).max(axis=1, keepdims=True) + 1e-12
            step[downhill] = gradient[downhill] / scale
        return np.asarray(step)


def counts(questions: Questions) -> Floats:
    """(best - worst) / shown for each system; NaN where it was never shown."""
    return np.asarray(_counts(questions, np.ones((1, len(questions))))[0])


def _counts(questions: Questions, weights: Floats) -> Floats:
    size, total = questions.systems, len(questions)
    best, worst = (
        csr_matrix(
            (np.ones(total), (np.arange(total), [places[k] for places in questions.shown])),
            shape=(total, size),
        )
        for k in (0, 1)
    )
    line = np.repeat(np.arange(total), [len(places) for places in questions.shown])
    every = np.array([system for places in questions.shown for system in places])
    shown = csr_matrix((np.ones(len(line)), (line, every)), shape=(total, size))
    with np.errstate(invalid="ignore", divide="ignore"):
        return np.asarray((weights @ best - weights @ worst) / (weights @ shown))


def split_half(questions: Questions, *, splits: int = 100, seed: int = 0) -> float | None:
    """The mean Spearman correlation of counts from two random halves of the answers.

    Answers to the same question on the same topic are divided evenly. None where fewer than three
    systems were shown in both halves of most splits, or where their counts do not vary.
    """
    asked: dict[tuple[int, frozenset[int]], list[int]] = {}
    for k, places in enumerate(questions.shown):
        asked.setdefault((int(questions.topics[k]), frozenset(places)), []).append(k)
    draws = generator(seed)
    halves = np.zeros((splits, len(questions)))
    for at in asked.values():
        order = np.argsort(draws.random((splits, len(at))), axis=1)
        turn = draws.integers(0, 2, size=(splits, 1))
        halves[:, at] = (order + turn) % 2
    left, right = _counts(questions, halves), _counts(questions, 1 - halves)
    both = ~(np.isnan(left) | np.isnan(right))
    found = coefficient(
        "spearman", np.where(both, left, 0), np.where(both, right, 0), both.astype(np.float64)
    )
    known = ~np.isnan(found) & (both.sum(axis=1) > 2)
    return float(found[known].mean()) if 2 * known.sum() > splits else None
