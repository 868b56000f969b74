"""Sentence graphs of texts that are too long are refused in one line, before memory is taken."""

from __future__ import annotations

import json
import tracemalloc
from pathlib import Path

import pytest

import sumscope
from sumscope.core.errors import SumscopeError
from sumscope.graph.sentences import cosine, words_in_common


@pytest.mark.parametrize("build", [words_in_common, cosine])
def test_too_many_pairs_are_refused_before_they_are_made(build) -> None:  # type: ignore[no-untyped-def]
    sentences = [(str(n), ("same", "word")) for n in range(4000)]
    tracemalloc.start()
    with pytest.raises(SumscopeError, match=r"4,000 sentences share words in too many pairs"):
        build(sentences)
    assert tracemalloc.get_traced_memory()[1] < 20_000_000
    tracemalloc.stop()


def test_many_shared_words_are_refused() -> None:
    words = tuple(f"w{n}" for n in range(60))
    with pytest.raises(SumscopeError, match="share too many words"):
        words_in_common([(str(n), words) for n in range(2000)])


@pytest.mark.parametrize("measure", ["topic-unigram", "topic-unigram(topics=gaac)"])
def test_a_reference_of_very_many_sentences_ends_the_run_in_one_line(
    measure: str, tmp_path: Path
) -> None:
    text = "River rose. " * 20_000
    topic = {"id": "T", "lang": "en", "references": [{"id": "A", "text": text}]}
    topic["peers"] = [{"id": "p", "text": "River rose."}]
    path = tmp_path / "long.jsonl"
    path.write_text(json.dumps(topic) + "\n")
    with pytest.raises(SumscopeError, match=r"20,000 sentences"):
        sumscope.score(path, [measure])
