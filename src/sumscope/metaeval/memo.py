"""A cache of arrays with a size limit."""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from typing import Any, TypeVar

import numpy as np
from numpy.typing import NDArray

from sumscope.metaeval.bootstrap import Draws

Array = TypeVar("Array", bound=NDArray[Any])
_MOST_BYTES = 1 << 28


class Memo:
    """What was made of a matrix, by name, content and draws.

    A measure meets every human score, and a human score every measure: what is made of one of
    them alone is made once.
    """

    def __init__(self) -> None:
        self._made: dict[tuple[object, ...], tuple[Draws | None, NDArray[Any]]] = {}
        self._bytes = 0

    def of(
        self,
        name: str,
        values: NDArray[np.float64],
        draws: Draws | None,
        make: Callable[[NDArray[np.float64]], Array],
    ) -> Array:
        """`make(values)`, or what it gave before for the same values and draws."""
        content = hashlib.blake2b(values.tobytes(), digest_size=16).digest()
        key = (name, values.shape, content, id(draws))
        if key in self._made:
            return self._made[key][1]  # type: ignore[return-value]
        made = make(values)
        if self._bytes + made.nbytes <= _MOST_BYTES:
            self._made[key] = (draws, made)  # the draws are kept, so that no other has their id
            self._bytes += made.nbytes
        return made
