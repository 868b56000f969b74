"""Words of messages: numbers with their nouns."""

from __future__ import annotations


def counted(number: int, noun: str, plural: str | None = None) -> str:
    """A number with its noun: 1 topic, 2 topics.

    >>> counted(1, "summary", "summaries"), counted(2, "summary", "summaries")
    ('1 summary', '2 summaries')
    """
    return f"{number} {noun if number == 1 else plural or noun + 's'}"
