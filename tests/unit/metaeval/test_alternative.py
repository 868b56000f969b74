"""The alternative annotator test against its definition, item by item (Calderon et al. 2025)."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.stats import false_discovery_control, ttest_1samp

from sumscope.core.errors import SumscopeError
from sumscope.metaeval.alternative import alternative_annotator
from sumscope.metaeval.ratings import Ratings

NAN = np.nan
NAMES = "abcd"


def by_definition(matrix: np.ndarray, said: np.ndarray, how: str, epsilon: float):
    """Section 3 of the paper: alignment scores, advantages, t tests, winning rate."""
    shares, p = [], []
    for j in range(len(matrix)):
        mine, its = [], []
        for i in range(matrix.shape[1]):
            others = [matrix[k, i] for k in range(len(matrix)) if k != j]
            others = [x for x in others if not np.isnan(x)]
            if np.isnan(matrix[j, i]) or np.isnan(said[i]) or not others:
                continue
            if how == "accuracy":
                scores = [np.mean([x == v for x in others]) for v in (said[i], matrix[j, i])]
            else:
                scores = [
                    -np.sqrt(np.mean([(x - v) ** 2 for x in others]))
                    for v in (said[i], matrix[j, i])
                ]
            its.append(scores[0] >= scores[1] - 1e-9)
            mine.append(scores[1] >= scores[0] - 1e-9)
        gap = np.array(mine, dtype=float) - np.array(its, dtype=float)
        shares.append((np.mean(its), np.mean(mine)))
        p.append(ttest_1samp(gap, epsilon, alternative="less").pvalue)
    won = false_discovery_control(p, method="by") <= 0.05
    return shares, p, won.mean()


@settings(max_examples=20, deadline=None)
@given(st.integers(0, 10_000), st.sampled_from(["rmse", "accuracy"]))
def test_it_follows_the_definition(seed: int, how: str) -> None:
    rng = np.random.default_rng(seed)
    truth = rng.integers(1, 6, size=60)
    matrix = np.clip(truth + rng.integers(-1, 2, size=(3, 60)), 1, 5).astype(float)
    matrix[:, :25][rng.random((3, 25)) < 0.1] = NAN
    said = np.clip(truth + rng.integers(-1, 2, size=60), 1, 5).astype(float)
    said[3] = NAN
    found = alternative_annotator(
        Ratings.from_matrix(matrix),
        said,
        NAMES,
        epsilon=0.2,
        alignment=how,  # type: ignore[arg-type]
    )
    shares, p, rate = by_definition(matrix, said, how, 0.2)
    assert found.winning_rate == pytest.approx(rate)
    for contest, (its, mine), value in zip(found.contests, shares, p, strict=True):
        assert contest.measure_share == pytest.approx(its)
        assert contest.judge_share == pytest.approx(mine)
        assert contest.p == pytest.approx(value, abs=1e-9)
    assert found.advantage == pytest.approx(np.mean([its for its, _ in shares]))
    assert found.passed == (rate >= 0.5)


def test_the_truth_passes_and_noise_fails() -> None:
    rng = np.random.default_rng(0)
    truth = rng.normal(size=100)
    ratings = Ratings.from_matrix(truth + rng.normal(scale=0.7, size=(4, 100)))
    good = alternative_annotator(ratings, truth, NAMES)
    assert (good.winning_rate, good.passed) == (1.0, True)
    bad = alternative_annotator(ratings, rng.normal(size=100), NAMES)
    assert (bad.winning_rate, bad.passed) == (0.0, False)


def test_ranks_do_not_ask_for_the_same_scale() -> None:
    rng = np.random.default_rng(1)
    truth = rng.normal(size=80)
    ratings = Ratings.from_matrix(truth + rng.normal(scale=0.5, size=(3, 80)))
    on_scale = alternative_annotator(ratings, truth, NAMES, alignment="rank")
    elsewhere = alternative_annotator(ratings, np.exp(truth) / 100, NAMES, alignment="rank")
    assert on_scale == elsewhere
    assert elsewhere.passed


def test_few_items_are_tested_by_signed_ranks_and_said() -> None:
    rng = np.random.default_rng(2)
    truth = rng.normal(size=20)
    ratings = Ratings.from_matrix(truth + rng.normal(scale=0.5, size=(3, 20)))
    found = alternative_annotator(ratings, truth, NAMES)
    assert {contest.test for contest in found.contests} == {"wilcoxon"}
    assert found.reason is not None
    assert "fewer than 30 items" in found.reason


@pytest.mark.parametrize(
    ("matrix", "said", "reason"),
    [
        (np.array([[1.0, 2, 3]]), np.ones(3), "no item has two ratings and a score"),
        (np.ones((2, 3)), np.full(3, NAN), "no item has two ratings and a score"),
        (np.ones((2, 1)), np.ones(1), "only one item has two ratings and a score"),
    ],
)
def test_what_cannot_be_tested_has_a_reason(matrix, said, reason: str) -> None:
    found = alternative_annotator(Ratings.from_matrix(matrix), said, NAMES)
    assert (found.winning_rate, found.passed, found.reason) == (None, None, reason)


def test_a_perfect_copy_wins_where_there_is_no_variance() -> None:
    matrix = np.tile(np.arange(40.0), (3, 1))
    found = alternative_annotator(Ratings.from_matrix(matrix), np.arange(40.0), NAMES, epsilon=0.1)
    assert (found.winning_rate, found.advantage) == (1.0, 1.0)


def test_odd_settings_are_refused() -> None:
    ratings = Ratings.from_matrix(np.ones((2, 3)))
    with pytest.raises(SumscopeError, match="epsilon"):
        alternative_annotator(ratings, np.ones(3), NAMES, epsilon=1.5)
    with pytest.raises(SumscopeError, match="level"):
        alternative_annotator(ratings, np.ones(3), NAMES, level=0)
