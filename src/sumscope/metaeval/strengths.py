"""From strengths and their resamples to an order: intervals, rank intervals and groups."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from sumscope.core.choices import Drawn
from sumscope.core.numbers import generator
from sumscope.metaeval.bootstrap import percentiles
from sumscope.metaeval.significance import holm, letters

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]
_FEWEST = 3
_BLOCK = 1 << 21


class RankRow(NamedTuple):
    """A system with its strength and rank, each with an interval; `n` is what they rest on."""

    peer: str
    strength: float | None
    low: float | None
    high: float | None
    rank: int | None
    rank_low: int | None
    rank_high: int | None
    n: int


@dataclass(frozen=True)
class Ranked:
    """Systems with strengths, in the order they were given in; NaN where there is none.

    `rank` is 1 for the best; `low`, `high`, `rank_low` and `rank_high` are percentiles of the
    resamples. Systems that share a letter in `groups` are not significantly different. `n` counts
    what the strength rests on. `notes` say what the reader has to know, `reason` why there is no
    order at all.
    """

    strength: Floats
    low: Floats
    high: Floats
    rank: Floats
    rank_low: Floats
    rank_high: Floats
    n: Ints
    groups: tuple[str, ...]
    notes: tuple[str, ...] = ()
    reason: str | None = None

    def rows(self, peers: Sequence[str], sign: float = 1.0) -> list[RankRow]:
        """The systems by name, best first; with `sign` -1 strengths count the other way."""

        def number(value: float) -> float | None:
            return None if np.isnan(value) else float(value)

        def whole(value: float) -> int | None:
            return None if np.isnan(value) else int(value)

        low, high = (self.low, self.high) if sign > 0 else (-self.high, -self.low)
        order = np.argsort(np.where(np.isnan(self.rank), np.inf, self.rank), kind="stable")
        return [
            RankRow(
                peer=peers[k],
                strength=number(sign * self.strength[k]),
                low=number(low[k]),
                high=number(high[k]),
                rank=whole(self.rank[k]),
                rank_low=whole(self.rank_low[k]),
                rank_high=whole(self.rank_high[k]),
                n=int(self.n[k]),
            )
            for k in order.tolist()
        ]


def unranked(n: Ints, reason: str) -> Ranked:
    """No order, and why."""
    no = np.full(len(n), np.nan)
    return Ranked(no, no, no, no, no, no, n, ("",) * len(n), (), reason)


def ranks(strength: Floats) -> Floats:
    """Ranks of each row, 1 for the greatest, the same for equals; NaN stays."""
    known = ~np.isnan(strength)
    filled = np.where(known, strength, -np.inf)
    above = (filled[..., None, :] > filled[..., :, None]).sum(axis=-1)
    return np.where(known, above + 1.0, np.nan)


def ranked(
    strength: Floats,
    samples: Floats,
    n: Ints,
    units: tuple[int, str],
    *,
    confidence: float = 0.95,
    notes: tuple[str, ...] = (),
) -> Ranked:
    """Order systems by strength; `samples` are strengths in each resample, a row each.

    Two systems differ where their difference over its bootstrap standard error is significant
    (normal, Holm-corrected over all pairs, at 1 - `confidence`).
    """
    size = len(strength)
    low, high, rank_low, rank_high = (np.full(size, np.nan) for _ in range(4))
    told = list(notes)
    placed = ranks(samples) if len(samples) else samples
    for k in np.flatnonzero(~np.isnan(strength)):
        around = percentiles(samples[:, k], units[0], units[1], confidence)
        if around.low is None or around.high is None:
            if around.reason and around.reason not in told:
                told.append(around.reason)
            continue
        low[k], high[k] = around.low, around.high
        tail = (1 - confidence) / 2
        seen = placed[:, k][~np.isnan(placed[:, k])]
        rank_low[k] = np.quantile(seen, tail, method="inverted_cdf")
        rank_high[k] = np.quantile(seen, 1 - tail, method="inverted_cdf")
    rank = ranks(strength)
    groups = _groups(strength, samples, ~np.isnan(low), 1 - confidence)
    # The interval of a rank holds the rank itself, however the resamples fell.
    rank_low, rank_high = np.fmin(rank_low, rank), np.fmax(rank_high, rank)
    missing = np.isnan(low)
    rank_low[missing] = rank_high[missing] = np.nan
    return Ranked(
        strength, low, high, rank, rank_low, rank_high, n, groups, tuple(dict.fromkeys(told))
    )


def _groups(
    strength: Floats, samples: Floats, known: NDArray[np.bool_], level: float
) -> tuple[str, ...]:
    from scipy.stats import norm

    at = np.flatnonzero(known)
    order = at[np.argsort(-strength[at], kind="stable")]
    out = [""] * len(strength)
    if len(order) < 2:
        return tuple(out)
    i, j = np.triu_indices(len(order), 1)
    inside = samples[:, order]
    inside = inside[~np.isnan(inside).any(axis=1)]
    if len(inside) < 2:
        return tuple(out)
    covariance = np.atleast_2d(np.cov(inside, rowvar=False))
    spread = np.diag(covariance)
    error = np.sqrt(np.maximum(spread[i] + spread[j] - 2 * covariance[i, j], 0.0))
    gap = strength[order[i]] - strength[order[j]]
    with np.errstate(invalid="ignore", divide="ignore"):
        z = np.where(error > 1e-12, gap / error, np.where(np.abs(gap) > 1e-12, np.inf, 0.0))
    different = np.zeros((len(order), len(order)), dtype=bool)
    different[i, j] = holm(2 * norm.sf(np.abs(z))) < level
    for place, text in zip(order, letters(different | different.T), strict=True):
        out[place] = text
    return tuple(out)


def unit_draws(
    topics: int, judges: int, over: Drawn, resamples: int, seed: int, width: int
) -> Iterator[tuple[Floats, Floats]]:
    """Blocks of resamples: how often each topic and each judge was drawn.

    `width` is what the caller holds for one resample; it sets the size of the blocks.
    """
    draws = generator(seed)

    def counts(size: int, rows: int, drawn: bool) -> Floats:
        if not drawn or size == 0:
            return np.ones((rows, size))
        picked = draws.integers(0, size, size=(rows, size)) + (np.arange(rows) * size)[:, None]
        tallied = np.bincount(picked.ravel(), minlength=rows * size)
        return tallied.reshape(rows, size).astype(np.float64)

    step = max(1, min(resamples, _BLOCK // max(1, width, topics, judges)))
    for start in range(0, resamples, step):
        rows = min(step, resamples - start)
        yield counts(topics, rows, over != "judges"), counts(judges, rows, over != "items")


Flags = NDArray[np.bool_]


def connections(
    rows: int, size: int, row: Ints, better: Ints, worse: Ints
) -> tuple[Flags, Flags, Flags]:
    """Who was compared in each row; whether they hang together; whether strengths are finite.

    Line k says that in row `row[k]` system `better[k]` won or tied against `worse[k]`. Strengths
    are finite where everyone can be reached from everyone along such lines (Ford 1957).
    """
    from scipy.sparse import csr_matrix
    from scipy.sparse.csgraph import connected_components

    present = np.zeros((rows, size), dtype=bool)
    present[row, better] = True
    present[row, worse] = True
    edges = (row * size + better, row * size + worse)
    graph = csr_matrix((np.ones(len(row)), edges), shape=(rows * size, rows * size))
    found = []
    for kind in ("weak", "strong"):
        _, part = connected_components(graph, directed=True, connection=kind)
        part = part.reshape(rows, size)
        least = np.where(present, part, part.max() + 1).min(axis=1)
        most = np.where(present, part, -1).max(axis=1)
        found.append(least == most)
    return present, found[0], found[1]


def settle_over(topics: int, judges: int, over: Drawn) -> tuple[Drawn, tuple[int, str], list[str]]:
    """What can be drawn: units too few to draw from are left as they are, which a note tells."""
    notes = []
    if over == "both" and judges < _FEWEST <= topics:
        if judges:
            notes.append(f"intervals over topics only: {_count(judges, 'judge')}")
        over = "items"
    elif over == "both" and topics < _FEWEST <= judges:
        notes.append(f"intervals over judges only: {_count(topics, 'topic')}")
        over = "judges"
    if over == "judges":
        return over, (judges, "judge"), notes
    if over == "items":
        return over, (topics, "topic"), notes
    return over, min((topics, "topic"), (judges, "judge")), notes


def _count(size: int, unit: str) -> str:
    return f"{size} {unit}{'s' * (size != 1)}"
