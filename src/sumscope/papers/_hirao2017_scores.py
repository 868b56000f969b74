"""Tables 2 to 4 of Hirao et al. (2017): scores, tests between them, and likeness of summaries."""

from __future__ import annotations

import random
from collections.abc import Sequence
from itertools import combinations
from statistics import fmean

from sumscope.core.tables import Cell, ResultTable, table
from sumscope.oracles.answer import Oracles
from sumscope.oracles.walk import Drawer, jaccard
from sumscope.papers import _hirao2017_published as published
from sumscope.papers._hirao2017_data import (
    GRAMS,
    SETTINGS,
    Prepared,
    Solved,
    problems,
    system_means,
)

# Up to so many oracles every pair is compared; above, so many pairs are drawn.
LISTED = 60
PAIRS = 300
_ROWS = {"multi": "Oracle (multi)", "single": "Oracle (single)", "greedy": "Greedy",
         "peer": "Best peer"}  # fmt: skip


def _mean_score(solved: Sequence[Solved], greedy: bool = False) -> float:
    return fmean((s.greedy if greedy else s.oracles).score or 0.0 for s in solved)


def _best(prepared: Sequence[Prepared], n: int) -> str | None:
    means = system_means(prepared, n)
    return max(means, key=lambda name: means[name], default=None)


def table_2(prepared: Sequence[Prepared], year: int | None) -> ResultTable:
    """Scores of oracles, greedy summaries and the best peer."""
    ours: dict[str, list[float | None]] = {name: [] for name in _ROWS}
    best = []
    for n in GRAMS:
        multi, single = problems(prepared, n, "multi"), problems(prepared, n, "single")
        ours["multi"].append(_mean_score(multi))
        ours["single"].append(_mean_score(single))
        ours["greedy"].append(_mean_score(multi, greedy=True))
        top = _best(prepared, n)
        ours["peer"].append(None if top is None else system_means(prepared, n)[top])
        best.append(top or "none")
    rows: list[list[Cell]] = []
    for name, label in _ROWS.items():
        theirs = published.SCORES[year][name] if year is not None else ()
        rows.append([label, *ours[name], *theirs])
    heading = ["", "ROUGE-1", "ROUGE-2"]
    if year is not None:
        heading += ["published ROUGE-1", "published ROUGE-2"]
    caption = f"Table 2: ROUGE of oracles, greedy and best peer (here {best[0]}, {best[1]})"
    return table("table-2", caption, heading, rows)


def tests_table(prepared: Sequence[Prepared]) -> ResultTable:
    """Whether oracles are better than greedy summaries and than peers, topic by topic."""
    from scipy import stats

    rows: list[list[Cell]] = []
    for n in GRAMS:
        oracle = [s.oracles.score or 0.0 for s in problems(prepared, n, "multi")]
        others = {"greedy": [s.greedy.score or 0.0 for s in problems(prepared, n, "multi")]}
        for name in sorted(system_means(prepared, n)):
            others[name] = [p.rouge[n][name] for p in prepared]
        for name, values in others.items():
            gaps = [a - b for a, b in zip(oracle, values, strict=True)]
            t = p = None
            if len(gaps) > 1 and any(gap != gaps[0] for gap in gaps):
                found = stats.ttest_rel(oracle, values)
                t, p = float(found.statistic), float(found.pvalue)
            signed = float(stats.wilcoxon(gaps).pvalue) if any(gaps) and len(gaps) > 1 else None
            wins = sum(gap > 0 for gap in gaps)
            rows.append([f"ROUGE-{n}", name, fmean(gaps), wins, len(gaps), t, p, signed])
    heading = ["", "oracle (multi) against", "difference", "topics better", "topics", "t",
               "p (paired t)", "p (Wilcoxon)"]  # fmt: skip
    caption = (
        "Oracles against greedy summaries and systems, by topic, two-sided (the paper calls the "
        "differences significant and does not name the test)"
    )
    return table("tests", caption, heading, rows, (0, 0, 4, 0, 0, 2, 5, 5))


def table_3(prepared: Sequence[Prepared], year: int | None) -> ResultTable:
    """Every system with its gap to the oracle."""
    first, second = (system_means(prepared, n) for n in GRAMS)
    known = {name.lower(): values for name, values in published.SYSTEMS.items()}
    rows: list[list[Cell]] = []
    for s in ("multi", "single"):
        theirs = list(published.SCORES[2004][s]) if year == 2004 else []
        scores = [_mean_score(problems(prepared, n, s)) for n in GRAMS]
        rows.append([f"Oracle ({s})", *scores, None, None, *theirs])
    for name in sorted(first, key=lambda name: (-second.get(name, 0.0), name)):
        gaps = [
            fmean((s.oracles.score or 0.0) - p.rouge[n][name] for p in prepared for s in p.solved
                  if s.n == n and s.setting == "multi")
            for n in GRAMS
        ]  # fmt: skip
        beside: list[Cell] = []
        if year == 2004:
            beside = list(known[name.lower()]) if name.lower() in known else [None, None]
        rows.append([name, first[name], second.get(name), *gaps, *beside])
    heading = ["system", "ROUGE-1", "ROUGE-2", "gap to oracle, ROUGE-1", "gap, ROUGE-2"]
    if year == 2004:
        heading += ["published ROUGE-1", "published ROUGE-2"]
    caption = "Table 3: every system, and its gap to the oracle (multi)"
    return table("table-3", caption, heading, rows, 4)


def table_4(prepared: Sequence[Prepared], year: int | None) -> ResultTable:
    """Likeness of greedy summaries and oracles, and of oracles to each other."""
    rows: list[list[Cell]] = []
    for n in GRAMS:
        for setting in SETTINGS:
            found = problems(prepared, n, setting)
            inner = [value for s in found if (value := among(s.oracles)) is not None]
            theirs: list[Cell] = []
            if year == 2004:
                theirs = [published.JACCARD[n, setting], f"about {published.AMONG}"]
            rows.append(
                [
                    f"ROUGE-{n}",
                    setting,
                    fmean(jaccard(s.oracles, s.greedy.chosen) for s in found),
                    fmean(inner) if inner else None,
                    len(inner),
                    *theirs,
                ]
            )
    heading = ["", "setting", "greedy and oracles", "among oracles", "problems with several"]
    if year == 2004:
        heading += ["published greedy and oracles", "published among oracles"]
    caption = (
        "Table 4: mean Jaccard index of greedy summary and oracles, and of two different oracles "
        f"of a problem (every pair up to {LISTED} oracles, above {PAIRS} pairs drawn at random)"
    )
    return table("table-4", caption, heading, rows)


def among(oracles: Oracles) -> float | None:
    """The mean Jaccard index of two different oracles; None where there is one only."""
    count = oracles.count or 0
    if count < 2:
        return None
    if count <= LISTED:
        sets = [frozenset(one) for one in oracles.listed(LISTED)]
        return fmean(_jaccard(a, b) for a, b in combinations(sets, 2))
    drawer, rng = Drawer(oracles), random.Random(2017)
    values: list[float] = []
    while len(values) < PAIRS:
        one, other = drawer.draw(rng), drawer.draw(rng)
        if one != other:
            values.append(_jaccard(one, other))
    return fmean(values)


def _jaccard(one: frozenset[int], other: frozenset[int]) -> float:
    union = len(one | other)
    return len(one & other) / union if union else 1.0


def greedy_table(prepared: Sequence[Prepared], year: int | None) -> ResultTable:
    """How near greedy summaries come to the optimum."""
    rows: list[list[Cell]] = []
    for n in GRAMS:
        for setting in SETTINGS:
            ratios = [
                (s.greedy.score or 0.0) / s.oracles.score
                for s in problems(prepared, n, setting)
                if s.oracles.score
            ]
            best = sum(ratio == 1 for ratio in ratios)
            row: list[Cell] = [f"ROUGE-{n}", setting, fmean(ratios), min(ratios), best, len(ratios)]
            rows.append(row + ([f"close to {published.APPROXIMATION}"] if year is not None else []))
    heading = ["", "setting", "mean ratio", "least", "optimal", "problems"]
    if year is not None:
        heading.append("published")
    caption = "Approximation ratio of the greedy algorithm (section 6.2.2; .32 is guaranteed)"
    return table("greedy", caption, heading, rows)
