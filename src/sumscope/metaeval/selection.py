"""What it costs to choose the best of many measures on the data it is then reported on.

The best of several measures looks better than it is, because chance helped to choose it. Topics
are divided into two halves at random; the measure that is best on one half is looked at on the
other. The mean fall from the first to the second is the cost of choosing.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from sumscope.core.choices import Level
from sumscope.core.numbers import generator
from sumscope.metaeval.bootstrap import Draws, all_resampled
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
    """Choose the best of several peers x topics matrices (more is better) with the same gaps."""
    return selections(measures, human, level, (statistic,), splits=splits, seed=seed)[0]


def selections(
    measures: Mapping[str, Floats],
    human: Floats,
    level: Level,
    statistics: Sequence[Statistic],
    *,
    splits: int = SPLITS,
    seed: int = 0,
) -> list[Selection]:
    """`selection` by each of several coefficients, on the same halves."""
    topics = human.shape[1]
    order = np.argsort(generator(seed).random((splits, topics)), axis=1)
    inside = (order < (topics + 1) // 2).astype(np.float64)
    systems = np.ones((splits, len(human)))
    halves = []
    for mask in (inside, 1 - inside) if topics >= _FEWEST else ():
        draws = Draws(systems, mask, "inputs")
        halves.append(all_resampled(statistics, list(measures.values()), [human], level, draws))
    chosen = []
    for statistic in statistics:
        values = [correlate(one, human, level, statistic).value for one in measures.values()]
        parts = [half[statistic][:, 0] for half in halves]
        chosen.append(_choose(list(measures), values, topics, parts))
    return chosen


def _choose(
    names: Sequence[str], values: Sequence[float | None], topics: int, halves: Sequence[Floats]
) -> Selection:
    known = [k for k, value in enumerate(values) if value is not None]
    if len(known) < 2:
        return Selection(None, None, None, None, None, "fewer than two measures have a value")
    top = max(known, key=lambda k: values[k] or -2.0)
    if not halves:
        reason = f"only {topics} topic{'s' * (topics != 1)} to divide"
        return Selection(names[top], values[top], None, None, None, reason)
    first, second = (half[known] for half in halves)
    usable = ~np.isnan(first).any(axis=0) & ~np.isnan(second).any(axis=0)
    if 2 * usable.sum() <= halves[0].shape[1]:
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
