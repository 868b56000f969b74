"""Where the sentences of ordinary prose end: what yasbd's rules give, sooner.

The rules go through the whole text a dozen times. Most sentences end in a word that is no
abbreviation, and most texts have no lists. Here the ends are found for the signs of Western prose;
an end that only a rule about abbreviations, numbers or names can decide is given as one in doubt.
A text with other signs, or with a list, gives None, and is left to the rules as a whole.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from itertools import pairwise

from sumscope.kernels.types import Doubt

__all__ = ["Splitter"]

LONGEST_TEXT = 2500  # characters that `sentences` looks at
LONGEST_WORD = 40  # of a text for `sentences`, of an abbreviation, and of a name that ends in "!"

_LOWER = "a-zß-öø-ÿ"
_UPPER = "A-ZÀ-ÖØ-Þ"
# The patterns begin with a set of characters where they can, which is what `re` finds quickly.
_NOT_FORESEEN = re.compile(
    rf"[^{_LOWER}{_UPPER}0-9 \n\t\xa0.!?,;:/&#£€'’‘“”\"`()\[\]{{}}«»$%*+=@^_|~\\–—>¡¿-]"
)
_BLANK_LINE = re.compile(r"^[^\S\n]*\n", re.M)
_LEADER = re.compile(r"\.[\s.]{3,}[0-9]")  # dots before a page number
# A line that ends inside a sentence: yasbd's NEWLINE_INSIDE_SENTENCE_FINDER.
_GOES_ON = re.compile(rf"(?<=[,:;)\w\s])\n(?=[{_LOWER}(>])")
# The marks of a list inside a line: yasbd's HORIZONTAL_LIST_FINDER, but for what stands before.
_LIST_MARK = re.compile(
    rf"(?:^|\s+)(?:[-*+]|(?:[0-9]{{1,2}}|[a-eA-E])[.)]{{1,2}})"
    rf"(?:(?<=[0-9]\.)(?=\s)|(?=\s+(?![{_UPPER}]\.)))"
)
_NAME = re.compile(r"[A-Z](?:\.|\w+)\Z")
# The number of a list's line: yasbd's VERTICAL_LIST_START_FINDER, from the beginning of a line.
_LIST_NUMBER = re.compile(rf"\s*(?:(?:[{_LOWER}{_UPPER}][0-9]{{0,2}}|[0-9]{{1,4}})[.)]){{1,3}}")
# Where a sentence may end: yasbd's CANDIDATE_BOUNDARY_FINDER.
_END = re.compile(rf"[\n.!?](?:(?<=\n)(?!\n)|(?<!\n)(?=\s*\n|\s+[^{_LOWER}&])(?!\n|\s*[.!?]))")
# Quotes and brackets: yasbd's QUOTE_AND_PAREN_FINDER.
_SPAN = re.compile(
    r"\"[^\"]*\"|''[^']*''|(?<=\s)'[^']*'|``.+?(?:``|'')|`[^`]*`|[«“‘»”].+?[»’”«‘“]"
    r"|—[^—]*[,.!?]\s*—|[(\[{][^)\]}]*[)\]}]"
)
# A sentence that ends with a quote or a bracket: yasbd's QUOTE_AND_PAREN_END_FINDER.
_CLOSING = re.compile(r"[.!?]([\s`'\"»‘”“’)\]}]+)")
_CLOSED = re.compile(r"(?:``?|''|'\s|\"|\s*[»‘”“’)\]}]){1,2}")
_AFTER = re.compile(rf"\s*[!\"#%&'*,./:;?@\\¡¿{_LOWER})\]}}(\[{{]")
_LAST_WORD = re.compile(rf"[{_LOWER}{_UPPER}]+\Z")
_NUMERAL = re.compile(r"[IVXLCDM]+")


class Splitter:
    """Finds the ends of sentences in one language.

    `abbreviations` are words in lower case after which a full stop is in doubt, `exclaimed` names
    in lower case that end in an exclamation mark, left out here, and `sections` words before a
    number that is no end.
    """

    def __init__(
        self, abbreviations: Iterable[str], exclaimed: Iterable[str], sections: Iterable[str]
    ) -> None:
        self._abbreviations = frozenset(abbreviations)
        self._exclaimed = tuple(exclaimed)
        self._sections = ("#", *sections)
        for word in (*self._abbreviations, *self._exclaimed, *self._sections):
            if not isinstance(word, str):
                raise TypeError("words are str")

    def boundaries(self, text: str) -> tuple[list[int], list[Doubt]] | None:
        """Where sentences end for sure, the end of the text too, and where that is in doubt.

        A doubt is (the end before, the place itself, the end after it), in order of places.
        """
        _check(text)
        if _NOT_FORESEEN.search(text) or _LEADER.search(text):
            return None
        if "\n" in text:
            if _BLANK_LINE.search(text):
                return None
            text = _GOES_ON.sub(" ", text)
        if _holds_list(text):
            return None
        ends = [match.end() for match in _END.finditer(text)]
        if any(text[end - 2 : end] == ".\n" and self._abbreviated(text, end - 1) for end in ends):
            return None
        numbers = {end for end in ends if _numbers_line(text, end)}
        doubts = [doubt for doubt in self._doubts(text, ends) if doubt[1] not in numbers]
        sure = {*ends} - numbers - {place for _, place, _ in doubts}
        spans = [match.span() for match in _SPAN.finditer(text)]
        if spans:
            sure.update(_closings(text))
        sure = {place for place in sure if not _inside(place, spans)} - {0} | {len(text)}
        return sorted(sure), [doubt for doubt in doubts if not _inside(doubt[1], spans)]

    def sentences(self, text: str) -> tuple[str, ...] | None:
        """The sentences of a whole text without the white space around them, where none is in
        doubt; None for a text that is long, has paragraphs or lines of a fixed width."""
        _check(text)
        bare = text.rstrip()
        if not bare or len(text) > LONGEST_TEXT or _NOT_FORESEEN.search(text) or is_wrapped(text):
            return None
        if max(map(len, text.split(" "))) >= LONGEST_WORD or " " * LONGEST_WORD in text:
            return None
        found = None if _BLANK_LINE.search(text) else self.boundaries(bare)
        if found is None or found[1]:
            return None
        parts = [text[start:end].strip() for start, end in pairwise([0, *found[0]])]
        return tuple([part for part in parts if part])

    def sentences_many(self, texts: Sequence[str]) -> list[tuple[str, ...] | None]:
        """`sentences` for each text."""
        return [self.sentences(text) for text in texts]

    def _doubts(self, text: str, ends: list[int]) -> Iterator[Doubt]:
        """The ends that may be none; a rule has to see the sentences on both sides."""
        stops = [0, *(end for end in ends if text[end - 1] != "\n"), len(text)]
        for (before, end), after in zip(pairwise(stops[:-1]), stops[2:], strict=True):
            if self._doubtful(text, end):
                yield before, end, after

    def _doubtful(self, text: str, end: int) -> bool:
        """Whether the sign before `end` may belong to an abbreviation, a number, a name."""
        sign, before = text[end - 1], text[end - 2 : end - 1]
        if sign == "!":
            return text[max(0, end - LONGEST_WORD) : end - 1].lower().endswith(self._exclaimed)
        if sign == "?":
            return False
        if before.isspace():
            return text[end - 3 : end - 2] == "."  # . . .
        if before.isdigit():
            return any(word in text for word in self._sections)
        return self._abbreviated(text, end)

    def _abbreviated(self, text: str, end: int) -> bool:
        last = _LAST_WORD.search(text, max(0, end - LONGEST_WORD), end - 1)
        if last is None:
            return False
        word = last[0]
        if len(word) == 1 or word.lower() in self._abbreviations:
            return True
        return _NUMERAL.fullmatch(word) is not None


def _check(text: object) -> None:
    if not isinstance(text, str):
        raise TypeError("a text is a str")


def _holds_list(text: str) -> bool:
    """Whether marks in the text are those of a list: after a colon, or from the beginning."""
    marks = list(_list_marks(text))
    if len(marks) < 2 or not (":" in text or (marks[0][0] == 0 and not text[0].isspace())):
        return False
    return any(4 < start - end < 40 for (_, end), (start, _) in pairwise(marks))


def _list_marks(text: str) -> Iterator[tuple[int, int]]:
    """Each mark with the white space before it; the initial of a name or what follows is none."""
    for mark in _LIST_MARK.finditer(text):
        start, end = mark.span()
        if text[start].isspace() and _NAME.search(text, 0, start):
            start += 1
            if not text[start].isspace():
                continue
        yield start, end


def _numbers_line(text: str, end: int) -> bool:
    """Whether `end` is after the number at the beginning of a line, and before white space."""
    start = text.rfind("\n", 0, end - 1) + 1
    return text[end : end + 1].isspace() and _LIST_NUMBER.fullmatch(text, start, end) is not None


def _closings(text: str) -> Iterator[int]:
    """The ends of sentences that end with a quote or a bracket."""
    for run in _CLOSING.finditer(text):
        for place in range(run.start() + 2, run.end() + 1):
            if _CLOSED.fullmatch(text, run.start() + 1, place) and not _AFTER.match(text, place):
                yield place


def _inside(place: int, spans: Sequence[tuple[int, int]]) -> bool:
    return any(start < place < end for start, end in spans)


def is_wrapped(text: str) -> bool:
    """Whether line breaks come from a fixed width: almost no next word would have fitted."""
    if text.count("\n") < 3:
        return False
    lines = [line.strip() for line in text.split("\n")]
    width = max(map(len, lines))
    if not 40 <= width <= 120:
        return False
    breaks = full = 0
    for line, following in pairwise(lines):
        if line and following:
            breaks += 1
            full += len(line) + 1 + len(following.split(None, 1)[0]) > width
    return breaks >= 3 and full >= 0.8 * breaks
