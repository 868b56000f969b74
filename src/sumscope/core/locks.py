"""Lock an output against a second run; the system releases the lock with the process."""

from __future__ import annotations

import contextlib
import datetime
import errno
import os
import socket
import sys
import time
import warnings
from collections.abc import Iterator
from pathlib import Path

from sumscope.core.errors import SumscopeError

_MARK = b"sumscope lock\n"
_NO_LOCKS = {errno.ENOLCK, errno.EOPNOTSUPP, errno.ENOSYS, errno.EINVAL}


@contextlib.contextmanager
def sole_writer(target: Path) -> Iterator[None]:
    """Hold the right to write `target`, a file or an existing folder.

    Another run that holds it, in this process or in any other, is an error that names it. The lock
    ends with the process however that ends; a lock file left behind by a killed one is taken over.
    """
    folder = target.is_dir()
    path = target / ".sumscope.lock" if folder else target.with_name(f".{target.name}.lock")
    handle = _acquire(path, target)
    try:
        yield
    finally:
        if sys.platform == "win32":  # an open file cannot be removed there
            os.close(handle)
            handle = -1
        with contextlib.suppress(OSError):
            path.unlink()
        if handle >= 0:
            os.close(handle)


def _acquire(path: Path, target: Path) -> int:
    while True:
        try:
            flags = os.O_RDWR | os.O_CREAT | getattr(os, "O_NOFOLLOW", 0)
            handle = os.open(path, flags, 0o666)
        except OSError as error:
            raise OSError(error.errno, error.strerror, str(path)) from None
        try:
            if not _try_lock(handle):
                raise SumscopeError(
                    f"another run is writing this output ({_holder(handle)})",
                    where=str(target),
                    hint="wait until it ends, or name another output",
                )
            if _is_still(handle, path):
                _sign(handle, path)
                return handle
        except BaseException:
            os.close(handle)
            raise
        os.close(handle)  # its holder removed it between our opening and our locking


def _try_lock(handle: int) -> bool:
    try:
        if sys.platform == "win32":
            import msvcrt

            os.lseek(handle, 1 << 30, os.SEEK_SET)  # far behind what others read
            msvcrt.locking(handle, msvcrt.LK_NBLCK, 1)
        else:
            import fcntl

            fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError as error:
        if error.errno in _NO_LOCKS:
            warnings.warn(
                "this file system has no locks: do not start a second run with the same output",
                stacklevel=5,
            )
            return True
        if error.errno in (errno.EAGAIN, errno.EACCES, errno.EDEADLK):
            return False
        raise
    return True


def _is_still(handle: int, path: Path) -> bool:
    try:
        return os.path.samestat(os.fstat(handle), os.stat(path, follow_symlinks=False))
    except FileNotFoundError:
        return False


def _sign(handle: int, path: Path) -> None:
    """Write who holds the lock; a file that is not a lock of ours is left as it is."""
    os.lseek(handle, 0, os.SEEK_SET)
    found = os.read(handle, 4096)
    if found and not found.startswith(_MARK[: len(found)]):
        raise SumscopeError(
            "exists and is not a lock file of sumscope",
            where=str(path),
            hint="move it, or name another output",
        )
    since = datetime.datetime.now(datetime.timezone.utc).strftime("%Y-%m-%d %H:%M:%S UTC")
    said = f"process {os.getpid()} on {socket.gethostname()}, since {since}\n"
    os.lseek(handle, 0, os.SEEK_SET)
    os.ftruncate(handle, 0)
    os.write(handle, _MARK + said.encode("utf-8", "replace"))


def _holder(handle: int) -> str:
    """Who holds the lock; a moment may pass between taking it and signing it."""
    for _ in range(20):
        os.lseek(handle, 0, os.SEEK_SET)
        found = os.read(handle, 4096)
        if found.startswith(_MARK) and found.endswith(b"\n") and len(found) > len(_MARK):
            said = found[len(_MARK) :].decode("utf-8", "replace").strip()
            return "".join(letter for letter in said if letter.isprintable())
        time.sleep(0.01)
    return "process unknown"
