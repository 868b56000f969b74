"""Limit linear algebra to one thread, so that sums have the same order on every machine."""

from __future__ import annotations

import contextlib
import importlib
from collections.abc import Iterator

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
