"""Single judges and items they disagree on, by hand."""

from __future__ import annotations

import numpy as np
import pytest

from sumscope.metaeval.judge_profile import disagreements, profiles
from sumscope.metaeval.ratings import Ratings

NAN = np.nan


def test_a_harsh_judge_is_seen() -> None:
    ratings = Ratings.from_matrix(np.array([[1.0, 2, 3, NAN], [2, 3, 4, 5], [3, 4, 5, NAN]]))
    harsh, middle, mild = profiles(ratings, "abc")
    assert harsh.harshness == pytest.approx(1.5)  # the others give 2.5, 3.5, 4.5
    assert middle.harshness == pytest.approx(0.0)
    assert mild.harshness == pytest.approx(-1.5)
    assert harsh.agreement == pytest.approx(1.0)
    assert (middle.n, middle.shared) == (4, 3)
    assert middle.spread == pytest.approx(np.std([2, 3, 4, 5], ddof=1))
    assert middle.consistency is None


def test_consistency_is_alpha_of_what_was_shown_twice() -> None:
    # Items 0 and 1 show one text, 2 and 3 another; the second judge contradicts himself.
    ratings = Ratings.from_matrix(np.array([[1.0, 1, 4, 4], [1, 4, 4, 1]]))
    steady, wavering = profiles(ratings, "ab", np.array([0, 0, 1, 1]))
    assert steady.consistency == pytest.approx(1.0)
    assert (steady.repeated, wavering.repeated) == (2, 2)
    assert wavering.consistency is not None
    assert wavering.consistency < 0


def test_items_of_largest_disagreement_come_first() -> None:
    ratings = Ratings.from_matrix(np.array([[1.0, 1, 2, 3], [1, 5, 3, NAN]]))
    items = [("t0", "s"), ("t1", "s"), ("t2", "s"), ("t3", "s")]
    found = disagreements(ratings, "ab", items)
    assert [(one.topic, one.peer) for one in found] == [items[1], items[2]]
    assert found[0].ratings == {"a": 1.0, "b": 5.0}
    assert found[0].spread == pytest.approx(np.std([1, 5], ddof=1))
    assert [one.topic for one in disagreements(ratings, "ab", items, most=1)] == ["t1"]
