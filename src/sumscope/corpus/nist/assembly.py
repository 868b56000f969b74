"""Topics put together from what lies in many files: texts, elements, judgements, scores."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path

from sumscope.core.errors import SumscopeError, nearest
from sumscope.corpus.nist.judgements import PyramidAuthor, Row, TableValue
from sumscope.corpus.nist.names import TopicFinder
from sumscope.corpus.nist.pyramids import PyramidFile
from sumscope.corpus.nist.scores import PublishedScore
from sumscope.corpus.nist.topics import Statement
from sumscope.corpus.notes import Notes
from sumscope.corpus.sources import natural
from sumscope.corpus.topic_builder import Draft

Key = tuple[str, str, str]  # docset, document, size
JSON = dict[str, object]


@dataclass
class Summary:
    """One model or peer summary and what its name and place say."""

    group: str
    docset: str
    size: str
    who: str
    document: str
    content: str | list[str]
    path: Path
    evaluation: str


class Assembly:
    """Collects what the files of a folder hold and puts it together by topic."""

    def __init__(self, notes: Notes, evaluation: str | None = None) -> None:
        self.notes = notes
        self.evaluation = evaluation
        self.documents: dict[str, list[JSON]] = {}
        self.summaries: list[Summary] = []
        self.elements: dict[tuple[str, str, str, str], list[str]] = {}
        self.statements: list[Statement] = []
        self.values: list[Row] = []
        self.pyramids: list[PyramidFile] = []
        self.scores: list[PublishedScore] = []
        self._folders: dict[str, Path] = {}
        self._seen: dict[tuple[str, str, str, str, str, str], Summary] = {}

    def add_document(self, docset: str, row: JSON, path: Path) -> None:
        """Add a document of a docset; a copy of one that is there is left out."""
        rows = self.documents.setdefault(docset, [])
        known = [other for other in rows if other["id"] == row["id"]]
        if not known and self._folders.setdefault(docset, path.parent) != path.parent:
            raise SumscopeError(
                f"another folder of documents is named {docset!r} too: {self._folders[docset]}",
                where=str(path.parent),
                hint="rename one of them, or convert them one at a time",
            )
        if row in known:
            self.notes.add("copies of a document of the same docset, left out", str(path))
            return
        if known:
            self.notes.add("documents with the id of another document, renamed", str(path))
            row = {**row, "id": f"{row['id']}-{len(known) + 1}"}
        rows.append(row)

    def add_summary(self, summary: Summary) -> None:
        """Add a summary; a copy of one that is there is left out, another text kept apart."""
        key = _key_of(summary)
        before = self._seen.get(key)
        if before is not None:
            if before.content == summary.content:
                self.notes.add(
                    "copies of a summary of the same evaluation, left out", str(summary.path)
                )
                return
            summary.evaluation = "/".join(
                p for p in (summary.evaluation, summary.path.parent.name) if p
            )
            if _key_of(summary) in self._seen:
                what = f"a third text of the same summary (before at {before.path})"
                raise SumscopeError(what, where=str(summary.path), hint="remove one of them")
        self._seen[_key_of(summary)] = summary
        self.summaries.append(summary)

    def add_elements(self, summary: Summary) -> None:
        """Add the basic elements of a summary."""
        lines = summary.content if isinstance(summary.content, list) else [summary.content]
        key = (summary.docset.lower(), summary.group, summary.who, summary.evaluation)
        if key in self.elements and self.elements[key] != lines:
            what = "other basic elements of a summary that has some, left out"
            self.notes.add(what, str(summary.path))
        self.elements.setdefault(key, lines)

    # Topics.

    def to_json(self) -> Iterator[JSON]:
        """Yield the topics in natural order of their docsets."""
        groups = self._groups()
        self._check_evaluation()
        finder = TopicFinder({docset for docset, _, _ in groups})
        drafts: dict[str, list[Draft]] = {}
        order: list[Draft] = []
        several: dict[tuple[str, str], set[str]] = {}
        for docset, document, size in groups:
            several.setdefault((docset, document), set()).add(size)
        for key in sorted(groups, key=lambda key: tuple(natural(part) for part in key)):
            docset, document, size = key
            sizes = several[docset, document]
            draft = self._draft(key, groups[key], size if len(sizes) > 1 else "")
            drafts.setdefault(docset, []).append(draft)
            order.append(draft)
        self._state(finder, drafts)
        self._judge(finder, drafts)
        self._annotate(finder, drafts)
        self._score(finder, drafts)
        for left in self.elements:
            what = "basic elements of a summary that is not there, left out"
            self.notes.add(what, ".".join(left[:3]))
        for draft in order:
            yield draft.to_json()

    def _groups(self) -> dict[Key, list[Summary]]:
        folders = {name.lower(): name for name in self.documents}
        spelled: dict[str, str] = {}
        groups: dict[Key, list[Summary]] = {}
        for summary in self.summaries:
            small = summary.docset.lower()
            docset = folders.get(small) or spelled.setdefault(small, summary.docset)
            groups.setdefault((docset, summary.document, summary.size), []).append(summary)
        covered = {docset for docset, _, _ in groups}
        for docset in self.documents:
            if docset not in covered:
                groups[docset, "", ""] = []
        return groups

    def _check_evaluation(self) -> None:
        if self.evaluation is None:
            return
        known = sorted({s.evaluation for s in self.summaries if s.group == "peers"})
        if self.evaluation not in known:
            what = f"unknown evaluation {self.evaluation!r}"
            raise SumscopeError(what, hint=nearest(self.evaluation, known))

    def _draft(self, key: Key, summaries: list[Summary], size: str) -> Draft:
        docset, document, _ = key
        name = ".".join(part for part in (docset, document, size) if part)
        draft = Draft(name, "en")
        rows = self.documents.get(docset, [])
        if document:
            rows = [row for row in rows if row["id"] == document]
        if not rows and self.documents:
            self.notes.add("summaries without their documents", name)
        draft.texts["documents"] = list(rows)
        by_place: dict[tuple[str, str], list[Summary]] = {}
        for summary in summaries:
            by_place.setdefault((summary.group, summary.evaluation), []).append(summary)
        first = self._first(by_place)
        apart: dict[str, dict[str, list[JSON]]] = {}
        for group in ("references", "peers"):
            places = [place for kind, place in by_place if kind == group]
            chosen = first if first in places else min(places, key=natural, default="")
            for place in sorted(places, key=natural):
                for summary in by_place[group, place]:
                    extra = self._be_of(summary)
                    if place == chosen:
                        draft.add(group, summary.who, summary.content, **extra)
                    else:
                        other = Draft(name)
                        other.add(group, summary.who, summary.content, **extra)
                        apart.setdefault(place, {}).setdefault(group, []).extend(other.texts[group])
                        self.notes.add(_APART[group], f"{place or '.'}: {summary.path.name}")
        if apart:
            draft.extra["evaluations"] = apart
        draft.mark_humans()
        return draft

    def _first(self, by_place: dict[tuple[str, str], list[Summary]]) -> str:
        """The evaluation that gives a topic its peers: the one asked for, or the first."""
        places = [place for group, place in by_place if group == "peers"]
        if self.evaluation in places:
            return self.evaluation or ""
        if not places:
            places = [place for _, place in by_place]
        return min(places, key=natural, default="")

    def _be_of(self, summary: Summary) -> JSON:
        key = (summary.docset.lower(), summary.group, summary.who, summary.evaluation)
        found = self.elements.pop(key, None)
        return {} if found is None else {"be": found}

    # What belongs to topics.

    def _state(self, finder: TopicFinder, drafts: dict[str, list[Draft]]) -> None:
        for statement in self.statements:
            docsets = finder.find(statement.docset) or [
                found for name in statement.documents for found in finder.find(name)
            ]
            if not docsets:
                self.notes.add("statements about a missing topic, left out", statement.docset)
            named = {
                docset: ids
                for name, ids in statement.documents.items()
                for docset in finder.find(name)
            }
            for docset in docsets:
                for draft in drafts[docset]:
                    draft.extra.update(statement.said)
                    listed = named.get(docset, [])
                    if listed and not draft.texts["documents"]:
                        draft.extra["document_ids"] = listed
                        self.notes.add("topics whose listed documents are missing", draft.id)

    def _judge(self, finder: TopicFinder, drafts: dict[str, list[Draft]]) -> None:
        given: dict[tuple[str, str, str], set[float | None]] = {}
        repeated: list[tuple[TableValue, Draft]] = []
        for row in _told_apart(self.values):
            if isinstance(row, PyramidAuthor):
                for docset in finder.find(row.topic):
                    for draft in drafts[docset]:
                        draft.extra["pyramid_creator"] = row.creator
                continue
            docsets = finder.find(row.topic, row.selector)
            if not docsets:
                self.notes.add("judgements of a missing topic, left out", row.where)
            for draft in (draft for docset in docsets for draft in drafts[docset]):
                if row.repeated:
                    repeated.append((row, draft))
                    continue
                if not _has(draft, row.peer):
                    self.notes.add("judgements of a peer that is not there", row.where)
                given.setdefault((draft.id, row.peer, row.name), set()).add(row.value)
                if not draft.judge(row.peer, row.name, row.value, row.judge):
                    what = "second values of the same judge, kept as those of another judge"
                    self.notes.add(what, row.where)
        self._judge_repeated(repeated, given)

    def _judge_repeated(
        self,
        repeated: list[tuple[TableValue, Draft]],
        given: dict[tuple[str, str, str], set[float | None]],
    ) -> None:
        """Leave out the columns that repeat another table; keep those that differ from it."""
        differs = {
            row.name
            for row, draft in repeated
            if row.value not in given.get((draft.id, row.peer, row.name), {row.value})
        }
        known = {name for _, _, name in given}
        for row, draft in repeated:
            if row.name in known - differs:
                self.notes.add("values repeated from another table, left out", row.where)
                continue
            name = row.name
            if name in differs:
                name = f"pyramid_table.{name}"
                what = "values that differ from the table they repeat, kept as pyramid_table.NAME"
                self.notes.add(what, row.where)
            draft.judge(row.peer, name, row.value)

    def _annotate(self, finder: TopicFinder, drafts: dict[str, list[Draft]]) -> None:
        for file in self.pyramids:
            docsets = finder.find(
                *((file.name.docset, file.name.selector) if file.name else (file.docset,))
            )
            if not docsets:
                self.notes.add("pyramids of a missing topic, left out", file.docset)
            for draft in (draft for docset in docsets for draft in drafts[docset]):
                known = _inner(draft.extra, "pyramids")
                label = _free(file.annotator, known, file.units)
                if label != file.annotator and label not in known:
                    what = "pyramids that differ from another of the same annotator, renamed"
                    self.notes.add(what, f"{draft.id}, {label}")
                known[label] = file.units
                if file.peer is None or file.name is None:
                    continue
                peers = [row for row in draft.texts["peers"] if row["id"] == file.name.who]
                if not peers:
                    what = "annotations of a missing peer, left out"
                    self.notes.add(what, f"{draft.id}, {file.name.who}")
                for row in peers:
                    _inner(row, "scus")[label] = file.peer

    def _score(self, finder: TopicFinder, drafts: dict[str, list[Draft]]) -> None:
        for score in self.scores:
            if score.number is not None:
                docsets = finder.find_numbered(score.number, score.update)
            else:
                docsets = finder.find(score.docset, score.selector)
            rows = [
                row
                for docset in docsets
                for draft in drafts[docset]
                for row in draft.texts["peers"]
                if row["id"] == score.peer
            ]
            if not rows:
                label = score.docset or f"{score.number}-{score.update}"
                self.notes.add("scores of a missing peer, left out", f"{label}, {score.peer}")
            for row in rows:
                _inner(row, "scores")[score.name] = score.value


_APART = {
    "peers": "peers of another evaluation, kept apart under the topic's key evaluations",
    "references": "references of another evaluation, kept apart under the topic's key evaluations",
}


def _key_of(summary: Summary) -> tuple[str, str, str, str, str, str]:
    docset = summary.docset.lower()
    return summary.group, summary.evaluation, docset, summary.document, summary.size, summary.who


def _has(draft: Draft, peer: str) -> bool:
    return any(row["id"] == peer for row in draft.texts["peers"])


def _inner(row: JSON, key: str) -> JSON:
    """The object under a key, made where there is none."""
    found = row.get(key)
    if not isinstance(found, dict):
        found = row[key] = {}
    return found


def _free(name: str, known: JSON, units: list[JSON]) -> str:
    """The name under which a pyramid is known, or the first that is free: 100, 100-2..."""
    wanted, count = name, 1
    while wanted in known and known[wanted] != units:
        count += 1
        wanted = f"{name}-{count}"
    return wanted


def _told_apart(rows: list[Row]) -> Iterator[Row]:
    """Number the judges of values that a table gives several times without a judge."""
    values: dict[tuple[str, str, str, str], int] = {}
    for row in rows:
        if isinstance(row, TableValue) and row.judge is None and not row.repeated:
            key = (row.topic, row.selector, row.peer, row.name)
            values[key] = values.get(key, 0) + 1
    met: dict[tuple[str, str, str, str], int] = {}
    for row in rows:
        if isinstance(row, TableValue) and row.judge is None:
            key = (row.topic, row.selector, row.peer, row.name)
            if values.get(key, 0) > 1 and not row.repeated:
                met[key] = met.get(key, 0) + 1
                row = replace(row, judge=str(met[key]))
        yield row
