"""SuPor's naive Bayes: `fit` trains a model on ideal extracts, `show` reads one out."""

from __future__ import annotations

import os
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from sumscope.core.errors import SumscopeError
from sumscope.core.lazy import optional
from sumscope.core.notebook import ShowsItself
from sumscope.core.progress import Progress

if TYPE_CHECKING:
    from sumscope.corpus.view import TopicView
    from sumscope.run.source import CorpusLike
    from sumscope.summarizers.supor_model import SuporModel


@dataclass(frozen=True)
class SuporTables(ShowsItself):
    """A model's tables: for each feature its rates in and outside extracts, and what it weighs."""

    model: SuporModel

    def rows(self) -> list[dict[str, Any]]:
        """One row per feature."""
        from sumscope.summarizers.supor_features import FEATURES

        found = []
        for feature in self.model.features:
            chosen, other = self.model.rates(feature)
            found.append(
                {
                    "feature": feature.name,
                    "means": FEATURES[feature.name],
                    "p_chosen": chosen,
                    "p_other": other,
                    "weight_yes": self.model.weight(feature, True),
                    "weight_no": self.model.weight(feature, False),
                }
            )
        return found

    def to_json(self) -> dict[str, Any]:
        """Prior, features, phrases and what the model was trained on."""
        model = self.model
        return {
            "lang": model.lang,
            "trained_on": dict(model.trained_on),
            "chosen": model.chosen,
            "other": model.other,
            "prior": (model.chosen + 1) / (model.chosen + model.other + 2),
            "features": self.rows(),
            "phrases": list(model.phrases),
        }

    def to_pandas(self) -> Any:
        """The features as a pandas DataFrame."""
        return optional("pandas", "pandas").DataFrame(self.rows())

    def to_polars(self) -> Any:
        """The features as a polars DataFrame."""
        return optional("polars", "polars").DataFrame(self.rows())


def fit(
    corpus: CorpusLike,
    out: str | os.PathLike[str] | None = None,
    *,
    ideal: str | None = None,
    phrases: str | os.PathLike[str] | None = None,
    note: str | None = None,
    progress: Progress | None = None,
) -> SuporModel:
    """Train on a corpus: the ideal extract of a topic is its GEI, or the extract of peer `ideal`.

    The topics share one language. `phrases` is a file that replaces the signalling phrases; `note`
    (a source, a licence) is kept in the model. With `out` the model is written there, as JSON.
    """
    from sumscope.app._topics import topics_of, trained_on
    from sumscope.corpus.view import TopicView
    from sumscope.run.source import Source as CorpusSource
    from sumscope.summarizers import phrases as lists
    from sumscope.summarizers.source import Source
    from sumscope.summarizers.supor_features import features
    from sumscope.summarizers.supor_model import Counts
    from sumscope.text import note_topic

    known = None if phrases is None else lists.read(phrases)
    counts, lang, size = Counts(), None, 0
    given = CorpusSource(corpus)
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


def ideal_extract(view: TopicView, peer: str | None = None) -> tuple[str, ...]:
    """The sentence ids of a topic's ideal extract: a named peer's, or GEI over the references."""
    if peer is not None:
        for found in view.peers:
            if found.id == peer and found.source.extract is not None:
                return found.source.extract
        raise SumscopeError(
            f"there is no peer {peer!r} with an extract",
            where=f"topic {view.id!r}",
            hint="name a peer that has one, or none: references are matched then",
        )
    if not view.references or not view.documents:
        missing = "references" if view.documents else "documents"
        raise SumscopeError(
            f"an ideal extract needs {missing}, and there are none", where=f"topic {view.id!r}"
        )
    from sumscope.summarizers.gei import ideal_of

    return ideal_of(view)
