"""How much a ranking of systems depends on the references used.

Where topics have several references, each system is scored with one reference at a time. Drawing
one reference for every topic gives a reference set as another study might have had it; its ranking
is set beside the ranking by all of them (Casola et al. 2025 show how far the two can lie apart).
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from sumscope.core.seeds import generator
from sumscope.metaeval.correlation import coefficient, even
from sumscope.metaeval.ranking import ranks

Floats = NDArray[np.float64]
_BLOCK = 1 << 22


@dataclass(frozen=True)
class Stability:
    """Kendall's tau-b between the rankings of drawn reference sets and of all references.

    `tau` is the mean, `low` and `high` its percentiles over draws; `rank_low` and `rank_high` the
    range of each system's rank (percentiles); `same_best` the share of draws with the same best
    system. `topics` counts those with two references or more.
    """

    tau: float | None
    low: float | None
    high: float | None
    same_best: float | None
    rank: Floats
    rank_low: Floats
    rank_high: Floats
    topics: int
    draws: int
    reason: str | None = None


def reference_stability(
    scores: Floats,
    *,
    draws: int = 1000,
    confidence: float = 0.95,
    seed: int = 0,
) -> Stability:
    """From systems x topics x references (NaN: no such reference or score); more is better."""
    systems = len(scores)
    known = np.asarray(~np.isnan(scores).any(axis=0))
    count = known.sum(axis=1)
    several = int((count > 1).sum())
    nothing = np.full(systems, np.nan)

    def none(reason: str) -> Stability:
        return Stability(None, None, None, None, nothing, nothing, nothing, several, draws, reason)

    if systems < 2:
        return none("fewer than two systems")
    if several == 0:
        return none("no topic has two references by which all systems are scored")
    used = np.flatnonzero(count)
    # The references that count, pushed to the front of each topic.
    order = np.argsort(~known[used], axis=1, kind="stable")
    values = np.take_along_axis(scores[:, used], order[None, :, :], axis=2)
    inside: NDArray[np.bool_] = np.arange(values.shape[2])[None, :] < count[used].reshape(-1, 1)
    full = np.where(inside, values, 0.0)
    whole = even((full.sum(axis=2) / count[used]).mean(axis=1))[None, :]
    if np.ptp(whole) == 0:
        return none("all systems have the same score")
    chance = generator(seed)
    step = max(1, _BLOCK // max(1, len(used) * systems))
    taus, placed = [], []
    for start in range(0, draws, step):
        size = min(step, draws - start)
        pick = (chance.random((size, len(used))) * count[used]).astype(np.int64)
        drawn = values[:, np.arange(len(used))[None, :], pick]  # systems x draws x topics
        means = even(drawn.mean(axis=2)).T
        taus.append(coefficient("kendall", means, whole, np.ones((size, systems))))
        placed.append(ranks(means))
    tau, place = np.concatenate(taus), np.concatenate(placed)
    tail = (1 - confidence) / 2
    rank = ranks(whole)[0]
    low, high = np.quantile(place, [tail, 1 - tail], axis=0, method="inverted_cdf")
    defined = tau[~np.isnan(tau)]
    if not len(defined):
        return none("all systems have the same score in every draw")
    ends = np.quantile(defined, [tail, 1 - tail])
    best = int(np.argmax(whole[0]))
    return Stability(
        float(defined.mean()),
        float(ends[0]),
        float(ends[1]),
        float((place[:, best] == 1).mean()),
        rank,
        np.minimum(low, rank),
        np.maximum(high, rank),
        several,
        draws,
    )
