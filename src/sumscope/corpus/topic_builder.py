"""Build a topic from what the readers of other formats collect."""

from __future__ import annotations

from collections.abc import Sequence

from sumscope.core.errors import SumscopeError
from sumscope.corpus.schema import TOPIC_KEYS

Judgement = float | None | dict[str, float | None]

# What a text says of itself; a further column or key of such a name would take its place.
_OF_A_TEXT = frozenset({"id", "text", "sentences", "extract"})


class Draft:
    """Collects the texts, judgements, covers and preferences of one topic."""

    def __init__(self, topic: str, lang: str | None = None, **extra: object) -> None:
        self.id = topic
        self.lang = lang
        self.extra = extra
        self.texts: dict[str, list[dict[str, object]]] = {
            "documents": [],
            "references": [],
            "peers": [],
        }
        self.judgements: dict[str, dict[str, Judgement]] = {}
        self.covers: list[dict[str, object]] = []
        self.preferences: list[dict[str, object]] = []

    def add(
        self, group: str, name: str, content: str | Sequence[object], /, **extra: object
    ) -> None:
        """Add a text: a string, or its sentences."""
        row: dict[str, object] = {"id": name}
        for key in _OF_A_TEXT & extra.keys():
            what = f"the key {key!r} of {group[:-1]} {name!r} has a meaning of its own in a corpus"
            raise SumscopeError(what, where=f"topic {self.id!r}", hint="rename it")
        row.update((key, value) for key, value in extra.items() if value is not None)
        row["text" if isinstance(content, str) else "sentences"] = content
        self.texts[group].append(row)

    def judge(self, peer: str, name: str, value: float | None, judge: str | None = None) -> bool:
        """Add one judgement of a peer, by a judge where one is known.

        A second value of the same judge is kept as that of a judge `NAME-2`, and False returned.
        """
        named = self.judgements.setdefault(peer, {})
        if judge is None:
            if name in named and named[name] != value:
                what = f"peer {peer!r} has two values of {name!r}: {named[name]} and {value}"
                raise SumscopeError(what, where=f"topic {self.id!r}", hint="keep one")
            named[name] = value
            return True
        by_judge = named.get(name)
        if not isinstance(by_judge, dict):
            by_judge = named[name] = {}
        if judge not in by_judge:
            by_judge[judge] = value
            return True
        count = 2
        while f"{judge}-{count}" in by_judge:
            count += 1
        by_judge[f"{judge}-{count}"] = value
        return False

    def mark_humans(self) -> None:
        """Mark the peers that are a reference under the same name."""
        names = {row["id"] for row in self.texts["references"]}
        for row in self.texts["peers"]:
            if row["id"] in names and "human" not in row:
                rest = {key: row.pop(key) for key in list(row) if key != "id"}
                row["human"] = True
                row.update(rest)

    def to_json(self) -> dict[str, object]:
        """Give the topic; groups without a text are left out."""
        topic: dict[str, object] = {"id": self.id}
        if self.lang is not None:
            topic["lang"] = self.lang
        topic.update((group, rows) for group, rows in self.texts.items() if rows)
        if self.judgements:
            topic["judgements"] = self.judgements
        if self.covers:
            topic["covers"] = self.covers
        if self.preferences:
            topic["preferences"] = self.preferences
        for key, value in self.extra.items():
            if key in TOPIC_KEYS:
                what = f"the key {key!r} has a meaning of its own in a corpus"
                raise SumscopeError(what, where=f"topic {self.id!r}", hint="rename it")
            topic[key] = value
        return topic


class Drafts(dict[str, Draft]):
    """Topics by id, in the order they were first met."""

    def __init__(self, lang: str | None = None) -> None:
        super().__init__()
        self.lang = lang

    def __missing__(self, topic: str) -> Draft:
        draft = self[topic] = Draft(topic, self.lang)
        return draft
