"""The readable twin of `network.cpp`: shortest paths and links among neighbours.

A graph comes in compressed rows: node i points to targets[offsets[i]:offsets[i + 1]]; no target
is repeated in a row and none is the node itself. Results are whole numbers.
"""

from __future__ import annotations

import itertools

import numpy as np

from sumscope.kernels.types import Ints, Longs


def path_lengths(offsets: Longs, targets: Ints) -> tuple[int, int]:
    """(sum of distances, number of pairs) over ordered pairs of nodes with a path."""
    rows = _rows(offsets, targets)
    total = pairs = 0
    for source in range(len(rows)):
        seen, layer, distance = {source}, [source], 0
        while layer:
            total += distance * len(layer)
            pairs += len(layer) if distance else 0
            reached = {node for near in layer for node in rows[near]} - seen
            seen |= reached
            layer, distance = sorted(reached), distance + 1
    return total, pairs


def links_among(offsets: Longs, targets: Ints) -> Longs:
    """For each node, how many links run between two of its targets."""
    rows = [set(row) for row in _rows(offsets, targets)]
    counts = [sum(len(rows[near] & row) for near in row) for row in rows]
    return np.asarray(counts, dtype=np.int64)


def _rows(offsets: Longs, targets: Ints) -> list[list[int]]:
    bounds, flat = np.asarray(offsets).tolist(), np.asarray(targets).tolist()
    if not bounds:
        raise ValueError("offsets is empty")
    if bounds[0] != 0 or bounds[-1] != len(flat) or bounds != sorted(bounds):
        raise ValueError("offsets do not cut targets into rows")
    if any(not 0 <= node < len(bounds) - 1 for node in flat):
        raise ValueError("a target is not a node")
    return [flat[a:b] for a, b in itertools.pairwise(bounds)]


__all__ = ["links_among", "path_lengths"]
