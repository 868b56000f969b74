"""Strengths of systems from comparisons of two: Bradley-Terry, with ties by Davidson.

P(i beats j) is proportional to exp(s_i), P(j beats i) to exp(s_j), and P(no difference) to
exp(d + (s_i + s_j) / 2) (Bradley and Terry 1952; Davidson 1970). Log strengths s have mean 0. The
likelihood is concave; Newton's method solves it for all bootstrap resamples at once.

There is a finite solution where, however the systems are divided in two, someone on each side has
won or tied against the other side (Ford 1957). Where a system won or lost every comparison, a weak
normal prior (standard deviation about 3) keeps the strengths finite, and a note says so.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray
from scipy.sparse import csr_matrix

from sumscope.core.choices import Drawn
from sumscope.core.errors import SumscopeError
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
LEFT, RIGHT, TIE = 0, 1, 2
PRIOR = 0.1
_ITERATIONS = 100
_LARGEST_STEP = 2.0


@dataclass(frozen=True)
class Comparisons:
    """Comparisons of two systems: a place in each array for each.

    `choice` is LEFT, RIGHT or TIE; numbers of systems, topics and judges begin at 0.
    """

    left: Ints
    right: Ints
    choice: Ints
    topics: Ints
    judges: Ints
    systems: int
    topic_count: int
    judge_count: int

    def __post_init__(self) -> None:
        if (self.left == self.right).any():
            raise SumscopeError("a system is compared with itself", hint="leave the comparison out")

    def __len__(self) -> int:
        return len(self.left)


def bradley_terry(
    comparisons: Comparisons,
    *,
    over: Drawn = "both",
    resamples: int = 1000,
    confidence: float = 0.95,
    seed: int = 0,
) -> Ranked:
    """Order systems by log strength, with intervals from resampled topics and judges."""
    n = np.bincount(comparisons.left, minlength=comparisons.systems)
    n = n + np.bincount(comparisons.right, minlength=comparisons.systems)
    if not len(comparisons):
        return unranked(n, "no comparisons")
    if (comparisons.choice == TIE).all():
        return unranked(n, "all comparisons are ties")
    table = _Table(comparisons)
    whole = table.tally(np.ones((1, len(comparisons))))
    strength, prior = table.fit(whole)
    if np.isnan(strength).all():
        return unranked(n, "the comparisons do not connect all systems")
    over, units, notes = settle_over(comparisons.topic_count, comparisons.judge_count, over)
    if prior[0]:
        notes.append(
            "some systems won or lost all their comparisons against the others: a weak prior keeps "
            "the strengths finite"
        )
    samples = []
    width = max(len(comparisons), comparisons.systems**2)
    drawn = unit_draws(
        comparisons.topic_count, comparisons.judge_count, over, resamples, seed, width
    )
    held = 0
    for topics, judges in drawn:
        weights = topics[:, comparisons.topics] * judges[:, comparisons.judges]
        found, kept = table.fit(table.tally(weights), start=strength[0])
        held += int(kept.sum())
        samples.append(found)
    if held and not prior[0]:
        notes.append(
            f"a weak prior keeps the strengths finite in {held} of {resamples} resamples, in which "
            "a system won or lost all its comparisons"
        )
    every = np.concatenate(samples) if samples else np.zeros((0, comparisons.systems))
    return ranked(strength[0], every, n, units, confidence=confidence, notes=tuple(notes))


def tie_share(comparisons: Comparisons) -> float | None:
    """The share of comparisons without a difference."""
    return float((comparisons.choice == TIE).mean()) if len(comparisons) else None


class _Table:
    """Wins and ties of each pair of systems that met, tallied by rows of weights."""

    def __init__(self, comparisons: Comparisons) -> None:
        self.systems = comparisons.systems
        low = np.minimum(comparisons.left, comparisons.right)
        high = np.maximum(comparisons.left, comparisons.right)
        codes, pair = np.unique(low * self.systems + high, return_inverse=True)
        pair = pair.ravel()
        self.i, self.j = np.divmod(codes, self.systems)
        first_wins = np.where(
            comparisons.left == low, comparisons.choice == LEFT, comparisons.choice == RIGHT
        )
        tie = comparisons.choice == TIE
        outcome = np.where(tie, 2, np.where(first_wins, 0, 1))
        size, count = len(codes), len(comparisons)
        where = (outcome * size + pair, np.arange(count))
        self._sums = csr_matrix((np.ones(count), where), shape=(3 * size, count))
        self._ends = np.zeros((size, self.systems))
        self._from = self._ends.copy()
        self._from[np.arange(size), self.i] = 1.0
        self._to = self._ends.copy()
        self._to[np.arange(size), self.j] = 1.0

    def tally(self, weights: Floats) -> Floats:
        """Wins of the first, wins of the second and ties: rows x 3 x pairs."""
        return np.asarray((self._sums @ weights.T).T).reshape(len(weights), 3, len(self.i))

    def fit(self, tally: Floats, start: Floats | None = None) -> tuple[Floats, Flags]:
        """Log strengths for each row, and whether the prior was needed; NaN where undefined.

        A system without comparisons in a row has no strength there; a row whose systems do not
        hang together, or in which every comparison is a tie, has none at all.
        """
        rows, size = len(tally), self.systems
        present, whole, finite = self._connected(tally)
        ties = tally[:, 2].sum(axis=1) > 0
        decided = tally[:, :2].sum(axis=(1, 2)) > 0
        prior = np.where(finite, 0.0, PRIOR)
        strength = np.zeros((rows, size)) if start is None else np.tile(start, (rows, 1))
        strength = np.where(np.isnan(strength), 0.0, strength)
        extra = np.zeros(rows)  # d, how readily ties are given
        usable = whole & decided
        active = usable.copy()
        for _ in range(_ITERATIONS):
            at = np.flatnonzero(active)
            if not len(at):
                break
            step = self._step(tally[at], strength[at], extra[at], ties[at], prior[at])
            longest = np.abs(step).max(axis=1)
            step *= np.minimum(1.0, _LARGEST_STEP / np.maximum(longest, 1e-300))[:, None]
            strength[at] += step[:, :size]
            extra[at] += step[:, size]
            active[at] = longest > 1e-9
        strength = np.where(present & usable[:, None], strength, np.nan)
        with np.errstate(invalid="ignore"):
            count = np.maximum(present.sum(axis=1), 1)
            mean = np.where(present, strength, 0.0).sum(axis=1) / count
        return strength - mean[:, None], usable & ~finite

    def _step(
        self, tally: Floats, strength: Floats, extra: Floats, ties: Flags, prior: Floats
    ) -> Floats:
        rows, size = strength.shape
        a, b = strength[:, self.i], strength[:, self.j]
        tie = np.where(ties[:, None], (a + b) / 2 + extra[:, None], -np.inf)
        top = np.maximum(np.maximum(a, b), tie)
        weights = [np.exp(a - top), np.exp(b - top), np.exp(tie - top)]
        total = weights[0] + weights[1] + weights[2]
        first, second, even = (part / total for part in weights)
        n = tally.sum(axis=1)
        mean_i, mean_j = first + even / 2, second + even / 2
        gain_i = tally[:, 0] + tally[:, 2] / 2 - n * mean_i
        gain_j = tally[:, 1] + tally[:, 2] / 2 - n * mean_j
        slope = np.zeros((rows, size + 1))
        slope[:, :size] = gain_i @ self._from + gain_j @ self._to - prior[:, None] * strength
        slope[:, size] = (tally[:, 2] - n * even).sum(axis=1)
        curve = np.zeros((rows, size + 1, size + 1))
        cross = n * (even / 4 - mean_i * mean_j)
        curve[:, self.i, self.j] = cross
        curve[:, self.j, self.i] = cross
        own = (n * (first + even / 4 - mean_i**2)) @ self._from
        own += (n * (second + even / 4 - mean_j**2)) @ self._to
        places = np.arange(size)
        curve[:, places, places] = own + prior[:, None]
        # Strengths are only known up to a constant; a system that met nobody stays where it is.
        curve[:, :size, :size] += 1.0 / size
        curve[:, places, places] += np.where(own > 0, 0.0, 1.0)
        with_tie = (n * even * (0.5 - mean_i)) @ self._from + (n * even * (0.5 - mean_j)) @ self._to
        curve[:, :size, size] = with_tie
        curve[:, size, :size] = with_tie
        spread = (n * even * (1 - even)).sum(axis=1)
        curve[:, size, size] = np.where(ties, spread + 1e-12, 1.0)
        slope[:, size] = np.where(ties, slope[:, size], 0.0)
        return np.asarray(np.linalg.solve(curve, slope[:, :, None])[:, :, 0])

    def _connected(self, tally: Floats) -> tuple[Flags, Flags, Flags]:
        first, second = (np.nonzero(tally[:, side] + tally[:, 2] > 0) for side in (0, 1))
        return connections(
            len(tally),
            self.systems,
            np.concatenate([first[0], second[0]]),
            np.concatenate([self.i[first[1]], self.j[second[1]]]),
            np.concatenate([self.j[first[1]], self.i[second[1]]]),
        )
