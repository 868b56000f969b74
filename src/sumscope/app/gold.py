"""Projects for judges: make one, see how far it is, take out and bring in what people made."""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping, Sequence

from sumscope.annotate.brief import Scale
from sumscope.annotate.plan import DEFAULT_SCALE, PlannedTopic, Settings, check_settings, plan_topic
from sumscope.annotate.store.database import Database, open_database
from sumscope.annotate.store.database import backup as _backup
from sumscope.core.errors import SumscopeError, nearest
from sumscope.core.seeds import check_seed
from sumscope.core.values import Topic

Corpus = str | os.PathLike[str] | Iterable[Topic]


def new(
    db: str | os.PathLike[str],
    corpus: Corpus,
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
) -> Created:
    """Make a project of a corpus in the database `db`, which is made if there is none.

    `task` is cluster, link, extract, rate or prefer. Judges of `cluster` get the sentence set that
    `sample` chooses from each topic, or with `whole` every document. `scales` are `NAME:LOW-HIGH`.
    Every judge gets everything; `per_item` judges per item or `overlap` items shared by all limit
    that. The result has the key of each judge.
    """
    settings = Settings(
        task,
        name or _default_name(corpus, task),
        check_seed(seed),
        per_item,
        overlap,
        tuple(scale if isinstance(scale, Scale) else parse_scale(scale) for scale in scales)
        or ((DEFAULT_SCALE,) if task == "rate" else ()),
        question,
        of,
        pairs,
        words,
        rate,
        suggest,
    )
    check_settings(settings)
    planned = plan(corpus, settings, topics, whole)
    database = open_database(db, create=True)
    try:
        return create(database, settings, planned, list(judges), guidelines)
    finally:
        database.close()
