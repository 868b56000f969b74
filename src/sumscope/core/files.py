"""Files that are either whole or not there: temporary name, flush, rename."""

from __future__ import annotations

import contextlib
import os
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import IO

from sumscope.core.errors import SumscopeError


@contextlib.contextmanager
def atomic_write(path: str | os.PathLike[str]) -> Iterator[IO[bytes]]:
    """Yield a binary file that takes the name `path` only when everything was written.

    The folder is made where it does not exist. On an error the old file, if any, stays.
    """
    target = check_target(path)
    try:
        target.parent.mkdir(parents=True, exist_ok=True)
        handle, name = tempfile.mkstemp(dir=target.parent, prefix=f".{target.name}.", suffix=".tmp")
    except OSError as error:
        # The user knows the file that was asked for, not the temporary one.
        raise OSError(error.errno, error.strerror, str(target)) from None
    temporary = Path(name)
    try:
        with os.fdopen(handle, "wb") as file:
            yield file
            file.flush()
            os.fsync(file.fileno())
        temporary.chmod(0o666 & ~_umask())
        os.replace(temporary, target)
    except BaseException:
        with contextlib.suppress(FileNotFoundError):
            temporary.unlink()
        raise


def check_target(path: str | os.PathLike[str], *inputs: object) -> Path:
    """Refuse early what cannot become an output file: a folder, a file as folder, an input."""
    target = Path(path)
    if target.is_dir():
        raise SumscopeError("is a folder", where=str(target), mend="name a file to write")
    above = next((parent for parent in target.parents if parent.exists()), target.parent)
    if not above.is_dir():
        raise SumscopeError("is a file, not a folder", where=str(above), mend="choose another one")
    for item in inputs:
        known = isinstance(item, str | os.PathLike) and os.path.exists(item) and target.exists()
        if known and os.path.samefile(str(item), target):
            raise SumscopeError(
                "the output is the input", where=str(target), mend="give another file for it"
            )
    return target


def atomic_write_text(path: str | os.PathLike[str], text: str) -> None:
    """Write `text` as UTF-8 with Unix line ends, whole or not at all."""
    with atomic_write(path) as file:
        file.write(text.encode("utf-8"))


def _umask() -> int:
    current = os.umask(0)
    os.umask(current)
    return current
