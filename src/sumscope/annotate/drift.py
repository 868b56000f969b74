"""A clustering taken apart and put together at random, step by step (Figure 1 of Geiss 2009)."""

from __future__ import annotations

import random

from sumscope.core.cover import Partition


def split_to_singletons(start: Partition, seed: int) -> list[Partition]:
    """From `start`, one random split a step, until every item is alone; `start` comes first.

    A step draws a cluster of two or more (each as likely) and sends each of its items to one of
    two halves by a coin, anew until neither is empty.
    """
    draw = random.Random(seed)
    clusters = [list(cluster) for cluster in start.clusters]
    steps = [start]
    while len(clusters) < len(start.items):
        at = draw.choice([i for i, cluster in enumerate(clusters) if len(cluster) > 1])
        one: list[str] = []
        other: list[str] = []
        while not (one and other):
            one, other = [], []
            for item in clusters[at]:
                (one if draw.random() < 0.5 else other).append(item)
        clusters[at : at + 1] = [one, other]
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


def _as_partition(start: Partition, clusters: list[list[str]]) -> Partition:
    return Partition(start.items, tuple(tuple(cluster) for cluster in clusters))
