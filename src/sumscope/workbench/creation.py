"""Create a project from a corpus."""

from __future__ import annotations

import os
import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from sumscope.core.errors import SumscopeError, nearest
from sumscope.core.numbers import check_seed
from sumscope.core.values import Topic
from sumscope.corpus.stream import Corpus, CorpusLike, Source, with_options
from sumscope.corpus.topic_stream import topics_of
from sumscope.corpus.view import TopicView
from sumscope.workbench.brief import Scale
from sumscope.workbench.checks import check_settings
from sumscope.workbench.plan import PlannedTopic, Settings
from sumscope.workbench.store.database import Database, open_database
from sumscope.workbench.store.projects import Created, create
from sumscope.workbench.tasks import TASKS

if TYPE_CHECKING:
    from sumscope.corpus.columns import Columns
    from sumscope.corpus.peer_files import Peers

_SCALE = re.compile(r"(?P<name>[^:]+):(?P<low>-?\d{1,9})-(?P<high>-?\d{1,9})\Z")


def new(
    db: str | os.PathLike[str] | Database,
    corpus: CorpusLike,
    task: str,
    *,
    topics: Sequence[str] = (),
    judges: Sequence[str] = (),
    scales: Sequence[str | Scale] = (),
    seed: int = 0,
    per_item: int | None = None,
    overlap: int | None = None,
    name: str | None = None,
    whole: bool = False,
    words: int | None = None,
    rate: float | None = None,
    of: int = 2,
    pairs: int | None = None,
    question: str = "overall",
    suggest: bool = False,
    guidelines: str | None = None,
    columns: Columns | str | None = None,
    peer: Peers | None = None,
) -> Created:
    """Make a project of a corpus in the database `db`, which is made if there is none.

    `task` is cluster, link, extract, rate or prefer, `name` that of the project, `judges` those of
    the judges, whose orders `seed` draws. Only `topics` are used if any are named. Judges of
    `cluster` get the sentence set that `sample` chooses from each topic, or with `whole` every
    document; `suggest` puts similar sentences first. `scales` are `NAME:LOW-HIGH`. An extract has
    `words` words, or `rate` of those of the documents. Comparisons are `of` 2 or 4 summaries,
    `pairs` of them per topic. Every judge gets everything, unless `per_item` judges per item or
    `overlap` items shared by all limit that. `guidelines` is a text for the judges. `columns` and
    `peer` are for tables, as in `sumscope.score`. The result has the key of each judge.
    """
    corpus = with_options(corpus, columns, peer)
    settings = Settings(
        task=task,
        name=name or default_name(corpus, task),
        seed=check_seed(seed),
        per_item=per_item,
        overlap=overlap,
        scales=tuple(s if isinstance(s, Scale) else parse_scale(s) for s in scales),
        question=question,
        of=of,
        pairs=pairs,
        words=words,
        rate=rate,
        suggest=suggest,
    )
    check_settings(settings)
    _check_options(settings)
    settings = TASKS[task].complete(settings)
    planned = plan(corpus, settings, topics, whole)
    if isinstance(db, Database):
        return create(db, settings, planned, list(judges), guidelines)
    database = open_database(db, create=True)
    try:
        return create(database, settings, planned, list(judges), guidelines)
    finally:
        database.close()


def parse_scale(spelling: str) -> Scale:
    """`quality:1-5` as a scale."""
    found = _SCALE.match(spelling.strip())
    if found is None:
        raise SumscopeError(
            f"{spelling!r} is not a scale", where="--scale", hint="write NAME:LOW-HIGH: quality:1-5"
        )
    return Scale(found["name"].strip(), int(found["low"]), int(found["high"]))


def default_name(corpus: CorpusLike, task: str) -> str:
    """The name of a project where none is given: the corpus and the task."""
    named = corpus.data if isinstance(corpus, Corpus) else corpus
    if not isinstance(named, (str, os.PathLike)) or os.fspath(named) == "-":
        return task
    stem = Path(named).name.removesuffix(".gz")
    return f"{Path(stem).stem} {task}"[:100].strip()


def plan(
    corpus: CorpusLike, settings: Settings, wanted: Sequence[str] = (), whole: bool = False
) -> list[PlannedTopic]:
    """What judges will see of each topic; `wanted` names topics, all without it."""
    kind = TASKS[settings.task]
    topics, why = kind.choose(_chosen(corpus, wanted, kind.needs), settings, whole)
    return [_planned(topic, settings, why.get(topic.id)) for topic in topics]


def _planned(topic: Topic, settings: Settings, why: Mapping[str, object] | None) -> PlannedTopic:
    content = TASKS[settings.task].plan(TopicView(topic), settings)
    title = topic.extra.get("title")
    shown = title if isinstance(title, str) and title else topic.id
    return PlannedTopic(topic, replace(content, title=shown, lang=topic.lang, why=why))


def corpora(named: Mapping[str, str]) -> list[dict[str, object]]:
    """What each corpus has, and the tasks that it allows."""
    made: list[dict[str, object]] = []
    for name, path in named.items():
        topics = list(_topics(path))
        rows: list[dict[str, object]] = []
        for topic in topics:
            title = topic.extra.get("title")
            rows.append(
                {
                    "id": topic.id,
                    "title": title if isinstance(title, str) else topic.id,
                    "documents": len(topic.documents),
                    "references": len(topic.references),
                    "peers": len(topic.peers),
                }
            )
        tasks = [task for task, kind in TASKS.items() if any(map(kind.fits, topics))]
        made.append({"name": name, "topics": rows, "tasks": tasks})
    return made


def sample_reasons(corpus: CorpusLike) -> list[dict[str, object]]:
    """Which documents of each topic are in its sentence set, and why."""
    from sumscope.covers.sampling import choose_from

    sets = choose_from(_topics(corpus, ("documents",))).sets
    return [{k: v for k, v in one.to_json().items() if k != "sentences"} for one in sets]


def _chosen(corpus: CorpusLike, wanted: Sequence[str], needs: Sequence[str]) -> list[Topic]:
    found = list(_topics(corpus, needs))
    if not wanted:
        return found
    known = {topic.id for topic in found}
    for name in wanted:
        if name not in known:
            raise SumscopeError(f"unknown topic {name!r}", hint=nearest(name, known))
    return [topic for topic in found if topic.id in wanted]


def _topics(corpus: CorpusLike, needs: Sequence[str] = ()) -> Iterable[Topic]:
    if isinstance(corpus, (list, tuple)) and all(isinstance(one, Topic) for one in corpus):
        return corpus
    return topics_of(Source.of(corpus, needs=needs), None)


def _check_options(settings: Settings) -> None:
    """Refuse options that belong to another task, rather than pass over them."""
    given = {
        "scale": bool(settings.scales),
        "words": settings.words is not None,
        "rate": settings.rate is not None,
        "of": settings.of != 2,
        "pairs": settings.pairs is not None,
    }
    for option, used in given.items():
        if used and option not in TASKS[settings.task].options:
            owner = next(kind.name for kind in TASKS.values() if option in kind.options)
            raise SumscopeError(f"--{option} belongs to the task {owner}, not to {settings.task}")
