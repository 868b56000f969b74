"""Studies that a server shows: those of folders, and those it makes of corpora when asked."""

from __future__ import annotations

import shutil
import tempfile
import threading
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from sumscope.core.errors import SumscopeError
from sumscope.core.files import output_folder
from sumscope.corpus.stream import Source
from sumscope.report.live_page import live_report, live_topic, waiting_page
from sumscope.studies.folder import PAGE, is_output
from sumscope.studies.state import read_state

KINDS = {
    "html": "text/html; charset=utf-8",
    "svg": "image/svg+xml",
    "png": "image/png",
    "pdf": "application/pdf",
    "csv": "text/csv; charset=utf-8",
    "json": "application/json",
    "tex": "text/plain; charset=utf-8",
}


@dataclass(frozen=True)
class Shown:
    """A file of a study, ready to be sent."""

    content: bytes
    kind: str
    ready: bool = True


def is_study(path: str) -> bool:
    """Whether a path is the folder of a complete study."""
    return Path(path).is_dir() and read_state(Path(path)) is not None


class LiveStudies:
    """Studies by name; one of a corpus is made in the background, and again when it changes."""

    def __init__(self, studies: Mapping[str, str], corpora: Mapping[str, str]) -> None:
        self._folders = {name: Path(path) for name, path in studies.items()}
        self._corpora = {name: _Made(path) for name, path in corpora.items() if name not in studies}

    def listed(self) -> list[dict[str, str]]:
        """Name and kind (study or corpus) of each."""
        kinds = {**dict.fromkeys(self._folders, "study"), **dict.fromkeys(self._corpora, "corpus")}
        return [{"name": name, "kind": kind} for name, kind in kinds.items()]

    def read(self, name: str, file: str) -> Shown | None:
        """A file of a study; None where there is no such study or file."""
        folder = self._folders.get(name)
        made = self._corpora.get(name)
        if made is not None:
            try:
                told = made.progress()
            except SumscopeError as error:
                return _waiting(name, f"The report cannot be made: {error}.", again=False)
            if told is not None:
                return _waiting(name, told, again=True)
            folder = made.folder
        if folder is None:
            return None
        return _file(folder, file or PAGE)

    def close(self) -> None:
        """Remove what was made."""
        for made in self._corpora.values():
            shutil.rmtree(made.folder, ignore_errors=True)


def _waiting(name: str, words: str, again: bool) -> Shown:
    page = waiting_page(f"Study of {name}", words, again)
    return Shown(page.encode(), KINDS["html"], ready=False)


def _file(folder: Path, name: str) -> Shown | None:
    state = read_state(folder)
    if state is None:
        raise SumscopeError("is not the folder of a study", where=str(folder))
    if name not in state["files"] or not is_output(name):
        return None
    content = (folder / name).read_bytes()
    kind = KINDS[name.rpartition(".")[2]]
    if name.endswith(".html"):
        show = live_report if name == PAGE else live_topic
        content = show(content.decode("utf-8"), str(folder / name)).encode()
    return Shown(content, kind)


class _Made:
    """The study of one corpus file."""

    def __init__(self, corpus: str) -> None:
        self.corpus = Path(corpus)
        self.folder = Path(tempfile.gettempdir()) / "sumscope-none"
        self._lock = threading.Lock()
        self._thread: threading.Thread | None = None
        self._of: tuple[int, int] | None = None
        self._told = ""
        self._error: SumscopeError | None = None

    def progress(self) -> str | None:
        """The progress, or None once the study is complete; starts it if needed, raises errors."""
        with self._lock:
            if self._thread is not None and self._thread.is_alive():
                return self._told
            try:
                stat = self.corpus.stat()
            except OSError as error:
                raise SumscopeError("cannot be read", where=str(self.corpus)) from error
            now = (stat.st_mtime_ns, stat.st_size)
            if now == self._of:
                if self._error is not None:
                    raise self._error
                return None
            if self._of is None:
                self.folder = Path(tempfile.mkdtemp(prefix="sumscope-"))
            self._of, self._error = now, None
            self._told = "The report is being made."
            self._thread = threading.Thread(target=self._make, daemon=True)
            self._thread.start()
            return self._told

    def _make(self) -> None:
        from sumscope.studies.settings import Request
        from sumscope.studies.study import make_study

        def tell(done: int, total: int) -> None:
            self._told = f"The report is being made: part {done} of {total} is done."

        try:
            with output_folder(self.folder):
                make_study(Source(self.corpus), self.folder, Request(), progress=tell)
        except SumscopeError as error:
            self._error = error
        except Exception as error:
            self._error = SumscopeError(f"{type(error).__name__}: {error}")
