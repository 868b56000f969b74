"""How `be` agrees with judges beside ROUGE-2, on two corpora with human scores.

REALSumm (Bhandari et al. 2020; litepyramid recall, 24 systems, 100 articles) and MultiLing Pilot
2011, English (grades, 10 systems, 10 topics). Nothing in the measure was fitted to judgements; the
tests pin what docs/explanation/basic-elements.md says.
"""

from __future__ import annotations

from pathlib import Path

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


def test_realsumm(data_dir: Path) -> None:
    assert correlations(data_dir / "realsumm" / "cnndm.jsonl.gz") == {
        "rouge-2": [0.964, 0.862, 0.45, 0.354],
        "be(match=h)": [0.918, 0.783, 0.499, 0.393],
        "be": [0.896, 0.732, 0.405, 0.311],
        "be(match=hmr)": [0.865, 0.71, 0.388, 0.3],
    }


def test_multiling(data_dir: Path) -> None:
    assert correlations(data_dir / "multiling2011" / "english.jsonl.gz") == {
        "rouge-2": [0.502, 0.539, 0.475, 0.385],
        "be(match=h)": [0.49, 0.539, 0.467, 0.359],
        "be": [0.573, 0.539, 0.484, 0.392],
        "be(match=hmr)": [0.562, 0.584, 0.478, 0.375],
    }
