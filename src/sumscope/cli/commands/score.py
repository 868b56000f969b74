"""`sumscope score`."""

from __future__ import annotations

from typing import Any

import click

from sumscope.cli import options
from sumscope.cli.shell import echo
from sumscope.cli.types import FILE, MEASURE
from sumscope.core.notice import counted


@options.command(
    "score",
    short_help="Score the summaries of a corpus or table.",
    example="sumscope score corpus.jsonl -m rouge-1 -m 'rouge-2(report=f)' -o scores.csv",
    json="Print every score as JSON.",
)
@click.argument("corpus", metavar="CORPUS", type=FILE)
@options.measures("Measure, such as rouge-2 (repeatable).", type=MEASURE, required=True)
@click.option(
    "-o",
    "--out",
    metavar="FILE",
    type=FILE,
    help="Write the scores (.csv, .jsonl or .parquet); an interrupted run can be resumed.",
)
@options.report
@options.columns
@options.engine
@options.jackknife
def command(out: str | None, as_json: bool, **given: Any) -> None:
    """Score every peer of every topic of CORPUS (- reads standard input).

    Without -o or --json, print the mean of each peer.
    """
    from sumscope.app import score as app
    from sumscope.cli.progress import progress_bar, resumable, say_resumed
    from sumscope.cli.tables import show
    from sumscope.corpus.scores import read_scores

    with resumable(out), progress_bar("scoring") as progress:
        if out is None:
            table = app.score(**given, progress=progress)
        else:
            done = app.score_file(**given, out=out, progress=progress)
            say_resumed(done.resumed, done.begun_anew)
            echo(
                f"{out}: {counted(done.scores, 'score')} of {counted(done.topics, 'topic')}, "
                f"{done.undefined} undefined",
                err=True,
            )
            if not as_json:
                return
            table = read_scores(out)
    show(table, as_json)
