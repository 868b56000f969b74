"""The coefficients are scipy's, weights are repetitions, and nothing undefined passes silently."""

from __future__ import annotations

import math
import warnings

import numpy as np
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st
from scipy import stats

from sumscope.core.choices import Resampled, values
from sumscope.metaeval.bootstrap import calibrated, draw, interval, resampled
from sumscope.metaeval.correlation import LEVELS, STATISTICS, coefficient, correlate

SCIPY = {
    "pearson": lambda x, z: stats.pearsonr(x, z).statistic,
    "spearman": lambda x, z: stats.spearmanr(x, z).statistic,
    "kendall": lambda x, z: stats.kendalltau(x, z).statistic,
    "somers": lambda x, z: stats.somersd(z, x).statistic,
}
SCORES = st.lists(
    st.tuples(st.integers(-3, 3), st.integers(-3, 3), st.integers(0, 3)), min_size=2, max_size=12
)


def slowly(statistic: str, x: np.ndarray, z: np.ndarray) -> float:
    """Scipy's value, NaN where there is none."""
    if len(x) < 2 or np.ptp(x) == 0 or np.ptp(z) == 0:
        return float("nan")
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        return float(SCIPY[statistic](x, z))


@pytest.mark.parametrize("statistic", STATISTICS)
@given(points=SCORES)
def test_weights_are_repetitions_and_values_are_scipys(statistic, points):
    x, z, w = (np.array(column, dtype=float) for column in zip(*points, strict=True))
    times = w.astype(int)
    wanted = slowly(statistic, np.repeat(x, times), np.repeat(z, times))
    found = coefficient(statistic, x, z, w)[0]
    assert found == pytest.approx(wanted, abs=1e-12, nan_ok=True)


@pytest.mark.parametrize("statistic", STATISTICS)
def test_rows_of_scores_go_with_rows_of_weights(statistic):
    rng = np.random.default_rng(5)
    x, z = rng.integers(0, 5, (7, 9)).astype(float), rng.random((7, 9))
    w = rng.integers(0, 3, (7, 9)).astype(float)
    together = coefficient(statistic, x, z, w)
    for i in range(7):
        assert together[i] == coefficient(statistic, x[i], z[i], w[i])[0]


@pytest.mark.parametrize("statistic", STATISTICS)
def test_levels_by_their_definition(statistic):
    rng = np.random.default_rng(2)
    x, z = rng.random((6, 5)), rng.random((6, 5))
    x[2, 3] = z[4, 0] = np.nan
    held = ~np.isnan(x + z)
    means = [[m[i, held[i]].mean() for i in range(6)] for m in (x, z)]
    assert correlate(x, z, "system", statistic).value == pytest.approx(SCIPY[statistic](*means))
    each = [SCIPY[statistic](x[held[:, t], t], z[held[:, t], t]) for t in range(5)]
    assert correlate(x, z, "summary", statistic).value == pytest.approx(np.mean(each))
    assert correlate(x, z, "pooled", statistic).value == pytest.approx(
        SCIPY[statistic](x[held], z[held])
    )
    assert [correlate(x, z, level, statistic).n for level in LEVELS] == [6, 5, 28]


@pytest.mark.parametrize("scale", [1e-300, 1e-12, 1.0, 1e300])
@pytest.mark.parametrize("statistic", STATISTICS)
def test_scale_does_not_matter(statistic, scale):
    x, z = np.array([1.0, 3.0, 2.0, 5.0]), np.array([2.0, 3.0, 1.0, 4.0])
    w = np.array([1.0, 1.0, 1.0, 0.0])
    plain = coefficient(statistic, x, z, w)
    assert coefficient(statistic, scale * x, z / scale, w) == pytest.approx(plain)


def test_means_that_differ_by_rounding_are_tied():
    x = np.array([[0.1, 0.2, 0.3], [0.3, 0.2, 0.1], [0.9, 0.9, 0.9]])
    z = np.array([[1.0, 1.0, 1.0], [2.0, 2.0, 2.0], [3.0, 3.0, 3.0]])
    assert correlate(x, z, "system", "somers").value == pytest.approx(2 / 3)


@pytest.mark.parametrize("level", LEVELS)
@pytest.mark.parametrize("statistic", STATISTICS)
def test_undefined_has_its_reason_and_n(level, statistic):
    good = np.arange(12.0).reshape(4, 3) ** 2
    flat = np.full((4, 3), 0.1)
    found = correlate(good, flat, level, statistic)
    assert found.value is None
    assert "human scores are all equal" in str(found.reason)
    assert found.n == {"system": 4, "summary": 0, "pooled": 12}[level]
    found = correlate(flat, good, level, statistic)
    assert found.value is None
    assert "metric's scores are all equal" in str(found.reason)
    if level != "pooled":
        lone = correlate(good[:1], good[:1], level, statistic)
        assert lone.value is None
        assert "fewer than two systems" in str(lone.reason)
    nothing = correlate(np.full((4, 3), np.nan), good, level, statistic)
    assert nothing.value is None
    assert nothing.n == 0


def test_topics_without_a_value_are_told():
    x = np.array([[1.0, 2.0, 3.0], [2.0, 2.0, 1.0], [3.0, 2.0, 2.0]])
    z = np.array([[1.0, 1.0, np.nan], [2.0, 2.0, np.nan], [3.0, 3.0, 1.0]])
    found = correlate(x, z, "summary", "pearson")
    assert found.value == pytest.approx(1.0)
    assert found.n == 1
    assert found.reason == (
        "undefined on 2 of 3 topics: fewer than two systems have both scores (1); "
        "the metric's scores are all equal (1)"
    )


@pytest.mark.parametrize("level", LEVELS)
@pytest.mark.parametrize("over", values(Resampled))
@pytest.mark.parametrize("statistic", STATISTICS)
def test_a_resample_is_the_level_of_the_drawn_matrix(level, over, statistic):
    rng = np.random.default_rng(3)
    x, z = rng.integers(0, 4, (6, 5)).astype(float), rng.random((6, 5))
    x[1, 1] = np.nan
    draws = draw(6, 5, over=over, resamples=40, seed=9)
    found = resampled(x, z, level, statistic, draws)
    for k in range(40):
        rows = np.repeat(np.arange(6), draws.systems[k].astype(int))
        columns = np.repeat(np.arange(5), draws.topics[k].astype(int))
        slow = correlate(x[rows][:, columns], z[rows][:, columns], level, statistic)
        wanted = np.nan if slow.value is None else slow.value
        assert found[k] == pytest.approx(wanted, abs=1e-9, nan_ok=True)


def test_intervals_say_when_there_is_too_little():
    samples = np.linspace(0, 1, 101)
    assert interval(samples, (5, 5), "both", 0.9).low == pytest.approx(0.05)
    assert interval(samples, (5, 1), "both").reason == "no interval: only 1 topic"
    assert interval(samples, (2, 9), "both").reason == "no interval: only 2 systems"
    assert interval(samples, (2, 9), "inputs").reason is None
    mostly = np.where(np.arange(101) < 40, samples, np.nan)
    assert "undefined in most" in str(interval(mostly, (5, 5), "both").reason)


def means(scores, over):
    """Resampled grand means, whose variance is known in closed form."""
    draws = draw(*scores.shape, over=over, resamples=1000, seed=1)
    weights = draws.systems / draws.systems.sum(axis=1, keepdims=True)
    return ((weights @ scores) * draws.topics).sum(axis=1) / scores.shape[1]


@pytest.mark.parametrize(("rows", "columns"), [(0, 0), (1, 0), (0, 1), (1, 1)])
def test_calibrated_width_is_the_standard_error_of_a_mean(rows, columns):
    """Owen (2007), balanced case: drawing both ways counts the noise of single cells three times.

    The grand mean of a systems x inputs matrix with variances A, B, E of rows, columns and cells
    has the variance A/R + B/C + E/RC.
    """
    rng = np.random.default_rng(0)
    size, noise = (40, 50), 1.0
    ratios, thrice = [], []
    for _ in range(20):
        scores = rows * rng.normal(size=(size[0], 1)) + columns * rng.normal(size=(1, size[1]))
        scores = scores + noise * rng.normal(size=size)
        both, systems, inputs = (means(scores, over) for over in ("both", "systems", "inputs"))
        found = calibrated(float(scores.mean()), both, systems, inputs, size, 9.0)
        wide = interval(both, size, "both")
        true = math.sqrt(rows / size[0] + columns / size[1] + noise / (size[0] * size[1]))
        few = stats.t.ppf(0.975, 39)
        ratios.append((found.high - found.low) / (2 * few * true))
        thrice.append(both.var() * size[0] * size[1])
        assert found.high - found.low <= wide.high - wide.low + 1e-12
        assert found.low < scores.mean() < found.high
    assert np.mean(ratios) == pytest.approx(1, abs=0.12)
    if not rows and not columns:
        assert np.mean(thrice) == pytest.approx(3, rel=0.1)


def test_calibrated_ends_stay_in_range_and_reasons_stay():
    samples = np.linspace(0.5, 1, 101)
    found = calibrated(0.99, samples, samples / 2, samples / 2, (5, 5), 1.0)
    assert found.high == 1.0
    assert calibrated(0.9, samples, samples, samples, (5, 2), 1.0).reason == (
        "no interval: only 2 topics"
    )
    still = np.full(101, 0.25)
    assert calibrated(0.25, still, still, still, (5, 5), 1.0).low == 0.25


@given(st.integers(0, 1000))
def test_draws_come_from_the_seed(seed):
    first, again = (draw(4, 3, over="both", resamples=5, seed=seed) for _ in range(2))
    assert (first.systems == again.systems).all()
    assert (first.topics == again.topics).all()
    assume(first.systems.shape == (5, 4))
    assert (first.systems.sum(axis=1) == 4).all()
