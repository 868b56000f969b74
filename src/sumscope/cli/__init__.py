"""The command line: parse, call the app, render."""

from __future__ import annotations

import sys


def main(args: list[str] | None = None) -> None:
    """Run `sumscope`; bad input ends in one line and status 2, Ctrl-C in status 130."""
    from sumscope.cli.shell import run

    sys.exit(run(args))
