"""`sumscope compare`."""

from __future__ import annotations

from typing import Any

import click

from sumscope.cli import options
from sumscope.cli.types import FILE


@options.command(
    "compare",
    short_help="Rank systems by their scores and test which ones differ.",
    example="sumscope compare scores.csv --confidence 0.99",
)
@click.argument("scores", metavar="SCORES", type=FILE)
@options.scores("also")
@options.lower
@options.confidence
@options.resamples(10_000, "Number of bootstrap resamples and test rounds.")
@options.seed
@click.option("--pairs", is_flag=True, help="Also show the test of every pair of systems.")
def command(pairs: bool, as_json: bool, **given: Any) -> None:
    """Rank the systems of a score table, with confidence intervals and significance groups.

    Peers that share a letter do not differ significantly (paired approximate randomization,
    Holm-corrected).
    """
    from sumscope.app.compare import compare
    from sumscope.cli.progress import progress_bar
    from sumscope.cli.tables import show

    with progress_bar("comparing") as progress:
        result = compare(**given, progress=progress)
    show(result, as_json, tables=lambda: result.tables(pairs))
