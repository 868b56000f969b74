"""Partition measures against scikit-learn, whose code and tests are independent of ours."""

from __future__ import annotations

from functools import lru_cache, partial

import numpy as np
import pytest
import sklearn
from sklearn import metrics as sk
from sklearn.metrics.cluster import contingency_matrix, pair_confusion_matrix

from sumscope.core.measure import parse
from sumscope.metrics import cover
from sumscope.metrics.cover import CoverPair

NEAR = 1e-12
RANDOM_PARTITIONS = 2000


def draws(count: int, seed: int, most: int = 60):  # type: ignore[no-untyped-def]
    """Two labelings of the same items; from one item up, from one cluster to all singletons."""
    rng = np.random.default_rng(seed)
    for _ in range(count):
        n = int(rng.integers(1, most))
        k = rng.integers(1, n + 1, size=2)
        yield rng.integers(0, k[0], size=n), rng.integers(0, k[1], size=n)


parsed = lru_cache(parse)


def score(name: str, pair: CoverPair) -> float:
    return float(parsed(name).score(pair))


def check(left, right, beta: float) -> None:  # type: ignore[no-untyped-def]
    pair = CoverPair.from_labels(left, right)
    table = contingency_matrix(left, right)
    assert table[table > 0].size == len(pair.contingency.counts)
    h, c, v = sk.homogeneity_completeness_v_measure(left, right, beta=beta)
    assert score("homogeneity", pair) == pytest.approx(h, abs=NEAR)
    assert score("completeness", pair) == pytest.approx(c, abs=NEAR)
    assert score(f"v{beta}", pair) == pytest.approx(v, abs=NEAR)
    assert score(f"nmi{beta}", pair) == pytest.approx(v, abs=NEAR)
    nmi = sk.normalized_mutual_info_score(left, right)
    assert score("nmi", pair) == pytest.approx(nmi, abs=NEAR)
    assert score("v", pair) == pytest.approx(nmi, abs=NEAR)
    assert score("rand", pair) == pytest.approx(sk.rand_score(left, right), abs=NEAR)
    assert score("ari", pair) == pytest.approx(sk.adjusted_rand_score(left, right), abs=NEAR)
    assert score("omega", pair) == pytest.approx(score("ari", pair), abs=NEAR)
    ami = sk.adjusted_mutual_info_score(left, right)
    assert score("ami", pair) == pytest.approx(ami, abs=1e-9)
    (tn, fp), (fn, tp) = pair_confusion_matrix(left, right).tolist()
    ours = pair.pairs  # scikit-learn counts ordered pairs, each pair twice
    assert (2 * ours.tn, 2 * ours.fp, 2 * ours.fn, 2 * ours.tp) == (tn, fp, fn, tp)
    if tp:
        p, r = tp / (tp + fp), tp / (tp + fn)
        assert score("pair-precision", pair) == pytest.approx(p, abs=NEAR)
        assert score("pair-recall", pair) == pytest.approx(r, abs=NEAR)
        assert score("pair-f", pair) == pytest.approx(2 * p * r / (p + r), abs=NEAR)
    purity = table.max(axis=0).sum() / len(left)
    assert score("purity", pair) == pytest.approx(purity, abs=NEAR)


@pytest.mark.parametrize("kind", [int, str])
def test_called_as_scikit_learn_is(kind: type) -> None:
    """The same two arrays, of numbers or words, give the same numbers."""
    both = (
        (cover.homogeneity, sk.homogeneity_score),
        (cover.completeness, sk.completeness_score),
        (cover.v, sk.v_measure_score),
        (cover.VWeighted(0.5), partial(sk.v_measure_score, beta=0.5)),
        (cover.nmi, sk.normalized_mutual_info_score),
        (cover.ami, sk.adjusted_mutual_info_score),
        (cover.rand, sk.rand_score),
        (cover.ari, sk.adjusted_rand_score),
    )
    for left, right in draws(50, 11):
        arrays = left.astype(kind), right.astype(kind)
        for ours, theirs in both:
            assert ours(*arrays) == pytest.approx(theirs(*arrays), abs=1e-9)


@pytest.mark.parametrize(
    "number", [200, pytest.param(RANDOM_PARTITIONS, marks=pytest.mark.all_only)]
)
def test_random_partitions(number: int) -> None:
    rng = np.random.default_rng(5)
    with sklearn.config_context(skip_parameter_validation=True, assume_finite=True):
        for left, right in draws(number, 2009):
            check(left, right, float(np.round(rng.uniform(0.01, 10), 3)))


@pytest.mark.nightly
def test_many_thousands_of_random_partitions() -> None:
    with sklearn.config_context(skip_parameter_validation=True, assume_finite=True):
        for left, right in draws(6_000, 7, most=300):
            check(left, right, 0.5)


@pytest.mark.parametrize("n", [1, 2, 3, 50])
def test_extreme_partitions(n: int) -> None:
    one, single = np.zeros(n, dtype=int), np.arange(n)
    half = np.arange(n) // 2
    for left in (one, single, half):
        for right in (one, single, half):
            check(left, right, 0.5)


@pytest.mark.all_only
def test_a_large_pair() -> None:
    rng = np.random.default_rng(1)
    left = rng.integers(0, 3000, size=100_000)
    right = np.where(rng.random(100_000) < 0.7, left, rng.integers(0, 2000, size=100_000))
    check(left, right, 0.5)
