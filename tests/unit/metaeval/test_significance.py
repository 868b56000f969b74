"""Intervals and tests against scipy, hand-worked examples and their definitions."""

from __future__ import annotations

from itertools import combinations
from typing import Any

import networkx as nx
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import stats

from sumscope.metaeval.significance import (
    bootstrap_means,
    holm,
    letter,
    letters,
    randomization_test,
    randomization_tests,
    sign_test,
)


def test_exact_randomization_equals_scipy() -> None:
    rng = np.random.default_rng(7)
    for size in (2, 3, 5, 8, 10):
        left, right = rng.normal(size=size), rng.normal(0.4, size=size)
        ours, used = randomization_test(left, right)
        # scipy's paired permutation test goes through all 2^n swaps when asked for more.
        theirs = stats.permutation_test(
            (left, right),
            lambda a, b: np.mean(a - b),
            permutation_type="samples",
            n_resamples=10**6,
        ).pvalue
        assert used == size
        assert ours == pytest.approx(theirs, abs=1e-12)


def test_sampled_randomization_is_near_the_t_test() -> None:
    rng = np.random.default_rng(1)
    left, right = rng.normal(size=200), rng.normal(0.15, size=200)
    ours, _ = randomization_test(left, right, rounds=20_000, seed=3)
    assert ours == pytest.approx(stats.ttest_rel(left, right).pvalue, abs=0.02)


def test_randomization_worked_by_hand() -> None:
    # Differences 1, 2, 3: only +++ and --- of the eight sign patterns reach a sum of 6.
    assert sign_test(np.array([[1.0, 2.0, 3.0]]))[0] == 2 / 8
    # Equal systems: every pattern reaches 0.
    assert sign_test(np.zeros((1, 4)))[0] == 1.0


def test_missing_topics_are_left_out_in_pairs() -> None:
    left = np.array([1.0, np.nan, 2.0, 3.0])
    right = np.array([0.0, 5.0, np.nan, 1.0])
    p, used = randomization_test(left, right)
    assert used == 2
    assert p == 2 / 4
    p, used = randomization_test(left, np.array([np.nan, 1.0, np.nan, 1.0]))
    assert used == 1
    assert np.isnan(p)


def test_bootstrap_is_near_scipys() -> None:
    values = np.random.default_rng(5).gamma(2.0, size=(1, 60))
    low, high = bootstrap_means(values, resamples=20_000, seed=1)
    theirs = stats.bootstrap(
        (values[0],), np.mean, n_resamples=20_000, method="percentile", rng=2
    ).confidence_interval
    assert low[0] == pytest.approx(theirs.low, abs=0.03)
    assert high[0] == pytest.approx(theirs.high, abs=0.03)


def test_bootstrap_of_constant_and_missing_rows() -> None:
    values = np.array([[2.0, 2.0, 2.0], [1.0, np.nan, 3.0], [np.nan, np.nan, 1.0]])
    low, high = bootstrap_means(values, resamples=500, seed=0)
    assert (low[0], high[0]) == (2.0, 2.0)
    assert low[1] == 1.0
    assert high[1] == 3.0
    assert np.isnan(low[2])
    assert np.isnan(high[2])


def test_holm_worked_by_hand() -> None:
    # Sorted .01 .02 .03 .04 times 4 3 2 1, made monotone: .04 .06 .06 .06.
    p = np.array([0.04, 0.01, np.nan, 0.03, 0.02])
    expected = [0.06, 0.04, np.nan, 0.06, 0.06]
    assert holm(p) == pytest.approx(np.array(expected), nan_ok=True)


@given(st.integers(1, 7).flatmap(lambda n: st.tuples(st.just(n), st.integers(0, 2**21 - 1))))
def test_letters_say_exactly_who_differs(case: tuple[int, int]) -> None:
    size, code = case
    different = np.zeros((size, size), dtype=bool)
    for k, (i, j) in enumerate(combinations(range(size), 2)):
        different[i, j] = different[j, i] = bool(code >> k & 1)
    found = letters(different)
    for i in range(size):
        for j in range(size):
            if i != j:
                assert bool(set(found[i]) & set(found[j])) != different[i, j]


def test_letters_beyond_the_alphabet() -> None:
    assert [letter(0), letter(25), letter(26)] == ["a", "z", "a1"]


def test_many_pairs_at_once_give_the_numbers_of_each_alone() -> None:
    from itertools import combinations

    from sumscope.metaeval.significance import randomization_tests

    generator = np.random.default_rng(3)
    for topics, rounds in ((5, 1000), (40, 500), (3, 100), (90, 300)):
        values = generator.normal(size=(9, topics))
        values[generator.random(values.shape) < 0.05] = np.nan
        pairs = list(combinations(range(9), 2))
        many = zip(*randomization_tests(values, pairs, rounds=rounds, seed=4), strict=True)
        for (i, j), (p, used) in zip(pairs, many, strict=True):
            alone = randomization_test(values[i], values[j], rounds=rounds, seed=4)
            assert used == alone[1]
            assert p == alone[0] or (np.isnan(p) and np.isnan(alone[0]))


@given(st.integers(0, 9), st.data())
def test_letters_are_the_largest_groups_without_a_difference(size: int, data: Any) -> None:
    # Bron and Kerbosch's maximal cliques, as networkx finds them, of peers that do not differ.
    different = np.zeros((size, size), dtype=bool)
    graph = nx.Graph()
    graph.add_nodes_from(range(size))
    for i, j in combinations(range(size), 2):
        different[i, j] = different[j, i] = data.draw(st.booleans())
        if not different[i, j]:
            graph.add_edge(i, j)
    groups = sorted(sorted(clique) for clique in nx.find_cliques(graph))
    assert letters(different) == [
        "".join(letter(k) for k, group in enumerate(groups) if i in group) for i in range(size)
    ]


def test_many_pairs_at_once_equal_each_by_itself() -> None:
    rng = np.random.default_rng(3)
    values = rng.normal(size=(7, 12))
    values[1, 3] = values[4, :2] = values[5, 1:] = np.nan
    pairs = list(combinations(range(7), 2))
    found = zip(*randomization_tests(values, pairs, rounds=500, seed=2), strict=True)
    for (left, right), got in zip(pairs, found, strict=True):
        alone = randomization_test(values[left], values[right], rounds=500, seed=2)
        assert got[1] == alone[1]
        assert got[0] == alone[0] or (np.isnan(got[0]) and np.isnan(alone[0]))


def test_many_draws_and_many_pairs_agree_with_the_plain_way(monkeypatch: Any) -> None:
    # Both ways estimate the same p and the same intervals, from different random numbers.
    from sumscope.metaeval import significance

    rng = np.random.default_rng(8)
    values = rng.normal(size=(5, 130)) + np.array([[0.0], [0.05], [0.1], [0.2], [0.4]])
    values[2, 5:9] = np.nan
    pairs = list(combinations(range(5), 2))
    told: list[tuple[int, int]] = []

    def both() -> tuple[Any, Any]:
        return (
            bootstrap_means(values, resamples=9000, seed=1),
            randomization_tests(
                values, pairs, rounds=9000, seed=1, progress=lambda *at: told.append(at)
            ),
        )

    (low, high), (p, used) = both()
    monkeypatch.setattr(significance, "MOST_DRAWS", 0)
    (low_2, high_2), (p_2, used_2) = both()
    assert told[-1][0] == told[-1][1]
    assert used.tolist() == used_2.tolist()
    assert np.abs(p - p_2).max() < 6 * np.sqrt(0.25 / 9000)
    assert np.abs(low - low_2).max() < 0.02
    assert np.abs(high - high_2).max() < 0.02
    assert low.tolist() != low_2.tolist()


def test_all_sign_patterns_give_the_same_p_by_sums(monkeypatch: Any) -> None:
    from sumscope.metaeval import significance

    values = np.round(np.random.default_rng(2).random((6, 9)), 2)  # with ties
    pairs = list(combinations(range(6), 2))
    plain = randomization_tests(values, pairs, rounds=1000, seed=0)[0]
    monkeypatch.setattr(significance, "MOST_PRODUCTS", 0)
    assert randomization_tests(values, pairs, rounds=1000, seed=0)[0].tolist() == plain.tolist()


def test_topics_without_a_difference_do_not_disturb_a_tie_among_many(monkeypatch: Any) -> None:
    # Two systems that differ on three topics of 4,000, in one direction: of the 8 sign patterns of
    # these, 2 are as extreme as the observed one, so that p is near 1/4.
    from sumscope.metaeval import significance

    monkeypatch.setattr(significance, "MOST_DRAWS", 0)
    left = np.random.default_rng(5).random(4000)
    right = left.copy()
    right[[10, 999, 3500]] += 1e-5
    p, used = randomization_test(left, right, rounds=4000, seed=3)
    assert used == 4000
    assert abs(p - 0.25) < 6 * np.sqrt(0.1875 / 4000)
