"""`tokenize` of rouge-score: lower-case letters a to z and digits, stems of longer words."""

from __future__ import annotations

import re
from typing import Protocol

_TOKEN = re.compile("[a-z0-9]+")


class Stemmer(Protocol):
    """What `tokenize` asks of a stemmer."""

    def stem(self, word: str) -> str:
        """The stem of a word."""


def tokenize(text: str, stemmer: Stemmer | None) -> list[str]:
    """Tokenize a text; words of more than 3 characters are stemmed where there is a stemmer.

    >>> tokenize("The cats' 3rd hats", None)
    ['the', 'cats', '3rd', 'hats']
    """
    tokens = _TOKEN.findall(as_str(text.lower()))
    if stemmer is None:
        return tokens
    stems = [as_str(stemmer.stem(word)) if len(word) > 3 else word for word in tokens]
    return [stem for stem in stems if _TOKEN.fullmatch(stem)]


def as_str(text: str | bytes) -> str:
    """A str, from UTF-8 where bytes are given."""
    if isinstance(text, bytes):
        return text.decode("utf-8")
    if not isinstance(text, str):
        raise TypeError(f"not expecting type {type(text)!r}")
    return text
