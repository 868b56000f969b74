"""What plain counts do not answer about all oracles at once: overlap with a set, random draws."""

from __future__ import annotations

import itertools
import math
import random
from collections import Counter
from collections.abc import Collection
from fractions import Fraction
from typing import Any

from sumscope.oracles.answer import Oracles

Pair = tuple[int, int]  # size, items shared with the set


def overlap(oracles: Oracles, chosen: Collection[int]) -> Counter[Pair]:
    """How many oracles have each (size, number of sentences shared with `chosen`), exactly."""
    mine = set(chosen)
    if oracles.sets is not None:
        return Counter((len(one), len(mine.intersection(one))) for one in oracles.sets)
    nodes, base, words, source = _unpacked(oracles)

    def shared(items: Collection[int]) -> int:
        return sum(source[i] in mine for i in items)

    below: list[Counter[Pair]] = []
    for room, items, edges in nodes:
        here: Counter[Pair] = Counter()
        if room >= 0:
            table = Counter({(0, 0, 0): 1})
            for i in items:
                add = int(source[i] in mine)
                for (size, common, used), number in list(table.items()):
                    if used + words[i] <= room:
                        table[size + 1, common + add, used + words[i]] += number
            for (size, common, _), number in table.items():
                here[size, common] += number
        inside = shared(items)
        outside = len(items) - inside
        for take, forced, child in edges:
            more, also = len(forced), shared(forced)
            for x in range(max(0, take - outside), min(take, inside) + 1):
                ways = math.comb(inside, x) * math.comb(outside, take - x)
                for (size, common), number in below[child].items():
                    here[size + take + more, common + x + also] += ways * number
        below.append(here)
    also = shared(base)
    made = {(s + len(base), c + also): number for (s, c), number in below[-1].items()}
    return Counter({pair: number for pair, number in made.items() if pair[0] in oracles.by_size})


def jaccard(oracles: Oracles, chosen: Collection[int]) -> float:
    """Mean over all oracles of the Jaccard index with a set of sentences; 1 for two empty sets."""
    sum_, total = Fraction(0), 0
    for (size, common), number in overlap(oracles, chosen).items():
        union = size + len(set(chosen)) - common
        sum_ += number * (Fraction(common, union) if union else Fraction(1))
        total += number
    return float(sum_ / total)


def drawn_oracles(oracles: Oracles, samples: int, seed: str) -> dict[tuple[int, ...], int]:
    """How often each oracle came up in so many draws, in the order of listing.

    Oracles are drawn with the same probability and put back, without listing them. Where they are
    not known, the best set stands for all.
    """
    if not oracles.complete:
        return {oracles.chosen: samples}
    drawer, rng = drawer_of(oracles), random.Random(seed)
    drawn = Counter(tuple(sorted(drawer.draw(rng))) for _ in range(samples))
    return dict(sorted(drawn.items(), key=lambda item: (len(item[0]), item[0])))


def drawer_of(oracles: Oracles) -> Drawer | SizedDrawer:
    """What draws the oracles of an answer."""
    slots = getattr(oracles.problem, "slots", None)
    return Drawer(oracles) if slots is None or oracles.sets is not None else SizedDrawer(oracles)


class Drawer:
    """Draws oracles at random, each with the same probability."""

    def __init__(self, oracles: Oracles) -> None:
        self._sets = oracles.sets
        if self._sets is None:
            self._nodes, self._base, self._words, self._source = _unpacked(oracles)
            self._below: list[int] = []
            self._tables: dict[int, list[list[int]]] = {}
            for room, items, edges in self._nodes:
                if room >= 0:
                    self._below.append(sum(_fitting([self._words[i] for i in items], room)[-1]))
                else:
                    ways = (math.comb(len(items), t) * self._below[c] for t, _, c in edges)
                    self._below.append(sum(ways))

    def draw(self, rng: random.Random) -> frozenset[int]:
        """One oracle."""
        if self._sets is not None:
            return frozenset(rng.choice(self._sets))
        chosen = list(self._base)
        at = len(self._nodes) - 1
        while True:
            room, items, edges = self._nodes[at]
            if room >= 0:
                chosen += self._leaf(at, items, room, rng)
                return frozenset(self._source[i] for i in chosen)
            ticket = rng.randrange(self._below[at])
            for take, forced, child in edges:
                ticket -= math.comb(len(items), take) * self._below[child]
                if ticket < 0:
                    chosen += rng.sample(items, take)
                    chosen += forced
                    at = child
                    break

    def _leaf(self, at: int, items: list[int], room: int, rng: random.Random) -> list[int]:
        words = [self._words[i] for i in items]
        if at not in self._tables:
            self._tables[at] = _fitting(words, room)
        tables = self._tables[at]
        ticket = rng.randrange(sum(tables[-1]))
        ends = itertools.accumulate(tables[-1])
        used = next(used for used, end in enumerate(ends) if ticket < end)
        chosen = []
        for q in range(len(items) - 1, -1, -1):
            without = tables[q][used]
            if rng.randrange(tables[q + 1][used]) >= without:
                chosen.append(items[q])
                used -= words[q]
        return chosen


class SizedDrawer:
    """Draws oracles under a limit of sentences, each with the same probability: the size first."""

    def __init__(self, oracles: Oracles) -> None:
        self._nodes, self._base, self._words, self._source = _unpacked(oracles)
        self._sizes = dict(oracles.by_size)
        most = max(self._sizes, default=0) - len(self._base)
        self._tables: dict[int, list[list[list[int]]]] = {}
        self._below: list[Counter[int]] = []
        for at, (room, items, edges) in enumerate(self._nodes):
            here: Counter[int] = Counter()
            if room >= 0:
                table = _fitting_by_size([self._words[i] for i in items], room, most)
                self._tables[at] = table
                here.update({size: sum(row) for size, row in enumerate(table[-1])})
            for take, forced, child in edges:
                ways = math.comb(len(items), take)
                for size, number in self._below[child].items():
                    here[size + take + len(forced)] += ways * number
            self._below.append(here)

    def draw(self, rng: random.Random) -> frozenset[int]:
        """One oracle."""
        left = _picked(self._sizes, rng) - len(self._base)
        chosen, at = list(self._base), len(self._nodes) - 1
        while True:
            room, items, edges = self._nodes[at]
            if room >= 0:
                chosen += self._leaf(at, items, left, rng)
                return frozenset(self._source[i] for i in chosen)
            ways = {
                e: math.comb(len(items), take) * self._below[child][left - take - len(forced)]
                for e, (take, forced, child) in enumerate(edges)
            }
            take, forced, at = edges[_picked(ways, rng)]
            chosen += [*rng.sample(items, take), *forced]
            left -= take + len(forced)

    def _leaf(self, at: int, items: list[int], left: int, rng: random.Random) -> list[int]:
        tables = self._tables[at]
        used = _picked(dict(enumerate(tables[-1][left])), rng)
        chosen = []
        for q in range(len(items) - 1, -1, -1):
            if rng.randrange(tables[q + 1][left][used]) >= tables[q][left][used]:
                chosen.append(items[q])
                left, used = left - 1, used - self._words[items[q]]
        return chosen


def _picked(numbers: dict[int, int], rng: random.Random) -> int:
    """A key, with a probability in proportion to its number."""
    ticket = rng.randrange(sum(numbers.values()))
    ends = itertools.accumulate(numbers.values())
    return next(key for key, end in zip(numbers, ends, strict=True) if ticket < end)


def _fitting_by_size(words: list[int], room: int, most: int) -> list[list[list[int]]]:
    """tables[q][size][used]: subsets of the first q items of a size with exactly `used` words."""
    room = min(room, sum(words))
    tables = [[[int(size == used == 0) for used in range(room + 1)] for size in range(most + 1)]]
    for length in words:
        last = tables[-1]
        tables.append(
            [
                [
                    n + (last[size - 1][used - length] if size and used >= length else 0)
                    for used, n in enumerate(row)
                ]
                for size, row in enumerate(last)
            ]
        )
    return tables


def _fitting(words: list[int], room: int) -> list[list[int]]:
    """tables[q][used]: subsets of the first q items with exactly `used` words."""
    tables = [[1] + [0] * room]
    for length in words:
        last = tables[-1]
        tables.append(
            [n + (last[used - length] if used >= length else 0) for used, n in enumerate(last)]
        )
    return tables


def _unpacked(oracles: Oracles) -> tuple[list[Any], list[int], list[int], list[int]]:
    """The DAG as (room, items, [(take, forced, child), ...]) and its surroundings."""
    if oracles.dag is None:
        raise ValueError("these oracles were not enumerated")
    room, item_at, items, edge_at, take, child, forced_at, forced, base = (
        part.tolist() for part in oracles.dag
    )
    nodes = [
        (
            room[v],
            items[item_at[v] : item_at[v + 1]],
            [
                (take[e], forced[forced_at[e] : forced_at[e + 1]], child[e])
                for e in range(edge_at[v], edge_at[v + 1])
            ],
        )
        for v in range(len(room))
    ]
    problem = oracles.problem
    return nodes, base, problem.length.tolist(), problem.source.tolist()
