"""`sumscope links fit|predict|evaluate|show`."""

from __future__ import annotations

import click

from sumscope.cli.corpus_options import corpus_options
from sumscope.cli.engine_options import engine_options
from sumscope.cli.shell import echo, print_json
from sumscope.cli.types import FILE, INTEGER, LINK_MODEL, METHOD, NamedOption
from sumscope.core.choices import Universe, values
from sumscope.core.wording import counted


@click.group("links")
def command() -> None:
    """Predict links between sentences and the communities they form."""


@command.command(
    "fit",
    short_help="Train a link model.",
    epilog="Example: sumscope links fit train.jsonl.gz -o links.json --kind logistic",
)
@click.argument("corpus", metavar="CORPUS", type=FILE)
@click.option(
    "-o", "--out", required=True, metavar="MODEL", type=FILE, help="Write the model here (.json)."
)
@click.option(
    "--kind",
    cls=NamedOption,
    default="weave",
    show_default=True,
    metavar="KIND",
    type=LINK_MODEL,
    help="Kind of model: weave (ours) or logistic (the paper's).",
)
@click.option(
    "--universe",
    default="linked",
    show_default=True,
    type=click.Choice(values(Universe)),
    help="Sentences whose pairs are used for training.",
)
@click.option("--seed", type=INTEGER, default=0, show_default=True, help="Random seed.")
@click.option("--note", help="Text to keep in the model, such as its source or licence.")
@corpus_options()
@click.option("--json", "as_json", is_flag=True, help="Print the model as JSON.")
def fit(
    corpus: str,
    out: str,
    kind: str,
    universe: str,
    seed: int,
    note: str | None,
    as_json: bool,
) -> None:
    """Train a link model on CORPUS, whose covers have one cluster per abstract sentence."""
    from sumscope.app import links as app
    from sumscope.cli.progress import progress_bar

    with progress_bar("training") as progress:
        made = app.fit(
            corpus,
            out,
            kind=kind,
            universe=universe,
            seed=seed,
            note=note,
            progress=progress,
        )
    if as_json:
        print_json(made.to_json())
        return
    facts = made.trained_on
    pairs = f"{facts['pairs']} pairs of " if "pairs" in facts else ""
    meetings = counted(int(str(facts["meetings"])), "meeting")
    echo(f"{out}: {made.name}, learned from {pairs}{meetings}", err=True)


@command.command(
    "predict", epilog="Example: sumscope links predict meetings.jsonl --model links.json --json"
)
@click.argument("corpus", metavar="CORPUS", type=FILE)
@click.option(
    "--model",
    required=True,
    metavar="MODEL",
    type=FILE,
    help="Model file written by sumscope links fit.",
)
@click.option(
    "--universe",
    default="all",
    show_default=True,
    type=click.Choice(values(Universe)),
    help="Sentences whose pairs are predicted.",
)
@click.option(
    "--by",
    default="linkage",
    show_default=True,
    metavar="NAME",
    type=METHOD,
    help="How to find communities: linkage, or a method of sumscope detect.",
)
@click.option(
    "-k",
    type=INTEGER,
    help="Number of communities among linked sentences. Default: chosen by the method.",
)
@click.option("-o", "--out", metavar="FILE", type=FILE, help="Write the JSON (.json).")
@corpus_options()
@click.option("--json", "as_json", is_flag=True, help="Print JSON.")
@engine_options
def predict(
    corpus: str,
    model: str,
    universe: str,
    by: str,
    k: int | None,
    out: str | None,
    as_json: bool,
    workers: int | None,
    engine: str,
) -> None:
    """Predict links and communities of the sentences of CORPUS."""
    from sumscope.app import links as app
    from sumscope.cli.progress import progress_bar
    from sumscope.cli.tables import print_table

    with progress_bar("predicting") as progress:
        found = app.predict(
            corpus,
            model,
            universe=universe,
            by=by,
            k=k,
            out=out,
            workers=workers,
            engine=engine,
            progress=progress,
        )
    if as_json:
        print_json(found.to_json())
        return
    rows = []
    for topic in found.topics:
        several = [c for c in topic.cover.clusters if len(c) > 1]
        largest = max(map(len, several), default=0)
        counts = (len(topic.cover.items), len(topic.links), len(several), largest)
        rows.append([topic.topic, *map(str, counts)])
    print_table(
        f"Links and communities ({by}, universe {universe})",
        ["topic", "sentences", "links", "communities", "largest"],
        rows,
    )


@command.command(
    "evaluate",
    short_help="Evaluate a model: links, communities and tests.",
    epilog="Example: sumscope links evaluate dev.jsonl.gz --model links.json --by gn --by conga",
)
@click.argument("corpus", metavar="CORPUS", type=FILE)
@click.option(
    "--model",
    required=True,
    metavar="MODEL",
    type=FILE,
    help="Model file written by sumscope links fit.",
)
@click.option(
    "--universe",
    default="linked",
    show_default=True,
    type=click.Choice(values(Universe)),
    help="Sentences whose pairs are evaluated.",
)
@click.option(
    "--by",
    multiple=True,
    metavar="NAME",
    type=METHOD,
    help="How to find communities: linkage, or a method of sumscope detect "
    "(repeatable). Default: linkage, gn and congo (linkage alone for "
    "--universe all).",
)
@click.option(
    "-k",
    type=INTEGER,
    help="Number of communities for graph methods. Default: the mean in training.",
)
@click.option("--each", is_flag=True, help="Show every meeting.")
@corpus_options()
@click.option("--json", "as_json", is_flag=True, help="Print JSON.")
@engine_options
def evaluate(
    corpus: str,
    model: str,
    universe: str,
    by: tuple[str, ...],
    k: int | None,
    each: bool,
    as_json: bool,
    workers: int | None,
    engine: str,
) -> None:
    """Evaluate MODEL on CORPUS: precision, recall, F and AUROC of links, Omega of communities."""
    from sumscope.app import links as app
    from sumscope.cli.progress import progress_bar
    from sumscope.cli.tables import print_table

    with progress_bar("judging") as progress:
        found = app.evaluate(
            corpus,
            model,
            universe=universe,
            by=by or None,
            k=k,
            workers=workers,
            engine=engine,
            progress=progress,
        )
    if as_json:
        print_json(found.to_json())
        return
    names = ("precision", "recall", "f", "auroc")
    rows = [
        [who, *(_show(found.mean(name, baseline)) for name in names)]
        for who, baseline in (
            ("lower bound", "lower-bound"),
            ("message links", "message-links"),
            (found.model, None),
        )
    ]
    title = f"Links, means over {counted(len(found.meetings), 'meeting')}, universe {universe}"
    print_table(title, ["system", *names], rows)
    inside, whole = found.omega_universe, found.omega
    rows = [[name, _show(whole[name]), _show(inside[name])] for name in found.algorithms]
    if found.human is not None:
        rows.append(["between judges", _show(found.human), "–"])
    heading = ["by", "all sentences", f"universe {universe}"]
    print_table(f"Omega of communities (graph methods at k = {found.k})", heading, rows)
    tests = [
        [f"{t['left']} - {t['right']}", *map(_show, (t["difference"], t["t"], t["p"]))]
        for t in found.tests
    ]
    if tests:
        print_table("Paired t-tests of Omega over all sentences", ["", "mean", "t", "p"], tests)
    if each:
        rows = [
            [m.topic, m.judge, *(_show(getattr(m.links, n)) for n in names)]
            + [_show(m.omega[a]) for a in found.algorithms]
            for m in found.meetings
        ]
        print_table("Meetings", ["topic", "judge", *names, *found.algorithms], rows, 2)


@command.command("show", epilog="Example: sumscope links show links.json")
@click.argument("model", metavar="MODEL", type=FILE)
@click.option("--json", "as_json", is_flag=True, help="Print JSON.")
def show(model: str, as_json: bool) -> None:
    """Show the weights of MODEL and what it was trained on."""
    from sumscope.app import links as app
    from sumscope.cli.tables import print_table

    tables = app.show(model)
    if as_json:
        print_json(tables.to_json())
        return
    rows = tables.rows()
    heading = list(rows[0])
    shown = [[v if isinstance(v, str) else f"{v:.4g}" for v in row.values()] for row in rows]
    words = sum(isinstance(v, str) for v in rows[0].values())
    print_table(f"Link model {tables.model.name}", heading, shown, words)
    facts = ", ".join(f"{key} {value}" for key, value in tables.model.trained_on.items())
    echo(f"Trained on: {facts}")
    echo(f"k = {tables.model.k} communities")


def _show(value: float | None) -> str:
    return "–" if value is None else f"{value:.3f}"
