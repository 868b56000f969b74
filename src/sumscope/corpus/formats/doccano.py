"""doccano: JSON Lines of classified texts, one file per annotator or one for all.

`label` (or `labels`, `cats`) holds the answers: `coherence:4` is a judgement `coherence` of 4, a
lone number a judgement `label`. The annotator is the row's `annotator`, `user` or `username`, or
else the file's name, as in the archive that doccano gives out. Topic, peer and texts are looked for
among the other keys (doccano's metadata).
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

from sumscope.corpus.judged import Judged, first, items_of, json_items, peek
from sumscope.corpus.notes import Notes

LABELS = ("label", "labels", "cats")
USER = ("annotator", "user", "username", "approver")
# A name with a letter in it; where white space lies is said so that long labels take no long time.
_NAMED = re.compile(r"(?P<name>.*?)(?<!\s)(?:\s*[:=_-]\s*|\s+)(?P<value>[+-]?\d+(?:\.\d+)?)")


def recognize(source: Path) -> bool:
    """Whether rows have a text, an id and a list of labels."""
    row = peek(source)
    labels = next((row[key] for key in LABELS if key in row), None)
    return isinstance(labels, (list, dict)) and "id" in row and ("text" in row or "data" in row)


def read(source: str, notes: Notes) -> Iterator[dict[str, object]]:
    """Yield the topics in the order of the rows."""
    judged = Judged(notes)
    for where, path, row in json_items(source, notes):
        meta = row.get("meta")
        fields = {**row, **(meta if isinstance(meta, dict) else {})}
        text = row.get("text", row.get("data"))
        if isinstance(text, str):
            fields.setdefault("summary", text)
        draft = judged.topic(fields, str(row.get("id", where)))
        peer = judged.peer(fields, draft)
        judge = first(fields, USER) or path.stem
        labels = next((row[key] for key in LABELS if key in row), [])
        if isinstance(labels, dict):
            labels = [f"{name}:{value}" for name, value in labels.items()]
        given = items_of(labels, f"{where}: label")
        if not given:
            notes.add("rows without any label", where)
        for label in given:
            label = label.get("text", label) if isinstance(label, dict) else label
            named = _NAMED.fullmatch(str(label))
            if named and re.search("[A-Za-z]", named["name"]):
                name, value = named["name"], named["value"]
            else:
                name, value = "label", label
            judged.rate(draft, peer, name, value, judge)
    yield from judged.topics()
