"""Sentence graphs: nodes are sentences, links connect similar ones."""

from __future__ import annotations

import math
from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from itertools import combinations

from sumscope.core.errors import SumscopeError, nearest
from sumscope.graph.network import Graph, Link

KINDS = ("words-in-common", "cosine", "links")
Words = Sequence[tuple[str, Sequence[str]]]
# Pairs of sentences that a graph may hold (about 200 bytes each), and words counted for them.
MOST_PAIRS = 5_000_000
MOST_SHARED = 100_000_000


def check_kind(kind: str) -> str:
    """The name of a kind of sentence graph, or an error with the nearest names."""
    if kind not in KINDS:
        raise SumscopeError(f"unknown sentence graph {kind!r}", hint=nearest(kind, KINDS))
    return kind


def words_in_common(sentences: Words) -> Graph:
    """Weight of a link: number of distinct words two sentences share (no link at 0)."""
    shared: Counter[tuple[str, str]] = Counter()
    for holders in _holders(sentences).values():
        shared.update(combinations(holders, 2))
    return Graph.of(
        ((u, v, float(count)) for (u, v), count in shared.items()), (name for name, _ in sentences)
    )


def cosine(sentences: Words, threshold: float = 0.0) -> Graph:
    """Weight of a link: cosine of the word counts of two sentences, where above `threshold`."""
    counts = {name: Counter(words) for name, words in sentences}
    length = {name: sum(c * c for c in bag.values()) for name, bag in counts.items()}
    dots: Counter[tuple[str, str]] = Counter()
    for word, holders in _holders(sentences).items():
        for u, v in combinations(holders, 2):
            dots[u, v] += counts[u][word] * counts[v][word]
    links: list[Link] = []
    for (u, v), dot in dots.items():
        value = dot / math.sqrt(length[u] * length[v])  # whole numbers inside: the same both ways
        if value > threshold:
            links.append((u, v, value))
    return Graph.of(links, (name for name, _ in sentences))


def linked(groups: Iterable[Sequence[str]], nodes: Iterable[str]) -> Graph:
    """Abstractive links: two sentences are linked when some group holds both."""
    pairs = {pair for group in groups for pair in combinations(sorted(set(group)), 2)}
    return Graph.of(pairs, nodes)


def _holders(sentences: Words) -> dict[str, list[str]]:
    holders: dict[str, list[str]] = defaultdict(list)
    for name, words in sentences:
        for word in dict.fromkeys(words):
            holders[word].append(name)
    shared = sum(len(names) * (len(names) - 1) // 2 for names in holders.values())
    pairs = min(shared, len(sentences) * (len(sentences) - 1) // 2)
    if pairs > MOST_PAIRS or shared > MOST_SHARED:
        raise SumscopeError(
            f"{len(sentences):,} sentences share words in too many pairs for a sentence graph "
            f"({pairs:,} of at most {MOST_PAIRS:,})"
            if pairs > MOST_PAIRS
            else f"{len(sentences):,} sentences share too many words for a sentence graph "
            f"({shared:,} of at most {MOST_SHARED:,} in all pairs)",
            hint="give shorter texts, or leave out measures and methods that need the graph",
        )
    return holders
