"""Systems by their mean ratings, the effects of single judges removed.

A harsh judge who happened to see the better half of the systems would hurt them. Ratings are
therefore taken apart into a system's part and a judge's part by least squares; a strength is the
system's mean as the average judge would have given it. Where every judge rated every system on the
same topics, it is the plain mean.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from scipy.sparse import csr_matrix

from sumscope.core.choices import Drawn
from sumscope.metaeval.strengths import (
    Flags,
    Floats,
    Ints,
    Ranked,
    ranked,
    settle_over,
    unit_draws,
    unranked,
)


@dataclass(frozen=True)
class SystemRatings:
    """Ratings of systems on topics by judges, a place in each array for each rating."""

    systems: Ints
    topics: Ints
    judges: Ints
    values: Floats
    system_count: int
    topic_count: int
    judge_count: int

    def __len__(self) -> int:
        return len(self.values)


def mean_ratings(
    ratings: SystemRatings,
    *,
    over: Drawn = "both",
    resamples: int = 1000,
    confidence: float = 0.95,
    seed: int = 0,
) -> Ranked:
    """Order systems by mean rating, with intervals from resampled topics and judges."""
    n = np.bincount(ratings.systems, minlength=ratings.system_count)
    if not len(ratings):
        return unranked(n, "no ratings")
    model = _Means(ratings)
    over, units, notes = settle_over(ratings.topic_count, ratings.judge_count, over)
    whole, removed = model.fit(np.ones((1, len(ratings))))
    if not removed[0]:
        notes.append(
            "judge effects are not removed: no chain of judges who rated the same systems "
            "connects all systems"
        )
    if np.ptp(ratings.values) == 0:
        return unranked(n, "all ratings are equal")
    samples = []
    width = max(len(ratings), ratings.system_count * ratings.judge_count)
    for topics, judges in unit_draws(
        ratings.topic_count, ratings.judge_count, over, resamples, seed, width
    ):
        weights = topics[:, ratings.topics] * judges[:, ratings.judges]
        samples.append(model.fit(weights)[0])
    every = np.concatenate(samples) if samples else np.zeros((0, ratings.system_count))
    return ranked(whole[0], every, n, units, confidence=confidence, notes=tuple(notes))


class _Means:
    def __init__(self, ratings: SystemRatings) -> None:
        self.systems, self.judges = ratings.system_count, ratings.judge_count
        cell = ratings.systems * self.judges + ratings.judges
        lines = np.arange(len(ratings))
        shape = (self.systems * self.judges, len(ratings))
        self._count = csr_matrix((np.ones(len(lines)), (cell, lines)), shape=shape)
        self._middle = float(ratings.values.mean())
        # Sums of what is left of the middle lose fewer digits.
        self._sum = csr_matrix((ratings.values - self._middle, (cell, lines)), shape=shape)

    def fit(self, weights: Floats) -> tuple[Floats, Flags]:
        """Means for each row of weights, and whether judge effects could be removed."""
        rows = len(weights)
        shape = (rows, self.systems, self.judges)
        met = np.asarray((self._count @ weights.T).T).reshape(shape)
        total = np.asarray((self._sum @ weights.T).T).reshape(shape)
        per_system, per_judge = met.sum(axis=2), met.sum(axis=1)
        present = per_system > 0
        with np.errstate(invalid="ignore", divide="ignore"):
            plain = total.sum(axis=2) / per_system
        if self.judges < 2:
            return np.where(present, plain + self._middle, np.nan), np.ones(rows, dtype=bool)
        safe = np.maximum(per_judge, 1e-300)
        shared = met / safe[:, None, :]
        matrix = -np.einsum("rij,rkj->rik", shared, met)
        places = np.arange(self.systems)
        matrix[:, places, places] += per_system + ~present
        linked = self._linked(met, present)
        right = total.sum(axis=2) - (shared * total.sum(axis=1)[:, None, :]).sum(axis=2)
        matrix += per_system.mean(axis=1)[:, None, None] / self.systems + 1e-300
        matrix[~linked] = np.eye(self.systems)
        effect = np.linalg.solve(matrix, right[:, :, None])[:, :, 0]
        judge = (total.sum(axis=1) - np.einsum("rij,ri->rj", met, effect)) / safe
        shift = (per_judge * judge).sum(axis=1) / np.maximum(per_judge.sum(axis=1), 1e-300)
        fitted = np.where(linked[:, None], effect + shift[:, None], plain)
        return np.where(present, fitted + self._middle, np.nan), linked

    def _linked(self, met: Floats, present: Flags) -> Flags:
        """Whether judges link all systems present: spread from the first until nothing changes."""
        seen = (met > 0).astype(np.float64)
        reached = np.zeros(present.shape, dtype=np.float64)
        reached[np.arange(len(met)), present.argmax(axis=1)] = 1.0
        while True:
            judges = np.einsum("rij,ri->rj", seen, reached) > 0
            further = (np.einsum("rij,rj->ri", seen, judges.astype(np.float64)) > 0).astype(float)
            further = np.maximum(further, reached)
            if (further == reached).all():
                return np.asarray((reached > 0).sum(axis=1) == present.sum(axis=1))
            reached = further
