"""Sentence splitting: boundaries by yasbd's rules for the language, text never altered.

A blank line always ends a sentence. A single line break ends one too, as in a list of headlines,
unless the next line goes on in lower case or the text is wrapped at a fixed width.
"""

from __future__ import annotations

import bisect
import re
from collections.abc import Sequence
from functools import lru_cache
from typing import Any

from sumscope.kernels.python.sentences import is_wrapped
from sumscope.text import fast_splitter

# The rules look back and forth inside what they are given, so the cost of strange input (a
# thousand opening brackets) grows with the square of its length: never give them more than this.
PIECE = 2500
# For the same reason endless words and endless runs of one sign are shown to them shortened.
_ENDLESS = re.compile(r"[^\W_]{200,}|([\W_])\1{39,}")
_SHOWN = 10

_BLANK_LINE = re.compile(r"\n[^\S\n]*(?:\n[^\S\n]*)+")
# Same length in, same length out: offsets found in the tidied copy hold in the text itself.
_TIDY = str.maketrans(
    {"\r": "\n", "\x0b": "\n", "\x0c": "\n", "\x85": "\n", "\u2028": "\n", "\u2029": "\n", "…": "."}
)


@lru_cache(maxsize=64)
def _detector(lang: str) -> Any:
    import yasbd

    return yasbd.BoundaryDetector(lang=rules_for(lang))


@lru_cache(maxsize=64)
def rules_for(lang: str) -> str:
    """The language whose rules split `lang`."""
    import yasbd

    # English rules know the sentence ends of all scripts and serve where there are no others.
    return lang if lang in yasbd.get_supported_langs() and lang != "auto" else "en"


def sentences(text: str, lang: str) -> list[str]:
    """The sentences of a text, without the white space around them; none in an empty text."""
    found, start = [], 0
    for end in _boundaries(text, lang):
        sentence = text[start:end].strip()
        if sentence:
            found.append(sentence)
        start = end
    return found


def ordinary(texts: Sequence[str], lang: str) -> list[tuple[str, ...] | None]:
    """The sentences of each text that is ordinary prose; None for others, where `sentences` knows.

    Much sooner than `sentences`, and the same.
    """
    return fast_splitter.sentences(texts, rules_for(lang))


def _boundaries(text: str, lang: str) -> list[int]:
    if not text or text.isspace():
        return []
    tidy = text.replace("\r\n", " \n").translate(_TIDY)
    unwrap = is_wrapped(tidy)
    found, start = [], 0
    for gap in _BLANK_LINE.finditer(tidy):
        found += _in_paragraph(tidy[start : gap.start()], start, lang, unwrap)
        start = gap.end()
        found.append(start)
    found += _in_paragraph(tidy[start:], start, lang, unwrap)
    return [*found, len(text)]


def _in_paragraph(paragraph: str, offset: int, lang: str, unwrap: bool) -> list[int]:
    if unwrap:
        paragraph = paragraph.replace("\n", " ")
    # Nothing is endless where no word is long, which is sooner seen than that no run is.
    if max(map(len, paragraph.split(" "))) < 40 and " " * 40 not in paragraph:
        return [offset + end for end in _in_pieces(paragraph, lang)]
    cuts: list[tuple[int, int]] = []  # where something was cut out, and how much so far
    removed = 0

    def shorten(match: re.Match[str]) -> str:
        nonlocal removed
        cuts.append((match.start() + _SHOWN - removed, removed + len(match[0]) - 2 * _SHOWN))
        removed = cuts[-1][1]
        return match[0][:_SHOWN] + match[0][-_SHOWN:]

    shown = _ENDLESS.sub(shorten, paragraph)
    places = [place for place, _ in cuts]
    found = []
    for end in _in_pieces(shown, lang):
        before = bisect.bisect_left(places, end)
        found.append(offset + end + (cuts[before - 1][1] if before else 0))
    return found


def _in_pieces(text: str, lang: str) -> list[int]:
    rules = rules_for(lang)
    ends: list[int] = []
    at, length = 0, len(text)
    while at < length:
        last = length - at <= PIECE
        piece = text[at : at + PIECE]
        quick = fast_splitter.boundaries(piece.rstrip(), rules)
        every = _detector(lang).detect(piece) if quick is None else quick
        found = [end for end in every if 0 < end <= len(piece)]
        if not last:
            # The end of a piece is no end of a sentence; go on from the last one that is.
            found = [end for end in found if end < len(piece.rstrip())]
        ends += [at + end for end in found]
        at += found[-1] if found and not last else len(piece)
    return ends
