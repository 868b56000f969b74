"""A quick way through plain prose that gives what yasbd's rules give, or gives up.

Most sentences end in a long word that is no abbreviation, and most paragraphs have no quotes,
brackets, lists or initials. There the rules have nothing to weigh, and a look at each full stop is
enough. Anything else is left to the rules; a property test compares the two ways.
"""

from __future__ import annotations

import re
from functools import cache
from importlib import import_module

#: Rules this was written for.
KNOWN = {"en": ("yasbd.rules.en", "EnRules"), "pt": ("yasbd.rules.pt", "PtRules")}

_LOWER = "a-zß-öø-ÿ"
_UPPER = "A-ZÀ-ÖØ-Þ"
_LETTER = _LOWER + _UPPER
# What makes a paragraph less than plain: brackets and other signs, quotes and hyphens that are not
# part of a word, several stops together, a line that goes on in lower case.
_NOT_PLAIN = re.compile(
    rf"[^{_LETTER}0-9,;:/&#£€'’$% .?\n-]|(?<![{_LETTER}0-9])['’-]|-(?![{_LETTER}0-9])"
    rf"|[.?]\s*[.?]|\n(?![{_UPPER}])"
)
_OPENS = re.compile(rf"[{_UPPER}0-9]")
_STOP = re.compile(rf"([{_LETTER}]*)[.?](?=\s+(.))|\n")
_SETS = (
    "TITLE_ABBRVS", "DOTTED_GEOPOL_ABBRVS", "CORP_ENTITY_ABBRVS", "REFERENCE_ABBRVS", "DATE_ABBRVS",
    "INLINE_ONLY_ABBRVS", "STREET_ABBRVS",
)  # fmt: skip


@cache
def _abbreviations(rules: str) -> frozenset[str]:
    module, name = KNOWN[rules]
    known = getattr(import_module(module), name)
    found: set[str] = set()
    for one in _SETS:
        for entry in getattr(known, one, ()):
            found.update(re.split(r"[\W\d_]+", entry.lower()))
    return frozenset(found)


def boundaries(paragraph: str, rules: str) -> list[int] | None:
    """Where sentences end in a plain paragraph, its end left out; None where it is not plain."""
    if rules not in KNOWN or _NOT_PLAIN.search(paragraph):
        return None
    found = []
    for stop in _STOP.finditer(paragraph):
        word, following = stop[1], stop[2]
        if word is None:  # a line break
            found.append(stop.end())
            continue
        # Short words may be initials or numbers of a list, capitals part of a name.
        if len(word) < 3 or not word.islower() or word in _abbreviations(rules):
            return None
        if not following.islower():
            if not _OPENS.match(following):
                return None
            found.append(stop.end())
    return found
