"""`sumscope reproduce`."""

from __future__ import annotations

from typing import Any

import click

from sumscope.cli import options
from sumscope.cli.shell import echo
from sumscope.cli.types import FOLDER, PAPER


@options.command(
    "reproduce",
    short_help="Reproduce the tables of a paper.",
    example="sumscope reproduce pardo2006 --data TeMario/ -o pardo2006/",
)
@click.argument("paper", metavar="PAPER", type=PAPER)
@click.option(
    "--data",
    metavar="DIR",
    type=FOLDER,
    help="Folder with the paper's data, or a corpus of your own.",
)
@click.option(
    "--limit",
    metavar="N",
    help="Length of summaries: 100 for words, 665b for bytes (hirao2017). Default: the paper's.",
)
@click.option(
    "-o", "--out", metavar="DIR", type=FOLDER, help="Write tables and figures to this folder."
)
def command(as_json: bool, **given: Any) -> None:
    """Reproduce the tables of PAPER, with our values next to the published ones.

    PAPER is one of murray2012, geiss2009, pardo2006, kumar2011, hirao2017.
    """
    from sumscope.app.reproduce import reproduce
    from sumscope.cli.progress import progress_bar
    from sumscope.cli.tables import show

    with progress_bar(given["paper"]) as progress:
        result = reproduce(**given, progress=progress)
    show(result, as_json, tables=lambda: result.tables)
    if given["out"] is not None:
        counts = f"{len(result.tables)} tables, {len(result.pictures)} figures"
        echo(f"{given['out']}: {counts}", err=True)
