"""`sumscope score`."""

from __future__ import annotations

import sys

import click

from sumscope.cli.corpus_options import corpus_options
from sumscope.cli.engine_options import engine_options
from sumscope.cli.shell import echo, print_json
from sumscope.cli.types import FILE, MEASURE
from sumscope.core.choices import Jackknife, Report, values
from sumscope.core.wording import counted


@click.command(
    "score",
    short_help="Score the summaries of a corpus or table.",
    epilog="Example: sumscope score corpus.jsonl -m rouge-1 -m 'rouge-2(report=f)' -o scores.csv",
)
@click.argument("corpus", metavar="CORPUS", type=FILE)
@click.option(
    "-m",
    "--measure",
    "measures",
    multiple=True,
    required=True,
    metavar="M",
    type=MEASURE,
    help="Measure, such as rouge-2 (repeatable).",
)
@click.option(
    "-o",
    "--out",
    metavar="FILE",
    type=FILE,
    help="Write the scores (.csv, .jsonl or .parquet); an interrupted run can be resumed.",
)
@click.option(
    "--report",
    type=click.Choice(values(Report)),
    help="What ROUGE and topic measures without report= give: recall, precision, F, or all three.",
)
@corpus_options()
@click.option("--json", "as_json", is_flag=True, help="Print every score as JSON.")
@engine_options
@click.option(
    "--jackknife",
    type=click.Choice(values(Jackknife)),
    default="human",
    show_default=True,
    help="Who is scored with one reference left out in turn: people who wrote one, "
    "all (as DUC and TAC do), or no one.",
)
def command(
    corpus: str,
    measures: tuple[str, ...],
    out: str | None,
    as_json: bool,
    workers: int | None,
    engine: str,
    jackknife: str,
    report: str | None,
) -> None:
    """Score every peer of every topic of CORPUS (- reads standard input).

    Without -o or --json, print the mean of each peer.
    """
    from sumscope.app import score as app
    from sumscope.cli.progress import progress_bar, resumable, say_resumed
    from sumscope.corpus.scores import read_scores

    with resumable(out), progress_bar("scoring") as progress:
        options = {
            "workers": workers,
            "engine": engine,
            "jackknife": jackknife,
            "report": report,
            "progress": progress,
        }
        if out is None:
            table = app.score(corpus, measures, **options)  # type: ignore[arg-type]
        else:
            done = app.score_file(corpus, measures, out, **options)  # type: ignore[arg-type]
            say_resumed(done.resumed, done.begun_anew)
            echo(
                f"{out}: {counted(done.scores, 'score')} of {counted(done.topics, 'topic')}, "
                f"{done.undefined} undefined",
                err=True,
            )
            if not as_json:
                return
            table = read_scores(out)
    if as_json:
        print_json(table.to_json())
    else:
        print_means(table)
        sys.stdout.flush()


def print_means(table: object) -> None:
    """Show the mean of each peer by each measure."""
    from sumscope.cli.tables import print_table
    from sumscope.core.table import ScoreTable, show

    if not isinstance(table, ScoreTable):
        raise TypeError(table)
    if not table.rows:
        echo("The corpus has no peers: nothing to score.")
        return
    cells = {(mean["peer"], mean["measure"]): mean for mean in table.means()}
    people = {row.peer for row in table if row.human}
    rows = []
    for peer in table.peers:
        row = [peer + (" (human)" if peer in people else "")]
        for name in table.measures:
            cell = cells.get((peer, name))
            row.append(show(cell["mean"] if cell else None))
        rows.append(row)
    topics = "1 topic" if len(table.topics) == 1 else f"{len(table.topics)} topics"
    print_table(f"Means over {topics}", ["peer", *table.measures], rows)
    undefined = [row for row in table if row.value is None]
    if undefined:
        reasons = "; ".join(dict.fromkeys(row.reason or "" for row in undefined))
        echo(f"{len(undefined)} of {len(table)} scores are undefined: {reasons}")
