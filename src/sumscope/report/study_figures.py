"""Figures of a study: heat maps, scatter plots, distributions, gaps, bands, curves by group."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from sumscope.report.figures import COLOURS, new_figure

if TYPE_CHECKING:
    import numpy as np
    from matplotlib.cm import ScalarMappable
    from matplotlib.figure import Figure
    from numpy.typing import NDArray

    Floats = NDArray[np.float64]

GRID = "#e3e7ec"
# Up to so many rows and columns with numbers, large up to the first; up to so many cells as shapes.
LARGE, WRITTEN, CELLS = 12, 30, 2500
# Below and above the middle, as in the page: see --d0 to --d10 in tokens.css.
SIGNED = (
    *("#a13a00", "#c1642c", "#e08e4e", "#f2b47e", "#f6d5b9", "#f6f5f2"),
    *("#c7daee", "#97c0e8", "#699dd4", "#3c73b1", "#0b4a8f"),
)
# Groups with a panel of their own; steps of the layout of a graph.
PANELS, ROUNDS = 12, 120
PERSON, SYSTEM = COLOURS[1], COLOURS[0]


def label(name: str, most: int = 26) -> str:
    """A name from data as a short label: one line, never mathematics, printable."""
    said = "".join(c if c.isprintable() else "·" for c in name)
    if len(said) > most:
        said = said[: most - 6] + "…" + said[-5:]
    return said.replace("$", r"\$")


def heat_map(
    rows: Sequence[str],
    columns: Sequence[str],
    values: Floats,
    *,
    low: float,
    high: float,
    bar: str = "",
) -> Figure:
    """A matrix; NaN stays empty. Numbers stand in the cells up to `WRITTEN` rows and columns."""
    import numpy as np
    from matplotlib.colors import LinearSegmentedColormap

    wide, tall = len(columns), len(rows)
    large = max(wide, tall) <= LARGE
    across, down = (0.62, 0.42) if large else (0.34, 0.25)
    beside, below = [label(name) for name in rows], [label(name, 34) for name in columns]
    # A letter of a name is about 0.062 inches wide; turned by half a right angle it takes less.
    room = 0.062 * max(map(len, below)) * (0.71 if large else 1)
    figure, axes = new_figure(2.3 + min(across * wide, 13), 0.7 + room + min(down * tall, 11))
    colours = LinearSegmentedColormap.from_list("signed", SIGNED)
    shown = np.ma.masked_invalid(np.asarray(values, dtype=float))
    mesh: ScalarMappable
    # Cells as shapes stay sharp at any size; very many are a picture.
    if shown.size <= CELLS:
        x, y = (np.arange(size + 1) - 0.5 for size in (wide, tall))
        cells = axes.pcolormesh(x, y, shown, cmap=colours, vmin=low, vmax=high, edgecolors="face")
        axes.set_ylim(tall - 0.5, -0.5)
        cells.set_linewidth(0.2)
        mesh = cells
    else:
        mesh = axes.imshow(
            shown, cmap=colours, vmin=low, vmax=high, aspect="auto", interpolation="nearest"
        )
    if wide <= WRITTEN and tall <= WRITTEN:
        for i, j in np.ndindex(tall, wide):
            if np.isfinite(values[i, j]):
                red, green, blue, _ = mesh.cmap(mesh.norm(values[i, j]))
                dark = 0.299 * red + 0.587 * green + 0.114 * blue < 0.55
                axes.text(
                    j,
                    i,
                    f"{values[i, j]:.2f}",
                    ha="center",
                    va="center",
                    fontsize=7.5 if large else 6,
                    color="#fefefe" if dark else "#101418",
                )
    turn, side = (45, "right") if large else (90, "center")
    axes.set_xticks(range(wide), below, rotation=turn, ha=side, fontsize=8)
    axes.set_yticks(range(tall), beside, fontsize=8)
    axes.spines[["left", "bottom"]].set_visible(False)
    axes.tick_params(length=0)
    key = figure.colorbar(mesh, ax=axes, shrink=0.85, aspect=24)
    key.set_label(bar, fontsize=8)
    key.ax.tick_params(labelsize=7, length=0)
    key.outline.set_visible(False)
    return figure


def scatters(panels: Sequence[tuple[str, Floats, Floats, Sequence[bool]]]) -> Figure:
    """Panels (name, x, y, is a person) of scores against judgements."""
    import numpy as np
    from matplotlib.figure import Figure

    columns = min(3, len(panels))
    lines = math.ceil(len(panels) / columns)
    figure = Figure(figsize=(3.4 * columns, 2.9 * lines), layout="constrained")
    axes = figure.subplots(lines, columns, squeeze=False).ravel()
    for panel, (name, x, y, people) in zip(axes, panels, strict=False):
        who = np.asarray(people, dtype=bool)
        for chosen, colour, mark in ((~who, SYSTEM, "o"), (who, PERSON, "^")):
            if chosen.any():
                at = np.flatnonzero(chosen).tolist()
                panel.scatter(x[at], y[at], s=16, color=colour, marker=mark, alpha=0.7, lw=0)
        panel.set_xlabel(label(name, 40), fontsize=8)
        panel.grid(color=GRID)
        panel.set_axisbelow(True)
        panel.spines[["top", "right"]].set_visible(False)
        panel.tick_params(labelsize=7)
    for panel in axes[len(panels) :]:
        panel.set_visible(False)
    return figure


def distributions(names: Sequence[str], values: Sequence[Floats], measure: str) -> Figure:
    """A box for every peer, by medians: quartiles, whiskers to 1.5 times their distance, dots."""
    import numpy as np

    order = sorted(range(len(names)), key=lambda at: -float(np.median(values[at])))
    names, values = [names[at] for at in order], [values[at] for at in order]
    figure, axes = new_figure(7.0, 0.9 + 0.3 * len(names))
    places = list(range(len(names)))[::-1]
    for place, numbers in zip(places, values, strict=True):
        low, middle, high = np.quantile(numbers, [0.25, 0.5, 0.75])
        reach = 1.5 * (high - low)
        inside = numbers[(numbers >= low - reach) & (numbers <= high + reach)]
        outside = numbers[(numbers < low - reach) | (numbers > high + reach)]
        axes.plot([inside.min(), inside.max()], [place, place], color=COLOURS[0], linewidth=1.1)
        axes.barh(place, high - low, left=low, height=0.6, color="#8fb8da", edgecolor=COLOURS[0])
        axes.plot([middle, middle], [place - 0.3, place + 0.3], color=COLOURS[1], linewidth=1.8)
        axes.plot(outside, [place] * len(outside), ".", color=COLOURS[0], markersize=3, alpha=0.6)
    axes.set_yticks(places, [label(name) for name in names], fontsize=8)
    axes.set_xlabel(label(measure, 60))
    axes.grid(axis="x", color=GRID)
    axes.set_axisbelow(True)
    return figure


def gaps(names: Sequence[str], scores: Sequence[float], best: float, measure: str) -> Figure:
    """Mean scores as bars, and the gap from each to the mean of the best extracts."""
    figure, axes = new_figure(7.0, 0.9 + 0.32 * len(names))
    places = list(range(len(names)))[::-1]
    axes.barh(places, scores, color=COLOURS[0], height=0.6)
    axes.barh(
        places,
        [max(0.0, best - s) for s in scores],
        left=scores,
        color="#f2c9ad",
        height=0.6,
    )
    axes.axvline(best, color=COLOURS[1], linestyle="--", linewidth=1.4)
    axes.set_yticks(places, [label(name) for name in names], fontsize=8)
    axes.set_xlabel(f"{measure}; dashed: the best extract; pale: the gap to it")
    axes.set_xlim(left=0)
    return figure


def growth_by_group(curves: Mapping[str, tuple[Floats, Floats, Floats]], places: Floats) -> Figure:
    """Median curve of every group, with the quarter around it, against the straight line.

    The line ends where the curve does: at one component, which is 1/N of a text of N words.
    """
    from matplotlib.figure import Figure

    groups = list(curves.items())[:PANELS]
    columns = min(3, len(groups))
    lines = math.ceil(len(groups) / columns)
    figure = Figure(figsize=(3.3 * columns, 2.5 * lines), layout="constrained")
    axes = figure.subplots(lines, columns, squeeze=False, sharex=True, sharey=True).ravel()
    for panel, (name, (low, middle, high)) in zip(axes, groups, strict=False):
        panel.fill_between(places, low, high, color="#8fb8da", alpha=0.6, linewidth=0)
        panel.plot(places, middle, color=COLOURS[0], linewidth=1.5)
        end = float(middle[-1])
        panel.plot([0, 1], [1, end], color=COLOURS[1], linestyle=":", linewidth=1.3)
        panel.set_title(label(name), fontsize=9)
        panel.spines[["top", "right"]].set_visible(False)
        panel.tick_params(labelsize=7)
    for panel in axes[len(groups) :]:
        panel.set_visible(False)
    figure.supxlabel("share of the text's word associations read", fontsize=8)
    figure.supylabel("components, as a share of the words", fontsize=8)
    return figure


Band = tuple[str, float, float | None, float | None]


def agreement_bands(panels: Mapping[str, Sequence[Band]]) -> Figure:
    """Agreement by each measure (a dot) and by chance (a bar of two standard deviations)."""
    from matplotlib.figure import Figure

    tall = max(len(rows) for rows in panels.values())
    figure = Figure(figsize=(4.4 * len(panels), 1.0 + 0.27 * tall), layout="constrained")
    axes = figure.subplots(1, len(panels), squeeze=False, sharey=True).ravel()
    for panel, (name, rows) in zip(axes, panels.items(), strict=True):
        places = list(range(len(rows)))[::-1]
        for place, (_, value, mean, deviation) in zip(places, rows, strict=True):
            if mean is not None:
                spread = 2 * (deviation or 0.0)
                low = mean - spread
                panel.barh(place, max(2 * spread, 0.004), left=low, color="#f2c9ad", height=0.55)
                panel.plot([mean], [place], "|", color=COLOURS[1], markersize=9)
            panel.plot([value], [place], "o", color=COLOURS[0], markersize=5)
        panel.set_yticks(places, [row[0] for row in rows], fontsize=8)
        panel.set_title(f"completed by {name}", fontsize=9)
        panel.grid(axis="x", color=GRID)
        panel.set_axisbelow(True)
        panel.spines[["top", "right"]].set_visible(False)
        panel.tick_params(labelsize=7, axis="x")
    return figure


def co_clustering(items: Sequence[str], share: Floats) -> Figure:
    """How large a share of the judges put two sentences together."""
    size = min(9.0, 2.2 + 0.13 * len(items))
    figure, axes = new_figure(size + 1.0, size)
    mesh = axes.imshow(share, cmap="Blues", vmin=0, vmax=1, aspect="equal")
    if len(items) <= 90:
        names = [label(item, 16) for item in items]
        font = max(3.0, min(7.0, 300 / len(items)))
        axes.set_xticks(range(len(items)), names, rotation=90, fontsize=font)
        axes.set_yticks(range(len(items)), names, fontsize=font)
    axes.tick_params(length=0)
    axes.spines[["left", "bottom"]].set_visible(False)
    figure.colorbar(mesh, ax=axes, shrink=0.7, label="share of the judges")
    return figure


def sentence_graph(nodes: Sequence[str], edges: Any, weights: Any, groups: Sequence[int]) -> Figure:
    """Sentences as dots coloured and numbered by community, links as lines by weight."""
    import numpy as np
    from matplotlib.collections import LineCollection

    figure, axes = new_figure(7.0, 5.2)
    axes.set_axis_off()
    at = spring_layout(len(nodes), np.asarray(edges), np.asarray(weights, dtype=float))
    if len(edges):
        strength = np.asarray(weights, dtype=float) / float(np.max(weights))
        lines = LineCollection(
            [at[list(edge)] for edge in edges], linewidths=0.3 + 1.6 * strength, colors="#9aa7b6"
        )
        axes.add_collection(lines)
    for number, (x, y) in enumerate(at):
        colour = COLOURS[groups[number] % 6]
        axes.plot([x], [y], "o", color=colour, markersize=11, markeredgecolor="#ffffff")
        axes.text(
            x, y, str(groups[number] + 1), ha="center", va="center", fontsize=6.5, color="#fefefe"
        )
        if len(nodes) <= 60:
            axes.annotate(
                label(nodes[number], 14),
                (x, y),
                xytext=(0, 7),
                textcoords="offset points",
                ha="center",
                fontsize=5.5,
            )
    axes.margins(0.08)
    return figure


def spring_layout(count: int, edges: Any, weights: Any) -> Floats:
    """Places of the nodes by springs and repulsion from a spiral: no chance in it."""
    import numpy as np

    turn = np.arange(count) * 2.399963
    radius = np.sqrt((np.arange(count) + 0.5) / max(count, 1))
    at = np.stack([radius * np.cos(turn), radius * np.sin(turn)], axis=1)
    if count < 2:
        return np.asarray(at)
    ideal = 1.3 / math.sqrt(count)
    pull = np.zeros((count, count))
    if len(edges):
        strength = weights / weights.max()
        pull[edges[:, 0], edges[:, 1]] = pull[edges[:, 1], edges[:, 0]] = strength
    for step in range(ROUNDS):
        between = at[:, None, :] - at[None, :, :]
        far = np.sqrt((between**2).sum(axis=2)) + 1e-9
        force = ideal**2 / far**2 - pull * far / ideal - 0.03 * far
        np.fill_diagonal(force, 0.0)
        move = (between * force[:, :, None]).sum(axis=1)
        length = np.sqrt((move**2).sum(axis=1, keepdims=True)) + 1e-9
        at = at + move / length * np.minimum(length, 0.12 * (1 - step / ROUNDS))
    # Rounded, so that the last digits of other machines' sums do not move a dot.
    return np.asarray(np.round(at, 3))
