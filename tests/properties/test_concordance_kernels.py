"""Kernel and twin say the same about weighted pairs, and both say what a double loop says."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

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
