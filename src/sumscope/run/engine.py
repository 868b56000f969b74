"""Chunks through an executor, results in the order of the input, memory bounded.

Nothing here depends on how many workers there are or which of them answers first.
"""

from __future__ import annotations

import concurrent.futures
import contextlib
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from typing import Any, TypeVar

from sumscope.core.errors import SumscopeError
from sumscope.core.garbage import collect_rarely

Task = TypeVar("Task")
Result = TypeVar("Result")


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
                yield _first(waiting)
        while waiting:
            yield _first(waiting)
    finally:
        for _, future in waiting:
            future.cancel()


def _first(waiting: deque[tuple[Task, concurrent.futures.Future[Result]]]) -> tuple[Task, Result]:
    task, future = waiting[0]
    try:
        result = future.result()
    except concurrent.futures.BrokenExecutor as error:
        raise SumscopeError(
            "a worker process died: killed, out of memory, or started from a script whose call "
            'is not under if __name__ == "__main__":',
            hint="run it again (a run with -o resumes), with fewer workers if memory is short",
        ) from error
    waiting.popleft()
    return task, result


@contextlib.contextmanager
def pool(workers: int, chunks_expected: int | None = None) -> Iterator[Any]:
    """A process pool of `workers`, or None where the work is done in this process."""
    if workers <= 1 or (chunks_expected is not None and chunks_expected <= 1):
        yield None
        return
    import multiprocessing

    context = multiprocessing.get_context("spawn")
    made = concurrent.futures.ProcessPoolExecutor(workers, mp_context=context, initializer=_begin)
    try:
        yield made
    except BaseException:
        made.shutdown(wait=False, cancel_futures=True)
        for process in list((made._processes or {}).values()):
            process.terminate()
        raise
    else:
        made.shutdown()


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


@contextlib.contextmanager
def engine(address: str, workers: int, chunks_expected: int | None = None) -> Iterator[Any]:
    """The executor that `--engine` names: `local`, or `dask://HOST:PORT`."""
    if address == "local":
        with pool(workers, chunks_expected) as made:
            yield made
        return
    if not address.startswith("dask://") or len(address) <= len("dask://"):
        raise SumscopeError(
            f"there is no engine {address!r}", hint="write local or dask://HOST:PORT"
        )
    from sumscope.core.lazy import optional

    distributed = optional("distributed", "dask")
    try:
        client = distributed.Client("tcp://" + address[len("dask://") :], timeout="10s")
    except (OSError, ValueError, TimeoutError) as error:
        raise SumscopeError(
            f"no Dask scheduler answers at {address}",
            hint="start one with: dask scheduler, then: dask worker HOST:PORT",
        ) from error
    with client:
        yield client.get_executor(pure=False)
