"""A progress bar with an estimate, for people at a terminal, after two seconds."""

from __future__ import annotations

import contextlib
import os
import sys
import time
from collections.abc import Callable, Iterator

from sumscope.cli.shell import echo
from sumscope.core.notice import counted

PATIENCE = 2.0


def say_resumed(resumed: int, begun_anew: bool) -> None:
    """Say on standard error what became of an unfinished run found beside the output."""
    if begun_anew:
        echo("sumscope: note: discarded the partial results of a different job", err=True)
    if resumed:
        echo(f"sumscope: note: {counted(resumed, 'topic')} already done", err=True)


@contextlib.contextmanager
def resumable(out: str | None) -> Iterator[None]:
    """Say on Ctrl-C that finished work is kept and that the same command resumes."""
    try:
        yield
    except KeyboardInterrupt:
        if out is not None and os.path.exists(f"{out}.partial"):
            echo(
                f"\nsumscope: note: what is done is kept in {out}.partial; "
                "run the same command to resume",
                err=True,
            )
        raise


@contextlib.contextmanager
def progress_bar(what: str) -> Iterator[Callable[[int, int], None] | None]:
    """Yield a function `(done, total)` that draws the bar on standard error, or None."""
    if not sys.stderr.isatty() or os.environ.get("TERM") == "dumb":  # bars are for people
        yield None
        return
    from rich.console import Console
    from rich.progress import (
        BarColumn,
        Progress,
        TextColumn,
        TimeElapsedColumn,
        TimeRemainingColumn,
    )

    bar = Progress(
        TextColumn(what),
        BarColumn(),
        TextColumn("{task.percentage:>3.0f}%"),
        TimeElapsedColumn(),
        TextColumn("left"),
        TimeRemainingColumn(),
        console=Console(stderr=True),
        transient=True,
    )
    begun = time.monotonic()
    task = bar.add_task(what, total=None)
    shown = False

    def update(done: int, total: int) -> None:
        nonlocal shown
        if not shown and time.monotonic() - begun > PATIENCE:
            bar.start()
            shown = True
        bar.update(task, completed=done, total=total or None)

    try:
        yield update
    finally:
        if shown:
            bar.stop()
