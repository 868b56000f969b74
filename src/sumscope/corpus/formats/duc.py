"""DUC and TAC: documents, models, peers, basic elements, assessors' tables, as NIST gives them out.

Below the folder, wherever they lie:

- files with a `<DOC>` are documents of the docset their folder is named after, `<topic>` files give
  titles and narratives
- files under `models/` are references, files under `peers/` are peers, named
  `DOCSET.TYPE.SIZE.SELECTOR.SUMMARIZER` (with the document's id behind, if of one document) or
  saying so in `<SUM ...>`; plain text, one sentence a line (below `ROUGE/`), SEE HTML or SGML
- files under `BEmodels/` and `BEpeers/`, or below `BE/`, are the basic elements of those summaries
  (key `be` of the text)
- tables of responsiveness, linguistic quality and pyramid scores are judgements, per judge where
  the table names one; pyramids and annotated peers are kept under `pyramids` and `scus`
- what ROUGE and AESOP's metrics gave is kept under `scores` of the peer

A docset with summaries of several sizes becomes one topic per size, initial and update sets are
topics of their own (`D0801A-A`, `D0801A-B`). Where a topic has peers in several evaluations
(`NISTeval`, `NISTeval2`), those of the first, or of the one asked for, are its peers, and the
others are kept apart under its key `evaluations`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

from sumscope.core.errors import SumscopeError
from sumscope.corpus import sgml
from sumscope.corpus.nist import judgements, pyramids, scores, topics
from sumscope.corpus.nist.assembly import Assembly, Summary
from sumscope.corpus.nist.names import join_selector, summary_name
from sumscope.corpus.notes import Notes
from sumscope.corpus.see_html import is_see, see_sentences
from sumscope.corpus.sources import (
    SKIPPED,
    bare,
    folder,
    is_archive,
    read_text,
    sentence_lines,
    walk,
)

MODELS = {"model", "models", "reference", "references", "abstracts"}
PEERS = {"peer", "peers", "systems", "submissions"}
GROUPS = (
    dict.fromkeys(MODELS, "references")
    | dict.fromkeys(PEERS, "peers")
    | {"bemodels": "references", "bepeers": "peers"}
)
EXPECTED = "expected docs/DOCSET/..., models/ and peers/ with files such as D0801.M.100.A.1"
ARCHIVES = "archives left out; unpack them to have them read"
SETTINGS = "ROUGE settings files left out, since models and peers are found by their names"
_DAY = re.compile(r"(?<!\d)((?:19|20)\d\d)(0[1-9]|1[0-2])(0[1-9]|[12]\d|3[01])(?!\d)")


def recognize(source: Path) -> bool:
    """Whether a folder has models or peers with NIST's names, or a topics file and documents."""
    if not source.is_dir():
        return False
    for path in walk(source):
        parts = {part.lower() for part in path.relative_to(source).parts[:-1]}
        if parts & GROUPS.keys() and summary_name(bare(path)):
            return True
    return False


def read(source: str, notes: Notes, evaluation: str | None = None) -> Iterator[dict[str, object]]:
    """Yield the topics in natural order; `evaluation` says whose peers are taken."""
    root = folder(source, EXPECTED)
    assembly = Assembly(notes, evaluation)
    strict: dict[Path, bool] = {}
    tables: list[Path] = []
    for path in walk(root):
        group = _group(path.relative_to(root))
        if is_archive(path):
            notes.add(ARCHIVES, str(path))
        elif path.suffix.lower() in pyramids.ENDINGS:
            try:
                assembly.pyramids.append(pyramids.read_pyramid(path, notes))
            except SumscopeError as error:
                notes.add("pyramids that are not XML, left out", str(error))
        elif group:
            if path.parent not in strict:
                siblings = path.parent.iterdir()
                strict[path.parent] = any(summary_name(bare(one)) for one in siblings)
            _read_summaries(path, group, root, strict[path.parent], assembly)
        elif path.suffix.lower() == ".table" or judgements.manual_kind(path):
            tables.append(path)
        else:
            _read_other(path, assembly, tables)
    _read_tables(tables, assembly)
    if not assembly.documents and not assembly.summaries:
        raise SumscopeError("found neither documents nor summaries", where=source, hint=EXPECTED)
    yield from assembly.to_json()


def _group(path: Path) -> str | None:
    """Tell models from peers by the innermost folder that says so."""
    for part in reversed(path.parts[:-1]):
        if part.lower() in GROUPS:
            return GROUPS[part.lower()]
    return None


def _read_other(path: Path, assembly: Assembly, tables: list[Path]) -> None:
    """Read a file outside the folders of summaries, recognized by its content."""
    notes = assembly.notes
    text = read_text(path, notes)
    if topics.is_topics(text):
        assembly.statements.extend(topics.read_topics(text))
        return
    if "<ROUGE_EVAL" in text.upper()[:500]:
        notes.add(SETTINGS, str(path))
        return
    if scores.is_aesop(path):
        assembly.scores.extend(scores.read_aesop(text, path, notes))
        return
    if scores.is_rouge_output(text):
        assembly.scores.extend(scores.read_rouge_output(text, path))
        return
    if judgements.pyramid_columns(text) or re.search(r"_scores$|^processed_pans$", path.stem):
        tables.append(path)
        return
    found = list(sgml.elements(text, "DOC"))
    if not found:
        notes.add(SKIPPED, str(path))
    for attributes, inner in found:
        row = _document(attributes, inner, path, notes)
        assembly.add_document(path.parent.name, row, path)


def _read_tables(paths: list[Path], assembly: Assembly) -> None:
    notes = assembly.notes
    texts = {path: read_text(path, notes) for path in paths}
    headers = {
        path.parent: columns
        for path, text in texts.items()
        if (columns := judgements.pyramid_columns(text))
    }
    for path, text in texts.items():
        kind = judgements.manual_kind(path)
        if path.suffix.lower() == ".table":
            assembly.values.extend(judgements.read_drawn(text, path, notes))
        elif kind:
            assembly.values.extend(judgements.read_manual(text, path, kind, notes))
        elif path.parent in headers or path.stem == "processed_pans":
            columns = headers.get(path.parent)
            assembly.values.extend(judgements.read_pyramid_scores(text, path, columns, notes))
        else:
            notes.add(SKIPPED, str(path))


def _document(
    attributes: dict[str, str], inner: str, path: Path, notes: Notes
) -> dict[str, object]:
    name = sgml.first(inner, "DOCNO", "DOCID") or attributes.get("id") or bare(path)
    row: dict[str, object] = {"id": name}
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


def _read_summaries(path: Path, group: str, root: Path, strict: bool, assembly: Assembly) -> None:
    """Read the summaries of a file, or the basic elements of one.

    Where a folder has files with NIST's names (`strict`), others in it are no summaries.
    """
    notes = assembly.notes
    text = read_text(path, notes)
    parts = [part.lower() for part in path.relative_to(root).parts[:-1]]
    named = summary_name(bare(path)) or summary_name(path.name)
    given = list(sgml.elements(text, "SUM"))
    if named is None and not given and strict:
        notes.add(SKIPPED, str(path))
        return
    elements = "be" in parts or any(part.startswith("be") and part in GROUPS for part in parts)
    if elements:
        if named is None:
            notes.add(SKIPPED, str(path))
            return
        lines = [line.strip() for line in text.split("\n") if line.strip()]
        for line in lines:
            if line.count("|") != 2:
                what = "lines of basic elements that are not HEAD|MODIFIER|RELATION, left out"
                notes.add(what, f"{path}: {line[:40]}")
        lines = [line for line in lines if line.count("|") == 2]
        assembly.add_elements(_summary(path, group, root, {}, lines))
        return
    by_line = "rouge" in parts
    for attributes, inner in given or [({}, text)]:
        content = _content(inner, path, by_line, notes)
        if not (content if isinstance(content, list) else content.strip()):
            notes.add("summaries without any text", str(path))
        assembly.add_summary(_summary(path, group, root, attributes, content))


def _summary(
    path: Path, group: str, root: Path, said: dict[str, str], content: str | list[str]
) -> Summary:
    named = summary_name(bare(path)) or summary_name(path.name)
    selector = said.get("selector") or (named.selector if named else "")
    docset = said.get("docset") or (named.docset if named else "")
    who = said.get("summarizer") or (named.who if named else bare(path))
    if not docset:
        inside = path.parent
        is_group = inside == root or inside.name.lower() in GROUPS
        docset, selector = (bare(path) if is_group else inside.name), ""
        who = group[:-1] if is_group else who
    document = named.document if named else ""
    if said.get("type", "").upper() == "PERDOC":
        document = said.get("docref", document)
    size = said.get("size") or (named.size if named else "")
    docset = join_selector(docset, selector)
    return Summary(group, docset, size, who, document, content, path, _evaluation(path, root))


def _evaluation(path: Path, root: Path) -> str:
    """The folder that holds `models/` and `peers/`, ignoring `ROUGE/` and `BE/`."""
    parts = path.relative_to(root).parts[:-1]
    last = max(i for i, part in enumerate(parts) if part.lower() in GROUPS)
    return "/".join(part for part in parts[:last] if part.lower() not in ("rouge", "be"))


def _content(text: str, path: Path, by_line: bool, notes: Notes) -> str | list[str]:
    if is_see(text):
        return see_sentences(text, str(path), notes)
    if path.suffix.lower() == ".spl":
        return sentence_lines(text)
    sentences = [" ".join(sgml.plain(inner).split()) for _, inner in sgml.elements(text, "S")]
    if any(sentences):
        return [sentence for sentence in sentences if sentence]
    if re.search(r"</?[A-Za-z][^<>]*>", text):
        return sgml.plain(text)
    return sentence_lines(text) if by_line else text.strip("\n")
