"""Word networks drawn: lemmas as dots, larger with their degree, arrows wider with their weight."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sumscope.report.figures import COLOURS, new_figure

if TYPE_CHECKING:
    import numpy as np
    from matplotlib.figure import Figure
    from numpy.typing import NDArray

    from sumscope.graph.words import WordNetwork

# More lemmas than this cannot be read in one picture: those of highest degree are drawn.
MOST = 120
ROUNDS = 250


def network_plot(network: WordNetwork, title: str = "") -> Figure:
    """Draw a word network (Figure 2 of Pardo et al. 2006)."""
    import numpy as np
    from matplotlib.patches import FancyArrowPatch

    degrees = network.out_degrees + network.in_degrees
    kept = np.sort(np.argsort(-degrees, kind="stable")[:MOST])
    place = {network.lemmas[i]: at for at, i in enumerate(kept)}
    edges = {
        (place[a], place[b]): times
        for (a, b), times in network.weights.items()
        if a in place and b in place and a != b
    }
    at = _layout(len(kept), list(edges))
    figure, axes = new_figure(8.0, 8.0)
    for (a, b), times in edges.items():
        axes.add_patch(
            FancyArrowPatch(
                (at[a, 0], at[a, 1]),
                (at[b, 0], at[b, 1]),
                arrowstyle="-|>",
                mutation_scale=7,
                linewidth=0.5 + 0.5 * times,
                color="#9aa3ad",
                shrinkA=4,
                shrinkB=4,
                connectionstyle="arc3,rad=0.06",
            )
        )
    sizes = 14 + 12 * degrees[kept]
    axes.scatter(at[:, 0], at[:, 1], s=sizes, color=COLOURS[0], zorder=3)
    for lemma, number in place.items():
        axes.annotate(
            lemma.replace("$", r"\$"),
            (at[number, 0], at[number, 1]),
            xytext=(0, 5),
            textcoords="offset points",
            ha="center",
            fontsize=7 if len(place) > 60 else 8,
            zorder=4,
        )
    shown = f" ({len(kept)} of {network.nodes} lemmas)" if len(kept) < network.nodes else ""
    if title or shown:
        axes.set_title(f"{title}{shown}".strip(), fontsize=10)
    axes.set_axis_off()
    axes.margins(0.08)
    return figure


def _layout(nodes: int, edges: list[tuple[int, int]]) -> NDArray[np.float64]:
    """Fruchterman and Reingold's forces from a circle: the same graph is always drawn alike."""
    import numpy as np

    turn = 2 * np.pi * np.arange(nodes) / max(1, nodes)
    at = np.column_stack([np.cos(turn), np.sin(turn)])
    if nodes < 3:
        return at
    ends = np.array(edges, dtype=np.int64).reshape(-1, 2)
    wanted = 2.0 / np.sqrt(nodes)
    for step in range(ROUNDS):
        gaps = at[:, None, :] - at[None, :, :]
        lengths = np.maximum(np.linalg.norm(gaps, axis=2), 1e-3)
        push = (gaps * (wanted**2 / lengths**2)[:, :, None]).sum(axis=1)
        if len(ends):
            pull = at[ends[:, 0]] - at[ends[:, 1]]
            pull *= (np.linalg.norm(pull, axis=1) / wanted)[:, None]
            np.add.at(push, ends[:, 0], -pull)
            np.add.at(push, ends[:, 1], pull)
        push -= 0.05 * at  # parts that nothing links stay near
        far = np.maximum(np.linalg.norm(push, axis=1, keepdims=True), 1e-9)
        at = at + push / far * np.minimum(far, 0.15 * (1 - step / ROUNDS) + 0.002)
    return at
