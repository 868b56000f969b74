"""`sumscope measures`."""

from __future__ import annotations

import shutil
import sys

import click

from sumscope.cli.shell import echo, print_json
from sumscope.cli.types import ANY_MEASURE


@click.command(
    "measures",
    short_help="List the measures, or describe one.",
    epilog="Example: sumscope measures rouge-2",
)
@click.argument("name", required=False, type=ANY_MEASURE)
@click.option("--json", "as_json", is_flag=True, help="Print JSON.")
def command(name: str | None, as_json: bool) -> None:
    """List the measures, or describe one: inputs, range, direction, parameters and paper."""
    from sumscope.app.measures import measures
    from sumscope.cli.tables import print_table

    found = measures(name)
    if as_json:
        print_json([info.to_json() for info in found])
        return
    if name is None:
        rows = []
        for info in found:
            traits = info.traits
            rows.append(
                [
                    " ".join(info.names),
                    traits.summary,
                    ", ".join(traits.needs),
                    f"{traits.low:g} to {traits.high:g}",
                    traits.better,
                    traits.cite,
                ]
            )
        heading = ["name", "what", "needs", "range", "better", "paper"]
        if sys.stdout.isatty() and shutil.get_terminal_size().columns < 120:
            heading = ["name", "what", "better"]
            rows = [[row[0], row[1], row[4]] for row in rows]
        print_table("", heading, rows, 6)
        echo("sumscope measures NAME tells the parameters of one.")
        return
    for info in found:
        traits = info.traits
        echo(f"{' '.join(info.names)}\n")
        echo(info.description + "\n")
        echo(f"needs   {', '.join(traits.needs)}")
        echo(f"range   {traits.low:g} to {traits.high:g}, {traits.better} is better")
        if traits.symmetric is not None:
            echo(f"order   {'symmetric' if traits.symmetric else 'not symmetric'}")
            echo("left    is the reference (C in formulas); right is compared with it (L)")
        echo(f"paper   {traits.cite}\n")
        rows = [[p["name"], p["values"], p["default"], p["where"]] for p in info.parameters]
        if rows:
            print_table("Parameters", ["name", "values", "default", "where"], rows, 4)
