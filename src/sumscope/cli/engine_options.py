"""The options of commands that run in parallel: `--workers` and `--engine`."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import click

from sumscope.cli.types import IntegerRange


def engine_options(work: Callable[..., Any]) -> Callable[..., Any]:
    """Add the options that say where the work is done."""
    with_engine = click.option(
        "--engine",
        default="local",
        show_default=True,
        metavar="ENGINE",
        help="local, or dask://HOST:PORT for a Dask cluster.",
    )
    with_workers = click.option(
        "--workers", type=IntegerRange(min=1), metavar="N", help="Number of worker processes."
    )
    return with_workers(with_engine(work))
