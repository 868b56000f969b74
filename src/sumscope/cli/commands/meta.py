"""`sumscope meta`."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from sumscope.cli.shell import echo, print_json
from sumscope.cli.types import FILE, INTEGER, NUMBER
from sumscope.core.choices import IntervalKind, Level, PeersUsed, Resampled, values

if TYPE_CHECKING:
    from sumscope.metaeval.answers import Meta


@click.command(
    "meta",
    epilog="Example: sumscope meta scores.csv --human corpus.jsonl --against rouge-2",
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
@click.option(
    "--level",
    "levels",
    multiple=True,
    type=click.Choice(values(Level)),
    help="Level of the correlation (repeatable).  [default: all three]",
)
@click.option(
    "--peers",
    type=click.Choice(values(PeersUsed)),
    default="all",
    show_default=True,
    help="Use all peers, or leave out people who wrote references.",
)
@click.option(
    "--over",
    type=click.Choice(values(Resampled)),
    default="both",
    show_default=True,
    help="What intervals and tests resample.",
)
@click.option(
    "--interval",
    type=click.Choice(values(IntervalKind)),
    default="percentile",
    show_default=True,
    help="How to compute intervals; percentile intervals over both are wider than needed.",
)
@click.option(
    "--resamples",
    type=INTEGER,
    default=1000,
    show_default=True,
    help="Number of bootstrap resamples and test rounds.",
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
    "--against",
    metavar="MEASURE",
    help="Test the other measures against this one (all: every pair of measures).",
)
@click.option(
    "--power",
    is_flag=True,
    help="Report discriminative power: decisions on pairs of systems (Tukey's HSD).",
)
@click.option(
    "--lower",
    multiple=True,
    metavar="MEASURE",
    help="Measure from elsewhere for which lower is better (repeatable).",
)
@click.option(
    "--plan",
    is_flag=True,
    help="Report how likely studies of other sizes show the difference to --against.",
)
@click.option(
    "--size",
    "sizes",
    multiple=True,
    metavar="SYSTEMSxTOPICS",
    help="Size for --plan, such as 20x100 (repeatable).  [default: half to four times the data]",
)
@click.option("--json", "as_json", is_flag=True, help="Print JSON.")
def command(
    scores: str,
    human: str,
    levels: tuple[str, ...],
    peers: str,
    over: str,
    interval: str,
    resamples: int,
    confidence: float,
    seed: int,
    against: str | None,
    power: bool,
    lower: tuple[str, ...],
    plan: bool,
    sizes: tuple[str, ...],
    as_json: bool,
) -> None:
    """Correlate the measures of a score table with human judgements.

    --json prints the list of correlations; with --against or --power an object that holds all
    parts.
    """
    from sumscope.app.meta import meta
    from sumscope.cli.progress import progress_bar
    from sumscope.core.errors import SumscopeError

    if scores == human == "-":
        raise SumscopeError("both files are standard input", hint="give one of them by name")
    with progress_bar("correlating") as progress:
        result = meta(
            scores,
            human,
            level=levels or None,
            peers=peers,  # type: ignore[arg-type]
            over=over,  # type: ignore[arg-type]
            interval=interval,  # type: ignore[arg-type]
            resamples=resamples,
            confidence=confidence,
            seed=seed,
            against=against,
            power=power,
            lower=lower,
            plan=plan,
            sizes=[_size(text) for text in sizes] or None,
            progress=progress,
        )
    for note in result.notes:
        echo(f"sumscope: note: {note}", err=True)
    if as_json:
        print_json(result.everything() if against or power else result.to_json())
    else:
        _print(result)


def _size(text: str) -> tuple[int, int]:
    from sumscope.core.errors import SumscopeError

    systems, _, topics = text.lower().partition("x")
    if not (systems.isdecimal() and topics.isdecimal()):
        raise SumscopeError(f"the size {text!r} is not SYSTEMSxTOPICS", hint="write it as 20x100")
    return int(systems), int(topics)


def _print(result: Meta) -> None:
    from sumscope.cli.tables import print_table
    from sumscope.core.table import show

    settings = result.settings
    percent = f"{100 * settings['confidence']:g}%"
    units = {"system": "systems", "summary": "topics", "pooled": "summaries"}
    parts = dict.fromkeys((row.human, row.level) for row in result.rows)
    for human, level in parts:
        chosen = [row for row in result.rows if (row.human, row.level) == (human, level)]
        cells = {
            measure: {row.statistic: row for row in chosen if row.measure == measure}
            for measure in dict.fromkeys(row.measure for row in chosen)
        }
        rows = []
        for measure, found in cells.items():
            line = [measure]
            for row in found.values():
                around = (
                    f" [{show(row.low, 3)}, {show(row.high, 3)}]" if row.low is not None else ""
                )
                tied = "" if not row.epsilon else f" (epsilon {row.epsilon:.3g})"
                line.append(show(row.value, 3) + around + tied)
            line.append(str(next(iter(found.values())).n))
            rows.append(line)
        title = (
            f"{human}, {level} level, peers: {settings['peers']}; {percent} {settings['interval']} "
            f"({settings['bootstrap']})"
        )
        print_table(title, ["measure", *next(iter(cells.values())), units[level]], rows)
        for reason in dict.fromkeys(f"{r.measure}: {r.reason}" for r in chosen if r.reason):
            echo(reason)
    if result.best:
        _print_best(result)
    if result.tests:
        heading = ["measure", "against", "human", "level", "statistic", "difference", percent]
        heading += [f"p ({settings['permutation']})", "p (Holm)", "p (Williams)", "n"]
        lines = [
            [
                *(t.left, t.right, t.human, t.level, t.statistic, show(t.difference, 3)),
                f"[{show(t.low, 3)}, {show(t.high, 3)}]" if t.low is not None else "–",
                *(show(t.p), show(t.p_holm), show(t.williams_p), str(t.n)),
            ]
            for t in result.tests
        ]
        print_table("Differences between measures", heading, lines, 5)
        told = (
            f"{t.left} and {t.right}, {t.human}, {t.level} level: {t.reason}"
            for t in result.tests
            if t.reason
        )
        for reason in dict.fromkeys(told):
            echo(reason)
    for item in result.power:
        if item.table is None:
            echo(f"{item.measure}, {item.human}: no decisions: {item.reason}")
            continue
        decisions = ["better", "no difference", "worse"]
        title = (
            f"{item.measure} and {item.human} on {item.pairs} pairs of {_WHICH[item.which]}: "
            f"agree on {show(item.agreement, 3)} [{show(item.low, 3)}, {show(item.high, 3)}], "
            f"{item.contradicted} contradicted"
        )
        table = [
            [f"{item.human}: {name}", *map(str, line)]
            for name, line in zip(decisions, item.table, strict=True)
        ]
        print_table(title, ["", *(f"measure: {name}" for name in decisions)], table)
        if item.reason:
            echo(item.reason)
    if result.plan:
        _print_plan(result)


_WHICH = {"all": "peers", "system-person": "an automatic system and a person"}


def _print_best(result: Meta) -> None:
    from sumscope.cli.tables import print_table
    from sumscope.core.table import show

    lines = [
        [
            *(b.human, b.level, b.statistic, b.best or "–", show(b.value, 3)),
            "–" if b.chosen is None else f"{100 * b.chosen:.0f}%",
            *(show(b.held_out, 3), show(b.cost, 3)),
        ]
        for b in result.best
    ]
    title = f"Best of {result.best[0].measures} measures, and what choosing it on these data costs"
    heading = ["human", "level", "statistic", "best", "value", "chosen by halves"]
    heading += ["on the other half", "cost"]
    print_table(title, heading, lines, 4)
    for reason in dict.fromkeys(
        f"{b.human}, {b.level}: {b.reason}" for b in result.best if b.reason
    ):
        echo(reason)


def _print_plan(result: Meta) -> None:
    from sumscope.cli.tables import print_table
    from sumscope.core.table import show

    groups = dict.fromkeys((p.left, p.right, p.human, p.level) for p in result.plan)
    for group in groups:
        rows = [p for p in result.plan if (p.left, p.right, p.human, p.level) == group]
        first = rows[0]
        title = (
            f"{first.left} against {first.right}, {first.human}, {first.level} level, "
            f"{first.statistic}: difference {show(first.difference, 3)}"
        )
        if first.reason:
            echo(f"{title}; no plan: {first.reason}")
            continue
        lines = [[str(p.systems), str(p.topics), show(p.power, 2), p.way or "–"] for p in rows]
        echo(title)
        print_table("", ["systems", "topics", "power", "how"], lines, 0)
        systems = result.settings["systems"]
        if first.needed is None:
            echo(
                f"No number of topics gives {systems} systems a power of {first.wanted:g}: "
                "more systems are needed."
            )
        else:
            echo(
                f"{systems} systems need about {first.needed} topics for a power of "
                f"{first.wanted:g}."
            )
