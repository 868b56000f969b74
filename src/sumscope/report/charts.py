"""Charts as values: what the page draws with its own modules."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Literal, Protocol

from sumscope.report.growing import GrowingText
from sumscope.report.overview import Number, short


class Chart(Protocol):
    """Anything that the page can draw; `type` names the module."""

    def to_json(self) -> dict[str, object]:
        """Plain values."""
        ...


@dataclass(frozen=True)
class Intervals:
    """A dot with an interval for each name; `reference` is a line across."""

    label: str
    rows: Sequence[tuple[str, float, Number, Number]]
    reference: Number = None
    kinds: Sequence[int] = ()
    ordered: bool = True

    def to_json(self) -> dict[str, object]:
        """Plain values."""
        rows = [[name, short(v), short(a), short(b)] for name, v, a, b in self.rows]
        return {
            "type": "intervals",
            "label": self.label,
            "rows": rows,
            "reference": short(self.reference),
            "kinds": list(self.kinds),
            "ordered": self.ordered,
        }


@dataclass(frozen=True)
class Heat:
    """A matrix of numbers with names; NaN is empty."""

    rows: Sequence[str]
    columns: Sequence[str]
    values: Sequence[Sequence[float]]
    scale: Literal["magnitude", "signed"] = "magnitude"
    domain: tuple[float, float] = (0, 1)
    numbers: bool = True

    def to_json(self) -> dict[str, object]:
        """Plain values."""
        cells = [[None if v != v else short(float(v), 3) for v in row] for row in self.values]
        return {
            "type": "heat",
            "rows": list(self.rows),
            "columns": list(self.columns),
            "values": cells,
            "scale": self.scale,
            "domain": list(self.domain),
            "numbers": self.numbers,
        }


@dataclass(frozen=True)
class Curves:
    """Lines over a common axis, each with points (x, y, low, high)."""

    x: str
    y: str
    series: Mapping[str, Sequence[tuple[float, float, Number, Number]]]

    def to_json(self) -> dict[str, object]:
        """Plain values."""
        lines = [
            {"name": name, "points": [[short(v, 4) for v in point] for point in points]}
            for name, points in self.series.items()
        ]
        return {"type": "curves", "x": self.x, "y": self.y, "series": lines}


@dataclass(frozen=True)
class Network:
    """A graph: nodes (id, text, x, y between 0 and 1), edges (from, to, weight), levels.

    A level has a label and the group of every node.
    """

    nodes: Sequence[tuple[str, str, float, float]]
    edges: Sequence[tuple[int, int, float]]
    levels: Sequence[tuple[str, Sequence[Sequence[int]]]]
    level: int = 0

    def to_json(self) -> dict[str, object]:
        """Plain values."""
        return {
            "type": "network",
            "nodes": [[name, text, short(x, 3), short(y, 3)] for name, text, x, y in self.nodes],
            "edges": [[a, b, short(w, 3)] for a, b, w in self.edges],
            "levels": [[label, [list(g) for g in groups]] for label, groups in self.levels],
            "level": self.level,
        }


@dataclass(frozen=True)
class GrowingTexts:
    """Word networks that grow under the pointer, text by text."""

    texts: Sequence[GrowingText]

    def to_json(self) -> dict[str, object]:
        """Plain values; a walk is one list, four numbers a word."""
        texts = [
            {
                "topic": one.topic,
                "name": one.name,
                "lang": one.lang,
                "sentences": list(one.sentences),
                "walk": [number for step in one.walk for number in step],
            }
            for one in self.texts
        ]
        return {"type": "growing", "texts": texts}
