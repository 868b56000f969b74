"""The command line: parse, call the app, render."""

from __future__ import annotations

import sys


def main(args: list[str] | None = None) -> None:
    """Run `sumscope`; bad input ends in one line and status 2, Ctrl-C in status 130."""
    try:
        from sumscope.cli.shell import run

        status = run(args)
    except KeyboardInterrupt:  # while we were still being loaded, or already on the way out
        print("sumscope: interrupted", file=sys.stderr)
        status = 130
    sys.exit(status)
