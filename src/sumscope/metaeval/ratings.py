"""Ratings of items by judges, as arrays: who gave which item which number.

Long form: a rating is a place in three arrays, so that a million ratings by thousands of judges
need no matrix. Items with the same multiset of ratings are alike for every statistic that does not
ask who gave a rating; `Patterns` keeps each multiset once.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from sumscope.core.errors import SumscopeError
from sumscope.core.numbers import generator

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]
Flags = NDArray[np.bool_]
#: A statistic as a function of how often each item counts, a row of counts for each resample.
Compute = Callable[[Floats], Floats]
# Disagreement of this size, relative to the ratings, is rounding error.
ROUNDING = 1e-13
_BLOCK = 1 << 21


@dataclass(frozen=True)
class Patterns:
    """The distinct multisets of ratings, in long form.

    `of_item` names the pattern of each item. The ratings of pattern p are `codes[k]` (places in the
    list of distinct values) for the k with `rows[k] == p`; `sizes[p]` counts them.
    """

    of_item: Ints
    rows: Ints
    codes: Ints
    sizes: Ints


@dataclass(frozen=True)
class Ratings:
    """Ratings in the order of their items; an item is rated at most once by a judge.

    `items` and `judges` are whole numbers from 0 to below `item_count` and `judge_count`.
    """

    items: Ints
    judges: Ints
    values: Floats
    item_count: int
    judge_count: int

    @classmethod
    def of(
        cls, items: Ints, judges: Ints, values: Floats, item_count: int, judge_count: int
    ) -> Ratings:
        """Sort by item and judge; missing ratings (NaN) are left out, repeated ones refused."""
        items = np.asarray(items, dtype=np.int64)
        judges = np.asarray(judges, dtype=np.int64)
        values = np.asarray(values, dtype=np.float64)
        if np.isinf(values).any():
            raise SumscopeError("a rating is infinite", hint="give finite numbers")
        known = ~np.isnan(values)
        items, judges, values = items[known], judges[known], values[known]
        order = np.lexsort((judges, items))
        items, judges, values = items[order], judges[order], values[order]
        twice = (items[1:] == items[:-1]) & (judges[1:] == judges[:-1])
        if twice.any():
            raise SumscopeError(
                "a judge rated an item twice", hint="keep one rating for each judge and item"
            )
        return cls(items, judges, values, item_count, judge_count)

    @classmethod
    def from_matrix(cls, matrix: Floats) -> Ratings:
        """From judges x items, NaN where a rating is missing."""
        matrix = np.asarray(matrix, dtype=np.float64)
        judges, items = np.nonzero(~np.isnan(matrix))
        return cls.of(items, judges, matrix[judges, items], matrix.shape[1], matrix.shape[0])

    def __len__(self) -> int:
        return len(self.values)

    @cached_property
    def distinct(self) -> Floats:
        """The distinct values, ascending."""
        return np.unique(self.values)

    @cached_property
    def codes(self) -> Ints:
        """The place of each rating in `distinct`."""
        return np.searchsorted(self.distinct, self.values).astype(np.int64)

    @cached_property
    def per_item(self) -> Ints:
        """How many ratings each item has."""
        return np.bincount(self.items, minlength=self.item_count).astype(np.int64)

    @cached_property
    def active_judges(self) -> int:
        """How many judges gave a rating."""
        return len(np.unique(self.judges))

    def by_judge(self) -> Iterator[tuple[int, Ints]]:
        """Every judge who gave a rating, with the places of the ratings."""
        order = np.argsort(self.judges, kind="stable")
        found, firsts = np.unique(self.judges[order], return_index=True)
        for judge, at in zip(found, np.split(order, firsts[1:]), strict=True):
            yield int(judge), at

    @cached_property
    def patterns(self) -> Patterns:
        """Items with the same multiset of ratings, put together."""
        order = np.lexsort((self.codes, self.items))
        codes = self.codes[order]
        starts = np.concatenate(([0], np.cumsum(self.per_item)))
        of_item = np.full(self.item_count, -1, dtype=np.int64)
        rows, kept, sizes = [], [], []
        count = 0
        for size in np.unique(self.per_item):
            members = np.flatnonzero(self.per_item == size)
            places = starts[members][:, None] + np.arange(size)[None, :]
            found, inverse = np.unique(codes[places], axis=0, return_inverse=True)
            of_item[members] = count + inverse.ravel()
            rows.append(np.repeat(np.arange(count, count + len(found)), size))
            kept.append(found.ravel())
            sizes.append(np.full(len(found), size))
            count += len(found)
        empty = np.zeros(0, dtype=np.int64)
        return Patterns(
            of_item,
            np.concatenate([*rows, empty]).astype(np.int64),
            np.concatenate([*kept, empty]).astype(np.int64),
            np.concatenate([*sizes, empty]).astype(np.int64),
        )

    def why_not(self) -> str | None:
        """Say why no agreement can be computed, or nothing where it can."""
        if not len(self):
            return "no ratings"
        if self.active_judges < 2:
            return "one judge"
        shared = int((self.per_item > 1).sum())
        if shared == 0:
            return "no item has two ratings"
        if shared == 1:
            return "only one item has two ratings"
        return None


def item_draws(items: int, resamples: int, seed: int) -> Iterator[Floats]:
    """Blocks of bootstrap resamples: how often each item was drawn, a row for each resample."""
    draws = generator(seed)
    step = max(1, _BLOCK // max(1, items))
    for start in range(0, resamples, step):
        size = min(step, resamples - start)
        drawn = draws.integers(0, items, size=(size, items))
        drawn += (np.arange(size) * items)[:, None]
        counts = np.bincount(drawn.ravel(), minlength=size * items)
        yield counts.reshape(size, items).astype(np.float64)


def scaled(values: Floats) -> Floats:
    """Values around 0 and at most 1 in size, which changes no ratio of squared differences."""
    middle = values - (values.min() + values.max()) / 2
    return np.asarray(middle / (float(np.abs(middle).max()) or 1.0))
