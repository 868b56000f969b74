"""`sumscope oracle`."""

from __future__ import annotations

import json
from typing import Any

import click

from sumscope.cli import options
from sumscope.cli.shell import echo, print_json
from sumscope.cli.types import FILE, IntegerRange
from sumscope.core.choices import LengthUnit, OracleMethod, OracleObjective, OracleRefs, Tokens
from sumscope.core.notice import counted


class Rouge(click.ParamType):  # type: ignore[type-arg]
    """A ROUGE to maximise: a number, L, or several joined by plus signs."""

    name = "rouge"

    def convert(
        self, value: object, param: click.Parameter | None, ctx: click.Context | None
    ) -> int | str:
        """Return numbers as numbers; the options check the rest."""
        return int(str(value)) if str(value).isdecimal() else str(value)


@options.command(
    "oracle",
    short_help="Find the best possible extracts of every topic.",
    example="sumscope oracle corpus.jsonl -n 2 --limit 100 --refs single --list 5",
    json="Print every answer as JSON.",
)
@click.argument("corpus", metavar="CORPUS", type=FILE)
@click.option(
    "-n",
    type=Rouge(),
    default=1,
    show_default=True,
    metavar="N",
    help="ROUGE-N; L for ROUGE-L, 1+2 or 1+2+L for the mean of several.",
)
@options.choice("--objective", OracleObjective, default="recall", help="Maximise recall, or F.")
@click.option(
    "--limit",
    metavar="WORDS",
    help="Length limit, counted as --length says; 3s stands for three sentences of average length. "
    "Default: the median length of the summaries (100 without any), or none with --sentences.",
)
@click.option(
    "--sentences",
    type=IntegerRange(min=1),
    metavar="K",
    help="At most K sentences; with --limit, both limits apply.",
)
@options.choice(
    "--length",
    LengthUnit,
    default="tokens",
    help="What the limit counts: ROUGE tokens, words between spaces, or bytes.",
)
@click.option("--cut", is_flag=True, help="Cut references at the limit, as ROUGE's -l does.")
@options.choice(
    "--refs",
    OracleRefs,
    default="multi",
    help="Use all references together, or solve for each reference.",
)
@options.choice(
    "--method",
    OracleMethod,
    default="bnb",
    help="Search method: bnb finds all oracles, ilp and greedy one; bnb-paper is "
    "the published algorithm; presumm and extoracle-* label as those programs do.",
)
@click.option(
    "--list",
    "listed",
    type=IntegerRange(min=0),
    default=1,
    show_default=True,
    metavar="K",
    help="List at most K oracles.",
)
@click.option(
    "--labels",
    is_flag=True,
    help="Print a hard (0/1) and a soft label per sentence, as JSON lines.",
)
@click.option(
    "--samples",
    type=IntegerRange(min=0),
    default=0,
    show_default=True,
    metavar="M",
    help="With --labels: draw M oracles at random and add their labels and weights.",
)
@options.seed
@click.option(
    "--gaps", is_flag=True, help="Show each peer's gap to the oracle and agreement with it."
)
@click.option(
    "--budget",
    metavar="NODES|SECONDS",
    help="Stop a search after this many nodes (100000) or seconds (10s).",
)
@click.option("--stem/--no-stem", default=True, show_default=True, help="Stem words.")
@click.option(
    "--stop/--keep-stop",
    default=None,
    help="Ignore stop words when matching, or keep them.  [default: ignore for -n 1]",
)
@options.choice(
    "--tokens",
    Tokens,
    default="rouge155",
    help="Tokenize as ROUGE-1.5.5 does, or words of any script.",
)
@click.option(
    "-o",
    "--out",
    metavar="FILE",
    type=FILE,
    help="Write JSON lines (.jsonl), or labels as .parquet; an interrupted run can be resumed.",
)
@options.columns
@options.engine
def command(out: str | None, as_json: bool, **given: Any) -> None:
    """Find the best extractive ROUGE of every topic, and all extracts that reach it.

    Counts are exact. CORPUS may be - for standard input.
    """
    from sumscope.app import oracle as app
    from sumscope.cli.progress import progress_bar, resumable, say_resumed
    from sumscope.cli.tables import show
    from sumscope.core.errors import SumscopeError

    if as_json and out is not None and out.lower().endswith(".parquet"):
        raise SumscopeError("--json prints what a .jsonl file holds", hint="name it .jsonl")
    with resumable(out), progress_bar("oracles") as progress:
        if out is not None:
            done = app.oracle_file(**given, out=out, progress=progress)
            say_resumed(done.resumed, done.begun_anew)
            echo(f"note: {done.counting}", err=True)
            echo(
                f"{out}: {counted(done.problems, 'problem')} of {counted(done.topics, 'topic')}, "
                f"{done.incomplete} incomplete",
                err=True,
            )
            if as_json:
                with open(out, encoding="utf-8") as file:
                    print_json([json.loads(line) for line in file])
            return
        table = app.oracle(**given, progress=progress)
    if given["labels"] and not as_json:
        for row in table:
            echo(json.dumps(row.to_labels(), ensure_ascii=False))
        return
    show(table, as_json)
    if not as_json:
        echo(f"note: {table.options.counting}", err=True)
