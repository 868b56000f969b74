"""`sumscope measures`."""

from __future__ import annotations

import shutil
import sys

import click

from sumscope.cli import options
from sumscope.cli.shell import echo
from sumscope.cli.types import ANY_MEASURE


@options.command(
    "measures",
    short_help="List the measures, or describe one.",
    example="sumscope measures rouge-2",
)
@click.argument("name", required=False, type=ANY_MEASURE)
def command(name: str | None, as_json: bool) -> None:
    """List the measures, or describe one: inputs, range, direction, parameters and paper."""
    from sumscope.app.measures import measures
    from sumscope.cli.tables import show
    from sumscope.core.measure_info import list_of

    found = measures(name)
    if name is None or as_json:
        narrow = sys.stdout.isatty() and shutil.get_terminal_size().columns < 120
        show(
            found,
            as_json,
            to_json=lambda: [info.to_json() for info in found],
            tables=lambda: [list_of(found, short=narrow)],
        )
        return
    for info in found:
        echo(info.description + "\n")
        show(info, as_json)
