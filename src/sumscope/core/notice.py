"""Notes to the user: one line on standard error.

Through `logging` (logger `sumscope`), so that programs can redirect or silence it; the command line
prints it as a note.
"""

from __future__ import annotations

import logging

LOGGER = logging.getLogger("sumscope")


def say(line: str) -> None:
    """Tell the user `line`."""
    LOGGER.warning("%s", " ".join(line.split()))


_SAID: set[str] = set()


def say_once(line: str) -> None:
    """Tell the user `line`, once in the life of the process."""
    if line not in _SAID:
        _SAID.add(line)
        say(line)
