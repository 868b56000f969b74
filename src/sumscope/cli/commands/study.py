"""`sumscope study`."""

from __future__ import annotations

from typing import Any

import click

from sumscope.cli import options
from sumscope.cli.shell import echo, print_json
from sumscope.cli.types import FILE, FOLDER, MEASURE, IntegerRange


@options.command(
    "study",
    short_help="Run every analysis and write one report.",
    example="sumscope study corpus.jsonl -o my-study -m rouge-2 -m rouge-su4",
    json="Print findings and leaderboard as JSON.",
)
@click.argument("corpus", metavar="CORPUS", type=FILE)
@click.option(
    "-o", "--out", required=True, metavar="DIR", type=FOLDER, help="Folder of the report."
)
@options.measures(
    "Measure (repeatable). Default: ROUGE-1, 2, L, SU4 and growth-deviation.", type=MEASURE
)
@click.option(
    "--limit",
    type=IntegerRange(min=1),
    metavar="WORDS",
    help="Length limit of extractive oracles. Default: median length of the summaries.",
)
@click.option(
    "--resamples",
    type=IntegerRange(min=100),
    metavar="N",
    help="Number of resamples behind intervals and tests. Default: 10000, more for many systems.",
)
@options.seed
@options.jackknife
@options.engine
@click.option(
    "--against",
    metavar="DIR",
    type=FOLDER,
    help="Folder of another study to compare with, topic by topic.",
)
@click.option("--title", metavar="TEXT", help="Title of the report.")
@options.report
@options.scores("scores")
@options.lower
@options.columns
def command(as_json: bool, **given: Any) -> None:
    """Run every analysis that CORPUS allows and write a report (DIR/index.html).

    Tables are written as CSV, JSON and LaTeX, figures as SVG, PNG and PDF. If interrupted, the same
    command resumes. A second study in the same folder reports what changed and why.
    """
    from sumscope.app.study import study
    from sumscope.cli.progress import progress_bar

    with progress_bar("study") as progress:
        made = study(**given, progress=progress)
    if made.resumed:
        parts = ", ".join(made.resumed)
        echo(f"sumscope: note: done before and taken up again: {parts}", err=True)
    if as_json:
        print_json(made.to_json())
        return
    for line in made.findings:
        echo(f"- {line}")
    echo(f"Report: {made.page}")
