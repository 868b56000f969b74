"""Words and tokens of any script.

A *word* is a run of letters, marks and digits, lower case and composed (NFC), that may hold an
apostrophe (don't), points between single letters (u.s) or between digits (3.5); in Portuguese also
hyphens (segunda-feira). Scripts written without spaces are cut by character. A *token* is what a
tagger reads: words as written, clitics apart (do n't), numbers, punctuation; nothing is left out.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable
from functools import lru_cache

from sumscope.text.languages import language
from sumscope.text.languages.language import LETTER, RUN, SPACELESS

VERSION = "1"

_APOSTROPHES = str.maketrans({"’": "'", "‘": "'", "`": "'", "\u00ad": None})
_ONE = rf"[{SPACELESS}][\p{{M}}\u30fc]*"


@lru_cache(maxsize=2)
def _word_patterns(hyphens: bool) -> tuple[re.Pattern[str], Callable[[str], list[str]]]:
    import regex

    inner = "['-]" if hyphens else "'"
    narrow = re.compile(
        r"[a-z](?:\.[a-z])+(?![a-z0-9])|[0-9]+(?:[.,][0-9]+)+"
        rf"|[a-z0-9]+(?:{inner}[a-z0-9]+)*"
    )
    joiner = "['\u2010\u2011\u200c\u200d-]" if hyphens else "['\u200c\u200d]"
    wide = regex.compile(
        rf"{_ONE}|\p{{L}}(?:\.\p{{L}})+(?![\p{{L}}\p{{M}}\p{{N}}])|\p{{Nd}}+(?:[.,]\p{{Nd}}+)+"
        rf"|{RUN}(?:{joiner}{RUN})*",
        regex.V1,
    )
    return narrow, wide.findall


def words(text: str, hyphens: bool = False) -> list[str]:
    """The words of a text; see the module."""
    narrow, wide = _word_patterns(hyphens)
    if text.isascii():
        return narrow.findall(text.lower().replace("`", "'"))
    text = unicodedata.normalize("NFC", text).lower().translate(_APOSTROPHES)
    return wide(unicodedata.normalize("NFC", text))


@lru_cache(maxsize=64)
def _token_pattern(lang: str) -> Callable[[str], list[str]]:
    import regex

    own = language(lang)
    parts = [
        r"(?i:https?://|www\.)[^\s<>\"'«»“”()\[\]]*[^\s<>\"'«»“”()\[\].,;:!?…]",
        rf"{LETTER}[\w.+-]{{0,63}}@{LETTER}[\w-]{{0,62}}(?:\.{LETTER}[\w-]{{0,62}}){{1,8}}",
        _ONE,
        rf"(?<!{LETTER})(?:\p{{L}}\.){{2,}}",
    ]
    if own.abbreviations:
        parts.append(rf"(?<!{LETTER}){own.abbreviations}")
    parts += [r"\p{Nd}++(?:[.,:/]\p{Nd}++)*+(?!\p{L})", *own.tokens]
    # A run of the same sign (... -- !!) is one token, any other character is its own.
    parts += [r"(?P<sign>[^\s\p{L}\p{M}\p{N}])(?P=sign)*+", r"\S"]
    compiled = regex.compile("|".join(parts), regex.V1)

    def find(sentence: str) -> list[str]:
        found = [match.group() for match in compiled.finditer(sentence)]
        # Python counts a few control characters as white space that Unicode does not.
        return found if sentence.isprintable() else [t for t in found if not t.isspace()]

    return find


def tokens(sentence: str, lang: str) -> list[str]:
    """The tokens of a sentence as written; joined, they are the sentence without white space."""
    return _token_pattern(lang)(sentence)
