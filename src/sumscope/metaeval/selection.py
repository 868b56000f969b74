"""What it costs to choose the best of many measures on the data it is then reported on.

The best of several measures looks better than it is, because chance helped to choose it. Topics
are divided into two halves at random; the measure that is best on one half is looked at on the
other. The mean fall from the first to the second is the cost of choosing.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np

from sumscope.core.choices import Level
from sumscope.core.seeds import generator
from sumscope.metaeval.bootstrap import Draws, resampled
from sumscope.metaeval.correlation import Floats, Statistic, correlate

SPLITS = 200
_FEWEST = 4


@dataclass(frozen=True)
class Selection:
    """The best measure, how often halves choose it, and what the choice costs.

    `held_out` is the mean value of what one half chose, on the other half; `cost` is how much lower
    that is than on the half that chose it. Halves are noisier than the whole, so that the cost is
    rather too high than too low.
    """

    best: str | None
    value: float | None
    chosen: float | None
    held_out: float | None
    cost: float | None
    reason: str | None = None


def selection(
    measures: Mapping[str, Floats],
    human: Floats,
    level: Level,
    statistic: Statistic,
    *,
    splits: int = SPLITS,
    seed: int = 0,
) -> Selection:
    """Choose the best of several peers x topics matrices (more is better)."""
    names = list(measures)
    values = [correlate(measures[name], human, level, statistic).value for name in names]
    known = [k for k, value in enumerate(values) if value is not None]
    if len(known) < 2:
        return Selection(None, None, None, None, None, "fewer than two measures have a value")
    top = max(known, key=lambda k: values[k] or -2.0)
    topics = human.shape[1]
    if topics < _FEWEST:
        reason = f"only {topics} topic{'s' * (topics != 1)} to divide"
        return Selection(names[top], values[top], None, None, None, reason)
    order = np.argsort(generator(seed).random((splits, topics)), axis=1)
    inside = (order < (topics + 1) // 2).astype(np.float64)
    systems = np.ones((splits, len(human)))
    halves = []
    for mask in (inside, 1 - inside):
        draws = Draws(systems, mask, "inputs")
        halves.append(
            np.array([resampled(measures[names[k]], human, level, statistic, draws) for k in known])
        )
    first, second = halves
    usable = ~np.isnan(first).any(axis=0) & ~np.isnan(second).any(axis=0)
    if 2 * usable.sum() <= splits:
        reason = "undefined in most halves"
        return Selection(names[top], values[top], None, None, None, reason)
    first, second = first[:, usable], second[:, usable]
    picked = first.argmax(axis=0)
    at = np.arange(len(picked))
    held_out = float(second[picked, at].mean())
    return Selection(
        names[top],
        values[top],
        float(np.mean([known[k] == top for k in picked])),
        held_out,
        float(first[picked, at].mean()) - held_out,
    )
