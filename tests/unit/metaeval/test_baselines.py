"""Tests between all pairs of measures, against tests with one named baseline."""

from __future__ import annotations

import random

import pytest

from sumscope.core.table import ScoreRow, ScoreTable
from sumscope.metaeval.meta import evaluate_measures
from sumscope.metaeval.meta_result import by_baseline


def tables() -> tuple[ScoreTable, ScoreTable]:
    draw = random.Random(3)
    scores, human = [], []
    for peer in "abcdefg":
        for topic in range(8):
            worth = ord(peer) / 10 + draw.random()
            human.append(ScoreRow(str(topic), peer, False, "quality", worth))
            for at, noise in enumerate((0.1, 1.0, 3.0)):
                value = worth + noise * draw.random()
                scores.append(ScoreRow(str(topic), peer, False, f"m{at}", value))
    return ScoreTable(tuple(scores)), ScoreTable(tuple(human))


@pytest.mark.parametrize("baseline", ["m0", "m1", "m2"])
def test_every_measure_can_be_the_baseline(baseline: str) -> None:
    scores, human = tables()
    asked = {"level": ("system", "summary"), "resamples": 200, "seed": 1}
    every = evaluate_measures(scores, human, against="all", **asked)  # type: ignore[arg-type]
    named = evaluate_measures(scores, human, against=baseline, **asked)  # type: ignore[arg-type]
    key = {
        (t.left, t.level, t.statistic): t for t in by_baseline(every.tests) if t.right == baseline
    }
    assert len(key) == len(named.tests) == 2 * 2 * 4
    for test in named.tests:
        mine = key[test.left, test.level, test.statistic]
        assert mine.difference == pytest.approx(test.difference)
        assert (mine.low, mine.high) == pytest.approx((test.low, test.high))
        assert (mine.p, mine.p_holm) == (test.p, test.p_holm)
        assert mine.williams_t == pytest.approx(test.williams_t)
