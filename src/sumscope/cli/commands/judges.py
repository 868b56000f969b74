"""`sumscope judges`."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from sumscope.cli.corpus_options import corpus_options
from sumscope.cli.shell import echo, print_json
from sumscope.cli.types import FILE, INTEGER, NUMBER
from sumscope.core.choices import AlignmentOption, values
from sumscope.core.wording import counted

if TYPE_CHECKING:
    from sumscope.metaeval.judging import Judges, Replacement


@click.command(
    "judges", epilog="Example: sumscope judges corpus.jsonl --against llm.csv --epsilon 0.1"
)
@click.argument("corpus", metavar="CORPUS", type=FILE)
@click.option(
    "--against",
    metavar="SCORES",
    type=FILE,
    help="Test whether the measures of a score table may replace a judge.",
)
@click.option(
    "--epsilon",
    type=NUMBER,
    default=0.15,
    show_default=True,
    help="Cost discount of that test: 0.2 for experts, 0.15 skilled judges, 0.1 crowd workers.",
)
@click.option(
    "--alignment",
    type=click.Choice(values(AlignmentOption)),
    default="auto",
    show_default=True,
    help="How that test measures nearness; rank for measures on a scale of their own.",
)
@click.option(
    "--lower",
    multiple=True,
    metavar="MEASURE",
    help="Measure from elsewhere for which lower is better (repeatable).",
)
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
@click.option(
    "--plot", metavar="OUT", type=FILE, help="Draw the judges, or the test (.png, .svg or .pdf)."
)
@corpus_options()
@click.option("--json", "as_json", is_flag=True, help="Print JSON.")
def command(
    corpus: str,
    against: str | None,
    epsilon: float,
    alignment: str,
    lower: tuple[str, ...],
    resamples: int,
    confidence: float,
    seed: int,
    plot: str | None,
    as_json: bool,
) -> None:
    """Measure how reliable the judges of a corpus are.

    Agreement on every judgement (alpha, AC1, AC2, kappa, ICC) with intervals, each judge compared
    with the others, and the summaries they disagree on most. --json prints the list of
    coefficients, with --against an object that holds all parts.
    """
    from sumscope.app.judges import judges
    from sumscope.cli.progress import progress_bar
    from sumscope.core.errors import SumscopeError

    if corpus == against == "-":
        raise SumscopeError("both files are standard input", hint="give one of them by name")
    with progress_bar("comparing judges") as progress:
        result = judges(
            corpus,
            against=against,
            epsilon=epsilon,
            alignment=alignment,  # type: ignore[arg-type]
            lower=lower,
            resamples=resamples,
            confidence=confidence,
            seed=seed,
            plot=plot,
            progress=progress,
        )
    for note in result.notes:
        echo(f"sumscope: note: {note}", err=True)
    if as_json:
        print_json(result.everything() if against else result.to_json())
    else:
        _print(result)
    if plot is not None:
        echo(f"{plot}: {'measures beside judges' if against else 'judges'}", err=True)


def _print(result: Judges) -> None:
    from sumscope.cli.tables import print_table
    from sumscope.core.table import show

    percent = f"{100 * float(str(result.settings['confidence'])):g}%"
    for human in dict.fromkeys(row.human for row in result.rows):
        rows = [row for row in result.rows if row.human == human]
        rated = counted(rows[0].items, "summary", "summaries")
        counts = f"{counted(rows[0].judges, 'judge')}, {rated} with two ratings or more"
        cells = [[row.statistic, show(row.value, 3), _interval(row.low, row.high)] for row in rows]
        echo(f"{human}: {counts}")
        print_table("", ["statistic", "value", percent], cells)
        for reason in dict.fromkeys(f"{r.statistic}: {r.reason}" for r in rows if r.reason):
            echo(reason)
        people = [p for p in result.profiles if p.human == human]
        heading = ["judge", "ratings", "shared", "mean", "harshness", "spread", "with the others"]
        heading += ["self-consistency", "repeated"]
        lines = [
            [
                *(p.judge, str(p.n), str(p.shared), show(p.mean, 2), show(p.harshness, 2)),
                *(show(p.spread, 2), show(p.agreement, 3), show(p.consistency, 3)),
                str(p.repeated),
            ]
            for p in sorted(people, key=lambda p: -(p.harshness or 0.0))[:_MOST]
        ]
        more = len(people) - len(lines)
        title = f"{human}: each judge beside the others, the harshest first"
        print_table(title + (f" ({more} more in --json)" if more else ""), heading, lines)
        items = [item for item in result.disputed if item.human == human]
        disputed = [
            [
                item.topic,
                item.peer,
                show(item.spread, 2),
                ", ".join(f"{judge}: {value:g}" for judge, value in item.ratings.items()),
            ]
            for item in items
        ]
        if disputed:
            print_table(
                f"{human}: largest disagreement",
                ["topic", "peer", "deviation", "ratings"],
                disputed,
                2,
            )
    for replacement in result.replacements:
        _print_replacement(replacement)


_MOST = 30


def _interval(low: float | None, high: float | None) -> str:
    from sumscope.core.table import show

    return "–" if low is None else f"{show(low, 3)} .. {show(high, 3)}"


def _print_replacement(found: Replacement) -> None:
    from sumscope.cli.tables import print_table
    from sumscope.core.table import show

    if found.winning_rate is None:
        echo(f"{found.measure} instead of a judge of {found.human}: {found.reason}")
        return
    verdict = "may replace a judge" if found.passed else "may not replace a judge"
    title = (
        f"{found.measure} {verdict} of {found.human}: winning rate {show(found.winning_rate, 2)}, "
        f"advantage {show(found.advantage, 2)}, epsilon {found.epsilon:g}, {found.alignment}"
    )
    lines = [
        [
            *(c.judge, str(c.n), show(c.measure_share, 2), show(c.judge_share, 2)),
            *(show(c.p), show(c.p_corrected), "–" if c.won is None else "yes" if c.won else "no"),
        ]
        for c in found.contests[:_MOST]
    ]
    heading = ["judge", "items", "measure nearer", "judge nearer", "p", "p (BY)", "won"]
    echo(title)
    print_table("", heading, lines)
    if found.reason:
        echo(found.reason)
