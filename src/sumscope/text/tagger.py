"""Universal parts of speech."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Sequence

_NUMBER = re.compile(r"[+-]?\d+(?:[.,:/]\d+)*")


def name_of(lang: str) -> str:
    """The name and version of the tagger of a language."""
    return "shape-1"


def tag(tokens: Sequence[str], lang: str) -> list[str]:
    """The part of speech of each token of one sentence."""
    return [by_shape(token) for token in tokens]


def by_shape(token: str) -> str:
    """What can be told in any language: PUNCT, SYM, NUM, or X."""
    if _NUMBER.fullmatch(token):
        return "NUM"
    kinds = {unicodedata.category(character)[0] for character in token}
    if kinds == {"P"}:
        return "PUNCT"
    if kinds <= {"P", "S"} and kinds:
        return "SYM"
    return "X"
