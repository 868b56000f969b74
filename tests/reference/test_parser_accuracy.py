"""Accuracy of the shipped parsers on treebank text that they were not trained on.

Universal Dependencies English-EWT and Portuguese-Bosque, dev parts (CC BY-SA 4.0), with the
treebank's tokens, our own tags, and punctuation included. `train/train_parser.py`
prints the same numbers.
"""

from __future__ import annotations

import gzip
from pathlib import Path

import pytest

from sumscope.text import tagger, trees


def attachment(data_dir: Path, lang: str) -> tuple[float, float]:
    """The shares of words with the treebank's head, and with its head and relation."""
    with gzip.open(data_dir / "ud" / f"{lang}-dev-trees.tsv.gz", "rt", encoding="utf-8") as file:
        blocks = file.read().split("\n\n")
    total = unlabelled = labelled = 0
    parser, tags = trees.trained(lang), tagger.trained(lang)
    for block in filter(str.strip, blocks):
        rows = [line.split("\t") for line in block.strip("\n").split("\n")]
        words = [row[0] for row in rows]
        heads, relations = parser.parse(words, tags.tag(words), trees.BEAM)
        total += len(rows)
        for row, head, relation in zip(rows, heads, relations, strict=True):
            if int(row[3]) == head:
                unlabelled += 1
                labelled += row[4] == relation
    return unlabelled / total, labelled / total


@pytest.mark.parametrize(
    ("lang", "wanted", "reached"),
    [("en", (0.84, 0.80), (0.84205, 0.80268)), ("pt", (0.84, 0.80), (0.86856, 0.82596))],
)
def test_attachment_on_unseen_text(
    data_dir: Path, lang: str, wanted: tuple[float, float], reached: tuple[float, float]
) -> None:
    found = attachment(data_dir, lang)
    assert found[0] >= wanted[0]
    assert found[1] >= wanted[1]
    assert found == pytest.approx(reached, abs=5e-5)
