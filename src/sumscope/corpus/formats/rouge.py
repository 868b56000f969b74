"""ROUGE's settings.xml with HTML (SEE), SPL, ISI or SIMPLE summaries.

Each EVAL is a topic of the same ID, each P a peer, each M a reference. PEER-ROOT and MODEL-ROOT are
looked for beside the settings file, then from the current folder; where a root is a path of another
machine, its last folders are looked for beside the settings file and above it. A file outside the
folder of the settings is read with `--outside` only. EVALs that leave out
one reference each of the same set (jackknife) are joined into one topic, to be scored with
`--jackknife all`. A peer that is the same file as a model, or has the same ID and the same text, or
is scored against the others only, is that person's summary (`human`). Files of basic elements
(`HEAD|MODIFIER|RELATION` a line) are kept under the key `be`.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import takewhile
from pathlib import Path, PurePosixPath
from typing import Any

from sumscope.core.errors import SumscopeError
from sumscope.corpus.notes import Notes
from sumscope.corpus.see_html import summary
from sumscope.corpus.sources import entries, parse_xml, read_text
from sumscope.corpus.topic_builder import Draft

MISSING = "files named in the settings that are missing"
ELSEWHERE = "roots of another machine, found near the settings file"
JOINED = "EVALs that leave out one reference each, joined into topics"
_MARK = re.compile(rb"<ROUGE[_-]EVAL", re.I)


@dataclass
class Eval:
    """One EVAL: its files by ID, and where they are looked for."""

    name: str
    kind: str
    references: dict[str, str]
    peers: dict[str, str]
    roots: dict[str, str]
    own: dict[str, str] = field(default_factory=dict)  # a person's peer: the reference left out

    @property
    def key(self) -> tuple[str, str, frozenset[str]]:
        """What EVALs of one jackknife share: roots, and all names of files."""
        names = {_last(name) for name in (*self.references.values(), *self.peers.values())}
        return self.roots["peers"], self.roots["references"], frozenset(names)


def recognize(source: Path) -> bool:
    """Whether this is a settings file, or a folder with one."""
    return bool(_settings_in(source)) if source.is_dir() else _is_settings(source)


def read(source: str, notes: Notes, outside: bool = False) -> Iterator[dict[str, object]]:
    """Yield one topic per EVAL, or per set of jackknifed EVALs, in the order of the settings.

    Files that lie outside the folder of the settings are read with `outside` only.
    """
    path = _settings(source)
    evals = list(_evals(path, notes))
    if not evals:
        raise SumscopeError("found no EVAL element", where=str(path))
    found = 0
    finder = _Finder(path, notes, outside)
    for one in _joined(evals, notes):
        draft = _topic(one, finder, notes)
        found += sum(map(len, draft.texts.values()))
        yield draft.to_json()
    if not found:
        roots = sorted({root for one in evals for root in one.roots.values() if root})
        count = notes.count(MISSING)
        what = f"none of the {count} file{'s' * (count != 1)} named in the settings was found"
        hint = f"put the folders {' and '.join(roots) or 'named there'} beside the settings file"
        raise SumscopeError(what, where=str(path), hint=hint)


def _is_settings(path: Path) -> bool:
    if not path.is_file():
        return False
    with path.open("rb") as stream:
        return _MARK.search(stream.read(2000)) is not None


def _settings_in(folder: Path) -> list[Path]:
    return [path for path in entries(folder) if _is_settings(path)]


def _settings(source: str) -> Path:
    path = Path(source)
    if not path.is_dir():
        return path
    found = _settings_in(path)
    if len(found) != 1:
        names = ": " + ", ".join(one.name for one in found[:8]) if found else ""
        what = f"expected one settings file in the folder, found {len(found)}{names}"
        raise SumscopeError(what, where=source, hint="name the settings file itself")
    return found[0]


def _evals(path: Path, notes: Notes) -> Iterator[Eval]:
    for element in parse_xml(path, notes).iter("EVAL"):
        name = (element.get("ID") or "").strip()
        if not name:
            raise SumscopeError("an EVAL has no ID", where=f"{path}:{element.sourceline}")
        kinds = [found.get("TYPE") or "" for found in element.iter("INPUT-FORMAT")]
        files: dict[str, dict[str, str]] = {}
        for group, parent, tag in (("references", "MODELS", "M"), ("peers", "PEERS", "P")):
            files[group] = {}
            for item in element.iterfind(f"{parent}/{tag}"):
                who, place = (item.get("ID") or "").strip(), f"{path}:{item.sourceline}"
                if not who:
                    raise SumscopeError(f"a {tag} has no ID", where=place)
                if who in files[group]:
                    raise SumscopeError(f"the {tag} {who!r} is given twice", where=place)
                files[group][who] = _text(item)
        roots = {
            "references": _text(element.find("MODEL-ROOT")),
            "peers": _text(element.find("PEER-ROOT")),
        }
        kind = kinds[0].strip() if kinds else ""
        yield Eval(name, kind, files["references"], files["peers"], roots)


def _joined(evals: list[Eval], notes: Notes) -> Iterator[Eval]:
    """Join the EVALs that leave out one reference each of the same set; pass on the others."""
    groups: dict[tuple[str, str, frozenset[str]], list[Eval]] = {}
    for one in evals:
        groups.setdefault(one.key, []).append(one)
    joined = {id(group[0]): _join(group) for group in groups.values() if len(group) > 1}
    member = {id(one): id(group[0]) for group in groups.values() for one in group}
    for one in evals:
        whole = joined.get(member[id(one)])
        if whole is None:
            yield one
        elif member[id(one)] == id(one):
            for part in groups[one.key]:
                notes.add(JOINED, part.name)
            yield whole


def _join(group: list[Eval]) -> Eval | None:
    """One EVAL of a jackknife's EVALs, or None where they are none."""
    references: dict[str, str] = {}
    peers: dict[str, str] = {}
    own: dict[str, str] = {}
    for one in group:
        for known, given in ((references, one.references), (peers, one.peers)):
            for who, file in given.items():
                if known.setdefault(who, file) != file:
                    return None
    left_out = [set(references) - set(one.references) for one in group]
    if any(len(out) != 1 for out in left_out) or len(set.union(*left_out)) != len(group):
        return None
    for one, (out,) in zip(group, left_out, strict=True):
        only = [who for who in one.peers if all(who not in e.peers for e in group if e is not one)]
        own.update(dict.fromkeys(only, out))
    name = _shared([one.name for one in group]).rstrip("-._ ") or group[0].name
    order = sorted(references)
    return Eval(name, group[0].kind, {m: references[m] for m in order}, peers, group[0].roots, own)


class _Finder:
    """Finds the files of the settings, where their roots may be those of another machine."""

    def __init__(self, settings: Path, notes: Notes, outside: bool) -> None:
        self._settings = settings
        self._beside = settings.parent
        self._inside = None if outside else settings.parent.resolve()
        self._notes = notes
        self._known: dict[str, Path] = {}

    def find(self, root: str, named: str) -> Path | None:
        """The file `named` below `root`; one outside the folder of the settings is refused."""
        found = self._find(root, named) if named else None
        if found is not None and self._inside is not None:
            real = found.resolve()
            if self._inside not in real.parents:
                raise SumscopeError(
                    f"the settings name a file outside their folder: {real}",
                    where=str(self._settings),
                    hint="give --outside to read such files",
                )
        return found

    def _find(self, root: str, named: str) -> Path | None:
        places = [self._known[root]] if root in self._known else []
        for place in (*places, self._beside / root, Path(root)):
            if os.path.isfile(place / named):
                return place / named
        parts = PurePosixPath(root.replace("\\", "/")).parts
        bases = [self._beside, *self._beside.resolve().parents[:2]]
        for base in bases:
            for start in range(len(parts) + 1):
                place = base.joinpath(*(part for part in parts[start:] if part.strip("/\\")))
                for name in (named.replace("\\", "/"), _last(named)):
                    if os.path.isfile(place / name):
                        if root not in self._known:
                            self._notes.add(ELSEWHERE, f"{root} is {place}")
                            self._known[root] = place
                        return place / name
        return None


def _topic(one: Eval, finder: _Finder, notes: Notes) -> Draft:
    draft = Draft(one.name)
    files: dict[tuple[str, str], Path] = {}
    for group, named in (("references", one.references), ("peers", one.peers)):
        for who, name in named.items():
            file = finder.find(one.roots[group], name)
            if file is None:
                notes.add(MISSING, f"{one.name}, {who}: {name or 'no name'}")
                continue
            text = read_text(file, notes)
            files[group, who] = file.resolve()
            lines = [line.strip() for line in text.split("\n") if line.strip()]
            if one.kind.upper() == "SIMPLE" and lines and all(x.count("|") == 2 for x in lines):
                draft.add(group, who, [], be=lines)
                notes.add("files of basic elements, kept under the key be", str(file))
                continue
            draft.add(group, who, summary(text, one.kind or _guess(file), str(file), notes))
    models = {row["id"]: row for row in draft.texts["references"]}
    model_files = {file for (group, _), file in files.items() if group == "references"}
    for row in draft.texts["peers"]:
        model = models.get(row["id"])
        same = model is not None and (_content(model) == _content(row) or row["id"] in one.own)
        if same or files["peers", str(row["id"])] in model_files:
            row["human"] = True
    return draft


def _content(row: dict[str, object]) -> object:
    return row.get("sentences") or row.get("text") or row.get("be")


def _text(element: Any) -> str:
    return "".join(element.itertext()).strip() if element is not None else ""


def _shared(names: list[str]) -> str:
    """The letters that all names begin with."""
    columns = zip(*names, strict=False)
    return "".join(letters[0] for letters in takewhile(lambda c: len(set(c)) == 1, columns))


def _last(name: str) -> str:
    return re.split(r"[/\\]", name)[-1]


def _guess(file: Path) -> str:
    return "SEE" if file.suffix.lower() in (".html", ".htm") else "SPL"
