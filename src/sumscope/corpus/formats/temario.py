"""TeMário: source texts, manual summaries and ideal extracts in Portuguese, by folder.

    Textos-fonte/Textos-fonte com título/NAME.txt        the document (or `Originais/`)
    Sumários/Sumários manuais/Sum-NAME.txt               the reference `manual`
    Sumários/Extratos ideais automáticos/Ext-NAME.txt    the peer `ideal-extract`

A file is known by its prefix (`St-`, `Sum-`, `Ext-`), whatever its folder is called, or else by the
words in the names of its folders, ignoring accents and case. Of several source folders the one
with titles is taken. Latin-1 or UTF-8, file by file.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator
from pathlib import Path

from sumscope.core.errors import SumscopeError
from sumscope.corpus.notes import Notes
from sumscope.corpus.sources import SKIPPED, bare, entries, folder, natural, read_text, walk
from sumscope.corpus.topic_builder import Drafts

EXPECTED = "expected Textos-fonte/ and Sumários/ as TeMário is given out"
PREFIX = re.compile(r"(st|sum|ext)[-_ ](?=.)", re.I)
PREFIXES = {"st": "documents", "sum": "references", "ext": "peers"}
COPIES = "copies of a text that is there, left out"


def recognize(source: Path) -> bool:
    """Whether a folder has files with two of TeMário's prefixes, or its folders of sources."""
    if not source.is_dir():
        return False
    found = set()
    for path in walk(source):
        prefix = PREFIX.match(path.name)
        if prefix and path.suffix.lower() == ".txt":
            found.add(prefix[1].lower())
            if len(found) > 1:
                return True
    return any(path.is_dir() and "textos-fonte" in _fold(path.name) for path in entries(source))


def read(source: str, notes: Notes) -> Iterator[dict[str, object]]:
    """Yield one topic per source text, in natural order."""
    root = folder(source, EXPECTED)
    found: dict[str, dict[Path, list[Path]]] = {"documents": {}, "references": {}, "peers": {}}
    for path in walk(root):
        group = _group(path.relative_to(root)) if path.suffix.lower() == ".txt" else None
        if group is None:
            notes.add(SKIPPED, str(path))
        else:
            found[group].setdefault(path.parent, []).append(path)
    if not any(found.values()):
        raise SumscopeError("found none of TeMário's folders", where=source, hint=EXPECTED)
    drafts = Drafts("pt")
    for group, folders in found.items():
        chosen = min(folders, key=_preference, default=None)
        for where, paths in folders.items():
            if where != chosen and group == "documents":
                notes.add(
                    "source folders not used, because another one holds the same texts", str(where)
                )
                continue
            for path in paths:
                _add(drafts, group, path, notes)
    for topic in sorted(drafts, key=natural):
        if not drafts[topic].texts["documents"]:
            notes.add("summaries without their source text", topic)
        yield drafts[topic].to_json()


def _fold(name: str) -> str:
    bare_letters = unicodedata.normalize("NFD", name)
    return "".join(c for c in bare_letters if not unicodedata.combining(c)).lower()


def _group(path: Path) -> str | None:
    """Know a file's kind by its prefix, or by the innermost folder that says it."""
    names = [_fold(part) for part in reversed(path.parts[:-1])]
    if any(re.search(r"marcad|anotad|tagged", name) for name in names):
        return None
    prefix = PREFIX.match(path.name)
    if prefix:
        return PREFIXES[prefix[1].lower()]
    for name in names:
        if re.search(r"extra[ct]|extractiv|idea[il]", name):
            return "peers"
        if re.search(r"manua|sumario|humano|abstract", name):
            return "references"
        if re.search(r"fonte|origina", name):
            return "documents"
    return None


def _preference(where: Path) -> tuple[int, str]:
    name = _fold(where.name)
    if "com titulo" in name:
        return 0, name
    return (2 if "sem titulo" in name else 1), name


def _add(drafts: Drafts, group: str, path: Path, notes: Notes) -> None:
    topic = PREFIX.sub("", bare(path), count=1)
    text = read_text(path, notes)
    draft = drafts[topic]
    base = {"documents": topic, "references": "manual", "peers": "ideal-extract"}[group]
    if any(row["text"] == text for row in draft.texts[group]):
        notes.add(COPIES, str(path))
        return
    taken = {row["id"] for row in draft.texts[group]}
    name = base if base not in taken else f"{base}-{len(taken) + 1}"
    draft.add(group, name, text)
