"""`sumscope gold new|status|export|page|import|backup`."""

from __future__ import annotations

import click

from sumscope.cli.corpus_options import corpus_options
from sumscope.cli.shell import echo, print_json
from sumscope.cli.types import FILE, INTEGER, NUMBER, TASK
from sumscope.core.choices import WorkUsed, values
from sumscope.core.wording import counted


class SeveralValues(click.Command):
    """A command whose repeatable options take several values at once: `--judge ann bo`.

    That is clear once all arguments are given: what follows then belongs to the option before it.
    """

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Repeat the name of an option before each further value."""
        several = {
            name
            for p in self.params
            if isinstance(p, click.Option) and p.multiple
            for name in p.opts
        }
        single = {
            name
            for p in self.params
            if isinstance(p, click.Option) and not p.multiple and not p.is_flag
            for name in p.opts
        }
        arguments = sum(isinstance(p, click.Argument) for p in self.params)
        made: list[str] = []
        wanted, option = 0, ""
        for word in args:
            if wanted:
                wanted -= 1
            elif word.startswith("-") and word != "-":
                plain = "=" not in word
                option = word if word in several and word != "--peer" else ""
                wanted = 2 if word == "--peer" else int(plain and word in several | single)
            elif arguments:
                arguments -= 1
                option = ""
            elif option:
                made.append(option)
            made.append(word)
        return super().parse_args(ctx, made)


@click.group("gold", short_help="Manage annotation projects and their results.")
def command() -> None:
    """Manage annotation projects: create, follow, export and import them."""


@command.command(
    "new",
    short_help="Create a project from a corpus.",
    cls=SeveralValues,
    epilog="Example: sumscope gold new study.db corpus.jsonl --task cluster --judge ann --judge bo",
)
@click.argument("db", metavar="DB", type=FILE)
@click.argument("corpus", metavar="CORPUS", type=FILE)
@click.option(
    "--task",
    required=True,
    metavar="cluster|link|extract|rate|prefer",
    type=TASK,
    help="Task of the judges.",
)
@click.option("--topic", "topics", multiple=True, metavar="ID", help="Use this topic (repeatable).")
@click.option(
    "--judge", "judges", multiple=True, metavar="NAME", help="Name of a judge (repeatable)."
)
@click.option(
    "--scale",
    "scales",
    multiple=True,
    metavar="NAME:LOW-HIGH",
    help="Rating scale (repeatable). Default: quality:1-5.",
)
@click.option(
    "--seed", type=INTEGER, default=0, show_default=True, help="Random seed of the judges' orders."
)
@click.option(
    "--per-item", type=INTEGER, metavar="N", help="Number of judges per item. Default: all."
)
@click.option(
    "--overlap", type=INTEGER, metavar="N", help="Items that every judge gets; the rest is divided."
)
@click.option("--name", metavar="PROJECT", help="Name of the project. Default: corpus and task.")
@click.option("--whole", is_flag=True, help="Cluster all sentences, not a sample.")
@click.option("--words", type=INTEGER, metavar="N", help="Length limit of an extract in words.")
@click.option("--rate", type=NUMBER, metavar="R", help="Length limit as a share of words.")
@click.option(
    "--of", type=INTEGER, default=2, show_default=True, help="Summaries per comparison: 2 or 4."
)
@click.option(
    "--pairs", type=INTEGER, metavar="N", help="Number of comparisons per topic. Default: all."
)
@click.option("--suggest", is_flag=True, help="Suggest an order by similarity.")
@click.option(
    "--guidelines", metavar="FILE", type=FILE, help="Text file with guidelines for the judges."
)
@corpus_options()
@click.option("--json", "as_json", is_flag=True, help="Print the project and its keys as JSON.")
def new(
    db: str,
    corpus: str,
    task: str,
    topics: tuple[str, ...],
    judges: tuple[str, ...],
    scales: tuple[str, ...],
    seed: int,
    per_item: int | None,
    overlap: int | None,
    name: str | None,
    whole: bool,
    words: int | None,
    rate: float | None,
    of: int,
    pairs: int | None,
    suggest: bool,
    guidelines: str | None,
    as_json: bool,
) -> None:
    """Create a project from CORPUS in DB (a file, or a postgresql:// URL).

    Each judge gets a key: http://HOST:PORT/j/KEY is the judge's address while sumscope serve runs.
    """
    from sumscope.app import gold
    from sumscope.core.files import read_bytes, utf8

    told = None if guidelines is None else utf8(read_bytes(guidelines), guidelines).strip()
    made = gold.new(
        db,
        corpus,
        task,
        topics=topics,
        judges=judges,
        scales=scales,
        seed=seed,
        per_item=per_item,
        overlap=overlap,
        name=name,
        whole=whole,
        words=words,
        rate=rate,
        of=of,
        pairs=pairs,
        suggest=suggest,
        guidelines=told,
    )
    if as_json:
        print_json(made.to_json())
        return
    echo(f"Project {made.name} ({made.project})")
    for judge in made.judges:
        echo(f"{judge.name}\t/j/{judge.key}")
    if not made.judges:
        echo("sumscope: note: the project has no judges yet; add them in the page", err=True)
    echo(f"Start with: sumscope serve --db {db}")


@command.command("status", epilog="Example: sumscope gold status study.db")
@click.argument("db", metavar="DB", type=FILE)
@click.option("--json", "as_json", is_flag=True, help="Print JSON.")
def status(db: str, as_json: bool) -> None:
    """Show the progress, working time and agreement of the judges in DB."""
    from sumscope.app import gold
    from sumscope.cli.tables import print_table

    found = gold.status(db)
    if as_json:
        print_json([one.to_json() for one in found])
        return
    if not found:
        echo("sumscope: note: the database has no projects", err=True)
    for one in found:
        rows = []
        for judge in one.judges:
            said = judge.to_json()
            broken = sum(task.broken for task in judge.tasks)
            handed = f"{said['submitted']} of {len(judge.tasks)}"
            worked = _minutes(sum(task.seconds for task in judge.tasks))
            rows.append(
                [
                    judge.judge.name,
                    f"{said['done']} of {said['items']}",
                    handed,
                    worked,
                    str(said["operations"]),
                    str(broken),
                ]
            )
        title = f"{one.project.settings.name} ({one.project.task})"
        heading = ["judge", "done", "submitted", "minutes", "operations", "broken rules"]
        print_table(title, heading, rows)
        _print_agreement(one.agreement)


def _print_agreement(found: object) -> None:
    from sumscope.app.gold import ProjectAgreement
    from sumscope.cli.tables import print_table

    if not isinstance(found, ProjectAgreement):
        return
    if found.reason is not None:
        echo(f"Agreement: {found.reason}")
        return
    if found.task in ("cluster", "link"):
        rows = [
            [
                str(r["left"]),
                str(r["right"]),
                str(r["measure"]),
                str(r["complete"]),
                _number(r["value"]),
            ]
            for r in found.means
            if r["measure"] in ("vbeta", "v0.5", "nvi", "ari", "omega")
        ]
        heading = ["left", "right", "measure", "left-out sentences", "mean"]
        print_table("Agreement, means over topics", heading, rows, 4)
    elif found.task == "prefer":
        rows = [
            [str(r["peer"]), _number(r["strength"]), _number(r["low"]), _number(r["high"])]
            for r in found.rows
        ]
        print_table("Order of the systems", ["peer", "strength", "low", "high"], rows)
    else:
        rows = [
            [
                str(r["human"]),
                str(r["statistic"]),
                _number(r["value"]),
                _number(r["low"]),
                _number(r["high"]),
                str(r["reason"] or ""),
            ]
            for r in found.rows
        ]
        heading = ["scale", "statistic", "value", "low", "high", "note"]
        print_table("Agreement", heading, rows, 2)


@command.command("export", epilog="Example: sumscope gold export study.db -o judged.jsonl")
@click.argument("db", metavar="DB", type=FILE)
@click.option(
    "-o",
    "--out",
    required=True,
    metavar="OUT",
    type=FILE,
    help="Output file: .jsonl or .jsonl.gz (corpus), .csv (table), .json (everything).",
)
@click.option("--project", metavar="P", help="Name or id of the project. Default: the only one.")
@click.option(
    "--judges",
    default="submitted",
    show_default=True,
    type=click.Choice(values(WorkUsed)),
    help="Export submitted work only, or all work.",
)
@click.option("--json", "as_json", is_flag=True, help="Print what was written as JSON.")
def export(db: str, out: str, project: str | None, judges: str, as_json: bool) -> None:
    """Export the corpus of a project in DB with the judges' work."""
    from sumscope.app import gold

    made = gold.export(db, out, project=project, judges=judges)
    if as_json:
        print_json(made.to_json())
    for line in made.broken:
        echo(f"sumscope: note: a rule is broken: {line}", err=True)
    if made.left_out:
        tasks = "1 task is" if made.left_out == 1 else f"{made.left_out} tasks are"
        echo(f"sumscope: note: {tasks} begun but not submitted and left out", err=True)
    echo(f"{out}: {counted(made.tasks, 'task')} by {', '.join(made.judges)}", err=True)


@command.command("page", epilog="Example: sumscope gold page study.db --judge ann -o ann.html")
@click.argument("db", metavar="DB", type=FILE)
@click.option("--judge", required=True, metavar="NAME", help="Judge whose tasks to write.")
@click.option(
    "-o", "--out", required=True, metavar="FILE", type=FILE, help="Write the page here (.html)."
)
@click.option("--project", metavar="P", help="Name or id of the project.")
def page(db: str, judge: str, out: str, project: str | None) -> None:
    """Write a judge's tasks as one page that works without a server.

    It saves in the browser and gives back a file for sumscope gold import.
    """
    from sumscope.app import gold

    count = gold.page(db, judge, out, project=project)
    echo(f"{out}: {counted(count, 'task')} of {judge}", err=True)


@command.command(
    "import",
    short_help="Import answers from an offline page or a corpus.",
    epilog="Example: sumscope gold import study.db ann-answers.json",
)
@click.argument("db", metavar="DB", type=FILE)
@click.argument("file", metavar="FILE", type=FILE)
@click.option("--project", metavar="P", help="Name or id of the project.")
@click.option("--json", "as_json", is_flag=True, help="Print what was imported as JSON.")
def import_(db: str, file: str, project: str | None, as_json: bool) -> None:
    """Import FILE into DB: answers from an offline page, or a corpus judged elsewhere."""
    from sumscope.app import gold

    made = gold.import_(db, file, project=project)
    if as_json:
        print_json(made.to_json())
    for note in made.notes:
        echo(f"sumscope: note: {note}", err=True)
    known = f", {made.known} known already" if made.known else ""
    echo(f"{file}: {made.operations} operations in {counted(made.tasks, 'task')}{known}", err=True)


@command.command("backup", epilog="Example: sumscope gold backup study.db study-copy.db")
@click.argument("db", metavar="DB", type=FILE)
@click.argument("out", metavar="OUT", type=FILE)
def backup(db: str, out: str) -> None:
    """Copy DB to the SQLite file OUT, even while judges work."""
    from sumscope.app import gold

    gold.backup(db, out)
    echo(f"{out}: a copy of the database", err=True)


def _minutes(seconds: float) -> str:
    return f"{seconds / 60:.1f}"


def _number(value: object) -> str:
    return f"{value:.3f}" if isinstance(value, float) else "–"
