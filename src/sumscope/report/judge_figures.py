"""Figures of judges and rankings: agreement, single judges, order of systems, measure and judge."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from sumscope.report.figures import COLOURS

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

    from sumscope.metaeval.alternative import JudgeContest, Replacement
    from sumscope.metaeval.coefficients import JudgeRow
    from sumscope.metaeval.judges import Judges
    from sumscope.metaeval.rank import Ranking

MOST_JUDGES, MOST_MEASURES = 30, 12


def judge_pictures(result: Judges) -> list[str]:
    """Agreement and judges, and each measure beside the judges, as SVG."""
    from sumscope.report.drawing import to_svg

    drawn = [to_svg(judges_figure(result))]
    if result.replacements:
        drawn.append(to_svg(replacement_figure(result.replacements[:MOST_MEASURES])))
    return drawn


def rank_pictures(result: Ranking) -> list[str]:
    """The ranking as SVG."""
    from sumscope.report.drawing import to_svg

    known = any(row.strength is not None for row in result.rows)
    return [to_svg(rank_figure(result))] if known else []


def _plain(name: str) -> str:
    """Names from data are text, never mathematics."""
    short = name if len(name) <= 40 else name[:19] + "…" + name[-19:]
    return short.replace("$", r"\$")


def judges_figure(result: Judges) -> Figure:
    """A row for each judgement: coefficients with intervals, harshness of the judges."""
    from matplotlib.figure import Figure

    humans = list(dict.fromkeys(row.human for row in result.rows))
    deepest = max(
        8, min(MOST_JUDGES, max(sum(p.human == h for p in result.profiles) for h in humans))
    )
    figure = Figure(figsize=(9.6, len(humans) * (1.0 + 0.26 * deepest)), layout="constrained")
    grid = figure.subplots(len(humans), 2, squeeze=False)
    for (left, right), human in zip(grid, humans, strict=True):
        rows = [row for row in result.rows if row.human == human]
        _coefficients(left, rows, human)
        people = [p for p in result.profiles if p.human == human and p.harshness is not None]
        people.sort(key=lambda p: p.harshness or 0.0)
        if len(people) > MOST_JUDGES:
            people = people[: MOST_JUDGES // 2] + people[-MOST_JUDGES // 2 :]
        places = range(len(people))
        right.barh(
            list(places),
            [p.harshness or 0.0 for p in people],
            color=[COLOURS[1] if (p.harshness or 0) > 0 else COLOURS[0] for p in people],
            height=0.6,
        )
        right.set_yticks(list(places), [_plain(p.judge) for p in people])
        right.axvline(0, color="#444", linewidth=0.8)
        right.set_xlabel("generous      mean of the others less own rating      harsh")
        right.set_title("each judge beside the others", fontsize=10)
        for axes in (left, right):
            axes.spines[["top", "right"]].set_visible(False)
            axes.grid(axis="x", color="#e3e7ec")
            axes.set_axisbelow(True)
    return figure


def _coefficients(axes: Axes, rows: Sequence[JudgeRow], human: str) -> None:
    places = list(range(len(rows)))[::-1]
    for place, row in zip(places, rows, strict=True):
        if row.value is None:
            axes.text(0.02, place, "undefined", va="center", color="#777", fontsize=9)
            continue
        if row.low is not None and row.high is not None:
            axes.plot([row.low, row.high], [place, place], color="#8fb8da", linewidth=4)
        axes.plot([row.value], [place], "o", color=COLOURS[0])
    known = [x for r in rows for x in (r.value, r.low) if x is not None]
    axes.set_xlim(min([-0.05, *(x - 0.05 for x in known)]), 1.05)
    axes.set_ylim(-0.6, len(rows) - 0.4)
    axes.set_yticks(places, [row.statistic for row in rows])
    axes.axvline(0, color="#444", linewidth=0.8)
    axes.set_xlabel("agreement (0: chance, 1: perfect)")
    axes.set_title(f"{_plain(human)}: agreement of {rows[0].judges} judges", fontsize=10)


def rank_figure(result: Ranking) -> Figure:
    """Strengths with intervals, best on top; bars join systems that do not differ significantly."""
    from matplotlib.figure import Figure

    rows = [row for row in result.rows if row.strength is not None]
    figure = Figure(figsize=(8.4, 1.2 + 0.32 * max(1, len(rows))), layout="constrained")
    axes, beside = figure.subplots(1, 2, sharey=True, gridspec_kw={"width_ratios": [5, 1]})
    places = list(range(len(rows)))[::-1]
    for place, row in zip(places, rows, strict=True):
        if row.low is not None and row.high is not None:
            axes.plot([row.low, row.high], [place, place], color="#8fb8da", linewidth=4)
        axes.plot([row.strength], [place], "o", color=COLOURS[0])
    labels = [
        f"{_plain(row.peer)}  {_ranks(row.rank, row.rank_low, row.rank_high)}" for row in rows
    ]
    axes.set_yticks(places, labels)
    strength = "log strength" if result.by == "preferences" else "mean"
    axes.set_xlabel(f"{_plain(result.name)}: {strength}")
    axes.grid(axis="x", color="#e3e7ec")
    axes.set_axisbelow(True)
    axes.spines[["top", "right"]].set_visible(False)
    axes.set_ylim(-0.6, len(rows) - 0.4)
    _groups(beside, result, {row.peer: p for row, p in zip(rows, places, strict=True)})
    axes.set_title(f"{result.model}; ranks with intervals", fontsize=10, loc="left")
    return figure


def _groups(axes: Axes, result: Ranking, place: dict[str, int]) -> None:
    """A bar for each group of systems that do not differ significantly."""
    import re

    members: dict[str, list[int]] = {}
    for peer, at in place.items():
        for letter in re.findall(r"[a-z]\d*", result.groups.get(peer, "")):
            members.setdefault(letter, []).append(at)
    for column, held in enumerate(members.values()):
        axes.plot([column, column], [min(held), max(held)], color="#c9ced6", linewidth=1.5)
        axes.plot([column] * len(held), held, "s", color="#555", markersize=4)
    axes.set_xlim(-0.7, max(1, len(members)) - 0.3)
    axes.set_xticks([])
    axes.tick_params(left=False, labelleft=False)
    axes.spines[["top", "right", "left", "bottom"]].set_visible(False)
    axes.set_title("not significantly\ndifferent", fontsize=8)


def _ranks(rank: int | None, low: int | None, high: int | None) -> str:
    if rank is None:
        return ""
    return f"#{rank}" if low is None or high is None else f"#{rank} [{low}, {high}]"


def replacement_figure(found: Sequence[Replacement]) -> Figure:
    """Each measure's share of items against each judge's, with what epsilon allows."""
    from matplotlib.figure import Figure

    shown = [(one, [c for c in one.contests if c.p is not None][:MOST_JUDGES]) for one in found]
    heights = [max(1, len(contests)) + 2.2 for _, contests in shown]
    figure = Figure(figsize=(8.2, 0.6 + 0.36 * sum(heights)), layout="constrained")
    grid = figure.subplots(len(shown), 1, squeeze=False, gridspec_kw={"height_ratios": heights})
    for axes, (one, contests) in zip(grid[:, 0], shown, strict=True):
        _contests(axes, one, contests)
    labels = [
        ("D", COLOURS[0], "measure, won"),
        ("X", COLOURS[0], "measure, not won"),
        ("o", COLOURS[1], "judge"),
        ("|", "#555", f"judge less epsilon ({found[0].epsilon:g})"),
    ]
    last = grid[-1, 0]
    last.set_xlabel("share of summaries on which it is at least as near to the other judges")
    for marker, colour, label in labels:
        last.plot([], [], marker, color=colour, label=label)
    figure.legend(
        *last.get_legend_handles_labels(), ncols=4, loc="outside lower center", fontsize=8
    )
    return figure


def _contests(axes: Axes, found: Replacement, contests: Sequence[JudgeContest]) -> None:
    places = list(range(len(contests)))[::-1]
    for place, c in zip(places, contests, strict=True):
        mine, theirs = c.measure_share or 0.0, c.judge_share or 0.0
        axes.plot([mine, theirs], [place, place], color="#d5dae1", linewidth=3, zorder=1)
        axes.plot([theirs - found.epsilon], [place], "|", color="#555", markersize=14, zorder=2)
        axes.plot([theirs], [place], "o", color=COLOURS[1], zorder=3)
        axes.plot([mine], [place], "D" if c.won else "X", color=COLOURS[0], zorder=3)
    axes.set_yticks(places, [_plain(c.judge) for c in contests])
    axes.set_ylim(-0.6, max(1, len(contests)) - 0.4)
    axes.set_xlim(0, 1.02)
    title = f"{_plain(found.measure)} for a judge of {_plain(found.human)}: "
    if found.winning_rate is None:
        title += found.reason or "not tested"
    else:
        verdict = "passes" if found.passed else "fails"
        title += f"{verdict}, winning rate {found.winning_rate:.2f}"
    axes.set_title(title, fontsize=10, loc="left")
    axes.spines[["top", "right"]].set_visible(False)
    axes.grid(axis="x", color="#e3e7ec")
    axes.set_axisbelow(True)
