"""Potato: `annotated_instances.jsonl`, one file or one folder per annotator.

The annotator is the row's `user` or the folder's name. Likert scales, sliders, numbers and choices
that are numbers become judgements; `best` and `worst`, and a choice of A or B, become preferences;
groups of cards (lists of items by group) become covers. The instance's id is `TOPIC::PEER` (also
`TOPIC__PEER` and `TOPIC|PEER`), or the row says topic and peer itself.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from sumscope.corpus.judged import (
    LEFT,
    PEER,
    RIGHT,
    TOPIC,
    Judged,
    as_number,
    first,
    items_of,
    json_items,
    peek,
)
from sumscope.corpus.notes import Notes
from sumscope.corpus.topic_builder import Draft

_ID = re.compile(r"(?P<topic>.+?)(?:::|__|\|)(?P<peer>.+)", re.S)
ASIDE = ("aside", "unsorted", "_")


def recognize(source: Path) -> bool:
    """Whether rows have label_annotations."""
    return "label_annotations" in peek(source)


def read(source: str, notes: Notes) -> Iterator[dict[str, object]]:
    """Yield the topics in the order of the rows."""
    judged = Judged(notes)
    for where, path, row in json_items(source, notes):
        own = str(row.get("id", row.get("instance_id", where)))
        fields = dict(row)
        named = _ID.fullmatch(own)
        if named and first(fields, TOPIC) is None:
            fields["topic"] = named["topic"]
        if named and first(fields, PEER) is None:
            fields["peer"] = named["peer"]
        draft = judged.topic(fields, own)
        judge = first(fields, ("user", "user_id", "username", "annotator")) or path.parent.name
        answers = row.get("label_annotations")
        for name, answer in answers.items() if isinstance(answers, dict) else ():
            _answer(judged, draft, fields, str(name), _decoded(answer), judge)
    yield from judged.topics()


def _decoded(answer: Any) -> Any:
    """An answer that is JSON in a str is read as such."""
    if isinstance(answer, str) and answer[:1] in ("{", "["):
        try:
            return json.loads(answer)
        except (ValueError, RecursionError):
            return answer
    return answer


def _answer(
    judged: Judged, draft: Draft, fields: dict[str, object], name: str, answer: Any, judge: str
) -> None:
    if not isinstance(answer, dict):
        judged.rate(draft, judged.peer(fields, draft), name, answer, judge)
        return
    answer = {str(key): _decoded(value) for key, value in answer.items()}
    lists = {key: value for key, value in answer.items() if isinstance(value, list)}
    if lists and len(lists) == len(answer):
        groups = {key: [str(item) for item in items] for key, items in lists.items()}
        aside = [item for key in ASIDE for item in groups.pop(key, [])]
        cards = [item for items in (*groups.values(), aside) for item in items]
        judged.cards(draft, {item: item for item in cards})
        judged.sort_cards(draft, judge, groups, aside)
    elif {"best", "worst"} <= answer.keys():
        given = fields.get("items", fields.get("of"))
        items = [str(item) for item in items_of(given, f"{draft.id}: items")]
        best, worst = str(answer["best"]), str(answer["worst"])
        row = {"judge": judge, "name": name, "of": items or [best, worst]}
        draft.preferences.append({**row, "best": best, "worst": worst})
    elif len(answer) == 1 and next(iter(answer)).lower() in ("a", "b", "tie", "equal"):
        pair = first(fields, LEFT) or "A", first(fields, RIGHT) or "B"
        choice = {"a": "left", "b": "right"}.get(next(iter(answer)).lower(), "equal")
        judged.prefer(draft, name, judge, pair, choice)
    else:
        peer = judged.peer(fields, draft)
        for key, value in answer.items():
            flag = str(value).lower() in ("true", "on", "")
            number = as_number(key) if flag else as_number(value)
            judged.rate(draft, peer, name, key if number is None else number, judge)
