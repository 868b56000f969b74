"""Tune the cyclic garbage collector."""

from __future__ import annotations

import gc


def collect_rarely() -> None:
    """Run the collector less often in the processes that we start ourselves.

    Reading a corpus creates millions of objects and hardly any reference cycles. With Python's
    default threshold the collector took a fifth of the time of `sumscope score`; with this one
    its cost cannot be measured.
    """
    gc.set_threshold(20_000)
