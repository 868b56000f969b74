"""Create a project from a corpus."""

from __future__ import annotations

import os
import re
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from sumscope.core.errors import SumscopeError, nearest
from sumscope.core.numbers import check_seed
from sumscope.core.values import Topic
from sumscope.corpus.stream import Corpus, CorpusLike, Source, with_options
from sumscope.corpus.topic_stream import topics_of
from sumscope.workbench.brief import Scale
from sumscope.workbench.plan import (
    DEFAULT_SCALE,
    PlannedTopic,
    Settings,
    check_settings,
    plan_topic,
)
from sumscope.workbench.store.database import Database, open_database
from sumscope.workbench.store.projects import Created, create

if TYPE_CHECKING:
    from sumscope.corpus.columns import Columns
    from sumscope.corpus.peer_files import Peers

_NEEDS = {
    "cluster": ("documents",),
    "link": ("documents", "references"),
    "extract": ("documents",),
    "rate": ("peers",),
    "prefer": ("peers",),
}
# In a topic that was sampled before: how its documents were chosen.
SAMPLE_KEY = "sample"
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
    chosen = tuple(s if isinstance(s, Scale) else parse_scale(s) for s in scales)
    settings = Settings(
        task=task,
        name=name or default_name(corpus, task),
        seed=check_seed(seed),
        per_item=per_item,
        overlap=overlap,
        scales=chosen or ((DEFAULT_SCALE,) if task == "rate" else ()),
        question=question,
        of=of,
        pairs=pairs,
        words=words,
        rate=rate,
        suggest=suggest,
    )
    check_settings(settings)
    _check_fit(settings, bool(chosen))
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
    found = _chosen(corpus, wanted, _NEEDS[settings.task])
    if settings.task == "rate":
        _check_scales(found, settings.scales)
    why: Mapping[str, Mapping[str, object]] = {}
    if settings.task == "cluster" and not whole:
        found, why = sampled(found)
    return [plan_topic(topic, settings, why.get(topic.id)) for topic in found]


def sampled(topics: Sequence[Topic]) -> tuple[list[Topic], dict[str, Mapping[str, object]]]:
    """The sentence set of each topic, and why each document is in or out.

    A topic whose documents were all chosen keeps everything else that it has. One that was cut
    keeps only what still holds of the documents left: extracts and covers of missing sentences
    would point nowhere. A topic that was sampled before is taken as it is.
    """
    from sumscope.covers.sampling import choose_from

    made: list[Topic] = []
    why: dict[str, Mapping[str, object]] = {}
    for topic in topics:
        before = topic.extra.get(SAMPLE_KEY)
        if isinstance(before, Mapping):
            made.append(topic)
            why[topic.id] = before
            continue
        if not topic.documents:
            raise SumscopeError(
                "has no documents to take sentences from",
                where=f"topic {topic.id!r}",
                hint="leave the topic out with --topic",
            )
        found = choose_from([topic])
        one = found.sets[0]
        told = {"note": one.note, "choices": one.to_json()["choices"]}
        why[topic.id] = told
        made.append(_cut(topic, found.topics[0], told))
    return made, why


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
        allowed = {
            "cluster": any(t.documents for t in topics),
            "link": any(t.documents and t.references for t in topics),
            "extract": any(t.documents for t in topics),
            "rate": any(t.peers for t in topics),
            "prefer": any(len(t.peers) > 1 for t in topics),
        }
        tasks = [task for task, can in allowed.items() if can]
        made.append({"name": name, "topics": rows, "tasks": tasks})
    return made


def sample_reasons(corpus: CorpusLike) -> list[dict[str, object]]:
    """Which documents of each topic are in its sentence set, and why."""
    from sumscope.covers.sampling import choose_from

    sets = choose_from(_topics(corpus, ("documents",))).sets
    return [{k: v for k, v in one.to_json().items() if k != "sentences"} for one in sets]


def _cut(topic: Topic, cut: Topic, told: Mapping[str, object]) -> Topic:
    from dataclasses import replace

    from sumscope.core.values import frozen

    if len(cut.documents) == len(topic.documents):
        extra = frozen({**topic.extra, SAMPLE_KEY: told})
        return replace(topic, documents=cut.documents, extra=extra)
    known = {s.id for document in cut.documents for s in document.sentences or ()}
    peers = tuple(p for p in topic.peers if p.extract is None or known.issuperset(p.extract))
    covers = tuple(
        c
        for c in topic.covers
        if known.issuperset((*c.aside, *(i for cluster in c.clusters for i in cluster.items)))
    )
    left = {
        name: gone
        for name, gone in (
            ("peers", [p.id for p in topic.peers if p not in peers]),
            ("covers", [c.judge for c in topic.covers if c not in covers]),
        )
        if gone
    }
    extra = frozen({**topic.extra, SAMPLE_KEY: {**told, "left_out": left} if left else told})
    return replace(topic, documents=cut.documents, peers=peers, covers=covers, extra=extra)


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


def _check_fit(settings: Settings, scales: bool) -> None:
    """Refuse options that belong to another task, rather than pass over them."""
    given = {
        "scale": (scales, ("rate",)),
        "words": (settings.words is not None, ("extract",)),
        "rate": (settings.rate is not None, ("extract",)),
        "of": (settings.of != 2, ("prefer",)),
        "pairs": (settings.pairs is not None, ("prefer",)),
    }
    for option, (used, tasks) in given.items():
        if used and settings.task not in tasks:
            raise SumscopeError(
                f"--{option} belongs to the task {tasks[0]}, not to {settings.task}"
            )


def _check_scales(topics: Sequence[Topic], scales: Sequence[Scale]) -> None:
    """Refuse a scale whose name stands for judgements without a judge."""
    for topic in topics:
        for peer, named in topic.judgements.items():
            for scale in scales:
                plain = named.get(scale.name)
                if plain is not None and not isinstance(plain, Mapping):
                    raise SumscopeError(
                        f"{peer!r} has a judgement {scale.name!r} without a judge already",
                        where=f"topic {topic.id!r}",
                        hint="choose another name for the scale",
                    )
