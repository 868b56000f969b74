"""Randomness only comes from an explicit seed."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sumscope.core.errors import SumscopeError
from sumscope.core.numbers import check_most

if TYPE_CHECKING:
    import numpy as np


def check_seed(seed: int, most: int | None = None) -> int:
    """A seed is a whole number from 0 up, to `most` where its user takes no more."""
    if isinstance(seed, bool) or not isinstance(seed, int) or seed < 0:
        raise SumscopeError(f"seed is {seed!r}", hint="give a whole number from 0 up")
    return seed if most is None else check_most("seed", seed, most)


def generator(seed: int) -> np.random.Generator:
    """A generator of random numbers from a checked seed."""
    import numpy as np

    return np.random.default_rng(check_seed(seed))
