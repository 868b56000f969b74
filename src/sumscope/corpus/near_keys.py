"""Detect misspelled keys of a topic: `peer` for `peers`, `summaries`, `Reference`."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache

# Names of the same things in other people's files; a list or an object under one is no accident.
SAME = {
    "peers": "summary summaries system systems system_summaries models candidates candidate "
    "hypotheses predictions prediction outputs",
    "references": "refs ref targets gold gold_summaries reference_summaries human_summaries",
    "documents": "docs doc articles article sources source_documents",
    "judgements": "judgments judgment ratings human_scores annotations",
    "covers": "clusters clusterings",
}
_SAME = {name: known for known, names in SAME.items() for name in names.split()}


def one_letter_away(left: str, right: str) -> bool:
    """Whether one letter put in, left out, changed or swapped makes one of the other."""
    if abs(len(left) - len(right)) > 1:
        return False
    start = next(
        (i for i, (a, b) in enumerate(zip(left, right, strict=False)) if a != b),
        min(len(left), len(right)),
    )
    a, b = left[start:], right[start:]
    swapped = a[:2] == b[:2][::-1] and a[2:] == b[2:]
    return a[1:] == b[1:] or a == b[1:] or a[1:] == b or swapped


@lru_cache(maxsize=4096)
def near_keys(keys: tuple[str, ...], known: tuple[str, ...]) -> tuple[tuple[str, str, bool], ...]:
    """Unknown keys that stand for a known one that is not there, and whether by spelling alone."""
    missing = [name for name in known if name not in keys]
    found = []
    for key in keys:
        if key in known:
            continue
        small = key.casefold()
        match = next((name for name in missing if one_letter_away(small, name)), None)
        if match is not None:
            found.append((key, match, True))
        elif _SAME.get(small) in missing:
            found.append((key, _SAME[small], False))
    return tuple(found)


def nearest_key(keys: Iterable[str], known: Iterable[str]) -> str | None:
    """A key that is one letter away from one of `known`."""
    names = tuple(known)
    return next((k for k in keys if any(one_letter_away(k.casefold(), n) for n in names)), None)
