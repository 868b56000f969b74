"""`sumscope study`."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

if TYPE_CHECKING:
    from sumscope.run.topics import Jackknife


@click.command(
    "study",
    epilog="Example: sumscope study corpus.jsonl -o my-study -m rouge-2 -m rouge-su4",
)
@click.argument("corpus", metavar="CORPUS")
@click.option("-o", "--out", required=True, metavar="DIR", help="Folder of the report.")
@click.option(
    "-m",
    "--measure",
    "measures",
    multiple=True,
    metavar="M",
    help="A measure (default: ROUGE-1, 2, L, SU4 and growth-deviation).",
)
@click.option(
    "--limit",
    type=click.IntRange(min=1),
    default=100,
    show_default=True,
    metavar="WORDS",
    help="Length of extractive oracles.",
)
@click.option(
    "--resamples",
    type=click.IntRange(min=100),
    metavar="N",
    help="Draws behind intervals and tests (default: 10000, more for many peers).",
)
@click.option("--seed", type=int, default=0, show_default=True, metavar="N", help="Of all draws.")
@click.option(
    "--jackknife",
    type=click.Choice(["human", "all", "none"]),
    default="human",
    show_default=True,
    help="Who is scored against all references but one.",
)
@click.option("--workers", type=click.IntRange(min=1), metavar="N", help="Worker processes.")
@click.option("--title", metavar="TEXT", help="Title of the report.")
@click.option("--json", "as_json", is_flag=True, help="Print findings and leaderboard as JSON.")
def command(
    corpus: str,
    out: str,
    measures: tuple[str, ...],
    limit: int,
    resamples: int | None,
    seed: int,
    jackknife: Jackknife,
    workers: int | None,
    title: str | None,
    as_json: bool,
) -> None:
    """Do everything that CORPUS allows, and write a report to read (DIR/index.html).

    Tables lie beside it as CSV, JSON and LaTeX, figures as SVG and PNG. Ended at any point, the
    same command goes on. A second study in the same folder says what changed and why.
    """
    from sumscope.app.study import study
    from sumscope.cli.progress import progress_bar
    from sumscope.cli.shell import print_json

    with progress_bar("study") as progress:
        made = study(
            corpus,
            out,
            measures or None,
            limit=limit,
            resamples=resamples,
            seed=seed,
            jackknife=jackknife,
            workers=workers,
            title=title,
            progress=progress,
        )
    if made.resumed:
        parts = ", ".join(made.resumed)
        click.echo(f"sumscope: note: done before and taken up again: {parts}", err=True)
    if as_json:
        print_json(made.to_json())
        return
    for line in made.findings:
        click.echo(f"- {line}")
    click.echo(f"Report: {made.page}")
