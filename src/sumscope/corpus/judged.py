"""What the readers of judgements from other tools share.

An item of an annotation tool is one summary (rated), two or more (compared) or a set of cards
(sorted). Which topic and which peer it is about is looked for in its fields, by name.
"""

from __future__ import annotations

import json
import math
import re
from collections.abc import Iterator, Mapping
from itertools import combinations
from pathlib import Path

from sumscope.core.errors import SumscopeError
from sumscope.corpus.notes import Notes
from sumscope.corpus.sources import entries, read_text
from sumscope.corpus.topic_builder import Draft, Drafts

TOPIC = ("topic", "topic_id", "doc_id", "document_id", "article_id", "example_id", "guid")
PEER = ("peer", "peer_id", "system", "system_id", "model", "model_id")
DOCUMENT = ("document", "article", "source", "src", "dialogue", "transcript")
REFERENCE = ("reference", "target", "gold", "highlights")
SUMMARY = ("summary", "prediction", "output", "hypothesis", "response", "decoded", "generated")
LEFT = ("left_peer", "left_system", "left_model", "system_a", "model_a", "system1", "left")
RIGHT = ("right_peer", "right_system", "right_model", "system_b", "model_b", "system2", "right")
NOT_A_NUMBER = "answers that are not numbers, left out"
NO_TOPIC = "items that do not say their topic, named by their own id"
NO_PEER = "items that do not say their peer, named summary"

Fields = Mapping[str, object]


class Judged:
    """Collects judgements, preferences and covers by topic."""

    def __init__(self, notes: Notes) -> None:
        self.notes = notes
        self.drafts = Drafts()

    def topics(self) -> Iterator[dict[str, object]]:
        """Yield the topics as JSON, in the order they were first met; some answer must be there."""
        drafts = self.drafts.values()
        if not any(draft.judgements or draft.preferences or draft.covers for draft in drafts):
            notes = "; ".join(self.notes)
            raise SumscopeError(
                "found no rating, preference or card sort" + (f" ({notes})" if notes else "")
            )
        for draft in self.drafts.values():
            draft.mark_humans()
            yield draft.to_json()

    def topic(self, fields: Fields, own: str) -> Draft:
        """The topic of an item, with its document and reference."""
        name = first(fields, TOPIC)
        if name is None:
            self.notes.add(NO_TOPIC, own)
            name = own
        draft = self.drafts[name]
        for group, names in (("documents", DOCUMENT), ("references", REFERENCE)):
            text = first(fields, names)
            if text and all(row.get("text") != text for row in draft.texts[group]):
                count = len(draft.texts[group])
                draft.add(group, f"{group[:-1]}{count + 1}" if count else group[:-1], text)
        return draft

    def peer(self, fields: Fields, draft: Draft) -> str:
        """The peer of an item, with its text."""
        name = first(fields, PEER)
        if name is None:
            self.notes.add(NO_PEER, draft.id)
            name = "summary"
        text = first(fields, SUMMARY)
        known = [row for row in draft.texts["peers"] if row["id"] == name]
        if text and not known:
            draft.add("peers", name, text)
        elif text and known[0].get("text") != text:
            self.notes.add("other texts of a peer that has one, left out", f"{draft.id}, {name}")
        return name

    def rate(self, draft: Draft, peer: str, name: str, value: object, judge: str) -> None:
        """Add the value that a judge gave."""
        number = as_number(value)
        if number is None:
            self.notes.add(NOT_A_NUMBER, f"{draft.id}, {peer}, {name}: {str(value)[:30]}")
            return
        if not draft.judge(peer, name, number, judge):
            what = "second values of the same judge, kept as those of another judge"
            self.notes.add(what, f"{draft.id}, {peer}, {name}, {judge}")

    def prefer(
        self, draft: Draft, name: str, judge: str, pair: tuple[str, str], choice: str
    ) -> None:
        """Add a comparison of two peers; `choice` is left, right or equal."""
        left, right = pair
        draft.preferences.append(
            {"judge": judge, "name": name, "left": left, "right": right, "choice": choice}
        )

    def rank(self, draft: Draft, name: str, judge: str, ranks: Mapping[str, object]) -> None:
        """Add an order of peers as comparisons of every two; equal ranks are equal."""
        numbers = {peer: as_number(rank) for peer, rank in ranks.items()}
        for peer, number in numbers.items():
            if number is None:
                self.notes.add(NOT_A_NUMBER, f"{draft.id}, {peer}, {name}: {ranks[peer]!r:.30}")
        known = {peer: number for peer, number in numbers.items() if number is not None}
        for (a, x), (b, y) in combinations(known.items(), 2):
            choice = "equal" if x == y else "left" if x < y else "right"
            self.prefer(draft, name, judge, (a, b), choice)

    def sort_cards(
        self, draft: Draft, judge: str, groups: Mapping[str, list[str]], aside: list[str]
    ) -> None:
        """Add a card sort as a cover; empty groups are left out."""
        clusters = [
            {"label": label, "items": list(dict.fromkeys(items))}
            for label, items in groups.items()
            if items
        ]
        cover: dict[str, object] = {"judge": judge, "clusters": clusters}
        if aside:
            cover["aside"] = list(dict.fromkeys(aside))
        draft.covers.append(cover)

    def cards(self, draft: Draft, cards: Mapping[str, str]) -> None:
        """Give a topic its cards as the sentences of one document."""
        if draft.texts["documents"]:
            sentences = [objects(d.get("sentences"), draft.id) for d in draft.texts["documents"]]
            known = {row["id"] for rows in sentences for row in rows}
            new = [{"id": key, "text": text} for key, text in cards.items() if key not in known]
            draft.texts["documents"][0]["sentences"] = [*sentences[0], *new]
        else:
            rows = [{"id": key, "text": text} for key, text in cards.items()]
            draft.add("documents", "cards", rows)


def objects(value: object, where: str) -> list[dict[str, object]]:
    """A list of objects, or nothing; anything else is refused."""
    rows = [row for row in items_of(value, where) if isinstance(row, dict)]
    if isinstance(value, list) and len(rows) < len(value):
        raise SumscopeError("expected a list of objects", where=where)
    return rows


def items_of(value: object, where: str) -> list[object]:
    """A list, or nothing; anything else is refused."""
    if value is None:
        return []
    if not isinstance(value, list):
        raise SumscopeError("expected a list", where=where)
    return value


def object_of(value: object, where: str) -> dict[str, object]:
    """An object, or nothing; anything else is refused."""
    if value is None:
        return {}
    if not isinstance(value, dict):
        raise SumscopeError("expected an object", where=where)
    return value


def first(fields: Fields, names: tuple[str, ...]) -> str | None:
    """The first of some fields that is there, as a str, ignoring case and `-`."""
    by_name = {key.lower().replace("-", "_"): value for key, value in fields.items()}
    for name in names:
        value = by_name.get(name)
        if isinstance(value, bool) or not isinstance(value, (str, int, float)):
            continue
        if str(value):
            return str(value)
    return None


# A longer answer is a text; the search for a number in it would take time with its square.
_LONGEST_ANSWER = 2000


def as_number(value: object) -> float | None:
    """A number, or the one that an answer ends in: 4, "4", "scale_4", "4 - good"."""
    if isinstance(value, bool):
        return float(value)
    if isinstance(value, (int, float)):
        return value if value == value and abs(value) != float("inf") else None
    if isinstance(value, (list, tuple)) and len(value) == 1:
        return as_number(value[0])
    if not isinstance(value, str) or len(value) > _LONGEST_ANSWER:
        return None
    found = re.fullmatch(
        r"\s*(?:[A-Za-z][\w ]*?(?:[_:=]\s*|\s+|-(?=\d)))?([+-]?\d+(?:\.\d+)?)\s*(?:[-:.(].*)?",
        value,
        re.S,
    )
    if found is None or math.isinf(float(found[1])):
        return None
    return float(found[1]) if "." in found[1] else int(found[1])


def json_items(source: str, notes: Notes) -> Iterator[tuple[str, Path, dict[str, object]]]:
    """The objects of a JSON list, of JSON Lines, or of all such files below a folder.

    Yields where each stands, its file and the object.
    """
    path = Path(source)
    if path.is_dir():
        for inner in entries(path):
            if inner.is_dir() or inner.suffix.lower() in (".json", ".jsonl"):
                yield from json_items(str(inner), notes)
            else:
                notes.add("files left out because they are neither .json nor .jsonl", str(inner))
        return
    text = read_text(path, notes)
    try:
        rows = json.loads(text)
        places = (
            [f"{path}: item {i + 1}" for i in range(len(rows))] if isinstance(rows, list) else []
        )
    except (ValueError, RecursionError):  # lines, or a number or a nesting that is refused below
        rows, places = [], []
        for number, line in enumerate(text.split("\n"), 1):
            if line.strip():
                try:
                    rows.append(json.loads(line))
                except (ValueError, RecursionError) as error:
                    deep = "nested too deeply" if isinstance(error, RecursionError) else str(error)
                    what = getattr(error, "msg", deep)
                    raise SumscopeError(f"not JSON: {what}", where=f"{path}:{number}") from None
                places.append(f"{path}:{number}")
    if isinstance(rows, dict):
        nested = next((v for k, v in rows.items() if k in ("records", "items", "data")), None)
        rows = nested if isinstance(nested, list) else [rows]
        places = [f"{path}: item {i + 1}" for i in range(len(rows))]
    if not isinstance(rows, list):
        raise SumscopeError("expected a list of objects", where=str(path))
    for where, row in zip(places, rows, strict=True):
        if not isinstance(row, dict):
            raise SumscopeError("expected an object", where=where)
        yield where, path, row


def peek(source: Path) -> dict[str, object]:
    """The first object of a JSON or JSON Lines file, or of the first such file of a folder."""
    if source.is_dir():
        files = [p for p in entries(source) if p.suffix.lower() in (".json", ".jsonl")]
        files += [q for p in entries(source) if p.is_dir() for q in p.glob("*.jsonl")]
        return peek(files[0]) if files else {}
    if source.suffix.lower() not in (".json", ".jsonl"):
        return {}
    try:
        with source.open(encoding="utf-8") as stream:
            for line in stream:
                if not line.strip():
                    continue
                try:
                    row = json.loads(line)
                except json.JSONDecodeError:
                    row = json.loads(line + stream.read())
                if isinstance(row, dict) and isinstance(row.get("records"), list):
                    row = row["records"]
                row = row[0] if isinstance(row, list) and row else row
                return row if isinstance(row, dict) else {}
    except (OSError, ValueError, RecursionError):
        return {}
    return {}
