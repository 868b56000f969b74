"""Do heads make better topic words? `topic-unigram` on all words, and on heads of phrases alone.

Every reference and summary of REALSumm is scored as it is, and with only the heads that the
parser finds in each sentence; both are compared with the judgements.

    SUMSCOPE_DATA=... python benchmarks/parser_topics.py
"""

from __future__ import annotations

import gzip
import json
import os
import tempfile
from pathlib import Path

import sumscope
from sumscope.text import pipeline
from sumscope.text.elements import elements

MEASURES = ["topic-unigram", "topic-bigram"]


def heads(sentence: str) -> str:
    """The heads of a sentence in reading order, as one sentence."""
    language = pipeline("en")
    found = elements(language.tree(sentence), language.lemma)
    return " ".join(element.head for element in found if element.modifier is None) + " ."


def main() -> None:
    source = Path(os.environ["SUMSCOPE_DATA"]) / "realsumm" / "cnndm.jsonl.gz"
    with gzip.open(source, "rt", encoding="utf-8") as stream:
        topics = [json.loads(line) for line in stream]
    for topic in topics:
        for text in topic["references"] + topic["peers"]:
            given = text.get("sentences") or pipeline("en").sentences(text.pop("text"))
            text["sentences"] = [heads(s if isinstance(s, str) else s["text"]) for s in given]
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "heads.jsonl"
        path.write_text("".join(json.dumps(topic) + "\n" for topic in topics), encoding="utf-8")
        for name, corpus in (("all words", source), ("heads only", path)):
            table = sumscope.score(corpus, MEASURES)
            for row in sumscope.meta(table, corpus).rows:
                if row.statistic in ("pearson", "kendall"):
                    print(name, row.measure, row.level, row.statistic, f"{row.value:.3f}")


if __name__ == "__main__":
    main()
