"""Table 6 of Hirao et al. (2017): F-measures from oracles beside human scores."""

from __future__ import annotations

import random
from collections.abc import Sequence
from statistics import fmean

from sumscope.core.tables import Cell, ResultTable, table
from sumscope.core.values import mean_judgement
from sumscope.oracles.agreement import agreement, agreement_with
from sumscope.oracles.walk import Drawer
from sumscope.papers._hirao2017_data import GRAMS, SETTINGS, Prepared, system_means
from sumscope.papers._hirao2017_published import CORRELATION

DRAWS = 100


def _human(prepared: Sequence[Prepared]) -> tuple[str, dict[str, float]] | None:
    """The first judgement that every system has on every topic, and its mean per system."""
    names = list(system_means(prepared, 1))
    kinds = {k for p in prepared for row in p.topic.judgements.values() for k in row}
    for kind in sorted(kinds):
        means = {}
        for name in names:
            values = [mean_judgement(p.topic.judgements.get(name, {}).get(kind)) for p in prepared]
            known = [value for value in values if value is not None]
            if len(known) == len(prepared):
                means[name] = fmean(known)
        if len(means) >= 3:
            return kind, means
    return None


def table_6(prepared: Sequence[Prepared], notes: list[str], year: int | None) -> ResultTable | None:
    """Table 6, or None where too few systems have human scores."""
    human = _human(prepared)
    if human is None:
        notes.append("Table 6 is left out: fewer than three systems have human scores throughout.")
        return None
    kind, judged = human
    names = list(judged)
    people = [judged[name] for name in names]
    rows: list[tuple[Cell, ...]] = []

    def add(label: str, pearson: Cell, spearman: Cell) -> None:
        theirs: tuple[Cell, ...] = CORRELATION[label] if year == 2004 else ()
        rows.append((label, pearson, spearman, *theirs))

    for n in GRAMS:
        means = system_means(prepared, n)
        add(f"ROUGE-{n}", *_correlations([means[name] for name in names], people))
    for setting in SETTINGS:
        for n in GRAMS:
            mean = {name: fmean(_every(prepared, n, setting, name)) for name in names}
            add(
                f"F (R{n}, {setting}-M)",
                *_correlations([mean[name] for name in names], people),
            )
            drawn = _drawn(prepared, n, setting, names, people)
            add(f"F (R{n}, {setting}-S)", *(_interval(values) for values in drawn))
    caption = f"Table 6: correlation with human '{kind}' over {len(names)} systems"
    heading = ["", "Pearson", "Spearman"]
    if year == 2004:
        heading += ["published Pearson", "published Spearman"]
    return table("table-6", caption, heading, rows)


def _correlations(
    scores: Sequence[float], people: Sequence[float]
) -> tuple[float, float] | tuple[None, None]:
    from scipy import stats

    if len(set(scores)) < 2 or len(set(people)) < 2:
        return None, None
    pearson = stats.pearsonr(scores, people).statistic
    return float(pearson), float(stats.spearmanr(scores, people).statistic)


def _every(prepared: Sequence[Prepared], n: int, setting: str, name: str) -> list[float]:
    """F of a system over all oracles of every problem."""
    return [
        agreement(s.oracles, p.matched[name].chosen, p.matched[name].sentences).f
        for p in prepared
        for s in p.solved
        if s.n == n and s.setting == setting
    ]


def _drawn(
    prepared: Sequence[Prepared],
    n: int,
    setting: str,
    names: Sequence[str],
    people: Sequence[float],
) -> tuple[list[float], list[float]]:
    """Correlations of F-measures from one random oracle of each problem, drawn many times."""
    rng = random.Random(f"hirao2017 {n} {setting}")
    drawers = [
        (p, Drawer(s.oracles))
        for p in prepared
        for s in p.solved
        if s.n == n and s.setting == setting
    ]
    pearsons, spearmans = [], []
    for _ in range(DRAWS):
        f: dict[str, list[float]] = {name: [] for name in names}
        for p, drawer in drawers:
            oracle = drawer.draw(rng)
            for name in names:
                mine = p.matched[name]
                f[name].append(agreement_with(oracle, mine.chosen, mine.sentences).f)
        pearson, spearman = _correlations([fmean(f[name]) for name in names], people)
        if pearson is not None and spearman is not None:
            pearsons.append(pearson)
            spearmans.append(spearman)
    return pearsons, spearmans


def _interval(values: Sequence[float]) -> str | None:
    """95 % bootstrap interval of the mean."""
    if not values:
        return None
    rng = random.Random(2017)
    means = sorted(fmean(rng.choices(values, k=len(values))) for _ in range(1000))
    return f"{_short(means[24])} to {_short(means[975])}"


def _short(value: float) -> str:
    return f"{value:.3f}".replace("0.", ".", 1)
