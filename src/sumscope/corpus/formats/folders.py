"""Plain folders: documents/, references/, peers/, each with one subfolder per topic.

    documents/T1/d1.txt     the text is named d1
    references/T1/A.txt
    peers/T1/sys1.txt       or peers/sys1/T1.txt, one subfolder per system
    judgements.csv          topic,peer,<name of the judgement>,...

A file right inside documents/ or references/ belongs to the topic of its name (`T1.txt`,
`T1.A.txt`). Files that end in `.spl` have one sentence a line. A peer with the name of a reference
of its topic is that person's summary (`human`).
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

from sumscope.core.errors import SumscopeError
from sumscope.corpus.cells import number_in
from sumscope.corpus.notes import Notes
from sumscope.corpus.rows import texts_of
from sumscope.corpus.sources import (
    SKIPPED,
    bare,
    entries,
    folder,
    natural,
    read_cells,
    read_text,
    sentence_lines,
)
from sumscope.corpus.topic_builder import Draft, Drafts

GROUPS = {
    "documents": ("documents", "docs", "sources"),
    "references": ("references", "refs", "models"),
    "peers": ("peers", "systems", "candidates"),
}
EXPECTED = "expected documents/, references/ and peers/ with one subfolder per topic"


def recognize(source: Path) -> bool:
    """Whether a folder has two of the three folders."""
    if not source.is_dir():
        return False
    names = {path.name.lower() for path in entries(source) if path.is_dir()}
    return sum(not names.isdisjoint(words) for words in GROUPS.values()) > 1


def read(source: str, notes: Notes) -> Iterator[dict[str, object]]:
    """Yield the topics in natural order of their names."""
    root = folder(source, EXPECTED)
    found = {
        group: path
        for path in entries(root)
        if path.is_dir()
        for group, words in GROUPS.items()
        if path.name.lower() in words
    }
    if not found:
        raise SumscopeError("found none of the folders", where=source, hint=EXPECTED)
    drafts = Drafts()
    for group in ("documents", "references"):
        if group in found:
            _by_topic(found[group], group, drafts, notes)
    if "peers" in found:
        _peers(found["peers"], drafts, notes)
    for path in entries(root):
        if path.name.lower() == "judgements.csv":
            add_judgements(path, drafts, notes)
        elif path not in found.values():
            notes.add(SKIPPED, str(path))
    for topic in sorted(drafts, key=natural):
        drafts[topic].mark_humans()
        yield drafts[topic].to_json()


def _by_topic(where: Path, group: str, drafts: Drafts, notes: Notes) -> None:
    for path in entries(where):
        if path.is_dir():
            _topic_folder(path, group, drafts[path.name], notes)
        else:
            topic, name = _flat(bare(path), drafts, group)
            _add(drafts[topic], group, name, path, notes)


def _topic_folder(where: Path, group: str, draft: Draft, notes: Notes) -> None:
    files = entries(where)
    if not files:
        notes.add("topic folders without any file", str(where))
    for path in files:
        if path.is_dir():
            notes.add(SKIPPED, str(path))
        else:
            _add(draft, group, bare(path), path, notes)


def _flat(name: str, drafts: Drafts, group: str) -> tuple[str, str]:
    """Part `T1.A` into a known topic and the name of the text."""
    alone = name if group == "documents" else group[:-1]
    if name in drafts:
        return name, alone
    for cut in re.finditer(r"[._-]", name):
        if name[: cut.start()] in drafts and name[cut.end() :]:
            return name[: cut.start()], name[cut.end() :]
    return name, alone


def _peers(where: Path, drafts: Drafts, notes: Notes) -> None:
    known = set(drafts)
    for path in entries(where):
        if not path.is_dir():
            topic, name = _flat(bare(path), drafts, "peers")
            _add(drafts[topic], "peers", name, path, notes)
            continue
        files = [inner for inner in entries(path) if not inner.is_dir()]
        by_system = path.name not in known and files and all(bare(f) in known for f in files)
        if not by_system:
            _topic_folder(path, "peers", drafts[path.name], notes)
            continue
        for inner in files:
            _add(drafts[bare(inner)], "peers", path.name, inner, notes)


def _add(draft: Draft, group: str, name: str, path: Path, notes: Notes) -> None:
    text = read_text(path, notes)
    draft.add(group, name, sentence_lines(text) if path.suffix.lower() == ".spl" else text)


def add_judgements(path: Path, drafts: Drafts, notes: Notes) -> None:
    """Add the judgements of a table: topic, peer, and one column per judgement."""
    table = read_cells(path, notes)
    for where, row in texts_of(table):
        if "topic" not in row or "peer" not in row:
            raise SumscopeError("expected the columns topic and peer", where=f"{path}:1")
        topic, peer = row.pop("topic"), row.pop("peer")
        if topic not in drafts:
            notes.add("judgements of a topic that is not there", f"{where}: {topic}")
            continue
        if all(text["id"] != peer for text in drafts[topic].texts["peers"]):
            notes.add("judgements of a peer that is not there", f"{where}: {topic}, {peer}")
        for name, cell in row.items():
            drafts[topic].judge(peer, name, number_in(cell, f"{where}: {name}", table.decimal))
