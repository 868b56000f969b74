"""Agreement between covers: every pair, by every measure, beside chance."""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from typing import Any

from sumscope.core.cover import Cover
from sumscope.core.errors import SumscopeError
from sumscope.core.progress import Progress
from sumscope.core.values import Topic
from sumscope.run.agreement import Agreement, CoverSet, compare_covers, judges_of


def agree(
    covers: Any,
    measures: Sequence[Any] | None = None,
    *,
    complete: str | None = None,
    items: Sequence[str] | None = None,
    names: Sequence[str] | None = None,
    baseline: int | None = None,
    seed: int = 0,
    edits: bool = False,
    progress: Progress | None = None,
) -> Agreement:
    """Compare every two covers by every measure.

    `covers` is a list of two or more covers (paths, `Cover` values or lists of lists), or a
    corpus (a path, or topics) whose judges are compared topic by topic. `measures` are spellings
    or values; without them every cover measure is used. A measure of partitions refuses covers that
    overlap; where it was not asked for by name, or where other topics remain, its row gives the
    reason instead. `complete` is `singletons` or `bucket`; without
    it both are shown. Covers from files are compared over the union of their items, or over
    `items`; judges over all sentences of their topic.

    `baseline` random clusterings stand beside each figure: those of `right` with its items
    permuted (numpy's PCG64, `seed`). By default 100 up to 2,000 items, none above.

    >>> import sumscope
    >>> covers = [["a", "b"], ["c"]], [["a"], ["b", "c"]]
    >>> found = sumscope.agree(covers, ["rand", "omega"], baseline=0)
    >>> [(row.measure, round(row.value, 3)) for row in found.rows[:2]]
    [('rand', 0.333), ('omega', -0.5)]
    """
    sets = list(_sets(covers, names, None if items is None else list(items)))
    return compare_covers(sets, measures, complete, baseline, seed, edits, progress)


def _sets(covers: Any, names: Sequence[str] | None, items: list[str] | None) -> Iterator[CoverSet]:
    from sumscope.corpus.stream import Source
    from sumscope.corpus.table_files import is_topic
    from sumscope.corpus.topic_stream import topics_of

    if isinstance(covers, (str, os.PathLike)):
        yield from judges_of(_corpus(covers))
        return
    if isinstance(covers, Source):
        yield from judges_of(topics_of(covers, None))
        return
    given = list(covers)
    if given and all(isinstance(one, Topic) or is_topic(one) for one in given):
        yield from judges_of(topics_of(Source(given), None))
        return
    if len(given) == 1 and isinstance(given[0], (str, os.PathLike)):
        yield from judges_of(_corpus(given[0]))
        return
    if len(given) < 2:
        raise SumscopeError("nothing to compare", hint="give two covers or more")
    called = [str(name) for name in names] if names is not None else []
    if names is not None and len(called) != len(given):
        raise SumscopeError(f"{len(given)} covers but {len(called)} names")
    if sum(one == "-" for one in given if isinstance(one, str)) > 1:
        raise SumscopeError("standard input can be read only once")
    read = []
    for at, one in enumerate(given):
        name = os.fspath(one) if isinstance(one, (str, os.PathLike)) else str(at + 1)
        read.append((called[at] if called else name, _read(one, name)))
    yield CoverSet(None, tuple(read), None if items is None else tuple(items))


def _is_corpus(path: str) -> bool:
    return path.lower().removesuffix(".gz").endswith(".jsonl")


def _corpus(source: str | os.PathLike[str]) -> Iterator[Topic]:
    from sumscope.corpus.stream import Source
    from sumscope.corpus.topic_stream import topics_of

    path = os.fspath(source)
    if path != "-" and not _is_corpus(path):
        raise SumscopeError(
            "one cover alone cannot be compared",
            where=path,
            hint="give two covers or more, or a corpus (.jsonl) with covers",
        )
    return topics_of(Source(path), None)


def _read(one: Any, name: str) -> Cover:
    from sumscope.corpus.covers import cover_from_json, read_cover

    if isinstance(one, Cover):
        return one
    if isinstance(one, (str, os.PathLike)):
        if _is_corpus(name):
            raise SumscopeError(
                "a corpus is compared alone: its judges with each other", where=name
            )
        return read_cover(one)
    if isinstance(one, (list, tuple)):
        return cover_from_json([list(cluster) for cluster in one], f"cover {name}")
    return cover_from_json(one, f"cover {name}")
