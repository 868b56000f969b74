"""DUC and TAC: SGML documents by docset, model and peer summaries.

Below the folder, files under `models/` are references and files under `peers/` are peers; every
other file with a `<DOC>` is a document of the docset its folder is named after. Summaries are named
`DOCSET.TYPE.SIZE.SELECTOR.SUMMARIZER` (with the document's id behind, if of one document), or carry
the same in `<SUM ...>`; a summary under another name belongs to the topic of its folder. They may
be plain text, SEE HTML or SGML. Docsets with summaries of several sizes become one topic per size.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from sumscope.core.errors import SumscopeError
from sumscope.corpus import sgml
from sumscope.corpus.notes import Notes
from sumscope.corpus.see_html import is_see, see_sentences
from sumscope.corpus.sources import SKIPPED, bare, folder, natural, read_text, sentence_lines, walk
from sumscope.corpus.topic_builder import Draft

MODELS = {"model", "models", "reference", "references", "abstracts"}
PEERS = {"peer", "peers", "systems", "submissions"}
NAME = re.compile(
    r"(?P<docset>[A-Za-z]*\d+[A-Za-z]*(?:-[A-Za-z])?)\.(?P<type>[A-Za-z]+)\.(?P<size>\d+)"
    r"\.(?P<selector>[A-Za-z])\.(?P<who>[^.]+)(?:\.(?P<document>.+))?"
)
EXPECTED = "expected docs/DOCSET/..., models/ and peers/ with files such as D0801.M.100.A.1"
_DAY = re.compile(r"(?<!\d)((?:19|20)\d\d)(0[1-9]|1[0-2])(0[1-9]|[12]\d|3[01])(?!\d)")


@dataclass
class Summary:
    """One model or peer summary and what its name says."""

    group: str
    docset: str
    size: str
    who: str
    document: str
    content: str | list[str]
    path: Path


Documents = dict[str, list[dict[str, Any]]]


def read(source: str, notes: Notes) -> Iterator[dict[str, Any]]:
    """Yield the topics in natural order of their docsets."""
    root = folder(source, EXPECTED)
    documents: Documents = {}
    summaries: list[Summary] = []
    for path in walk(root):
        group = _group(path.relative_to(root))
        if group:
            summaries.extend(_summaries(path, group, root, notes))
            continue
        text = read_text(path, notes)
        found = list(sgml.elements(text, "DOC"))
        if not found:
            notes.add(SKIPPED, str(path))
        for attributes, inner in found:
            row = _document(attributes, inner, path, notes)
            documents.setdefault(path.parent.name, []).append(row)
    if not documents and not summaries:
        raise SumscopeError("found neither documents nor summaries", where=source, hint=EXPECTED)
    yield from _topics(documents, summaries, notes)


def _group(path: Path) -> str | None:
    """Tell models from peers by the innermost folder that says so."""
    for part in reversed(path.parts[:-1]):
        if part.lower() in MODELS:
            return "references"
        if part.lower() in PEERS:
            return "peers"
    return None


def _document(attributes: dict[str, str], inner: str, path: Path, notes: Notes) -> dict[str, Any]:
    name = sgml.first(inner, "DOCNO", "DOCID") or attributes.get("id") or bare(path)
    row: dict[str, Any] = {"id": name}
    date = sgml.first(inner, "DATE_TIME", "DATETIME", "DATE")
    day = _DAY.search(name)
    if date is None and day is not None:
        date = "-".join(day.groups())
    if date is not None:
        row["date"] = date
    headline = sgml.first(inner, "HEADLINE", "HEAD", "HL")
    if headline:
        row["headline"] = headline
    bodies = [body for _, body in sgml.elements(inner, "TEXT")]
    if not bodies:
        notes.add("documents without a TEXT element", f"{path}: {name}")
    sentences = [" ".join(sgml.plain(s).split()) for b in bodies for _, s in sgml.elements(b, "S")]
    if any(sentences):
        row["sentences"] = [s for s in sentences if s]
    else:
        row["text"] = "\n\n".join(sgml.plain(body) for body in bodies)
    return row


def _summaries(path: Path, group: str, root: Path, notes: Notes) -> Iterator[Summary]:
    text = read_text(path, notes)
    given = list(sgml.elements(text, "SUM"))
    named = NAME.fullmatch(bare(path)) or NAME.fullmatch(path.name)
    if not given:
        yield _summary(path, group, named, {}, _content(text, path, notes), root)
    for attributes, inner in given:
        yield _summary(path, group, named, attributes, _content(inner, path, notes), root)


def _summary(
    path: Path,
    group: str,
    named: re.Match[str] | None,
    said: dict[str, str],
    content: str | list[str],
    root: Path,
) -> Summary:
    name = named.groupdict() if named else {}
    selector = said.get("selector") or name.get("selector") or ""
    docset = said.get("docset") or name.get("docset") or ""
    who = said.get("summarizer") or name.get("who") or bare(path)
    if not docset:
        inside = path.parent
        is_group = inside == root or inside.name.lower() in MODELS | PEERS
        docset, selector = (bare(path) if is_group else inside.name), ""
        who = group[:-1] if is_group else who
    document = name.get("document") or ""
    if said.get("type", "").upper() == "PERDOC":
        document = said.get("docref", document)
    size = said.get("size") or name.get("size") or ""
    return Summary(group, _docset(docset, selector), size, who, document, content, path)


def _docset(name: str, selector: str) -> str:
    """Join docset and selector as the folders do: D0801-A and A give D0801A-A."""
    base, dash, update = name.partition("-")
    if selector and not base.lower().endswith(selector.lower()):
        base += selector
    return base + dash + update


def _content(text: str, path: Path, notes: Notes) -> str | list[str]:
    if is_see(text):
        return see_sentences(text, str(path), notes)
    if path.suffix.lower() == ".spl":
        return sentence_lines(text)
    sentences = [" ".join(sgml.plain(inner).split()) for _, inner in sgml.elements(text, "S")]
    if any(sentences):
        return [sentence for sentence in sentences if sentence]
    return sgml.plain(text) if re.search(r"</?[A-Za-z]+[^<>]*>", text) else text.strip("\n")


def _topics(
    documents: Documents, summaries: list[Summary], notes: Notes
) -> Iterator[dict[str, Any]]:
    folders = {name.lower(): name for name in documents}
    groups: dict[tuple[str, str, str], list[Summary]] = {}
    sizes: dict[tuple[str, str], set[str]] = {}
    for summary in summaries:
        docset = folders.get(summary.docset.lower(), summary.docset)
        groups.setdefault((docset, summary.document, summary.size), []).append(summary)
        sizes.setdefault((docset, summary.document), set()).add(summary.size)
    covered = {docset for docset, _, _ in groups}
    for docset in documents:
        if docset not in covered:
            groups[docset, "", ""] = []
    for docset, document, size in sorted(groups, key=lambda key: tuple(natural(k) for k in key)):
        several = len(sizes.get((docset, document), ())) > 1
        parts = [docset, document, size if several else ""]
        draft = Draft(".".join(part for part in parts if part), "en")
        rows = documents.get(docset, [])
        if document:
            rows = [row for row in rows if row["id"] == document]
        if not rows and documents:
            notes.add("summaries without their documents", ".".join(p for p in parts if p))
        draft.texts["documents"] = list(rows)
        for summary in groups[docset, document, size]:
            draft.add(summary.group, summary.who, summary.content)
        draft.mark_humans()
        yield draft.to_json()
