"""Pictures of oracles: score and size, how many there are, how alike, what was searched."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from sumscope.report.figures import COLOURS, new_figure

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

    from sumscope.oracles.facts import OracleFacts

MARKERS = ("o", "s", "^", "D", "v", "P", "X")
Groups = Mapping[str, Sequence["OracleFacts"]]


def scores_by_sentences(groups: Groups) -> Figure:
    """The best score of every problem against the number of sentences that could be chosen."""
    figure, axes = new_figure(6.4, 4.2)
    for name, facts, colour, marker in _each(groups):
        x, y = [f.sentences for f in facts], [f.score for f in facts]
        axes.plot(x, y, marker, color=colour, alpha=0.75, label=name, markersize=5)
    axes.set_xlabel("source sentences with a match")
    axes.set_ylabel("best score of an extract")
    axes.set_ylim(bottom=0)
    return _finished(figure, axes)


def counts(groups: Groups) -> Figure:
    """The share of problems that have at least so many oracles."""
    figure, axes = new_figure(6.4, 4.2)
    for name, facts, colour, _ in _each(groups):
        logs = sorted(math.log10(f.count) for f in facts)
        shares = [1 - q / len(logs) for q in range(len(logs))]
        axes.step([0.0, *logs], [1.0, *shares], where="pre", color=colour, label=name)
    axes.set_xlabel("number of oracles, at least")
    axes.set_ylabel("share of problems")
    axes.set_ylim(0, 1.04)
    _powers(axes, "x")
    return _finished(figure, axes)


def likeness(groups: Groups) -> Figure:
    """The mean Jaccard index of two oracles of a problem, problem by problem."""
    figure, axes = new_figure(6.4, 4.2)
    steps = [q / 10 for q in range(11)]
    kept = [
        (n, [f.jaccard for f in facts if f.jaccard is not None], c)
        for n, facts, c, _ in _each(groups)
    ]
    shown = [(name, values, colour) for name, values, colour in kept if values]
    if shown:
        axes.hist(
            [values for _, values, _ in shown],
            bins=steps,
            color=[colour for _, _, colour in shown],
            label=[f"{name} ({len(values)})" for name, values, _ in shown],
        )
    axes.set_xlabel("Jaccard index of two oracles of a problem, mean")
    axes.set_ylabel("problems with several oracles")
    axes.set_xlim(0, 1)
    return _finished(figure, axes)


def pruning(groups: Groups) -> Figure:
    """Nodes of the search against the number of sets that fit, both as powers of ten."""
    figure, axes = new_figure(6.4, 4.2)
    for name, facts, colour, marker in _each(groups):
        x, y = [f.log_sets for f in facts], [math.log10(max(1, f.nodes)) for f in facts]
        axes.plot(x, y, marker, color=colour, alpha=0.75, label=name, markersize=5)
    axes.set_xlabel("sets of sentences that fit")
    axes.set_ylabel("nodes searched")
    _powers(axes, "x")
    _powers(axes, "y")
    return _finished(figure, axes)


def oracle_figures(groups: Groups) -> dict[str, Figure]:
    """All of them, by a name for files; `groups` are the problems of each setting."""
    return {
        "oracle-scores": scores_by_sentences(groups),
        "oracle-counts": counts(groups),
        "oracle-jaccard": likeness(groups),
        "oracle-pruning": pruning(groups),
    }


def _each(groups: Groups) -> list[tuple[str, Sequence[OracleFacts], str, str]]:
    return [
        (name, facts, COLOURS[q % len(COLOURS)], MARKERS[q % len(MARKERS)])
        for q, (name, facts) in enumerate(groups.items())
        if facts
    ]


def _powers(axes: Axes, which: str) -> None:
    """Label an axis of logarithms with powers of ten, whole ones only."""
    from matplotlib.ticker import FuncFormatter, MaxNLocator

    axis = axes.xaxis if which == "x" else axes.yaxis
    axis.set_major_locator(MaxNLocator(integer=True))
    axis.set_major_formatter(FuncFormatter(lambda value, _: f"$10^{{{value:.0f}}}$"))


def _finished(figure: Figure, axes: Axes) -> Figure:
    if axes.get_legend_handles_labels()[1]:
        axes.legend(frameon=False, fontsize=8)
    return figure
