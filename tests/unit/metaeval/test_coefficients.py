"""Agreement of judges against other packages, published tables and brute force."""

from __future__ import annotations

from itertools import combinations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays

from sumscope.core.errors import SumscopeError
from sumscope.metaeval.coefficients import COEFFICIENTS, Coefficient, reliability
from sumscope.metaeval.ratings import Ratings

NAN = np.nan
# Krippendorff, "Computing Krippendorff's Alpha-Reliability" (2011), part C: 4 observers, 12 units.
KRIPPENDORFF = np.array(
    [
        [1, 2, 3, 3, 2, 1, 4, 1, 2, NAN, NAN, NAN],
        [1, 2, 3, 3, 2, 2, 4, 1, 2, 5, NAN, 3],
        [NAN, 3, 3, 3, 2, 3, 4, 2, 2, 5, 1, NAN],
        [1, 2, 3, 3, 2, 4, 4, 1, 2, 5, 1, NAN],
    ]
)
# Shrout and Fleiss, "Intraclass correlations" (1979), table 2: 6 targets, 4 judges.
SHROUT_FLEISS = np.array(
    [[9, 6, 8, 7, 10, 6], [2, 1, 4, 1, 5, 2], [5, 3, 6, 2, 6, 4], [8, 2, 8, 6, 9, 7]], dtype=float
)


def value(matrix: np.ndarray, name: Coefficient) -> float | None:
    return reliability(Ratings.from_matrix(matrix), (name,), resamples=0)[0].value


def matrices(most: int = 8) -> st.SearchStrategy[np.ndarray]:
    ratings = st.sampled_from([1.0, 2.0, 3.0, 5.0, NAN])
    shapes = st.tuples(st.integers(2, 4), st.integers(2, most))
    return shapes.flatmap(lambda shape: arrays(np.float64, shape, elements=ratings))


def test_alpha_of_the_worked_example() -> None:
    # Values as published in that paper, parts C and D.
    for name, published in (("nominal", 0.743), ("ordinal", 0.815), ("interval", 0.849)):
        assert value(KRIPPENDORFF, f"alpha-{name}") == pytest.approx(published, abs=5e-4)  # type: ignore[arg-type]
    assert value(KRIPPENDORFF, "alpha-ratio") == pytest.approx(0.797, abs=5e-4)


def test_gwet_of_the_worked_example() -> None:
    # The same ratings are `cac.raw4raters` of the R package irrCAC; its manual gives AC1 = 0.77544,
    # and with quadratic weights AC2 = 0.914.
    assert value(KRIPPENDORFF, "ac1") == pytest.approx(0.77544, abs=5e-6)
    assert value(KRIPPENDORFF, "ac2") == pytest.approx(0.91400, abs=5e-6)


def test_icc_of_the_published_table() -> None:
    assert value(SHROUT_FLEISS, "icc") == pytest.approx(0.29, abs=5e-3)  # their table 4: ICC(2,1)


@settings(max_examples=60, deadline=None)
@given(matrices())
def test_alpha_equals_the_krippendorff_package(matrix: np.ndarray) -> None:
    package = pytest.importorskip("krippendorff")
    for level in ("nominal", "ordinal", "interval", "ratio"):
        ours = value(matrix, f"alpha-{level}")  # type: ignore[arg-type]
        if ours is not None:
            theirs = package.alpha(matrix, level_of_measurement=level)
            assert ours == pytest.approx(theirs, abs=1e-9)


@pytest.mark.filterwarnings("ignore")  # of pandas, about how irrCAC calls it
@settings(max_examples=25, deadline=None)
@given(matrices())
def test_ac_equals_irr_cac(matrix: np.ndarray) -> None:
    raw = pytest.importorskip("irrCAC.raw")
    pandas = pytest.importorskip("pandas")
    # It takes NaN for a category with recent versions of pandas unless the categories are given.
    known = matrix[:, ~np.isnan(matrix).all(axis=0)]
    categories = sorted(set(known[~np.isnan(known)]))
    for name, weights in (("ac1", "identity"), ("ac2", "quadratic")):
        ours = value(known, name)  # type: ignore[arg-type]
        if ours is not None:
            frame = pandas.DataFrame(known.T)
            theirs = raw.CAC(frame, weights=weights, categories=categories, digits=9).gwet()
            assert ours == pytest.approx(theirs["est"]["coefficient_value"], abs=1e-7)


@pytest.mark.filterwarnings("ignore")  # of pandas, about how pingouin calls it
@settings(max_examples=15, deadline=None)
@given(st.integers(2, 5), st.integers(2, 8), st.integers(0, 10_000))
def test_icc_equals_pingouin(judges: int, items: int, seed: int) -> None:
    pingouin = pytest.importorskip("pingouin")
    pandas = pytest.importorskip("pandas")
    if items < 5:
        items += 3  # it asks for five ratings or more
    rng = np.random.default_rng(seed)
    matrix = (
        rng.normal(size=(judges, items)) + rng.normal(size=items) + rng.normal(size=(judges, 1))
    )
    long = [
        {"item": i, "judge": j, "rating": matrix[j, i]} for j in range(judges) for i in range(items)
    ]
    table = pingouin.intraclass_corr(pandas.DataFrame(long), "item", "judge", "rating")
    theirs = table["ICC"].to_numpy()[1]  # ICC(A,1), which Shrout and Fleiss call ICC(2,1)
    assert value(matrix, "icc") == pytest.approx(theirs, abs=1e-6)


@settings(max_examples=60, deadline=None)
@given(matrices())
def test_kappa_is_the_mean_of_scikit_learn_over_pairs(matrix: np.ndarray) -> None:
    from sklearn.metrics import cohen_kappa_score

    found = []
    for left, right in combinations(matrix, 2):
        both = ~(np.isnan(left) | np.isnan(right))
        a, b = left[both], right[both]
        if both.sum() < 2 or len({*a, *b}) < 2:
            continue
        # Its weights go by places in the list of labels: all the places from 1 to 5 are labels.
        found.append(cohen_kappa_score(a, b, weights="quadratic", labels=[1, 2, 3, 4, 5]))
    ours = value(matrix, "kappa")
    if not found:
        assert ours is None
    elif ours is not None:
        assert ours == pytest.approx(np.mean(found), abs=1e-9)


@settings(max_examples=40, deadline=None)
@given(matrices(), st.randoms(use_true_random=False))
def test_names_and_order_do_not_matter(matrix: np.ndarray, chance: object) -> None:
    rng = np.random.default_rng(chance.randint(0, 10**6))  # type: ignore[attr-defined]
    moved = matrix[rng.permutation(len(matrix))][:, rng.permutation(matrix.shape[1])]
    for name in COEFFICIENTS:
        first, second = value(matrix, name), value(moved, name)
        assert (first is None) == (second is None)
        if first is not None:
            assert first == pytest.approx(second, abs=1e-9)


@settings(max_examples=30, deadline=None)
@given(matrices())
def test_scale_does_not_matter_where_it_should_not(matrix: np.ndarray) -> None:
    for name in ("alpha-nominal", "alpha-ordinal", "alpha-interval", "ac1", "ac2", "kappa", "icc"):
        first, second = value(matrix, name), value(3 * matrix + 7, name)  # type: ignore[arg-type]
        assert first == (None if second is None else pytest.approx(second, abs=1e-7))


def test_a_resample_is_a_corpus_of_repeated_items() -> None:
    # Counts of 2, 0, 1, ... must give what the coefficient gives on columns written out that often.
    from sumscope.metaeval import coefficients as module

    rng = np.random.default_rng(3)
    counts = rng.integers(0, 3, size=KRIPPENDORFF.shape[1])
    ratings = Ratings.from_matrix(KRIPPENDORFF)
    written = np.repeat(KRIPPENDORFF, counts, axis=1)
    for name in COEFFICIENTS:
        if name in ("ac1", "ac2") and len(set(written[~np.isnan(written)])) < 5:
            continue  # a resample keeps the categories of the whole
        compute = module._PREPARE[name](ratings, module.Counted(ratings))
        assert not isinstance(compute, str)
        drawn = float(compute(counts[None, :].astype(float))[0])
        assert drawn == pytest.approx(value(written, name), abs=1e-9)


def test_perfect_agreement_is_one() -> None:
    matrix = np.tile(np.array([1.0, 2.0, 3.0, 5.0, 2.0]), (3, 1))
    for row in reliability(Ratings.from_matrix(matrix), resamples=200):
        assert row.value == pytest.approx(1.0, abs=1e-12), row.statistic
        assert row.reason is None


@pytest.mark.parametrize(
    ("matrix", "reason"),
    [
        (np.full((3, 4), 2.0), "all ratings are equal"),
        (np.array([[1.0, 2.0, 3.0]]), "one judge"),
        (np.array([[1.0], [2.0]]), "only one item has two ratings"),
        (np.array([[1.0, NAN], [NAN, 2.0]]), "no item has two ratings"),
        (np.full((2, 3), NAN), "no ratings"),
    ],
)
def test_degenerate_ratings_have_a_reason(matrix: np.ndarray, reason: str) -> None:
    for row in reliability(Ratings.from_matrix(matrix)):
        assert row.value is None
        assert row.reason == reason, row.statistic


def test_the_interval_holds_the_value_and_depends_on_the_seed_only() -> None:
    ratings = Ratings.from_matrix(KRIPPENDORFF)
    first, second = (reliability(ratings, seed=5) for _ in range(2))
    assert first == second
    for row in first:
        assert row.low is not None
        assert row.high is not None
        assert row.low <= row.value <= row.high  # type: ignore[operator]


def test_a_rating_given_twice_is_refused() -> None:
    one = np.zeros(2, dtype=np.int64)
    with pytest.raises(SumscopeError, match="rated an item twice"):
        Ratings.of(one, one, np.ones(2), 1, 1)
