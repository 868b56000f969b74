"""What topic-fusion reaches on two corpora with human scores, with intervals.

REALSumm (Bhandari et al. 2020) and MultiLing Pilot 2011, English. Nothing in the measure was fitted
to judgements. The tests pin what the documentation claims, and what it says cannot be claimed.
"""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from sumscope.app.meta import meta
from sumscope.app.score import score
from sumscope.core.table import ScoreTable
from sumscope.metaeval.meta_result import Meta

MEASURES = ["rouge-1", "rouge-2", "rouge-1(stop=true)", "rouge-1(weight=idf)", "topic-fusion"]


def study(corpus: Path) -> Meta:
    table = score(corpus, MEASURES, workers=1)
    two = ScoreTable(tuple(row for row in table if row.measure in ("rouge-2", "topic-fusion")))
    levels = ("system", "summary")
    every = meta(table, corpus, level=levels, resamples=100)
    return replace(
        every, tests=meta(two, corpus, level=levels, against="rouge-2", resamples=300).tests
    )


@pytest.fixture(scope="module")
def realsumm(data_dir: Path) -> Meta:
    return study(data_dir / "realsumm" / "cnndm.jsonl.gz")


@pytest.fixture(scope="module")
def multiling(data_dir: Path) -> Meta:
    return study(data_dir / "multiling2011" / "english.jsonl.gz")


def gap(result: Meta, level: str, statistic: str = "pearson"):
    return next(
        t
        for t in result.tests
        if (t.left, t.level, t.statistic) == ("topic-fusion", level, statistic)
    )


def test_our_rouge_on_realsumm(realsumm: Meta) -> None:
    found = {
        (m, level, s): round(realsumm.find(m, level, s).value or 0, 3)
        for m, level, s in [
            ("rouge-2", "system", "pearson"),
            ("rouge-2", "system", "kendall"),
            ("rouge-2", "summary", "kendall"),
            ("rouge-1", "summary", "kendall"),
        ]
    }
    assert list(found.values()) == [0.964, 0.862, 0.354, 0.410]


def test_realsumm_summary_level_is_significantly_above_rouge_2(realsumm: Meta) -> None:
    assert realsumm.find("topic-fusion", "summary", "pearson").value == pytest.approx(
        0.538, abs=5e-3
    )
    for statistic in ("pearson", "spearman", "kendall", "somers"):
        assert gap(realsumm, "summary", statistic).low > 0
    assert gap(realsumm, "summary").low > 0.04


def test_realsumm_system_level_is_not_separable(realsumm: Meta) -> None:
    found = gap(realsumm, "system")
    assert found.difference > -0.03
    assert found.low < 0 < found.high


def test_multiling_is_too_small_to_tell(multiling: Meta) -> None:
    for level in ("system", "summary"):
        found = gap(multiling, level)
        assert found.difference > 0
        assert found.low < 0 < found.high  # ten systems and ten topics: nothing may be claimed


def test_plain_baselines_are_as_strong(realsumm: Meta) -> None:
    ours = realsumm.find("topic-fusion", "summary", "pearson")
    for name in ("rouge-1(stop=true)", "rouge-1(weight=idf)"):
        assert abs(realsumm.find(name, "summary", "pearson").value - ours.value) < 0.01
