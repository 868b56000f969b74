"""What it costs to choose the best of many measures on the data it is then reported on.

The best of several measures looks better than it is, because chance helped to choose it. Topics
are divided into two halves at random; the measure that is best on one half is looked at on the
other. The mean fall from the first to the second is the cost of choosing.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np

from sumscope.core.choices import Level
from sumscope.core.numbers import generator
from sumscope.metaeval.bootstrap import Draws, all_resampled
from sumscope.metaeval.correlation import STATISTICS, Floats, Statistic, correlate
from sumscope.metaeval.meta_result import MetaBest

SPLITS = 200
_FEWEST = 4


def best_of(
    measures: Mapping[str, Floats],
    judged: Floats,
    *,
    human: str,
    level: Level,
    statistics: Sequence[Statistic] = STATISTICS,
    splits: int = SPLITS,
    seed: int = 0,
) -> list[MetaBest]:
    """The best of several measures by each coefficient, all on the same halves of the topics.

    `measures` are peers x topics matrices (more is better) with the gaps of `judged`, the scores by
    `human`. Halves are noisier than the whole: a cost is rather too high than too low.
    """
    topics = judged.shape[1]
    order = np.argsort(generator(seed).random((splits, topics)), axis=1)
    inside = (order < (topics + 1) // 2).astype(np.float64)
    systems = np.ones((splits, len(judged)))
    halves = []
    for mask in (inside, 1 - inside) if topics >= _FEWEST else ():
        draws = Draws(systems, mask, "inputs")
        halves.append(all_resampled(statistics, list(measures.values()), [judged], level, draws))
    rows = []
    for statistic in statistics:
        row = MetaBest(
            human=human,
            level=level,
            statistic=statistic,
            measures=len(measures),
            best=None,
            value=None,
            chosen=None,
            held_out=None,
            cost=None,
            reason=None,
        )
        values = [correlate(one, judged, level, statistic).value for one in measures.values()]
        parts = [half[statistic][:, 0] for half in halves]
        rows.append(_choose(row, list(measures), values, topics, parts))
    return rows


def _choose(
    row: MetaBest,
    names: Sequence[str],
    values: Sequence[float | None],
    topics: int,
    halves: Sequence[Floats],
) -> MetaBest:
    """The row with the best measure, and with the cost of choosing it or why there is none."""
    known = [k for k, value in enumerate(values) if value is not None]
    if len(known) < 2:
        return row._replace(reason="fewer than two measures have a value")
    top = max(known, key=lambda k: values[k] or -2.0)
    row = row._replace(best=names[top], value=values[top])
    if not halves:
        return row._replace(reason=f"only {topics} topic{'s' * (topics != 1)} to divide")
    first, second = (half[known] for half in halves)
    usable = ~np.isnan(first).any(axis=0) & ~np.isnan(second).any(axis=0)
    if 2 * usable.sum() <= halves[0].shape[1]:
        return row._replace(reason="undefined in most halves")
    first, second = first[:, usable], second[:, usable]
    picked = first.argmax(axis=0)
    at = np.arange(len(picked))
    held_out = float(second[picked, at].mean())
    return row._replace(
        chosen=float(np.mean([known[k] == top for k in picked])),
        held_out=held_out,
        cost=float(first[picked, at].mean()) - held_out,
    )
