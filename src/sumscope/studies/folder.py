"""Which files of its folder a study may write: its own, and those that do not exist yet."""

from __future__ import annotations

import contextlib
import json
import os
import re
from collections.abc import Iterable
from functools import cache
from pathlib import Path

from sumscope.core.errors import SumscopeError
from sumscope.core.files import atomic_write_text
from sumscope.studies.section import discover, pattern
from sumscope.studies.stages import WORK, Stages
from sumscope.studies.state import SCORES, STATE, read_state

WRITING = "writing.json"
TABLE_ENDINGS, FIGURE_ENDINGS = ("csv", "json", "tex"), ("svg", "png", "pdf")
PAGE = "index.html"


@cache
def _names() -> re.Pattern[str]:
    """Names of files that a study may write: those that its sections declare, and its own."""
    own = [PAGE, *SCORES, STATE]
    names = [*map(re.escape, own), r"topics/\d{5,}\.html"]
    for section in discover():
        for folder, outputs, endings in (
            ("tables", section.tables, TABLE_ENDINGS),
            ("figures", section.figures, FIGURE_ENDINGS),
        ):
            for output in outputs:
                names.append(rf"{folder}/{pattern(output).pattern}\.({'|'.join(endings)})")
    return re.compile("|".join(names), re.ASCII)


def is_output(name: str) -> bool:
    """Whether a study may write a file of this name into its folder."""
    return _names().fullmatch(name) is not None


def owned(folder: Path) -> set[str]:
    """Names that a complete or an interrupted study of ours wrote into the folder."""
    state = read_state(folder)
    names = [] if state is None else [STATE, *state["files"]]
    for path in folder.glob(f"{WORK}/*/{WRITING}"):
        with contextlib.suppress(OSError, ValueError, RecursionError):  # damaged: nothing known
            written = json.loads(path.read_text(encoding="utf-8"))
            names += written if isinstance(written, list) else []
    return {name for name in names if isinstance(name, str) and is_output(name)}


def check(folder: Path, corpus: object) -> None:
    """Before any work: refuse to write over the corpus, or over a file that is not ours."""
    there = [folder, *(folder / name for name in ("tables", "figures", "topics"))]
    paths = [path for place in there if place.is_dir() for path in place.iterdir()]
    names = [path.relative_to(folder).as_posix() for path in paths]
    if isinstance(corpus, str | os.PathLike) and os.path.exists(corpus):
        work = (folder / WORK).resolve()
        taken = (folder / name for name in names if is_output(name))
        if work in Path(corpus).resolve().parents or any(
            path.exists() and os.path.samefile(path, corpus) for path in taken
        ):
            raise SumscopeError(
                "the study would overwrite its input",
                where=os.fspath(corpus),
                hint="give another folder",
            )
    _refuse(folder, sorted(filter(is_output, names)))


def claim(stages: Stages, folder: Path, names: Iterable[str]) -> None:
    """Say which files will be written, so that an interrupted study knows them for its own."""
    names = list(names)
    _refuse(folder, [name for name in names if os.path.lexists(folder / name)])
    atomic_write_text(stages.path(WRITING), json.dumps(names))


def _refuse(folder: Path, names: Iterable[str]) -> None:
    ours = owned(folder)
    for name in names:
        if name not in ours:
            raise SumscopeError(
                "already exists and was not made by a study",
                where=str(folder / name),
                hint="give another folder, or move the file",
            )
