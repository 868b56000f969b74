"""Names of summaries and topics in DUC and TAC.

A summary is named `DOCSET.TYPE.SIZE.SELECTOR.SUMMARIZER`, with the document's id behind it if it is
of one document. A docset of an update task ends in `-A`, `-B`...; document folders join docset and
selector (`D0801A-A`), tables name the docset alone or with the selector beside it.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass

_NAME = re.compile(
    r"(?P<docset>[A-Za-z]*\d+[A-Za-z]*(?:-[A-Za-z])?)\.(?P<type>[A-Za-z]+)\.(?P<size>\d+)"
    r"\.(?P<selector>[A-Za-z])(?:-[A-Za-z0-9]+)?\.(?P<who>[^.]+)(?:\.(?P<document>.+))?"
)
_PARTS = re.compile(
    r"(?P<word>[A-Za-z]*)(?P<number>[0-9]{1,18})(?P<selector>[A-Za-z]*)(?:-(?P<set>\w))?"
)


@dataclass(frozen=True)
class SummaryName:
    """What the name of a summary says."""

    docset: str
    selector: str
    size: str
    who: str
    document: str


def summary_name(name: str) -> SummaryName | None:
    """Read the name of a summary, or of an EVAL and a peer in ROUGE's output."""
    found = _NAME.fullmatch(name)
    if found is None:
        return None
    document = found["document"] or ""
    return SummaryName(found["docset"], found["selector"], found["size"], found["who"], document)


def join_selector(name: str, selector: str) -> str:
    """Join docset and selector as the folders do: D0801-A and A give D0801A-A."""
    base, dash, update = name.partition("-")
    if selector and not base.lower().endswith(selector.lower()):
        base += selector
    return base + dash + update


class TopicFinder:
    """Finds topics by what a table calls them."""

    def __init__(self, docsets: Iterable[str]) -> None:
        self._by_parts: dict[tuple[int, str, str], list[str]] = {}
        self._exact: dict[str, str] = {}
        for docset in docsets:
            self._exact[docset.lower()] = docset
            found = _PARTS.fullmatch(docset)
            if found:
                key = (int(found["number"]), *_lower(found["selector"], found["set"]))
                self._by_parts.setdefault(key, []).append(docset)

    def find(self, label: str, selector: str = "") -> list[str]:
        """The docsets that `label` names: D0601 with A, D0601A, D0801-A or 301.

        A label without a selector matches the docset of that number; one without the letter of an
        update set matches the docset that has none, or else its initial and update sets.
        """
        joined = join_selector(label, selector).lower()
        if joined in self._exact:
            return [self._exact[joined]]
        found = _PARTS.fullmatch(joined)
        if found is None:
            return []
        number, (letter, update) = int(found["number"]), _lower(found["selector"], found["set"])
        found_sets = [
            (u, docset)
            for (n, s, u), docsets in self._by_parts.items()
            if n == number and (not letter or s == letter) and (not update or u == update)
            for docset in docsets
        ]
        plain = [docset for u, docset in found_sets if not u]
        return plain if plain and not update else [docset for _, docset in found_sets]

    def find_numbered(self, number: int, update: str) -> list[str]:
        """The docsets of a set that are called by their place: 1 is D0901, D1101..."""
        return [
            docset
            for (n, _, u), docsets in self._by_parts.items()
            if n % 100 == number % 100 and u == update.lower()
            for docset in docsets
        ]


def _lower(selector: str | None, update: str | None) -> tuple[str, str]:
    return (selector or "").lower(), (update or "").lower()
