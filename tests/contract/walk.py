"""Every command of the command line, with the words that call it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import click

from sumscope.cli.shell import sumscope


def _walk(command: click.Command, path: tuple[str, ...]) -> Iterator[tuple[tuple[str, ...], Any]]:
    if isinstance(command, click.Group):
        context = click.Context(command)
        for name in command.list_commands(context):
            found = command.get_command(context, name)
            assert found is not None
            yield from _walk(found, (*path, name))
    else:
        yield path, command


COMMANDS = list(_walk(sumscope, ()))
