"""Bootstrap intervals of correlations and of their differences.

Systems, inputs (topics) or both are drawn with replacement. A resample is a row of counts: the
level's correlations are computed for all rows at once.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass
from itertools import product

import numpy as np

from sumscope.core.choices import Level, Resampled
from sumscope.core.numbers import generator
from sumscope.metaeval.correlation import Floats, Statistic, all_coefficients, all_means

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
    found = all_resampled((statistic,), [x], [z], level, draws)[statistic]
    return np.asarray(found[0, 0], dtype=np.float64)


def all_resampled(
    statistics: Collection[Statistic],
    metrics: Sequence[Floats],
    humans: Sequence[Floats],
    level: Level,
    draws: Draws,
    tell: Callable[[float], None] | None = None,
) -> dict[Statistic, Floats]:
    """Correlations of each metric with each human score in each resample, in this order.

    All metrics lack the same summaries, and so do all human scores. `tell` hears of each further
    share of the work.
    """
    both = ~(np.isnan(metrics[0]) | np.isnan(humans[0]))
    xs, zs = ([np.where(both, one, 0.0) for one in given] for given in (metrics, humans))
    if level == "summary":
        return _summary(statistics, xs, zs, both.astype(np.float64), draws, tell)
    rows = len(draws.systems)
    if level == "system":
        counts = np.ones((1, both.shape[1])) if draws.over == "systems" else draws.topics
        means, held = all_means([*xs, *zs], both, counts)
        a, b = np.stack(means[: len(xs)]), np.stack(means[len(xs) :])
        found = all_coefficients(statistics, a, b, draws.systems * held)
        if tell is not None:
            tell(1.0)
        return found
    peer, topic = np.nonzero(both)
    points, marks = (np.stack([one[both] for one in given])[:, None] for given in (xs, zs))
    out = {statistic: np.full((len(xs), len(zs), rows), np.nan) for statistic in statistics}
    step = max(1, _BLOCK // max(1, len(peer) * len(xs)))
    for start in range(0, rows, step):
        part = slice(start, start + step)
        w = draws.systems[part][:, peer] * draws.topics[part][:, topic]
        for statistic, values in all_coefficients(statistics, points, marks, w).items():
            out[statistic][:, :, part] = values
        if tell is not None:
            tell(len(w) / rows)
    return out


def _summary(
    statistics: Collection[Statistic],
    xs: Sequence[Floats],
    zs: Sequence[Floats],
    held: Floats,
    draws: Draws,
    tell: Callable[[float], None] | None,
) -> dict[Statistic, Floats]:
    topics = held.shape[1]
    shape = (len(xs), len(zs), len(draws.systems))
    total = {statistic: np.zeros(shape) for statistic in statistics}
    weight = {statistic: np.zeros(shape) for statistic in statistics}
    x, z = (np.stack([one.T for one in given]) for given in (xs, zs))
    if draws.over == "inputs":
        found = all_coefficients(statistics, x, z, held.T)
        for statistic, at in product(statistics, np.ndindex(shape[:2])):
            known = ~np.isnan(found[statistic][at])
            weight[statistic][at] = draws.topics @ known.astype(np.float64)
            total[statistic][at] = draws.topics @ np.where(known, found[statistic][at], 0.0)
        if tell is not None:
            tell(1.0)
    else:
        for t in range(topics):
            here = slice(t, t + 1)
            w = draws.systems * held[:, t]
            found = all_coefficients(statistics, x[:, here], z[:, here], w)
            for statistic, each in found.items():
                known = ~np.isnan(each)
                total[statistic] += np.where(known, draws.topics[:, t] * each, 0.0)
                weight[statistic] += np.where(known, draws.topics[:, t], 0.0)
            if tell is not None:
                tell(1 / topics)
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
    from scipy.special import ndtri, stdtrit

    found = interval(both, shape, "both", confidence)
    if found.low is None or found.high is None:
        return found
    wide, rows, columns = (float(np.nanvar(samples)) for samples in (both, systems, inputs))
    right = max(2 * (rows + columns) - wide, rows, columns)
    point = (1 + confidence) / 2
    few = float(stdtrit(min(shape) - 1, point) / ndtri(point))
    narrow = min(1.0, few * (right / wide) ** 0.5) if wide > 0 else 1.0
    middle = float(np.nanmedian(both))
    low, high = (value + narrow * (end - middle) for end in (found.low, found.high))
    return Interval(max(-most, low), min(most, high))
