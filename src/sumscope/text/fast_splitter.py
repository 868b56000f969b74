"""A faster implementation of yasbd's rules: each rule runs only where it can apply.

The kernel `sentences` finds the ends in ordinary prose and says which of them a rule must decide;
such a rule needs to see no more than the sentence that ends there. Texts with characters or lists
that the kernel does not foresee are left to the rules, as is every text under another version of
them; a property test compares the two ways.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import cache
from importlib import import_module, metadata
from typing import Any

from sumscope import kernels
from sumscope.text.languages import language

#: The version of the rules this was written for.
VERSION = "1.0.4"

_SETS = (
    "TITLE_ABBRVS", "DOTTED_GEOPOL_ABBRVS", "CORP_ENTITY_ABBRVS", "REFERENCE_ABBRVS", "DATE_ABBRVS",
    "INLINE_ONLY_ABBRVS", "STREET_ABBRVS",
)  # fmt: skip


class _Quick:
    """The rules of one language, with what tells where they matter."""

    def __init__(self, rules: Any) -> None:
        self.rules = rules
        entries = [entry for one in _SETS for entry in getattr(self.rules, one, ())]
        self.splitter = kernels.sentences.Splitter(
            {part for entry in entries for part in re.split(r"[\W\d_]+", entry.lower())},
            [name.lower() for name in self.rules.NAMES_WITH_EXCLAMATION],
            self.rules.SECTION_MARKERS,
        )
        # A street's name may end a sentence although it is an abbreviation.
        street = getattr(self.rules, "ENDING_STREET_ABBRVS_FINDER", None)
        self._streets = [] if street is None else [street]

    def boundaries(self, text: str) -> list[int] | None:
        found = self.splitter.boundaries(text)
        if found is None:
            return None
        sure, doubts = found
        kept = [
            place
            for before, place, after in doubts
            if not self._ends(self.rules.MID_SENTENCE_FINDER_LST, text, before, place, after)
            or self._ends(self._streets, text, before, place, after)
        ]
        return sorted([*sure, *kept]) if kept else sure

    def _ends(self, patterns: list[Any], text: str, start: int, end: int, following: int) -> bool:
        """Whether a pattern matches up to `end`; none goes on from one sentence to the next."""
        return any(
            match.end() == end
            for pattern in patterns
            for match in pattern.finditer(text, start, following)
        )


@cache
def _quick(rules: str) -> _Quick | None:
    source = language(rules).splitter
    if source is None or metadata.version("yasbd-lib") != VERSION:
        return None
    module, name = source
    return _Quick(getattr(import_module(module), name)())


def boundaries(text: str, rules: str) -> list[int] | None:
    """Where the sentences of a paragraph end, its own end too; None where it is not foreseen."""
    quick = _quick(rules)
    return None if quick is None else quick.boundaries(text)


def sentences(texts: Sequence[str], rules: str) -> list[tuple[str, ...] | None]:
    """The sentences of each text that is ordinary prose, without the white space around them."""
    quick = _quick(rules)
    return [None] * len(texts) if quick is None else quick.splitter.sentences_many(texts)
