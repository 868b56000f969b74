"""`sumscope supor fit` and `sumscope supor show`."""

from __future__ import annotations

from typing import Any

import click

from sumscope.cli import options
from sumscope.cli.shell import echo, print_json
from sumscope.cli.types import FILE


@click.group("supor")
def command() -> None:
    """Train and inspect SuPor, the naive Bayes summarizer."""


@options.command(
    "fit",
    group=command,
    short_help="Train SuPor on a corpus.",
    example="sumscope supor fit train.jsonl -o model.json --ideal gei",
    json="Print the model as JSON.",
)
@click.argument("corpus", metavar="CORPUS", type=FILE)
@options.model_out
@click.option(
    "--ideal",
    metavar="PEER",
    help="Peer whose extract is the ideal one. Default: GEI, matched to the references.",
)
@click.option(
    "--phrases", metavar="FILE", type=FILE, help="File of signalling phrases, one per line."
)
@options.note
@options.columns
def fit(out: str, as_json: bool, **given: Any) -> None:
    """Train SuPor on CORPUS, which has documents and references or ideal extracts."""
    from sumscope.app import supor as app
    from sumscope.cli.progress import progress_bar

    with progress_bar("training") as progress:
        model = app.fit(**given, out=out, progress=progress)
    if as_json:
        print_json(model.to_json())
        return
    echo(
        f"{out}: learned from {model.chosen} chosen and {model.other} other sentences of "
        f"{model.trained_on['topics']} topics",
        err=True,
    )


@options.command(
    "show",
    group=command,
    short_help="Show the tables of a model.",
    example="sumscope supor show model.json",
)
@click.argument("model", metavar="MODEL", type=FILE)
def show(model: str, as_json: bool) -> None:
    """Show the tables of MODEL: a file, or en or pt for the models in the package."""
    from sumscope.app import supor as app
    from sumscope.cli.tables import show as print_result

    print_result(app.show(model), as_json)
