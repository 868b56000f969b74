"""Figures of growing word networks: curve against line, and histograms of deviations."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from sumscope.core.errors import SumscopeError
from sumscope.report.figures import COLOURS

if TYPE_CHECKING:
    import numpy as np
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure
    from numpy.typing import NDArray

    from sumscope.graph.growth import Growth
    from sumscope.graph.words import WordNetwork

CURVE, LINE, BARS = COLOURS[0], COLOURS[1], "#8fb8da"
# A curve is drawn with at most this many points, more than a picture has dots.
POINTS = 4000
MOST_PANELS = 60


def growth_curves(rows: Sequence[Growth], where: str) -> Figure:
    """The curves of the texts that have one; `where` names the picture in errors."""
    drawn = [row for row in rows if row.deviation is not None]
    if not drawn:
        raise SumscopeError("no text has a growth curve", where=where, hint=rows[0].reason)
    if len(drawn) > MOST_PANELS:
        raise SumscopeError(
            f"{len(drawn)} curves do not fit one picture",
            where=where,
            hint=f"plot {MOST_PANELS} texts or fewer at a time",
        )
    return growth_plots([row.network for row in drawn], [Path(row.file).name for row in drawn])


def growth_plots(networks: Sequence[WordNetwork], titles: Sequence[str]) -> Figure:
    """Components against associations, one panel per text (Figures 3 and 4 of Pardo et al.)."""
    import numpy as np

    columns = min(2, len(networks))
    rows = math.ceil(len(networks) / columns)
    figure, panels = _panels(rows, columns, 5.2, 3.7)
    for panel, network, title in zip(panels, networks, titles, strict=False):
        curve = network.components()
        at = np.unique(np.linspace(0, len(curve) - 1, min(len(curve), POINTS)).astype(np.int64))
        panel.plot(at, curve[at], color=CURVE, linewidth=1.6, label="components f(M)")
        panel.plot(
            [0, network.associations],
            [network.nodes, 1],
            color=LINE,
            linestyle=":",
            linewidth=1.6,
            label="straight line g(M)",
        )
        panel.set_title(f"{_short(title)}\ndeviation {network.deviation:.5f}", fontsize=10)
        panel.set_xlabel("word associations M")
        panel.set_ylabel("components")
        panel.set_xlim(0, network.associations)
        panel.set_ylim(0, network.nodes * 1.04)
        panel.legend(frameon=False, fontsize=8, loc="upper right")
    _hide(panels[len(networks) :])
    return figure


def histograms(groups: Mapping[str, Sequence[float]]) -> Figure:
    """Deviations of several groups of summaries over one scale (Figure 5 of Pardo et al.)."""
    import numpy as np
    from matplotlib.ticker import MaxNLocator

    columns = min(2, len(groups))
    rows = math.ceil(len(groups) / columns)
    figure, panels = _panels(rows, columns, 4.6, 2.9)
    every = np.concatenate([np.asarray(values, dtype=float) for values in groups.values()])
    bins = _bins(every)
    tallest = max(int(np.histogram(v, bins)[0].max()) for v in groups.values() if len(v))
    for panel, (name, values) in zip(panels, groups.items(), strict=False):
        panel.hist(values, bins=bins.tolist(), color=BARS, edgecolor="white", linewidth=0.6)
        if len(values):
            mean = float(np.mean(values))
            panel.axvline(mean, color=LINE, linestyle=":", linewidth=1.6)
            label = f"{_short(name)} (n = {len(values)}, mean {mean:.5f})"
        else:
            label = f"{_short(name)} (no text)"
        panel.set_title(label, fontsize=10)
        panel.set_xlabel("deviation")
        panel.set_ylabel("texts")
        panel.set_xlim(bins[0], bins[-1])
        panel.set_ylim(0, tallest * 1.08)
        locator = panel.yaxis.get_major_locator()
        if isinstance(locator, MaxNLocator):
            locator.set_params(integer=True)
    _hide(panels[len(groups) :])
    return figure


def _panels(rows: int, columns: int, width: float, height: float) -> tuple[Figure, list[Axes]]:
    from matplotlib.backends.backend_agg import FigureCanvasAgg
    from matplotlib.figure import Figure

    figure = Figure(figsize=(width * columns, height * rows), layout="constrained")
    FigureCanvasAgg(figure)
    panels = figure.subplots(rows, columns, squeeze=False).ravel().tolist()
    for panel in panels:
        panel.spines[["top", "right"]].set_visible(False)
        panel.tick_params(labelsize=9)
    return figure, panels


def _hide(panels: Sequence[Axes]) -> None:
    for panel in panels:
        panel.set_visible(False)


def _bins(values: NDArray[np.float64]) -> NDArray[np.float64]:
    import numpy as np

    top = float(values.max()) if len(values) else 0.1
    step = next(s for s in (0.0025, 0.005, 0.01, 0.02, 0.05) if top / s <= 30 or s == 0.05)
    count = max(2, math.ceil(top / step + 1e-9))
    return np.linspace(0.0, count * step, count + 1, dtype=np.float64)


def _short(name: str, most: int = 48) -> str:
    """A name that fits over a panel; names from data are text, never mathematics."""
    short = name if len(name) <= most else name[: most // 2 - 1] + "…" + name[-most // 2 :]
    return short.replace("$", r"\$")
