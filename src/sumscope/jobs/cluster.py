"""A Dask cluster as an executor: reached or refused at once, watched while it works."""

from __future__ import annotations

import concurrent.futures
import contextlib
import importlib.metadata
import logging
import socket
import time
import warnings
from collections.abc import Callable, Iterator
from typing import Any, TypeVar
from urllib.parse import urlsplit

from sumscope._version import __version__
from sumscope.core.errors import SumscopeError
from sumscope.core.lazy import optional
from sumscope.core.notice import say

Result = TypeVar("Result")
# What speaks in the process of a client, and the messages that it remembers.
QUIET = (
    *(f"distributed.{name}" for name in ("client", "utils", "utils_comm", "core", "batched")),
    "distributed.comm.core",
    "distributed.comm.tcp",
    "tornado.application",
)
KEPT = {"distributed.admin.low-level-log-length": 10}
PATIENCE = 10.0  # seconds for a scheduler to answer
BETWEEN = 2.0  # seconds between two looks at the workers


class Cluster(concurrent.futures.Executor):
    """The workers of a Dask client; notices when they or their scheduler have gone.

    Every worker must have this version of sumscope: another one might give other numbers.
    """

    def __init__(self, client: Any, address: str = "the cluster") -> None:
        self._client, self._address = client, address
        self._executor = client.get_executor(pure=False)
        self._known: set[str] = set()
        self._empty = False
        self._looked = 0.0

    def submit(
        self, work: Callable[..., Result], /, *given: object, **named: object
    ) -> concurrent.futures.Future[Result]:
        """Send work to the cluster."""
        self.check()
        sent: concurrent.futures.Future[Result] = self._executor.submit(
            run_same, __version__, work, *given, **named
        )
        return sent

    def check(self) -> None:
        """Raise once the client has given up connecting; its futures would never be done."""
        if self._client.status in ("closing", "closed"):
            raise SumscopeError(
                "the Dask scheduler went away",
                hint="start the cluster and run the same command again; a run with -o resumes",
            ) from concurrent.futures.BrokenExecutor()  # the journal is kept
        if time.monotonic() - self._looked >= BETWEEN:
            self.look()
            self._looked = time.monotonic()

    def look(self) -> None:
        """Say that there are no workers; refuse those that cannot do the work."""
        try:
            present = set(self._client.sync(self._client.scheduler.ncores, callback_timeout=5))
            new = sorted(present - self._known)
            found = self._versions(new) if new else {}
        except Exception:  # the scheduler or a worker is going: `check` tells which
            return
        if not present and not self._empty:
            say(f"{self._address} has no workers; waiting for: dask worker HOST:PORT")
        self._empty = not present
        self._known = present
        for worker, version in found.items():
            _refuse(worker, version)

    def _versions(self, workers: list[str]) -> dict[str, object]:
        """The version that each worker has installed, or the error of asking."""
        # A function of Python itself, which a worker without sumscope has too.
        found: dict[str, object] = self._client.run(
            importlib.metadata.version, "sumscope", workers=workers, on_error="return"
        )
        return found


def _refuse(worker: str, version: object) -> None:
    hint = f"install sumscope {__version__} on every machine of the cluster"
    if isinstance(version, importlib.metadata.PackageNotFoundError):
        what = f"the Dask worker {worker} has no sumscope"
        raise SumscopeError(what, hint=hint) from concurrent.futures.BrokenExecutor()
    with contextlib.suppress(importlib.metadata.PackageNotFoundError):
        ours = importlib.metadata.version("sumscope")
        if isinstance(version, str) and version != ours:
            raise SumscopeError(
                f"the Dask worker {worker} has sumscope {version}, and this process {ours}",
                hint=hint,
            ) from concurrent.futures.BrokenExecutor()


def run_same(version: str, work: Callable[..., Result], *given: object, **named: object) -> Result:
    """What a worker runs: the work, if the sumscope that asks for it is its own."""
    if version != __version__:
        raise SumscopeError(
            f"a Dask worker has sumscope {__version__}, and the process that sent work {version}",
            hint=f"install sumscope {version} on every machine of the cluster",
        )
    return work(*given, **named)


def place(address: str) -> str:
    """HOST:PORT of the address `dask://HOST:PORT`; empty for another."""
    with contextlib.suppress(ValueError):  # a port that is none
        found = urlsplit(address)
        if found.scheme == "dask" and found.hostname and found.port:
            plain = not (found.path or found.query or found.fragment or found.username)
            return found.netloc if plain else ""
    return ""


@contextlib.contextmanager
def client_of(address: str) -> Iterator[Any]:
    """A client of the scheduler at `address`."""
    distributed = optional("distributed", "dask")
    try:
        # Dask tries a refused connection again and again; a name or a port may be wrong.
        found = urlsplit(address)
        socket.create_connection((found.hostname, found.port), PATIENCE).close()
        # A client remembers its last 1,000 messages, in which the texts of the chunks are.
        with optional("dask.config", "dask").set(KEPT), warnings.catch_warnings():
            # Of packages whose versions differ, in a table; only sumscope's matter to the numbers.
            warnings.filterwarnings("ignore", "Mismatched versions found")
            client = distributed.Client(f"tcp://{place(address)}", timeout=PATIENCE)
    except (OSError, ValueError, MemoryError) as error:
        # MemoryError: the first bytes of another server, read as the size of a message.
        raise SumscopeError(
            f"no Dask scheduler answers at {address}",
            hint="start one with: dask scheduler, then: dask worker HOST:PORT",
        ) from error
    # Dask logs a dead worker's chunk that is done again, and a lost scheduler with tracebacks.
    loggers = [logging.getLogger(name) for name in QUIET]
    levels = [logger.level for logger in loggers]
    for logger in loggers:
        logger.setLevel(logging.CRITICAL + 1)
    try:
        with client:
            yield client
    finally:
        for logger, level in zip(loggers, levels, strict=True):
            logger.setLevel(level)
