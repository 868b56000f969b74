"""The dependency parser: tokens a second, beside spaCy's small model where it is installed.

    python benchmarks/parser.py [--sentences 500]

Sentences are REALSumm's references and summaries where SUMSCOPE_DATA names the folder of real
corpora, else those of the embedded example. One process, one core, CPU time, best of three rounds;
our own time is shown for tags and trees together, from the sentence on. How often the trees are
right is tested in tests/reference/test_parser_accuracy.py.
"""

from __future__ import annotations

import argparse
import os
import time
from collections.abc import Callable
from pathlib import Path

from sumscope.corpus.jsonl import read_corpus
from sumscope.corpus.view import TopicView
from sumscope.data import DEMO
from sumscope.text import pipeline


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


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--sentences", type=int, default=500)
    sentences = read_sentences(parser.parse_args().sentences)
    own = pipeline("en")
    ours = best(lambda: sum(len(own.tree(sentence).tokens) for sentence in sentences))
    print(f"{len(sentences)} sentences")
    print(f"sumscope {ours:10,.0f} tokens a second")
    theirs = spacy_rate(sentences)
    if theirs is None:
        print("spaCy: en_core_web_sm is not installed")
    else:
        print(f"spaCy    {theirs:10,.0f} tokens a second; ours: {ours / theirs:.1f} times as fast")


if __name__ == "__main__":
    main()
