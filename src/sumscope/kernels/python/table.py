"""Rows of score tables and lines of JSON as bytes, in bulk: what ends up in files.

Numbers are written as Python's `repr` writes them, so that they are read back as they were. Cells
that a spreadsheet would run as a formula get an apostrophe in front.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Sequence

from sumscope.kernels.types import PeerRow

__all__ = ["csv_rows", "json_line"]

_FORMULA = re.compile(r"'*[=+\-@\t\r]")


def csv_rows(measures: Sequence[str], peers: Iterable[PeerRow]) -> bytes:
    """The rows of a score table in CSV, one for every measure of every peer.

    A peer is (topic, peer, whether by a person, for each measure its value or the reason for none).
    """
    names, lines = [cell(measure).encode() for measure in measures], []
    for topic, peer, human, values in peers:
        if len(values) != len(names):
            raise ValueError("a peer has one value for each measure")
        start = f"{cell(topic)},{cell(peer)},{'true' if human else 'false'},".encode()
        for name, value in zip(names, values, strict=True):
            end = f",{cell(value)}\n" if isinstance(value, str) else f"{float(value)!r},\n"
            lines.append(start + name + b"," + end.encode())
    return b"".join(lines)


def json_line(value: object) -> bytes:
    """A value of lists, dicts with names, texts and numbers as JSON in one line, without its end.

    Numbers that are not finite are written as Python reads them again. Raises TypeError for any
    other value.
    """
    _check(value)
    return json.dumps(value, ensure_ascii=False).encode()


def cell(text: str) -> str:
    """A text as it stands in a CSV file: no formula, quoted where that is necessary."""
    return quoted(guard(text))


def guard(text: str) -> str:
    """Keep a spreadsheet from running a cell as a formula."""
    return "'" + text if _FORMULA.match(text) else text


def quoted(text: str) -> str:
    """A cell of CSV; csv.writer leaves a lone carriage return bare, which ends a row."""
    if any(mark in text for mark in ',"\r\n'):
        return '"' + text.replace('"', '""') + '"'
    return text


def _check(value: object) -> None:
    if isinstance(value, dict):
        if not all(isinstance(name, str) for name in value):
            raise TypeError("names are str")
        for item in value.values():
            _check(item)
    elif isinstance(value, list | tuple):
        for item in value:
            _check(item)
    elif not isinstance(value, str | int | float | None):
        raise TypeError("JSON has no such value")
