"""Agreement between covers: every pair, by every measure, compared with chance."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from sumscope.core.cover import Cover
from sumscope.core.errors import SumscopeError
from sumscope.core.progress import Progress
from sumscope.core.values import Topic
from sumscope.covers.agreement import Agreement, CoverSet, compare_covers, judges_of
from sumscope.covers.joined_covers import is_corpus, is_sheet, join_covers
from sumscope.covers.rule_check import check_rules


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
    random: str = "permuted",
    rules: bool = False,
    progress: Progress | None = None,
) -> Agreement:
    """Compare every two covers by every measure.

    `covers` is a list of two or more covers (paths, `Cover` values or lists of lists), or a corpus
    (a path, or topics) whose judges are compared topic by topic. A cover may be a judge's sheet
    (.csv with sentence, cluster, label and rank). Files given with a corpus (covers, sheets, the
    output of `links predict`, other corpora) are compared with its judges.

    - `measures`: names or measure values (default: every cover measure). A measure of partitions
      refuses overlapping covers. If it was not named explicitly, or if other topics remain, its
      row has a reason instead of a value.
    - `complete`: `singletons` or `bucket`, for items that a cover leaves out (default: both).
    - `items`: the items to compare over (default: the union of both covers, or all sentences of
      the topic).
    - `baseline`: number of random clusterings to compare each value with: `right` with its items
      permuted, or with `random="free"` any number of clusters of any size (default: 100 for up to
      2,000 items, otherwise 0). `seed` is their random seed.
    - `edits`: also give the edit script from one cover to the other.
    - `rules`: compare nothing; check each judge's clustering against the rules.

    >>> import sumscope
    >>> covers = [["a", "b"], ["c"]], [["a"], ["b", "c"]]
    >>> found = sumscope.agree(covers, ["rand", "omega"], baseline=0)
    >>> [(row.measure, round(row.value, 3)) for row in found.rows[:2]]
    [('rand', 0.333), ('omega', -0.5)]
    """
    if rules:
        return Agreement((), (), {"rules": True}, rules=check_rules(_topics(covers)))
    sets = list(_sets(covers, names, None if items is None else list(items)))
    return compare_covers(sets, measures, complete, baseline, seed, edits, progress, random)


def _topics(covers: Any) -> Iterable[Topic]:
    """The topics whose judges' clusterings are checked, with covers from other files."""
    from sumscope.corpus.stream import Source
    from sumscope.corpus.topic_stream import topics_of

    if isinstance(covers, (str, os.PathLike)):
        covers = [covers]
    given = list(covers)
    paths = [os.fspath(one) for one in given if isinstance(one, (str, os.PathLike))]
    if len(paths) < len(given):
        return topics_of(Source(given), None)
    base = next((path for path in paths if is_corpus(path) or path == "-"), None)
    if base is None:
        raise SumscopeError(
            "the rules need the documents of the sentences",
            where=paths[0] if paths else None,
            hint="give the corpus (.jsonl) first, then the sheets",
        )
    return join_covers(topics_of(Source(base), None), [path for path in paths if path != base])


def _sets(covers: Any, names: Sequence[str] | None, items: list[str] | None) -> Iterator[CoverSet]:
    from sumscope.corpus.stream import Source
    from sumscope.corpus.table_files import is_topic
    from sumscope.corpus.topic_stream import topics_of

    if isinstance(covers, (str, os.PathLike)):
        if is_sheet(os.fspath(covers)):
            yield from _of_sheets([os.fspath(covers)], items)
            return
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
    paths = [os.fspath(one) for one in given if isinstance(one, (str, os.PathLike))]
    if len(paths) == len(given) and any(map(is_corpus, paths)):
        if names is not None or items is not None:
            raise SumscopeError("a corpus names its judges and sentences itself")
        yield from judges_of(_topics(paths))
        return
    if paths and len(paths) == len(given) and all(map(is_sheet, paths)) and names is None:
        yield from _of_sheets(paths, items)
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


def _of_sheets(paths: Sequence[str], items: list[str] | None) -> Iterator[CoverSet]:
    """The judges of sheets, topic by topic where the sheets name topics."""
    from sumscope.corpus.covers import cover_of_judge
    from sumscope.corpus.judge_sheets import read_sheets

    sets: dict[str | None, dict[str, Cover]] = {}
    for path in paths:
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
        raise SumscopeError("no topic has two judges", where=paths[0], hint="give another sheet")
    universe = None if items is None else tuple(items)
    for topic, judges in sets.items():
        if len(judges) > 1:
            yield CoverSet(topic, tuple(judges.items()), universe)


def _corpus(source: str | os.PathLike[str]) -> Iterator[Topic]:
    from sumscope.corpus.stream import Source
    from sumscope.corpus.topic_stream import topics_of

    path = os.fspath(source)
    if path != "-" and not is_corpus(path):
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
        if is_sheet(name):
            return _one_sheet(name)
        return read_cover(one)
    if isinstance(one, (list, tuple)):
        return cover_from_json([list(cluster) for cluster in one], f"cover {name}")
    return cover_from_json(one, f"cover {name}")


def _one_sheet(path: str) -> Cover:
    from sumscope.corpus.covers import cover_of_judge
    from sumscope.corpus.judge_sheets import read_sheets

    sheets = read_sheets(path)
    if len(sheets) > 1:
        raise SumscopeError(
            f"the sheet holds {len(sheets)} covers",
            where=path,
            hint="compare it with other sheets or with a corpus",
        )
    return cover_of_judge(sheets[0].cover, None, path)
