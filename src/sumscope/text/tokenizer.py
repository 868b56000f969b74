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

VERSION = "1"

_APOSTROPHES = str.maketrans({"’": "'", "‘": "'", "`": "'", "\u00ad": None})
# Scripts that are written without spaces between words.
_SPACELESS = r"\p{Han}\p{Hiragana}\p{Katakana}\p{Bopomofo}\p{Thai}\p{Lao}\p{Khmer}\p{Myanmar}"
_RUN = rf"[[\p{{L}}\p{{M}}\p{{N}}]--[{_SPACELESS}]]+"
_ONE = rf"[{_SPACELESS}][\p{{M}}\u30fc]*"


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
        rf"|{_RUN}(?:{joiner}{_RUN})*",
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


_ENGLISH_CLITICS = r"(?i:n['’]t|['’](?:s|m|d|re|ve|ll))"
_PORTUGUESE_CLITICS = (
    r"(?i:-(?:me|te|se|lhes?|nos|vos|[oa]s?|l[oa]s?|n[oa]s?)(?![\p{L}\p{M}\p{N}-]))"
)
_ABBREVIATIONS = {
    "en": (
        r"(?i:Mr|Mrs|Ms|Dr|Prof|St|Sr|Jr|Sen|Rep|Gov|Gen|Col|Lt|Capt|Sgt|Rev|Hon|Inc|Corp|Ltd|Co"
        r"|vs|etc|Jan|Feb|Mar|Apr|Jun|Jul|Aug|Sept?|Oct|Nov|Dec|Ave|Blvd|Ft|Mt|approx|est|dept)\."
    ),
    "pt": (
        r"(?i:Srs?|Sras?|Srta|Drs?|Dras?|Prof|Profa|Eng|Exmo|Exma|Av|tel|etc|art|arts|p|pp|p[áa]g"
        r"|p[áa]gs|ed|vol|n|fig|cap|Jr|Inc|Ltda|Cia|Gen|Cel|Cap|Ten|jan|fev|abr|ago|set|out|nov"
        r"|dez)\."
    ),
}


@lru_cache(maxsize=64)
def _token_pattern(lang: str) -> Callable[[str], list[str]]:
    import regex

    letter = r"[\p{L}\p{M}\p{N}]"
    parts = [
        r"(?i:https?://|www\.)[^\s<>\"'«»“”()\[\]]*[^\s<>\"'«»“”()\[\].,;:!?…]",
        rf"{letter}[\w.+-]{{0,63}}@{letter}[\w-]{{0,62}}(?:\.{letter}[\w-]{{0,62}}){{1,8}}",
        _ONE,
        rf"(?<!{letter})(?:\p{{L}}\.){{2,}}",
    ]
    if lang in _ABBREVIATIONS:
        parts.append(rf"(?<!{letter}){_ABBREVIATIONS[lang]}")
    parts.append(r"\p{Nd}++(?:[.,:/]\p{Nd}++)*+(?!\p{L})")
    if lang == "en":
        parts += [
            rf"{_RUN}?(?:['’]{_RUN}?)*?(?={_ENGLISH_CLITICS}(?!{letter}))",
            rf"{_ENGLISH_CLITICS}(?!{letter})",
            rf"{_RUN}(?:['’\u200c\u200d]{_RUN})*",
        ]
    elif lang == "pt":
        parts += [
            _PORTUGUESE_CLITICS,
            r"(?i:d['’])(?=\p{L})",
            r"(?i:US|CR|R)\$",
            rf"{_RUN}(?:(?!{_PORTUGUESE_CLITICS})['’-]{_RUN})*",
        ]
    else:
        parts.append(rf"{_RUN}(?:['’\u200c\u200d]{_RUN})*")
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
