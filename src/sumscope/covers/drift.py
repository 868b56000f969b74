"""Split and merge a clustering at random, step by step (Figure 1 of Geiss 2009)."""

from __future__ import annotations

import random

from sumscope.core.cover import Partition


def split_to_singletons(start: Partition, seed: int) -> list[Partition]:
    """From `start`, one random split a step, until every item is alone; `start` comes first.

    A step draws a cluster of two or more (each as likely) and sends each of its items to one of
    two halves by a coin, repeated until neither is empty.
    """
    draw = random.Random(seed)
    clusters = [list(cluster) for cluster in start.clusters]
    steps = [start]
    while len(clusters) < len(start.items):
        at = draw.choice([i for i, cluster in enumerate(clusters) if len(cluster) > 1])
        clusters[at : at + 1] = list(_halves(clusters[at], draw))
        steps.append(_as_partition(start, clusters))
    return steps


def merge_to_one(start: Partition, seed: int) -> list[Partition]:
    """From `start`, one random merge of two clusters a step, until one is left."""
    draw = random.Random(seed)
    clusters = [list(cluster) for cluster in start.clusters]
    steps = [start]
    while len(clusters) > 1:
        one, other = sorted(draw.sample(range(len(clusters)), 2))
        clusters[one] += clusters.pop(other)
        steps.append(_as_partition(start, clusters))
    return steps


def split_rounds(start: Partition, seed: int) -> list[Partition]:
    """From `start`, every cluster of two or more split once a round, until every item is alone."""
    draw = random.Random(seed)
    clusters = [list(cluster) for cluster in start.clusters]
    rounds = [start]
    while len(clusters) < len(start.items):
        parts = []
        for cluster in clusters:
            parts += [cluster] if len(cluster) < 2 else list(_halves(cluster, draw))
        clusters = parts
        rounds.append(_as_partition(start, clusters))
    return rounds


def merge_rounds(start: Partition, seed: int) -> list[Partition]:
    """From `start`, clusters merged two and two at random a round, until one is left."""
    draw = random.Random(seed)
    clusters = [list(cluster) for cluster in start.clusters]
    rounds = [start]
    while len(clusters) > 1:
        draw.shuffle(clusters)
        odd = clusters[len(clusters) // 2 * 2 :]
        clusters = [
            one + other for one, other in zip(clusters[::2], clusters[1::2], strict=False)
        ] + odd
        rounds.append(_as_partition(start, clusters))
    return rounds


def _halves(cluster: list[str], draw: random.Random) -> tuple[list[str], list[str]]:
    """Two parts of a cluster by the toss of a coin, repeated until neither is empty."""
    while True:
        one: list[str] = []
        other: list[str] = []
        for item in cluster:
            (one if draw.random() < 0.5 else other).append(item)
        if one and other:
            return one, other


def _as_partition(start: Partition, clusters: list[list[str]]) -> Partition:
    return Partition(start.items, tuple(tuple(cluster) for cluster in clusters))
