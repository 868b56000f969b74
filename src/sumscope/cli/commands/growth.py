"""`sumscope growth`."""

from __future__ import annotations

from typing import Any

import click

from sumscope.cli import options
from sumscope.cli.shell import echo
from sumscope.cli.types import FILE


@options.command(
    "growth",
    short_help="Measure how evenly the word network of a text grows.",
    example="sumscope growth manual.txt system.txt --lang pt --plot g.png",
)
@click.argument("files", metavar="FILE...", type=FILE, nargs=-1, required=True)
@options.lang
@click.option(
    "--curve",
    is_flag=True,
    help="Print the growth curves: associations M, components f(M), straight line g(M).",
)
@options.plot("Plot the growth curves")
@click.option(
    "--network",
    is_flag=True,
    help="Also show clustering coefficient, degree, path length, degree distribution and hubs.",
)
@click.option(
    "--draw", metavar="OUT", type=FILE, help="Draw the word network of one text (.png, .svg, .pdf)."
)
@click.option(
    "--export",
    metavar="OUT",
    type=FILE,
    help="Write the word network of one text (.tsv or .graphml).",
)
@click.option("--stop-words", metavar="FILE", type=FILE, help="File of stop words, one per line.")
@click.option("--encoding", default="utf-8", show_default=True, help="Encoding of the texts.")
@options.engine
def command(curve: bool, as_json: bool, **given: Any) -> None:
    """Compute the network growth deviation of texts (- reads standard input); lower is better.

    Compare values only between texts of similar length (Pardo et al. 2006).
    """
    from sumscope.app.growth import growth
    from sumscope.cli.progress import progress_bar
    from sumscope.cli.tables import show

    with progress_bar("reading") as progress:
        result = growth(**given, curve=curve, progress=progress)
    if curve and not as_json:
        echo("file\tM\tcomponents\tline")
        for file, m, components, line in result.points():
            echo(f"{file}\t{m}\t{components}\t{line:.6g}")
        return
    show(result, as_json)
    if as_json:
        return
    for option, what in (("plot", "curves and lines"), ("draw", "network"), ("export", "network")):
        if given[option] is not None:
            echo(f"{given[option]}: {what}", err=True)
