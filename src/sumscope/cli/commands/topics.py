"""`sumscope topics`."""

from __future__ import annotations

from typing import Any

import click

from sumscope.cli import options
from sumscope.cli.types import FILE, IntegerRange
from sumscope.core.choices import TopicMethod


@options.command(
    "topics",
    short_help="Show the weighted topics of a text.",
    example="sumscope topics reference.txt --lang en --summary system.txt",
)
@click.argument("text", metavar="TEXT", type=FILE)
@options.choice(
    "--by", TopicMethod, default="betweenness", help="How to divide sentences into topics."
)
@options.lang
@click.option("--summary", metavar="FILE", type=FILE, help="Summary to evaluate by the topics.")
@click.option(
    "--synonyms",
    metavar="SOURCE",
    type=FILE,
    help="Source of synonyms: wordnet, or a file of word groups.",
)
@click.option(
    "--top",
    type=IntegerRange(min=0),
    default=8,
    show_default=True,
    metavar="N",
    help="Number of words to show per topic.",
)
def command(as_json: bool, **given: Any) -> None:
    """Show the weighted topics of TEXT, usually a reference (- reads standard input).

    With --summary, show which of its sentences belong to which topic, and what each topic adds to
    the measures topic-unigram, topic-bigram, topic-path and topic-closeness. A sentence of a text
    ends at its final mark (. ! ?) or at a blank line, not at a line break.
    """
    from sumscope.app.topics import topics
    from sumscope.cli.progress import progress_bar
    from sumscope.cli.tables import show

    with progress_bar("topics") as progress:
        found = topics(**given, progress=progress)
    show(found, as_json)
