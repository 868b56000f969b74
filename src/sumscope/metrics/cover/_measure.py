"""CoverMeasure: a measure of two covers as a value that can be called."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable
from numbers import Integral
from typing import ClassVar

import numpy as np
import numpy.typing as npt

from sumscope.core.choices import Completion
from sumscope.core.cover import Cover
from sumscope.core.errors import SumscopeError
from sumscope.core.measure import Better, Traits, measure, parse
from sumscope.core.values import Undefined
from sumscope.metrics.cover._pair import CoverPair, Ints

Score = Callable[[CoverPair], float | Undefined]


class CoverMeasure(ABC):
    """A measure of two covers of the same items: call it with two label arrays or two covers.

    >>> from sumscope.metrics.cover import VWeighted, v
    >>> round(v([0, 0, 1, 1], ["a", "b", "b", "b"]), 3)
    0.344
    >>> round(VWeighted(beta=2)([0, 0, 1, 1], ["a", "b", "b", "b"]), 3)
    0.356
    """

    traits: ClassVar[Traits]

    @abstractmethod
    def score(self, pair: CoverPair) -> float | Undefined:
        """Return the value of a pair that has items, or `Undefined` with the reason."""

    def __call__(
        self,
        left: npt.ArrayLike | Cover,
        right: npt.ArrayLike | Cover,
        *,
        complete: Completion = "singletons",
    ) -> float | Undefined:
        """Compare two arrays of one label per item, or two covers; left is the standard.

        Labels are whole numbers or words, as in scikit-learn. Items that a cover leaves out are
        added as `complete` says: each on its own (`singletons`), or together (`bucket`).
        """
        if isinstance(left, Cover) and isinstance(right, Cover):
            return evaluate(self, CoverPair.of(left, right, complete=complete))
        if isinstance(left, Cover) or isinstance(right, Cover):
            raise SumscopeError(
                "labels cannot be compared with a cover",
                hint="give two label arrays, or two covers (Cover.of)",
            )
        return evaluate(self, CoverPair.from_labels(_codes(left), _codes(right)))


def _codes(labels: npt.ArrayLike) -> Ints:
    """Labels as whole numbers."""
    try:
        values = np.asarray(labels)
    except ValueError:  # clusters of different sizes
        values = np.empty((0, 0))
    if values.ndim == 1 and values.dtype.kind in "iu":
        return values
    # NumPy would write the numbers of a mixed list as words, and 1 and "1" are two labels.
    words = labels if isinstance(labels, (list, tuple)) else values.tolist()
    if values.ndim != 1 or not all(isinstance(w, (str, Integral, np.bool_)) for w in words):
        raise SumscopeError(
            "labels are one whole number or word per item", hint="give clusters as Cover.of(...)"
        )
    numbers: dict[object, int] = {}
    return np.array([numbers.setdefault(word, len(numbers)) for word in words], dtype=np.int64)


def evaluate(measure: CoverMeasure, pair: CoverPair) -> float | Undefined:
    """The value of a cover measure; two covers of nothing have none."""
    if pair.n == 0:
        return Undefined("no items to compare")
    return measure.score(pair)


def cover_measure(
    name: str,
    *,
    range: tuple[float, float],
    symmetric: bool,
    cite: str,
    better: Better = "higher",
) -> Callable[[Score], CoverMeasure]:
    """Make a function of a `CoverPair` a measure, and register it under `name`.

    The function becomes a value of a class of its own, as every measure is; a measure with
    parameters is written as a class (see `VWeighted`).
    """

    def register(function: Score) -> CoverMeasure:
        class Measure(CoverMeasure):
            __doc__ = function.__doc__
            __module__ = function.__module__
            __qualname__ = function.__name__

            def score(self, pair: CoverPair) -> float | Undefined:
                return function(pair)

            def __repr__(self) -> str:
                return name

            def __reduce__(self) -> tuple[object, tuple[str]]:
                return parse, (name,)  # its module holds the value under the name of the class

        Measure.__name__ = function.__name__
        declare = measure(
            name,
            needs=("left", "right"),
            range=range,
            better=better,
            symmetric=symmetric,
            cite=cite,
        )
        return declare(Measure)()

    return register
