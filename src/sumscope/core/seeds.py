"""Randomness only comes from an explicit seed."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sumscope.core.errors import SumscopeError

if TYPE_CHECKING:
    import numpy as np


def check_seed(seed: int) -> int:
    """A seed is a whole number from 0 up."""
    if isinstance(seed, bool) or not isinstance(seed, int) or seed < 0:
        raise SumscopeError(f"seed is {seed!r}", mend="give a whole number from 0 up")
    return seed


def generator(seed: int) -> np.random.Generator:
    """A generator of random numbers from a checked seed."""
    import numpy as np

    return np.random.default_rng(check_seed(seed))
