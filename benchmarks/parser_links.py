"""Does the parser help to find abstractive links? Words alone beside words with basic elements.

For every two linked sentences of an AMI meeting: do they share a sentence of the abstract? A
logistic regression learns it on the training meetings from how alike the two sentences are, and
is judged on the others.

    SUMSCOPE_DATA=... python benchmarks/parser_links.py [MEETINGS]
"""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator, Set
from itertools import combinations
from pathlib import Path

import numpy as np

from sumscope import read_corpus
from sumscope.core.values import Topic
from sumscope.text import pipeline
from sumscope.text.elements import elements


def pairs(topic: Topic) -> Iterator[tuple[list[float], bool]]:
    """Likenesses of two sentences (words, heads, heads with modifiers), and whether they link."""
    language = pipeline("en")
    texts = {s.id: s.text for d in topic.documents for s in d.sentences or ()}
    groups = [set(cluster.items) for cluster in topic.covers[0].clusters]
    known: dict[str, tuple[Set[object], ...]] = {}
    for item in sorted(set().union(*groups) & set(texts)):
        found = elements(language.tree(texts[item]), language.lemma)
        words = set(language.content_stems(texts[item]))
        known[item] = (words, {e[0] for e in found}, {e[:2] for e in found if e[1] is not None})
    for left, right in combinations(known, 2):
        row = [_dice(a, b) for a, b in zip(known[left], known[right], strict=True)]
        yield row, any(left in group and right in group for group in groups)


def _dice(a: Set[object], b: Set[object]) -> float:
    return 2 * len(a & b) / (len(a) + len(b)) if a or b else 0.0


def table(path: Path, most: int) -> tuple[np.ndarray, np.ndarray]:
    rows = [pair for topic in list(read_corpus(path))[:most] for pair in pairs(topic)]
    return np.array([row for row, _ in rows]), np.array([linked for _, linked in rows])


def main(most: int) -> None:
    from sklearn.linear_model import LogisticRegression
    from sklearn.metrics import f1_score, roc_auc_score

    folder = Path(os.environ["SUMSCOPE_DATA"]) / "ami"
    x, y = table(folder / "train.jsonl.gz", most)
    new, truth = table(folder / "dev.jsonl.gz", most)
    print(f"{len(y):,} pairs to learn from, {len(truth):,} to judge, {truth.mean():.3f} linked")
    sets = {
        "words": [0],
        "heads": [1],
        "heads and modifiers": [2],
        "words and heads": [0, 1],
        "all three": [0, 1, 2],
    }
    for name, columns in sets.items():
        model = LogisticRegression(class_weight="balanced").fit(x[:, columns], y)
        score = model.predict_proba(new[:, columns])[:, 1]
        f = f1_score(truth, score > 0.5)
        print(f"{name:22} ROC area {roc_auc_score(truth, score):.3f}   F {f:.3f}")


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 40)
