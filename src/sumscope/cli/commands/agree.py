"""`sumscope agree`."""

from __future__ import annotations

from typing import Any

import click

from sumscope.cli import options
from sumscope.cli.shell import echo
from sumscope.cli.types import COVER_MEASURE, FILE, IntegerRange
from sumscope.core.choices import Baseline, Completion


@options.command(
    "agree",
    short_help="Measure how well clusterings of the same items agree.",
    example="sumscope agree judge1.json judge2.json -m vbeta -m omega",
)
@click.argument(
    "covers", metavar="COVER COVER [COVER...] | CORPUS", type=FILE, nargs=-1, required=True
)
@options.measures("Cover measure (repeatable). Default: all.", type=COVER_MEASURE)
@options.choice(
    "--complete",
    Completion,
    help="How to treat items that a cover leaves out. Default: show both ways.",
)
@click.option(
    "--universe",
    metavar="FILE",
    type=FILE,
    help="Compare over the items of this cover. Default: the union of both covers' items.",
)
@click.option(
    "--baseline",
    type=IntegerRange(min=0),
    metavar="N",
    help="Number of random clusterings to compare each value with. Default: 100 for "
    "up to 2,000 items, otherwise 0.",
)
@options.choice(
    "--random",
    Baseline,
    default="permuted",
    help="Random clusterings: the second cover with its items permuted, or any number and sizes "
    "of clusters.",
)
@options.seed
@click.option(
    "--edits", is_flag=True, help="Show the shortest edit script from one cover to the other."
)
@click.option(
    "--rules",
    is_flag=True,
    help="Print the judges' guidelines and check each judge's clustering against the rules.",
)
def command(
    covers: tuple[str, ...],
    universe: str | None,
    edits: bool,
    rules: bool,
    as_json: bool,
    **given: Any,
) -> None:
    """Measure the agreement between covers, for every pair and measure.

    Covers are JSON or TSV files (- reads standard input), or judges' sheets (.csv with the columns
    sentence, cluster, label, rank). Given a corpus (.jsonl), compare its judges topic by topic, and
    with them the covers of any other files. Measures that are not symmetric are shown in both
    directions; the second cover of a row is evaluated against the first.
    """
    from sumscope.app import agree as app
    from sumscope.cli.progress import progress_bar
    from sumscope.cli.tables import show
    from sumscope.core.errors import SumscopeError
    from sumscope.corpus.covers import read_cover
    from sumscope.covers.reading import read_covers
    from sumscope.covers.rules import guidelines

    if rules:
        checks = app.check_rules(covers)
        if not as_json:
            for line in guidelines():
                echo(line)
        show(checks, as_json)
        return
    if universe == "-" and "-" in covers:
        raise SumscopeError("standard input can be read only once", hint="name the other file")
    items = read_cover(universe).items if universe is not None else None
    sets = read_covers(covers, items=items)  # once, for standard input
    with progress_bar("comparing") as progress:
        found = app.agree(sets, **given, progress=progress)
    results = [found, *([app.edit_scripts(sets)] if edits else []), app.disagreement_causes(sets)]
    show(
        found,
        as_json,
        to_json=lambda: [row for one in results for row in one.to_json()],
        tables=lambda: (table for one in results for table in one.tables()),
    )
