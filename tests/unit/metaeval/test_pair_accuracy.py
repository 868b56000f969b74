"""acceq and spa against brute force and worked examples."""

from __future__ import annotations

from itertools import combinations, product

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sumscope.metaeval.bootstrap import Draws, draw
from sumscope.metaeval.pair_accuracy import (
    TieCalibration,
    resampled_soft_accuracy,
    resampled_system_accuracy,
    soft_accuracy,
    system_accuracy,
)

NAN = np.nan


def accuracy(x: np.ndarray, z: np.ndarray, topics, epsilon: float) -> list[float]:
    """The definition of Deutsch et al. (2023), pair by pair: a share for each topic."""
    found = []
    for t in topics:
        right = []
        for i, j in combinations(range(len(x)), 2):
            if np.isnan([x[i, t], x[j, t], z[i, t], z[j, t]]).any():
                continue
            gap = x[i, t] - x[j, t]
            metric = 0 if abs(gap) <= epsilon else np.sign(gap)
            right.append(metric == np.sign(z[i, t] - z[j, t]))
        if right:
            found.append(float(np.mean(right)))
    return found


def best_epsilon(x: np.ndarray, z: np.ndarray, topics) -> float:
    pairs = combinations(range(len(x)), 2)
    tried = {0.0, *(abs(x[i, t] - x[j, t]) for i, j in pairs for t in range(x.shape[1]))}
    # The smallest of the best.
    return max(
        sorted(e for e in tried if not np.isnan(e)),
        key=lambda e: round(sum(accuracy(x, z, topics, e)), 9),
    )


def drawn(seed: int, systems: int = 4, topics: int = 6) -> tuple[np.ndarray, np.ndarray]:
    rng = np.random.default_rng(seed)
    z = rng.integers(1, 4, size=(systems, topics)).astype(float)
    x = np.round(z + rng.normal(size=z.shape), 1)
    x[rng.random(x.shape) < 0.05] = NAN
    return x, z


def test_worked_example() -> None:
    # One topic pair for pair: people say a > b = c. Scores 3.0, 1.2, 1.0 order all three pairs, so
    # two of three agree; with epsilon 0.2 b and c tie, and all agree.
    z = np.array([[2.0, 2.0], [1.0, 1.0], [1.0, 1.0]])
    x = np.array([[3.0, 3.0], [1.2, 1.2], [1.0, 1.0]])
    assert accuracy(x, z, [0], 0.0) == pytest.approx([2 / 3])
    found = TieCalibration(x, z).accuracy()
    assert found.value == pytest.approx(1.0)
    assert found.epsilon == pytest.approx(0.2)


def test_epsilon_is_not_chosen_on_the_topic_it_judges() -> None:
    # On topic 0 ties would be right, on topic 1 they would be wrong, and each is judged by the
    # epsilon of the other: chosen on itself every topic would have all pairs right.
    z = np.array([[1.0, 2.0], [1.0, 1.0]])
    x = np.array([[0.5, 0.9], [0.0, 0.4]])
    assert accuracy(x, z, [0], 0.5) == accuracy(x, z, [1], 0.0) == [1.0]
    assert TieCalibration(x, z).accuracy().value == 0.0


@settings(max_examples=40, deadline=None)
@given(st.integers(0, 10_000))
def test_accuracy_is_the_definition_fold_by_fold(seed: int) -> None:
    x, z = drawn(seed)
    pairs = TieCalibration(x, z, seed)
    found = pairs.accuracy()
    if found.value is None:
        return
    fold_of = {topic: int(pairs.fold[topic]) for topic in np.unique(pairs.topic).tolist()}
    shares = []
    for fold in sorted(set(fold_of.values())):
        mine = [t for t, f in fold_of.items() if f == fold]
        others = [t for t, f in fold_of.items() if f != fold]
        shares += accuracy(x, z, mine, best_epsilon(x, z, others))
    assert found.value == pytest.approx(np.mean(shares))
    assert found.epsilon == pytest.approx(best_epsilon(x, z, list(fold_of)))
    assert found.n == len(fold_of)


@settings(max_examples=20, deadline=None)
@given(st.integers(0, 10_000))
def test_a_resample_of_ones_is_the_value(seed: int) -> None:
    x, z = drawn(seed)
    ones = Draws(np.ones((2, 4)), np.ones((2, 6)), "both")
    value = TieCalibration(x, z).accuracy().value
    if value is not None:
        assert TieCalibration(x, z).resampled(ones) == pytest.approx([value, value])
    whole = system_accuracy(x, z).value
    if whole is not None:
        assert resampled_system_accuracy(x, z, ones) == pytest.approx([whole, whole])


@settings(max_examples=20, deadline=None)
@given(st.integers(0, 10_000))
def test_the_order_of_systems_does_not_matter_to_accuracy(seed: int) -> None:
    x, z = drawn(seed)
    moved = np.random.default_rng(seed).permutation(len(x))
    one, other = TieCalibration(x, z).accuracy(), TieCalibration(x[moved], z[moved]).accuracy()
    assert one.reason == other.reason
    assert one.value == pytest.approx(other.value)


def test_systems_by_hand() -> None:
    z = np.array([[3.0, 3.0], [2.0, 2.0], [1.0, 1.0]])
    x = np.array([[1.0, 0.0], [0.4, 0.8], [0.2, 0.2]])  # means .5, .6, .2: one pair of three wrong
    assert system_accuracy(x, z).value == pytest.approx(2 / 3)


@pytest.mark.parametrize(
    ("x", "z", "reason"),
    [
        (
            np.ones((3, 2)),
            np.array([[1.0, 2], [2, 1], [3, 3]]),
            "the metric's scores are all equal",
        ),
        (np.array([[1.0, 2], [2, 1], [3, 3]]), np.ones((3, 2)), "the human scores are all equal"),
        (np.ones((1, 2)), np.ones((1, 2)), "fewer than two systems have both scores"),
        (np.full((3, 2), NAN), np.ones((3, 2)), "fewer than two systems have both scores"),
    ],
)
def test_degenerate_scores_have_a_reason(x: np.ndarray, z: np.ndarray, reason: str) -> None:
    for found in (TieCalibration(x, z).accuracy(), system_accuracy(x, z), soft_accuracy(x, z)):
        assert (found.value, found.reason) == (None, reason)


def test_one_topic_has_a_reason() -> None:
    x, z = np.array([[1.0], [2.0]]), np.array([[1.0], [2.0]])
    assert "one topic" in (TieCalibration(x, z).accuracy().reason or "")
    assert "one topic" in (soft_accuracy(x, z).reason or "")


def p_value(left: np.ndarray, right: np.ndarray) -> float:
    """Every exchange of two systems' scores, topic by topic."""
    gap = left - right
    sums = [np.dot(signs, gap) for signs in product((1, -1), repeat=len(gap))]
    return float(np.mean([total >= gap.sum() - 1e-12 for total in sums]))


@settings(max_examples=30, deadline=None)
@given(st.integers(0, 10_000), st.integers(2, 4), st.integers(2, 6))
def test_spa_is_its_definition(seed: int, systems: int, topics: int) -> None:
    rng = np.random.default_rng(seed)
    z = rng.integers(1, 4, size=(systems, topics)).astype(float)
    x = np.round(z + rng.normal(size=z.shape), 1)
    found = soft_accuracy(x, z)
    if found.value is None:
        return
    apart = [
        abs(p_value(x[i], x[j]) - p_value(z[i], z[j])) for i, j in combinations(range(systems), 2)
    ]
    assert found.value == pytest.approx(1 - np.mean(apart))


def test_spa_by_hand() -> None:
    # Two topics. People: differences 1 and 1, only ++ reaches 2: p = 1/4. The measure: differences
    # 1 and -1 sum to 0, which ++ and both mixed exchanges but not -- reach: +-, -+ give 2 and -2,
    # ++ gives 0, -- gives 0: three of four are at least 0, p = 3/4.
    z = np.array([[2.0, 2.0], [1.0, 1.0]])
    x = np.array([[2.0, 1.0], [1.0, 2.0]])
    assert soft_accuracy(x, z).value == pytest.approx(0.5)
    assert soft_accuracy(z, z).value == pytest.approx(1.0)


def test_spa_of_resamples_is_near_its_value() -> None:
    rng = np.random.default_rng(0)
    z = rng.normal(size=(8, 1)) + rng.normal(size=(8, 60))
    x = z + rng.normal(size=z.shape)
    ones = Draws(np.ones((1, 8)), np.ones((1, 60)), "both")
    value = soft_accuracy(x, z, rounds=20_000).value
    assert resampled_soft_accuracy(x, z, ones)[0] == pytest.approx(value, abs=0.01)
    samples = resampled_soft_accuracy(x, z, draw(8, 60, over="both", resamples=300, seed=0))
    assert not np.isnan(samples).any()
    assert ((samples >= 0) & (samples <= 1)).all()
