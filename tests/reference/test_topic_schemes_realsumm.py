"""On REALSumm 1/(1+D) of schemes 3 and 4 is anti-correlated with people, other readings are not.

The system-level numbers are those that a check from outside found with code of its own: Pearson
-.32 and -.27 for 1/(1+D), .71 and .91 for the sum over words of 1/(1+d).
"""

from __future__ import annotations

from pathlib import Path

import pytest

from sumscope.app.meta import meta
from sumscope.app.score import score


@pytest.mark.all_only
@pytest.mark.parametrize(
    ("scheme", "whole", "by_word"), [("topic-path", -0.32, 0.71), ("topic-closeness", -0.27, 0.91)]
)
def test_forms(data_dir: Path, scheme: str, whole: float, by_word: float) -> None:
    corpus = data_dir / "realsumm" / "cnndm.jsonl.gz"
    names = [scheme, f"{scheme}(form=paper)", f"{scheme}(form=word)"]
    levels = ["system", "summary"]
    found = meta(score(corpus, names, workers=1), corpus, level=levels, resamples=200)
    for statistic in ("pearson", "spearman", "kendall", "somers"):
        weighted, paper, word = (found.find(name, "summary", statistic) for name in names)
        assert weighted.low > 0
        assert paper.high < 0
        assert word.low > 0
    assert found.find(names[1], "system", "pearson").value == pytest.approx(whole, abs=0.006)
    assert found.find(names[2], "system", "pearson").value == pytest.approx(by_word, abs=0.006)
