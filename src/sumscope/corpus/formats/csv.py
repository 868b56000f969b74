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

from collections.abc import Iterator

from sumscope.core.errors import SumscopeError
from sumscope.corpus.cells import number_in, truth_in
from sumscope.corpus.notes import Notes
from sumscope.corpus.rows import Rows, texts_of
from sumscope.corpus.sources import read_cells
from sumscope.corpus.topic_builder import Draft, Drafts

KINDS = {"document": "documents", "reference": "references", "peer": "peers"}
EXPECTED = (
    "expected topic,kind,id,text or topic,document,reference.A,peer.sys1 or "
    "topic,document,reference,peer,summary"
)


def read(source: str, notes: Notes) -> Iterator[dict[str, object]]:
    """Yield the topics in the order of the file."""
    yield from topics_in(read_cells(source, notes))


def topics_in(table: Rows) -> Iterator[dict[str, object]]:
    """The topics of a table of one of the three kinds."""
    drafts = Drafts()
    for where, row in texts_of(table):
        topic = row.pop("topic", "")
        if not topic:
            found = "no topic on this row" if "topic" in row else "no topic"
            raise SumscopeError(found, where=f"{where}: topic", hint=EXPECTED)
        draft = drafts[topic]
        if row.get("lang"):
            draft.lang = row.pop("lang")
        row.pop("lang", None)
        judged = {
            key.partition(".")[2]: number_in(row.pop(key), f"{where}: {key}", table.decimal)
            for key in [key for key in row if key.startswith("judgement.")]
        }
        if {"kind", "id", "text"} <= row.keys():
            _judge(draft, row["id"] if row["kind"].strip() == "peer" else None, judged, where)
            _text_row(draft, row, where)
        elif "peer" in row and "summary" in row:
            _judge(draft, row["peer"], judged, where)
            _summary_row(draft, row)
        elif any(key.partition(".")[0] in KINDS for key in row):
            _judge(draft, None, judged, where)
            _topic_row(draft, row)
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
    human = truth_in(row.pop("human", ""), f"{where}: human")
    if kind == "peer" and human:
        draft.add("peers", name, text, human=True, **_filled(row))
    else:
        draft.add(KINDS[kind], name, text, **_filled(row))


def _summary_row(draft: Draft, row: dict[str, str]) -> None:
    name, text = row.pop("peer"), row.pop("summary")
    _sources(draft, row)
    draft.add("peers", name, text, **_filled(row))


def _topic_row(draft: Draft, row: dict[str, str]) -> None:
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


def _judge(draft: Draft, peer: str | None, judged: dict[str, float | None], where: str) -> None:
    """Add the judgements of a row; without a peer of the row they name theirs."""
    for column, value in judged.items():
        owner, name = peer, column
        if owner is None:
            owner, _, name = column.rpartition(".")
        if not owner and value is None:
            continue
        if not owner or not name:
            what = "a judgement belongs to a peer"
            hint = "name the column judgement.PEER.NAME"
            raise SumscopeError(what, where=f"{where}: judgement.{column}", hint=hint)
        draft.judge(owner, name, value)


def _filled(row: dict[str, str]) -> dict[str, str]:
    return {key: cell for key, cell in row.items() if cell}
