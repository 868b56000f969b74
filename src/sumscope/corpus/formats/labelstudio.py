"""Label Studio: the JSON or JSON-MIN export of ratings, choices, comparisons and card sorts.

A task's `data` says its topic (topic, doc_id...), its peer (peer, system, model) and its texts
(document, reference, summary). Ratings, numbers and choices that are numbers become judgements per
annotator; a `Pairwise` answer becomes a preference between `left_peer` and `right_peer` (or
system_a and system_b, or left and right), a `Ranker` list preferences between its items, and
`Ranker` buckets a cover, with the default bucket `_` set aside.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from sumscope.corpus.judged import (
    LEFT,
    RIGHT,
    Fields,
    Judged,
    first,
    json_items,
    object_of,
    objects,
    peek,
)
from sumscope.corpus.notes import Notes
from sumscope.corpus.topic_builder import Draft

MIN = {"annotator", "annotation_id", "lead_time", "created_at", "updated_at", "id"}
CANCELLED = "annotations that were cancelled, left out"
UNREAD = "answers of a kind that is not read, left out"


def recognize(source: Path) -> bool:
    """Whether a file holds tasks with annotations, or the flat form of them."""
    row = peek(source)
    return ("data" in row and isinstance(row.get("annotations"), list)) or {
        "annotator",
        "annotation_id",
    } <= row.keys()


def read(source: str, notes: Notes) -> Iterator[dict[str, object]]:
    """Yield the topics in the order of the tasks."""
    judged = Judged(notes)
    for where, _, task in json_items(source, notes):
        own = str(task.get("id", where))
        if isinstance(task.get("annotations"), list):
            fields = object_of(task.get("data"), f"{where}: data")
            draft = judged.topic(fields, own)
            for annotation in objects(task["annotations"], f"{where}: annotations"):
                if annotation.get("was_cancelled"):
                    notes.add(CANCELLED, where)
                    continue
                judge = _judge(annotation)
                for result in objects(annotation.get("result"), f"{where}: result"):
                    _result(judged, draft, fields, judge, result)
        else:
            draft = judged.topic(task, own)
            _flat(judged, draft, task)
    yield from judged.topics()


def _judge(annotation: dict[str, object]) -> str:
    who = annotation.get("completed_by", annotation.get("created_username"))
    if isinstance(who, dict):
        who = who.get("email") or who.get("username") or who.get("id")
    return str(who) if who not in (None, "") else "unknown"


def _result(
    judged: Judged, draft: Draft, fields: Fields, judge: str, result: dict[str, object]
) -> None:
    name = str(result.get("from_name") or result.get("type") or "answer")
    kind, value = str(result.get("type", "")), result.get("value", {})
    if not isinstance(value, dict):
        value = {}
    if kind == "pairwise":
        pair = first(fields, LEFT) or "left", first(fields, RIGHT) or "right"
        chosen = value.get("selected")
        judged.prefer(draft, name, judge, pair, chosen if chosen in ("left", "right") else "equal")
    elif kind == "ranker":
        _ranker(judged, draft, fields, judge, name, value.get("ranker", value))
    elif kind in ("rating", "number", "choices", "taxonomy"):
        answer = value.get(kind)
        while isinstance(answer, list) and len(answer) == 1:
            answer = answer[0]
        judged.rate(draft, judged.peer(fields, draft), name, answer, judge)
    else:
        judged.notes.add(UNREAD, f"{draft.id}, {name} ({kind or 'no type'})")


def _ranker(
    judged: Judged, draft: Draft, fields: Fields, judge: str, name: str, buckets: object
) -> None:
    cards = {
        str(item["id"]): str(item.get("body") or item.get("title") or item["id"])
        for value in fields.values()
        if isinstance(value, list)
        for item in value
        if isinstance(item, dict) and "id" in item
    }
    if isinstance(buckets, dict) and set(buckets) == {"rank"}:
        buckets = buckets["rank"]
    if isinstance(buckets, list):
        judged.rank(draft, name, judge, {str(item): i for i, item in enumerate(buckets)})
    elif isinstance(buckets, dict):
        groups = {k: [str(item) for item in v] for k, v in buckets.items() if isinstance(v, list)}
        aside = groups.pop("_", [])
        judged.cards(draft, cards or {i: i for g in (*groups.values(), aside) for i in g})
        judged.sort_cards(draft, judge, groups, aside)


def _flat(judged: Judged, draft: Draft, task: dict[str, object]) -> None:
    """The flat export: answers stand beside the fields of the task."""
    judge = str(task.get("annotator") or "unknown")
    peer = judged.peer(task, draft)
    for name, value in task.items():
        if name not in MIN and isinstance(value, dict) and "rating" in value:
            value = value["rating"]
        answered = isinstance(value, (int, float)) or str(value).strip().isdecimal()
        known = name in MIN or name.lower().replace("-", "_") in _FIELDS
        if answered and not known and not isinstance(value, bool):
            judged.rate(draft, peer, name, value, judge)


def _known() -> frozenset[str]:
    from sumscope.corpus import judged as names

    every = (*names.TOPIC, *names.PEER, *names.DOCUMENT, *names.REFERENCE, *names.SUMMARY)
    return frozenset(every)


_FIELDS = _known()
