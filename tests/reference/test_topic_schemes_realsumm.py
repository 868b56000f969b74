"""On REALSumm the literal 1/D of schemes 3 and 4 is anti-correlated with people, ours is not."""

from __future__ import annotations

from pathlib import Path

import pytest

from sumscope.app.meta import meta
from sumscope.app.score import score


@pytest.mark.parametrize("scheme", ["topic-path", "topic-closeness"])
def test_forms(data_dir: Path, scheme: str) -> None:
    corpus = data_dir / "realsumm" / "cnndm.jsonl.gz"
    names = [scheme, f"{scheme}(form=paper)"]
    found = meta(score(corpus, names, workers=1), corpus, level="summary", resamples=200)
    for statistic in ("pearson", "spearman", "kendall", "somers"):
        weighted, paper = (found.find(name, "summary", statistic) for name in names)
        assert weighted.low > 0
        assert paper.high < 0
