"""Covers from elsewhere beside the judges of a corpus: sheets, detected and predicted covers.

Each cover goes to the topic that it names, or else to the one topic that has all its items.
"""

from __future__ import annotations

import json
import os
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from sumscope.core.errors import SumscopeError
from sumscope.core.notice import say
from sumscope.core.values import JudgeCover, Topic


@dataclass(frozen=True)
class NamedCover:
    """A cover from a file: whose it is, and of which topic where the file says so."""

    topic: str | None
    cover: JudgeCover
    where: str


def is_corpus(path: str) -> bool:
    """Whether a file is a corpus by its name."""
    return path.lower().removesuffix(".gz").endswith(".jsonl")


def is_sheet(path: str) -> bool:
    """Whether a file is a judge's sheet by its name."""
    return path.lower().endswith(".csv")


def join_covers(topics: Iterable[Topic], others: Sequence[str | os.PathLike[str]]) -> list[Topic]:
    """The topics with the covers of the other files added to their judges."""
    made = {topic.id: topic for topic in topics}
    items = {topic.id: _items(topic) for topic in made.values()}
    away = 0
    for path in [os.fspath(other) for other in others]:
        for found in _covers_in(path):
            if found.topic is not None and found.topic not in made and is_corpus(path):
                away += 1
                continue
            name = _topic_of(found, items)
            made[name] = _with(made[name], found)
    if away:
        noun = "cover belongs" if away == 1 else "covers belong"
        say(f"{away} {noun} to topics that the first corpus does not have")
    return list(made.values())


def _covers_in(path: str) -> list[NamedCover]:
    from sumscope.corpus.covers import judge_of_cover, parse_cover
    from sumscope.corpus.judge_sheets import read_sheets
    from sumscope.corpus.stream import Source
    from sumscope.corpus.topic_stream import topics_of

    if is_corpus(path):
        return [
            NamedCover(topic.id, cover, path)
            for topic in topics_of(Source(path), None)
            for cover in topic.covers
        ]
    if is_sheet(path):
        return [NamedCover(sheet.topic, sheet.cover, path) for sheet in read_sheets(path)]
    from sumscope.core.files import read_bytes

    try:
        raw = read_bytes(path)
    except OSError as error:
        raise SumscopeError(
            f"cannot read the cover: {error.strerror or error}", where=path
        ) from None
    judge = Path(path).name.removesuffix(".json").removesuffix(".tsv")
    objects = _objects(raw)
    if objects is None:
        return [NamedCover(None, judge_of_cover(judge, parse_cover(raw, path)), path)]
    from sumscope.corpus.covers import cover_from_json

    made = []
    for value in objects:
        topic = value.get("topic")
        where = path if topic is None else f"{path}: topic {topic!r}"
        cover = judge_of_cover(judge, cover_from_json(value, where))
        made.append(NamedCover(None if topic is None else str(topic), cover, where))
    return made


def _objects(raw: bytes) -> list[dict[str, object]] | None:
    """The covers of a JSON file that names topics, as `sumscope links predict` writes them."""
    try:
        value = json.loads(raw)
    except (ValueError, RecursionError):
        return None
    if isinstance(value, dict):
        value = [value]
    if not isinstance(value, list) or not value:
        return None
    if not all(isinstance(one, dict) and "clusters" in one for one in value):
        return None
    return value if any("topic" in one for one in value) else None


def _items(topic: Topic) -> set[str]:
    from sumscope.corpus.view import TopicView

    if topic.documents:
        return set(TopicView(topic).by_id)
    return {item for cover in topic.covers for item in _mentioned(cover)}


def _mentioned(cover: JudgeCover) -> list[str]:
    return [item for group in (*(c.items for c in cover.clusters), cover.aside) for item in group]


def _topic_of(found: NamedCover, items: dict[str, set[str]]) -> str:
    if found.topic is not None:
        if found.topic not in items:
            raise SumscopeError(f"no topic {found.topic!r} in the corpus", where=found.where)
        return found.topic
    mentioned = set(_mentioned(found.cover))
    fitting = [name for name, known in items.items() if mentioned <= known]
    if len(fitting) == 1:
        return fitting[0]
    if fitting:
        raise SumscopeError(
            f"the cover fits {len(fitting)} topics of the corpus",
            where=found.where,
            hint="name its topic: a column `topic` in a sheet, a key `topic` in JSON",
        )
    best = max(items, key=lambda name: len(mentioned & items[name]), default=None)
    if best is None:
        raise SumscopeError("the corpus has no topics", where=found.where)
    stray = sorted(mentioned - items[best])
    raise SumscopeError(
        f"{stray[0]!r} is not a sentence of topic {best!r}",
        where=found.where,
        hint="covers name sentences by their ids in the corpus",
    )


def _with(topic: Topic, found: NamedCover) -> Topic:
    """The topic with one more judge; a name that is taken gets the file's beside it."""
    taken = {cover.judge for cover in topic.covers}
    name = found.cover.judge
    if name in taken:
        name = f"{name} ({Path(found.where.split(': topic')[0]).name})"
    if name in taken:
        raise SumscopeError(f"the judge {found.cover.judge!r} has two covers", where=found.where)
    return replace(topic, covers=(*topic.covers, replace(found.cover, judge=name)))
