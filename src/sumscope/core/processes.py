"""Tune the processes that compute: their garbage collector, their threads."""

from __future__ import annotations

import contextlib
import gc
import importlib
from collections.abc import Iterator


def collect_rarely() -> None:
    """Run the collector less often in the processes that we start ourselves.

    Reading a corpus creates millions of objects and hardly any reference cycles. With Python's
    default threshold the collector took a fifth of the time of `sumscope score`; with this one
    its cost cannot be measured.
    """
    gc.set_threshold(20_000)


# Each brings a pool of threads of its own, and only a library that is loaded can be limited.
_WITH_POOLS = ("numpy", "scipy.linalg", "sklearn.utils.extmath", "sklearn.ensemble")


@contextlib.contextmanager
def one_thread() -> Iterator[None]:
    """Compute on one thread while it lasts: the same input gives the same bytes on any machine."""
    from threadpoolctl import threadpool_limits

    for name in _WITH_POOLS:
        importlib.import_module(name)
    with threadpool_limits(limits=1):
        yield
