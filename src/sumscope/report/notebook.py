"""Render results for notebooks: tables of what `to_json` gives, and figures as SVG.

Everything that comes from data is escaped.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from html import escape
from typing import TYPE_CHECKING, Protocol

from sumscope.core.results import Result, remarks
from sumscope.core.tables import html_table

if TYPE_CHECKING:
    from sumscope.covers.detection import Detection
    from sumscope.graph.growth import GrowthTable
    from sumscope.metaeval.compare import Comparison


class HasJson(Protocol):
    """A result that can be given as plain values."""

    def to_json(self) -> Mapping[str, object] | Sequence[Mapping[str, object]]:
        """Return plain values."""


def render(result: HasJson, drawn: Sequence[str] = ()) -> str:
    """Return a result as HTML: its tables, or those of what `to_json` gives, then figures."""
    if isinstance(result, Result):
        parts = [table._repr_html_() for table in result.tables()]
        parts += [f"<p>Note: {escape(note)}</p>" for note in remarks(result)]
        parts = parts or [f"<p>{escape(repr(result))}</p>"]
    else:
        parts = _parts(type(result).__name__, result.to_json())
    figures = (f"<div>{svg[svg.index('<svg') :]}</div>" for svg in drawn)
    return "".join([*parts, *figures])


def leaderboard_pictures(comparison: Comparison) -> list[str]:
    """Draw the means with their intervals, one figure per measure."""
    from sumscope.report.drawing import to_svg
    from sumscope.report.figures import interval_plot

    drawn = []
    for name in dict.fromkeys(s.measure for s in comparison.standings):
        rows = [s for s in comparison.standings if s.measure == name and s.mean is not None]
        numbers = [(s.mean or 0.0, s.low, s.high) for s in rows]
        lows = [mean if low is None else low for mean, low, _ in numbers]
        highs = [mean if high is None else high for mean, _, high in numbers]
        means = [mean for mean, _, _ in numbers]
        if rows:
            drawn.append(to_svg(interval_plot([s.peer for s in rows], means, lows, highs, name)))
    return drawn


def detection_pictures(found: Detection) -> list[str]:
    """Draw the dendrogram with its cut, where the graph is small enough to read."""
    from sumscope.report.dendrogram import plot
    from sumscope.report.drawing import to_svg

    small = len(found.hierarchy.graph.nodes) <= 200 and found.hierarchy.levels > 1
    return [to_svg(plot(found.hierarchy, len(found.clusters)))] if small else []


def growth_pictures(table: GrowthTable) -> list[str]:
    """Draw the growth curves of the first texts."""
    from sumscope.report.drawing import to_svg
    from sumscope.report.growth_figures import growth_plots

    shown = [row for row in table.rows if row.deviation is not None][:6]
    if not shown:
        return []
    return [to_svg(growth_plots([r.network for r in shown], [r.file for r in shown]))]


def _parts(title: str, value: Mapping[str, object] | Sequence[Mapping[str, object]]) -> list[str]:
    if isinstance(value, Mapping):
        made, plain = [], []
        for name, inner in value.items():
            if isinstance(inner, list) and _is_rows(inner):
                made += _parts(str(name), inner)
            elif isinstance(inner, Mapping):
                plain += [(f"{name}.{key}", cell) for key, cell in _flat(inner).items()]
            else:
                plain.append((str(name), inner))
        first = [html_table(title, ["what", "value"], plain)] if plain else []
        return [*first, *made]
    rows = [_flat(row) for row in value]
    heading = list(dict.fromkeys(key for row in rows for key in row))
    return [html_table(title, heading, [[row.get(key) for key in heading] for row in rows])]


def _is_rows(value: object) -> bool:
    return isinstance(value, list) and bool(value) and isinstance(value[0], Mapping)


def _flat(row: Mapping[str, object]) -> dict[str, object]:
    """One level of names: what lies deeper gets names with dots."""
    made: dict[str, object] = {}
    for name, value in row.items():
        if isinstance(value, Mapping):
            made |= {f"{name}.{key}": cell for key, cell in _flat(value).items()}
        else:
            made[str(name)] = value
    return made
