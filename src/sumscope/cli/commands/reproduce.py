"""`sumscope reproduce`."""

from __future__ import annotations

import click

from sumscope.cli.shell import echo, print_json
from sumscope.cli.types import FOLDER, PAPER


@click.command(
    "reproduce",
    short_help="Reproduce the tables of a paper.",
    epilog="Example: sumscope reproduce pardo2006 --data TeMario/ -o pardo2006/",
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
@click.option("--json", "as_json", is_flag=True, help="Print JSON.")
def command(
    paper: str, data: str | None, limit: str | None, out: str | None, as_json: bool
) -> None:
    """Reproduce the tables of PAPER, with our values next to the published ones.

    PAPER is one of murray2012, geiss2009, pardo2006, kumar2011, hirao2017.
    """
    from sumscope.app.reproduce import reproduce
    from sumscope.cli.progress import progress_bar
    from sumscope.cli.tables import print_table

    with progress_bar(paper) as progress:
        result = reproduce(paper, data, out=out, limit=limit, progress=progress)
    if as_json:
        print_json(result.to_json())
    else:
        for table in result.tables:
            print_table(table.caption, list(table.heading), table.shown())
        for note in result.notes:
            echo(f"- {note}")
    if out is not None:
        echo(f"{out}: {len(result.tables)} tables, {len(result.pictures)} figures", err=True)
