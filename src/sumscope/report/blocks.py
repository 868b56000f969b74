"""What a report says, as values: paragraphs, tables and figures, whatever shows them later.

The page, the terminal, JSON and notebooks are made from the same blocks.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, TypeAlias

from sumscope.report.reproduction import ResultTable

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
    """A table; `links` lead from its rows to topics."""

    table: ResultTable
    links: tuple[str | None, ...] | None = None


@dataclass(frozen=True)
class Drawing:
    """A figure with a short name for its files; `links`: its points lead to topics."""

    name: str
    caption: str
    draw: Draw = field(compare=False)
    links: bool = False


@dataclass(frozen=True)
class Beside:
    """Blocks that stand beside each other where there is room."""

    blocks: tuple[Table | Drawing, ...]


Block: TypeAlias = Say | Heading | Missing | Command | Fold | Table | Drawing | Beside


@dataclass(frozen=True)
class View:
    """One section as it is shown, and what it adds to the findings."""

    title: str
    blocks: tuple[Block, ...]
    findings: tuple[str, ...] = ()

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


def _text(block: Block) -> str:
    if isinstance(block, Table):
        return f"{block.table.caption}\n{block.table.to_text()}"
    if isinstance(block, Drawing):
        return f"[figure {block.name}: {block.caption}]"
    if isinstance(block, Fold):
        lines = [f"{at}. {line}" for at, line in enumerate(block.lines, 1)]
        return "\n".join([block.title, *lines])
    if isinstance(block, Beside):
        return "\n".join(map(_text, block.blocks))
    return block.text
