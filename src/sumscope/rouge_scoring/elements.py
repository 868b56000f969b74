"""Basic elements (head, modifier, relation) counted as ROUGE-1.5.5 counts them under `-3`.

Elements are strings `HEAD|MODIFIER|RELATION`, as the files of the BE package have them, with `NIL`
for a part that is missing; who made them does not matter here.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Sequence
from functools import lru_cache
from typing import Literal

from sumscope.core.errors import SumscopeError
from sumscope.kernels.python.rouge import porter
from sumscope.rouge_scoring.words import Stats, exceptions, five

Match = Literal["h", "hm", "hmr", "hm1", "hmr1", "hmr2"]
#: Head, modifier, relation; None for a part that is missing.
Parts = tuple[str, str | None, str | None]
Counted = Counter[tuple[str | None, ...]]
_LOWER = {ord(c): ord(c) + 32 for c in "ABCDEFGHIJKLMNOPQRSTUVWXYZ"}


def split_element(element: str) -> tuple[str, str, str]:
    """Head, modifier and relation in lower case."""
    parts = element.translate(_LOWER).split("|")
    if len(parts) != 3 or not parts[2]:
        what = f"expected HEAD|MODIFIER|RELATION, found {element[:40]!r}"
        raise SumscopeError(what)
    return parts[0], parts[1], parts[2]


def count_elements(elements: Iterable[str], match: Match, stem: bool) -> Counted:
    """How often a text has each element, by the parts that are matched."""
    parts = []
    for element in elements:
        head, modifier, relation = split_element(element)
        known = None if modifier == "nil" else modifier
        if stem:
            head, known = stem_words(head), None if known is None else stem_words(known)
        parts.append((head, known, None if relation == "nil" else relation))
    return count_parts(parts, match)


def count_parts(elements: Iterable[Parts], match: Match) -> Counted:
    """How often a text has each element (head, modifier, relation), None for a missing part.

    `h` takes heads without a modifier, `hm` heads with their modifiers, `hmr` both with a relation
    that is not missing; `hm1`, `hmr1` and `hmr2` also take those whose modifier, relation or both
    are.
    """
    found: Counted = Counter()
    for head, modifier, relation in elements:
        if match == "h":
            if modifier is None:
                found[head,] += 1
        elif match in ("hm", "hm1"):
            if modifier is not None or match == "hm1":
                found[head, modifier] += 1
        elif (
            match == "hmr2"
            or (match == "hmr1" and modifier is not None)
            or (match == "hmr" and relation is not None)
        ):
            found[head, modifier, relation] += 1
    return found


@lru_cache(maxsize=65536)
def stem_words(text: str) -> str:
    """A head or modifier of one or several words, stemmed where it is longer than 3 bytes."""
    if len(text.encode("utf-8", "surrogatepass")) <= 3:
        return text
    words = re.split(r"\s+", text)
    while words and not words[-1]:
        words.pop()
    return " ".join(_stem(word) for word in words)


def _stem(word: str) -> str:
    """The stem of a word of any length, as for words of a text longer than 3 letters."""
    if not re.search("[A-Za-z0-9]", word):
        return word
    return exceptions().get(word) or (porter(word) if len(word) > 2 else word)


def element_stats(
    references: Sequence[Counted], peer: Counted, refs: Literal["average", "best"]
) -> Stats:
    """Hits and counts: sums over the references, or those of the first with the best recall."""
    total = float(peer.total())
    pairs = [
        (float((reference & peer).total()), float(reference.total()), total)
        for reference in references
    ]
    if refs == "best" and pairs:
        pairs = [max(pairs, key=lambda pair: five(pair[0] / pair[1]) if pair[1] else 0.0)]
    hits, mine, theirs = (sum(column) for column in zip(*pairs, strict=True))
    return hits, mine, theirs
