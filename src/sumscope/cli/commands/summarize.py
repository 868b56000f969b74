"""`sumscope summarize`."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

import click

from sumscope.cli import options
from sumscope.cli.shell import echo, print_json, refuse_two_on_stdout
from sumscope.cli.types import FILE, INTEGER, NUMBER, SUMMARIZER, NamedOption
from sumscope.core.notice import counted

if TYPE_CHECKING:
    from sumscope.core.values import Topic
    from sumscope.summarizers.run import Summary


@options.command(
    "summarize",
    short_help="Add extractive summaries to a corpus.",
    example="sumscope summarize corpus.jsonl --by lexrank --rate 0.2 -o out.jsonl",
    json="Print the extracts with reasons as JSON.",
)
@click.argument("corpus", metavar="CORPUS", type=FILE)
@click.option(
    "--by",
    cls=NamedOption,
    required=True,
    metavar="METHOD",
    type=SUMMARIZER,
    help="gistsumm, supor, gei, lead, random, lexrank or textrank; "
    "parameters in parentheses, as in lexrank(threshold=0.2).",
)
@click.option(
    "--rate", type=NUMBER, help="Length limit as a share of the source's words. Default: 0.3."
)
@click.option("--words", type=INTEGER, metavar="N", help="Length limit in words.")
@click.option(
    "-o",
    "--out",
    metavar="OUT",
    type=FILE,
    help="Write the corpus (.jsonl or .jsonl.gz; - is standard output); an "
    "interrupted run can be resumed.",
)
@click.option(
    "--model",
    metavar="MODEL",
    type=FILE,
    help="Model file written by sumscope supor fit, for supor.",
)
@click.option("--seed", type=INTEGER, help="Random seed, for random. Default: 0.")
@click.option("--name", help="Name of the new peer. Default: the method's name.")
@click.option("--explain", is_flag=True, help="Explain why each sentence was chosen.")
@options.columns
@options.engine
def command(
    corpus: str,
    out: str | None,
    columns: str | None,
    peer: dict[str, str] | None,
    workers: int | None,
    engine: str,
    as_json: bool,
    **given: Any,
) -> None:
    """Add an extractive summary of every topic to CORPUS, as a peer named after the method.

    Sentences stay in source order. If a peer already has the method's name, the new one
    is called METHOD-2. --explain prints the reasons (to standard error where the corpus goes
    to standard output) and keeps them in the new peer under "why".
    """
    from sumscope.cli.progress import progress_bar, resumable
    from sumscope.core.files import output
    from sumscope.corpus.jsonl import write_corpus
    from sumscope.corpus.stream import with_options
    from sumscope.jobs.engine import Engine
    from sumscope.summarizers.run import make_plan, summaries

    refuse_two_on_stdout(out, as_json)
    to_stdout = out is None or out == "-"
    plan = make_plan(**given)
    source = with_options(corpus, columns, peer)
    rows = []
    count = empty = 0
    names: dict[str, None] = {}
    with (
        output(out, [source, given["model"]], stdout=True),
        resumable(out),
        progress_bar("summarizing") as progress,
    ):
        made = summaries(
            source,
            plan,
            progress,
            Engine(workers=workers, address=engine),
            None if to_stdout else out,
        )

        def topics() -> Iterator[Topic]:
            nonlocal count, empty
            for row in made:
                count += 1
                empty += not row.extract.chosen
                names[row.peer] = None
                if as_json:
                    rows.append(row.to_json())
                elif plan.explain:
                    _explain(row, err=to_stdout)
                yield row.topic

        if to_stdout and not as_json:
            write_corpus("-", topics())
        else:
            for _ in topics():
                pass
    if as_json:
        print_json(rows)
    if empty:
        echo(
            f"sumscope: note: {empty} of {count} extracts are empty: the limit is below "
            "the shortest sentence that the method would take",
            err=True,
        )
    if not to_stdout:
        peers = f"{' or '.join(names)} (by {given['by']})"
        echo(f"{out}: {counted(count, 'topic')} with an additional peer: {peers}", err=True)


def _explain(row: Summary, err: bool) -> None:
    extract = row.extract
    echo(
        f"{row.topic.id}: {row.peer}, {extract.words} of {extract.source_words} words "
        f"(limit {extract.limit})",
        err=err,
    )
    for one in extract.chosen:
        echo(f"  {one.sentence} [{one.rank}] {one.why}", err=err)
        echo(f"      {' '.join(one.text.split())}", err=err)
