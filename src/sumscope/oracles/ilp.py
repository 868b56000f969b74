"""The integer program of the paper (equations 3 to 8), solved by HiGHS through scipy."""

from __future__ import annotations

import contextlib
import math
import os
import sys
from collections.abc import Iterator
from fractions import Fraction
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from sumscope.core.errors import SumscopeError
from sumscope.kernels.types import Arrays
from sumscope.oracles.objective import LCS
from sumscope.oracles.problem import Ints, Problem

if TYPE_CHECKING:
    from sumscope.oracles.ratio import RatioProblem


class Found(NamedTuple):
    """One solution: sentence numbers, whether it is optimal, an upper bound, nodes of the tree."""

    chosen: tuple[int, ...]
    optimal: bool
    upper: int
    nodes: int


def maximise(problem: Problem, seconds: float = -1.0, nodes: int = -1) -> Found:
    """Choose sentences x_i so that the sum of the matches z_kj is greatest."""
    arrays = problem.arrays[:-1]
    rows, optimal, bound, explored = _program(arrays, problem.limit, None, None, seconds, nodes)
    upper = problem.total if bound is None else math.floor(bound + 1e-6)
    chosen = tuple(int(s) for s in problem.source[rows])
    return Found(chosen, optimal, upper, explored)


def maximise_ratio(
    problem: RatioProblem, seconds: float = -1.0, nodes: int = -1
) -> tuple[tuple[int, ...], bool, int]:
    """The best set by F of one ROUGE-N, whether that is proven, and nodes.

    Dinkelbach's method: the program maximises matches - t * (times * size + total); t is the ratio
    of the last solution, until the best is 0.
    """
    if len(problem.objective.views) > 1 or problem.objective.views == (LCS,):
        raise SumscopeError("ilp is for one ROUGE-N", hint="use --method bnb")
    times, size = problem.views[3], problem.views[1]
    chosen: tuple[int, ...] = ()
    value, explored = Fraction(0), 0
    while True:
        ratio = value / problem.scale
        rows, optimal, _, more = _program(
            problem.arrays,
            problem.limit,
            problem.slots,
            float(ratio) * times * size.astype(np.float64),
            seconds,
            nodes,
        )
        explored += more
        found = tuple(int(s) for s in problem.source[rows])
        if problem.value(found) <= value:
            return chosen, optimal, explored
        chosen, value = found, problem.value(found)
        if not optimal:
            return chosen, False, explored


def _program(
    arrays: Arrays,
    limit: int | None,
    slots: int | None,
    cost: NDArray[np.float64] | None,
    seconds: float,
    nodes: int,
) -> tuple[NDArray[np.int64], bool, float | None, int]:
    """Rows chosen, whether they are optimal, a bound, nodes.

    References that hold an n-gram equally often have equal z_kj; they share one variable, which
    weighs as many as they are. A sentence costs `cost`.
    """
    from scipy.optimize import Bounds, LinearConstraint, milp
    from scipy.sparse import csr_array, vstack

    ptr, idx, cnt, lengths, woff, w = arrays
    n = len(lengths)
    if n == 0:
        return np.zeros(0, np.int64), True, 0.0, 0
    gram, weight, most = _references(woff, w)
    z = len(gram)
    rows = np.repeat(np.arange(n), np.diff(ptr))
    held = csr_array((cnt, (idx, rows)), shape=(len(woff) - 1, n))
    # (4) length, number; (5) an n-gram is matched no more often than the chosen sentences hold it
    length = csr_array(np.concatenate([lengths, np.zeros(z)])[None, :])
    number = csr_array(np.concatenate([np.ones(n), np.zeros(z)])[None, :])
    cover = _beside(held[gram], z)
    options: dict[str, float] = {"mip_rel_gap": 0.0}
    if seconds >= 0:
        options["time_limit"] = max(seconds, 1e-3)
    if nodes >= 0:
        options["node_limit"] = max(nodes, 1)
    most_words = np.inf if limit is None else limit
    most_sentences = n if slots is None else slots
    with _quiet():
        result = milp(
            c=-np.concatenate([np.zeros(n) if cost is None else -cost, weight]),
            integrality=np.ones(n + z),
            # (6) nor more often than the reference holds it; (7), (8) whole numbers
            bounds=Bounds(np.zeros(n + z), np.concatenate([np.ones(n), most])),
            constraints=LinearConstraint(
                vstack([length, number, cover], format="csr"),
                np.concatenate([[-np.inf, -np.inf], np.zeros(z)]),
                np.concatenate([[most_words, most_sentences], np.full(z, np.inf)]),
            ),
            options=options,
        )
    chosen = np.zeros(0, np.int64) if result.x is None else np.flatnonzero(result.x[:n] > 0.5)
    bound = getattr(result, "mip_dual_bound", None)
    bound = None if bound is None or not math.isfinite(bound) else -bound
    explored = getattr(result, "mip_node_count", None)
    return chosen, result.status == 0, bound, int(explored or 0)


@contextlib.contextmanager
def _quiet() -> Iterator[None]:
    """Send what HiGHS prints from C to standard error: standard output is for answers."""
    sys.stdout.flush()
    try:
        kept = os.dup(1)
    except OSError:  # no standard output at all
        yield
        return
    try:
        os.dup2(2, 1)
        yield
    finally:
        os.dup2(kept, 1)
        os.close(kept)


def _beside(held: Any, z: int) -> Any:
    """Put -z beside what the sentences hold."""
    from scipy.sparse import eye_array, hstack

    return hstack([held, -eye_array(z)], format="csr")


def _references(woff: Ints, w: Ints) -> tuple[Ints, NDArray[np.float64], NDArray[np.float64]]:
    """By n-gram and number of times: how many references hold it exactly so often.

    w[g, t] counts the references that hold g more than t times, so differences give them back.
    """
    gram = np.repeat(np.arange(len(woff) - 1), np.diff(woff)).astype(np.int32)
    times = np.arange(len(w)) - woff[gram] + 1
    following = np.append(w[1:], 0)
    last = np.append(gram[1:] != gram[:-1], True)
    exactly = w - np.where(last, 0, following)
    at = np.flatnonzero(exactly)
    return gram[at], exactly[at].astype(np.float64), times[at].astype(np.float64)
