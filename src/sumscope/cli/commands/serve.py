"""`sumscope serve`."""

from __future__ import annotations

import sys
from typing import Any

import click

from sumscope.cli.shell import echo
from sumscope.cli.types import FILE, INTEGER


@click.command("serve", epilog="Example: sumscope serve corpus.jsonl --db study.db")
@click.argument("corpora", metavar="[CORPUS|STUDY]...", type=FILE, nargs=-1)
@click.option(
    "--db",
    default="sumscope.db",
    show_default=True,
    metavar="FILE|URL",
    type=FILE,
    help="Database of the projects: a file, or a postgresql:// URL.",
)
@click.option("--host", default="127.0.0.1", show_default=True, help="Address to listen on.")
@click.option(
    "--port", type=INTEGER, default=8765, show_default=True, help="Port; 0 takes a free one."
)
@click.option(
    "--allow-host",
    "allow_hosts",
    multiple=True,
    metavar="NAME",
    help="Host name of a proxy in front of the server, repeatable.",
)
@click.option("--no-open", is_flag=True, help="Do not open a browser.")
def command(no_open: bool, **given: Any) -> None:
    """Start the annotation workbench in a browser.

    The first line on standard output is the owner's address. Projects can be made in the page from
    each CORPUS, or with sumscope gold new. The report of a STUDY (the folder of sumscope study) is
    shown with them; that of a CORPUS is made when it is opened. With another --host than this
    machine the owner needs a password, from SUMSCOPE_PASSWORD or asked for.
    """
    from sumscope.web.server import serve

    def ready(address: str, notes: tuple[str, ...]) -> None:
        echo(address)
        sys.stdout.flush()
        for note in notes:
            echo(f"sumscope: {note}", err=True)

    def ask() -> str:
        password: str = click.prompt("Password of the owner", hide_input=True, err=True)
        return password

    serve(**given, open_page=not no_open, ready=ready, ask=ask)
