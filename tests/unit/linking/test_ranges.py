"""Windows and stretches as arrays against loops."""

from __future__ import annotations

import numpy as np
import pytest

from sumscope.linking import ranges

RNG = np.random.default_rng(5)


@pytest.mark.parametrize("n", [0, 1, 2, 9])
def test_windows_and_blocks_equal_loops(n: int) -> None:
    values = RNG.random((n, 3))
    matrix = ranges.cosine_matrix(values)
    sums = ranges.window_sums(values, 2)
    blocks, corners = ranges.block_means(matrix), ranges.corner_means(matrix, 1)
    for i in range(n):
        np.testing.assert_allclose(sums[i], values[max(0, i - 2) : i + 3].sum(axis=0))
        for j in range(i, n):
            norm = np.linalg.norm(values[i]) * np.linalg.norm(values[j])
            assert matrix[i, j] == pytest.approx(values[i] @ values[j] / norm, abs=1e-5)
            assert blocks[i, j] == pytest.approx(matrix[i : j + 1, i : j + 1].mean(), abs=1e-5)
            near = matrix[max(0, i - 1) : i + 2, max(0, j - 1) : j + 2]
            assert corners[i, j] == pytest.approx(near.mean(), abs=1e-5)


@pytest.mark.parametrize("at", [[], [4], [0, 9], [0, 1, 2], [2, 5, 6, 9]])
def test_the_greatest_between(at: list[int]) -> None:
    values = RNG.random(10)
    places = np.array(at, dtype=np.int64)
    steps = ranges.over_steps(values, places, np.maximum)
    assert len(steps) == max(0, len(at) - 1)
    if not at:
        return
    found = ranges.greatest_between(steps)
    for a in range(len(at)):
        for b in range(a + 1, len(at)):
            assert found[a, b] == pytest.approx(values[at[a] + 1 : at[b] + 1].max())


def test_cohesion_and_depth_equal_loops() -> None:
    vectors = RNG.random((12, 4))
    along = ranges.cohesion(vectors, 3)
    deep = ranges.depth(along, 4)
    for i in range(12):
        before = vectors[max(0, i - 3) : i].sum(axis=0)
        after = vectors[i : i + 3].sum(axis=0)
        norm = np.linalg.norm(before) * np.linalg.norm(after)
        assert along[i] == pytest.approx(before @ after / norm if norm else 0.0)
        peaks = along[max(0, i - 4) : i + 1].max() + along[i : i + 5].max()
        assert deep[i] == pytest.approx(peaks - 2 * along[i])


def test_standardised_rows_without_spread_are_zero() -> None:
    assert not ranges.standardised(np.ones((3, 3), dtype=np.float32)).any()
