"""`sumscope gold new|status|export|page|import|backup`."""

from __future__ import annotations

from typing import Any

import click

from sumscope.cli import options
from sumscope.cli.shell import echo, print_json
from sumscope.cli.types import FILE, INTEGER, NUMBER, TASK
from sumscope.core.choices import WorkUsed
from sumscope.core.notice import counted

db_argument = click.argument("db", metavar="DB", type=FILE)
project_option = click.option(
    "--project", metavar="P", help="Name or id of the project. Default: the only one."
)


class SeveralValues(click.Command):
    """A command in which `--judge ann bo` is `--judge ann --judge bo`.

    A word belongs to the repeatable option before it once all arguments are given.
    """

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Repeat the name of an option before each further value."""
        values = {
            name: param.nargs
            for param in self.params
            if isinstance(param, click.Option) and not param.is_flag
            for name in param.opts
        }
        repeatable = {name for p in self.params if p.multiple and p.nargs == 1 for name in p.opts}
        arguments = sum(isinstance(param, click.Argument) for param in self.params)
        words: list[str] = []
        option, expected = "", 0
        for word in args:
            if expected:
                expected -= 1
            elif word.startswith("-") and word != "-":
                option, expected = word, values.get(word, 0)
            elif arguments:
                arguments -= 1
                option = ""
            elif option in repeatable:
                words.append(option)
            words.append(word)
        return super().parse_args(ctx, words)


@click.group("gold", short_help="Manage annotation projects and their results.")
def command() -> None:
    """Manage annotation projects: create, follow, export and import them."""


@options.command(
    "new",
    group=command,
    cls=SeveralValues,
    short_help="Create a project from a corpus.",
    example="sumscope gold new study.db corpus.jsonl --task cluster --judge ann --judge bo",
    json="Print the project and its keys as JSON.",
)
@db_argument
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
@options.columns
def new(db: str, guidelines: str | None, as_json: bool, **given: Any) -> None:
    """Create a project from CORPUS in DB (a file, or a postgresql:// URL).

    Each judge gets a key: http://HOST:PORT/j/KEY is the judge's address while sumscope serve runs.
    """
    from sumscope.app import gold
    from sumscope.core.files import read_bytes, utf8

    text = None if guidelines is None else utf8(read_bytes(guidelines), guidelines).strip()
    created = gold.new(db, **given, guidelines=text)
    if as_json:
        print_json(created.to_json())
        return
    echo(f"Project {created.name} ({created.project})")
    for judge in created.judges:
        echo(f"{judge.name}\t/j/{judge.key}")
    if not created.judges:
        echo("sumscope: note: the project has no judges yet; add them in the page", err=True)
    echo(f"Start with: sumscope serve --db {db}")


@options.command("status", group=command, example="sumscope gold status study.db")
@db_argument
def status(db: str, as_json: bool) -> None:
    """Show the progress, working time and agreement of the judges in DB."""
    from sumscope.app import gold
    from sumscope.cli.tables import show

    projects = gold.status(db)
    if not projects and not as_json:
        echo("sumscope: note: the database has no projects", err=True)
    show(
        projects,
        as_json,
        to_json=lambda: [project.to_json() for project in projects],
        tables=lambda: (table for project in projects for table in project.tables()),
    )


@options.command(
    "export",
    group=command,
    example="sumscope gold export study.db -o judged.jsonl",
    json="Print what was written as JSON.",
)
@db_argument
@click.option(
    "-o",
    "--out",
    required=True,
    metavar="OUT",
    type=FILE,
    help="Output file: .jsonl or .jsonl.gz (corpus), .csv (table), .json (everything).",
)
@project_option
@options.choice(
    "--judges", WorkUsed, default="submitted", help="Export submitted work only, or all work."
)
def export(out: str, as_json: bool, **given: Any) -> None:
    """Export the corpus of a project in DB with the judges' work."""
    from sumscope.app import gold

    exported = gold.export(**given, out=out)
    if as_json:
        print_json(exported.to_json())
    for line in exported.broken:
        echo(f"sumscope: note: a rule is broken: {line}", err=True)
    if exported.left_out:
        tasks = "1 task is" if exported.left_out == 1 else f"{exported.left_out} tasks are"
        echo(f"sumscope: note: {tasks} begun but not submitted and left out", err=True)
    echo(f"{out}: {counted(exported.tasks, 'task')} by {', '.join(exported.judges)}", err=True)


@command.command("page", epilog="Example: sumscope gold page study.db --judge ann -o ann.html")
@db_argument
@click.option("--judge", required=True, metavar="NAME", help="Judge whose tasks to write.")
@click.option(
    "-o", "--out", required=True, metavar="FILE", type=FILE, help="Write the page here (.html)."
)
@project_option
def page(db: str, judge: str, out: str, project: str | None) -> None:
    """Write a judge's tasks as one page that works without a server.

    It saves in the browser and gives back a file for sumscope gold import.
    """
    from sumscope.app import gold

    count = gold.page(db, judge, out, project=project)
    echo(f"{out}: {counted(count, 'task')} of {judge}", err=True)


@options.command(
    "import",
    group=command,
    short_help="Import answers from an offline page or a corpus.",
    example="sumscope gold import study.db ann-answers.json",
    json="Print what was imported as JSON.",
)
@db_argument
@click.argument("source", metavar="FILE", type=FILE)
@project_option
def import_(db: str, source: str, project: str | None, as_json: bool) -> None:
    """Import FILE into DB: answers from an offline page, or a corpus judged elsewhere."""
    from sumscope.app import gold

    imported = gold.import_(db, source, project=project)
    if as_json:
        print_json(imported.to_json())
    for note in imported.notes:
        echo(f"sumscope: note: {note}", err=True)
    known = f", {imported.known} known already" if imported.known else ""
    tasks = counted(imported.tasks, "task")
    echo(f"{source}: {imported.operations} operations in {tasks}{known}", err=True)


@command.command("backup", epilog="Example: sumscope gold backup study.db study-copy.db")
@db_argument
@click.argument("out", metavar="OUT", type=FILE)
def backup(db: str, out: str) -> None:
    """Copy DB to the SQLite file OUT, even while judges work."""
    from sumscope.app import gold

    gold.backup(db, out)
    echo(f"{out}: a copy of the database", err=True)
