"""`sumscope explain`."""

from __future__ import annotations

import click

from sumscope.cli.shell import echo, print_json
from sumscope.cli.types import FILE, MEASURE


@click.command(
    "explain",
    short_help="Show step by step how ROUGE numbers come about.",
    epilog="Example: sumscope explain out.txt gold.txt -m rouge-l -m 'rouge-l(like=rouge-score)'",
)
@click.argument("prediction", type=FILE)
@click.argument("reference", type=FILE)
@click.option(
    "-m",
    "--measure",
    "measures",
    metavar="M",
    type=MEASURE,
    multiple=True,
    required=True,
    help="ROUGE measure; give two to see what they differ in. Repeatable.",
)
@click.option("--lang", default="en", show_default=True, help="Language of the texts.")
@click.option("--json", "as_json", is_flag=True, help="Print JSON, with all words and matches.")
def command(
    prediction: str, reference: str, measures: tuple[str, ...], lang: str, as_json: bool
) -> None:
    """Show the sentences, words, stems and matches behind ROUGE numbers of two texts.

    PREDICTION and REFERENCE are files, or the texts themselves. With several measures, the steps in
    which the others differ from the first are listed at the end.
    """
    from sumscope.app.explain import explain, text_or_file

    texts = text_or_file(prediction), text_or_file(reference)
    found = explain(*texts, measures, lang=lang)
    if as_json:
        print_json(found.to_json())
        return
    echo(str(found))
