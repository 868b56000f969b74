"""Files: outputs are checked and locked before the work, written beside, renamed when complete.

Inputs are read as bytes, unpacked where they begin as gzip files do.
"""

from __future__ import annotations

import contextlib
import errno
import gzip
import io
import os
import secrets
import sys
import tempfile
import zlib
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import IO, Any, cast

from sumscope.core.errors import SumscopeError
from sumscope.core.locks import sole_writer


@contextlib.contextmanager
def atomic_write(path: str | os.PathLike[str], *, sync: bool = True) -> Iterator[IO[bytes]]:
    """Yield a binary file that takes the name `path` only when everything was written.

    The folder is made where it does not exist. On an error the old file, if any, stays. Without
    `sync` it is safe from a killed process but not from a power failure, which pays for many
    files that can be made again.
    """
    target = check_target(path)
    temporary: Path | None
    try:
        target.parent.mkdir(parents=True, exist_ok=True)
        handle, temporary = _temporary(target)
    except OSError as error:
        # The user knows the file that was asked for, not the temporary one.
        raise OSError(error.errno, error.strerror, str(target)) from None
    try:
        with os.fdopen(handle, "wb") as file:
            yield file
            file.flush()
            if sync:
                os.fsync(file.fileno())
            if temporary is None:
                temporary = _named(file.fileno(), target)
        umask = os.umask(0)  # there is no way to read it only
        os.umask(umask)
        temporary.chmod(0o666 & ~umask)
        os.replace(temporary, target)
    except BaseException:
        if temporary is not None:
            with contextlib.suppress(FileNotFoundError):
                temporary.unlink()
        raise


def _temporary(target: Path) -> tuple[int, Path | None]:
    """A file to write to, without a name where the system can, so that no kill leaves it behind."""
    nameless = getattr(os, "O_TMPFILE", None)
    if nameless is not None and os.path.exists("/proc/self/fd"):
        try:
            return os.open(target.parent, nameless | os.O_RDWR, 0o600), None
        except OSError as error:
            if error.errno not in (errno.EOPNOTSUPP, errno.EISDIR, errno.ENOENT, errno.EINVAL):
                raise
    handle, name = tempfile.mkstemp(dir=target.parent, prefix=f".{target.name}.", suffix=".tmp")
    return handle, Path(name)


def _named(handle: int, target: Path) -> Path:
    """Give a nameless file a temporary name beside its target."""
    folder = os.open(target.parent, os.O_RDONLY)
    try:
        while True:
            name = f".{target.name}.{secrets.token_hex(4)}.tmp"
            try:
                os.link(f"/proc/self/fd/{handle}", name, dst_dir_fd=folder)
            except FileExistsError:
                continue
            return target.parent / name
    finally:
        os.close(folder)


def read_bytes(path: str | os.PathLike[str]) -> bytes:
    """A whole file; `-` is standard input."""
    return sys.stdin.buffer.read() if os.fspath(path) == "-" else Path(path).read_bytes()


GZIP = b"\x1f\x8b"
#: How to turn a pickle that one trusts into something that is read.
FROM_PICKLE = (
    'if you trust it, write it as JSON: python -c "import json, pickle; '
    "json.dump(pickle.load(open('in.pkl', 'rb')), open('out.json', 'w'), default=list)\""
)


def refuse_packed(raw: bytes, where: str) -> None:
    """Refuse gzip and pickles where plain text is read: it is no matter of encodings."""
    if raw.startswith(GZIP):
        raise SumscopeError("the file is compressed with gzip", where=where, hint="unpack it first")
    if raw[:1] == b"\x80" and raw[1:2] in (b"\x02", b"\x03", b"\x04", b"\x05"):
        what = "this is a pickle, which can run any program"
        raise SumscopeError(what, where=where, hint=FROM_PICKLE)


def utf8(raw: bytes, where: str) -> str:
    """The text of a file's bytes, without its byte order mark; what is no text is refused."""
    refuse_packed(raw, where)
    bad = raw.find(b"\0")
    try:
        text = raw.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        bad = error.start
    if bad < 0:
        return text
    line = raw.count(b"\n", 0, bad) + 1
    raise SumscopeError("not UTF-8 text", where=f"{where}:{line}", hint="save the file as UTF-8")


def ending(path: str | os.PathLike[str], kinds: Sequence[str], what: str) -> str:
    """The one of `kinds` (`.csv`, `.jsonl.gz`) that a name ends in; other names are refused."""
    name = Path(path).name.lower()
    for kind in kinds:
        if name.endswith(kind) and name != kind:
            return kind
    listed = " or ".join(filter(None, (", ".join(kinds[:-1]), kinds[-1])))
    said = f"is not a file name for {what}"
    raise SumscopeError(said, where=os.fspath(path), hint=f"name it {listed}")


# What may be written beside an output: the work of an unfinished run, and how scores were made.
PARTIAL, META = ".partial", ".meta.json"
BESIDE = (PARTIAL, META)

PathLike = str | os.PathLike[str]


def check_standard_input(*inputs: object) -> None:
    """Refuse `-` for more than one input: it can be read only once."""
    if sum(isinstance(one, str) and one == "-" for one in inputs) > 1:
        raise SumscopeError("both files are standard input", hint="give one of them by name")


@contextlib.contextmanager
def output(
    out: PathLike | None,
    inputs: Iterable[object] = (),
    *,
    others: Iterable[PathLike | None] = (),
    stdout: bool = False,
) -> Iterator[None]:
    """Hold the right to write the file `out` while the work is done; None needs none.

    Before any work it is refused if it cannot be written, if it is one of the `inputs` (what is no
    path counts by its `paths`, if it has any) or of the `others` that the same call writes, or if
    another run writes it. `-` is refused unless `stdout`. The file itself is written with
    `atomic_write`: beside, and renamed when it is complete.
    """
    if out is None or (stdout and os.fspath(out) == "-"):
        yield
        return
    target = check_target(out, *inputs)
    if os.path.abspath(out) in {os.path.abspath(other) for other in others if other is not None}:
        raise SumscopeError(
            "two outputs have the same name", where=os.fspath(out), hint="give different names"
        )
    if not target.parent.exists():
        raise SumscopeError(  # a typo should not make a folder
            "the folder of the output does not exist",
            where=os.fspath(out),
            hint=f"make it first: mkdir -p {target.parent}",
        )
    with sole_writer(target):
        yield


@contextlib.contextmanager
def output_folder(out: PathLike | None) -> Iterator[None]:
    """Make a folder of outputs and hold the right to write in it; if it stays empty, it goes."""
    if out is None:
        yield
        return
    folder = Path(out)
    if os.fspath(out) == "-":
        raise SumscopeError("a folder cannot be written to standard output", hint="name a folder")
    if folder.exists() and not folder.is_dir():
        raise SumscopeError("is a file, expected a folder", where=str(folder), hint="name another")
    _writable(folder / "any")
    new = not folder.exists()
    folder.mkdir(parents=True, exist_ok=True)
    try:
        with sole_writer(folder):
            yield
    finally:
        if new:
            with contextlib.suppress(OSError):
                folder.rmdir()


def check_target(path: PathLike, *inputs: object) -> Path:
    """Refuse what cannot become an output file: a folder, a file as folder, an input."""
    target = Path(path)
    if os.fspath(path) == "-":
        raise SumscopeError("cannot be written to standard output", hint="name a file to write")
    if target.is_dir():
        raise SumscopeError("is a folder", where=str(target), hint="name a file to write")
    _writable(target)
    files = [file for one in inputs for file in getattr(one, "paths", (one,))]
    read = [file for file in files if isinstance(file, str | os.PathLike) and os.path.exists(file)]
    for end in ("", *BESIDE):
        written = target.with_name(target.name + end)
        if written.exists() and any(os.path.samefile(file, written) for file in read):
            needs = "the output needs this name, which is an input's"
            raise SumscopeError(
                needs if end else "the output is the input",
                where=str(written),
                hint="give another file for it",
            )
    return target


def _writable(target: Path) -> None:
    above = next((parent for parent in target.parents if parent.exists()), target.parent)
    if not above.is_dir():
        raise SumscopeError("is a file, not a folder", where=str(above), hint="choose another one")
    if not os.access(above, os.W_OK | os.X_OK):
        raise SumscopeError(
            "the folder is not writable", where=str(above), hint="choose another one"
        )


def atomic_write_text(path: str | os.PathLike[str], text: str, *, sync: bool = True) -> None:
    """Write `text` as UTF-8 with Unix line ends, atomically; see `atomic_write`."""
    with atomic_write(path, sync=sync) as file:
        file.write(text.encode("utf-8"))


def atomic_write_pieces(path: str | os.PathLike[str], pieces: Iterable[str]) -> None:
    """Write text that comes in pieces, without holding all of it."""
    with atomic_write(path) as file:
        for piece in pieces:
            file.write(piece.encode("utf-8"))


# Texts pack to a third or a tenth. What grows two hundredfold was made to fill the memory.
MOST_RATIO = 200
FREE = 128 << 20


def unpacked(file: Any, where: str, own: bool = False) -> IO[bytes]:
    """The bytes of a file that can be peeked at, unpacked where it begins as gzip files do.

    What is wrong with a gzip file is named. `own`: closing the stream closes the file.
    """
    if file.peek(2)[:2] != GZIP:
        return cast("IO[bytes]", file)
    return io.BufferedReader(_Unpacked(file, where, own), 1 << 16)


class _Counted:
    """Counts the packed bytes that were read."""

    def __init__(self, file: Any) -> None:
        self._file = file
        self.count = 0

    def read(self, size: int = -1) -> bytes:
        found: bytes = self._file.read(size)
        self.count += len(found)
        return found


class _Unpacked(io.RawIOBase):
    def __init__(self, file: Any, where: str, own: bool) -> None:
        self._file = file if own else None
        self._packed = _Counted(file)
        # It is read from start to end only, so that counting and reading are all it needs.
        self._content = gzip.GzipFile(fileobj=self._packed, mode="rb")  # type: ignore[call-overload]
        self._where = where
        self._count = 0

    def close(self) -> None:
        super().close()
        if self._file is not None:
            self._file.close()

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: Any) -> int:
        try:
            found: bytes = self._content.read(len(buffer))
        except (EOFError, gzip.BadGzipFile, zlib.error) as error:
            cut = isinstance(error, EOFError)
            what = "the gzip file ends early" if cut else f"the gzip file is damaged ({error})"
            hint = "fetch or write the file again"
            raise SumscopeError(what, where=self._where, hint=hint) from None
        self._count += len(found)
        if self._count > FREE and self._count > MOST_RATIO * self._packed.count:
            raise SumscopeError(
                f"the gzip file expands to more than {MOST_RATIO} times its size",
                where=self._where,
                hint="decompress it first if that is intended",
            )
        buffer[: len(found)] = found
        return len(found)
