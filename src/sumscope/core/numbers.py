"""Numbers that are asked for: not more than can be counted to."""

from __future__ import annotations

from sumscope.core.errors import SumscopeError

MOST = 2**31 - 1
MOST_RESAMPLES = 10_000_000


def check_most(name: str, value: int, most: int = MOST) -> int:
    """Refuse a number that no computer could work through."""
    if value > most:
        raise SumscopeError(f"{name} is {value}", hint=f"give {most} or less")
    return value


def check_resamples(resamples: int) -> int:
    """Draws behind intervals and tests: enough to say something, and not more than memory holds."""
    if resamples < 100:
        raise SumscopeError(f"{resamples} resamples are too few", hint="give 100 or more")
    return check_most("resamples", resamples, MOST_RESAMPLES)
