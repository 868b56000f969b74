"""What is known of one problem once its oracles are found: size, number, likeness, effort."""

from __future__ import annotations

import math
import random
from dataclasses import dataclass

from sumscope.oracles.answer import Oracles
from sumscope.oracles.problem import Problem, feasible
from sumscope.oracles.walk import drawer_of

# Pairs of oracles that are drawn to say how much two have in common.
PAIRS = 100


@dataclass(frozen=True)
class OracleFacts:
    """One solved problem.

    `sentences` have a match; `oracle_sentences` is the mean size of an oracle, `jaccard` the mean
    Jaccard index of two oracles drawn at random (None where there is one only), `log_sets` the
    decimal logarithm of the number of sets that fit.
    """

    sentences: int
    score: float
    count: int
    oracle_sentences: float
    jaccard: float | None
    nodes: int
    log_sets: float


def facts_of(oracles: Oracles, seed: int = 0) -> OracleFacts | None:
    """The facts of a problem under a length limit; None where not every oracle is known."""
    problem = oracles.problem
    if oracles.count is None or oracles.score is None or not isinstance(problem, Problem):
        return None
    size = sum(size * number for size, number in oracles.by_size.items()) / oracles.count
    return OracleFacts(
        len(problem.source),
        oracles.score,
        oracles.count,
        size,
        _jaccard(oracles, seed) if oracles.count > 1 else None,
        oracles.nodes,
        _log10(feasible(problem)),
    )


def _jaccard(oracles: Oracles, seed: int) -> float:
    drawer, rng = drawer_of(oracles), random.Random(seed)
    total = 0.0
    for _ in range(PAIRS):
        one, other = drawer.draw(rng), drawer.draw(rng)
        while other == one:  # two different ones
            other = drawer.draw(rng)
        total += len(one & other) / len(one | other)
    return total / PAIRS


def _log10(number: int) -> float:
    """The logarithm of a number of any length."""
    shift = max(0, number.bit_length() - 60)
    return math.log10(number >> shift) + shift * math.log10(2)
