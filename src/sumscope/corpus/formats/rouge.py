"""ROUGE's settings.xml with HTML (SEE), SPL, ISI or SIMPLE summaries.

Each EVAL is a topic of the same ID, each P a peer, each M a reference. PEER-ROOT and MODEL-ROOT are
looked for beside the settings file, then from the current folder. A peer that is the same file as a
model, or has the same ID and the same text, is that person's summary (`human`).
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

from sumscope.core.errors import SumscopeError
from sumscope.corpus.notes import Notes
from sumscope.corpus.see_html import summary
from sumscope.corpus.sources import parse_xml, read_text
from sumscope.corpus.topic_builder import Draft

MISSING = "files named in the settings that are missing"


def read(source: str, notes: Notes) -> Iterator[dict[str, Any]]:
    """Yield one topic per EVAL, in the order of the settings."""
    path = _settings(source)
    root = parse_xml(path, notes)
    evals = list(root.iter("EVAL"))
    if not evals:
        raise SumscopeError("found no EVAL element", where=str(path))
    for element in evals:
        name = (element.get("ID") or "").strip()
        if not name:
            raise SumscopeError("an EVAL has no ID", where=f"{path}:{element.sourceline}")
        yield _topic(element, name, path, notes).to_json()


def _settings(source: str) -> Path:
    path = Path(source)
    if not path.is_dir():
        return path
    found = sorted(path.glob("*.xml"))
    if len(found) != 1:
        what = f"expected one settings file, found {len(found)} .xml files in the folder"
        raise SumscopeError(what, where=source, hint="name the settings file itself")
    return found[0]


def _topic(element: Any, name: str, path: Path, notes: Notes) -> Draft:
    kinds = [found.get("TYPE") or "" for found in element.iter("INPUT-FORMAT")]
    kind = kinds[0].strip() if kinds else ""
    draft = Draft(name)
    files: dict[tuple[str, str], Path] = {}
    groups = (("references", "MODELS", "M", "MODEL-ROOT"), ("peers", "PEERS", "P", "PEER-ROOT"))
    for group, parent, tag, root in groups:
        folder = _text(element.find(root))
        for item in element.iterfind(f"{parent}/{tag}"):
            who, named = (item.get("ID") or "").strip(), _text(item)
            place = f"{path}:{item.sourceline}"
            if not who:
                raise SumscopeError(f"a {tag} has no ID", where=place)
            file = _find(path.parent, folder, named)
            if file is None:
                notes.add(MISSING, f"{name}, {who}: {named or 'no name'}")
                continue
            text = read_text(file, notes)
            content = summary(text, kind or _guess(file), str(file), notes)
            files[group, who] = file.resolve()
            draft.add(group, who, content)
    models = {row["id"]: row for row in draft.texts["references"]}
    model_files = {file for (group, _), file in files.items() if group == "references"}
    for row in draft.texts["peers"]:
        same = row["id"] in models and _content(models[row["id"]]) == _content(row)
        if same or files["peers", row["id"]] in model_files:
            row["human"] = True
    return draft


def _content(row: dict[str, Any]) -> Any:
    return row.get("sentences", row.get("text"))


def _text(element: Any) -> str:
    return "".join(element.itertext()).strip() if element is not None else ""


def _guess(file: Path) -> str:
    return "SEE" if file.suffix.lower() in (".html", ".htm") else "SPL"


def _find(beside: Path, folder: str, named: str) -> Path | None:
    if not named:
        return None
    for base in (beside, Path()):
        file = base / folder / named
        if file.is_file():
            return file
    return None
