"""`sumscope meta`."""

from __future__ import annotations

from typing import Any

import click
from click.types import StringParamType

from sumscope.cli import options
from sumscope.cli.types import FILE
from sumscope.core.choices import IntervalKind, Level, PeersUsed, Resampled, values


class Size(StringParamType):
    """Numbers of systems and topics, as 20x100."""

    def convert(self, value: Any, param: Any, ctx: Any) -> Any:
        """Read both numbers."""
        systems, _, topics = value.lower().partition("x")
        if not (systems.isdecimal() and topics.isdecimal()):
            from sumscope.core.errors import SumscopeError

            raise SumscopeError(
                f"the size {value!r} is not SYSTEMSxTOPICS", hint="write it as 20x100"
            )
        return int(systems), int(topics)


@options.command(
    "meta",
    example="sumscope meta scores.csv --human corpus.jsonl --against rouge-2",
)
@click.argument("scores", metavar="SCORES", type=FILE)
@click.option(
    "--human",
    required=True,
    metavar="CORPUS|CSV",
    type=FILE,
    help="Human judgements: a corpus, a score table, or a CSV file with columns "
    "topic, peer and scores.",
)
@options.repeatable(
    "--level",
    type=click.Choice(values(Level)),
    help="Level of the correlation (repeatable).  [default: all three]",
)
@options.choice(
    "--peers",
    PeersUsed,
    default="all",
    help="Use all peers, or leave out people who wrote references.",
)
@options.choice("--over", Resampled, default="both", help="What intervals and tests resample.")
@options.choice(
    "--interval",
    IntervalKind,
    default="percentile",
    help="How to compute intervals; percentile intervals over both are wider than needed.",
)
@options.resamples(1000, "Number of bootstrap resamples and test rounds.")
@options.confidence
@options.seed
@click.option(
    "--against",
    metavar="MEASURE",
    help="Test the other measures against this one (all: every pair of measures).",
)
@click.option(
    "--power",
    is_flag=True,
    help="Report discriminative power: decisions on pairs of systems (Tukey's HSD).",
)
@options.lower
@click.option(
    "--plan",
    is_flag=True,
    help="Report how likely studies of other sizes show the difference to --against.",
)
@options.repeatable(
    "--size",
    "sizes",
    type=Size(),
    metavar="SYSTEMSxTOPICS",
    help="Size for --plan, such as 20x100 (repeatable).  [default: half to four times the data]",
)
def command(as_json: bool, **given: Any) -> None:
    """Correlate the measures of a score table with human judgements.

    --json prints the list of correlations; with --against or --power an object that holds all
    parts.
    """
    from sumscope.app.meta import meta
    from sumscope.cli.progress import progress_bar
    from sumscope.cli.tables import show

    with progress_bar("correlating") as progress:
        result = meta(**given, progress=progress)
    whole = given["against"] or given["power"]
    show(result, as_json, to_json=result.everything if whole else None)
