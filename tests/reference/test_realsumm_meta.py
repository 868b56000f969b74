"""REALSumm (Bhandari et al. 2020): correlations of ROUGE-1.5.5's own recall with LitePyramid.

The expected numbers are those published with the data (24 systems, 100 articles): system
Pearson and Kendall, summary Pearson and Kendall.
"""

from __future__ import annotations

import csv
import gzip
from pathlib import Path

import pytest

from sumscope.app.meta import meta
from sumscope.core.table import ScoreRow, ScoreTable

EXPECTED = {
    "ROUGE-1": (0.909, 0.754, 0.526, 0.410),
    "ROUGE-2": (0.964, 0.862, 0.450, 0.354),
    "ROUGE-L": (0.906, 0.739, 0.515, 0.402),
    "ROUGE-SU4": (0.963, 0.848, 0.499, 0.375),
}
FLAGS = "-n 4 -m -2 4 -u -w 1.2 -f A"


def test_rouge_recall(data_dir: Path) -> None:
    rows = []
    with gzip.open(data_dir / "realsumm" / "rouge-1.5.5.tsv.gz", "rt", encoding="utf-8") as file:
        for row in csv.DictReader(file, delimiter="\t"):
            if row["flags"] == FLAGS and row["measure"] in EXPECTED:
                value = float(row["r"])
                rows.append(ScoreRow(row["topic"], row["peer"], False, row["measure"], value))
    result = meta(
        ScoreTable(tuple(rows)),
        data_dir / "realsumm" / "cnndm.jsonl.gz",
        level=("system", "summary"),
        resamples=100,
    )
    for name, wanted in EXPECTED.items():
        found = [
            result.find(name, level, statistic)
            for level in ("system", "summary")
            for statistic in ("pearson", "kendall")
        ]
        assert [round(row.value or 0, 3) for row in found] == pytest.approx(wanted, abs=1e-9)
        assert [row.n for row in found] == [24, 24, 100, 100]
