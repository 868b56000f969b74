"""Words that one text shares with others, and how long the shared sequences are.

A word's level is the length of the longest sequence around it, up to four words, that the other
side has too. A word of a shared sequence of n words is part of a shared one of every smaller
length, so a page can show the matches of any n from the levels alone.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

Grams = frozenset[int]
LONGEST = 4
# Digits of the numbers in `packed`; a page reads them back.
DIGITS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_"
_MOST = len(DIGITS) - 1
# Bits of a stem's number in the number of a sequence.
_BITS = 21


def grams(sentences: Iterable[Sequence[int]]) -> Grams:
    """All sequences of one to four stems inside sentences, each as one number."""
    found: set[int] = set()
    for stems in sentences:
        for start in range(len(stems)):
            key = 0
            for stem in stems[start : start + LONGEST]:
                key = key << _BITS | stem + 1
                found.add(key)
    return frozenset(found)


def levels(stems: Sequence[int], held: Grams) -> list[int]:
    """For each word of a sentence, the longest sequence around it that is held; 0 for none."""
    found = [0] * len(stems)
    if not held:
        return found
    for start, first in enumerate(stems):
        key = first + 1
        # What begins with a sequence that is not held is not held.
        if key not in held:
            continue
        end = start + 1
        for stem in stems[end : start + LONGEST]:
            key = key << _BITS | stem + 1
            if key not in held:
                break
            end += 1
        length = end - start
        for at in range(start, end):
            if found[at] < length:
                found[at] = length
    return found


def packed(
    sentence: str,
    spans: Sequence[tuple[int, int]],
    references: Sequence[int],
    source: Sequence[int],
) -> str:
    """The levels of a sentence's words as text, three digits a run; empty without any.

    A run is the distance from the run before it, its length (both in UTF-16 units, as a page counts
    them) and its levels: five times that of the references plus that of the source.
    """
    wide = len(sentence) if not sentence or max(sentence) <= "\uffff" else 0
    runs: list[tuple[int, int, int]] = []
    joined = False
    for span, left, right in zip(spans, references, source, strict=True):
        kind = 5 * left + right
        if kind:
            begin, end = span if wide else (_units(sentence, at) for at in span)
            if joined and runs[-1][2] == kind:
                runs[-1] = (runs[-1][0], end, kind)
            else:
                runs.append((begin, end, kind))
        joined = bool(kind)
    out: list[str] = []
    at = 0
    for begin, end, kind in runs:
        gap, length = begin - at, end - begin
        while gap > _MOST:
            out += DIGITS[_MOST], DIGITS[0], DIGITS[0]
            gap -= _MOST
        while length > _MOST:
            out += DIGITS[gap], DIGITS[_MOST], DIGITS[kind]
            gap, length = 0, length - _MOST
        out += DIGITS[gap], DIGITS[length], DIGITS[kind]
        at = end
    return "".join(out)


def _units(text: str, at: int) -> int:
    """A place in a text in UTF-16 units."""
    return at + sum(letter > "\uffff" for letter in text[:at])
