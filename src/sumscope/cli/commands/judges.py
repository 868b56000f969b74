"""`sumscope judges`."""

from __future__ import annotations

from typing import Any

import click

from sumscope.cli import options
from sumscope.cli.shell import echo
from sumscope.cli.types import FILE, NUMBER
from sumscope.core.choices import AlignmentOption


@options.command("judges", example="sumscope judges corpus.jsonl --against llm.csv --epsilon 0.1")
@click.argument("corpus", metavar="CORPUS", type=FILE)
@click.option(
    "--against",
    metavar="SCORES",
    type=FILE,
    help="Test whether the measures of a score table may replace a judge.",
)
@click.option(
    "--epsilon",
    type=NUMBER,
    default=0.15,
    show_default=True,
    help="Cost discount of that test: 0.2 for experts, 0.15 skilled judges, 0.1 crowd workers.",
)
@options.choice(
    "--alignment",
    AlignmentOption,
    default="auto",
    help="How that test measures nearness; rank for measures on a scale of their own.",
)
@options.lower
@options.resamples(1000)
@options.confidence
@options.seed
@options.plot("Draw the judges, or the test")
@options.columns
def command(as_json: bool, **given: Any) -> None:
    """Measure how reliable the judges of a corpus are.

    Agreement on every judgement (alpha, AC1, AC2, kappa, ICC) with intervals, each judge compared
    with the others, and the summaries they disagree on most. --json prints the list of
    coefficients, with --against an object that holds all parts.
    """
    from sumscope.app.judges import judges
    from sumscope.cli.progress import progress_bar
    from sumscope.cli.tables import show

    with progress_bar("comparing judges") as progress:
        result = judges(**given, progress=progress)
    show(result, as_json, to_json=result.everything if given["against"] else None)
    if given["plot"] is not None:
        what = "measures beside judges" if given["against"] else "judges"
        echo(f"{given['plot']}: {what}", err=True)
