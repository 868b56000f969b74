"""`sumscope compare`."""

from __future__ import annotations

import click

from sumscope.cli.shell import echo, print_json
from sumscope.cli.types import FILE, INTEGER, NUMBER


@click.command(
    "compare",
    short_help="Rank systems by their scores and test which ones differ.",
    epilog="Example: sumscope compare scores.csv --confidence 0.99",
)
@click.argument("scores", metavar="SCORES", type=FILE)
@click.option(
    "--scores",
    "also",
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
@click.option(
    "--confidence",
    type=NUMBER,
    default=0.95,
    show_default=True,
    help="Confidence level of the intervals and tests.",
)
@click.option(
    "--resamples",
    type=INTEGER,
    default=10_000,
    show_default=True,
    help="Number of bootstrap resamples and test rounds.",
)
@click.option("--seed", type=INTEGER, default=0, show_default=True, help="Random seed.")
@click.option("--pairs", is_flag=True, help="Also show the test of every pair of systems.")
@click.option("--json", "as_json", is_flag=True, help="Print JSON.")
def command(
    scores: str,
    also: tuple[str, ...],
    lower: tuple[str, ...],
    confidence: float,
    resamples: int,
    seed: int,
    pairs: bool,
    as_json: bool,
) -> None:
    """Rank the systems of a score table, with confidence intervals and significance groups.

    Peers that share a letter do not differ significantly (paired approximate randomization,
    Holm-corrected).
    """
    from sumscope.app.compare import compare
    from sumscope.cli.progress import progress_bar
    from sumscope.cli.tables import print_table
    from sumscope.core.table import show

    with progress_bar("comparing") as progress:
        result = compare(
            scores,
            also=list(also) or None,
            lower=lower,
            confidence=confidence,
            resamples=resamples,
            seed=seed,
            progress=progress,
        )
    if as_json:
        print_json(result.to_json())
        return
    for name in dict.fromkeys(s.measure for s in result.standings):
        rows = [
            [
                str(s.rank),
                s.peer + (" (human)" if s.human else ""),
                show(s.mean),
                f"{show(s.low)} .. {show(s.high)}",
                s.letters,
                str(s.n),
            ]
            for s in result.standings
            if s.measure == name
        ]
        level = f"{100 * (1 - result.settings['alpha']):g}% interval"
        print_table(name, ["#", "peer", "mean", level, "group", "topics"], rows, 2)
        if pairs:
            duels = [
                [d.left, d.right, show(d.difference), show(d.p), show(d.p_holm), str(d.n)]
                for d in result.duels
                if d.measure == name
            ]
            heading = ["peer", "against", "difference", "p", "p (Holm)", "topics"]
            print_table("", heading, duels, 2)
    for note in result.notes:
        echo(f"Note: {note}.")
