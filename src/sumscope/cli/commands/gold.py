"""`sumscope gold new|status|export|page|import|backup`."""

from __future__ import annotations

import click


@click.group("gold")
def command() -> None:
    """Manage annotation projects: create, follow, export and import them."""


@command.command(
    "new",
    epilog="Example: sumscope gold new study.db corpus.jsonl --task cluster --judge ann --judge bo",
)
@click.argument("db", metavar="DB")
@click.argument("corpus", metavar="CORPUS")
@click.option(
    "--task",
    required=True,
    metavar="cluster|link|extract|rate|prefer",
    help="What judges do.",
)
@click.option("--topic", "topics", multiple=True, metavar="ID", help="Use this topic, repeatable.")
@click.option("--judge", "judges", multiple=True, metavar="NAME", help="A judge, repeatable.")
@click.option(
    "--scale",
    "scales",
    multiple=True,
    metavar="NAME:LOW-HIGH",
    help="A scale to rate on, repeatable [default: quality:1-5].",
)
@click.option("--seed", type=int, default=0, show_default=True, help="Random seed of the orders.")
@click.option("--per-item", type=int, metavar="N", help="Judges per item [default: all].")
@click.option("--overlap", type=int, metavar="N", help="Items for every judge; deal out the rest.")
@click.option("--name", metavar="PROJECT", help="Name [default: the corpus and the task].")
@click.option("--whole", is_flag=True, help="Cluster all sentences, not a sample.")
@click.option("--words", type=int, metavar="N", help="Limit of an extract in words.")
@click.option("--rate", type=float, metavar="R", help="Limit of an extract as a share of words.")
@click.option(
    "--of", type=int, default=2, show_default=True, help="Summaries per comparison: 2 or 4."
)
@click.option("--pairs", type=int, metavar="N", help="Comparisons per topic [default: all].")
@click.option("--suggest", is_flag=True, help="Offer an order in which similar sentences are near.")
@click.option("--guidelines", metavar="FILE", help="Guidelines for the judges, a text file.")
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
    """Make a project of CORPUS in DB (a file, or a postgresql:// URL).

    Each judge gets a key: http://HOST:PORT/j/KEY is the judge's address while sumscope serve runs.
    """
    from sumscope.app import gold
    from sumscope.cli.shell import print_json
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
    click.echo(f"Project {made.name} ({made.project})")
    for judge in made.judges:
        click.echo(f"{judge.name}\t/j/{judge.key}")
    if not made.judges:
        click.echo("sumscope: note: the project has no judges yet; add them in the page", err=True)
    click.echo(f"Start with: sumscope serve --db {db}")
