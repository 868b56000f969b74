"""Correlations after exchanges: kernel, twin, and the rows written out."""

from __future__ import annotations

from itertools import pairwise

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.properties.test_concordance_kernels import KINDS, by_scipy

from sumscope.kernels import load
from sumscope.kernels.python import exchange as exchange_py

KERNELS = [load("exchange"), exchange_py]


@st.composite
def exchanges(draw):
    """Groups of points, some of them too large to be compared pair by pair."""
    sizes = draw(st.lists(st.sampled_from([0, 1, 2, 7, 16, 33, 48, 49, 70]), max_size=4))
    points, humans = sum(sizes), draw(st.integers(1, 3))
    rng = np.random.default_rng(draw(st.integers(0, 9999)))
    kind, marks = (KINDS[draw(st.sampled_from(sorted(KINDS)))] for _ in "xz")
    x, y = kind(rng, (2, max(points, 1)))[:, :points].copy()
    z = marks(rng, (humans, max(points, 1)))[:, :points].copy()
    swaps = rng.integers(0, 2, (draw(st.integers(0, 3)), points)).astype(np.uint8)
    return x, y, z, np.cumsum([0, *sizes]).astype(np.int64), swaps


@given(exchanges())
def test_kernel_and_twin_are_equal(problem):
    mine, theirs = (kernel.exchanged(*problem) for kernel in KERNELS)
    assert mine == pytest.approx(theirs, abs=1e-12, nan_ok=True)


@pytest.mark.parametrize("kernel", KERNELS)
@given(problem=exchanges())
def test_a_difference_is_that_of_the_means(kernel, problem):
    x, y, z, starts, swaps = problem
    found = kernel.exchanged(*problem)
    for h, row in np.ndindex(len(z), len(swaps)):
        sides = []
        for first, second in ((x, y), (y, x)):
            mixed = np.where(swaps[row] != 0, second, first)
            parts = [slice(a, b) for a, b in pairwise(starts.tolist())]
            values = np.array([by_scipy(mixed[at], z[h, at]) for at in parts]).reshape(-1, 4)
            sides.append(
                [np.mean(v[~np.isnan(v)]) if (~np.isnan(v)).any() else np.nan for v in values.T]
            )
        wanted = np.subtract(*sides).tolist()
        assert found[:, h, row].tolist() == pytest.approx(wanted, abs=1e-9, nan_ok=True)


@pytest.mark.parametrize("kernel", KERNELS)
def test_wrong_sizes_are_refused(kernel):
    x, z, swaps = np.ones(3), np.ones((1, 3)), np.zeros((2, 3), np.uint8)
    whole = np.array([0, 3])
    for arguments in (
        (x[:2].copy(), x, z, whole, swaps),
        (x, x, z[:, :2].copy(), whole, swaps),
        (x, x, z, whole, swaps[:, :2].copy()),
        (x, x, z, np.array([0, 2]), swaps),
        (x, x, z, np.array([0, 2, 1, 3]), swaps),
        (x, x, z, np.zeros(0, np.int64), swaps),
    ):
        with pytest.raises(ValueError):
            kernel.exchanged(*arguments)
