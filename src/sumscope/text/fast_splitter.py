"""A faster implementation of yasbd's rules: each rule runs only where it can apply.

The rules go through the whole text a dozen times. Most sentences end in a word that is no
abbreviation, most texts have no lists, and a rule about abbreviations needs to see no more than the
sentence that ends in one. Texts with characters or lists that are not foreseen here are left to the
rules, as is every text under another version of them; a property test compares the two ways.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from importlib import import_module, metadata
from itertools import pairwise
from typing import Any

#: Rules this was written for, and their version.
VERSION = "1.0.4"
KNOWN = {"en": ("yasbd.rules.en", "EnRules"), "pt": ("yasbd.rules.pt", "PtRules")}

_LOWER = "a-zß-öø-ÿ"
_UPPER = "A-ZÀ-ÖØ-Þ"
# The patterns begin with a set of characters where they can, which is what `re` finds quickly.
_NOT_FORESEEN = re.compile(
    rf"[^{_LOWER}{_UPPER}0-9 \n\t\xa0.!?,;:/&#£€'’‘“”\"`()\[\]{{}}«»$%*+=@^_|~\\–—>¡¿-]"
)
_BLANK_LINE = re.compile(r"^[^\S\n]*\n", re.M)
_LEADER = re.compile(r"\.[\s.]{3,}[0-9]")  # dots before a page number
# Marks of a list in the line, in a text with a space put in front.
_LIST_MARK = re.compile(
    r"[-*+.)](?=\s)(?:(?<=\s[-*+])|(?<=\s[0-9a-eA-E][.)])|(?<=\s[0-9a-eA-E][.)]{2})"
    r"|(?<=\s[0-9]{2}[.)])|(?<=\s[0-9]{2}[.)]{2}))"
)
_LIST_LINE = re.compile(rf"^\s*(?:[{_LOWER}{_UPPER}][0-9]{{0,2}}|[0-9]{{1,4}})[.)]", re.M)
# Where a sentence may end: yasbd's CANDIDATE_BOUNDARY_FINDER for the characters above.
_END = re.compile(rf"[\n.!?](?:(?<=\n)(?!\n)|(?<!\n)(?=\s*\n|\s+[^{_LOWER}&])(?!\n|\s*[.!?]))")
_OPENING = re.compile(r"[\"`“”‘«»—(\[{'](?:(?<!')|(?<=\s')|(?='))")
_CLOSING = re.compile(r"[.!?]([\s`'\"»‘”“’)\]}]+)")
_LAST_WORD = re.compile(rf"[{_LOWER}{_UPPER}]+\Z")
_NUMERAL = re.compile(r"[IVXLCDM]+")
_SETS = (
    "TITLE_ABBRVS", "DOTTED_GEOPOL_ABBRVS", "CORP_ENTITY_ABBRVS", "REFERENCE_ABBRVS", "DATE_ABBRVS",
    "INLINE_ONLY_ABBRVS", "STREET_ABBRVS",
)  # fmt: skip
LONGEST_GLANCE = 2000  # characters of a text that is taken for one sentence at a glance
_LONGEST = 40  # letters of a word that may be an abbreviation, and of a name that ends in "!"


class _Quick:
    """The rules of one language, with what tells where they matter."""

    def __init__(self, name: str) -> None:
        module, kind = KNOWN[name]
        self.rules: Any = getattr(import_module(module), kind)()
        entries = [entry for one in _SETS for entry in getattr(self.rules, one, ())]
        self._abbreviations = {
            part for entry in entries for part in re.split(r"[\W\d_]+", entry.lower())
        }
        self._exclaimed = tuple(name.lower() for name in self.rules.NAMES_WITH_EXCLAMATION)
        self._sections = re.compile("#|" + "|".join(map(re.escape, self.rules.SECTION_MARKERS)))
        # A street's name may end a sentence although it is an abbreviation.
        street = getattr(self.rules, "ENDING_STREET_ABBRVS_FINDER", None)
        self._streets = [] if street is None else [street]

    def boundaries(self, text: str) -> list[int] | None:
        if _NOT_FORESEEN.search(text) or _LEADER.search(text):
            return None
        lines = "\n" in text
        if lines:
            if _BLANK_LINE.search(text):
                return None
            text = self.rules.NEWLINE_INSIDE_SENTENCE_FINDER.sub(" ", text)
        marks = list(_LIST_MARK.finditer(" " + text))
        if len(marks) > 1 and (":" in text or marks[0].end() < 7):
            return None
        ends = [match.end() for match in _END.finditer(text)]
        if lines and any(
            text[end - 2 : end] == ".\n" and self._abbreviated(text, end - 1) for end in ends
        ):
            return None
        found = set(ends)
        if _LIST_LINE.match(text) or (lines and _LIST_LINE.search(text)):
            found.difference_update(
                match.end() for match in self.rules.VERTICAL_LIST_START_FINDER.finditer(text)
            )
        found.difference_update(self._inside(text, ends))
        if _OPENING.search(text):
            self._quotes(text, found)
        found.discard(0)
        found.add(len(text))
        return sorted(found)

    def _inside(self, text: str, ends: list[int]) -> Iterator[int]:
        """The ends that are none, because a rule knows what stands before or after them."""
        stops = [0, *(end for end in ends if text[end - 1] != "\n"), len(text)]
        for (start, end), following in zip(pairwise(stops[:-1]), stops[2:], strict=True):
            if self._doubtful(text, end) and (
                self._ends(self.rules.MID_SENTENCE_FINDER_LST, text, start, end, following)
                and not self._ends(self._streets, text, start, end, following)
            ):
                yield end

    def _ends(self, patterns: list[Any], text: str, start: int, end: int, following: int) -> bool:
        """Whether a pattern matches up to `end`; none goes on from one sentence to the next."""
        return any(
            match.end() == end
            for pattern in patterns
            for match in pattern.finditer(text, start, following)
        )

    def _doubtful(self, text: str, end: int) -> bool:
        """Whether the sign before `end` may belong to an abbreviation, a number, a name."""
        sign, before = text[end - 1], text[end - 2 : end - 1]
        if sign == "!":
            return text[max(0, end - _LONGEST) : end - 1].lower().endswith(self._exclaimed)
        if sign == "?":
            return False
        if before.isspace():
            return text[end - 3 : end - 2] == "."  # . . .
        if before.isdigit():
            return self._sections.search(text) is not None
        return self._abbreviated(text, end)

    def _abbreviated(self, text: str, end: int) -> bool:
        last = _LAST_WORD.search(text, max(0, end - _LONGEST), end - 1)
        if last is None:
            return False
        word = last[0]
        if len(word) == 1 or word.lower() in self._abbreviations:
            return True
        return _NUMERAL.fullmatch(word) is not None

    def _quotes(self, text: str, found: set[int]) -> None:
        """No sentence ends inside quotes or brackets, unless one ends with them."""
        spans = [match.span() for match in self.rules.QUOTE_AND_PAREN_FINDER.finditer(text)]
        if not spans:
            return
        closed = self.rules.QUOTE_AND_PAREN_END_FINDER
        for run in _CLOSING.finditer(text):
            if not run[1].isspace():
                places = range(run.start() + 2, run.end() + 1)
                found.update(place for place in places if closed.match(text, place))
        found.difference_update(
            [place for place in found if any(start < place < end for start, end in spans)]
        )


@cache
def _quick(rules: str) -> _Quick | None:
    known = rules in KNOWN and metadata.version("yasbd-lib") == VERSION
    return _Quick(rules) if known else None


def boundaries(text: str, rules: str) -> list[int] | None:
    """Where the sentences of a paragraph end, its own end too; None where it is not foreseen."""
    quick = _quick(rules)
    return None if quick is None else quick.boundaries(text)


def is_one(text: str, rules: str) -> bool:
    """Whether a text is one sentence for sure, seen at a glance: no sign in it can end another.

    Only printable ASCII: no line break, none of . ! ? before the last character, nothing that
    looks like the mark of a list.
    """
    return (
        text.isascii()
        and text.isprintable()
        and len(text) <= LONGEST_GLANCE
        and text.find(".", 0, -1) < 0
        and text.find("!", 0, -1) < 0
        and text.find("?", 0, -1) < 0
        and ") " not in text
        and "- " not in text
        and "<" not in text
        and "* " not in text
        and "+ " not in text
        and not text.isspace()
        and text != ""
        and _quick(rules) is not None
    )
