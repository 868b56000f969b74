"""Train the part-of-speech taggers: `SUMSCOPE_DATA=... python train/train_tagger.py en pt`.

Reads `ud/<lang>-train.tsv.gz` (word, tag, ... ; sentences parted by blank lines), writes
`src/sumscope/data/tags/<lang>.json.gz` and prints the accuracy on `ud/<lang>-dev.tsv.gz`, which is
not trained on. The same data give the same bytes; about a minute per language.
"""

from __future__ import annotations

import argparse
import gzip
import os
import random
from collections import Counter
from collections.abc import Iterator
from itertools import chain
from pathlib import Path

import numpy as np

from sumscope.core.files import atomic_write
from sumscope.text import perceptron
from sumscope.text.perceptron import EDGE, NEAR, Tagger

EPOCHS = 8
SEED = 1
#: Features seen less often are not learnt.
SEEN = 2
#: Averaged weights are multiplied by this and rounded; then those below KEEP are dropped.
SCALE, KEEP = 4, 2

TREEBANKS = {
    "en": "Universal Dependencies English-EWT",
    "pt": "Universal Dependencies Portuguese-Bosque",
}
TARGET = Path(__file__).resolve().parent.parent / "src" / "sumscope" / "data" / "tags"

Sentence = list[tuple[str, str]]


def read(path: Path) -> Iterator[Sentence]:
    """Sentences of a treebank file as (word, tag)."""
    sentence: Sentence = []
    with gzip.open(path, "rt", encoding="utf-8") as file:
        for line in chain(file, [""]):
            if line.strip():
                word, tag = line.rstrip("\n").split("\t")[:2]
                sentence.append((word, tag))
            elif sentence:
                yield sentence
                sentence = []


def features(words: list[str]) -> list[list[str]]:
    """The features of each word that do not depend on tags."""
    padded, first, found = [EDGE, EDGE, *words, EDGE, EDGE], True, []
    for at, word in enumerate(words):
        own = perceptron.own_features(word, first)
        first = first and perceptron.is_sign(word)
        near = [perceptron.near_features(padded[at + 2 + slot], slot) for slot in NEAR]
        found.append([*own, *chain.from_iterable(near)])
    return found


def train(sentences: list[Sentence]) -> tuple[list[str], dict[str, list[int]]]:
    """Learn the weights: guess each tag, and on a mistake move weights to the right one."""
    tags = sorted({tag for sentence in sentences for _, tag in sentence})
    number = {tag: at for at, tag in enumerate(tags)}
    seen: Counter[str] = Counter()
    extracted = []
    for sentence in sentences:
        found = features([word for word, _ in sentence])
        before = last = EDGE
        for (word, tag), names in zip(sentence, found, strict=True):
            seen.update(names)
            seen.update(perceptron.tag_features(before, last))
            seen[perceptron.word_after_tag(last, perceptron.plain(word))] += 1
            before, last = last, tag
        extracted.append(found)
    row = {name: at for at, name in enumerate(n for n, times in seen.items() if times >= SEEN)}
    names = [*tags, EDGE]
    history = {
        (before, last): [row[n] for n in perceptron.tag_features(before, last) if n in row]
        for before in names
        for last in names
    }
    # Per sentence and word: rows of its features, and for each tag before it one row more.
    inputs = []
    for sentence, found in zip(sentences, extracted, strict=True):
        entries = []
        for (word, tag), own in zip(sentence, found, strict=True):
            form = perceptron.plain(word)
            pairs = {last: perceptron.word_after_tag(last, form) for last in names}
            after = {last: [row[name]] for last, name in pairs.items() if name in row}
            entries.append(([row[name] for name in own if name in row], after, number[tag]))
        inputs.append(entries)
    del extracted

    weights = np.zeros((len(row), len(tags)), dtype=np.int64)
    late = np.zeros_like(weights)  # each change times when it was made, for the average
    step = 0
    shuffle = random.Random(SEED).shuffle
    for epoch in range(EPOCHS):
        shuffle(inputs)
        right = 0
        start = step
        for entries in inputs:
            before = last = EDGE
            for own, after, gold in entries:
                step += 1
                rows = own + history[before, last] + after.get(last, [])
                guess = int(weights[rows].sum(axis=0).argmax())
                if guess == gold:
                    right += 1
                else:
                    weights[rows, gold] += 1
                    weights[rows, guess] -= 1
                    late[rows, gold] += step
                    late[rows, guess] -= step
                before, last = last, tags[guess]
        print(f"  pass {epoch + 1}: {right / (step - start):.4f} of the training words", flush=True)
    average = np.rint((weights - late / step) * SCALE).astype(int)
    average[np.abs(average) < KEEP] = 0
    flat = {}
    for name, at in row.items():
        kept = np.flatnonzero(average[at])
        if len(kept):
            flat[name] = [int(x) for tag in kept for x in (tag, average[at, tag])]
    return tags, flat


def accuracy(model: Tagger, sentences: list[Sentence]) -> float:
    """The share of words that get the tag of the treebank."""
    right = total = 0
    for sentence in sentences:
        given = model.tag([word for word, _ in sentence])
        right += sum(tag == gold for tag, (_, gold) in zip(given, sentence, strict=True))
        total += len(sentence)
    return right / total


def main() -> None:
    """Train the languages named on the command line."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("lang", nargs="*", choices=sorted(TREEBANKS), default=sorted(TREEBANKS))
    parser.add_argument("-o", "--out", type=Path, default=TARGET, help="folder of the weights")
    given = parser.parse_args()
    data = Path(os.environ["SUMSCOPE_DATA"]) / "ud"
    for lang in given.lang:
        print(lang)
        tags, weights = train(list(read(data / f"{lang}-train.tsv.gz")))
        about = {
            "format": f"sumscope-tagger-{perceptron.VERSION}",
            "lang": lang,
            "trained_on": TREEBANKS[lang],
            "licence": "CC BY-SA 4.0",
        }
        content = perceptron.write(about, tags, weights)
        with atomic_write(given.out / f"{lang}.json.gz") as file:
            file.write(content)
        reached = accuracy(perceptron.read(content), list(read(data / f"{lang}-dev.tsv.gz")))
        print(f"  {reached:.4f} of the dev words; {len(weights)} features, {len(content)} bytes")


if __name__ == "__main__":
    main()
