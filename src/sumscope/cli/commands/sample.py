"""`sumscope sample`."""

from __future__ import annotations

import click

from sumscope.cli.corpus_options import corpus_options
from sumscope.cli.shell import print_json, refuse_two_on_stdout
from sumscope.cli.types import FILE, INTEGER
from sumscope.core.wording import counted


@click.command(
    "sample",
    short_help="Choose sentences for judges to cluster.",
    epilog="Example: sumscope sample corpus.jsonl -o sets.jsonl",
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
@corpus_options()
@click.option("--json", "as_json", is_flag=True, help="Print sets and reasons as JSON.")
def command(
    corpus: str,
    low: int,
    high: int,
    documents: int,
    whole: int,
    out: str | None,
    as_json: bool,
) -> None:
    """Choose a sentence set for judges from each topic of CORPUS (- reads standard input).

    Documents published on the same day are preferred, then shorter ones, until there are enough
    sentences; the table says why each document is in or out.
    """
    from sumscope.app.sample import sample
    from sumscope.cli.tables import print_table

    refuse_two_on_stdout(out, as_json)
    made = sample(corpus, low=low, high=high, documents=documents, whole=whole, out=out)
    if as_json:
        print_json(made.to_json())
        return
    if out == "-":
        return
    for one in made.sets:
        rows = [
            [
                "yes" if c.chosen else "no",
                c.document,
                c.date or "",
                c.reason,
                str(c.same_day),
                str(c.sentences),
                str(c.total),
            ]
            for c in one.choices
        ]
        heading = ["in", "document", "date", "why", "same day", "sentences", "total"]
        print_table(f"{one.topic}: {counted(one.total, 'sentence')}; {one.note}", heading, rows, 4)
