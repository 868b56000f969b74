"""AMI meetings as NXT XML: words, dialogue acts, abstracts and the links between them.

    words/M.S.words.xml               dialogueActs/M.S.dialog-act.xml     (M meeting, S speaker)
    abstractive/M.abssumm.xml         extractive/M.summlink.xml, extractive/M.extsumm.xml
    corpusResources/meetings.xml      ontologies/da-types.xml             (both optional)

A meeting becomes a topic with one document whose sentences are the dialogue acts in order of time
(speaker, role, act, start, end, extract), one reference per annotator (sentences with their
section) and one cover per annotator: a cluster per abstract sentence, with the dialogue acts
linked to it.
What is not a word stands in braces, as {vocalsound}.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from sumscope.core.errors import SumscopeError
from sumscope.core.numbers import plain_number
from sumscope.corpus.notes import Notes
from sumscope.corpus.sources import entries, folder, natural, parse_xml
from sumscope.corpus.topic_builder import Draft

EXPECTED = "expected the folders words/ and dialogueActs/ of AMI's manual annotations"
NITE = "{http://nite.sourceforge.net/}"
SECTIONS = ("abstract", "actions", "decisions", "problems")
MISSING_WORD = "dialogue acts that point at words that are not there"
MISSING_ACT = "links to dialogue acts that are not there"
MISSING_SENTENCE = "links to abstract sentences that are not there"
ACTS = {
    f"ami_da_{number}": name
    for number, name in (
        *enumerate(["bck", "stl", "fra", "inf", "el.inf", "sug", "off", "el.sug", "ass"], 1),
        *enumerate(["el.ass", "und", "el.und", "be.pos", "be.neg", "oth"], 11),
    )
}
_HREF = re.compile(r"([^#]*)#id\(([^()]*)\)(?:\.\.id\(([^()]*)\))?")


def recognize(source: Path) -> bool:
    """Whether a folder has dialogue acts in NXT's files."""
    return any(path.name.endswith(".dialog-act.xml") for path in _files(source, "dialogueActs"))


def read(source: str, notes: Notes) -> Iterator[dict[str, object]]:
    """Yield the meetings in natural order."""
    root = folder(source, EXPECTED)
    meetings: dict[str, dict[str, Path]] = {}
    for path in _files(root, "dialogueActs"):
        named = re.fullmatch(r"(.+)\.([^.]+)\.dialog-act\.xml", path.name)
        if named:
            meetings.setdefault(named[1], {})[named[2]] = path
    if not meetings:
        raise SumscopeError("found no dialogue acts", where=source, hint=EXPECTED)
    corpus = _Corpus(root, notes)
    for meeting in sorted(meetings, key=natural):
        yield corpus.topic(meeting, meetings[meeting]).to_json()


def _files(root: Path, name: str) -> list[Path]:
    return [p for p in entries(root / name) if p.is_file()] if (root / name).is_dir() else []


def _id(element: Any) -> str:
    return str(element.get(f"{NITE}id") or element.get("id") or "")


def _targets(element: Any, tag: str, role: str | None = None) -> Iterator[tuple[str, str, str]]:
    """Yield file, first and last id that the children or pointers of an element name."""
    for link in element.iterchildren(f"{NITE}{tag}"):
        if role is not None and link.get("role") != role:
            continue
        href = _HREF.fullmatch((link.get("href") or "").strip())
        if href is None:
            yield "", link.get("href") or "", link.get("href") or ""
        else:
            yield href[1], href[2], href[3] or href[2]


class _Corpus:
    """What all meetings of a folder share."""

    def __init__(self, root: Path, notes: Notes) -> None:
        self.root = root
        self.notes = notes
        self.acts = dict(ACTS)
        self.roles: dict[tuple[str, str], str] = {}
        types = root / "ontologies" / "da-types.xml"
        if types.is_file():
            for element in parse_xml(types, notes).iter("da-type"):
                if element.get("name"):
                    self.acts[_id(element)] = element.get("name")
        resources = root / "corpusResources" / "meetings.xml"
        if resources.is_file():
            for meeting in parse_xml(resources, notes).iter("meeting"):
                for speaker in meeting.iter("speaker"):
                    key = (meeting.get("observation") or "", speaker.get("nxt_agent") or "")
                    if speaker.get("role"):
                        self.roles[key] = speaker.get("role")

    def topic(self, meeting: str, speakers: dict[str, Path]) -> Draft:
        """Read one meeting."""
        draft = Draft(meeting, "en")
        extract = self._extract(meeting)
        rows: list[dict[str, object]] = []
        words: dict[str, _Words] = {}
        for speaker in sorted(speakers, key=natural):
            for element in parse_xml(speakers[speaker], self.notes).iter("dact"):
                rows.append(self._act(meeting, speaker, element, words))
        known = {row["id"] for row in rows}
        if extract is not None:
            for name in sorted(extract - known, key=natural):
                self.notes.add(MISSING_ACT, f"{meeting}.extsumm.xml: {name}")
            for row in rows:
                row["extract"] = row["id"] in extract
        # A dialogue act without a time stays behind the one it follows in its file.
        keys: list[tuple[float, float]] = []
        for row, before in zip(rows, [None, *rows], strict=False):
            follows = before is not None and before["speaker"] == row["speaker"]
            key = keys[-1] if follows else (0.0, 0.0)
            start, end = row.get("start"), row.get("end")
            if isinstance(start, float):
                key = (start, end if isinstance(end, float) else start)
            keys.append(key)
        order = sorted(range(len(rows)), key=lambda i: (keys[i], i))
        draft.add("documents", meeting, [rows[i] for i in order])
        self._abstract(meeting, draft, [str(rows[i]["id"]) for i in order])
        return draft

    def _act(
        self, meeting: str, speaker: str, element: Any, words: dict[str, _Words]
    ) -> dict[str, object]:
        name = _id(element)
        pieces: list[tuple[str, float | None, float | None]] = []
        for file, first, last in _targets(element, "child"):
            file = Path(file).name or f"{meeting}.{speaker}.words.xml"
            if file not in words:
                words[file] = _Words(self.root / "words" / file, self.notes)
            found = words[file].between(first, last)
            if found is None:
                self.notes.add(MISSING_WORD, f"{name}: {first}..{last} in {file}")
            else:
                pieces.extend(found)
        row: dict[str, object] = {
            "id": name,
            "text": " ".join(text for text, _, _ in pieces if text),
            "speaker": speaker,
        }
        if (meeting, speaker) in self.roles:
            row["role"] = self.roles[meeting, speaker]
        kinds = [first for _, first, _ in _targets(element, "pointer", "da-aspect")]
        row["act"] = self.acts.get(kinds[0], kinds[0]) if kinds else "unset"
        starts = [start for _, start, _ in pieces if start is not None]
        ends = [end for _, _, end in pieces if end is not None]
        if starts:
            row["start"] = min(starts)
        if ends:
            row["end"] = max(ends)
        return row

    def _extract(self, meeting: str) -> set[str] | None:
        path = self.root / "extractive" / f"{meeting}.extsumm.xml"
        if not path.is_file():
            return None
        found: set[str] = set()
        for element in parse_xml(path, self.notes).iter("extsumm"):
            for _, first, last in _targets(element, "child"):
                found.update((first, last))
        return found

    def _abstract(self, meeting: str, draft: Draft, acts: list[str]) -> None:
        path = self.root / "abstractive" / f"{meeting}.abssumm.xml"
        if not path.is_file():
            self.notes.add("meetings without an abstract", meeting)
            return
        sentences: dict[str, dict[str, object]] = {}
        for element in parse_xml(path, self.notes).iter(*SECTIONS):
            for sentence in element.iter("sentence"):
                text = " ".join("".join(sentence.itertext()).split())
                row = {"id": _id(sentence), "text": text, "section": element.tag}
                if row["id"] in sentences:
                    what = f"two abstract sentences have the id {row['id']!r}"
                    where = f"{path}:{sentence.sourceline}"
                    raise SumscopeError(what, where=where, hint="give each its own")
                sentences[row["id"]] = row
        links = self._links(meeting, set(sentences), set(acts))
        position = {name: i for i, name in enumerate(acts)}
        for judge in dict.fromkeys(_annotator(name, meeting) for name in sentences):
            own = [row for name, row in sentences.items() if _annotator(name, meeting) == judge]
            draft.add("references", judge, own)
            clusters = []
            for row in own:
                items = sorted(links.get(str(row["id"]), set()), key=position.__getitem__)
                clusters.append({"label": row["text"], "section": row["section"], "items": items})
            draft.covers.append({"judge": judge, "clusters": clusters})

    def _links(self, meeting: str, sentences: set[str], acts: set[str]) -> dict[str, set[str]]:
        path = self.root / "extractive" / f"{meeting}.summlink.xml"
        links: dict[str, set[str]] = {}
        if not path.is_file():
            self.notes.add("meetings without links", meeting)
            return links
        for element in parse_xml(path, self.notes).iter("summlink"):
            sources = [name for _, name, _ in _targets(element, "pointer", "extractive")]
            targets = [name for _, name, _ in _targets(element, "pointer", "abstractive")]
            for kind, named, known in (
                (MISSING_ACT, sources, acts),
                (MISSING_SENTENCE, targets, sentences),
            ):
                for name in named or ["nothing"]:
                    if name not in known:
                        self.notes.add(kind, f"{path.name}: {_id(element)}: {name}")
            for target in targets:
                if target in sentences:
                    links.setdefault(target, set()).update(s for s in sources if s in acts)
        return links


def _annotator(name: str, meeting: str) -> str:
    """Who wrote an abstract sentence: `M.NAME.s.3` was written by NAME."""
    parts = name.removeprefix(f"{meeting}.").split(".")
    return parts[0] if len(parts) > 1 and parts[0] else "annotator"


class _Words:
    """The words of one speaker, found by id or by range."""

    def __init__(self, path: Path, notes: Notes) -> None:
        self.rows: list[tuple[str, float | None, float | None]] = []
        self.position: dict[str, int] = {}
        if not os.path.isfile(path):  # False for a name that no file can have
            notes.add("files of words that are missing", path.name)
            return
        for element in parse_xml(path, notes):
            if not isinstance(element.tag, str):
                continue
            spoken = element.tag == "w"
            text = "".join(element.itertext()).strip() if spoken else f"{{{element.tag}}}"
            name = _id(element)
            if name and name in self.position:
                what = f"two words have the id {name!r}"
                where = f"{path}:{element.sourceline}"
                raise SumscopeError(what, where=where, hint="give each its own")
            self.position[name] = len(self.rows)
            times = [_time(element.get(key)) for key in ("starttime", "endtime")]
            self.rows.append((" ".join(text.split()), times[0], times[1]))

    def between(self, first: str, last: str) -> list[tuple[str, float | None, float | None]] | None:
        """The words from `first` to `last`, both included; None if one of them is not there."""
        a, b = self.position.get(first), self.position.get(last)
        if a is None or b is None:
            return None
        return self.rows[a : b + 1]


def _time(value: str | None) -> float | None:
    try:
        seconds = plain_number(value) if value is not None else None
    except ValueError:
        return None
    return seconds if seconds is not None and 0 <= seconds < 1e9 else None
