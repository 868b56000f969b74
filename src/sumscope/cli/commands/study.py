"""`sumscope study`."""

from __future__ import annotations

import click

from sumscope.cli.corpus_options import corpus_options
from sumscope.cli.engine_options import engine_options
from sumscope.cli.shell import echo, print_json
from sumscope.cli.types import FILE, FOLDER, INTEGER, MEASURE, IntegerRange
from sumscope.core.choices import Jackknife, Report, values


@click.command(
    "study",
    short_help="Run every analysis and write one report.",
    epilog="Example: sumscope study corpus.jsonl -o my-study -m rouge-2 -m rouge-su4",
)
@click.argument("corpus", metavar="CORPUS", type=FILE)
@click.option(
    "-o", "--out", required=True, metavar="DIR", type=FOLDER, help="Folder of the report."
)
@click.option(
    "-m",
    "--measure",
    "measures",
    multiple=True,
    metavar="M",
    type=MEASURE,
    help="Measure (repeatable). Default: ROUGE-1, 2, L, SU4 and growth-deviation.",
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
@click.option(
    "--seed", type=INTEGER, default=0, show_default=True, metavar="N", help="Random seed."
)
@click.option(
    "--jackknife",
    type=click.Choice(values(Jackknife)),
    default="human",
    show_default=True,
    help="Who is scored with one reference left out in turn.",
)
@engine_options
@click.option(
    "--against",
    metavar="DIR",
    type=FOLDER,
    help="Folder of another study to compare with, topic by topic.",
)
@click.option("--title", metavar="TEXT", help="Title of the report.")
@click.option(
    "--report",
    type=click.Choice(values(Report)),
    help="What ROUGE and topic measures without report= give: recall, precision, F, or all three.",
)
@click.option(
    "--scores",
    multiple=True,
    metavar="FILE",
    type=FILE,
    help="Scores made elsewhere (BERTScore, grades) to include (repeatable).",
)
@click.option(
    "--lower",
    multiple=True,
    metavar="MEASURE",
    help="Measure from elsewhere for which lower is better (repeatable).",
)
@corpus_options()
@click.option("--json", "as_json", is_flag=True, help="Print findings and leaderboard as JSON.")
def command(
    corpus: str,
    out: str,
    measures: tuple[str, ...],
    limit: int | None,
    resamples: int | None,
    seed: int,
    jackknife: Jackknife,
    workers: int | None,
    engine: str,
    against: str | None,
    title: str | None,
    report: Report | None,
    scores: tuple[str, ...],
    lower: tuple[str, ...],
    as_json: bool,
) -> None:
    """Run every analysis that CORPUS allows and write a report (DIR/index.html).

    Tables are written as CSV, JSON and LaTeX, figures as SVG, PNG and PDF. If interrupted, the same
    command resumes. A second study in the same folder reports what changed and why.
    """
    from sumscope.app.study import study
    from sumscope.cli.progress import progress_bar

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
            engine=engine,
            title=title,
            against=against,
            report=report,
            scores=list(scores) or None,
            lower=lower,
            progress=progress,
        )
    if made.resumed:
        parts = ", ".join(made.resumed)
        echo(f"sumscope: note: done before and taken up again: {parts}", err=True)
    if as_json:
        print_json(made.to_json())
        return
    for line in made.findings:
        echo(f"- {line}")
    echo(f"Report: {made.page}")
