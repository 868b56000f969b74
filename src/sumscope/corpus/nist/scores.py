"""Scores that come with DUC and TAC: ROUGE's output as NIST ran it, and AESOP's tables."""

from __future__ import annotations

import math
import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from sumscope.core.errors import SumscopeError
from sumscope.corpus.nist.names import summary_name
from sumscope.corpus.notes import Notes

_EVAL = re.compile(
    r"^\S+\s+(?P<measure>\S+)\s+Eval\s+(?P<name>\S+)"
    r"\s+R:(?P<r>[\d.]+)\s+P:(?P<p>[\d.]+)\s+F:(?P<f>[\d.]+)\s*$",
    re.M,
)
_AESOP = re.compile(r"aesop_.*_(?P<set>[A-Z])(?:\.txt)?", re.I)


@dataclass(frozen=True)
class PublishedScore:
    """A score of a peer, with the docset as the file names it, or its place in the year's list."""

    docset: str
    selector: str
    number: int | None
    update: str
    peer: str
    name: str
    value: float


def is_rouge_output(text: str) -> bool:
    """Whether a text is what ROUGE-1.5.5 prints with `-d`."""
    return _EVAL.search(text) is not None


def read_rouge_output(text: str, path: Path) -> Iterator[PublishedScore]:
    """Yield R, P and F of every peer and topic; the mean over EVALs where it is jackknifed."""
    sums: dict[tuple[str, str, str, str], list[float]] = {}
    for found in _EVAL.finditer(text):
        name = summary_name(found["name"])
        if name is None:
            continue
        for letter in "rpf":
            label = f"{found['measure']}-{letter.upper()} ({path.name})"
            key = (name.docset, name.selector, name.who, label)
            sums.setdefault(key, []).append(float(found[letter]))
    for (docset, selector, who, label), values in sums.items():
        value = math.fsum(values) / len(values)
        yield PublishedScore(docset, selector, None, "", who, label, value)


def is_aesop(path: Path) -> bool:
    """Whether a file is named as AESOP's tables of metrics by peer and topic."""
    return _AESOP.fullmatch(path.name) is not None


def read_aesop(text: str, path: Path, notes: Notes) -> Iterator[PublishedScore]:
    """Yield the scores of an AESOP table: a header, then peer, topic and one column per metric.

    Peers and topics are written with a letter before them (`s1`, `sA`; `t7` is the seventh topic);
    metrics are called by their place where the header does not name them.
    """
    kind = _AESOP.fullmatch(path.name)
    rows = [line.split() for line in text.split("\n") if line.strip()]
    if kind is None or len(rows) < 2:
        raise SumscopeError("expected a header and a row for each peer and topic", where=str(path))
    header, body = rows[0], rows[1:]
    prefixed = all(len(row[0]) > 1 for row in body) and len({row[0][0] for row in body}) == 1
    width = max(len(row) for row in body)
    labels = header[-(width - 2) :] if len(header) >= width - 2 else []
    for i, row in enumerate(body):
        number = re.search(r"(?<![0-9])[0-9]{1,18}(?![0-9])", row[1]) if len(row) > 2 else None
        if number is None or len(row) != width:
            notes.add(
                "rows that do not fit the columns of their table, left out", f"{path}:{i + 2}"
            )
            continue
        peer = row[0][1:] if prefixed else row[0]
        for j, cell in enumerate(row[2:]):
            label = labels[j] if labels and not labels[j].isdecimal() else f"{j + 1}"
            try:
                value = float(cell if "_" not in cell else "")
            except ValueError:
                value = math.nan  # NA, ?
            if math.isfinite(value):
                name = f"aesop-{label}"
                yield PublishedScore("", "", int(number[0]), kind["set"], peer, name, value)
            else:
                notes.add("scores that are not a number, left out", f"{path}:{i + 2}")
