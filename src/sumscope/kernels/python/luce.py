"""The readable twin of `cpp/luce.cpp`: one answer after the other, all rows at once."""

from __future__ import annotations

from itertools import combinations

import numpy as np

from sumscope.kernels.types import Floats, Longs

MOST_SHOWN = 16


def derivatives(
    starts: Longs, shown: Longs, weights: Floats, strength: Floats
) -> tuple[Floats, Floats]:
    """First and second derivatives of the weighted log likelihood of best-worst answers.

    Answer k shows the systems `shown[starts[k]:starts[k + 1]]`: the best, the worst, the others. A
    row of `weights` goes with a row of `strength`, or with its only row. Under Plackett and Luce

        P(b first, w last) = e(b) / e(all) * sum over A of (-1)^|A| e(w) / (e(w) + e(A)),

    A running through the subsets of the others. Gives rows x systems and rows x systems x systems.
    """
    answers, (rows, size) = len(starts) - 1, (len(weights), strength.shape[1])
    if (
        len(starts) == 0
        or starts[0] != 0
        or starts[-1] != len(shown)
        or np.any(np.diff(starts) < 0)
    ):
        raise ValueError("answers do not cover what was shown")
    if weights.shape[1] != answers:
        raise ValueError("weights and answers differ in number")
    if len(strength) not in (1, rows):
        raise ValueError("strengths have neither one row nor a row for each row of weights")
    if shown.size and not (shown.min() >= 0 and shown.max() < size):
        raise ValueError("a system is not in [0, N)")
    slope, curve = np.zeros((rows, size)), np.zeros((rows, size, size))
    worth = np.exp(strength - strength.max(axis=1, keepdims=True))
    for k in range(answers):
        at = shown[starts[k] : starts[k + 1]]
        if not 2 <= len(at) <= MOST_SHOWN:
            raise ValueError("an answer shows fewer than 2 or more than 16 systems")
        first, second = _answer(worth[:, at])
        slope[:, at] += weights[:, k, None] * first
        curve[:, at[:, None], at[None, :]] += weights[:, k, None, None] * second
    return slope, curve


def _answer(e: Floats) -> tuple[Floats, Floats]:
    """Derivatives of log P by the strengths of the systems shown: best, worst, others."""
    rows, size = e.shape
    identity = np.eye(size)
    share = e / e.sum(axis=1, keepdims=True)
    first = identity[0] - share
    second = _spread(share)
    last = np.ones(rows)
    up, bend = np.zeros((rows, size)), np.zeros((rows, size, size))
    for length in range(1, size - 1):
        for chosen in combinations(range(2, size), length):
            part = np.zeros((rows, size))
            inside = [1, *chosen]
            part[:, inside] = e[:, inside] / e[:, inside].sum(axis=1, keepdims=True)
            term = (-1.0) ** length * part[:, 1]
            away = identity[1] - part
            last += term
            up += term[:, None] * away
            both = away[:, :, None] * away[:, None, :] + _spread(part)
            bend += term[:, None, None] * both
    last = np.maximum(last, 1e-300)
    up /= last[:, None]
    first = first + up
    second = second + bend / last[:, None, None] - up[:, :, None] * up[:, None, :]
    return first, second


def _spread(share: Floats) -> Floats:
    """Second derivatives of -log of a sum whose parts have these shares."""
    own = share[:, :, None] * np.eye(share.shape[1])
    return share[:, :, None] * share[:, None, :] - own


__all__ = ["derivatives"]
