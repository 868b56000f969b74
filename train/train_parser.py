"""Train the dependency parsers: `SUMSCOPE_DATA=... python train/train_parser.py en pt`.

Reads `ud/<lang>-train-trees.tsv.gz` (word, tag, lemma, head, relation; sentences separated by blank
lines), writes `src/sumscope/data/trees/<lang>.npz` and prints the attachment scores on
`ud/<lang>-dev-trees.tsv.gz`, which is not trained on. Tags are never those of the treebank: dev is
tagged by our tagger, and each of some parts of the training sentences by a tagger that has learnt
from the others. The same data give the same bytes; five to ten minutes per language.
"""

from __future__ import annotations

import argparse
import gzip
import os
import random
import time
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import chain
from pathlib import Path

import numpy as np
import train_tagger
from numpy.typing import NDArray

from sumscope.core.files import atomic_write
from sumscope.kernels import parser as kernel
from sumscope.text import dependencies as d
from sumscope.text.perceptron import Tagger, plain
from sumscope.text.tagger import trained as trained_tagger
from sumscope.text.trees import BEAM

SEED = 1
#: Parses kept at each step while learning; parsing itself makes do with fewer.
TRAINING_BEAM = 6
#: Parts of the training sentences, and passes of the taggers that tag them.
PARTS, TAGGER_PASSES = 5, 5
#: Names seen less often become unknown.
WORDS, FINE, ENDINGS = 5, 10, 10
#: Passes, and how often the right trees have a feature that is learnt.
ARC_PASSES, ARC_SEEN = 6, 5
LABEL_PASSES, LABEL_SEEN = 4, 5
#: Averaged weights are multiplied by this and rounded; then those below KEEP are dropped, and
#: features whose largest weight is below LARGEST.
ARC_SCALE, ARC_KEEP, ARC_LARGEST = 2.0, 1, 5
LABEL_SCALE, LABEL_KEEP, LABEL_LARGEST = 1.0, 1, 1

TARGET = Path(__file__).resolve().parent.parent / "src" / "sumscope" / "data" / "trees"


@dataclass
class Sentence:
    """A sentence of a treebank, with tags that a tagger gave."""

    words: list[str]
    gold_tags: list[str]
    heads: list[int]
    relations: list[str]
    tags: list[str]


def read(path: Path) -> Iterator[Sentence]:
    """The sentences of a file of trees."""
    rows: list[list[str]] = []
    with gzip.open(path, "rt", encoding="utf-8") as file:
        for line in chain(file, [""]):
            if line.strip():
                rows.append(line.rstrip("\n").split("\t"))
            elif rows:
                words, tags, _, heads, relations = map(list, zip(*rows, strict=True))
                yield Sentence(words, tags, [int(head) for head in heads], relations, tags)
                rows = []


def tag_in_turn(sentences: list[Sentence]) -> None:
    """Tag each part of the sentences with a tagger that has learnt from the other parts."""
    train_tagger.EPOCHS = TAGGER_PASSES
    right = total = 0
    for part in range(PARTS):
        others = [s for at, s in enumerate(sentences) if at % PARTS != part]
        pairs = [list(zip(s.words, s.gold_tags, strict=True)) for s in others]
        model = Tagger(*train_tagger.train(pairs))
        for sentence in sentences[part::PARTS]:
            sentence.tags = model.tag(sentence.words)
            both = zip(sentence.tags, sentence.gold_tags, strict=True)
            right += sum(ours == gold for ours, gold in both)
            total += len(sentence.words)
    print(f"  {right / total:.4f} of the tags that are trained on are right", flush=True)


def lifted(heads: Sequence[int]) -> list[int]:
    """A projective tree: of crossing arcs the shortest hang on the head's head instead."""
    tree = [0, *heads]
    while True:
        crossing = [
            (abs(head - token), token)
            for token, head in enumerate(tree)
            if token and head and not all(_below(tree, k, head) for k in _inside(token, head))
        ]
        if not crossing:
            return tree[1:]
        token = min(crossing)[1]
        tree[token] = tree[tree[token]]


def _inside(a: int, b: int) -> range:
    return range(min(a, b) + 1, max(a, b))


def _below(tree: Sequence[int], token: int, head: int) -> bool:
    while token not in (0, head):
        token = tree[token]
    return token == head


def names_of(sentences: list[Sentence]) -> d.Names:
    """The words, tags, endings and relations that get a number."""

    def common(found: Iterable[str], least: int) -> list[str]:
        return sorted(name for name, times in Counter(found).items() if times >= least)

    tokens = [pair for s in sentences for pair in zip(s.words, s.tags, strict=True)]
    return d.Names(
        words=common((plain(word) for word, _ in tokens), WORDS),
        fine=common((d.fine_tag(word, tag) for word, tag in tokens), FINE),
        tags=common((tag for _, tag in tokens), 1),
        endings=common((d.ending(word) for word, _ in tokens), ENDINGS),
        relations=common((relation for s in sentences for relation in s.relations), 1),
    )


Ints = NDArray[np.int32]


def passes(learn: Callable[[Ints], int], times: int, sentences: int, of: int, what: str) -> None:
    """Learn from all sentences several times, each time in another order."""
    shuffle = random.Random(SEED).shuffle
    order = list(range(sentences))
    start = time.process_time()
    for number in range(times):
        shuffle(order)
        wrong = learn(np.array(order, dtype=np.int32))
        seconds = time.process_time() - start
        print(f"  {what} {number + 1}: {1 - wrong / of:.4f} right, {seconds:.0f} s", flush=True)


def arcs(rows: Sequence[Ints], trees: Sequence[Ints], starts: Ints, what: str) -> d.ArcWeights:
    """Learn the weights of arcs in one direction."""
    tokens, heads = np.concatenate(rows), np.concatenate(trees)
    templates = d.arc_templates()
    trainer = kernel.ArcTrainer(*templates, tokens, heads, starts, TRAINING_BEAM, ARC_SEEN)
    passes(trainer.learn, ARC_PASSES, len(rows), len(rows), f"{what}, sentences, pass")
    keys, sums, steps = trainer.sums()
    weights = rounded(sums, steps, ARC_SCALE, ARC_KEEP)
    kept = chosen(keys, weights, ARC_LARGEST)
    return d.ArcWeights(keys[kept], np.ascontiguousarray(weights[kept]).reshape(-1))


def labels(
    rows: Sequence[Ints], sentences: list[Sentence], starts: Ints, names: d.Names
) -> d.LabelWeights:
    """Learn the weights of relations."""
    tokens = np.concatenate(rows)
    number = {relation: at for at, relation in enumerate(names.relations)}
    heads = np.array([h for s in sentences for h in s.heads], dtype=np.int32)
    gold = np.array([number[r] for s in sentences for r in s.relations], dtype=np.int32)
    templates = d.label_templates()
    trainer = kernel.LabelTrainer(*templates, tokens, heads, gold, starts, len(number), LABEL_SEEN)
    passes(trainer.learn, LABEL_PASSES, len(rows), len(tokens), "relations, pass")
    keys, sums, steps = trainer.sums()
    weights = rounded(sums, steps, LABEL_SCALE, LABEL_KEEP)
    kept = chosen(keys, weights, LABEL_LARGEST)
    row, label = np.nonzero(weights[kept])
    return d.LabelWeights(
        keys[kept],
        np.searchsorted(row, np.arange(len(kept) + 1)).astype(np.int32),
        label.astype(np.int32),
        np.ascontiguousarray(weights[kept][row, label]),
    )


def rounded(sums: NDArray[np.int64], steps: int, scale: float, keep: int) -> NDArray[np.int8]:
    """Averages as small whole numbers."""
    made = np.rint(sums / steps * scale)
    made[np.abs(made) < keep] = 0
    return np.clip(made, -127, 127).astype(np.int8)


def chosen(keys: NDArray[np.uint32], weights: NDArray[np.int8], largest: int) -> NDArray[np.int64]:
    """The rows that have a weight of this size, by key."""
    found = np.flatnonzero((np.abs(weights.astype(np.int32)) >= largest).any(axis=1))
    return found[np.argsort(keys[found])]


def train(sentences: list[Sentence], about: dict[str, str]) -> bytes:
    """Learn everything from tagged sentences."""
    names = names_of(sentences)
    encoder = d.Encoder(names)
    rows = [encoder.rows(s.words, s.tags) for s in sentences]
    starts = np.cumsum([0, *(len(s.words) for s in sentences)]).astype(np.int32)
    trees = [np.array([lifted(s.heads)], dtype=np.int32) for s in sentences]
    forward = arcs(rows, [tree[0] for tree in trees], starts, "forward")
    turned = [np.ascontiguousarray(r[::-1]) for r in rows]
    backward = arcs(turned, [d.mirrored(tree)[0] for tree in trees], starts, "backward")
    return d.write(about, names, forward, backward, labels(rows, sentences, starts, names))


def attachment(model: d.Parser, sentences: list[Sentence]) -> tuple[float, float, float]:
    """The shares of tokens with the right head, and head and relation; tokens a second."""
    total = unlabelled = labelled = 0
    start = time.process_time()
    for sentence in sentences:
        heads, relations = model.parse(sentence.words, sentence.tags, BEAM)
        total += len(heads)
        for at, head in enumerate(heads):
            if head == sentence.heads[at]:
                unlabelled += 1
                labelled += relations[at] == sentence.relations[at]
    return unlabelled / total, labelled / total, total / (time.process_time() - start)


def main() -> None:
    """Train the languages named on the command line."""
    parser = argparse.ArgumentParser(description=__doc__)
    known = sorted(train_tagger.TREEBANKS)
    parser.add_argument("lang", nargs="*", choices=known, default=known)
    parser.add_argument("-o", "--out", type=Path, default=TARGET, help="folder of the weights")
    given = parser.parse_args()
    data = Path(os.environ["SUMSCOPE_DATA"]) / "ud"
    for lang in given.lang:
        print(lang)
        sentences = list(read(data / f"{lang}-train-trees.tsv.gz"))
        tag_in_turn(sentences)
        about = {
            "format": f"sumscope-parser-{d.VERSION}",
            "lang": lang,
            "trained_on": train_tagger.TREEBANKS[lang],
            "licence": "CC BY-SA 4.0",
        }
        content = train(sentences, about)
        with atomic_write(given.out / f"{lang}.npz") as file:
            file.write(content)
        dev = list(read(data / f"{lang}-dev-trees.tsv.gz"))
        for sentence in dev:
            sentence.tags = trained_tagger(lang).tag(sentence.words)
        unlabelled, labelled, speed = attachment(d.read(content), dev)
        print(f"  dev: UAS {unlabelled:.4f}, LAS {labelled:.4f}; {speed:.0f} tokens a second")
        print(f"  {len(content)} bytes")


if __name__ == "__main__":
    main()
