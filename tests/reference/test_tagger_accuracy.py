"""Accuracy of the shipped taggers on treebank text that they were not trained on.

Universal Dependencies English-EWT and Portuguese-Bosque, dev parts (CC BY-SA 4.0). Reached on the
day of training: .9470 English (25,147 words), .9626 Portuguese (28,446 words).
"""

from __future__ import annotations

import gzip
from pathlib import Path

import pytest

from sumscope.text.tagger import trained


@pytest.mark.parametrize(
    ("lang", "wanted", "reached"), [("en", 0.93, 0.9470), ("pt", 0.95, 0.9626)]
)
def test_accuracy_on_unseen_text(data_dir: Path, lang: str, wanted: float, reached: float) -> None:
    with gzip.open(data_dir / "ud" / f"{lang}-dev.tsv.gz", "rt", encoding="utf-8") as file:
        blocks = file.read().split("\n\n")
    right = total = 0
    model = trained(lang)
    for block in filter(str.strip, blocks):
        rows = [line.split("\t") for line in block.strip("\n").split("\n")]
        given = model.tag([row[0] for row in rows])
        right += sum(tag == row[1] for tag, row in zip(given, rows, strict=True))
        total += len(rows)
    assert right / total >= wanted
    assert right / total == pytest.approx(reached, abs=5e-5)
