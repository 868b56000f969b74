"""Kernel and twin say the same about weighted rows, and both say what a double loop says."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import stats

from sumscope.kernels import concordance_py, load

KERNELS = [load("concordance"), concordance_py]


@st.composite
def problems(draw):
    rows, width = draw(st.integers(1, 4)), draw(st.integers(1, 9))
    codes = st.lists(st.integers(0, width - 1), min_size=width, max_size=width)
    x = draw(
        st.lists(codes, min_size=1, max_size=1) | st.lists(codes, min_size=rows, max_size=rows)
    )
    z = draw(
        st.lists(codes, min_size=1, max_size=1) | st.lists(codes, min_size=rows, max_size=rows)
    )
    counts = st.lists(st.integers(0, 4), min_size=width, max_size=width)
    w = draw(st.lists(counts, min_size=rows, max_size=rows))
    return np.array(x, dtype=np.int64), np.array(z, dtype=np.int64), np.array(w, dtype=float)


@pytest.mark.parametrize("kernel", KERNELS)
@given(problem=problems())
def test_concordance_is_the_double_loop(kernel, problem):
    x, z, w = problem
    rows, width = w.shape
    wanted = np.zeros(rows)
    for r in range(rows):
        a, b = x[r % len(x)], z[r % len(z)]
        for i in range(width):
            for j in range(i):
                wanted[r] += w[r, i] * w[r, j] * np.sign(a[i] - a[j]) * np.sign(b[i] - b[j])
    assert kernel.concordance(x, z, w).tolist() == wanted.tolist()


@pytest.mark.parametrize("kernel", KERNELS)
def test_bad_codes_are_refused(kernel):
    two = np.zeros((2, 3), dtype=np.int64)
    for x, z, w in (
        (two, two, np.ones((3, 3))),
        (two[:1], two[:1, :2].copy(), np.ones((1, 3))),
        (two[:1] + 3, two[:1], np.ones((1, 3))),
        (two[:1] - 1, two[:1], np.ones((1, 3))),
    ):
        with pytest.raises(ValueError):
            kernel.concordance(x, z, w)


@st.composite
def scored(draw):
    rows, width = draw(st.integers(1, 4)), draw(st.sampled_from([1, 2, 5, 9, 60, 140]))
    seed = draw(st.integers(0, 9999))
    rng = np.random.default_rng(seed)
    kinds = {
        "floats": lambda size: rng.normal(size=size),
        "marks": lambda size: rng.integers(0, 5, size).astype(float),
        "numbers": lambda size: rng.integers(0, 2 * width, size).astype(float),
    }
    x, z = (
        kinds[draw(st.sampled_from(sorted(kinds)))]((draw(st.sampled_from([1, rows])), width))
        for _ in range(2)
    )
    return x, z, rng.integers(0, 4, (rows, width)).astype(float)


@given(scored())
def test_ranks_of_kernel_and_twin_are_equal(problem):
    x, z, w = problem
    kernel = load("concordance")
    codes, other = kernel.codes(x), kernel.codes(z)
    assert codes.tolist() == concordance_py.codes(x).tolist()
    for name in ("apart", "midranks"):
        mine, theirs = (getattr(k, name)(codes, w) for k in KERNELS)
        assert mine.tolist() == theirs.tolist()
    balance = [k.concordance(codes, other, w).tolist() for k in KERNELS]
    assert balance[0] == balance[1]


@given(scored())
def test_codes_and_ranks_are_those_of_scipy(problem):
    x = problem[0]
    kernel = load("concordance")
    codes = kernel.codes(x)
    assert codes.tolist() == (stats.rankdata(x, "dense", axis=1) - 1).tolist()
    ranks = kernel.midranks(codes, np.ones_like(x))
    assert (ranks + 0.5).tolist() == stats.rankdata(x, "average", axis=1).tolist()


@given(scored())
def test_pearson_of_kernel_and_twin_are_equal(problem):
    x, z, w = problem
    mine, theirs = (k.pearson(x, z, w) for k in KERNELS)
    assert mine.tolist() == pytest.approx(theirs.tolist(), abs=1e-12, nan_ok=True)


@pytest.mark.parametrize("kernel", KERNELS)
def test_pearson_is_that_of_scipy(kernel):
    x, z = np.random.default_rng(4).normal(size=(2, 7, 300))
    wanted = [stats.pearsonr(a, b).statistic for a, b in zip(x, z, strict=True)]
    assert kernel.pearson(x, z, np.ones_like(x)).tolist() == pytest.approx(wanted, abs=1e-12)
    assert np.isnan(kernel.pearson(np.ones((1, 9)), z[:1, :9].copy(), np.ones((1, 9)))).all()


@pytest.mark.parametrize("kernel", KERNELS)
def test_what_is_not_a_number_comes_last(kernel):
    assert kernel.codes(np.array([[np.nan, 2.0, np.nan, -1.0]])).tolist() == [[2, 1, 3, 0]]


@pytest.mark.parametrize("kernel", KERNELS)
def test_scores_of_another_shape_are_refused(kernel):
    for x, w in ((np.ones((1, 2)), np.ones((1, 3))), (np.ones((2, 3)), np.ones((3, 3)))):
        with pytest.raises(ValueError):
            kernel.pearson(x, w[:1].copy(), w)
