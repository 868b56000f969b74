"""Pyramids (`.pyr`) and peers annotated with them (`.pan`): summary content units as JSON."""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path

from sumscope.corpus.nist.names import SummaryName, summary_name
from sumscope.corpus.notes import Notes
from sumscope.corpus.sources import parse_xml

ENDINGS = (".pan", ".pyr")


@dataclass(frozen=True)
class PyramidFile:
    """A pyramid, and how often a peer expresses each of its units (None for a pyramid alone)."""

    name: SummaryName | None
    docset: str
    annotator: str
    units: list[dict[str, object]]
    peer: dict[str, int] | None


def read_pyramid(path: Path, notes: Notes) -> PyramidFile:
    """Read a pyramid or an annotated peer, named `[ANNOTATOR.]SUMMARY.pan` or `DOCSET.pyr`."""
    root = parse_xml(path, notes)
    stem = path.stem
    annotator, _, rest = stem.partition(".")
    if not (annotator.isdecimal() and re.match(r"[A-Za-z]", rest)):
        annotator, rest = "", stem
    name = summary_name(rest)
    units = [
        {
            "id": unit.get("uid") or "",
            "label": unit.get("label") or "",
            "weight": len(unit.findall("contributor")),
        }
        for unit in root.iter("scu")
    ]
    annotation = root.find("annotation") if root.tag == "peerAnnotation" else None
    found = None
    if annotation is not None:
        counts = {u.get("uid") or "": len(u.findall("contributor")) for u in root.iter("peerscu")}
        found = {unit: count for unit, count in counts.items() if count}
    return PyramidFile(name, rest.partition(".")[0], annotator or "pyramid", units, found)
