"""`sumscope supor fit` and `sumscope supor show`."""

from __future__ import annotations

import click

from sumscope.cli.corpus_options import corpus_options
from sumscope.cli.shell import echo, print_json
from sumscope.cli.types import FILE


@click.group("supor")
def command() -> None:
    """Train and inspect SuPor, the naive Bayes summarizer."""


@command.command(
    "fit",
    short_help="Train SuPor on a corpus.",
    epilog="Example: sumscope supor fit train.jsonl -o model.json --ideal gei",
)
@click.argument("corpus", metavar="CORPUS", type=FILE)
@click.option(
    "-o", "--out", required=True, metavar="MODEL", type=FILE, help="Write the model here (.json)."
)
@click.option(
    "--ideal",
    metavar="PEER",
    help="Peer whose extract is the ideal one. Default: GEI, matched to the references.",
)
@click.option(
    "--phrases", metavar="FILE", type=FILE, help="File of signalling phrases, one per line."
)
@click.option("--note", help="Text to keep in the model, such as its source or licence.")
@corpus_options()
@click.option("--json", "as_json", is_flag=True, help="Print the model as JSON.")
def fit(
    corpus: str, out: str, ideal: str | None, phrases: str | None, note: str | None, as_json: bool
) -> None:
    """Train SuPor on CORPUS, which has documents and references or ideal extracts."""
    from sumscope.app import supor as app
    from sumscope.cli.progress import progress_bar

    with progress_bar("training") as progress:
        model = app.fit(corpus, out, ideal=ideal, phrases=phrases, note=note, progress=progress)
    if as_json:
        print_json(model.to_json())
        return
    echo(
        f"{out}: learned from {model.chosen} chosen and {model.other} other sentences of "
        f"{model.trained_on['topics']} topics",
        err=True,
    )


@command.command(
    "show",
    short_help="Show the tables of a model.",
    epilog="Example: sumscope supor show model.json",
)
@click.argument("model", metavar="MODEL", type=FILE)
@click.option("--json", "as_json", is_flag=True, help="Print JSON.")
def show(model: str, as_json: bool) -> None:
    """Show the tables of MODEL: a file, or en or pt for the models in the package."""
    from sumscope.app import supor as app
    from sumscope.cli.tables import print_table

    tables = app.show(model)
    if as_json:
        print_json(tables.to_json())
        return
    found = tables.model
    rows = [
        [
            row["feature"],
            row["means"],
            f"{row['p_chosen']:.3f}",
            f"{row['p_other']:.3f}",
            f"{row['weight_yes']:+.3f}",
            f"{row['weight_no']:+.3f}",
        ]
        for row in tables.rows()
    ]
    heading = ["feature", "a sentence", "P(yes|in)", "P(yes|out)", "weight yes", "weight no"]
    print_table("SuPor model", heading, rows, 2)
    trained = ", ".join(f"{key} {value}" for key, value in found.trained_on.items())
    echo(f"Language {found.lang}; trained on: {trained}")
    echo(
        f"{found.chosen} sentences in ideal extracts, {found.other} outside; "
        f"P(in) = {tables.prior:.3f}; {len(found.phrases)} signalling phrases"
    )
