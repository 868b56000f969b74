"""How well a summary's sentences agree with the oracles: precision, recall, F over all of them."""

from __future__ import annotations

import unicodedata
from collections import Counter
from collections.abc import Collection, Hashable, Sequence
from fractions import Fraction
from typing import NamedTuple

from sumscope.oracles.answer import Oracles


class Agreement(NamedTuple):
    """Precision, recall and F of a set of sentences, averaged over oracles."""

    precision: float
    recall: float
    f: float


def _f(precision: Fraction, recall: Fraction) -> Agreement:
    both = precision + recall
    f = 2 * precision * recall / both if both else Fraction(0)
    return Agreement(float(precision), float(recall), float(f))


def agreement(oracles: Oracles, chosen: Collection[int], sentences: int) -> Agreement:
    """P = mean |O & S| / |S| and R = mean |O & S| / |O| over all oracles, from the exact counts.

    `sentences` is |S|, sentences of the summary that no document has included. An empty summary
    has P = 0; an empty oracle (nothing fits) has R = 0.
    """
    if oracles.count is None:
        raise ValueError("these oracles were not enumerated")
    hits, recall = 0, Fraction(0)
    for sentence in set(chosen):
        for size, number in oracles.holding.get(sentence, {}).items():
            hits += number
            recall += Fraction(number, size)
    precision = Fraction(hits, sentences) if sentences else Fraction(0)
    return _f(precision / oracles.count, recall / oracles.count)


def agreement_with(oracle: Collection[int], chosen: Collection[int], sentences: int) -> Agreement:
    """The same for a single oracle."""
    common = len(set(oracle) & set(chosen))
    return _f(
        Fraction(common, sentences) if sentences else Fraction(0),
        Fraction(common, len(oracle)) if oracle else Fraction(0),
    )


class Matched(NamedTuple):
    """Source sentences of a summary, and the numbers of its sentences that have none."""

    chosen: tuple[int, ...]
    unmatched: tuple[int, ...]

    @property
    def sentences(self) -> int:
        """|S|: distinct source sentences and unmatched ones."""
        return len(self.chosen) + len(self.unmatched)


class Matcher:
    """Finds the source sentence of a summary's sentence.

    First by equality of normalised text (letters and digits of any script, case and spacing
    aside), then by the greatest token overlap 2 |a & b| / (|a| + |b|), words as often as they
    occur, if it is at least `threshold`. Of equals the earliest source sentence is taken.
    """

    def __init__(
        self, texts: Sequence[str], tokens: Sequence[Sequence[Hashable]], threshold: float
    ) -> None:
        self._threshold = threshold
        self._same: dict[str, int] = {}
        for number, text in enumerate(texts):
            self._same.setdefault(normalised(text), number)
        self._sizes = [len(words) for words in tokens]
        self._holding: dict[Hashable, list[tuple[int, int]]] = {}
        for number, words in enumerate(tokens):
            for word, times in Counter(words).items():
                self._holding.setdefault(word, []).append((number, times))

    def match(self, texts: Sequence[str], tokens: Sequence[Sequence[Hashable]]) -> Matched:
        """The source sentences of a summary, whose words are like those given for the source."""
        chosen: set[int] = set()
        unmatched = []
        for number, (text, words) in enumerate(zip(texts, tokens, strict=True)):
            if not normalised(text):
                continue
            found = self._same.get(normalised(text))
            if found is None:
                found = self._closest(words)
            if found is None:
                unmatched.append(number)
            else:
                chosen.add(found)
        return Matched(tuple(sorted(chosen)), tuple(unmatched))

    def _closest(self, words: Sequence[Hashable]) -> int | None:
        shared: Counter[int] = Counter()
        for word, times in Counter(words).items():
            for number, held in self._holding.get(word, ()):
                shared[number] += min(times, held)
        best, found = Fraction(0), None
        for number in sorted(shared):
            close = Fraction(2 * shared[number], len(words) + self._sizes[number])
            if close > best:
                best, found = close, number
        return found if float(best) >= self._threshold else None


def normalised(text: str) -> str:
    """Letters, marks and digits in lower case, one space between words."""
    flat = unicodedata.normalize("NFKC", text).casefold()
    kept = (c if unicodedata.category(c)[0] in "LMN" else " " for c in flat)
    return " ".join("".join(kept).split())
