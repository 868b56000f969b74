"""Results and tables on a terminal."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable, Sequence
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from sumscope.core.tables import ResultTable


def show(
    result: Any,
    as_json: bool,
    *,
    to_json: Callable[[], Any] | None = None,
    tables: Callable[[], Iterable[ResultTable]] | None = None,
) -> None:
    """Print a result: its JSON, or its tables.

    `to_json` and `tables` are the result's own unless given. Its `notes`, and the `reason` why it
    is empty, go to standard error in both cases.
    """
    from sumscope.cli.shell import echo, print_json
    from sumscope.core.results import remarks

    for note in remarks(result):
        echo(f"sumscope: note: {note}", err=True)
    if as_json:
        print_json((to_json or result.to_json)())
        return
    for table in (tables or result.tables)():
        words = [not number for number in table.numeric()]
        _print(table.caption, table.heading, table.shown_rows(), words)
        for note in table.notes:
            echo(note)


def _print(title: str, heading: Sequence[str], rows: Any, words: Sequence[bool]) -> None:
    from rich.console import Console
    from rich.table import Table
    from rich.text import Text

    from sumscope.cli.shell import visible

    # In a file or a pipe a table is as wide as it needs to be.
    width = None if sys.stdout.isatty() else 10_000
    console = Console(width=width, highlight=False, soft_wrap=False)
    if title:  # a title of the table itself would be folded to its width
        console.print(Text(visible(title), style="italic"))
    rows = list(rows)
    if not rows:
        return
    table = Table(header_style="bold")
    for name, left in zip(heading, words, strict=True):
        justify = "left" if left else "right"
        table.add_column(Text(visible(name)), justify=justify, overflow="fold")  # type: ignore[arg-type]
    for row in rows:
        # Text, not markup: names from data may hold square brackets.
        table.add_row(*(Text(visible(cell)) for cell in row))
    console.print(table, crop=False)
