"""Chunks through an executor, results in the order of the input, memory bounded.

Nothing here depends on how many workers there are or which of them answers first.
"""

from __future__ import annotations

import concurrent.futures
import contextlib
import os
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from typing import Any, TypeVar

from sumscope.core.errors import SumscopeError
from sumscope.core.numbers import check_most
from sumscope.core.processes import collect_rarely
from sumscope.jobs.cluster import Cluster, client_of, place

Task = TypeVar("Task")
Result = TypeVar("Result")
LOCAL = "local"
MOST_WORKERS = 1024
# Chunks under way on a cluster; more where it has more threads.
CLUSTER_WINDOW = 32
DASK_ERRORS = ("KilledWorker", "FutureCancelledError", "CommClosedError", "CancelledError")


@dataclass(frozen=True)
class Engine:
    """Where chunks are worked on: an executor, processes of this machine, or a Dask cluster.

    `workers` is the number of processes; None stands for as many as there are cores where the work
    is large. `address` is `local` or `dask://HOST:PORT`.
    """

    executor: concurrent.futures.Executor | None = None
    workers: int | None = None
    address: str = LOCAL

    def __post_init__(self) -> None:
        if self.workers is not None and not (isinstance(self.workers, int) and self.workers > 0):
            raise SumscopeError(f"workers is {self.workers!r}", hint="give 1 or more")
        check_most("workers", self.workers or 1, MOST_WORKERS)
        if self.executor is not None and not hasattr(self.executor, "submit"):
            raise SumscopeError(
                f"{self.executor!r} is not an executor",
                hint="give an executor of concurrent.futures",
            )
        if self.address != LOCAL and not place(self.address):
            raise SumscopeError(
                f"unknown engine {self.address!r}", hint="write local or dask://HOST:PORT"
            )

    @property
    def is_local(self) -> bool:
        """Whether workers see the files of this machine."""
        return self.executor is None and self.address == LOCAL

    @property
    def is_asked_for(self) -> bool:
        """Whether the caller wants more than this process."""
        return not self.is_local or (self.workers or 1) > 1

    @contextlib.contextmanager
    def open(self, worth_workers: bool = True) -> Iterator[tuple[Any, int]]:
        """An executor (None: this process) and how many chunks to keep under way.

        Without `worth_workers` no processes of this machine are started.
        """
        if self.executor is not None:
            yield self.executor, CLUSTER_WINDOW
        elif self.address == LOCAL:
            count = (self.workers or os.cpu_count() or 1) if worth_workers else 1
            with pool(count) as executor:
                yield executor, 4 * count
        else:
            with client_of(self.address) as client:
                window = max(CLUSTER_WINDOW, 2 * sum(client.ncores().values()))
                yield Cluster(client, self.address), window


#: The engine that is this process.
HERE = Engine(workers=1)


def in_order(
    work: Callable[[Task], Result],
    tasks: Iterable[Task],
    executor: concurrent.futures.Executor | None,
    window: int,
) -> Iterator[tuple[Task, Result]]:
    """Run `work` on every task, at most `window` at a time, and yield the results in task order."""
    if executor is None:
        for task in tasks:
            yield task, work(task)
        return
    waiting: deque[tuple[Task, concurrent.futures.Future[Result]]] = deque()
    try:
        for task in tasks:
            waiting.append((task, executor.submit(work, task)))
            if len(waiting) >= window:
                yield _first(waiting, executor)
        while waiting:
            yield _first(waiting, executor)
    finally:
        for _, future in waiting:
            future.cancel()


def _wait(future: concurrent.futures.Future[Result], executor: object) -> Result:
    """The result of a future, while its cluster is there."""
    while isinstance(executor, Cluster):
        done, _ = concurrent.futures.wait([future], timeout=1)
        if done:
            break
        executor.check()
    return future.result()


def _first(
    waiting: deque[tuple[Task, concurrent.futures.Future[Result]]], executor: object
) -> tuple[Task, Result]:
    task, future = waiting[0]
    try:
        result = _wait(future, executor)
    except concurrent.futures.BrokenExecutor as error:
        raise SumscopeError(
            "a worker process died: killed, out of memory, or started from a script whose call "
            'is not under if __name__ == "__main__":',
            hint="run it again (a run with -o resumes), with fewer workers if memory is short",
        ) from error
    except Exception as error:
        # Dask's own errors, told by name: it need not be installed here.
        if type(error).__name__ not in DASK_ERRORS:
            raise
        raise SumscopeError(
            "the Dask cluster gave up on a chunk: its workers died, or the scheduler went away",
            hint="look at the workers' memory and logs; a run with -o resumes",
        ) from concurrent.futures.BrokenExecutor(str(error))
    waiting.popleft()
    return task, result


@contextlib.contextmanager
def pool(workers: int) -> Iterator[Any]:
    """A process pool of `workers`, or None where the work is done in this process."""
    if workers <= 1:
        yield None
        return
    import multiprocessing

    context = multiprocessing.get_context("spawn")
    executor = concurrent.futures.ProcessPoolExecutor(
        workers, mp_context=context, initializer=_begin
    )
    try:
        yield executor
    except BaseException:
        executor.shutdown(wait=False, cancel_futures=True)
        for process in list((executor._processes or {}).values()):
            process.terminate()
        raise
    else:
        executor.shutdown()


def _begin() -> None:
    """Leave Ctrl-C to the parent, which ends the workers; end with it, however it ends."""
    import signal
    import threading

    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=_end_with_parent, daemon=True).start()
    collect_rarely()


def _end_with_parent() -> None:
    """Wait until the parent process is gone, by kill -9 too, and leave at once."""
    import multiprocessing
    import multiprocessing.connection
    import os

    parent = multiprocessing.parent_process()
    if parent is not None:
        multiprocessing.connection.wait([parent.sentinel])
        os._exit(1)
