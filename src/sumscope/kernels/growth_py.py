"""The readable twin of `growth.cpp`: components of a word network while associations arrive.

Words are numbers 0..nodes-1 in reading order; association M joins word M-1 and word M. Whole
numbers throughout, so that twin and kernel agree to the last digit.
"""

from __future__ import annotations

import itertools

import numpy as np

from sumscope.kernels.types import Ints


def components(words: Ints, nodes: int) -> Ints:
    """f(0), f(1), ..., f(A): components after each association, over `nodes` nodes."""
    return np.asarray(_components(_checked(words, nodes), nodes), dtype=np.int32)


def area(words: Ints, nodes: int) -> int:
    """A times the sum over M = 1..A of |f(M) - g(M)|, a whole number.

    g is the straight line from f(0) at M = 0 to f(A) at M = A.
    """
    curve = _components(_checked(words, nodes), nodes)
    associations = len(curve) - 1
    drop = curve[0] - curve[-1]
    return sum(
        abs(associations * (count - nodes) + drop * step)
        for step, count in enumerate(curve)
        if step
    )


def _components(words: list[int], nodes: int) -> list[int]:
    parent = list(range(nodes))

    def root(node: int) -> int:
        while parent[node] != node:
            parent[node] = parent[parent[node]]
            node = parent[node]
        return node

    curve = [nodes]
    for first, second in itertools.pairwise(words):
        one, other = root(first), root(second)
        parent[other] = one
        curve.append(curve[-1] - (one != other))
    return curve


def _checked(words: Ints, nodes: int) -> list[int]:
    plain: list[int] = np.asarray(words, dtype=np.int32).tolist()
    if not 0 <= nodes < 2**31:
        raise ValueError("nodes is out of range")
    if any(not 0 <= word < nodes for word in plain):
        raise ValueError("a word is not in 0..nodes-1")
    return plain


__all__ = ["area", "components"]
