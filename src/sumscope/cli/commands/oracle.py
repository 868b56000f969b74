"""`sumscope oracle`."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any

import click

from sumscope.cli.corpus_options import corpus_options
from sumscope.cli.engine_options import engine_options
from sumscope.cli.shell import echo, print_json
from sumscope.cli.types import FILE, INTEGER, IntegerRange
from sumscope.core.wording import counted
from sumscope.oracles.objective import MEASURED
from sumscope.oracles.options import LENGTH, METHOD, REFS, TOKENS, OracleOptions

if TYPE_CHECKING:
    from sumscope.oracles.rows import OracleRow, PeerGap
    from sumscope.oracles.run import OracleTable


class Rouge(click.ParamType):  # type: ignore[type-arg]
    """A ROUGE to maximise: a number, L, or several joined by plus signs."""

    name = "rouge"

    def convert(
        self, value: object, param: click.Parameter | None, ctx: click.Context | None
    ) -> int | str:
        """Return numbers as numbers; the options check the rest."""
        return int(str(value)) if str(value).isdecimal() else str(value)


@click.command(
    "oracle",
    short_help="Find the best possible extracts of every topic.",
    epilog="Example: sumscope oracle corpus.jsonl -n 2 --limit 100 --refs single --list 5",
)
@click.argument("corpus", metavar="CORPUS", type=FILE)
@click.option(
    "-n",
    type=Rouge(),
    default=OracleOptions.n,
    show_default=True,
    metavar="N",
    help="ROUGE-N; L for ROUGE-L, 1+2 or 1+2+L for the mean of several.",
)
@click.option(
    "--objective",
    type=click.Choice(MEASURED),
    default=OracleOptions.objective,
    show_default=True,
    help="Maximise recall, or F.",
)
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
@click.option(
    "--length",
    type=click.Choice(LENGTH),
    default=OracleOptions.length,
    show_default=True,
    help="What the limit counts: ROUGE tokens, words between spaces, or bytes.",
)
@click.option("--cut", is_flag=True, help="Cut references at the limit, as ROUGE's -l does.")
@click.option(
    "--refs",
    type=click.Choice(REFS),
    default=OracleOptions.refs,
    show_default=True,
    help="Use all references together, or solve for each reference.",
)
@click.option(
    "--method",
    type=click.Choice(METHOD),
    default=OracleOptions.method,
    show_default=True,
    help="Search method: bnb finds all oracles, ilp and greedy one; bnb-paper is "
    "the published algorithm; presumm and extoracle-* label as those programs do.",
)
@click.option(
    "--list",
    "listed",
    type=IntegerRange(min=0),
    default=OracleOptions.listed,
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
    default=OracleOptions.samples,
    show_default=True,
    metavar="M",
    help="With --labels: draw M oracles at random and add their labels and weights.",
)
@click.option(
    "--seed", type=INTEGER, default=OracleOptions.seed, show_default=True, help="Random seed."
)
@click.option(
    "--gaps", is_flag=True, help="Show each peer's gap to the oracle and agreement with it."
)
@click.option(
    "--budget",
    metavar="NODES|SECONDS",
    help="Stop a search after this many nodes (100000) or seconds (10s).",
)
@click.option("--stem/--no-stem", default=OracleOptions.stem, show_default=True, help="Stem words.")
@click.option(
    "--stop/--keep-stop",
    default=OracleOptions.stop,
    help="Ignore stop words when matching, or keep them.  [default: ignore for -n 1]",
)
@click.option(
    "--tokens",
    type=click.Choice(TOKENS),
    default=OracleOptions.tokens,
    show_default=True,
    help="Tokenize as ROUGE-1.5.5 does, or words of any script.",
)
@click.option(
    "-o",
    "--out",
    metavar="FILE",
    type=FILE,
    help="Write JSON lines (.jsonl), or labels as .parquet; an interrupted run can be resumed.",
)
@corpus_options()
@click.option("--json", "as_json", is_flag=True, help="Print every answer as JSON.")
@engine_options
def command(corpus: str, listed: int, out: str | None, as_json: bool, **options: Any) -> None:
    """Find the best extractive ROUGE of every topic, and all extracts that reach it.

    Counts are exact. CORPUS may be - for standard input.
    """
    import json

    from sumscope.app import oracle as app
    from sumscope.cli.progress import progress_bar, resumable, say_resumed
    from sumscope.core.errors import SumscopeError

    if as_json and out is not None and out.lower().endswith(".parquet"):
        raise SumscopeError("--json prints what a .jsonl file holds", hint="name it .jsonl")
    with resumable(out), progress_bar("oracles") as progress:
        options.update(listed=listed, progress=progress)
        if out is not None:
            done = app.oracle_file(corpus, out, **options)
            say_resumed(done.resumed, done.begun_anew)
            say_counting(options)
            echo(
                f"{out}: {counted(done.problems, 'problem')} of {counted(done.topics, 'topic')}, "
                f"{done.incomplete} incomplete",
                err=True,
            )
            if as_json:
                with open(out, encoding="utf-8") as file:
                    print_json([json.loads(line) for line in file])
            return
        table = app.oracle(corpus, **options)
    if as_json:
        print_json(table.to_json())
    elif options["labels"]:
        for row in table:
            echo(json.dumps(row.to_labels(), ensure_ascii=False))
    else:
        print_oracles(table, listed)
        say_counting(options)
        if options["gaps"]:
            print_gaps(table)


def say_counting(options: Mapping[str, Any]) -> None:
    """Say how lengths were counted."""
    names = ("limit", "sentences", "method", "length", "cut")
    used = OracleOptions(**{name: options[name] for name in names})
    echo(f"note: {used.counting}", err=True)


def print_oracles(table: OracleTable, listed: int) -> None:
    """Show one line per problem."""
    from sumscope.cli.tables import print_table

    rows = [_cells(row, listed) for row in table]
    heading = ["topic", "reference", "score", "matches", "oracles", "nodes", "ms"]
    print_table("", [*heading, "first oracle"] if listed else heading, rows, text_columns=2)
    if listed > 1:
        for row in table:
            for one in row.oracles:
                name = row.topic + (f" {row.reference}" if row.reference else "")
                echo(f"{name}: {' '.join(one)}")


def _cells(row: OracleRow, listed: int) -> list[str]:
    score = "" if row.score is None else f"{row.score:.5f}"
    if not row.optimal and row.total and row.method in ("bnb", "bnb-paper", "ilp"):
        most = row.upper / row.total if row.upper_score is None else row.upper_score
        score += f" (at most {most:.5f})"
    found = row.reason or (row.count if row.count is not None else "not counted")
    reference = row.reference if row.reference is not None else "all"
    matches = f"{row.matches}/{row.total}"
    spent = f"{1000 * row.seconds:.1f}"
    line = [row.topic, reference, score, matches, found, str(row.nodes), spent]
    first = " ".join(row.oracles[0]) if row.oracles else ""
    return [*line, first] if listed else line


def print_gaps(table: OracleTable) -> None:
    """Show the mean gap of each peer."""
    from statistics import fmean

    from sumscope.cli.tables import print_table

    found: dict[str, list[PeerGap]] = {}
    for row in table:
        for peer in row.peers or ():
            found.setdefault(peer.peer, []).append(peer)

    def mean(cells: list[PeerGap], value: Callable[[PeerGap], float | None]) -> str:
        known = [number for number in map(value, cells) if number is not None]
        return f"{fmean(known):.5f}" if known else ""

    rows = []
    for name, cells in found.items():
        unmatched = sum(len(cell.match.unmatched) for cell in cells if cell.match)
        means = [
            mean(cells, lambda cell: cell.score),
            mean(cells, lambda cell: cell.gap),
            mean(cells, lambda cell: cell.match.f if cell.match else None),
        ]
        rows.append([name, *means, str(len(cells)), str(unmatched)])
    heading = ["peer", "score", "gap to oracle", "oracle F", "problems", "unmatched sentences"]
    print_table("Peers", heading, rows)
