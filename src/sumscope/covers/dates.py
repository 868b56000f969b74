"""The calendar day of a date as corpora write it, whatever time of day or zone follows."""

from __future__ import annotations

import re
from datetime import date

_MONTHS = ("jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec")
_NUMBERS = re.compile(r"\s*(\d{4})([-/.])(\d{1,2})\2(\d{1,2})(?!\d)")
_COMPACT = re.compile(r"\s*(\d{4}|\d{2})(\d{2})(\d{2})(?!\d)")
_MONTH_FIRST = re.compile(r"\b([A-Za-z]{3,9})\.?\s+(\d{1,2})(?:st|nd|rd|th)?,?\s+(\d{4})\b")
_DAY_FIRST = re.compile(r"\b(\d{1,2})(?:st|nd|rd|th)?[\s-]+([A-Za-z]{3,9})\.?,?[\s-]+(\d{4})\b")
_SLASHES = re.compile(r"\s*(\d{1,2})/(\d{1,2})/(\d{4})\b")
_TIME = re.compile(r"\b(?:\d{4}-\d{2}-\d{2}T)?(\d{1,2}):(\d{2})(?::(\d{2}))?")


def calendar_day(text: str) -> str:
    """The day of a date as YYYY-MM-DD, as it is written: a zone does not move it.

    Knows ISO dates with any time and zone, `20040501`, `040501`, names of months in English
    (`May 1, 2004`, `1 May 2004`) and `5/1/2004`, month first. Other text stands for itself.

    >>> calendar_day("2004-05-01T23:30:00-05:00"), calendar_day("Sat, 1 May 2004 10:00 GMT")
    ('2004-05-01', '2004-05-01')
    """
    for pattern, order in (
        (_NUMBERS, (1, 3, 4)),
        (_COMPACT, (1, 2, 3)),
        (_MONTH_FIRST, (3, 1, 2)),
        (_DAY_FIRST, (3, 2, 1)),
        (_SLASHES, (3, 1, 2)),
    ):
        search = pattern.search if pattern in (_MONTH_FIRST, _DAY_FIRST) else pattern.match
        found = search(text)
        day = None if found is None else _day(*(found[part] for part in order))
        if day is not None:
            return day
    return " ".join(text.split())


def time_of_day(text: str) -> str:
    """The time in a date as HH:MM:SS, or nothing; zones are ignored."""
    found = _TIME.search(text)
    return "" if found is None else f"{int(found[1]):02}:{found[2]}:{found[3] or '00'}"


def _day(year: str, month: str, day: str) -> str | None:
    number = int(month) if month.isdigit() else _month(month)
    whole = int(year) + (1900 if int(year) > 50 else 2000) if len(year) == 2 else int(year)
    try:
        return date(whole, number, int(day)).isoformat()
    except ValueError:
        return None


def _month(name: str) -> int:
    short = name[:3].lower()
    return _MONTHS.index(short) + 1 if short in _MONTHS else 0
