"""`sumscope links fit|predict|evaluate|show`."""

from __future__ import annotations

from typing import Any

import click

from sumscope.cli import options
from sumscope.cli.shell import echo, print_json
from sumscope.cli.types import FILE, INTEGER, LINK_MODEL, METHOD, NamedOption
from sumscope.core.choices import Universe
from sumscope.core.notice import counted

model_file = click.option(
    "--model",
    required=True,
    metavar="MODEL",
    type=FILE,
    help="Model file written by sumscope links fit.",
)


@click.group("links")
def command() -> None:
    """Predict links between sentences and the communities they form."""


@options.command(
    "fit",
    group=command,
    short_help="Train a link model.",
    example="sumscope links fit train.jsonl.gz -o links.json --kind logistic",
    json="Print the model as JSON.",
)
@click.argument("corpus", metavar="CORPUS", type=FILE)
@options.model_out
@click.option(
    "--kind",
    cls=NamedOption,
    default="weave",
    show_default=True,
    metavar="KIND",
    type=LINK_MODEL,
    help="Kind of model: weave (ours) or logistic (the paper's).",
)
@options.choice(
    "--universe", Universe, default="linked", help="Sentences whose pairs are used for training."
)
@options.seed
@options.note
@options.columns
def fit(out: str, as_json: bool, **given: Any) -> None:
    """Train a link model on CORPUS, whose covers have one cluster per abstract sentence."""
    from sumscope.app import links as app
    from sumscope.cli.progress import progress_bar

    with progress_bar("training") as progress:
        model = app.fit(**given, out=out, progress=progress)
    if as_json:
        print_json(model.to_json())
        return
    facts = model.trained_on
    pairs = f"{facts['pairs']} pairs of " if "pairs" in facts else ""
    meetings = counted(int(str(facts["meetings"])), "meeting")
    echo(f"{out}: {model.name}, learned from {pairs}{meetings}", err=True)


@options.command(
    "predict",
    group=command,
    example="sumscope links predict meetings.jsonl --model links.json --json",
)
@click.argument("corpus", metavar="CORPUS", type=FILE)
@model_file
@options.choice("--universe", Universe, default="all", help="Sentences whose pairs are predicted.")
@click.option(
    "--by",
    default="linkage",
    show_default=True,
    metavar="NAME",
    type=METHOD,
    help="How to find communities: linkage, or a method of sumscope detect.",
)
@click.option(
    "-k",
    type=INTEGER,
    help="Number of communities among linked sentences. Default: chosen by the method.",
)
@click.option("-o", "--out", metavar="FILE", type=FILE, help="Write the JSON (.json).")
@options.columns
@options.engine
def predict(as_json: bool, **given: Any) -> None:
    """Predict links and communities of the sentences of CORPUS."""
    from sumscope.app import links as app
    from sumscope.cli.progress import progress_bar
    from sumscope.cli.tables import show as print_result

    with progress_bar("predicting") as progress:
        result = app.predict(**given, progress=progress)
    print_result(result, as_json)


@options.command(
    "evaluate",
    group=command,
    short_help="Evaluate a model: links, communities and tests.",
    example="sumscope links evaluate dev.jsonl.gz --model links.json --by gn --by conga",
)
@click.argument("corpus", metavar="CORPUS", type=FILE)
@model_file
@options.choice(
    "--universe", Universe, default="linked", help="Sentences whose pairs are evaluated."
)
@options.repeatable(
    "--by",
    metavar="NAME",
    type=METHOD,
    help="How to find communities: linkage, or a method of sumscope detect "
    "(repeatable). Default: linkage, gn and congo (linkage alone for "
    "--universe all).",
)
@click.option(
    "-k",
    type=INTEGER,
    help="Number of communities for graph methods. Default: the mean in training.",
)
@click.option("--each", is_flag=True, help="Show every meeting.")
@options.columns
@options.engine
def evaluate(each: bool, as_json: bool, **given: Any) -> None:
    """Evaluate MODEL on CORPUS: precision, recall, F and AUROC of links, Omega of communities."""
    from sumscope.app import links as app
    from sumscope.cli.progress import progress_bar
    from sumscope.cli.tables import show as print_result

    with progress_bar("evaluating") as progress:
        result = app.evaluate(**given, progress=progress)
    print_result(result, as_json, tables=lambda: result.tables(each))


@options.command("show", group=command, example="sumscope links show links.json")
@click.argument("model", metavar="MODEL", type=FILE)
def show(model: str, as_json: bool) -> None:
    """Show the weights of MODEL and what it was trained on."""
    from sumscope.app import links as app
    from sumscope.cli.tables import show as print_result

    print_result(app.show(model), as_json)
