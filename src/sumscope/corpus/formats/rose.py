"""RoSE: summaries with atomic content units (ACUs) and the labels of annotators, as JSON Lines.

One article a line: `example_id`, `source`, `reference`, `system_outputs`, `reference_acus` and
`annotations` by system (`acu`, `normalized_acu`, `acu_labels`). Scores become judgements; units are
kept under `acus` of the topic and labels under `acu_labels` of the peer. Protocols that keep single
annotators (a list of scores) become judgements per judge.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from sumscope.core.errors import SumscopeError
from sumscope.corpus.judged import Judged, as_number, first, json_items, peek
from sumscope.corpus.notes import Notes
from sumscope.corpus.topic_builder import Draft

ARTICLE = ("source", "document", "article", "src", "text")


def recognize(source: Path) -> bool:
    """Whether rows have system_outputs and annotations or units."""
    row = peek(source)
    return "system_outputs" in row and bool({"annotations", "reference_acus"} & row.keys())


def read(source: str, notes: Notes) -> Iterator[dict[str, object]]:
    """Yield one topic per article."""
    judged = Judged(notes)
    for where, _, row in json_items(source, notes):
        name = first(row, ("example_id", "id", "count_id", "doc_id"))
        outputs = row.get("system_outputs")
        if name is None or not isinstance(outputs, dict):
            raise SumscopeError("expected example_id and system_outputs", where=where)
        draft = judged.drafts[name]
        draft.lang = "en"
        for group, names in (("documents", ARTICLE), ("references", ("reference",))):
            text = first(row, names)
            if text:
                draft.add(group, group[:-1], text)
        for key in ("reference_acus", "acus"):
            if key in row:
                draft.extra["acus"] = row[key]
        annotations = row.get("annotations")
        annotations = annotations if isinstance(annotations, dict) else {}
        for system, text in outputs.items():
            said = annotations.get(system)
            said = said if isinstance(said, dict) else {}
            draft.add("peers", system, str(text), acu_labels=said.get("acu_labels"))
            _judge(draft, system, said, notes)
        for protocol, by_system in annotations.items():
            if protocol not in outputs and isinstance(by_system, dict):
                for system, scores in by_system.items():
                    _judge(draft, system, {protocol: scores}, notes)
    yield from judged.topics()


def _judge(draft: Draft, system: str, said: dict[str, object], notes: Notes) -> None:
    for name, value in said.items():
        if name == "acu_labels":
            continue
        if isinstance(value, list):
            for i, one in enumerate(value, 1):
                draft.judge(system, name, as_number(one), f"annotator-{i}")
        elif isinstance(value, dict):
            for judge, one in value.items():
                draft.judge(system, name, as_number(one), str(judge))
        elif as_number(value) is not None:
            draft.judge(system, name, as_number(value))
        else:
            notes.add("answers that are not numbers, left out", f"{draft.id}, {system}, {name}")
