"""Two studies compared over the topics they share."""

from __future__ import annotations

import pytest

from sumscope.core.table import ScoreRow, ScoreTable
from sumscope.studies.differences import differences
from sumscope.studies.state import Means


def table(**scores: list[float]) -> ScoreTable:
    return ScoreTable(
        tuple(
            ScoreRow(f"t{at}", peer, False, "m", value)
            for peer, values in scores.items()
            for at, value in enumerate(values)
        )
    )


def means(scores: ScoreTable) -> Means:
    return [(row["peer"], row["measure"], row["mean"]) for row in scores.means()]


def test_differences_are_paired_tested_and_said_for_what_changed_only() -> None:
    old = table(a=[0.1, 0.2, 0.3], b=[0.5, 0.5], gone=[0.2])
    new = table(a=[0.2, 0.4, 0.6, 0.9], b=[0.5, 0.5], fresh=[0.3])
    was = [list(row) for row in means(old)]
    rows = {row["peer"]: row for row in differences(old, was, new, means(new), 1000, 0)}
    assert list(rows) == ["a", "fresh", "gone"]
    a = rows["a"]
    # Over t0, t1, t2 alone, though the mean now is over four topics.
    assert a["topics"] == 3
    assert a["difference"] == pytest.approx((0.1 + 0.2 + 0.3) / 3)
    assert (a["before"], a["now"]) == (pytest.approx(0.2), pytest.approx(2.1 / 4))
    # All three differences have one sign: 2 of the 8 sign patterns are as extreme.
    assert a["p"] == pytest.approx(2 / 8)
    assert a["low"] is not None
    assert a["high"] is not None
    assert 0.1 <= a["low"] <= 0.2 <= a["high"] <= 0.3
    assert (rows["fresh"]["before"], rows["fresh"]["difference"]) == (None, None)
    assert (rows["gone"]["now"], rows["gone"]["topics"]) == (None, 0)
    assert differences(old, was, old, means(old), 1000, 0) == []
