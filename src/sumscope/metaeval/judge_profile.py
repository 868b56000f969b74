"""Each judge beside the others, and the items that judges disagree on most."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

import numpy as np

from sumscope.metaeval.coefficients import reliability
from sumscope.metaeval.correlation import coefficient
from sumscope.metaeval.ratings import Floats, Ints, Ratings


class JudgeProfile(NamedTuple):
    """How a judge rates.

    `harshness` is how far the others' mean lies above this judge's ratings of the same items (below
    0: generous), `spread` the standard deviation of the judge's ratings, `agreement` the Pearson
    correlation with the mean of the others. `consistency` is Krippendorff's alpha (interval) of the
    judge's ratings of items that were shown more than once; `repeated` counts those items.
    """

    human: str
    judge: str
    n: int
    shared: int
    mean: float | None
    harshness: float | None
    spread: float | None
    agreement: float | None
    consistency: float | None
    repeated: int


class DisputedItem(NamedTuple):
    """A summary on which judges disagree, with the standard deviation of its ratings."""

    human: str
    topic: str
    peer: str
    spread: float
    ratings: Mapping[str, float]


def profiles(
    ratings: Ratings, judges: Sequence[str], same: Ints | None = None, human: str = ""
) -> list[JudgeProfile]:
    """Describe every judge who gave a rating; `judges` are their names.

    `same` gives items that show the same thing the same number; without it no item is shown twice.
    """
    size = ratings.per_item[ratings.items].astype(np.float64)
    sums = np.bincount(ratings.items, ratings.values, minlength=ratings.item_count)
    shared = size > 1
    others = (sums[ratings.items] - ratings.values) / np.where(shared, size - 1, 1.0)
    out = []
    for judge, at in ratings.by_judge():
        own = ratings.values[at]
        beside = at[shared[at]]
        agreement = None
        if len(beside) > 2:
            found = coefficient(
                "pearson", ratings.values[beside], others[beside], np.ones((1, len(beside)))
            )[0]
            agreement = None if np.isnan(found) else float(found)
        consistency, repeated = _consistency(ratings, at, same)
        out.append(
            JudgeProfile(
                human=human,
                judge=judges[judge],
                n=len(at),
                shared=len(beside),
                mean=float(own.mean()),
                harshness=(
                    float((others - ratings.values)[beside].mean()) if len(beside) else None
                ),
                spread=float(own.std(ddof=1)) if len(own) > 1 else None,
                agreement=agreement,
                consistency=consistency,
                repeated=repeated,
            )
        )
    return out


def _consistency(ratings: Ratings, at: Ints, same: Ints | None) -> tuple[float | None, int]:
    if same is None:
        return None, 0
    thing, where = np.unique(same[ratings.items[at]], return_inverse=True)
    often = np.bincount(where.ravel())
    repeated = int((often > 1).sum())
    if repeated < 2:
        return None, repeated
    order = np.argsort(where.ravel(), kind="stable")
    turn = np.arange(len(at)) - np.repeat(np.cumsum(often) - often, often)
    again = Ratings.of(
        where.ravel()[order], turn, ratings.values[at][order], len(thing), int(often.max())
    )
    return reliability(again, ("alpha-interval",), resamples=0)[0].value, repeated


def disagreements(
    ratings: Ratings,
    judges: Sequence[str],
    items: Sequence[tuple[str, str]],
    most: int = 10,
    human: str = "",
) -> list[DisputedItem]:
    """The items with the widest ratings, those with one rating left out; ties in their order.

    `judges` are names, `items` topics and peers.
    """
    size = ratings.per_item.astype(np.float64)
    sums = np.bincount(ratings.items, ratings.values, minlength=ratings.item_count)
    mean = sums / np.maximum(size, 1)
    away: Floats = (ratings.values - mean[ratings.items]) ** 2
    spread = np.sqrt(
        np.bincount(ratings.items, away, minlength=ratings.item_count) / np.maximum(size - 1, 1)
    )
    spread[size < 2] = 0.0
    out = []
    for item in np.argsort(-spread, kind="stable")[:most]:
        if spread[item] <= 0:
            break
        first, last = np.searchsorted(ratings.items, [item, item + 1])
        given = {judges[ratings.judges[k]]: float(ratings.values[k]) for k in range(first, last)}
        topic, peer = items[item]
        out.append(DisputedItem(human, topic, peer, float(spread[item]), given))
    return out
