"""Style shared by our matplotlib figures, and means with intervals."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

# Okabe and Ito's colours: distinguishable with any colour vision.
COLOURS = ("#0072B2", "#D55E00", "#009E73", "#CC79A7", "#E69F00", "#56B4E9", "#000000")


def new_figure(width: float, height: float) -> tuple[Figure, Axes]:
    """A figure and its axes, drawn without a screen."""
    from matplotlib.figure import Figure

    figure = Figure(figsize=(width, height), layout="constrained")
    axes = figure.add_subplot()
    axes.spines[["top", "right"]].set_visible(False)
    return figure, axes


def interval_plot(
    names: Sequence[str],
    means: Sequence[float],
    lows: Sequence[float],
    highs: Sequence[float],
    label: str,
    reference: float | None = None,
) -> Figure:
    """Means with intervals, one line a peer, the best on top; `reference` is a dashed line."""
    figure, axes = new_figure(7.0, 0.9 + 0.32 * len(names))
    places = list(range(len(names)))[::-1]
    below = [max(0.0, mean - low) for mean, low in zip(means, lows, strict=True)]
    above = [max(0.0, high - mean) for mean, high in zip(means, highs, strict=True)]
    axes.errorbar(
        means, places, xerr=[below, above], fmt="o", color=COLOURS[0], ecolor="#8fb8da", capsize=3
    )
    if reference is not None:
        axes.axvline(reference, color="#5a5f66", linewidth=1, linestyle=(0, (4, 3)), zorder=0)
    # Names from data are text, never mathematics.
    axes.set_yticks(places, [name.replace("$", r"\$") for name in names])
    axes.set_xlabel(label.replace("$", r"\$"))
    axes.grid(axis="x", color="#e3e7ec")
    axes.set_axisbelow(True)
    return figure
