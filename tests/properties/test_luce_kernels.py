"""Kernel and twin give the same derivatives, and both those of the written-out likelihood."""

from __future__ import annotations

from itertools import permutations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sumscope.kernels import load
from sumscope.kernels.python import luce as luce_py

KERNELS = [load("luce"), luce_py]


@st.composite
def problems(draw):
    systems, rows = draw(st.integers(2, 6)), draw(st.integers(1, 3))
    answer = st.permutations(range(systems)).flatmap(
        lambda order: st.integers(2, systems).map(lambda size: order[:size])
    )
    shown = draw(st.lists(answer, min_size=1, max_size=5))
    starts = np.cumsum([0, *(len(one) for one in shown)]).astype(np.int64)
    rng = np.random.default_rng(draw(st.integers(0, 1000)))
    weights = rng.integers(0, 3, size=(rows, len(shown))).astype(float)
    strength = rng.normal(size=(draw(st.sampled_from([1, rows])), systems))
    return starts, np.concatenate(shown).astype(np.int64), weights, strength


def log_likelihood(starts, shown, weights, strength) -> float:
    """Every order of the systems between best and worst, taken one by one."""
    total = 0.0
    worth = np.exp(strength)
    for k, weight in enumerate(weights):
        best, worst, *others = shown[starts[k] : starts[k + 1]]
        chance = 0.0
        for between in permutations(others):
            order = [best, *between, worst]
            chance += np.prod([worth[order[i]] / worth[order[i:]].sum() for i in range(len(order))])
        total += weight * np.log(chance)
    return total


@settings(deadline=None)
@given(problem=problems())
def test_kernel_and_twin_agree(problem):
    first, second = (kernel.derivatives(*problem) for kernel in KERNELS)
    for ours, theirs in zip(first, second, strict=True):
        np.testing.assert_allclose(ours, theirs, rtol=1e-9, atol=1e-10)


@pytest.mark.parametrize("kernel", KERNELS)
@settings(max_examples=20, deadline=None)
@given(problem=problems())
def test_derivatives_are_those_of_the_likelihood(kernel, problem):
    starts, shown, weights, strength = problem
    slope, curve = kernel.derivatives(*problem)
    at, step = strength[0], 1e-5
    for k in range(len(at)):
        move = np.zeros(len(at))
        move[k] = step
        up, down = (log_likelihood(starts, shown, weights[0], at + sign * move) for sign in (1, -1))
        assert slope[0, k] == pytest.approx((up - down) / (2 * step), abs=1e-5)
        above, below = (
            kernel.derivatives(starts, shown, weights[:1], (at + sign * move)[None, :])[0][0]
            for sign in (1, -1)
        )
        np.testing.assert_allclose(curve[0, k], (above - below) / (2 * step), atol=1e-4)


@pytest.mark.parametrize("kernel", KERNELS)
def test_bad_arrays_are_refused(kernel):
    starts, shown = np.array([0, 2]), np.array([0, 1])
    one, two = np.ones((1, 1)), np.zeros((1, 2))
    for bad in (
        (np.array([0, 3]), shown, one, two),
        (starts, shown + 1, one, two),
        (starts, shown, np.ones((1, 2)), two),
        (np.array([0, 1]), np.array([0]), one, two),
        (starts, shown, np.ones((2, 1)), np.zeros((3, 2))),
    ):
        with pytest.raises(ValueError):
            kernel.derivatives(*bad)
