"""Assign items to judges, with random order and sides drawn from the project's seed.

Every judge gets everything; or each item gets `per_item` judges; or `overlap` items are shared by
all and the rest dealt out. Loads differ by one item at most, and judges meet as evenly as a greedy
choice gives. Draws depend on the seed and the judge's name only, so a judge added later changes
nobody's order.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Sequence
from itertools import combinations
from typing import TypeAlias

from sumscope.core.errors import SumscopeError

# What a judge is given: a topic, with the peer to rate or the peers to compare, left to right.
Entry: TypeAlias = tuple[str, tuple[str, ...]]

# Four places on a circle that differ by many distances, so that peers meet evenly.
_FOUR = (0, 1, 3, 7)


def deal(
    units: int, judges: int, *, per_item: int | None, overlap: int | None, seed: int
) -> list[list[int]]:
    """The units of each judge, in canonical order."""
    if per_item is not None and not 1 <= per_item <= judges:
        raise SumscopeError(
            f"{per_item} judges per item, but there {_are(judges)}",
            hint=f"give a number from 1 to {judges}" if judges else "name judges first",
        )
    if overlap is not None and not 0 <= overlap <= units:
        raise SumscopeError(
            f"an overlap of {overlap} items, but there are {units}",
            hint=f"give a number from 0 to {units}",
        )
    if per_item is None and overlap is None:
        return [list(range(units)) for _ in range(judges)]
    draw = random.Random(f"deal {seed}")
    order = draw.sample(range(units), units)
    shared = order[: overlap or 0]
    held: list[list[int]] = [list(shared) for _ in range(judges)]
    load = [0] * judges
    met: Counter[tuple[int, int]] = Counter()
    for unit in order[len(shared) :]:
        chosen: list[int] = []
        for _ in range(per_item or 1):
            free = [j for j in range(judges) if j not in chosen]
            ties = {j: draw.random() for j in free}
            chosen.append(
                min(free, key=lambda j: (load[j], sum(met[_pair(j, c)] for c in chosen), ties[j]))
            )
        for j in chosen:
            load[j] += 1
            held[j].append(unit)
        met.update(_pair(a, b) for a, b in combinations(chosen, 2))
    return [sorted(mine) for mine in held]


def topic_order(topics: Sequence[str], judge: str, seed: int) -> list[str]:
    """Topics in a judge's own order."""
    return random.Random(f"topics {seed} {judge}").sample(list(topics), len(topics))


def summaries_in_order(units: Sequence[Entry], judge: str, seed: int) -> list[Entry]:
    """Topics are drawn, and the circle of peers is turned by one from each topic to the next.

    The turning puts every peer on every position equally often, as far as topics allow.
    """
    by_topic: dict[str, set[str]] = {}
    for topic, (peer,) in units:
        by_topic.setdefault(topic, set()).add(peer)
    peers = list(dict.fromkeys(peer for _, (peer,) in units))
    circle = random.Random(f"peers {seed} {judge}").sample(peers, len(peers))
    made: list[Entry] = []
    for turn, topic in enumerate(topic_order(list(by_topic), judge, seed)):
        at = turn % len(circle)
        turned = (*circle[at:], *circle[:at])
        made += [(topic, (peer,)) for peer in turned if peer in by_topic[topic]]
    return made


def comparisons(
    peers: Sequence[str], of: int, most: int | None, topic: int, seed: int
) -> list[tuple[str, ...]]:
    """The comparisons of one topic: all pairs, or sets of `of`; at most `most` of them.

    Sets stand on a circle of peers, so that every peer is in equally many and at every place once.
    A limit keeps those next to each other on a circle drawn per topic, so that peers stay even.
    """
    circle = random.Random(f"circle {seed} {topic}").sample(list(peers), len(peers))
    n = len(circle)
    if n < of:
        return []
    if of == 2:
        places = [(i, j) for i, j in combinations(range(n), 2)]
        if most is not None:
            places.sort(key=lambda p: (min(p[1] - p[0], n - p[1] + p[0]), p))
        made: list[tuple[str, ...]] = [(circle[i], circle[j]) for i, j in places]
    elif n == of:
        made = [tuple(circle)]
    else:
        steps = _FOUR if of == 4 and len({s % n for s in _FOUR}) == 4 else tuple(range(of))
        made = [tuple(circle[(i + step) % n] for step in steps) for i in range(n)]
    return made if most is None else made[:most]


def comparisons_in_order(units: Sequence[Entry], judge: str, seed: int) -> list[Entry]:
    """Topics are drawn, comparisons within a topic too, and sides are given greedily.

    The peer that stood on the left less often against this one, then at all, goes left, ties by a
    draw, so that each peer stands on either side equally often. Sets of more than two are turned
    by a draw.
    """
    draw = random.Random(f"sides {seed} {judge}")
    by_topic: dict[str, list[tuple[str, ...]]] = {}
    for topic, peers in units:
        by_topic.setdefault(topic, []).append(peers)
    lean: Counter[str] = Counter()
    against: Counter[tuple[str, str]] = Counter()
    made: list[Entry] = []
    for topic in topic_order(list(by_topic), judge, seed):
        for peers in draw.sample(by_topic[topic], len(by_topic[topic])):
            if len(peers) > 2:
                at = draw.randrange(len(peers))
                made.append((topic, (*peers[at:], *peers[:at])))
                continue
            a, b = peers if draw.random() < 0.5 else peers[::-1]
            if (against[a, b] - against[b, a], lean[a] - lean[b]) > (0, 0):
                a, b = b, a
            lean[a] += 1
            lean[b] -= 1
            against[a, b] += 1
            made.append((topic, (a, b)))
    return made


def _pair(a: int, b: int) -> tuple[int, int]:
    return (a, b) if a < b else (b, a)


def _are(count: int) -> str:
    return f"are {count} judges" if count != 1 else "is 1 judge"
