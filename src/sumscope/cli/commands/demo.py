"""`sumscope demo`."""

from __future__ import annotations

from shlex import quote

import click

from sumscope.cli import options
from sumscope.cli.shell import echo
from sumscope.cli.types import FOLDER


@options.command(
    "demo",
    short_help="Study the example corpus that comes with the package.",
    example="sumscope demo -o my-first-report",
    json="Print the leaderboard as JSON.",
)
@click.option(
    "-o",
    "--out",
    default="sumscope-demo",
    show_default=True,
    metavar="DIR",
    type=FOLDER,
    help="Folder of the report.",
)
def command(out: str, as_json: bool) -> None:
    """Run a study of the embedded example corpus and write its report."""
    from sumscope.app.demo import demo
    from sumscope.cli.progress import progress_bar
    from sumscope.cli.tables import show

    with progress_bar("demo") as progress:
        result = demo(out, progress)
    show(result, as_json)
    if as_json:
        return
    for line in result.findings:
        echo(f"- {line}")
    echo(f"Report: {result.page}")
    if result.workbench is None:
        echo('Workbench: not installed; pip install "sumscope[web]"')
    else:
        echo(f"Workbench: sumscope serve --db {quote(result.workbench)}")
