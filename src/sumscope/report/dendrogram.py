"""Draw a hierarchy as a dendrogram with its cut; wide graphs get smaller type."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sumscope.report.drawing import save

if TYPE_CHECKING:
    from matplotlib.figure import Figure

    from sumscope.graph.hierarchy import Hierarchy, Node


def plot(hierarchy: Hierarchy, k: int | None = None) -> Figure:
    """The drawing as a figure; `k` adds the line that cuts into k clusters."""
    from matplotlib.backends.backend_agg import FigureCanvasAgg
    from matplotlib.figure import Figure

    roots = hierarchy.trees()
    lines, names = layout(roots)
    height = max(2.5, min(0.18 * len(names) + 1.2, 60))
    figure = Figure(figsize=(8, height), layout="constrained")
    FigureCanvasAgg(figure)
    axes = figure.add_subplot()
    for xs, ys in lines:
        axes.plot(xs, ys, color="#33577b", linewidth=1.0, solid_capstyle="round")
    top = hierarchy.levels
    for root, y in zip(roots, _root_places(roots), strict=True):
        axes.plot([root.height, top], [y, y], color="#33577b", linewidth=1.0)
    size = max(2.0, min(9.0, 72 * height * 0.8 / max(len(names), 1)))
    # Names from data are text, never mathematics.
    axes.set_yticks(range(len(names)), [n.replace("$", r"\$") for n in names], fontsize=size)
    axes.invert_yaxis()
    axes.set_xlim(top, -0.02 * top)
    axes.set_xlabel("clusters")
    ticks = sorted({0, *axes.get_xticks().astype(int).tolist()} & set(range(top)))
    axes.set_xticks(ticks, [str(hierarchy.roots + top - 1 - t) for t in ticks])
    if k is not None:
        level = min(max(k - hierarchy.roots, 0), top - 1)
        axes.axvline(top - level - 0.5, color="#b5482e", linestyle="--", linewidth=0.9)
    for side in ("top", "right", "left"):
        axes.spines[side].set_visible(False)
    axes.set_title(f"{hierarchy.algorithm}: {len(hierarchy.graph.nodes)} nodes", fontsize=10)
    return figure


def draw(hierarchy: Hierarchy, path: str) -> None:
    """Draw to a .png, .svg or .pdf file."""
    save(plot(hierarchy), path)


Lines = list[tuple[list[float], list[float]]]


def layout(roots: list[Node]) -> tuple[Lines, list[str]]:
    """Brackets as (heights, places), and the names along the axis."""
    names: list[str] = []
    lines: Lines = []
    _place(roots, names, lines)
    return lines, names


def _root_places(roots: list[Node]) -> list[float]:
    return _place(roots, [], [])


def _place(roots: list[Node], names: list[str], lines: Lines) -> list[float]:
    """Leaves from top to bottom in order, every parent halfway between its children."""
    place: dict[int, float] = {}
    todo: list[tuple[Node, bool]] = [(root, False) for root in reversed(roots)]
    while todo:
        node, ready = todo.pop()
        if not node.children:
            first = len(names)
            names.extend(node.names)
            place[id(node)] = (first + len(names) - 1) / 2
        elif not ready:
            todo.append((node, True))
            todo.extend((child, False) for child in reversed(node.children))
        else:
            one, two = node.children
            low, high = place[id(one)], place[id(two)]
            lines.append(
                ([one.height, node.height, node.height, two.height], [low, low, high, high])
            )
            place[id(node)] = (low + high) / 2
    return [place[id(root)] for root in roots]
