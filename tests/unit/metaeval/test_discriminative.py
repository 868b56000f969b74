"""Tukey's HSD equals scipy's (and statsmodels' where it is installed); the 3 x 3 table."""

from __future__ import annotations

import numpy as np
import pytest
from scipy import stats

from sumscope.metaeval.discriminative import power, tukey

NAMES = {"measure": "measure", "human": "human"}


def ragged(seed: int) -> np.ndarray:
    rng = np.random.default_rng(seed)
    values = rng.normal(size=(5, 8)) + np.array([0, 0, 1, 2, 4])[:, None]
    if seed % 2:
        values[1, :3] = values[4, 5] = np.nan
    return values


@pytest.mark.parametrize("seed", [0, 1, 2, 3])
def test_tukey_is_scipys(seed):
    values = ragged(seed)
    ours = tukey(values)
    theirs = stats.tukey_hsd(*(row[~np.isnan(row)] for row in values))
    bounds = theirs.confidence_interval(0.95)
    i, j = np.triu_indices(5, 1)
    assert ours.differences == pytest.approx(theirs.statistic[i, j])
    assert ours.differences - ours.margins == pytest.approx(bounds.low[i, j], rel=1e-6)
    assert ours.differences + ours.margins == pytest.approx(bounds.high[i, j], rel=1e-6)
    assert ((ours.signs != 0) == (theirs.pvalue[i, j] < 0.05)).all()


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("seed", [0, 1])
def test_tukey_is_statsmodels(seed):
    multicomp = pytest.importorskip("statsmodels.stats.multicomp")
    values = ragged(seed)
    held = ~np.isnan(values)
    groups = np.repeat(np.arange(5), held.sum(axis=1))
    theirs = multicomp.pairwise_tukeyhsd(values[held], groups)
    ours = tukey(values)
    assert ((ours.signs != 0) == theirs.reject).all()
    assert -ours.differences == pytest.approx(theirs.meandiffs)
    low, high = theirs.confint.T
    assert -ours.differences - ours.margins == pytest.approx(low, rel=1e-4)
    assert -ours.differences + ours.margins == pytest.approx(high, rel=1e-4)


def test_the_table_counts_decisions():
    rng = np.random.default_rng(0)
    noise = 0.1 * rng.normal(size=(4, 30))
    human = noise + np.array([3.0, 2.0, 1.0, 1.0])[:, None]
    metric = rng.permutation(noise.ravel()).reshape(4, 30) + np.array([3.0, 3.0, 1.0, 2.0])[:, None]
    found = power(metric, human, **NAMES, resamples=100)
    # (0,1) better/none, (0,2) (0,3) (1,2) better/better, (1,3) better/better, (2,3) none/worse
    assert found.table == ((4, 1, 0), (0, 0, 1), (0, 0, 0))
    assert found.pairs == 6
    assert found.agreement == pytest.approx(4 / 6)
    assert (found.found, found.contradicted) == (4, 0)
    assert found.low <= found.agreement <= found.high
    turned = power(-metric, human, **NAMES, resamples=100)
    assert turned.contradicted == 4


def test_resampled_decisions_are_those_of_the_drawn_columns():
    from sumscope.metaeval.bootstrap import draw
    from sumscope.metaeval.discriminative import _drawn_signs

    values = ragged(0)
    draws = draw(5, 8, over="inputs", resamples=20, seed=1)
    found = _drawn_signs(values, draws.topics)
    for k in range(20):
        columns = np.repeat(np.arange(8), draws.topics[k].astype(int))
        assert (tukey(values[:, columns]).signs == found[k]).all()


def test_resampled_decisions_where_scores_are_missing():
    from sumscope.metaeval.bootstrap import draw
    from sumscope.metaeval.discriminative import _critical, _drawn_signs

    values = ragged(1)
    draws = draw(5, 8, over="inputs", resamples=20, seed=1)
    found = _drawn_signs(values, draws.topics)
    for k in range(20):
        columns = np.repeat(np.arange(8), draws.topics[k].astype(int))
        slow = tukey(values[:, columns])
        # The critical value is that of the whole matrix, whose degrees of freedom differ a little.
        change = _critical(5, tukey(values).df) / _critical(5, slow.df)
        sure = np.abs(slow.differences) > slow.margins * change
        assert ((found[k] != 0) == sure).all()
    assert power(values, values, **NAMES, resamples=100).low == 1.0


def test_nothing_to_decide_with():
    flat = np.ones((3, 4))
    same = power(flat, flat, **NAMES, resamples=100)
    assert same.table == ((0, 0, 0), (0, 3, 0), (0, 0, 0))
    assert power(flat[:1], flat[:1], **NAMES, resamples=100).reason == "fewer than two systems"
    one = power(flat[:, :1], flat[:, :1], **NAMES, resamples=100)
    assert "one topic" in str(one.reason)
    assert one.agreement is None


@pytest.mark.parametrize("constant", [1e6 + 0.1, 1e9 + 1 / 3, 0.1])
def test_rounding_separates_nobody(constant):
    rng = np.random.default_rng(0)
    values = np.full((20, 12), constant)
    values[rng.random(values.shape) < 0.3] = np.nan
    assert not tukey(values).signs.any()


def test_tiny_scores_are_separated_like_others():
    values = np.array([[1.0, 1.1, 0.9], [5.0, 5.1, 4.9], [9.0, 9.1, 8.9]])
    assert (tukey(values * 1e-14).signs == tukey(values).signs).all()
    assert tukey(values).signs.tolist() == [-1, -1, -1]


def test_pairs_of_a_system_and_a_person_are_part_of_all_pairs():
    """With `models` the 3x3 table counts, of all decisions, those on mixed pairs only."""
    rng = np.random.default_rng(3)
    human = rng.normal(size=(6, 30)) + np.array([0, 0, 1, 1, 4, 5])[:, None]
    metric = human + rng.normal(size=human.shape)
    models = [False, False, False, False, True, True]
    found = power(metric, human, **NAMES, resamples=50, models=models)
    signs = [tukey(values).signs for values in (human, metric)]
    i, j = np.triu_indices(6, 1)
    mixed = [at for at in range(len(i)) if models[i[at]] != models[j[at]]]
    assert found.pairs == len(mixed) == 8
    same = [signs[0][at] == signs[1][at] for at in mixed]
    assert found.agreement == pytest.approx(sum(same) / 8)
    assert sum(map(sum, found.table)) == 8
    alone = power(metric, human, **NAMES, resamples=50, models=[False] * 6)
    assert alone.agreement is None
    assert "no pair" in alone.reason
