"""Extracts that maximise F, or a mean of ROUGE scores, under limits of length and sentences."""

from __future__ import annotations

import itertools
import time
from collections.abc import Collection, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cached_property
from typing import TYPE_CHECKING

import numpy as np

from sumscope import kernels
from sumscope.core.errors import SumscopeError
from sumscope.kernels.types import Arrays, Ints, Views
from sumscope.oracles.answer import Oracles
from sumscope.oracles.objective import LCS, Objective
from sumscope.oracles.problem import flat

if TYPE_CHECKING:
    from sumscope.oracles.methods import Budget

# More than any text has, and little enough for the kernels.
NO_LIMIT = (1 << 31) - 2


@dataclass(frozen=True, eq=False)
class RatioProblem:
    """Sentences that match something, as the kernel takes them; `sizes` are of all sentences.

    `total` counts the n-grams of the references over all views. `limit` is None where only the
    number of sentences is limited, `slots` where only the length is.
    """

    objective: Objective
    limit: int | None
    slots: int | None
    source: Ints
    arrays: Arrays
    views: Views
    sizes: tuple[tuple[int, ...], ...]

    @property
    def length(self) -> Ints:
        """The length of every kept sentence."""
        return self.arrays[3]

    @property
    def total(self) -> int:
        """N-grams (words, for ROUGE-L) of the references, over all views."""
        return int(self.views[2].sum())

    @property
    def scale(self) -> Fraction:
        """From a sum of matches / (times * size + total) to the mean of F or recall."""
        return Fraction(1 if self.objective.measured == "recall" else 2, len(self.objective.views))

    @cached_property
    def row(self) -> dict[int, int]:
        """From the number of a sentence to its row."""
        return {sentence: row for row, sentence in enumerate(self.source.tolist())}

    def matches(self, chosen: Collection[int]) -> list[int]:
        """Matches of a set of sentences by view, from the definition."""
        ptr, idx, cnt, _, woff, w = self.arrays
        first, _, _, _, clipped, kind, cptr, cidx, ccnt = self.views
        covered = np.zeros(len(woff) - 1, np.int64)
        kinds = int(kind.max(initial=-1)) + 1
        have = np.zeros(kinds, np.int64)
        for row in {self.row[s] for s in chosen if s in self.row}:
            at = slice(ptr[row], ptr[row + 1])
            covered[idx[at]] += cnt[at]
            if clipped >= 0:
                held = slice(cptr[row], cptr[row + 1])
                have[cidx[held]] += ccnt[held]
        covered = np.minimum(covered, np.diff(woff))
        worth = np.concatenate([[0], np.cumsum(w)])
        value = worth[woff[:-1] + covered] - worth[woff[:-1]]
        found = [int(value[a:b].sum()) for a, b in itertools.pairwise(first.tolist())]
        if clipped >= 0:
            places = covered[first[clipped] : first[clipped + 1]]
            by_word = np.bincount(kind, places, kinds).astype(np.int64)
            found[clipped] = int(np.minimum(by_word, have).sum())
        return found

    def value(self, chosen: Collection[int]) -> Fraction:
        """The mean of F or recall of any set of sentences, exactly."""
        total, times = self.views[2].tolist(), self.views[3]
        sizes = [sum(self.sizes[s][v] for s in set(chosen)) for v in range(len(total))]
        below = [max(1, times * size + wanted) for size, wanted in zip(sizes, total, strict=True)]
        return self.scale * sum(map(Fraction, self.matches(chosen), below), Fraction(0))


def build_ratio(
    sentences: Sequence[Sequence[int]],
    lengths: Sequence[int],
    references: Sequence[Sequence[Sequence[int]]],
    objective: Objective,
    limit: int | None,
    slots: int | None,
) -> RatioProblem:
    """Make a problem from words as numbers; references are lists of sentences."""
    tokens, starts = flat(sentences)
    ref_tokens, ref_starts = flat([[w for s in reference for w in s] for reference in references])
    _, ref_cuts = flat([s for reference in references for s in reference])
    views = [*objective.views]
    times = 0 if objective.measured == "recall" else len(references)
    source, arrays, made = kernels.oracle.build_views(
        tokens,
        starts,
        np.asarray(lengths, dtype=np.int32),
        ref_tokens,
        ref_starts,
        ref_cuts,
        views,
        times,
        NO_LIMIT if limit is None else limit,
    )
    at_least = [max(1, n) - 1 for n in views]
    sizes = tuple(tuple(max(0, len(s) - less) for less in at_least) for s in sentences)
    return RatioProblem(objective, limit, slots, source, arrays, made, sizes)


@dataclass(frozen=True, eq=False)
class RatioOracles(Oracles):
    """The answer to a problem of F or of a mean; `upper` and `matches` are sums over views."""

    ratio: RatioProblem = field(kw_only=True)
    value: Fraction = field(kw_only=True)
    bound: float = field(kw_only=True)

    @property
    def score(self) -> float | None:
        """The mean of F or recall; None where the references have no n-gram."""
        return float(self.value) if self.ratio.total else None

    @property
    def upper_score(self) -> float | None:
        """No extract within the limits has a higher score."""
        return max(self.bound, float(self.value)) if self.ratio.total else None


def solve_ratio(problem: RatioProblem, method: str, budget: Budget) -> RatioOracles:
    """The best extracts: all of them by `bnb`, a good one by `greedy`, one by `ilp`."""
    begun = time.perf_counter()
    if method == "ilp":
        from sumscope.oracles.ilp import maximise_ratio

        chosen, optimal, nodes = maximise_ratio(problem, budget.seconds, budget.nodes)
        return judged(problem, method, chosen, begun, optimal, nodes)
    if method not in ("bnb", "greedy"):
        raise SumscopeError(
            f"{method} is for the recall of one ROUGE-N under a length limit",
            hint="use --method bnb or greedy",
        )
    limit = NO_LIMIT if problem.limit is None else min(problem.limit, NO_LIMIT)
    most = len(problem.source)
    slots = most if problem.slots is None else min(problem.slots, most)
    nodes = 0 if method == "greedy" else budget.nodes
    try:
        found = kernels.oracle.ratio(
            *problem.arrays, limit, problem.views, slots, nodes, budget.seconds
        )
    except ValueError as error:
        raise SumscopeError(str(error), hint="give fewer ROUGEs, as in -n 1+2") from None
    counted = None
    if found["dag"] is not None:
        counted = kernels.oracle.count(found["dag"], problem.length, budget.left(begun))
    by_size, held = counted if counted is not None else ({}, {})
    source = problem.source.tolist()
    holding = {
        source[row]: kept
        for row, sizes in held.items()
        if (kept := {size: number for size, number in sizes.items() if size <= slots})
    }
    total = sum(map(Fraction, found["matches"], found["below"]), Fraction(0))
    return RatioOracles(
        problem,
        method,
        sum(found["matches"]),
        sum(found["matches"]) if found["optimal"] else problem.total,
        optimal=found["optimal"],
        complete=counted is not None,
        nodes=found["nodes"],
        seconds=time.perf_counter() - begun,
        chosen=tuple(source[row] for row in found["chosen"].tolist()),
        by_size={size: number for size, number in by_size.items() if size <= slots},
        holding=holding,
        dag=found["dag"] if counted is not None else None,
        ratio=problem,
        value=problem.scale * total,
        bound=float(problem.scale) * found["upper"],
    )


def judged(
    problem: RatioProblem,
    method: str,
    chosen: Collection[int],
    begun: float,
    optimal: bool = False,
    nodes: int = 0,
) -> RatioOracles:
    """The answer of a method that gives one set, scored by the problem."""
    value = problem.value(chosen)
    matches = sum(problem.matches(chosen))
    return RatioOracles(
        problem,
        method,
        matches,
        matches if optimal else problem.total,
        optimal=optimal,
        complete=False,
        nodes=nodes,
        seconds=time.perf_counter() - begun,
        chosen=tuple(sorted(set(chosen))),
        ratio=problem,
        value=value,
        bound=float(value) if optimal else 1.0,
    )


__all__ = ["LCS", "RatioOracles", "RatioProblem", "build_ratio", "judged", "solve_ratio"]
