"""Tables on a terminal."""

from __future__ import annotations

import sys
from collections.abc import Sequence


def print_table(
    title: str, heading: Sequence[str], rows: Sequence[Sequence[str]], text_columns: int = 1
) -> None:
    """Print a table; the first `text_columns` columns are words, the others numbers."""
    from rich.console import Console
    from rich.table import Table
    from rich.text import Text

    from sumscope.cli.shell import visible

    table = Table(
        title=Text(visible(title)) if title else None, title_justify="left", header_style="bold"
    )
    for index, name in enumerate(heading):
        table.add_column(
            Text(visible(name)),
            justify="left" if index < text_columns else "right",
            overflow="fold",
        )
    for row in rows:
        # Text, not markup: names from data may hold square brackets.
        table.add_row(*(Text(visible(cell)) for cell in row))
    # In a file or a pipe a table is as wide as it needs to be.
    width = None if sys.stdout.isatty() else 10_000
    console = Console(width=width, highlight=False, soft_wrap=False)
    console.print(table, crop=False)
