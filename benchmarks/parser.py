"""The dependency parser: tokens a second, beside spaCy's small model where it is installed.

    python benchmarks/parser.py [--sentences 500]
    SUMSCOPE_DATA=... python benchmarks/parser.py links [--meetings 40]
    SUMSCOPE_DATA=... python benchmarks/parser.py topics

Sentences are REALSumm's references and summaries where SUMSCOPE_DATA names the folder of real
corpora, else those of the embedded example. One process, one core, CPU time, best of three rounds;
our own time is shown for tags and trees together, from the sentence on. How often the trees are
right is tested in tests/reference/test_parser_accuracy.py.

links: does the parser help to find abstractive links? For every two linked sentences of an AMI
meeting: do they share a sentence of the abstract? A logistic regression learns it on the training
meetings from how alike the two sentences are, by words or by basic elements, and is judged on the
others.

topics: do heads make better topic words? Every reference and summary of REALSumm is scored as it
is, and with only the heads that the parser finds in each sentence; both are compared with the
judgements.
"""

from __future__ import annotations

import argparse
import gzip
import json
import os
import tempfile
import time
from collections.abc import Callable, Iterator, Set
from itertools import combinations
from pathlib import Path

import numpy as np

import sumscope
from sumscope.core.values import Topic
from sumscope.corpus.jsonl import read_corpus
from sumscope.corpus.view import TopicView
from sumscope.data import DEMO
from sumscope.text import pipeline
from sumscope.text.elements import elements


def read_sentences(count: int) -> list[str]:
    folder = os.environ.get("SUMSCOPE_DATA")
    path = Path(folder) / "realsumm" / "cnndm.jsonl.gz" if folder else Path(str(DEMO))
    found: list[str] = []
    for topic in read_corpus(str(path)):
        view = TopicView(topic)
        if view.lang in (None, "en"):
            found += [s for text in (*view.references, *view.peers) for s in text.sentences]
    step = max(1, len(found) // count)
    return found[::step][:count]


def best(work: Callable[[], int]) -> float:
    """Tokens a second of CPU time in the best of three rounds."""
    rates = []
    for _ in range(3):
        start = time.process_time()
        tokens = work()
        rates.append(tokens / (time.process_time() - start))
    return max(rates)


def spacy_rate(sentences: list[str]) -> float | None:
    try:
        import spacy

        model = spacy.load("en_core_web_sm", exclude=["ner"])
    except (ImportError, OSError):
        return None
    return best(lambda: sum(len(document) for document in model.pipe(sentences)))


def speed(count: int) -> None:
    sentences = read_sentences(count)
    own = pipeline("en")
    ours = best(lambda: sum(len(own.tree(sentence).tokens) for sentence in sentences))
    print(f"{len(sentences)} sentences")
    print(f"sumscope {ours:10,.0f} tokens a second")
    theirs = spacy_rate(sentences)
    if theirs is None:
        print("spaCy: en_core_web_sm is not installed")
    else:
        print(f"spaCy    {theirs:10,.0f} tokens a second; ours: {ours / theirs:.1f} times as fast")


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


def links(most: int) -> None:
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


def heads(sentence: str) -> str:
    """The heads of a sentence in reading order, as one sentence."""
    language = pipeline("en")
    found = elements(language.tree(sentence), language.lemma)
    return " ".join(element.head for element in found if element.modifier is None) + " ."


def topics() -> None:
    source = Path(os.environ["SUMSCOPE_DATA"]) / "realsumm" / "cnndm.jsonl.gz"
    with gzip.open(source, "rt", encoding="utf-8") as stream:
        read = [json.loads(line) for line in stream]
    for topic in read:
        for text in topic["references"] + topic["peers"]:
            given = text.get("sentences") or pipeline("en").sentences(text.pop("text"))
            text["sentences"] = [heads(s if isinstance(s, str) else s["text"]) for s in given]
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "heads.jsonl"
        path.write_text("".join(json.dumps(topic) + "\n" for topic in read), encoding="utf-8")
        for name, corpus in (("all words", source), ("heads only", path)):
            table = sumscope.score(corpus, ["topic-unigram", "topic-bigram"])
            for row in sumscope.meta(table, corpus).rows:
                if row.statistic in ("pearson", "kendall"):
                    print(name, row.measure, row.level, row.statistic, f"{row.value:.3f}")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("what", nargs="?", choices=("speed", "links", "topics"), default="speed")
    parser.add_argument("--sentences", type=int, default=500)
    parser.add_argument("--meetings", type=int, default=40)
    given = parser.parse_args()
    if given.what == "speed":
        speed(given.sentences)
    elif given.what == "links":
        links(given.meetings)
    else:
        topics()


if __name__ == "__main__":
    main()
