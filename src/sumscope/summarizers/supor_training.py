"""Train SuPor on ideal extracts, and read a model's tables."""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TypedDict

from sumscope.core.errors import SumscopeError
from sumscope.core.progress import Progress
from sumscope.core.results import FrameResult
from sumscope.core.tables import ResultTable, table
from sumscope.corpus.stream import Source
from sumscope.corpus.topic_stream import topics_of, trained_on
from sumscope.corpus.view import TopicView
from sumscope.summarizers.phrases import of_language
from sumscope.summarizers.source import Source as SourceTexts
from sumscope.summarizers.supor_model import (
    FEATURES,
    Counts,
    SuporModel,
    default_model,
    features,
    read_model,
    shipped_models,
)
from sumscope.text import note_topic


class FeatureRow(TypedDict):
    """The rates of a feature in extracts and outside, and the weights of yes and no."""

    feature: str
    means: str
    p_chosen: float
    p_other: float
    weight_yes: float
    weight_no: float


@dataclass(frozen=True, repr=False)
class SuporTables(FrameResult):
    """A model's tables: for each feature its rates in and outside extracts, and its weights."""

    model: SuporModel

    def rows(self) -> list[FeatureRow]:
        """One row per feature."""
        rows = []
        for feature in self.model.features:
            chosen, other = self.model.rates(feature)
            rows.append(
                FeatureRow(
                    feature=feature.name,
                    means=FEATURES[feature.name],
                    p_chosen=chosen,
                    p_other=other,
                    weight_yes=self.model.weight(feature, True),
                    weight_no=self.model.weight(feature, False),
                )
            )
        return rows

    def tables(self) -> Iterator[ResultTable]:
        """The features, and below them what the model was trained on."""
        model = self.model
        trained = ", ".join(f"{key} {value}" for key, value in model.trained_on.items())
        heading = ("feature", "a sentence", "P(yes|in)", "P(yes|out)", "weight yes", "weight no")
        notes = (
            f"Language {model.lang}; trained on: {trained}",
            f"{model.chosen} sentences in ideal extracts, {model.other} outside; "
            f"P(in) = {self.prior:.3f}; {len(model.phrases)} signalling phrases",
        )
        rows = (tuple(row.values()) for row in self.frame_rows())
        yield table("supor", "SuPor model", heading, rows, notes=notes)  # type: ignore[arg-type]

    def frame_rows(self) -> Sequence[Mapping[str, object]]:
        """The features as plain values."""
        return [dict(row) for row in self.rows()]

    @property
    def prior(self) -> float:
        """P(in the extract) before anything is known of a sentence."""
        return (self.model.chosen + 1) / (self.model.chosen + self.model.other + 2)

    def to_json(self) -> dict[str, object]:
        """Prior, features, phrases and what the model was trained on."""
        model = self.model
        return {
            "lang": model.lang,
            "trained_on": dict(model.trained_on),
            "chosen": model.chosen,
            "other": model.other,
            "prior": self.prior,
            "features": self.frame_rows(),
            "phrases": list(model.phrases),
        }


def train(
    corpus: Source,
    ideal: str | None = None,
    phrases: tuple[str, ...] | None = None,
    note: str | None = None,
    progress: Progress | None = None,
) -> SuporModel:
    """Train on the ideal extract of every topic; the topics share one language."""
    counts, lang, size = Counts(), None, 0
    for topic in topics_of(corpus, progress):
        view = TopicView(topic)
        texts = SourceTexts(view)
        if lang is not None and texts.pipe.lang != lang:
            raise SumscopeError(
                f"the language is {texts.pipe.lang!r}, and {lang!r} before",
                where=f"topic {topic.id!r}",
                hint="train one model per language",
            )
        lang = texts.pipe.lang
        note_topic(topic.lang)
        phrases = of_language(lang) if phrases is None else phrases
        wanted = set(ideal_extract(view, ideal))
        for item, answers in zip(texts.items, features(texts, phrases), strict=True):
            counts.add(answers, item.id in wanted)
        size += 1
    facts = trained_on(corpus, note, topics=size, ideal=ideal or "gei")
    return counts.model(lang, phrases or (), facts)


def tables_of(model: str | os.PathLike[str] | SuporModel) -> SuporTables:
    """The tables of a model, of a model file, or of `en` or `pt`, which ship."""
    if isinstance(model, SuporModel):
        return SuporTables(model)
    if str(model) in shipped_models() and not Path(model).exists():
        return SuporTables(default_model(str(model)))
    return SuporTables(read_model(model))


def ideal_extract(view: TopicView, peer: str | None = None) -> tuple[str, ...]:
    """The sentence ids of a topic's ideal extract: a named peer's, or GEI over the references."""
    if peer is not None:
        for found in view.peers:
            if found.id == peer and found.source.extract is not None:
                return found.source.extract
        raise SumscopeError(
            f"no peer {peer!r} with an extract",
            where=f"topic {view.id!r}",
            hint="name a peer that has one, or none: references are matched then",
        )
    if not view.references or not view.documents:
        missing = "references" if view.documents else "documents"
        raise SumscopeError(
            f"an ideal extract needs {missing}, but the topic has none", where=f"topic {view.id!r}"
        )
    from sumscope.summarizers.gei import ideal_of

    return ideal_of(view)
