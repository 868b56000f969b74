"""How often Python looks for values that hold each other."""

from __future__ import annotations

import gc


def collect_rarely() -> None:
    """For processes of our own: a corpus makes values by the million, hardly any in a circle.

    Looking for circles every 700 new values, as is the default, took a fifth of the time of
    `sumscope score`; every 20,000 it costs next to nothing, in time and in memory.
    """
    gc.set_threshold(20_000)
