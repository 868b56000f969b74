"""How `be` agrees with judges beside ROUGE-2, on two corpora with human scores.

REALSumm (Bhandari et al. 2020; litepyramid recall, 24 systems, 100 articles) and MultiLing Pilot
2011, English (grades, 10 systems, 10 topics). Nothing in the measure was fitted to judgements; the
tests pin what docs/explanation/basic-elements.md says.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from sumscope.app.meta import meta
from sumscope.app.score import score

MEASURES = ["rouge-2", "be(match=h)", "be", "be(match=hmr)"]
LEVELS = ("system", "summary")


def correlations(corpus: Path) -> dict[str, list[float]]:
    """Pearson and Kendall at system level, then at summary level."""
    found = meta(score(corpus, MEASURES, workers=1), corpus, level=LEVELS, resamples=100)
    return {
        measure: [
            round(found.find(measure, level, statistic).value or 0, 3)
            for level in LEVELS
            for statistic in ("pearson", "kendall")
        ]
        for measure in MEASURES
    }


@pytest.mark.all_only
def test_realsumm(data_dir: Path) -> None:
    assert correlations(data_dir / "realsumm" / "cnndm.jsonl.gz") == {
        "rouge-2": [0.964, 0.862, 0.45, 0.354],
        "be(match=h)": [0.916, 0.768, 0.499, 0.391],
        "be": [0.876, 0.71, 0.398, 0.307],
        "be(match=hmr)": [0.848, 0.717, 0.386, 0.298],
    }


def test_multiling(data_dir: Path) -> None:
    assert correlations(data_dir / "multiling2011" / "english.jsonl.gz") == {
        "rouge-2": [0.502, 0.539, 0.475, 0.385],
        "be(match=h)": [0.48, 0.494, 0.463, 0.357],
        "be": [0.559, 0.494, 0.472, 0.392],
        "be(match=hmr)": [0.551, 0.539, 0.463, 0.377],
    }
