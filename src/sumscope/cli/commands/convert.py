"""`sumscope convert`: other people's formats into a corpus."""

from __future__ import annotations

from typing import Any

import click

from sumscope.cli import options
from sumscope.cli.shell import echo, print_json, refuse_two_on_stdout
from sumscope.cli.types import FILE, FORMAT, NamedOption
from sumscope.core.notice import counted


@options.command(
    "convert",
    short_help="Convert a table or another corpus format into a corpus.",
    example="sumscope convert DUC2006/ duc2006.jsonl.gz",
    json="Print the counts and notes as JSON.",
)
@click.argument("source", metavar="IN", type=FILE)
@click.argument("out", metavar="OUT", type=FILE)
@click.option(
    "--from",
    "from_",
    cls=NamedOption,
    metavar="FORMAT",
    type=FORMAT,
    help="folders, duc (DUC and TAC), rouge (settings.xml), temario, realsumm (and SummEval), "
    "rose, ami (NXT XML), csv; of judgements: ratings (a long table), labelstudio, doccano, "
    "argilla, potato, kardsort. Default: detected from IN, which may be any table.",
)
@click.option(
    "--evaluation",
    metavar="NAME",
    help="Evaluation whose peers are used, if a DUC or TAC folder has several. "
    "Default: the first by name.",
)
@options.columns
@click.option(
    "--outside", is_flag=True, help="Read files outside the folder of a ROUGE settings file."
)
@click.option("--lang", help="Language of all topics, such as en or pt.")
def command(out: str, from_: str | None, as_json: bool, **given: Any) -> None:
    """Read IN in another format and write it as a corpus to OUT.

    OUT ends in .jsonl or .jsonl.gz; - is standard output. IN is a folder or a file, and - is
    standard input where the format is one file. What was left out or looks odd is counted on
    standard error.
    """
    from sumscope.app.convert import convert

    refuse_two_on_stdout(out, as_json)
    result = convert(**given, out=out, from_=from_)
    for note in result.notes:
        echo(f"sumscope: note: {note}", err=True)
    if as_json:
        print_json(result.to_json())
        return
    if from_ is None:
        echo(f"sumscope: note: read as the format {result.format}", err=True)
    counts = [
        counted(result.documents, "document"),
        counted(result.references, "reference"),
        counted(result.peers, "peer"),
        counted(result.judgements, "judgement"),
        counted(result.covers, "cover"),
    ]
    if result.preferences:
        counts.append(counted(result.preferences, "preference"))
    echo(f"{counted(result.topics, 'topic')}: {', '.join(counts)}", err=out == "-")
