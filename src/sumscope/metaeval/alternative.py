"""The alternative annotator test: may a measure, or a model as judge, replace a person?

Calderon, Reichart and Dror (2025). Each judge in turn is set beside the candidate: on every item,
who is nearer to the other judges? The candidate wins against a judge where its share of items at
least as near is greater than the judge's less epsilon, a discount for what the judge costs. The
winning rate is the share of judges it wins against (Benjamini-Yekutieli over judges); the candidate
passes at one half.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal, NamedTuple

import numpy as np

from sumscope.core.errors import SumscopeError
from sumscope.metaeval.ratings import Flags, Floats, Ratings

Alignment = Literal["rmse", "accuracy", "rank"]
ENOUGH = 30
_ROUNDING = 1e-12


class JudgeContest(NamedTuple):
    """A measure against one judge.

    `measure_share` and `judge_share` are the shares of items on which each is at least as near to
    the others. `p_corrected` is Benjamini-Yekutieli's; `won` says whether it is below the level.
    """

    judge: str
    n: int
    measure_share: float | None
    judge_share: float | None
    p: float | None
    p_corrected: float | None
    won: bool | None
    test: str | None
    reason: str | None


class Replacement(NamedTuple):
    """Can a measure replace a judge? The alternative annotator test (Calderon et al. 2025).

    `winning_rate` is the share of judges that the measure wins against, `advantage` the mean share
    of items on which it is at least as near to the others as the judge; it passes at a winning rate
    of 0.5.
    """

    measure: str
    human: str
    winning_rate: float | None
    advantage: float | None
    passed: bool | None
    epsilon: float
    alignment: Alignment
    judges: int
    items: int
    contests: tuple[JudgeContest, ...]
    reason: str | None


def alternative_annotator(
    ratings: Ratings,
    candidate: Floats,
    judges: Sequence[str],
    *,
    measure: str = "",
    human: str = "",
    epsilon: float = 0.15,
    alignment: Alignment = "rmse",
    level: float = 0.05,
) -> Replacement:
    """Test a candidate's value for each item (NaN: none) against every judge, each with its name.

    `rmse` and `accuracy` need the candidate on the judges' scale. `rank` replaces every judge's
    ratings and the candidate's values by ranks over the items each of them has (between 0 and 1),
    for a candidate on a scale of its own. With fewer than 30 items the t test gives way to
    Wilcoxon's signed ranks.
    """
    from scipy.stats import false_discovery_control

    if not 0 <= epsilon < 1:
        raise SumscopeError(f"epsilon is {epsilon:g}", hint="give a number from 0 to below 1")
    if not 0 < level < 1:
        raise SumscopeError(f"the level is {level:g}", hint="give a number between 0 and 1")
    known = ~np.isnan(candidate)[ratings.items] & (ratings.per_item[ratings.items] > 1)
    used = Ratings(
        ratings.items[known],
        ratings.judges[known],
        ratings.values[known],
        ratings.item_count,
        ratings.judge_count,
    )
    nothing = Replacement(
        measure=measure,
        human=human,
        winning_rate=None,
        advantage=None,
        passed=None,
        epsilon=epsilon,
        alignment=alignment,
        judges=used.active_judges,
        items=len(np.unique(used.items)),
        contests=(),
        reason=None,
    )
    if not len(used):
        return nothing._replace(reason="no item has two ratings and a score")
    if nothing.judges < 2:
        return nothing._replace(reason="one judge")
    if nothing.items < 2:
        return nothing._replace(reason="only one item has two ratings and a score")
    theirs, own = _nearness(used, candidate, alignment)
    slack = _ROUNDING * max(1.0, float(np.abs(theirs).max()), float(np.abs(own).max()))
    candidate_wins = own >= theirs - slack
    judge_wins = theirs >= own - slack
    contests = [
        _contest(judges[judge], candidate_wins[at], judge_wins[at], epsilon)
        for judge, at in used.by_judge()
    ]
    tested = [contest for contest in contests if contest.p is not None]
    if not tested:
        return nothing._replace(reason="no judge shares two items with others")
    corrected = false_discovery_control([contest.p for contest in tested], method="by")
    tested = [
        contest._replace(p_corrected=float(p), won=bool(p <= level))
        for contest, p in zip(tested, corrected, strict=True)
    ]
    few = sum(contest.n < ENOUGH for contest in tested)
    rate = float(np.mean([bool(contest.won) for contest in tested]))
    by_judge = {contest.judge: contest for contest in tested}
    return nothing._replace(
        winning_rate=rate,
        advantage=float(np.mean([contest.measure_share for contest in tested])),
        passed=rate >= 0.5,
        contests=tuple(by_judge.get(contest.judge, contest) for contest in contests),
        reason=(
            f"fewer than {ENOUGH} items for {few} of {len(tested)} judges: Wilcoxon's test "
            "instead of t, and little power"
            if few
            else None
        ),
    )


def _contest(judge: str, candidate: Flags, own: Flags, epsilon: float) -> JudgeContest:
    from scipy.stats import ttest_1samp, wilcoxon

    contest = JudgeContest(
        judge=judge,
        n=len(own),
        measure_share=float(candidate.mean()),
        judge_share=float(own.mean()),
        p=None,
        p_corrected=None,
        won=None,
        test=None,
        reason=None,
    )
    if contest.n < 2:
        return contest._replace(reason="only one item")
    gap = own.astype(np.float64) - candidate.astype(np.float64)
    test = "t" if contest.n >= ENOUGH else "wilcoxon"
    if np.ptp(gap) == 0:
        p = 0.0 if gap[0] < epsilon else 1.0  # no variance: the test statistic is infinite
    elif test == "t":
        p = float(ttest_1samp(gap, epsilon, alternative="less").pvalue)
    else:
        p = float(wilcoxon(gap - epsilon, alternative="less", method="asymptotic").pvalue)
    return contest._replace(p=p, test=test)


def _nearness(ratings: Ratings, candidate: Floats, alignment: Alignment) -> tuple[Floats, Floats]:
    """How near each rating, and the candidate in its place, is to the item's other ratings."""
    items, values = ratings.items, ratings.values
    size = ratings.per_item[items].astype(np.float64) - 1
    said = candidate[items]
    if alignment == "accuracy":
        _, code = np.unique(np.concatenate([values, said]), return_inverse=True)
        mine, theirs = code[: len(values)], code[len(values) :]
        width = int(code.max()) + 1
        keys, counts = np.unique(items * width + mine, return_counts=True)
        same = counts[np.searchsorted(keys, items * width + mine)] - 1
        at = np.minimum(np.searchsorted(keys, items * width + theirs), len(keys) - 1)
        alike = np.where(keys[at] == items * width + theirs, counts[at], 0) - (mine == theirs)
        return same / size, alike / size
    if alignment == "rank":
        from scipy.stats import rankdata

        values = values.copy()
        for _, at in ratings.by_judge():
            values[at] = (rankdata(values[at]) - 0.5) / len(at)
        had = np.unique(items)
        placed = np.full(len(candidate), np.nan)
        placed[had] = (rankdata(candidate[had]) - 0.5) / len(had)
        said = placed[items]
    middle = float(values.mean())
    values, said = values - middle, said - middle
    first = np.bincount(items, values, minlength=ratings.item_count)[items] - values
    second = np.bincount(items, values**2, minlength=ratings.item_count)[items] - values**2

    def away(x: Floats) -> Floats:
        # The root of it would order the two sides in the same way, and make rounding errors grow.
        return np.asarray(-(size * x**2 - 2 * x * first + second) / size)

    return away(values), away(said)
