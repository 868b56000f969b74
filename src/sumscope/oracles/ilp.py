"""The integer program of the paper (equations 3 to 8), solved by HiGHS through scipy."""

from __future__ import annotations

import contextlib
import math
import os
import sys
from collections.abc import Iterator
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from sumscope.oracles.problem import Ints, Problem


class Found(NamedTuple):
    """One solution: sentence numbers, whether it is optimal, an upper bound, nodes of the tree."""

    chosen: tuple[int, ...]
    optimal: bool
    upper: int
    nodes: int


def maximise(problem: Problem, seconds: float = -1.0, nodes: int = -1) -> Found:
    """Choose sentences x_i so that the sum of the matches z_kj is greatest.

    References that hold an n-gram equally often have equal z_kj; they share one variable, which
    weighs as many as they are.
    """
    from scipy.optimize import Bounds, LinearConstraint, milp
    from scipy.sparse import csr_array, vstack

    n = len(problem.length)
    if n == 0:
        return Found((), True, 0, 0)
    gram, weight, most = _references(problem)
    z = len(gram)
    rows = np.repeat(np.arange(n), np.diff(problem.ptr))
    held = csr_array((problem.cnt, (problem.idx, rows)), shape=(len(problem.woff) - 1, n))
    # (4) length; (5) an n-gram is matched no more often than the chosen sentences hold it
    length = csr_array(np.concatenate([problem.length, np.zeros(z)])[None, :])
    cover = _beside(held[gram], z)
    options: dict[str, float] = {"mip_rel_gap": 0.0}
    if seconds >= 0:
        options["time_limit"] = max(seconds, 1e-3)
    if nodes >= 0:
        options["node_limit"] = max(nodes, 1)
    with _quiet():
        result = milp(
            c=-np.concatenate([np.zeros(n), weight]),
            integrality=np.ones(n + z),
            # (6) nor more often than the reference holds it; (7), (8) whole numbers
            bounds=Bounds(np.zeros(n + z), np.concatenate([np.ones(n), most])),
            constraints=LinearConstraint(
                vstack([length, cover], format="csr"),
                np.concatenate([[-np.inf], np.zeros(z)]),
                np.concatenate([[problem.limit], np.full(z, np.inf)]),
            ),
            options=options,
        )
    chosen: tuple[int, ...] = ()
    if result.x is not None:
        chosen = tuple(int(s) for s in problem.source[result.x[:n] > 0.5])
    bound = getattr(result, "mip_dual_bound", None)
    upper = problem.total if bound is None or not math.isfinite(bound) else -bound
    explored = getattr(result, "mip_node_count", None)
    return Found(chosen, result.status == 0, math.floor(upper + 1e-6), int(explored or 0))


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


def _references(problem: Problem) -> tuple[Ints, NDArray[np.float64], NDArray[np.float64]]:
    """By n-gram and number of times: how many references hold it exactly so often.

    w[g, t] counts the references that hold g more than t times, so differences give them back.
    """
    gram = np.repeat(np.arange(len(problem.woff) - 1), np.diff(problem.woff)).astype(np.int32)
    times = np.arange(len(problem.w)) - problem.woff[gram] + 1
    following = np.append(problem.w[1:], 0)
    last = np.append(gram[1:] != gram[:-1], True)
    exactly = problem.w - np.where(last, 0, following)
    at = np.flatnonzero(exactly)
    return gram[at], exactly[at].astype(np.float64), times[at].astype(np.float64)
