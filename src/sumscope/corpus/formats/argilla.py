"""Argilla: records as JSON, of version 2 (`responses` by question) and of version 1.

Ratings and labels that are numbers become judgements per user; rankings become preferences between
their values. Only submitted answers count. Topic, peer and texts are looked for in the record's
`metadata` and `fields`. Rows of a dataset on the Hugging Face hub (`NAME.responses` and
`NAME.responses.users`) are read too.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from sumscope.corpus.judged import Judged, items_of, json_items, object_of, objects, peek
from sumscope.corpus.notes import Notes
from sumscope.corpus.topic_builder import Draft

NOT_SUBMITTED = "answers that were not submitted, left out"


def recognize(source: Path) -> bool:
    """Whether rows have fields and responses, or columns NAME.responses."""
    row = peek(source)
    return {"fields", "responses"} <= row.keys() or any(k.endswith(".responses") for k in row)


def read(source: str, notes: Notes) -> Iterator[dict[str, object]]:
    """Yield the topics in the order of the records."""
    judged = Judged(notes)
    for where, _, record in json_items(source, notes):
        parts = [record.get(key) for key in ("fields", "metadata", "external_fields")]
        fields = {k: v for part in parts if isinstance(part, dict) for k, v in part.items()}
        fields = fields or {k: v for k, v in record.items() if ".responses" not in k}
        own = record.get("external_id") or record.get("id") or record.get("_server_id") or where
        draft = judged.topic(fields, str(own))
        for name, value, user, status in _answers(record, where):
            if status not in (None, "submitted"):
                notes.add(NOT_SUBMITTED, f"{where}: {name}, {user}")
                continue
            _answer(judged, draft, fields, name, value, user)
    yield from judged.topics()


def _answers(record: dict[str, object], where: str) -> Iterator[tuple[str, object, str, object]]:
    """Question, value, user and status of every answer."""
    responses = record.get("responses")
    if isinstance(responses, dict):
        for name, rows in responses.items():
            given = rows if isinstance(rows, list) else [rows]
            for row in objects(given, f"{where}: responses.{name}"):
                yield name, row.get("value"), str(row.get("user_id", "unknown")), row.get("status")
    elif isinstance(responses, list):
        for row in objects(responses, f"{where}: responses"):
            for name, answer in object_of(row.get("values"), f"{where}: values").items():
                value = answer.get("value") if isinstance(answer, dict) else answer
                yield name, value, str(row.get("user_id", "unknown")), row.get("status")
    for key, values in record.items():
        if key.endswith(".responses") and isinstance(values, list):
            users = items_of(record.get(f"{key}.users"), f"{where}: {key}.users")
            users = users or [str(i + 1) for i in range(len(values))]
            states = items_of(record.get(f"{key}.status"), f"{where}: {key}.status")
            states = states or [None] * len(values)
            for value, user, status in zip(values, users, states, strict=False):
                yield key.removesuffix(".responses"), value, str(user), status


def _answer(
    judged: Judged, draft: Draft, fields: dict[str, object], name: str, value: object, user: str
) -> None:
    rows = value if isinstance(value, list) and value else ()
    if rows and all(isinstance(row, dict) and {"rank", "value"} <= row.keys() for row in rows):
        judged.rank(draft, name, user, {str(row["value"]): row["rank"] for row in rows})
        return
    judged.rate(draft, judged.peer(fields, draft), name, value, user)
