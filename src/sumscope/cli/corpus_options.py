"""The options of every command that takes a corpus: `--columns` and `--peer`."""

from __future__ import annotations

import functools
from collections.abc import Callable
from typing import Any

import click

from sumscope.cli.types import FILE


def corpus_options(argument: str = "corpus") -> Callable[[Callable[..., Any]], Callable[..., Any]]:
    """Add the options that say how a table is read; `argument` names the command's corpus."""

    def decorate(work: Callable[..., Any]) -> Callable[..., Any]:
        @click.option(
            "--columns",
            metavar="ROLES",
            help='For a table: which column holds what, as in "reference=gold, peer=bart;pegasus".',
        )
        @click.option(
            "--peer",
            "added",
            nargs=2,
            multiple=True,
            metavar="NAME FILE",
            type=FILE,
            help="Add a system: a text file with one summary per line, or a table (repeatable).",
        )
        @functools.wraps(work)
        def with_corpus(
            columns: str | None, added: tuple[tuple[str, str], ...], **given: Any
        ) -> Any:
            if columns is not None or added:
                from sumscope.core.errors import SumscopeError
                from sumscope.corpus.stream import Corpus

                names = [name for name, _ in added]
                twice = next((name for name in names if names.count(name) > 1), None)
                if twice is not None:
                    raise SumscopeError(f"--peer {twice} is given twice", hint="rename one")
                one = given[argument]
                if isinstance(one, tuple) and len(one) == 1:
                    one = one[0]
                if not isinstance(one, str):
                    raise SumscopeError("--columns and --peer are for one corpus")
                made = Corpus(one, columns, dict(added) or None)
                given[argument] = (made,) if isinstance(given[argument], tuple) else made
            return work(**given)

        return with_corpus

    return decorate
