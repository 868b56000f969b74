"""Williams' worked values; the permutation test beside its definition."""

from __future__ import annotations

import math
from itertools import product

import numpy as np
import pytest

from sumscope.metaeval.correlation import LEVELS, STATISTICS, correlate
from sumscope.metaeval.difference import _Exchanges, _swaps, permutation_test, williams_test


def test_williams_published_values():
    # Silver, Hittner and May (2006), A FORTRAN 77 program for comparing dependent correlations:
    # r12 = .3, r13 = .4, r23 = .5, n = 100.
    t, p = williams_test(0.3, 0.4, 0.5, 100)
    assert round(t, 4) == -1.0767
    assert round(p, 4) == 0.2843
    # The example of the R package psych, r.test(n=103, r12=.4, r13=.5, r23=.1): t 0.89, p 0.37.
    t, p = williams_test(0.4, 0.5, 0.1, 103)
    assert round(abs(t), 2) == 0.89
    assert round(p, 2) == 0.37


def test_williams_without_enough():
    assert all(math.isnan(v) for v in williams_test(0.1, 0.2, 0.3, 3))
    assert all(math.isnan(v) for v in williams_test(0.5, 0.5, 1.0, 20))


@pytest.mark.parametrize("level", LEVELS)
@pytest.mark.parametrize("over", ["systems", "inputs", "both"])
@pytest.mark.parametrize("statistic", STATISTICS)
def test_permutation_is_its_definition(level, over, statistic):
    rng = np.random.default_rng(4)
    x, y, z = rng.random((3, 5, 4))
    y[0, 0] = np.nan
    held = ~np.isnan(x + y + z)
    a, b = ((m - m[held].mean()) / m[held].std() for m in (x, y))
    a, b, c = (np.where(held, m, np.nan) for m in (a, b, z))

    def gap(first: np.ndarray, second: np.ndarray) -> float:
        one, two = (correlate(m, c, level, statistic).value for m in (first, second))
        return abs(one - two) if one is not None and two is not None else math.nan

    observed, hits, known = gap(a, b), 0, 0
    for block in _swaps((5, 4), over, 60, 1):
        for swap in block:
            found = gap(np.where(swap, b, a), np.where(swap, a, b))
            known += not math.isnan(found)
            hits += found >= observed - 1e-12
    p = permutation_test(x, y, z, level, statistic, over=over, rounds=60, seed=1)
    assert p == pytest.approx((hits + 1) / (known + 1))


def test_permutation_undefined():
    flat, z = np.ones((4, 3)), np.arange(12.0).reshape(4, 3)
    assert permutation_test(flat, z, z, "system", "pearson") is None


@pytest.mark.parametrize("statistic", STATISTICS)
def test_rounds_tie_what_the_observation_ties(statistic):
    # Three systems have the mean 0.2; sums in another order differ in the last digit.
    x = np.array([[0.1, 0.2, 0.3], [0.3, 0.2, 0.1], [0.2, 0.1, 0.3], [0.5, 0.1, 0.9]])
    z = np.array([[1.0, 2, 3], [2, 3, 4], [5, 4, 6], [0, 9, 9]])
    exchanges = _Exchanges(x, x, [z], ~np.isnan(x), "system", (statistic,))
    found = exchanges._means(np.zeros((1, 4, 1), dtype=bool), x, x)
    assert found[0, 0, 0] == pytest.approx(correlate(x, z, "system", statistic).value, abs=1e-12)


@pytest.mark.parametrize(("over", "size"), [("systems", (5, 1)), ("inputs", (1, 5))])
def test_permutation_approaches_the_exact_share(over, size):
    rng = np.random.default_rng(8)
    z = rng.random((5, 5)) + np.arange(5)[:, None] / 4
    x, y = z + rng.random((5, 5)), z + 2 * rng.random((5, 5))
    a, b = ((m - m.mean()) / m.std() for m in (x, y))

    def gap(left, right):
        found = [correlate(m, z, "system", "pearson").value for m in (left, right)]
        return abs(found[0] - found[1])

    every = [np.array(bits).reshape(size) for bits in product([False, True], repeat=5)]
    far = [gap(np.where(m, b, a), np.where(m, a, b)) >= gap(a, b) - 1e-12 for m in every]
    found = permutation_test(x, y, z, "system", "pearson", over=over, rounds=4000, seed=2)
    assert found == pytest.approx(np.mean(far), abs=0.03)
    assert 0.05 < np.mean(far) < 0.95
