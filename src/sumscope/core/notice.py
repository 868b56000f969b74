"""Notes to the user: one line on standard error, and the words of messages.

Notes go through `logging` (logger `sumscope`), so that programs can redirect or silence them; the
command line prints them.
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


def counted(number: int, noun: str, plural: str | None = None) -> str:
    """A number with its noun: 1 topic, 2 topics.

    >>> counted(1, "summary", "summaries"), counted(2, "summary", "summaries")
    ('1 summary', '2 summaries')
    """
    return f"{number} {noun if number == 1 else plural or noun + 's'}"
