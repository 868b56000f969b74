"""What people give to be compared: files, lists of lists, sheets of judges, or a corpus."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any

from sumscope.core.cover import Cover
from sumscope.core.errors import SumscopeError
from sumscope.core.values import Topic
from sumscope.corpus.columns import is_topic
from sumscope.corpus.covers import cover_from_json, cover_of_judge, read_cover
from sumscope.corpus.judge_sheets import read_sheets
from sumscope.corpus.stream import Corpus, Source
from sumscope.corpus.topic_stream import topics_of
from sumscope.covers.agreement import CoverSet, judges_of
from sumscope.covers.joined_covers import is_corpus, is_sheet, join_covers

Names = Sequence[str] | None


def read_covers(covers: Any, names: Names = None, items: Names = None) -> list[CoverSet]:
    """Read the covers that are compared with each other: one set, or one of each topic."""
    given = _listed(covers)
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
    one = isinstance(covers, str | os.PathLike | Source | Corpus)
    return [covers] if one else list(covers)


def _paths(given: list[Any]) -> list[str] | None:
    """The names of the files, if nothing else is given."""
    every = all(isinstance(one, str | os.PathLike) for one in given)
    return [os.fspath(one) for one in given] if every else None


def _are_sets(given: list[Any], names: Names) -> bool:
    return bool(given) and all(isinstance(one, CoverSet) for one in given)


def _sets(given: list[Any], names: Names, items: Names) -> Iterator[CoverSet]:
    """What `read_covers` gave: a command reads once what several functions take."""
    return iter(given)


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
    (_are_sets, _sets),
    (_is_corpus, _read_corpus),
    (_are_sheets, _read_sheets),
    (lambda given, names: True, _read_each),
)
