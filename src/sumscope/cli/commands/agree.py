"""`sumscope agree`."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from sumscope.cli.shell import echo, print_json
from sumscope.cli.types import COVER_MEASURE, FILE, INTEGER, IntegerRange
from sumscope.core.choices import Baseline, Completion, values
from sumscope.core.wording import counted

if TYPE_CHECKING:
    from collections.abc import Sequence

    from sumscope.covers.agreement import AgreeRow, Edits
    from sumscope.covers.cause_counts import CauseCount
    from sumscope.covers.rule_check import RuleCheck


@click.command(
    "agree",
    short_help="Measure how well clusterings of the same items agree.",
    epilog="Example: sumscope agree judge1.json judge2.json -m vbeta -m omega",
)
@click.argument(
    "covers", metavar="COVER COVER [COVER...] | CORPUS", type=FILE, nargs=-1, required=True
)
@click.option(
    "-m",
    "--measure",
    "measures",
    multiple=True,
    metavar="M",
    type=COVER_MEASURE,
    help="Cover measure (repeatable). Default: all.",
)
@click.option(
    "--complete",
    type=click.Choice(values(Completion)),
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
@click.option(
    "--random",
    type=click.Choice(values(Baseline)),
    default="permuted",
    show_default=True,
    help="Random clusterings: the second cover with its items permuted, or any number and sizes "
    "of clusters.",
)
@click.option(
    "--seed", type=INTEGER, default=0, show_default=True, help="Random seed of the baseline."
)
@click.option(
    "--edits", is_flag=True, help="Show the shortest edit script from one cover to the other."
)
@click.option(
    "--rules",
    is_flag=True,
    help="Print the judges' guidelines and check each judge's clustering against the rules.",
)
@click.option("--json", "as_json", is_flag=True, help="Print JSON.")
def command(
    covers: tuple[str, ...],
    measures: tuple[str, ...],
    complete: str | None,
    universe: str | None,
    baseline: int | None,
    random: str,
    seed: int,
    edits: bool,
    rules: bool,
    as_json: bool,
) -> None:
    """Measure the agreement between covers, for every pair and measure.

    Covers are JSON or TSV files (- reads standard input), or judges' sheets (.csv with the columns
    sentence, cluster, label, rank). Given a corpus (.jsonl), compare its judges topic by topic, and
    with them the covers of any other files. Measures that are not symmetric are shown in both
    directions; the second cover of a row is evaluated against the first.
    """
    from sumscope.app.agree import agree
    from sumscope.cli.progress import progress_bar
    from sumscope.core.errors import SumscopeError
    from sumscope.corpus.covers import read_cover

    if universe == "-" and "-" in covers:
        raise SumscopeError("standard input can be read only once", hint="name the other file")
    items = read_cover(universe).items if universe is not None else None
    with progress_bar("comparing") as progress:
        result = agree(
            list(covers) if len(covers) > 1 else covers[0],
            measures or None,
            complete=complete,
            items=items,
            baseline=baseline,
            seed=seed,
            edits=edits,
            random=random,
            rules=rules,
            progress=progress,
        )
    if as_json:
        print_json(result.to_json())
        return
    if rules:
        _rules(result.rules)
        return
    topics = list(dict.fromkeys(row.topic for row in result.rows))
    for topic in topics:
        _table(topic or "", [row for row in result.rows if row.topic == topic])
    if len(topics) > 1:
        _table("mean over topics", result.means())
    for edit in result.edits:
        _script(edit)
    _causes(result.causes)


def _rules(checks: Sequence[RuleCheck]) -> None:
    from sumscope.cli.tables import print_table
    from sumscope.covers.rule_check import counted, guidelines

    for line in guidelines():
        echo(line)
    for one in checks:
        broken = _many(len(one.violations), "broken rule")
        head = f"{one.topic}, {one.judge}: {_many(one.clusters, 'cluster')}, {broken}"
        echo("")
        echo(head)
        for violation in one.violations:
            echo(f"  {violation.rule}: {violation.message}")
        if one.unplaced:
            placed = _many(len(one.unplaced), "sentence")
            echo(f"  neither in a cluster nor set aside: {placed}")
    rows = [[rule, str(count)] for rule, count in counted(checks).items()]
    if rows:
        print_table("Broken rules", ["rule", "times"], rows, 1)


def _many(count: int, noun: str) -> str:
    return f"{count} {noun}" if count == 1 else f"{count} {noun}s"


def _causes(causes: Sequence[CauseCount]) -> None:
    from sumscope.cli.tables import print_table

    if causes:
        rows = [
            [c.topic, c.left or "all", c.right or "all", c.cause, str(c.sentences)] for c in causes
        ]
        heading = ["topic", "judge", "other judge", "cause", "sentences"]
        print_table("Recorded causes of disagreement", heading, rows, 4)


def _table(title: str, rows: list[AgreeRow]) -> None:
    from sumscope.cli.tables import print_table
    from sumscope.core.table import show

    ways = list(dict.fromkeys(row.complete for row in rows))
    random = any(row.baseline is not None for row in rows)
    heading = ["standard", "evaluated", "measure"]
    for way in ways:
        heading += [way, "by chance"] if random else [way]
    lines: dict[tuple[str, str, str], dict[str, AgreeRow]] = {}
    for row in rows:
        lines.setdefault((row.left, row.right, row.measure), {})[row.complete] = row
    cells: list[list[str]] = []
    notes: dict[str, None] = {}
    for key, found in lines.items():
        line = [*key]
        for way in ways:
            cell = found.get(way)
            line.append(show(cell.value) if cell else "")
            if random:
                line.append(show(cell.baseline) if cell else "")
            if cell and cell.reason:
                notes[cell.reason] = None
        if any(row.value is not None for row in found.values()):
            cells.append(line)
    print_table(title, heading, cells, 3)
    for note in notes:
        echo(f"left out: {note}")


def _script(edit: Edits) -> None:
    topic = f"{edit.topic}: " if edit.topic else ""
    echo(f"\n{topic}from {edit.left} (A) to {edit.right} (B)")
    if edit.script is None:
        echo(f"  no script: {edit.reason}")
        return
    script = edit.script
    same = ", ".join(f"{a} = {b}" for a, b in script.identical) or "none"
    echo(f"  identical clusters: {same}")
    echo(f"  left out by both: {', '.join(script.both_left_out) or 'none'}")
    unused = ", ".join((*script.discarded, *script.discarded_back)) or "none"
    echo(f"  clusters of which the other judge uses nothing: {unused}")
    echo(
        f"  {counted(script.steps, 'step')}: {len(script.deleted)} to delete, "
        f"{counted(len(script.splits), 'split')}, {counted(len(script.merges), 'merge')}, "
        f"{len(script.moves)} to move, {len(script.added)} to add"
    )
    for line in script.lines():
        echo(f"  {line}")
