"""`sumscope rank`."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from sumscope.cli.corpus_options import corpus_options
from sumscope.cli.shell import echo, print_json
from sumscope.cli.types import FILE, INTEGER, NUMBER
from sumscope.core.choices import Drawn, values

if TYPE_CHECKING:
    from sumscope.metaeval.standings import Ranking


@click.command(
    "rank",
    short_help="Rank systems by people's preferences or ratings.",
    epilog="Example: sumscope rank corpus.jsonl --by preferences --plot rank.svg",
)
@click.argument("corpus", metavar="CORPUS", type=FILE)
@click.option(
    "--by",
    metavar="preferences|ratings|SCORES",
    type=FILE,
    help="What to rank by; SCORES is a score table.  [default: preferences where there are any]",
)
@click.option(
    "--name", metavar="NAME", help="The question, judgement or measure, where there are several."
)
@click.option(
    "--over",
    type=click.Choice(values(Drawn)),
    default="both",
    show_default=True,
    help="What the intervals resample.",
)
@click.option("--lower", is_flag=True, help="Lower is better, for a measure from elsewhere.")
@click.option(
    "--resamples",
    type=INTEGER,
    default=1000,
    show_default=True,
    help="Number of bootstrap resamples.",
)
@click.option(
    "--confidence",
    type=NUMBER,
    default=0.95,
    show_default=True,
    help="Confidence level of the intervals.",
)
@click.option("--seed", type=INTEGER, default=0, show_default=True, help="Random seed.")
@click.option("--plot", metavar="OUT", type=FILE, help="Draw the ranking (.png, .svg or .pdf).")
@corpus_options()
@click.option("--json", "as_json", is_flag=True, help="Print JSON.")
def command(
    corpus: str,
    by: str | None,
    name: str | None,
    over: str,
    lower: bool,
    resamples: int,
    confidence: float,
    seed: int,
    plot: str | None,
    as_json: bool,
) -> None:
    """Rank the systems of a corpus, with intervals of their strengths and ranks.

    Comparisons of two are ranked by Bradley-Terry strengths (ties by Davidson), best-worst answers
    by Plackett-Luce strengths, ratings by means without judge effects, scores by means. Systems
    that share a letter do not differ significantly.
    """
    from sumscope.app.rank import rank
    from sumscope.core.errors import SumscopeError

    if corpus == by == "-":
        raise SumscopeError("both files are standard input", hint="give one of them by name")
    result = rank(
        corpus,
        by=by,
        name=name,
        over=over,  # type: ignore[arg-type]
        lower=lower,
        resamples=resamples,
        confidence=confidence,
        seed=seed,
        plot=plot,
    )
    for note in (*((result.reason,) if result.reason else ()), *result.notes):
        echo(f"sumscope: note: {note}", err=True)
    if as_json:
        print_json(result.to_json())
    else:
        _print(result)
    if plot is not None:
        echo(f"{plot}: ranking", err=True)


def _print(result: Ranking) -> None:
    from sumscope.cli.tables import print_table
    from sumscope.core.table import show

    percent = f"{100 * float(str(result.settings['confidence'])):g}%"
    units = {"preferences": "comparisons", "ratings": "ratings", "scores": "topics"}
    heading = ["#", "peer", "strength", percent, "ranks", "group", units[result.by]]
    if result.counts is not None:
        heading.append("best - worst")
    lines = []
    for row in result.rows:
        line = [
            "–" if row.rank is None else str(row.rank),
            row.peer,
            show(row.strength, 3),
            "–" if row.low is None else f"{show(row.low, 3)} .. {show(row.high, 3)}",
            "–" if row.rank_low is None else f"{row.rank_low} .. {row.rank_high}",
            result.groups.get(row.peer, ""),
            str(row.n),
        ]
        if result.counts is not None:
            line.append(show(result.counts.get(row.peer), 3))
        lines.append(line)
    print_table(f"{result.name}: {result.model}", heading, lines, 2)
    if result.split_half is not None:
        echo(f"Split-half reliability of the counts: {show(result.split_half, 3)}")
    if result.ties is not None:
        echo(f"Comparisons without a difference: {100 * result.ties:.0f}%")
