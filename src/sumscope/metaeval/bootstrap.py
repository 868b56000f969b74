"""Bootstrap intervals of correlations and of their differences.

Systems, inputs (topics) or both are drawn with replacement. A resample is a row of counts: the
level's correlations are computed for all rows at once.
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass

import numpy as np

from sumscope.core.choices import Level, Resampled
from sumscope.core.seeds import generator
from sumscope.metaeval.correlation import Floats, Statistic, coefficients, system_means

_BLOCK = 1 << 22
_FEWEST = 3


@dataclass(frozen=True)
class Draws:
    """How often each system and each topic was drawn, a row for each resample."""

    systems: Floats
    topics: Floats
    over: Resampled


def draw(peers: int, topics: int, *, over: Resampled, resamples: int, seed: int) -> Draws:
    """Draw once; the same draws serve every metric, which is what makes comparisons paired."""
    draws = generator(seed)

    def counts(size: int, wanted: bool) -> Floats:
        if not wanted or size == 0:
            return np.ones((resamples, size))
        shares = np.full(size, 1 / size)
        return draws.multinomial(size, shares, size=resamples).astype(np.float64)

    return Draws(counts(peers, over != "inputs"), counts(topics, over != "systems"), over)


def draw_three(peers: int, topics: int, *, resamples: int, seed: int) -> list[Draws]:
    """Draws over both, over systems and over inputs: what `calibrated` needs."""
    ways: tuple[Resampled, ...] = ("both", "systems", "inputs")
    return [draw(peers, topics, over=way, resamples=resamples, seed=seed) for way in ways]


def paired(
    x: Floats, y: Floats, z: Floats, level: Level, statistic: Statistic, draws: Draws
) -> Floats:
    """How much better x correlates with z than y does, in each resample."""
    return resampled(x, z, level, statistic, draws) - resampled(y, z, level, statistic, draws)


def resampled(x: Floats, z: Floats, level: Level, statistic: Statistic, draws: Draws) -> Floats:
    """The correlation in each resample; NaN where it is undefined there."""
    return all_resampled((statistic,), x, z, level, draws)[statistic]


def all_resampled(
    statistics: Collection[Statistic], x: Floats, z: Floats, level: Level, draws: Draws
) -> dict[Statistic, Floats]:
    """Several correlations in each resample."""
    both = ~(np.isnan(x) | np.isnan(z))
    x, z = np.where(both, x, 0.0), np.where(both, z, 0.0)
    if level == "summary":
        return _summary(statistics, x, z, both.astype(np.float64), draws)
    rows = len(draws.systems)
    if level == "system":
        if draws.over == "systems":
            a, b, held = system_means(x, z, both, np.ones((1, x.shape[1])))
        else:
            a, b, held = system_means(x, z, both, draws.topics)
        return coefficients(statistics, a, b, draws.systems * held)
    peer, topic = np.nonzero(both)
    points, marks = x[both][None, :], z[both][None, :]
    out = {statistic: np.full(rows, np.nan) for statistic in statistics}
    step = max(1, _BLOCK // max(1, len(peer)))
    for start in range(0, rows, step):
        part = slice(start, start + step)
        w = draws.systems[part][:, peer] * draws.topics[part][:, topic]
        for statistic, values in coefficients(statistics, points, marks, w).items():
            if statistic in out:
                out[statistic][part] = values
    return out


def _summary(
    statistics: Collection[Statistic], x: Floats, z: Floats, held: Floats, draws: Draws
) -> dict[Statistic, Floats]:
    rows = len(draws.systems)
    total = {statistic: np.zeros(rows) for statistic in statistics}
    weight = {statistic: np.zeros(rows) for statistic in statistics}
    if draws.over == "inputs":
        found = coefficients(statistics, x.T, z.T, held.T)
        for statistic in statistics:
            known = ~np.isnan(found[statistic])
            weight[statistic] = draws.topics @ known.astype(np.float64)
            total[statistic] = draws.topics @ np.where(known, found[statistic], 0.0)
    else:
        for t in range(x.shape[1]):
            at = draws.systems * held[:, t]
            found = coefficients(statistics, x[:, t][None, :], z[:, t][None, :], at)
            for statistic in statistics:
                each = found[statistic]
                known = ~np.isnan(each)
                total[statistic][known] += draws.topics[known, t] * each[known]
                weight[statistic][known] += draws.topics[known, t]
    with np.errstate(invalid="ignore", divide="ignore"):
        return {
            s: np.where(weight[s] > 0, total[s] / np.where(weight[s] > 0, weight[s], 1.0), np.nan)
            for s in statistics
        }


@dataclass(frozen=True)
class Interval:
    """A percentile interval, or why there is none."""

    low: float | None
    high: float | None
    reason: str | None = None


def interval(
    samples: Floats, shape: tuple[int, ...], over: Resampled, confidence: float = 0.95
) -> Interval:
    """The percentile interval of resampled values.

    Resamples in which the value is undefined are left out; where they are more than half, or
    where fewer than three systems or topics could be drawn from, there is no interval.
    """
    peers, topics = shape
    drawn = [(peers, "system")] * (over != "inputs") + [(topics, "topic")] * (over != "systems")
    # The first unit that is too few says why there is no interval.
    size, unit = next(((n, name) for n, name in drawn if n < _FEWEST), drawn[0])
    return percentiles(samples, size, unit, confidence)


def percentiles(samples: Floats, size: int, unit: str, confidence: float = 0.95) -> Interval:
    """The percentile interval of values resampled over `size` units, such as judges or items."""
    if size < _FEWEST:
        return Interval(None, None, f"no interval: only {size} {unit}{'s' * (size != 1)}")
    known = samples[~np.isnan(samples)]
    if 2 * len(known) <= len(samples):
        return Interval(None, None, "no interval: undefined in most resamples")
    tail = (1 - confidence) / 2
    low, high = np.quantile(known, [tail, 1 - tail])
    return Interval(float(low), float(high))


def calibrated(
    value: float,
    both: Floats,
    systems: Floats,
    inputs: Floats,
    shape: tuple[int, ...],
    most: float,
    confidence: float = 0.95,
) -> Interval:
    """The percentile interval of `both`, brought to its right width and set around the value.

    Drawing systems and inputs at once counts what happens between a system and an input three
    times where it should count once (McCullagh 2000; Owen 2007): V(both) is about S + I + 3R,
    V(systems) S + R and V(inputs) I + R, so that S + I + R = 2 (V(systems) + V(inputs)) - V(both).
    It is held between the greater of the two and V(both). Student's t for the smaller number of
    units, less one, makes up for a variance that is itself estimated. No end lies beyond -`most`
    or `most`, and the interval is never wider than that of percentiles.
    """
    from scipy.stats import norm, t

    found = interval(both, shape, "both", confidence)
    if found.low is None or found.high is None:
        return found
    wide, rows, columns = (float(np.nanvar(samples)) for samples in (both, systems, inputs))
    right = max(2 * (rows + columns) - wide, rows, columns)
    point = (1 + confidence) / 2
    few = float(t.ppf(point, min(shape) - 1) / norm.ppf(point))
    narrow = min(1.0, few * (right / wide) ** 0.5) if wide > 0 else 1.0
    middle = float(np.nanmedian(both))
    low, high = (value + narrow * (end - middle) for end in (found.low, found.high))
    return Interval(max(-most, low), min(most, high))
