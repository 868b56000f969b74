"""`sumscope convert`: other people's formats into a corpus."""

from __future__ import annotations

import click


@click.command(
    "convert",
    short_help="Other people's formats into a corpus.",
    epilog="Example: sumscope convert DUC2006/ duc2006.jsonl.gz --from duc",
)
@click.argument("source", metavar="IN")
@click.argument("out", metavar="OUT")
@click.option(
    "--from",
    "from_",
    metavar="FORMAT",
    required=True,
    help="folders, duc (DUC and TAC), rouge (settings.xml), temario, realsumm (and SummEval), ami "
    "(NXT XML) or csv.",
)
@click.option("--lang", help="Language of all topics, such as en or pt.")
@click.option("--json", "as_json", is_flag=True, help="Print the counts and notes as JSON.")
def command(source: str, out: str, from_: str, lang: str | None, as_json: bool) -> None:
    """Read IN in another format and write it as a corpus to OUT.

    OUT ends in .jsonl or .jsonl.gz; - is standard output. IN is a folder or a file, and - is
    standard input where the format is one file. What is odd but not fatal is counted on standard
    error.
    """
    from sumscope.app.convert import convert
    from sumscope.cli.shell import print_json

    result = convert(source, out, from_, lang)
    for note in result.notes:
        click.echo(f"sumscope: note: {note}", err=True)
    if as_json:
        print_json(result.to_json())
        return
    counts = (
        f"{result.topics} topics: {result.documents} documents, {result.references} references, "
        f"{result.peers} peers, {result.judgements} judgements, {result.covers} covers"
    )
    click.echo(counts, err=out == "-")
