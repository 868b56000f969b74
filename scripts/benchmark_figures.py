"""Figures of docs/benchmarks.md: time per summary beside other packages, and growth of cost."""

from __future__ import annotations

import re
from pathlib import Path

from sumscope.report.drawing import save, settle
from sumscope.report.figures import COLOURS

OURS, PEERS, GRID = COLOURS[0], "#b9bcc0", "#e3e7ec"


def draw_rouge(output: str, path: Path) -> bool:
    """Draw the time of each package for a pair, from what benchmarks/rouge.py printed."""
    from matplotlib.figure import Figure

    rows = re.findall(r"^  (\S.*?)\s+([\d.]+) us a pair$", output, re.M)
    if not rows:
        return False
    names, times = [name for name, _ in rows], [float(time) for _, time in rows]
    figure = Figure(figsize=(7.4, 0.7 + 0.3 * len(rows)), layout="constrained")
    axes = figure.add_subplot()
    places = list(range(len(rows)))[::-1]
    colours = [OURS if name.startswith("sumscope") else PEERS for name in names]
    axes.barh(places, times, color=colours, height=0.72)
    for place, time in zip(places, times, strict=True):
        axes.text(time + max(times) * 0.01, place, f"{time:,.0f} µs", va="center", fontsize=8)
    axes.set_yticks(places, names, fontsize=8)
    axes.tick_params(axis="y", length=0)
    axes.set_xlim(0, max(times) * 1.12)
    axes.set_xlabel("microseconds per summary and reference (lower is better)", fontsize=8)
    axes.tick_params(axis="x", labelsize=8)
    axes.spines[["top", "right", "left"]].set_visible(False)
    settle(figure)
    save(figure, path)
    return True


def draw_growth(output: str, path: Path) -> bool:
    """Draw time against size on logarithmic scales, from what benchmarks/scaling.py printed."""
    from matplotlib.figure import Figure
    from matplotlib.ticker import FormatStrFormatter, LogLocator, NullFormatter

    parts = re.findall(
        r"^`(\w+)`, .*\n\n\| (\w+) \|.*\n\|.*\n((?:\|.*\n)+)\nGrows as n\^(-?\d+\.\d+)",
        output,
        re.M,
    )
    if not parts:
        return False
    columns = min(3, len(parts))
    rows = -(-len(parts) // columns)
    figure = Figure(figsize=(3.0 * columns, 2.5 * rows), layout="constrained")
    for number, (command, unit, table, power) in enumerate(parts, 1):
        points = [[float(cell.replace(",", "")) for cell in line.strip("| ").split("|")[:2]]
                  for line in table.splitlines()]  # fmt: skip
        sizes, times = [x for x, _ in points], [y for _, y in points]
        axes = figure.add_subplot(rows, columns, number)
        linear = [times[0] * size / sizes[0] for size in sizes]
        axes.plot(sizes, linear, ":", color=COLOURS[1], linewidth=1.4, label="linear")
        axes.plot(sizes, times, "o-", color=OURS, markersize=4, label=f"n^{power}")
        axes.set_xscale("log")
        axes.set_yscale("log")
        axes.set_xticks(sizes, [f"{size:,.0f}" for size in sizes], fontsize=7)
        axes.xaxis.set_minor_formatter(NullFormatter())
        axes.tick_params(axis="x", which="minor", length=0)
        axes.yaxis.set_major_locator(LogLocator(subs=(1, 2, 5)))
        axes.yaxis.set_major_formatter(FormatStrFormatter("%g"))
        axes.tick_params(axis="y", labelsize=7)
        axes.yaxis.set_minor_formatter(NullFormatter())
        axes.tick_params(axis="y", which="minor", length=0)
        axes.set_ylim(min(times + linear) / 1.3, max(times + linear) * 1.6)
        axes.set_title(f"{command}: {unit}", fontsize=9, loc="left")
        axes.set_ylabel("CPU seconds", fontsize=8)
        axes.grid(axis="y", color=GRID)
        axes.set_axisbelow(True)
        axes.spines[["top", "right"]].set_visible(False)
        axes.legend(frameon=False, fontsize=7, loc="upper left")
    settle(figure)
    save(figure, path)
    return True
