"""`sumscope rank`."""

from __future__ import annotations

from typing import Any

import click

from sumscope.cli import options
from sumscope.cli.shell import echo
from sumscope.cli.types import FILE
from sumscope.core.choices import Drawn


@options.command(
    "rank",
    short_help="Rank systems by people's preferences or ratings.",
    example="sumscope rank corpus.jsonl --by preferences --plot rank.svg",
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
@options.choice("--over", Drawn, default="both", help="What the intervals resample.")
@click.option("--lower", is_flag=True, help="Lower is better, for a measure from elsewhere.")
@options.resamples(1000)
@options.confidence
@options.seed
@options.plot("Draw the ranking")
@options.columns
def command(as_json: bool, **given: Any) -> None:
    """Rank the systems of a corpus, with intervals of their strengths and ranks.

    Comparisons of two are ranked by Bradley-Terry strengths (ties by Davidson), best-worst answers
    by Plackett-Luce strengths, ratings by means without judge effects, scores by means. Systems
    that share a letter do not differ significantly.
    """
    from sumscope.app.rank import rank
    from sumscope.cli.tables import show

    result = rank(**given)
    show(result, as_json)
    if given["plot"] is not None:
        echo(f"{given['plot']}: ranking", err=True)
