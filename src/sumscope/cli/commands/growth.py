"""`sumscope growth`."""

from __future__ import annotations

import click

from sumscope.cli.engine_options import engine_options
from sumscope.cli.shell import echo, print_json
from sumscope.cli.types import FILE


@click.command(
    "growth",
    short_help="Measure how evenly the word network of a text grows.",
    epilog="Example: sumscope growth manual.txt system.txt --lang pt --plot g.png",
)
@click.argument("files", metavar="FILE...", type=FILE, nargs=-1, required=True)
@click.option(
    "--lang",
    metavar="L",
    help="Language of the texts. Default: English or Portuguese, detected by stop words.",
)
@click.option(
    "--curve",
    is_flag=True,
    help="Print the growth curves: associations M, components f(M), straight line g(M).",
)
@click.option(
    "--plot", metavar="OUT", type=FILE, help="Plot the growth curves (.png, .svg or .pdf)."
)
@click.option(
    "--network",
    is_flag=True,
    help="Also show clustering coefficient, degree, path length, degree distribution and hubs.",
)
@click.option(
    "--draw", metavar="OUT", type=FILE, help="Draw the word network of one text (.png, .svg, .pdf)."
)
@click.option(
    "--export",
    metavar="OUT",
    type=FILE,
    help="Write the word network of one text (.tsv or .graphml).",
)
@click.option("--stop-words", metavar="FILE", type=FILE, help="File of stop words, one per line.")
@click.option("--encoding", default="utf-8", show_default=True, help="Encoding of the texts.")
@click.option("--json", "as_json", is_flag=True, help="Print JSON.")
@engine_options
def command(
    files: tuple[str, ...],
    lang: str | None,
    curve: bool,
    plot: str | None,
    network: bool,
    draw: str | None,
    export: str | None,
    stop_words: str | None,
    encoding: str,
    as_json: bool,
    workers: int | None,
    engine: str,
) -> None:
    """Compute the network growth deviation of texts (- reads standard input); lower is better.

    Compare values only between texts of similar length (Pardo et al. 2006).
    """
    from sumscope.app.growth import growth
    from sumscope.cli.progress import progress_bar
    from sumscope.cli.tables import print_table
    from sumscope.core.table import show

    with progress_bar("reading") as progress:
        table = growth(
            files,
            lang=lang,
            curve=curve,
            network=network,
            plot=plot,
            draw=draw,
            export=export,
            stop_words=stop_words,
            encoding=encoding,
            workers=workers,
            engine=engine,
            progress=progress,
        )
    if as_json:
        print_json(table.to_json())
        return
    if curve:
        echo("file\tM\tcomponents\tline")
        for row in table:
            points = zip(
                row.network.components().tolist(), row.network.line().tolist(), strict=True
            )
            echo("\n".join(f"{row.file}\t{m}\t{f}\t{g:.6g}" for m, (f, g) in enumerate(points)))
        return
    heading = ["text", "nodes", "associations", "deviation"]
    rows = []
    for row in table:
        cells = [row.file, str(row.nodes), str(row.associations), show(row.deviation, 5)]
        if network:
            found = row.measures()
            cells += map(show, (found["clustering"], found["degree"], found["path"]))
        rows.append(cells)
    print_table("Growth", heading + (["clustering", "degree", "path"] if network else []), rows)
    for row in table:
        if row.reason is not None:
            echo(f"{row.file}: no deviation: {row.reason}")
    if network:
        for row in table:
            if row.nodes:
                degrees = row.network.degree_distribution()
                said = ", ".join(f"{degree}: {count}" for degree, count in degrees.items())
                hubs = ", ".join(f"{lemma} ({degree})" for lemma, degree in row.network.hubs())
                echo(f"{row.file}: lemmas by degree: {said}")
                echo(f"{row.file}: hubs: {hubs}")
    for name, what in ((plot, "curves and lines"), (draw, "network"), (export, "network")):
        if name is not None:
            echo(f"{name}: {what}", err=True)
