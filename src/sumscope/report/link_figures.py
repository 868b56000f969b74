"""Figures of link prediction: the ROC curve of several models."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from sumscope.report.figures import COLOURS, new_figure

if TYPE_CHECKING:
    import numpy as np
    from matplotlib.figure import Figure
    from numpy.typing import NDArray

# A curve is drawn with at most this many points.
POINTS = 600


def roc_points(
    truth: NDArray[np.bool_], scores: NDArray[np.float64]
) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """False and true positive rates as the threshold falls, equal scores together."""
    import numpy as np

    order = np.argsort(-scores, kind="stable")
    ranked, held = scores[order], truth[order]
    last = np.append(np.flatnonzero(np.diff(ranked)), len(ranked) - 1)
    hits = np.cumsum(held)[last]
    misses = last + 1 - hits
    positive, negative = max(1, int(held.sum())), max(1, int((~held).sum()))
    first = np.zeros(1)
    return (
        np.concatenate([first, misses / negative]),
        np.concatenate([first, hits / positive]),
    )


def roc_plot(curves: Mapping[str, tuple[NDArray[np.bool_], NDArray[np.float64]]]) -> Figure:
    """True against false positive rate for every model, over all pairs together."""
    import numpy as np

    figure, axes = new_figure(5.6, 5.2)
    for colour, (name, (truth, scores)) in zip(COLOURS, curves.items(), strict=False):
        x, y = roc_points(truth, scores)
        area = float(np.sum(np.diff(x) * (y[1:] + y[:-1]) / 2))
        at = np.unique(np.linspace(0, len(x) - 1, min(len(x), POINTS)).astype(np.int64))
        axes.plot(x[at], y[at], color=colour, linewidth=1.6, label=f"{name} (area {area:.3f})")
    axes.plot([0, 1], [0, 1], color="#8a8f98", linestyle=":", linewidth=1.2, label="chance")
    axes.set_xlabel("false positive rate")
    axes.set_ylabel("true positive rate")
    axes.set_xlim(0, 1)
    axes.set_ylim(0, 1.005)
    axes.set_aspect("equal")
    axes.legend(frameon=False, fontsize=8, loc="lower right")
    return figure
