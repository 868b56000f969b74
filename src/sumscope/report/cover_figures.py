"""Figures of cover measures."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from sumscope.covers.drift import Drift, Rounds
from sumscope.report.figures import COLOURS, new_figure

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure
    from matplotlib.lines import Line2D

MARKS = ("o", "s", "^", "v", "D", "P", "X", "*")


def drift_plot(drift: Drift) -> Figure:
    """Plot measures against the number of clusters.

    Variation of information, which passes 1, has an axis of its own on the right.
    """
    counts, start = drift.counts, drift.start
    values = {name: numbers for name, numbers in drift.values.items() if name != "vi"}
    aside = {"vi": drift.values["vi"]}
    figure, axes, right, lines = _lines(counts, values, aside)
    axes.axvline(start, color="#8a8f98", linestyle=":", linewidth=1.2)
    axes.set_xscale("log", base=2)
    ticks = _ticks(start, counts[-1])
    axes.set_xticks(ticks, [str(tick) for tick in ticks])
    axes.minorticks_off()
    axes.set_ylim(-0.02, 1.02)
    right.set_ylim(bottom=0)
    axes.set_xlabel(f"number of clusters (the original has {start})")
    axes.set_ylabel("measures")
    right.set_ylabel(", ".join(aside))
    _legend(figure, axes, lines)
    return figure


def rounds_plot(rounds: Rounds) -> Figure:
    """Plot measures against rounds of merging and splitting, with the mean number of clusters."""
    values = {name: numbers for name, numbers in rounds.values.items() if name != "vi"}
    aside = {"vi": rounds.values["vi"]}
    figure, axes, right, lines = _lines(rounds.rounds, values, aside)
    axes.axvline(0, color="#8a8f98", linestyle=":", linewidth=1.2)
    axes.set_xticks(rounds.rounds, [f"{count:.0f}" for count in rounds.clusters])
    axes.set_ylim(-0.02, 1.02)
    right.set_ylim(bottom=0)
    axes.set_xlabel(
        "mean number of clusters after each round of merging (left) or splitting (right)"
    )
    axes.set_ylabel("measures")
    right.set_ylabel("vi")
    _legend(figure, axes, lines)
    return figure


def _lines(
    x: Sequence[float], values: dict[str, tuple[float, ...]], aside: dict[str, tuple[float, ...]]
) -> tuple[Figure, Axes, Axes, list[Line2D]]:
    figure, axes = new_figure(8.0, 5.0)
    right = axes.twinx()
    right.spines["top"].set_visible(False)
    lines = []
    for number, (name, numbers) in enumerate([*values.items(), *aside.items()]):
        panel = right if name in aside else axes
        style = {
            "color": COLOURS[number % len(COLOURS)],
            "marker": MARKS[number % len(MARKS)],
            "markevery": max(1, len(x) // 12),
            "markersize": 4,
            "linewidth": 1.3,
            "linestyle": "--" if name in aside else "-",
        }
        label = f"{name} (right axis)" if name in aside else name
        lines += panel.plot(x, numbers, label=label, **style)  # type: ignore[arg-type]
    return figure, axes, right, lines


def _legend(figure: Figure, axes: Axes, lines: list[Line2D]) -> None:
    figure.legend(handles=lines, frameon=False, fontsize=8, loc="outside lower center", ncols=4)
    axes.grid(axis="y", color="#e3e7ec")


def _ticks(start: int, last: int) -> list[int]:
    """One, the original, all singletons, and powers of two that are clear of these."""
    kept = sorted({1, start, last})
    powers = [2**e for e in range(1, last.bit_length()) if 2**e < last]
    return sorted({*kept, *(p for p in powers if all(not 0.8 < p / k < 1.25 for k in kept))})
