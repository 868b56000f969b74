"""`sumscope explain`."""

from __future__ import annotations

from typing import Any

import click

from sumscope.cli import options
from sumscope.cli.shell import echo, print_json
from sumscope.cli.types import FILE, MEASURE


@options.command(
    "explain",
    short_help="Show step by step how ROUGE numbers come about.",
    example="sumscope explain out.txt gold.txt -m rouge-l -m 'rouge-l(like=rouge-score)'",
    json="Print JSON, with all words and matches.",
)
@click.argument("prediction", type=FILE)
@click.argument("reference", type=FILE)
@options.measures(
    "ROUGE measure; give two to see what they differ in. Repeatable.", type=MEASURE, required=True
)
@click.option("--lang", default="en", show_default=True, help="Language of the texts.")
def command(prediction: str, reference: str, as_json: bool, **given: Any) -> None:
    """Show the sentences, words, stems and matches behind ROUGE numbers of two texts.

    PREDICTION and REFERENCE are files, or the texts themselves. With several measures, the steps in
    which the others differ from the first are listed at the end.
    """
    from sumscope.app.explain import explain, text_or_file

    found = explain(text_or_file(prediction), text_or_file(reference), **given)
    if as_json:
        print_json(found.to_json())
    else:
        echo(str(found))
