"""Kernel and twin say the same about weighted rows, and both say what SciPy says."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import stats

from sumscope.kernels import load
from sumscope.kernels.python import concordance as concordance_py

KERNELS = [load("concordance"), concordance_py]
KINDS = {
    "floats": lambda rng, size: rng.normal(size=size),
    "marks": lambda rng, size: rng.integers(0, 5, size).astype(float),
    "numbers": lambda rng, size: rng.integers(0, 2 * size[-1], size).astype(float),
}


@st.composite
def scored(draw):
    """Metrics and human scores of some rows; 48 items are the last that are compared in pairs."""
    rows, width = draw(st.integers(1, 4)), draw(st.sampled_from([1, 2, 5, 9, 48, 49, 140]))
    rng = np.random.default_rng(draw(st.integers(0, 9999)))
    x, z = (
        KINDS[draw(st.sampled_from(sorted(KINDS)))](
            rng, (draw(st.integers(1, 3)), draw(st.sampled_from([1, rows])), width)
        )
        for _ in range(2)
    )
    return x, z, rng.integers(0, 4, (rows, width)).astype(float)


def by_scipy(x, z):
    """Pearson, Spearman, tau-b and Somers' D of two lists of scores; NaN where undefined."""
    if len(set(x)) < 2 or len(set(z)) < 2:
        return [np.nan] * 4
    ways = (stats.pearsonr, stats.spearmanr, stats.kendalltau)
    return [float(way(x, z).statistic) for way in ways] + [float(stats.somersd(z, x).statistic)]


@given(scored())
def test_kernel_and_twin_are_equal(problem):
    mine, theirs = (kernel.correlations(*problem, True, True, True) for kernel in KERNELS)
    assert mine[:2] == pytest.approx(theirs[:2], abs=1e-12, nan_ok=True)
    assert np.array_equal(mine[2:], theirs[2:], equal_nan=True)


@pytest.mark.parametrize("kernel", KERNELS)
@given(problem=scored())
def test_a_weight_repeats_a_score(kernel, problem):
    x, z, w = problem
    if w.shape[1] > 60:
        return
    found = kernel.correlations(x, z, w, True, True, True)
    for m, h, row in np.ndindex(found.shape[1:]):
        often = w[row].astype(int)
        mine, theirs = (
            np.repeat(scores[k, row % scores.shape[1]], often) for k, scores in ((m, x), (h, z))
        )
        wanted = by_scipy(mine, theirs)
        assert found[:, m, h, row].tolist() == pytest.approx(wanted, abs=1e-9, nan_ok=True)


@pytest.mark.parametrize("kernel", KERNELS)
def test_long_rows_are_those_of_scipy(kernel):
    rng = np.random.default_rng(4)
    x, z = rng.normal(size=(2, 1, 300)), rng.integers(0, 9, (2, 1, 300)).astype(float)
    z[1] = rng.integers(0, 200, 300)  # more marks than sums are kept for
    found = kernel.correlations(x, z, np.ones((1, 300)), True, True, True)
    for m, h in np.ndindex(2, 2):
        assert found[:, m, h, 0].tolist() == pytest.approx(by_scipy(x[m, 0], z[h, 0]), abs=1e-12)


@pytest.mark.parametrize("kernel", KERNELS)
@pytest.mark.parametrize("width", [9, 90])
def test_partners_do_not_matter(kernel, width):
    rng = np.random.default_rng(5)
    x, z = rng.integers(0, 4, (2, 3, 2, width)).astype(float)
    w = rng.integers(0, 3, (2, width)).astype(float)
    together = kernel.correlations(x, z, w, True, True, True)
    for m, h in np.ndindex(3, 3):
        alone = kernel.correlations(x[m : m + 1], z[h : h + 1], w, True, True, True)
        assert np.array_equal(alone[:, 0, 0], together[:, m, h], equal_nan=True)


@pytest.mark.parametrize("kernel", KERNELS)
def test_only_what_is_asked_for_is_made(kernel):
    x = np.arange(4.0)[None, None]
    for asked, known in (
        ((True, False, False), [0]),
        ((False, True, False), [1]),
        ((False, False, True), [2, 3]),
    ):
        found = kernel.correlations(x, x, np.ones((1, 4)), *asked)[:, 0, 0, 0]
        assert np.flatnonzero(~np.isnan(found)).tolist() == known


@pytest.mark.parametrize("kernel", KERNELS)
def test_scores_of_another_shape_are_refused(kernel):
    for rows, width in ((1, 2), (2, 3)):
        odd, good, w = np.ones((1, rows, width)), np.ones((1, 1, 3)), np.ones((3, 3))
        for x, z in ((odd, good), (good, odd)):
            with pytest.raises(ValueError):
                kernel.correlations(x, z, w, True, True, True)
