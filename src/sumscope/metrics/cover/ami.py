"""Adjusted mutual information."""

from __future__ import annotations

import math

import numpy as np

from sumscope.core.measure import measure
from sumscope.metrics.cover._pair import Contingency, CoverPair


@measure(
    "ami",
    needs=("left", "right"),
    range=(-1, 1),
    better="higher",
    symmetric=True,
    cite="vinh2010",
)
class Ami:
    """Mutual information corrected for chance: 0 is what random partitions of these sizes get.

    (I - E[I]) / ((H(L)+H(C))/2 - E[I]). Range up to 1, higher is better, symmetric; below 0 worse
    than chance. Identical partitions give 1, also for one cluster or all singletons; one cluster
    against anything else gives 0; one item gives 1.
    """

    def score(self, pair: CoverPair) -> float:
        """AMI with the arithmetic mean of the entropies."""
        table = pair.contingency
        if len(table.counts) == len(table.row_sizes) == len(table.col_sizes):
            return 1.0  # every class is a cluster
        found = pair.entropies
        expected = expected_mutual_information(table)
        below = (found.classes + found.clusters) / 2 - expected
        if abs(below) < 1e-15:
            return 0.0
        return max(-1.0, min(1.0, (found.mutual - expected) / below))


def expected_mutual_information(table: Contingency) -> float:
    """The mean mutual information of partitions with these sizes, members drawn at random.

    Cells are hypergeometric (Vinh, Epps and Bailey 2010, equation 24a); classes and clusters of
    equal sizes are counted together.
    """
    n = int(table.n)
    log_factorial = np.fromiter(map(math.lgamma, range(1, n + 2)), dtype=np.float64, count=n + 1)
    total = 0.0
    columns, often = np.unique(table.col_sizes, return_counts=True)
    for a, times in zip(*np.unique(table.row_sizes, return_counts=True), strict=True):
        for b, again in zip(columns, often, strict=True):
            cell = np.arange(max(1, a + b - n), min(a, b) + 1, dtype=np.int64)
            chance = (
                log_factorial[a] + log_factorial[b] + log_factorial[n - a] + log_factorial[n - b]
                - log_factorial[n] - log_factorial[cell] - log_factorial[a - cell]
                - log_factorial[b - cell] - log_factorial[n - a - b + cell]
            )  # fmt: skip
            value = cell / n * np.log(n * cell / (float(a) * float(b)))
            total += int(times) * int(again) * float(np.sum(value * np.exp(chance)))
    return total
