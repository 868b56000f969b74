"""SuPor's naive Bayes: `fit` trains a model on ideal extracts, `show` prints one."""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING

from sumscope.core.errors import SumscopeError
from sumscope.core.files import output
from sumscope.core.progress import Progress
from sumscope.summarizers.supor_training import SuporTables, ideal_extract

if TYPE_CHECKING:
    from sumscope.corpus.columns import Columns
    from sumscope.corpus.peer_files import Peers
    from sumscope.corpus.stream import CorpusLike
    from sumscope.summarizers.supor_model import SuporModel


def fit(
    corpus: CorpusLike,
    out: str | os.PathLike[str] | None = None,
    *,
    ideal: str | None = None,
    phrases: str | os.PathLike[str] | None = None,
    note: str | None = None,
    columns: Columns | str | None = None,
    peer: Peers | None = None,
    progress: Progress | None = None,
) -> SuporModel:
    """Train on a corpus: the ideal extract of a topic is its GEI, or the extract of peer `ideal`.

    The topics share one language. `phrases` is a file that replaces the signalling phrases; `note`
    (a source, a licence) is kept in the model. With `out` the model is written there, as JSON.
    `columns` and `peer` are for tables, as in `sumscope.score`.
    """
    from sumscope.corpus.stream import Source as CorpusSource
    from sumscope.corpus.topic_stream import topics_of, trained_on
    from sumscope.corpus.view import TopicView
    from sumscope.summarizers import phrases as lists
    from sumscope.summarizers.source import Source
    from sumscope.summarizers.supor_features import features
    from sumscope.summarizers.supor_model import Counts
    from sumscope.text import note_topic

    with output(out, [corpus, phrases, *(peer or {}).values()]):
        known = None if phrases is None else lists.read(phrases)
        counts, lang, size = Counts(), None, 0
        given = CorpusSource.of(corpus, columns, peer, needs=("documents",))
        for topic in topics_of(given, progress):
            view = TopicView(topic)
            source = Source(view)
            if lang is not None and source.pipe.lang != lang:
                raise SumscopeError(
                    f"the language is {source.pipe.lang!r}, and {lang!r} before",
                    where=f"topic {topic.id!r}",
                    hint="train one model per language",
                )
            lang = source.pipe.lang
            note_topic(topic.lang)
            known = lists.of_language(lang) if known is None else known
            wanted = set(ideal_extract(view, ideal))
            for item, answers in zip(source.items, features(source, known), strict=True):
                counts.add(answers, item.id in wanted)
            size += 1
        facts = trained_on(given, note, topics=size, ideal=ideal or "gei")
        model = counts.model(lang, known or (), facts)
        if out is not None:
            model.save(out)
    return model


def show(model: str | os.PathLike[str] | SuporModel) -> SuporTables:
    """A model's tables; `en` and `pt` are the models that ship."""
    from sumscope.summarizers.supor_model import SuporModel, default_model, read_model

    if isinstance(model, SuporModel):
        return SuporTables(model)
    if str(model) in ("en", "pt") and not Path(model).exists():
        return SuporTables(default_model(str(model)))
    return SuporTables(read_model(model))
