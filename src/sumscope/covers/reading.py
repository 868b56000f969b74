"""What people give to be compared: files, lists of lists, sheets of judges, or a corpus.

Covers of other files (sheets, detected and predicted covers) can stand beside the judges of a
corpus: each goes to the topic that it names, or else to the one topic that has all its items.
"""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from sumscope.core.cover import Cover
from sumscope.core.errors import SumscopeError
from sumscope.core.files import read_bytes
from sumscope.core.notice import say
from sumscope.core.values import JudgeCover, Topic
from sumscope.corpus.columns import is_topic
from sumscope.corpus.covers import (
    cover_from_json,
    cover_of_judge,
    judge_of_cover,
    parse_cover,
    read_cover,
)
from sumscope.corpus.judge_sheets import read_sheets
from sumscope.corpus.stream import Corpus, Source
from sumscope.corpus.topic_stream import topics_of
from sumscope.corpus.view import TopicView
from sumscope.covers.agreement import CoverSet, judges_of

Names = Sequence[str] | None


def read_covers(covers: Any, names: Names = None, items: Names = None) -> list[CoverSet]:
    """Read the covers that are compared with each other: one set, or one of each topic."""
    given = _listed(covers)
    if given and all(isinstance(one, CoverSet) for one in given):
        return given  # a command reads once what several functions take
    read = next(read for recognize, read in FORMS if recognize(given, names))
    return list(read(given, names, items))


def topics_with_covers(covers: Any) -> Iterable[Topic]:
    """The topics of a corpus, with the covers of the other files among their judges."""
    given = _listed(covers)
    paths = _paths(given)
    if paths is None:
        first = given[0] if given else None
        return topics_of(Source.of(first if isinstance(first, Source | Corpus) else given), None)
    base = next((path for path in paths if is_corpus(path) or path == "-"), None)
    if base is None:
        raise SumscopeError(
            "the rules need the documents of the sentences",
            where=paths[0] if paths else None,
            hint="give the corpus (.jsonl) first, then the sheets",
        )
    topics = topics_of(Source(base), None)
    others = [path for path in paths if path != base]
    return join_covers(topics, others) if others else topics


def _listed(covers: Any) -> list[Any]:
    if isinstance(covers, str | os.PathLike | Source | Corpus):
        return [covers]
    if not isinstance(covers, Iterable):
        raise SumscopeError(
            f"covers={type(covers).__name__} is not a list of covers",
            hint="give two covers or more, or a corpus",
        )
    return list(covers)


def _paths(given: list[Any]) -> list[str] | None:
    """The names of the files, if nothing else is given."""
    every = all(isinstance(one, str | os.PathLike) for one in given)
    return [os.fspath(one) for one in given] if every else None


def _is_corpus(given: list[Any], names: Names) -> bool:
    paths = _paths(given)
    if paths is not None:
        return paths == ["-"] or any(map(is_corpus, paths))
    return isinstance(given[0], Source | Corpus) or all(
        isinstance(one, Topic) or is_topic(one) for one in given
    )


def _read_corpus(given: list[Any], names: Names, items: Names) -> Iterator[CoverSet]:
    if names is not None or items is not None:
        raise SumscopeError("a corpus names its judges and sentences itself")
    return judges_of(topics_with_covers(given))


def _are_sheets(given: list[Any], names: Names) -> bool:
    paths = _paths(given)
    return bool(paths) and all(map(is_sheet, paths or ())) and names is None


def _read_sheets(given: list[Any], names: Names, items: Names) -> Iterator[CoverSet]:
    """The judges of sheets, topic by topic where the sheets name topics."""
    sets: dict[str | None, dict[str, Cover]] = {}
    for path in map(os.fspath, given):
        for sheet in read_sheets(path):
            judges = sets.setdefault(sheet.topic, {})
            if sheet.cover.judge in judges:
                raise SumscopeError(
                    f"the judge {sheet.cover.judge!r} has two covers",
                    where=path,
                    hint="name judges in a column `judge`",
                )
            judges[sheet.cover.judge] = cover_of_judge(sheet.cover, None, path)
    if all(len(judges) < 2 for judges in sets.values()):
        where = os.fspath(given[0])
        raise SumscopeError("no topic has two judges", where=where, hint="give another sheet")
    universe = None if items is None else tuple(items)
    for topic, judges in sets.items():
        if len(judges) > 1:
            yield CoverSet(topic, tuple(judges.items()), universe)


def _read_each(given: list[Any], names: Names, items: Names) -> Iterator[CoverSet]:
    """One cover after the other: files, `Cover` values, lists of lists, JSON values."""
    if len(given) == 1 and isinstance(given[0], str | os.PathLike):
        raise SumscopeError(
            "one cover alone cannot be compared",
            where=os.fspath(given[0]),
            hint="give two covers or more, or a corpus (.jsonl) with covers",
        )
    if len(given) < 2:
        raise SumscopeError("nothing to compare", hint="give two covers or more")
    if names is not None and len(names) != len(given):
        raise SumscopeError(f"{len(given)} covers but {len(names)} names")
    if sum(one == "-" for one in given if isinstance(one, str)) > 1:
        raise SumscopeError("standard input can be read only once")
    called = names or [
        os.fspath(one) if isinstance(one, str | os.PathLike) else str(at)
        for at, one in enumerate(given, 1)
    ]
    covers = [_cover(one, f"cover {at}") for at, one in enumerate(given, 1)]
    named = tuple(zip(map(str, called), covers, strict=True))
    yield CoverSet(None, named, None if items is None else tuple(items))


def _cover(one: Any, where: str) -> Cover:
    if isinstance(one, Cover):
        return one
    if not isinstance(one, str | os.PathLike):
        one = [list(cluster) for cluster in one] if isinstance(one, list | tuple) else one
        return cover_from_json(one, where)
    path = os.fspath(one)
    if not is_sheet(path):
        return read_cover(path)
    sheets = read_sheets(path)
    if len(sheets) > 1:
        raise SumscopeError(
            f"the sheet holds {len(sheets)} covers",
            where=path,
            hint="compare it with other sheets or with a corpus",
        )
    return cover_of_judge(sheets[0].cover, None, path)


Recognize = Callable[[list[Any], Names], bool]
Read = Callable[[list[Any], Names, Names], Iterator[CoverSet]]
#: How what is given is recognized and read; the first that fits, and the last takes everything.
FORMS: tuple[tuple[Recognize, Read], ...] = (
    (_is_corpus, _read_corpus),
    (_are_sheets, _read_sheets),
    (lambda given, names: True, _read_each),
)


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
    if is_corpus(path):
        return [
            NamedCover(topic.id, cover, path)
            for topic in topics_of(Source(path), None)
            for cover in topic.covers
        ]
    if is_sheet(path):
        return [NamedCover(sheet.topic, sheet.cover, path) for sheet in read_sheets(path)]
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
