"""`sumscope sample`."""

from __future__ import annotations

from typing import Any

import click

from sumscope.cli import options
from sumscope.cli.shell import refuse_two_on_stdout
from sumscope.cli.types import FILE, INTEGER


@options.command(
    "sample",
    short_help="Choose sentences for judges to cluster.",
    example="sumscope sample corpus.jsonl -o sets.jsonl",
    json="Print sets and reasons as JSON.",
)
@click.argument("corpus", metavar="CORPUS", type=FILE)
@click.option(
    "--low", type=INTEGER, default=150, show_default=True, help="Minimum number of sentences."
)
@click.option(
    "--high", type=INTEGER, default=200, show_default=True, help="Maximum number of sentences."
)
@click.option(
    "--documents", type=INTEGER, default=15, show_default=True, help="Maximum number of documents."
)
@click.option(
    "--whole",
    type=INTEGER,
    default=5,
    show_default=True,
    help="Use a topic whole if it has this many documents or fewer.",
)
@click.option(
    "-o",
    "--out",
    metavar="FILE",
    type=FILE,
    help="Write the sets as a corpus (.jsonl, .jsonl.gz; - is standard output).",
)
@options.columns
def command(out: str | None, as_json: bool, **given: Any) -> None:
    """Choose a sentence set for judges from each topic of CORPUS (- reads standard input).

    Documents published on the same day are preferred, then shorter ones, until there are enough
    sentences; the table says why each document is in or out.
    """
    from sumscope.app.sample import sample
    from sumscope.cli.tables import show

    refuse_two_on_stdout(out, as_json)
    result = sample(**given, out=out)
    if out != "-":
        show(result, as_json)
