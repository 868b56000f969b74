"""Reproduce a paper's tables, with our values beside the published ones.

Each paper is a file `papers/PAPER.py` with a docstring that begins with its title, `DATA`
(what the folder holds) and `run(data, progress) -> Reproduction`. `papers/data/PAPER.json` has the
published figures.
"""

from __future__ import annotations

import importlib
import inspect
import os
import pkgutil
from typing import TYPE_CHECKING, Any

from sumscope.core.errors import SumscopeError, nearest
from sumscope.core.files import output_folder
from sumscope.core.progress import Progress

if TYPE_CHECKING:
    from sumscope.report.reproduction import Reproduction

# Before every title where no data was given: the numbers are of invented texts.
EXAMPLE = "EXAMPLE DATA"


def papers() -> list[str]:
    """The papers that can be reproduced."""
    package = importlib.import_module("sumscope.papers")
    names = (found.name for found in pkgutil.iter_modules(package.__path__))
    return sorted(name for name in names if not name.startswith("_"))


def reproduce(
    paper: str,
    data: str | os.PathLike[str] | None = None,
    *,
    out: str | os.PathLike[str] | None = None,
    limit: str | int | None = None,
    progress: Progress | None = None,
) -> Reproduction:
    """Run the experiment of a `paper` on `data`, or on the embedded example if the paper allows it.

    The texts of the example are invented: every title then begins with EXAMPLE DATA. `limit` is the
    length of summaries in papers that have one (hirao2017: 100 words, 665b bytes). With `out`,
    tables (.csv, .tex), figures (.png, .svg) and results.json are written to it.

    >>> import sumscope
    >>> result = sumscope.reproduce("geiss2009")  # doctest: +SKIP
    """

    known = papers()
    if paper not in known:
        raise SumscopeError(f"unknown paper {paper!r}", hint=nearest(paper, known))
    module: Any = importlib.import_module(f"sumscope.papers.{paper}")
    if data is not None and not os.path.exists(data):
        raise SumscopeError("no such file or folder", where=os.fspath(data))
    options = {} if limit is None else {"limit": str(limit)}
    if options and "limit" not in inspect.signature(module.run).parameters:
        raise SumscopeError(f"{paper} has no length limit", hint="leave --limit out")
    with output_folder(out):
        where = None if data is None else os.fspath(data)
        result: Reproduction = module.run(where, progress, **options)
        if data is None:
            result = result.marked(EXAMPLE)
        if out is not None:
            result.write(out)
    return result
