"""Which files of its folder a study may write: its own of before, and what is not there yet."""

from __future__ import annotations

import json
import os
import re
from collections.abc import Iterable
from pathlib import Path

from sumscope.core.errors import SumscopeError
from sumscope.core.files import atomic_write_text
from sumscope.studies.changes import STATE, read_state
from sumscope.studies.stages import WORK, Stages

WRITING = "writing.json"
_TABLES = (
    r"agreement|agreement-means|behaviour|changes|changes-why|co-clustering|communities"
    r"|correlation|distributions|edits|fields|growth|leaderboard-\d+|oddities|oracle-gaps|oracles"
    r"|pairs|peers|provenance|redundancy|signatures|split-and-merge|summaries|undefined"
)
_FIGURES = (
    r"agreement|co-clustering|correlation|dendrogram|distribution-\d+|growth|leaderboard-\d+"
    r"|oracle-gaps|p-values-\d+|redundancy-summaries|redundancy-systems|scatter-\d+"
    r"|sentence-graph|split-and-merge|wins-\d+"
)
_NAMES = re.compile(
    rf"index\.html|scores\.csv|scores\.csv\.meta\.json|{re.escape(STATE)}|topics/\d{{5,}}\.html"
    rf"|tables/({_TABLES})\.(csv|json|tex)|figures/({_FIGURES})\.(svg|png)",
    re.ASCII,
)


def is_output(name: str) -> bool:
    """Whether a study may write a file of this name into its folder."""
    return _NAMES.fullmatch(name) is not None


def owned(folder: Path) -> set[str]:
    """Names that a complete or an interrupted study of ours wrote into the folder."""
    state = read_state(folder)
    names = [] if state is None else [STATE, *state["files"]]
    for path in folder.glob(f"{WORK}/*/{WRITING}"):
        names += json.loads(path.read_text(encoding="utf-8"))
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
                "the study would write over its input",
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
                "is there already and no study made it",
                where=str(folder / name),
                hint="give another folder, or move the file",
            )
