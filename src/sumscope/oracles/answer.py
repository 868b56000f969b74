"""What a method found: the best score, and the oracles as far as they are known."""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from sumscope import kernels
from sumscope.kernels.types import Dag
from sumscope.oracles.problem import Problem

if TYPE_CHECKING:
    from sumscope.oracles.ratio import RatioProblem

Sets = tuple[tuple[int, ...], ...]


@dataclass(frozen=True, eq=False)
class Oracles:
    """The answer of a method to a problem; sentences are numbers in the source.

    `complete`: every oracle is known and counted. `optimal`: `matches` is the optimum; otherwise it
    lies between `matches` and `upper`. `by_size` is the number of oracles of each size, `holding`
    the number of oracles of each size that hold a sentence; both exact, empty if not complete.
    """

    problem: Problem | RatioProblem
    method: str
    matches: int
    upper: int
    optimal: bool
    complete: bool
    nodes: int
    seconds: float
    chosen: tuple[int, ...]
    by_size: Mapping[int, int] = field(default_factory=dict)
    holding: Mapping[int, Mapping[int, int]] = field(default_factory=dict)
    dag: Dag | None = None
    sets: Sets | None = None

    @property
    def score(self) -> float | None:
        """ROUGE-n of the best set; None where the references have no n-gram."""
        return self.matches / self.problem.total if self.problem.total else None

    @property
    def upper_score(self) -> float | None:
        """No set within the limits has a higher score."""
        return self.upper / self.problem.total if self.problem.total else None

    @property
    def count(self) -> int | None:
        """How many oracles there are; None where that is not known."""
        return sum(self.by_size.values()) if self.complete else None

    @property
    def in_oracles(self) -> dict[int, int]:
        """The number of oracles that hold each sentence held by any."""
        return {s: sum(row.values()) for s, row in sorted(self.holding.items())}

    def share(self, sentence: int) -> float | None:
        """The share of oracles that hold a sentence."""
        if self.count is None:
            return None
        return sum(self.holding.get(sentence, {}).values()) / self.count

    def first(self) -> tuple[int, ...]:
        """The first oracle by size and position; the best set known where not complete."""
        return next(iter(self), self.chosen)

    def __iter__(self) -> Iterator[tuple[int, ...]]:
        """Oracles one by one: fewest sentences first, then as tuples of sentence numbers."""
        if not self.complete:
            yield self.chosen
        elif self.sets is not None:
            yield from self.sets
        else:
            yield from self._walk()

    def listed(self, k: int) -> list[tuple[int, ...]]:
        """The first k oracles."""
        return list(itertools.islice(self, k))

    def _walk(self, most: int = 1024) -> Iterator[tuple[int, ...]]:
        if self.dag is None:
            raise ValueError("a complete answer holds its sets or a DAG")
        source = self.problem.source.tolist()
        for size in sorted(self.by_size):
            after: list[int] = []
            step, left = 1, self.by_size[size]
            while left > 0:
                found = kernels.oracle.listing(
                    self.dag, self.problem.length, size, after, min(step, left)
                )
                for one in found:
                    yield tuple(source[i] for i in one)
                left, after, step = left - len(found), found[-1], min(2 * step, most)
