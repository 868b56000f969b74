"""Parse numbers strictly and limit their size; random ones only come from an explicit seed."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, TypeVar

from sumscope.core.errors import SumscopeError

if TYPE_CHECKING:
    import numpy as np

Value = TypeVar("Value")
_PLAIN = re.compile(r"[+-]?(?:[0-9]+(?:\.[0-9]*)?|\.[0-9]+)(?:[eE][+-]?[0-9]+)?")
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


def plain_number(text: str) -> float:
    """A number as tables write it; ValueError for what only Python reads (`1_0`, `inf`)."""
    word = text.strip()
    if _PLAIN.fullmatch(word) is None:
        raise ValueError(text)
    return float(word)


def unique_keys(pairs: list[tuple[str, Value]]) -> dict[str, Value]:
    """The object of these pairs, for a JSON reader; KeyError names a key that is given twice."""
    made = dict(pairs)
    if len(made) < len(pairs):
        seen: set[str] = set()
        for key, _ in pairs:
            if key in seen:
                raise KeyError(key)
            seen.add(key)
    return made


def check_confidence(confidence: float) -> float:
    """A share of certainty lies between 0 and 1."""
    if not 0 < confidence < 1:
        raise SumscopeError(f"confidence is {confidence}", hint="give a number between 0 and 1")
    return confidence


def check_seed(seed: int, most: int | None = None) -> int:
    """A seed is a whole number from 0 up, to `most` where its user takes no more."""
    if isinstance(seed, bool) or not isinstance(seed, int) or seed < 0:
        raise SumscopeError(f"seed is {seed!r}", hint="give a whole number from 0 up")
    return seed if most is None else check_most("seed", seed, most)


def generator(seed: int) -> np.random.Generator:
    """A generator of random numbers from a checked seed."""
    import numpy as np

    return np.random.default_rng(check_seed(seed))
