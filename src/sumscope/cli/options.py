"""Options that several commands share, each a decorator, and what every command has.

Names, defaults and choices are those of the library function that the command calls; a test
compares them. An option of one command stands in its file.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import click

from sumscope.cli.types import FILE, INTEGER, NUMBER, IntegerRange
from sumscope.core.choices import Jackknife, Report, values

Work = Callable[..., Any]
Decorator = Callable[[Work], Work]


def command(
    name: str,
    *,
    example: str,
    group: click.Group | None = None,
    json: str = "Print JSON.",
    **attributes: Any,
) -> Callable[[Work], click.Command]:
    """Make a function a command with an example in its help, and `--json` as `as_json`."""
    epilog = f"Examples: {example}" if " | " in example else f"Example: {example}"
    make = click.command if group is None else group.command

    def decorate(work: Work) -> click.Command:
        made: click.Command = make(name, epilog=epilog, **attributes)(work)
        made.params.append(click.Option(["--json", "as_json"], is_flag=True, help=json))
        return made

    return decorate


def repeatable(*names: str, **attributes: Any) -> Decorator:
    """An option that may be given several times; None where it is not given at all."""

    def none(context: click.Context, param: click.Parameter, given: tuple[Any, ...]) -> Any:
        return given or None

    return click.option(*names, multiple=True, callback=none, **attributes)


def measures(help: str, **attributes: Any) -> Decorator:
    """`-m`, the measures of a command."""
    return repeatable("-m", "--measure", "measures", metavar="M", help=help, **attributes)


def resamples(default: int | None, help: str = "Number of bootstrap resamples.") -> Decorator:
    """`--resamples`, whose default is that of the command's function."""
    return click.option(
        "--resamples", type=INTEGER, default=default, show_default=True, metavar="N", help=help
    )


def choice(name: str, kind: object, help: str, default: str | None = None) -> Decorator:
    """An option with the words of a `Literal` of `core.choices`."""
    shown = default is not None
    return click.option(
        name, type=click.Choice(values(kind)), default=default, show_default=shown, help=help
    )


def plot(help: str) -> Decorator:
    """`--plot`, the file of a figure."""
    return click.option("--plot", metavar="OUT", type=FILE, help=f"{help} (.png, .svg or .pdf).")


seed = click.option("--seed", type=INTEGER, default=0, show_default=True, help="Random seed.")
confidence = click.option(
    "--confidence",
    type=NUMBER,
    default=0.95,
    show_default=True,
    help="Confidence level of intervals and tests.",
)
lower = click.option(
    "--lower",
    multiple=True,
    metavar="MEASURE",
    help="Measure from elsewhere for which lower is better (repeatable).",
)
jackknife = choice(
    "--jackknife",
    Jackknife,
    default="human",
    help="Who is scored with one reference left out in turn: people who wrote one, "
    "all (as DUC and TAC do), or no one.",
)
report = choice(
    "--report",
    Report,
    help="What ROUGE and topic measures without report= give: recall, precision, F, or all three.",
)
model_out = click.option(
    "-o",
    "--out",
    required=True,
    metavar="MODEL",
    type=FILE,
    help="Write the model here (.json).",
)
note = click.option("--note", help="Text to keep in the model, such as its source or licence.")
lang = click.option(
    "--lang",
    metavar="L",
    help="Language of the texts. Default: English or Portuguese, detected by stop words.",
)


def scores(name: str) -> Decorator:
    """`--scores`, the argument `name` of the function."""
    help = "Scores made elsewhere (BERTScore, grades) to include (repeatable)."
    return repeatable("--scores", name, metavar="FILE", type=FILE, help=help)


def columns(work: Work) -> Work:
    """Add `--columns` and `--peer`, which say how a table is read as a corpus."""
    with_peer = click.option(
        "--peer",
        nargs=2,
        multiple=True,
        metavar="NAME FILE",
        type=FILE,
        callback=_peers,
        help="Add a system: a text file with one summary per line, or a table (repeatable).",
    )
    with_columns = click.option(
        "--columns",
        metavar="ROLES",
        help='For a table: which column holds what, as in "reference=gold, peer=bart;pegasus".',
    )
    return with_columns(with_peer(work))


def _peers(
    context: click.Context, param: click.Parameter, given: tuple[tuple[str, str], ...]
) -> dict[str, str] | None:
    from sumscope.core.errors import SumscopeError

    names = [name for name, _ in given]
    twice = next((name for name in names if names.count(name) > 1), None)
    if twice is not None:
        raise SumscopeError(f"--peer {twice} is given twice", hint="rename one")
    return dict(given) or None


def engine(work: Work) -> Work:
    """Add `--workers` and `--engine`, which say where the work is done."""
    with_engine = click.option(
        "--engine",
        default="local",
        show_default=True,
        metavar="ENGINE",
        help="local, or dask://HOST:PORT for a Dask cluster.",
    )
    with_workers = click.option(
        "--workers", type=IntegerRange(min=1), metavar="N", help="Number of worker processes."
    )
    return with_workers(with_engine(work))
