"""The oracle problem of the kernel's twin, and what is decided at a node of its search."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from sumscope.kernels.types import Floats, Ints, Longs

OPEN, IN, OUT = 0, 1, 2


def cuts(offsets: Ints | Longs, size: int) -> bool:
    """Whether offsets cut `size` things into parts: from 0 to `size`, never falling."""
    if len(offsets) == 0 or offsets[0] != 0 or offsets[-1] != size:
        return False
    return bool(np.all(offsets[:-1] <= offsets[1:]))


def _check_worths(woff: Ints, w: Ints) -> None:
    if np.any(woff[:-1] == woff[1:]):
        raise ValueError("an n-gram is worth nothing")
    if np.any(w < 0):
        raise ValueError("a worth is below 0")
    rises = np.flatnonzero(w[:-1] < w[1:]) + 1
    if not np.isin(rises, woff).all():
        raise ValueError("the worths of an n-gram rise")
    if w.sum(dtype=np.int64) >= 2**31:
        raise ValueError("the worths add up to more than 2^31 - 1")


@dataclass(frozen=True)
class Problem:
    """The problem with dense counts: `counts[i, g]`, clipped; `need[g]`; `worth[g, t]`."""

    counts: Longs
    length: list[int]
    need: Longs
    worth: Longs
    w: Ints
    limit: int

    @classmethod
    def of(
        cls, ptr: Ints, idx: Ints, cnt: Ints, length: Ints, woff: Ints, w: Ints, limit: int
    ) -> Problem:
        if limit < 0:
            raise ValueError("limit must not be negative")
        if len(ptr) != len(length) + 1 or not cuts(ptr, len(idx)):
            raise ValueError("ptr does not cut idx into sentences")
        if len(idx) != len(cnt):
            raise ValueError("idx and cnt differ in length")
        if np.any(length < 1):
            raise ValueError("a length is below 1")
        if not cuts(woff, len(w)):
            raise ValueError("woff does not cut w into n-grams")
        _check_worths(woff, w)
        grams = len(woff) - 1
        need = np.diff(woff).astype(np.int64)
        worth = np.zeros((grams, int(need.max(initial=0))), np.int64)
        for g in range(grams):
            worth[g, : need[g]] = w[woff[g] : woff[g + 1]]
        if np.any(idx < 0) or np.any(idx >= grams):
            raise ValueError("idx names an n-gram that is not there")
        if np.any(cnt < 1):
            raise ValueError("a count is below 1")
        counts = np.zeros((len(length), grams), np.int64)
        for i in range(len(length)):
            for e in range(int(ptr[i]), int(ptr[i + 1])):
                if counts[i, idx[e]]:
                    raise ValueError("an n-gram is twice in one sentence")
                counts[i, idx[e]] = min(int(cnt[e]), int(need[idx[e]]))
        return cls(counts, length.tolist(), need, worth, w, limit)

    @property
    def n(self) -> int:
        return len(self.length)

    @property
    def grams(self) -> int:
        return len(self.need)

    def gain(self, i: int, covered: Longs) -> int:
        sum_ = 0
        for g in np.flatnonzero(self.counts[i]):
            end = min(self.need[g], covered[g] + self.counts[i, g])
            sum_ += int(self.worth[g, covered[g] : end].sum())
        return sum_

    def take(self, i: int, covered: Longs) -> None:
        np.minimum(self.need, covered + self.counts[i], out=covered)


def greedy_set(p: Problem) -> tuple[int, list[int]]:
    covered = np.zeros(p.grams, np.int64)
    singles = [p.gain(i, covered) if p.length[i] <= p.limit else 0 for i in range(p.n)]
    value, room, chosen = 0, p.limit, []
    while True:
        best, gained = -1, 0
        for i in range(p.n):
            if i in chosen or p.length[i] > room:
                continue
            gain = p.gain(i, covered)
            if gain > 0 and (best < 0 or gain * p.length[best] > gained * p.length[i]):
                best, gained = i, gain
        if best < 0:
            break
        p.take(best, covered)
        value, room = value + gained, room - p.length[best]
        chosen.append(best)
    if max(singles, default=0) > value:
        return max(singles), [singles.index(max(singles))]
    return value, sorted(chosen)


@dataclass
class State:
    """What is decided at a node, and the prices to start from."""

    problem: Problem
    status: list[int]
    covered: Longs
    price: Floats
    value: int
    room: int

    @classmethod
    def start(cls, p: Problem) -> State:
        price = np.zeros(p.grams)
        if p.grams:
            price += 0.5 * p.worth[:, 0]
        return cls(p, [OPEN] * p.n, np.zeros(p.grams, np.int64), price, 0, p.limit)

    def copy(self) -> State:
        return replace(
            self, status=self.status[:], covered=self.covered.copy(), price=self.price.copy()
        )

    def decide(self, i: int, status: int) -> None:
        self.status[i] = status
        if status == IN:
            self.room -= self.problem.length[i]
            self.value += self.problem.gain(i, self.covered)
            self.problem.take(i, self.covered)


def ints(values: Any) -> Ints:
    return np.asarray(values, dtype=np.int32)


def starts_of(parts: list[Any]) -> Longs:
    return np.cumsum([0, *map(len, parts)]).astype(np.int64)
