"""Sentences as NLTK's punkt finds them, for packages that use it."""

from __future__ import annotations

import warnings
from collections.abc import Sequence
from functools import lru_cache
from typing import Any


@lru_cache(maxsize=1)
def _punkt() -> Any:
    """NLTK's function, or None where it or its data is not installed."""
    try:
        from nltk import sent_tokenize

        sent_tokenize("One. Two.")
    except (ImportError, LookupError):
        warnings.warn(
            "NLTK's punkt is not installed: sentences are found by sumscope, and rougeLsum may "
            "differ; run pip install nltk and python -m nltk.downloader punkt_tab",
            RuntimeWarning,
            stacklevel=4,
        )
        return None
    return sent_tokenize


def split_sentences(text: str) -> Sequence[str]:
    """The sentences of an English text by punkt, or by sumscope where punkt is not there."""
    punkt = _punkt()
    if punkt is not None:
        found: Sequence[str] = punkt(text)
        return found
    from sumscope.text import pipeline

    return pipeline("en").sentences(text)
