"""Porter's own stemmer of 1980, for papers that name it; the English pipeline has its revision."""

from __future__ import annotations

import threading
from functools import lru_cache

_LOCK = threading.Lock()


@lru_cache(maxsize=1 << 17)
def porter(word: str) -> str:
    """The stem that Porter (1980) gives a lower-case word.

    >>> [porter(word) for word in ("generously", "dying", "relational")]
    ['gener', 'dy', 'relat']
    """
    with _LOCK:  # a stemmer holds the word it works on
        return str(_stemmer()(word))


@lru_cache(maxsize=1)
def _stemmer():  # type: ignore[no-untyped-def]
    import Stemmer

    return Stemmer.Stemmer("porter", 0).stemWord
