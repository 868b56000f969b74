"""How far judges agree: Krippendorff's alpha, Gwet's AC1 and AC2, weighted kappa, ICC.

Each is a function of how often each item counts, so that the value itself (every item once) and a
bootstrap over items (a row of counts for each resample) are the same few lines of algebra. Missing
ratings stay missing: each coefficient uses the pairs of ratings that are there.

- alpha (Krippendorff 2019, chapter 12): 1 - observed / expected disagreement; the difference of two
  ratings is nominal, ordinal, interval or ratio.
- AC1 and AC2 (Gwet 2014): chance agreement that does not collapse when nearly all ratings are
  equal. AC2 has quadratic weights. Categories are the distinct ratings given.
- kappa: Cohen's (1968) with quadratic weights for every two judges, the plain mean over pairs
  (Light 1971).
- icc: ICC(2,1) of Shrout and Fleiss (1979), judges a random sample, absolute agreement of single
  ratings. Variance components come from the four sums of squares that need no complete table
  (Henderson's method 1), which on complete tables is the analysis of variance.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Literal, NamedTuple, get_args

import numpy as np
from scipy.sparse import csr_matrix

from sumscope.metaeval.bootstrap import percentiles
from sumscope.metaeval.ratings import ROUNDING, Compute, Floats, Ints, Ratings, item_draws, scaled

Coefficient = Literal[
    "alpha-nominal", "alpha-ordinal", "alpha-interval", "alpha-ratio", "ac1", "ac2", "kappa", "icc"
]
COEFFICIENTS: tuple[Coefficient, ...] = get_args(Coefficient)
# Tables of categories by categories stay small up to here; beyond it ratings are no categories.
MOST_CATEGORIES = 1000


class JudgeRow(NamedTuple):
    """A coefficient of agreement on one judgement, with its interval, or why there is none.

    `judges` counts those who gave a rating, `items` the items with two ratings or more.
    """

    human: str
    statistic: Coefficient
    value: float | None
    low: float | None
    high: float | None
    judges: int
    items: int
    reason: str | None


def reliability(
    ratings: Ratings,
    statistics: tuple[Coefficient, ...] = COEFFICIENTS,
    *,
    human: str = "",
    resamples: int = 1000,
    confidence: float = 0.95,
    seed: int = 0,
) -> list[JudgeRow]:
    """Every coefficient of the judgement `human`; all of them meet the same resamples of items."""
    judges, items = ratings.active_judges, int((ratings.per_item > 1).sum())
    why = ratings.why_not()
    counted = Counted(ratings) if why is None else None
    made: dict[Coefficient, Compute | str] = {
        name: why or "" if counted is None else _PREPARE[name](ratings, counted)
        for name in statistics
    }
    whole = np.ones((1, ratings.item_count))
    values: dict[Coefficient, float] = {}
    for name, compute in made.items():
        if not isinstance(compute, str):
            values[name] = float(compute(whole)[0])
    known = {name: value for name, value in values.items() if not np.isnan(value)}
    samples: dict[Coefficient, list[Floats]] = {name: [] for name in known}
    if known and resamples:
        for counts in item_draws(ratings.item_count, resamples, seed):
            for name in known:
                compute = made[name]
                if not isinstance(compute, str):
                    samples[name].append(compute(counts))
    out = []
    for name in statistics:
        compute = made[name]
        if isinstance(compute, str):
            out.append(JudgeRow(human, name, None, None, None, judges, items, compute))
        elif name not in known:
            reason = _why_undefined(name, ratings)
            out.append(JudgeRow(human, name, None, None, None, judges, items, reason))
        else:
            low, high, reason = None, None, None
            if resamples:
                around = percentiles(np.concatenate(samples[name]), items, "item", confidence)
                low, high, reason = around.low, around.high, around.reason
            if name == "kappa":
                reason = "; ".join(r for r in (pairs_left_out(ratings), reason) if r) or None
            out.append(JudgeRow(human, name, known[name], low, high, judges, items, reason))
    return out


def _why_undefined(name: Coefficient, ratings: Ratings) -> str:
    paired = ratings.values[ratings.per_item[ratings.items] > 1]
    if len(np.unique(paired)) < 2:
        return "all ratings are equal"
    if name == "kappa":
        return "no two judges have two items in common on which their ratings vary"
    if name == "icc":
        return "judges and items cannot be separated: too few items share judges"
    return "undefined"


# Alpha and AC: from patterns


class Counted:
    """Patterns as matrices: resampled items to counts of patterns and of categories."""

    def __init__(self, ratings: Ratings) -> None:
        found = ratings.patterns
        self.sizes = found.sizes.astype(np.float64)
        kinds, categories = len(found.sizes), len(ratings.distinct)
        ones = np.ones(len(found.codes))
        self.table = csr_matrix((ones, (found.rows, found.codes)), shape=(kinds, categories))
        of_item, items = found.of_item, ratings.item_count
        self.together = csr_matrix(
            (np.ones(items), (of_item, np.arange(items))), shape=(kinds, items)
        )
        self.paired = self.sizes > 1
        self.unit = np.where(self.paired, 1 / np.maximum(self.sizes - 1, 1), 0.0)

    def of(self, counts: Floats) -> Floats:
        """How often each pattern occurs in each resample."""
        return np.asarray((self.together @ counts.T).T)

    def categories(self, often: Floats) -> Floats:
        """How often each category occurs, in items with two ratings or more."""
        return np.asarray((self.table.T @ (often * self.paired).T).T)

    def pair_sum(self, weight: Floats) -> Floats:
        """The sum of weights over all ordered pairs of ratings, equal ones included."""
        out = np.empty(self.table.shape[0])
        step = max(1, (1 << 22) // max(1, self.table.shape[1]))
        for start in range(0, len(out), step):
            part = self.table[start : start + step].toarray()
            out[start : start + step] = ((part @ weight) * part).sum(axis=1)
        return out


def _alpha_from(observed: Floats, expected: Floats, total: Floats, rounding: float = 0.0) -> Floats:
    with np.errstate(invalid="ignore", divide="ignore"):
        value = 1 - (total - 1) * observed / expected
    return np.where(expected > rounding * total**2, value, np.nan)


def _alpha_nominal(ratings: Ratings, on: Counted) -> Compute:
    squares = np.asarray(on.table.multiply(on.table).sum(axis=1)).ravel()
    apart = (on.sizes**2 - squares) * on.unit

    def compute(counts: Floats) -> Floats:
        often = on.of(counts)
        category = on.categories(often)
        total = category.sum(axis=1)
        return _alpha_from(often @ apart, total**2 - (category**2).sum(axis=1), total)

    return compute


def _alpha_interval(ratings: Ratings, on: Counted) -> Compute:
    values = scaled(ratings.distinct)
    first, second = on.table @ values, on.table @ values**2
    apart = 2 * (on.sizes * second - first**2) * on.unit

    def compute(counts: Floats) -> Floats:
        often = on.of(counts)
        category = on.categories(often)
        total = category.sum(axis=1)
        expected = 2 * (total * (category @ values**2) - (category @ values) ** 2)
        return _alpha_from(often @ apart, expected, total, ROUNDING)

    return compute


def _alpha_ordinal(ratings: Ratings, on: Counted) -> Compute:

    def compute(counts: Floats) -> Floats:
        often = on.of(counts)
        category = on.categories(often)
        total = category.sum(axis=1)
        # The ordinal difference of two ratings is that of their ranks, ties in the middle.
        with np.errstate(invalid="ignore", divide="ignore"):
            rank = (np.cumsum(category, axis=1) - category / 2) / total[:, None] - 0.5
        rank = np.where(total[:, None] > 0, rank, 0.0)
        first = np.asarray((on.table @ rank.T).T)
        second = np.asarray((on.table @ (rank**2).T).T)
        apart = 2 * (on.sizes * second - first**2) * on.unit
        weighed = category * rank
        expected = 2 * (total * (weighed * rank).sum(axis=1) - weighed.sum(axis=1) ** 2)
        return _alpha_from((often * apart).sum(axis=1), expected, total, ROUNDING)

    return compute


def _alpha_ratio(ratings: Ratings, on: Counted) -> Compute | str:
    values = ratings.distinct
    if len(values) > MOST_CATEGORIES:
        return f"more than {MOST_CATEGORIES:,} different ratings"
    if (values < 0).any():
        return "ratings below 0 have no ratio"
    above = values[:, None] + values[None, :]
    differ = ((values[:, None] - values[None, :]) / np.where(above > 0, above, 1.0)) ** 2
    apart = on.pair_sum(differ) * on.unit

    def compute(counts: Floats) -> Floats:
        often = on.of(counts)
        category = on.categories(often)
        expected = ((category @ differ) * category).sum(axis=1)
        return _alpha_from(often @ apart, expected, category.sum(axis=1))

    return compute


def _gwet(ratings: Ratings, on: Counted, weight: Callable[[Floats], Floats]) -> Compute | str:
    values = ratings.distinct
    kinds = len(values)
    if kinds > MOST_CATEGORIES:
        return f"more than {MOST_CATEGORIES:,} different ratings: AC is for categories"
    if kinds < 2:
        return "all ratings are equal"
    weights = weight(values)
    agree = (on.pair_sum(weights) - on.sizes) * on.unit / np.maximum(on.sizes, 1)
    rated = (on.sizes > 0).astype(np.float64)
    shares = on.table.multiply((1 / np.maximum(on.sizes, 1))[:, None]).tocsr()
    chance = float(weights.sum()) / (kinds * (kinds - 1))

    def compute(counts: Floats) -> Floats:
        often = on.of(counts)
        with np.errstate(invalid="ignore", divide="ignore"):
            observed = (often @ agree) / (often @ on.paired.astype(np.float64))
            share = np.asarray((shares.T @ often.T).T) / (often @ rated)[:, None]
            expected = chance * (share * (1 - share)).sum(axis=1)
            return np.asarray((observed - expected) / (1 - expected))

    return compute


def _quadratic(values: Floats) -> Floats:
    apart = values[:, None] - values[None, :]
    return np.asarray(1 - (apart / (values[-1] - values[0])) ** 2)


# ICC: variance components


def _icc(ratings: Ratings, _: Counted) -> Compute:
    values = scaled(ratings.values)
    items, judges = ratings.item_count, ratings.judge_count
    size = ratings.per_item.astype(np.float64)
    rated = (size > 0).astype(np.float64)
    sums = np.bincount(ratings.items, values, minlength=items)
    squares = np.bincount(ratings.items, values**2, minlength=items)
    by_item = np.where(size > 0, sums**2 / np.maximum(size, 1), 0.0)
    shape = (judges, items)
    where = (ratings.judges, ratings.items)
    given = csr_matrix((np.ones(len(values)), where), shape=shape)
    worth = csr_matrix((values, where), shape=shape)

    def compute(counts: Floats) -> Floats:
        total, n = counts @ size, counts @ rated
        each = np.asarray((given @ counts.T).T)
        means = np.asarray((worth @ counts.T).T)
        by_judge = np.where(each > 0, means**2 / np.maximum(each, 1), 0.0).sum(axis=1)
        r = (each > 0).sum(axis=1).astype(np.float64)
        whole = counts @ squares
        mean = (counts @ sums) ** 2 / np.maximum(total, 1)
        in_mean_item = counts @ size**2 / np.maximum(total, 1)
        in_mean_judge = (each**2).sum(axis=1) / np.maximum(total, 1)
        # Expectations of the four sums of squares in mean^2, items, judges and error.
        left = np.empty((len(counts), 4, 4))
        left[:, :, 0] = total[:, None]
        left[:, 0, 1:] = total[:, None]
        left[:, 1, 1], left[:, 1, 2], left[:, 1, 3] = total, n, n
        left[:, 2, 1], left[:, 2, 2], left[:, 2, 3] = r, total, r
        left[:, 3, 1], left[:, 3, 2], left[:, 3, 3] = in_mean_item, in_mean_judge, 1.0
        right = np.stack([whole, counts @ by_item, by_judge, mean], axis=1)
        left /= np.maximum(total, 1)[:, None, None]
        right /= np.maximum(total, 1)[:, None]
        bad = ~(np.abs(np.linalg.det(left)) > 1e-12)
        left[bad] = np.eye(4)
        parts = np.linalg.solve(left, right[:, :, None])[:, :, 0]
        spread = parts[:, 1:].sum(axis=1)
        scale = whole / np.maximum(total, 1)
        with np.errstate(invalid="ignore", divide="ignore"):
            value = parts[:, 1] / spread
        return np.where(~bad & (spread > 1e-12 * np.maximum(scale, 1e-300)), value, np.nan)

    return compute


_PREPARE: dict[Coefficient, Callable[[Ratings, Counted], Compute | str]] = {
    "alpha-nominal": _alpha_nominal,
    "alpha-ordinal": _alpha_ordinal,
    "alpha-interval": _alpha_interval,
    "alpha-ratio": _alpha_ratio,
    "ac1": lambda ratings, on: _gwet(ratings, on, lambda values: np.eye(len(values))),
    "ac2": lambda ratings, on: _gwet(ratings, on, _quadratic),
    "kappa": lambda ratings, _: kappa(ratings),
    "icc": _icc,
}


# Two ratings of one item by two judges, over all items: what kappa holds in memory.
MOST_PAIRS = 20_000_000


@dataclass(frozen=True)
class _JudgePairs:
    """Two ratings of an item by two judges, a line each; `pair` numbers the pairs of judges."""

    pair: Ints
    item: Ints
    left: Floats
    right: Floats
    count: int


def _judge_pairs(ratings: Ratings) -> _JudgePairs:
    values = scaled(ratings.values)
    starts = np.concatenate(([0], np.cumsum(ratings.per_item)))
    firsts, seconds = [], []
    for size in np.unique(ratings.per_item):
        if size < 2:
            continue
        i, j = np.triu_indices(int(size), 1)
        base = starts[np.flatnonzero(ratings.per_item == size)][:, None]
        firsts.append((base + i[None, :]).ravel())
        seconds.append((base + j[None, :]).ravel())
    first, second = np.concatenate(firsts), np.concatenate(seconds)
    codes = ratings.judges[first] * ratings.judge_count + ratings.judges[second]
    found, pair = np.unique(codes, return_inverse=True)
    return _JudgePairs(
        pair.ravel().astype(np.int64),
        ratings.items[first],
        values[first],
        values[second],
        len(found),
    )


def kappa(ratings: Ratings) -> Compute | str:
    """Kappa as a function of how often each item counts, or why there is none."""
    if int((ratings.per_item * (ratings.per_item - 1) // 2).sum()) > MOST_PAIRS:
        return f"more than {MOST_PAIRS:,} pairs of ratings of one item"
    on = _judge_pairs(ratings)
    lines = np.arange(len(on.pair))
    # Sums over the items of each pair of judges, of what the formula needs.
    moments = [np.ones(len(lines)), on.left, on.right, on.left**2, on.right**2, on.left * on.right]
    shape = (on.count, ratings.item_count)
    tables = [csr_matrix((moment, (on.pair, on.item)), shape=shape) for moment in moments]

    def compute(counts: Floats) -> Floats:
        often, left, right, left2, right2, cross = (
            np.asarray((table @ counts.T).T) for table in tables
        )
        with np.errstate(invalid="ignore", divide="ignore"):
            observed = (left2 + right2 - 2 * cross) / often
            expected = (left2 + right2) / often - 2 * (left / often) * (right / often)
            value = np.where((often > 1) & (expected > ROUNDING), 1 - observed / expected, np.nan)
        known = ~np.isnan(value)
        number = known.sum(axis=1)
        total = np.where(known, value, 0.0).sum(axis=1)
        return np.where(number > 0, total / np.maximum(number, 1), np.nan)

    return compute


def pairs_left_out(ratings: Ratings) -> str | None:
    """Name the pairs of judges that have no kappa, and the pairs that never met."""
    on = _judge_pairs(ratings)

    def sums(weights: Floats | None = None) -> Floats:
        return np.asarray(np.bincount(on.pair, weights, minlength=on.count), dtype=np.float64)

    often = sums()
    expected = (sums(on.left**2) + sums(on.right**2)) / often - 2 * (sums(on.left) / often) * (
        sums(on.right) / often
    )
    lost = int(((often < 2) | (expected <= ROUNDING)).sum())
    judges = ratings.active_judges
    never = judges * (judges - 1) // 2 - on.count
    parts = []
    if lost:
        parts.append(f"{lost} of {on.count} pairs of judges without a kappa are left out")
    if never:
        parts.append(f"{never} pairs of judges have no item in common")
    return "; ".join(parts) or None
