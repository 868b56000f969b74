"""CSV or TSV with a header: one text, one topic or one summary per row.

Long, one text a row:    topic,kind,id,text      kind is document, reference or peer
Wide, one topic a row:   topic,document,reference.A,reference.B,peer.sys1,peer.sys2
One summary a row:       topic,document,reference,peer,summary

`document` and `reference` columns may carry a name after a dot; the same text repeated on several
rows of a topic is taken once. Further columns: `lang`, `date` and `human` (long form),
`judgement.NAME` (of the row's peer; `judgement.PEER.NAME` in the wide form). Other columns are kept
as keys of the text (long form), of the peer (one summary a row) or of the topic (wide form).
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path

from sumscope.core.errors import SumscopeError
from sumscope.corpus.notes import Notes
from sumscope.corpus.sources import decode, number, read_bytes, table
from sumscope.corpus.topic_builder import Draft, Drafts

KINDS = {"document": "documents", "reference": "references", "peer": "peers"}
EXPECTED = (
    "expected topic,kind,id,text or topic,document,reference.A,peer.sys1 or "
    "topic,document,reference,peer,summary"
)
TRUE = {"true": True, "yes": True, "1": True, "false": False, "no": False, "0": False, "": False}


def read(source: str, notes: Notes) -> Iterator[dict[str, object]]:
    """Yield the topics in the order of the file."""
    if source == "-":
        name, raw = "<stdin>", sys.stdin.buffer.read()
    else:
        name, raw = source, read_bytes(Path(source))
    drafts = Drafts()
    for where, row in table(decode(raw, name, notes), name):
        topic = row.pop("topic", "")
        if not topic:
            found = "no topic on this row" if "topic" in row else "no topic"
            raise SumscopeError(found, where=f"{where}: topic", hint=EXPECTED)
        draft = drafts[topic]
        if row.get("lang"):
            draft.lang = row.pop("lang")
        row.pop("lang", None)
        if {"kind", "id", "text"} <= row.keys():
            _text_row(draft, row, where)
        elif "peer" in row and "summary" in row:
            _summary_row(draft, row, where)
        elif any(key.partition(".")[0] in KINDS for key in row):
            _topic_row(draft, row, where)
        else:
            raise SumscopeError("the columns were not recognized", where=where, hint=EXPECTED)
    for draft in drafts.values():
        draft.mark_humans()
        yield draft.to_json()


def _text_row(draft: Draft, row: dict[str, str], where: str) -> None:
    kind, name, text = row.pop("kind").strip(), row.pop("id"), row.pop("text")
    if kind not in KINDS:
        what = f"expected document, reference or peer, found {kind[:40]!r}"
        raise SumscopeError(what, where=f"{where}: kind")
    _take_judgements(draft, name if kind == "peer" else None, row, where)
    human = row.pop("human", "").strip().lower()
    if human not in TRUE:
        raise SumscopeError(
            f"expected true or false, found {human[:40]!r}", where=f"{where}: human"
        )
    if kind == "peer" and TRUE[human]:
        draft.add("peers", name, text, human=True, **_filled(row))
    else:
        draft.add(KINDS[kind], name, text, **_filled(row))


def _summary_row(draft: Draft, row: dict[str, str], where: str) -> None:
    name, text = row.pop("peer"), row.pop("summary")
    _take_judgements(draft, name, row, where)
    _sources(draft, row)
    draft.add("peers", name, text, **_filled(row))


def _topic_row(draft: Draft, row: dict[str, str], where: str) -> None:
    _take_judgements(draft, None, row, where)
    _sources(draft, row)
    for key in [key for key in row if key.partition(".")[0] == "peer"]:
        draft.add("peers", key.partition(".")[2] or "peer", row.pop(key))
    draft.extra.update(_filled(row))


def _sources(draft: Draft, row: dict[str, str]) -> None:
    """Take the documents and references of a row, those that the topic does not have yet."""
    for key in [key for key in row if key.partition(".")[0] in ("document", "reference")]:
        kind, _, name = key.partition(".")
        group, text = KINDS[kind], row.pop(key)
        known = [r for r in draft.texts[group] if r["text"] == text]
        if not text or any(not name or r["id"] == name for r in known):
            continue
        taken = {r["id"] for r in draft.texts[group]}
        wanted = name or kind
        if not name and wanted in taken:
            wanted = next(w for i in range(2, 10**9) if (w := f"{kind}{i}") not in taken)
        draft.add(group, wanted, text)


def _take_judgements(draft: Draft, peer: str | None, row: dict[str, str], where: str) -> None:
    for key in [key for key in row if key.startswith("judgement.")]:
        cell = row.pop(key)
        name = key.partition(".")[2]
        owner = peer
        if owner is None:
            owner, _, name = name.rpartition(".")
        if not owner and not cell.strip():
            continue
        if not owner or not name:
            what = "a judgement belongs to a peer"
            hint = "name the column judgement.PEER.NAME"
            raise SumscopeError(what, where=f"{where}: {key}", hint=hint)
        draft.judge(owner, name, number(cell, f"{where}: {key}"))


def _filled(row: dict[str, str]) -> dict[str, str]:
    return {key: cell for key, cell in row.items() if cell}
