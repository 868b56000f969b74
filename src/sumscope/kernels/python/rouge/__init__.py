"""ROUGE's counts: what ROUGE-1.5.5 takes for words and how often two texts share them.

The kernel `sumscope.kernels.load("rouge")` offers, in C++ and here alike:

    encoder = Encoder(exceptions, stop_words, stem=True, words=0, bytes=0)
    text = encoder.encode(["The cats sat.", "They ran."])      # a Text: sentences of words
    text.tokens()                                              # [["the", "cat", ...], [...]]
    number([text, other])          # (word numbers per text and sentence, the words by number)

    ngrams(reference, peer, n, across)            # hits, count in reference, count in peer
    skips(reference, peer, distance, unigrams)    # distance < 0: any distance
    lcs(reference, peer)                          # union longest common subsequence
    wlcs(reference, peer, weight)                 # hits, sum of weighted sentence lengths, count
    counts([reference], [peer], [("ngrams", 2, True), ("lcs",)])  # many pairs at once, an array

`exceptions` is a dict from word to stem that is asked before the stemmer, `stop_words` a list of
words to leave out (empty: none). `words` and `bytes` cut a text as `-l` and `-b` do; 0 is no
limit. `encode_tokens` takes sentences that are already lists of words and changes nothing.
Texts of one encoder can be compared in any order and at any time.

What follows was observed on ROUGE-1.5.5: a word is a run of ASCII letters and digits, all other
bytes part words; stop words go before stemming; words of three letters or fewer are not stemmed.
"""

from __future__ import annotations

import math
import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

import numpy as np

from sumscope.kernels.python.rouge.nltk_stem import nltk_porter
from sumscope.kernels.python.rouge.stem import porter as porter
from sumscope.kernels.python.rouge.subsequences import mark_lcs, mark_wlcs
from sumscope.kernels.types import Floats, Spec

_WORD = re.compile(rb"[a-z0-9]+")


class Text:
    """A text as sentences of words; made by an `Encoder`."""

    def __init__(self, sentences: list[list[str]], units: list[list[str]] | None = None) -> None:
        self._sentences = sentences
        # Under a byte limit ROUGE-L reads other sentences than ROUGE-N does (see `Encoder`).
        self._units = sentences if units is None else units

    def tokens(self) -> list[list[str]]:
        """The words by sentence."""
        return [list(sentence) for sentence in self._sentences]

    def lengths(self) -> list[int]:
        """The number of words of every sentence."""
        return list(map(len, self._sentences))

    def __len__(self) -> int:
        return sum(map(len, self._sentences))


class Encoder:
    """Turns sentences into words under one set of options."""

    def __init__(
        self,
        exceptions: Mapping[str, str],
        stop_words: Sequence[str],
        stem: bool = True,
        words: int = 0,
        bytes: int = 0,
        nltk: bool = False,
    ) -> None:
        if words < 0 or bytes < 0 or (words and bytes):
            raise ValueError("a limit of words or of bytes, not below 0")
        self._exceptions = dict(exceptions)
        self._stop = frozenset(stop_words)
        self._stem, self._words, self._bytes = stem, words, bytes
        self._porter = nltk_porter if nltk else porter
        self._known: dict[str, str] = {}

    def stem(self, word: str) -> str:
        """The stem of a lower-case word as under `-m`."""
        if len(word) <= 3:
            return word
        return self._exceptions.get(word) or self._porter(word)

    def encode(self, text: str | Iterable[str]) -> Text:
        """Cut, find words, leave out stop words, stem.

        A str is one sentence a line; anything else gives its sentences.
        """
        sentences = text.split("\n") if isinstance(text, str) else text
        raw = [_utf8(sentence) for sentence in sentences]
        if self._bytes:
            return Text(
                [self._find(s) for s in cut_bytes(raw, self._bytes)],
                [self._find(s) for s in cut_bytes_singly(raw, self._bytes)],
            )
        if self._words:
            raw = cut_words(raw, self._words)
        return Text([self._find(s) for s in raw])

    def encode_many(self, texts: Iterable[str | Iterable[str]]) -> list[Text]:
        """`encode` for each text."""
        return [self.encode(text) for text in texts]

    def encode_tokens(self, sentences: Iterable[Iterable[str]]) -> Text:
        """A text of given words."""
        return Text([[_utf8(w).decode("utf-8", "surrogatepass") for w in s] for s in sentences])

    def _find(self, sentence: bytes) -> list[str]:
        found = (match.decode("ascii") for match in _WORD.findall(sentence.lower()))
        kept = [word for word in found if word not in self._stop]
        if not self._stem:
            return kept
        for word in kept:
            if word not in self._known:
                self._known[word] = self.stem(word)
        return [self._known[word] for word in kept]


def _utf8(text: str) -> bytes:
    return text.encode("utf-8", "surrogatepass")


def cut_words(sentences: Sequence[bytes], limit: int) -> list[bytes]:
    """The first words by white space; white space before a sentence counts as one more word."""
    kept: list[bytes] = []
    room = limit
    for sentence in sentences:
        words = sentence.split()
        if words and sentence[:1].isspace():
            words.insert(0, b"")
        kept.append(b" ".join(words[:room]))
        room -= len(words)
        if room <= 0:
            break
    return kept


def cut_bytes(sentences: Sequence[bytes], limit: int) -> list[bytes]:
    """The first bytes; what stands between sentences is not counted."""
    kept: list[bytes] = []
    room = limit
    for sentence in sentences:
        kept.append(sentence[:room])
        room -= len(sentence)
        if room <= 0:
            break
    return kept


def cut_bytes_singly(sentences: Sequence[bytes], limit: int) -> list[bytes]:
    """What ROUGE-L and W read under `-b`: they forget the length of the sentences before.

    So each sentence is held against the whole limit, and the first that reaches it is the last.
    """
    kept: list[bytes] = []
    for sentence in sentences:
        kept.append(sentence[:limit])
        if len(sentence) >= limit:
            break
    return kept


def number(texts: Sequence[Text]) -> tuple[list[list[list[int]]], list[str]]:
    """Word numbers by text and sentence, in order of first appearance, and the words by number."""
    words: dict[str, int] = {}
    ids = [[[words.setdefault(w, len(words)) for w in s] for s in t._sentences] for t in texts]
    return ids, list(words)


# Counts ------------------------------------------------------------------------------------


def ngrams(reference: Text, peer: Text, n: int, across: bool = True) -> tuple[int, int, int]:
    """Shared n-grams (clipped), n-grams of the reference, n-grams of the peer.

    `across` lets n-grams of the peer cross sentence ends, as ROUGE-1.5.5 does; those of the
    reference always do.
    """
    _check_n(n)

    def grams(text: Text, whole: bool) -> Counter[tuple[str, ...]]:
        parts = [_joined(text)] if whole else text._sentences
        return Counter(tuple(p[i : i + n]) for p in parts for i in range(len(p) - n + 1))

    return _clipped(grams(reference, True), grams(peer, across))


def skips(reference: Text, peer: Text, distance: int, unigrams: bool) -> tuple[int, int, int]:
    """Shared ordered word pairs with at most `distance` words between, and the two totals.

    `unigrams` counts single words too, except the text's last word (a slip of ROUGE-1.5.5 that
    is part of its numbers).
    """

    def pairs(text: Text) -> Iterator[tuple[str, ...]]:
        words = _joined(text)
        for i, first in enumerate(words[:-1]):
            if unigrams:
                yield (first,)
            end = len(words) if distance < 0 else i + distance + 2
            for second in words[i + 1 : end]:
                yield (first, second)

    return _clipped(Counter(pairs(reference)), Counter(pairs(peer)))


def _joined(text: Text) -> list[str]:
    return [word for sentence in text._sentences for word in sentence]


def _clipped(
    reference: Counter[tuple[str, ...]], peer: Counter[tuple[str, ...]]
) -> tuple[int, int, int]:
    hits = sum(min(count, peer[gram]) for gram, count in reference.items() if gram in peer)
    return hits, sum(reference.values()), sum(peer.values())


def lcs(reference: Text, peer: Text) -> tuple[int, int, int]:
    """Words of the reference in the union of longest common subsequences; the two lengths.

    Each sentence of the reference is held against every sentence of the peer. A word counts at
    most as often as both texts hold it.
    """
    room = _Room(reference, peer)
    hits = 0
    for sentence in reference._units:
        marked = _union(sentence, peer._units, mark_lcs)
        hits += sum(1 for i, word in enumerate(sentence) if marked[i] and room.take(word))
    return hits, sum(map(len, reference._units)), len(peer)


def wlcs(reference: Text, peer: Text, weight: float) -> tuple[float, float, int]:
    """The same where a run of k words weighs k**weight: hits, sum of sentence weights, length.

    A marked word that is used up neither adds to a run nor ends it, and a run ends where the
    next word is not marked; a run that such a word closes is lost. So ROUGE-1.5.5 has it.
    """

    _check_weight(weight)

    def mark(left: Sequence[str], right: Sequence[str], marked: list[bool]) -> None:
        mark_wlcs(left, right, marked, weight)

    room = _Room(reference, peer)
    hits = base = 0.0
    for sentence in reference._units:
        base += len(sentence) ** weight
        marked = _union(sentence, peer._units, mark)
        run = 0
        for i, word in enumerate(sentence):
            if marked[i] and room.take(word):
                run += 1
                if i + 1 == len(sentence) or not marked[i + 1]:
                    hits += run**weight
                    run = 0
    return hits, base, len(peer)


def counts(references: list[Text], peers: list[Text], specs: list[Spec]) -> Floats:
    """Several counts of many pairs as an array (pairs, specs, 3).

    A spec is the name of a function above and its numbers: `("ngrams", 2, True)`, `("lcs",)`.
    """
    if len(references) != len(peers):
        raise ValueError("as many references as peers")
    known: dict[str, Callable[..., tuple[float, float, float]]] = {
        "ngrams": ngrams, "skips": skips, "lcs": lcs, "wlcs": wlcs,
    }  # fmt: skip
    for spec in specs:
        _check_spec(spec)
    for reference, peer in zip(references, peers, strict=True):
        if any(len(reference) * len(peer) > _MOST.get(spec[0], math.inf) for spec in specs):
            raise ValueError("the texts are too long for common subsequences")
    made = [
        [known[spec[0]](reference, peer, *spec[1:]) for spec in specs]
        for reference, peer in zip(references, peers, strict=True)
    ]
    return np.array(made, dtype=np.float64).reshape(len(peers), len(specs), 3)


# Words times words up to which a subsequence is found in minutes, by the compiled kernel.
_MOST = {"lcs": 10**12, "wlcs": 2 * 10**10}
_TAKES: dict[str, tuple[tuple[type, ...], str]] = {
    "ngrams": ((int, bool), "ngrams and skips take a number and a bool"),
    "skips": ((int, bool), "ngrams and skips take a number and a bool"),
    "lcs": ((), ""),
    "wlcs": ((float,), "wlcs takes a weight"),
}


def _check_spec(spec: object) -> None:
    if not isinstance(spec, tuple) or not spec:
        raise ValueError("a count is a tuple: its name, then its numbers")
    name, *numbers = spec
    if not isinstance(name, str):
        raise ValueError("the name of a count is a str")
    if name not in _TAKES:
        raise ValueError("a count is ngrams, skips, lcs or wlcs")
    types, wanted = _TAKES[name]
    given = [float(x) if kind is float and isinstance(x, int) else x
             for x, kind in zip(numbers, types, strict=False)]  # fmt: skip
    if len(given) < len(types) or not all(map(isinstance, given, types)):
        raise ValueError(wanted)
    if len(numbers) > len(types):
        raise ValueError("a count has more numbers than it takes")
    if name == "ngrams":
        _check_n(int(given[0]))
    if name == "wlcs":
        _check_weight(given[0])


def _check_n(n: int) -> None:
    if not 1 <= n <= 9:
        raise ValueError("n is 1 to 9")


def _check_weight(weight: float) -> None:
    if not (math.isfinite(weight) and weight >= 0):
        raise ValueError("the weight of ROUGE-W is a number from 0 up")


class _Room:
    """How often a word may still be counted."""

    def __init__(self, reference: Text, peer: Text) -> None:
        self.left = Counter(w for s in reference._sentences for w in s)
        self.right = Counter(w for s in peer._sentences for w in s)

    def take(self, word: str) -> bool:
        if self.left[word] <= 0 or self.right[word] <= 0:
            return False
        self.left[word] -= 1
        self.right[word] -= 1
        return True


Mark = Callable[[Sequence[str], Sequence[str], list[bool]], None]


def _union(sentence: Sequence[str], others: Sequence[Sequence[str]], mark: Mark) -> list[bool]:
    marked = [False] * len(sentence)
    for other in others:
        if sentence and other:
            mark(sentence, other, marked)
    return marked


__all__ = ["Encoder", "Text", "counts", "lcs", "ngrams", "number", "skips", "wlcs"]
