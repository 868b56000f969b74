"""`sumscope detect`."""

from __future__ import annotations

import click

from sumscope.cli.corpus_options import corpus_options
from sumscope.cli.shell import echo, print_json
from sumscope.cli.types import FILE, INTEGER, METHOD, NUMBER, IntegerRange, NamedOption
from sumscope.core.wording import counted


@click.command(
    "detect",
    short_help="Find communities in a graph or among sentences.",
    epilog="Examples: sumscope detect links.tsv --by conga -k 18 "
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
@corpus_options("source")
@click.option("--json", "as_json", is_flag=True, help="Print JSON.")
def command(
    source: str,
    by: str,
    k: int | None,
    above: float | None,
    horizon: int | None,
    graph: str | None,
    topic: str | None,
    judge: str | None,
    stop: bool,
    linked: bool,
    unweighted: bool,
    undirected: bool,
    seed: int | None,
    ties: int,
    out: str | None,
    hierarchy: str | None,
    as_json: bool,
) -> None:
    """Find communities in a graph (TSV edge list, GraphML or GML; - reads standard input).

    Ties are broken by the natural order of names, so the order of lines in the file does not change
    the result. gn, greedy, leiden and gaac give partitions; conga and congo may overlap.
    leiden needs igraph, which is under the GPL.
    """
    from sumscope.app.detect import detect
    from sumscope.cli.progress import progress_bar
    from sumscope.covers.detection import Detections

    with progress_bar(by) as progress:
        found = detect(
            source,
            by,
            k,
            horizon,
            graph=graph,
            above=above,
            topic=topic,
            judge=judge,
            stop=stop,
            linked=linked,
            unweighted=unweighted,
            undirected=undirected,
            seed=seed,
            ties=ties,
            out=out,
            hierarchy=hierarchy,
            progress=progress,
        )
    several = list(found) if isinstance(found, Detections) else [found]
    if as_json:
        # A corpus of one topic is one graph: the shape of a single answer.
        print_json(found.to_json() if len(several) != 1 else several[0].to_json())
        return
    for one in several:
        title = f"{one.topic}: " if one.topic is not None else ""
        echo(
            f"{title}{counted(len(one.clusters), 'cluster')} by {one.hierarchy.algorithm}, "
            f"{counted(one.division.steps, 'step')}, modularity {one.division.modularity:.4f}"
        )
        for number, cluster in enumerate(one.clusters, 1):
            echo(f"{number}\t{' '.join(cluster)}")
        if one.ties is not None:
            from statistics import fmean

            omega, runs = one.ties.omega, len(one.ties.covers)
            agree = f", Omega between them {fmean(omega):.3f} on average" if omega else ""
            different = counted(one.ties.different, "different cover")
            echo(f"ties: {different} in {counted(runs, 'run')}{agree}")
