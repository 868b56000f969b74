"""The oracle problem: which sentences, within a number of words, cover most of the references."""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from sumscope import kernels

Ints = NDArray[np.int32]


@dataclass(frozen=True, eq=False)
class Problem:
    """Sentences with at least one n-gram of a reference, as plain arrays.

    `kernels/python/oracle` says what the arrays mean. `source` gives the number of each kept
    sentence among all; everything outside this class speaks in those numbers. `total` is the
    number of n-grams in the references.
    """

    n: int
    limit: int
    sentences: int
    total: int
    source: Ints
    ptr: Ints
    idx: Ints
    cnt: Ints
    length: Ints
    woff: Ints
    w: Ints

    @property
    def arrays(self) -> tuple[Ints, Ints, Ints, Ints, Ints, Ints, int]:
        """What kernels take."""
        return (self.ptr, self.idx, self.cnt, self.length, self.woff, self.w, self.limit)

    @cached_property
    def row(self) -> dict[int, int]:
        """From the number of a sentence to its row."""
        return {sentence: row for row, sentence in enumerate(self.source.tolist())}

    def value(self, chosen: Iterable[int]) -> int:
        """Matches of a set of sentences: each n-gram as often as set and reference both hold it."""
        covered = np.zeros(len(self.woff) - 1, np.int64)
        for row in {self.row[s] for s in chosen if s in self.row}:
            at = slice(self.ptr[row], self.ptr[row + 1])
            covered[self.idx[at]] += self.cnt[at]
        ends = np.minimum(covered, np.diff(self.woff))
        worth = np.concatenate([[0], np.cumsum(self.w)])
        return int((worth[self.woff[:-1] + ends] - worth[self.woff[:-1]]).sum())

    def words(self, chosen: Iterable[int]) -> int:
        """Words of a set of sentences of the problem."""
        return int(self.length[[self.row[s] for s in chosen]].sum())


def build(
    sentences: Sequence[Sequence[int]],
    lengths: Sequence[int],
    references: Sequence[Sequence[int]],
    n: int,
    limit: int,
) -> Problem:
    """Make a problem from words as numbers.

    `lengths` are the words of each sentence, stop words included, which may be left out of
    `sentences` and `references`. N-grams do not cross sentences; a reference is one text.
    """
    tokens, starts = flat(sentences)
    ref_tokens, ref_starts = flat(references)
    words = np.asarray(lengths, dtype=np.int32)
    source, ptr, idx, cnt, length, woff, w, total = kernels.oracle.build(
        tokens, starts, words, ref_tokens, ref_starts, n, limit
    )
    return Problem(n, limit, len(sentences), total, source, ptr, idx, cnt, length, woff, w)


def flat(texts: Sequence[Sequence[int]]) -> tuple[Ints, NDArray[np.int64]]:
    """Texts one after another, and where each begins."""
    starts = np.zeros(len(texts) + 1, np.int64)
    np.cumsum([len(text) for text in texts], out=starts[1:])
    flat = np.fromiter(itertools.chain.from_iterable(texts), np.int32, int(starts[-1]))
    return flat, starts


def feasible(problem: Problem) -> int:
    """The exact number of sets of sentences within the limit, the empty one included.

    One long integer holds the whole table: its digits in base 2^bits are the numbers of sets by
    words, so that a sentence of l words is one shift by l digits and one addition.
    """
    bits = len(problem.length) + 1
    mask = (1 << bits * (problem.limit + 1)) - 1
    table = 1
    for words in problem.length.tolist():
        table += (table << bits * words) & mask
    digit = (1 << bits) - 1
    return sum((table >> bits * words) & digit for words in range(problem.limit + 1))
