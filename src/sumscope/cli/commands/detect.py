"""`sumscope detect`."""

from __future__ import annotations

from typing import Any

import click

from sumscope.cli import options
from sumscope.cli.types import FILE, INTEGER, METHOD, NUMBER, IntegerRange, NamedOption


@options.command(
    "detect",
    short_help="Find communities in a graph or among sentences.",
    example="sumscope detect links.tsv --by conga -k 18 "
    "| sumscope detect meetings.jsonl --graph cosine --stop --by gn --topic ES2002a",
)
@click.argument("source", metavar="GRAPH", type=FILE)
@click.option(
    "--by",
    cls=NamedOption,
    metavar="METHOD",
    type=METHOD,
    default="gn",
    show_default=True,
    help="gn, conga, congo, greedy, leiden or gaac.",
)
@click.option(
    "-k",
    "k",
    type=INTEGER,
    metavar="K",
    help="Number of clusters. Default: the cut with the highest modularity.",
)
@click.option(
    "--above",
    type=NUMBER,
    metavar="X",
    help="Cut at the first division whose modularity exceeds X.",
)
@click.option(
    "--horizon",
    type=INTEGER,
    metavar="H",
    help="congo: length of the longest path counted (0: no limit). Default: 2.",
)
@click.option(
    "--graph",
    metavar="KIND",
    help="Treat GRAPH as a corpus and link its sentences by words-in-common, "
    "cosine, or links (a judge's).",
)
@click.option("--topic", metavar="ID", help="Use this topic of the corpus only.")
@click.option(
    "--judge",
    metavar="ID",
    help="With --graph links: the judge whose cover to use. Default: the first.",
)
@click.option("--stop", is_flag=True, help="Ignore stop words in sentence graphs.")
@click.option(
    "--linked",
    is_flag=True,
    help="Leave out nodes without links. Default: each is a cluster of its own.",
)
@click.option("--unweighted", is_flag=True, help="Ignore the weights of links.")
@click.option("--undirected", is_flag=True, help="Treat a directed graph as undirected.")
@click.option("--seed", type=INTEGER, metavar="N", help="Break ties at random with this seed.")
@click.option(
    "--ties",
    type=IntegerRange(min=0),
    default=0,
    show_default=True,
    metavar="N",
    help="Run with N more seeds and report how much the result varies.",
)
@click.option("-o", "--out", metavar="FILE", type=FILE, help="Write the cover (.json or .tsv).")
@click.option(
    "--hierarchy",
    metavar="FILE",
    type=FILE,
    help="Write the whole hierarchy (.json, .nwk, .png, .svg or .pdf).",
)
@options.columns
def command(as_json: bool, **given: Any) -> None:
    """Find communities in a graph (TSV edge list, GraphML or GML; - reads standard input).

    Ties are broken by the natural order of names, so the order of lines in the file does not change
    the result. gn, greedy, leiden and gaac give partitions; conga and congo may overlap.
    leiden needs igraph, which is under the GPL.
    """
    from sumscope.app.detect import detect
    from sumscope.cli.progress import progress_bar
    from sumscope.cli.tables import show
    from sumscope.covers.detection import Detections

    with progress_bar(given["by"]) as progress:
        result = detect(**given, progress=progress)
    if isinstance(result, Detections) and len(result) == 1:
        # A corpus of one topic is one graph: the shape of a single answer.
        (result,) = result
    show(result, as_json)
