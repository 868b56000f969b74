"""`sumscope topics`."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from sumscope.cli.shell import echo, print_json
from sumscope.cli.types import FILE, IntegerRange
from sumscope.core.choices import TopicMethod, values

if TYPE_CHECKING:
    from sumscope.topic_models.explanation import Topics


@click.command(
    "topics",
    short_help="Show the weighted topics of a text.",
    epilog="Example: sumscope topics reference.txt --lang en --summary system.txt",
)
@click.argument("text", metavar="TEXT", type=FILE)
@click.option(
    "--by",
    type=click.Choice(values(TopicMethod)),
    default="betweenness",
    show_default=True,
    help="How to divide sentences into topics.",
)
@click.option(
    "--lang",
    metavar="L",
    help="Language of the texts. Default: English or Portuguese, detected by stop words.",
)
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
@click.option("--json", "as_json", is_flag=True, help="Print JSON.")
def command(
    text: str,
    by: TopicMethod,
    lang: str | None,
    summary: str | None,
    synonyms: str | None,
    top: int,
    as_json: bool,
) -> None:
    """Show the weighted topics of TEXT, usually a reference (- reads standard input).

    With --summary, show which of its sentences belong to which topic, and what each topic adds to
    the measures topic-unigram, topic-bigram, topic-path and topic-closeness. A sentence of a text
    ends at its final mark (. ! ?) or at a blank line, not at a line break.
    """
    from sumscope.app.topics import topics
    from sumscope.cli.progress import progress_bar

    with progress_bar("topics") as progress:
        found = topics(
            text,
            by=by,
            lang=lang,
            summary=summary,
            synonyms=synonyms,
            top=top,
            progress=progress,
        )
    if as_json:
        print_json(found.to_json())
    else:
        _print(found)


def _print(found: Topics) -> None:
    from sumscope.cli.tables import print_table
    from sumscope.core.table import show

    for number, topic in enumerate(found.topics, 1):
        echo(f"Topic {number}: {topic.share:.1f}% of the weight ({topic.weight:.4f})")
        if topic.words:
            heavy = ", ".join(f"{word} {weight:.4f}" for word, weight in topic.words)
            echo(f"  words (weight x count): {heavy}")
        for line in topic.sentences:
            echo(f"  [{line.number}] {line.text}")
        for line in topic.assigned:
            echo(f"  <- [{line.number}] {line.text}")
    for line in found.unassigned:
        echo(f"No topic <- [{line.number}] {line.text}")
    if not found.scores:
        return
    rows = []
    for place, (measure, score) in enumerate(found.scores.items()):
        for number, topic in enumerate(found.topics, 1):
            reason = topic.reasons[place]
            matched = f"{reason.matched} of {reason.of}"
            far = show(reason.distance)
            rows.append([measure, str(number), matched, far, show(reason.score)])
        rows.append([measure, "all", "", "", show(score)])
    print_table("", ["measure", "topic", "matched", "D", "adds"], rows)
