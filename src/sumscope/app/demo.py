"""Study the example corpus that comes with the package."""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING

from sumscope.core.files import output_folder
from sumscope.core.progress import Progress

if TYPE_CHECKING:
    from sumscope.workbench.example import Demo


def demo(
    out: str | os.PathLike[str] = "sumscope-demo",
    progress: Progress | None = None,
) -> Demo:
    """Run a study of the embedded corpus; report, scores and corpus are written to `out`.

    `workbench.db`, a database for `sumscope serve`, is written too unless there is one already.

    >>> import sumscope
    >>> made = sumscope.demo("first-report")  # doctest: +SKIP
    """
    from sumscope.workbench.example import make_demo

    with output_folder(out):
        return make_demo(Path(out), progress)
