"""How many systems and topics a planned study needs before a difference between measures shows.

A pilot has scores of two measures and people's. Corpora up to its size are drawn from it without
replacement, and the share whose interval excludes 0 on the right side is the power. For larger ones
the variance of the difference is taken apart into what varies between systems, between topics and
between both (the three ways of resampling, as for calibrated intervals) and brought to the planned
size; the power is then that of a normal test. Both take the pilot's difference for the true one.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from sumscope.core.choices import Level
from sumscope.core.numbers import generator
from sumscope.metaeval.bootstrap import calibrated, draw_three, paired
from sumscope.metaeval.correlation import Floats, Statistic, correlate
from sumscope.metaeval.meta_result import MetaPlan

CORPORA, RESAMPLES = 100, 200
WANTED = 0.8
_FEWEST = 3


def plan(
    x: Floats,
    y: Floats,
    z: Floats,
    *,
    left: str,
    right: str,
    human: str,
    level: Level,
    statistic: Statistic = "pearson",
    sizes: Sequence[tuple[int, int]] | None = None,
    wanted: float = WANTED,
    confidence: float = 0.95,
    seed: int = 0,
) -> list[MetaPlan]:
    """Power of `x` against `y` in agreement with `z`, for each size (systems, topics).

    Where the pilot is no ground for a plan there is one row, which says why.
    """
    empty = MetaPlan(
        left=left,
        right=right,
        human=human,
        level=level,
        statistic=statistic,
        difference=None,
        systems=None,
        topics=None,
        power=None,
        way=None,
        needed=None,
        wanted=wanted,
        reason=None,
    )
    peers, topics = z.shape
    values = [correlate(one, z, level, statistic).value for one in (x, y)]
    if values[0] is None or values[1] is None:
        return [empty._replace(reason="the pilot has no difference: a value is undefined")]
    gap = values[0] - values[1]
    if peers < _FEWEST or topics < _FEWEST:
        reason = f"the pilot is too small: {peers} systems and {topics} topics"
        return [empty._replace(difference=gap, reason=reason)]
    parts = _parts(x, y, z, level, statistic, seed)
    needed = None
    for inputs in _growing(topics):
        if _projected(gap, parts, z.shape, (peers, inputs), confidence) >= wanted:
            needed = inputs
            break
    rows = []
    for size in sizes or _sizes(peers, topics):
        if size[0] <= peers and size[1] <= topics and size != (peers, topics):
            power, way = _drawn(x, y, z, level, statistic, size, gap, confidence, seed), "drawn"
        else:
            power, way = _projected(gap, parts, z.shape, size, confidence), "projected"
        rows.append(
            empty._replace(
                difference=gap,
                systems=size[0],
                topics=size[1],
                power=power,
                way=way,
                needed=needed,
            )
        )
    return rows


def _sizes(peers: int, topics: int) -> list[tuple[int, int]]:
    """Half the pilot, the pilot, twice and four times as much."""
    rows = sorted({max(_FEWEST, peers // 2), peers, 2 * peers})
    columns = sorted({max(_FEWEST, topics // 2), topics, 2 * topics, 4 * topics})
    return [(systems, inputs) for systems in rows for inputs in columns]


def _growing(topics: int) -> list[int]:
    grown = np.unique(np.geomspace(_FEWEST, 1000 * topics, 400).round().astype(int))
    return [int(size) for size in grown]


def _parts(
    x: Floats, y: Floats, z: Floats, level: Level, statistic: Statistic, seed: int
) -> tuple[float, float, float]:
    """Variance of the difference at the pilot's size: systems, topics, and between the two."""
    three = draw_three(*z.shape, resamples=5 * RESAMPLES, seed=seed)
    both, systems, inputs = (
        float(np.nanvar(paired(x, y, z, level, statistic, draws))) for draws in three
    )
    # V(both) is about S + I + 3R, V(systems) S + R, V(inputs) I + R.
    between = max(0.0, both - systems - inputs)
    between = min(between, systems, inputs)
    return systems - between, inputs - between, between


def _projected(
    gap: float,
    parts: tuple[float, float, float],
    pilot: tuple[int, ...],
    size: tuple[int, int],
    confidence: float,
) -> float:
    from scipy.stats import norm, t

    systems, inputs, between = parts
    rows, columns = pilot[0] / size[0], pilot[1] / size[1]
    error = float(np.sqrt(systems * rows + inputs * columns + between * rows * columns))
    if error <= 0:
        return 1.0 if gap else 0.0
    edge = float(t.ppf((1 + confidence) / 2, max(1, min(size) - 1)))
    return float(norm.sf(edge - abs(gap) / error))


def _drawn(
    x: Floats,
    y: Floats,
    z: Floats,
    level: Level,
    statistic: Statistic,
    size: tuple[int, int],
    gap: float,
    confidence: float,
    seed: int,
) -> float:
    chance = generator(seed)
    shown = 0
    for number in range(CORPORA):
        rows = chance.choice(len(z), size[0], replace=False)
        columns = chance.choice(z.shape[1], size[1], replace=False)
        a, b, c = (values[np.ix_(rows, columns)] for values in (x, y, z))
        found = [correlate(one, c, level, statistic).value for one in (a, b)]
        if found[0] is None or found[1] is None:
            continue
        three = draw_three(*size, resamples=RESAMPLES, seed=seed + number)
        both, rows_only, columns_only = (
            paired(a, b, c, level, statistic, draws) for draws in three
        )
        value = found[0] - found[1]
        around = calibrated(value, both, rows_only, columns_only, size, 2.0, confidence)
        if around.low is None or around.high is None:
            continue
        shown += around.low > 0 if gap >= 0 else around.high < 0
    return shown / CORPORA
