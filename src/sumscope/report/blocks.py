"""Blocks of a report as values: paragraphs, tables and figures.

The page, the terminal, JSON and notebooks are made from the same blocks.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, TypeAlias

from sumscope.core.tables import ResultTable
from sumscope.report.charts import Chart
from sumscope.report.overview import short

if TYPE_CHECKING:
    from matplotlib.figure import Figure

# A figure is drawn when somebody wants to see it.
Draw: TypeAlias = "Callable[[], Figure]"


@dataclass(frozen=True)
class Say:
    """A paragraph; `names` between backticks are code."""

    text: str
    soft: bool = False


@dataclass(frozen=True)
class Heading:
    """A heading inside a section."""

    text: str


@dataclass(frozen=True)
class Missing:
    """What the corpus does not allow, and what would."""

    text: str


@dataclass(frozen=True)
class Command:
    """A command line."""

    text: str


@dataclass(frozen=True)
class Fold:
    """Numbered lines that are shown on demand."""

    title: str
    lines: tuple[str, ...]


@dataclass(frozen=True)
class Table:
    """A table; `links` lead from its rows to topics: (topic, peer or None), and then another peer
    and an extract to open with, if any.

    One that is not `shown` is a file only: the page has its numbers and makes it itself.
    """

    table: ResultTable
    links: tuple[tuple[str | None, ...], ...] | None = None
    shown: bool = True


@dataclass(frozen=True)
class Drawing:
    """A figure with a short name for its files; the page draws `chart`, files come from `draw`."""

    name: str
    caption: str
    draw: Draw = field(compare=False)
    chart: Chart | None = None


@dataclass(frozen=True)
class Live:
    """Something to try out, which is in the page only."""

    caption: str
    chart: Chart


@dataclass(frozen=True)
class Beside:
    """Blocks that stand beside each other where there is room."""

    blocks: tuple[Table | Drawing, ...]


Block: TypeAlias = Say | Heading | Missing | Command | Fold | Table | Drawing | Live | Beside


@dataclass(frozen=True)
class View:
    """One section as it is shown, what it adds to the findings, and the answer in brief that
    stands beside its title while it is closed."""

    title: str
    blocks: tuple[Block, ...]
    findings: tuple[str, ...] = ()
    brief: str = ""

    def for_page(self) -> list[dict[str, object]]:
        """The blocks as the page takes them: plain values, without what it makes itself."""
        return [made for block in self.blocks if (made := _for_page(block))]

    @property
    def tables(self) -> Iterator[ResultTable]:
        """The tables, in order."""
        return (block.table for block in flat(self.blocks) if isinstance(block, Table))

    @property
    def drawings(self) -> Iterator[Drawing]:
        """The figures, in order."""
        return (block for block in flat(self.blocks) if isinstance(block, Drawing))

    def to_json(self) -> dict[str, object]:
        """Title, words and tables as plain values; figures by name and caption."""
        return {
            "title": self.title,
            "findings": list(self.findings),
            "text": [b.text for b in self.blocks if isinstance(b, Say | Missing | Heading)],
            "tables": [table.to_json() for table in self.tables],
            "figures": [{"name": d.name, "caption": d.caption} for d in self.drawings],
        }

    def to_text(self) -> str:
        """The section for a terminal."""
        return "\n".join([self.title, "=" * len(self.title), *map(_text, flat(self.blocks))])

    def _repr_html_(self) -> str:
        """The section for notebooks."""
        from sumscope.report.study_page import view_html

        return view_html(self)


def flat(blocks: Sequence[Block]) -> Iterator[Block]:
    """The blocks one by one, those that stand beside each other too."""
    for block in blocks:
        if isinstance(block, Beside):
            yield from block.blocks
        else:
            yield block


def _for_page(block: Block) -> dict[str, object] | None:
    if isinstance(block, Beside):
        inside = [made for one in block.blocks if (made := _for_page(one))]
        return {"kind": "beside", "blocks": inside} if inside else None
    if isinstance(block, Table):
        return _table(block) if block.shown else None
    if isinstance(block, Drawing):
        if block.chart is None:
            return None
        chart = block.chart.to_json()
        return {"kind": "chart", "name": block.name, "caption": block.caption, "chart": chart}
    if isinstance(block, Live):
        return {"kind": "live", "caption": block.caption, "chart": block.chart.to_json()}
    if isinstance(block, Fold):
        return {"kind": "fold", "title": block.title, "lines": list(block.lines)}
    words: dict[str, object] = {"kind": type(block).__name__.lower(), "text": block.text}
    if isinstance(block, Say) and block.soft:
        words["soft"] = True
    return words


def _table(block: Table) -> dict[str, object]:
    table = block.table
    wide = range(len(table.heading))
    digits = [table.digits] * len(wide) if isinstance(table.digits, int) else list(table.digits)
    words = [i == 0 or any(isinstance(row[i], str) for row in table.rows) for i in wide]
    broken = [any(isinstance(row[i], float) for row in table.rows) for i in wide]
    made: dict[str, object] = {
        "kind": "table",
        "name": table.name,
        "caption": table.caption,
        "heading": list(table.heading),
        "words": words,
        "digits": [d if b else 0 for d, b in zip(digits, broken, strict=True)],
        "rows": [
            [short(c, digits[i]) if isinstance(c, float) else c for i, c in enumerate(row)]
            for row in table.rows
        ],
    }
    if block.links is not None:
        made["links"] = [list(link) for link in block.links]
    return made


def _text(block: Block) -> str:
    if isinstance(block, Table):
        return f"{block.table.caption}\n{block.table.to_text()}"
    if isinstance(block, Drawing):
        return f"[figure {block.name}: {block.caption}]"
    if isinstance(block, Live):
        return f"[in the page: {block.caption}]"
    if isinstance(block, Fold):
        lines = [f"{at}. {line}" for at, line in enumerate(block.lines, 1)]
        return "\n".join([block.title, *lines])
    if isinstance(block, Beside):
        return "\n".join(map(_text, block.blocks))
    return block.text
