"""SuPor's features of sentences, and a trained SuPor: counts in a JSON file that anyone can read.

The features are nine yes-or-no questions over the five kinds of the paper: length, word frequency,
signalling phrases, location (in the text and in the paragraph), nouns and proper nouns.
"""

from __future__ import annotations

import json
import math
import os
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache

from sumscope.core.errors import SumscopeError
from sumscope.core.files import atomic_write_text
from sumscope.core.model_file import ModelFile, items, record, records
from sumscope.data import FOLDER
from sumscope.summarizers.source import Source
from sumscope.text.languages import normalise

FILE = ModelFile("SuPor model", "sumscope-supor", 1, "sumscope supor fit")


@dataclass(frozen=True)
class Feature:
    """How many chosen and how many other training sentences have a feature."""

    name: str
    chosen: int
    other: int


@dataclass(frozen=True)
class SuporModel:
    """Counts of training sentences, in the ideal extracts and outside, feature by feature."""

    lang: str | None
    chosen: int
    other: int
    features: tuple[Feature, ...]
    phrases: tuple[str, ...]
    trained_on: Mapping[str, object]

    def probability(self, answers: Mapping[str, bool]) -> float:
        """P(in the extract | answers), naive Bayes with add-one counts (Kupiec et al. 1995)."""
        log_odds = self.prior + sum(self.weight(f, answers[f.name]) for f in self.features)
        return 1 / (1 + math.exp(-log_odds))

    @property
    def prior(self) -> float:
        """log P(chosen) / P(other)."""
        return math.log((self.chosen + 1) / (self.other + 1))

    def weight(self, feature: Feature, answer: bool) -> float:
        """log P(answer | chosen) / P(answer | other): above 0 speaks for the sentence."""
        yes, no = self.rates(feature)
        return math.log(yes / no) if answer else math.log((1 - yes) / (1 - no))

    def rates(self, feature: Feature) -> tuple[float, float]:
        """P(yes | chosen) and P(yes | other), add-one."""
        return (
            (feature.chosen + 1) / (self.chosen + 2),
            (feature.other + 1) / (self.other + 2),
        )

    def to_json(self) -> dict[str, object]:
        """The file's content."""
        return {
            **FILE.header,
            "lang": self.lang,
            "trained_on": dict(self.trained_on),
            "sentences": {"chosen": self.chosen, "other": self.other},
            "features": [
                {"name": f.name, "means": FEATURES[f.name], "chosen": f.chosen, "other": f.other}
                for f in self.features
            ],
            "phrases": list(self.phrases),
        }

    def save(self, path: str | os.PathLike[str]) -> None:
        """Write the model atomically."""
        content = json.dumps(self.to_json(), ensure_ascii=False, indent=1)
        atomic_write_text(path, content + "\n")


class Counts:
    """The answers of training sentences, counted as they come."""

    def __init__(self) -> None:
        self._sizes = {True: 0, False: 0}
        self._counts = {name: {True: 0, False: 0} for name in FEATURES}

    def add(self, answers: Mapping[str, bool], ideal: bool) -> None:
        """Count one sentence, in an ideal extract or not."""
        self._sizes[ideal] += 1
        for name, count in self._counts.items():
            count[ideal] += answers[name]

    def model(
        self, lang: str | None, phrases: tuple[str, ...], trained_on: Mapping[str, object]
    ) -> SuporModel:
        """The model of what was counted."""
        chosen, other = self._sizes[True], self._sizes[False]
        if not chosen or not other:
            every = "every sentence is" if chosen else "no sentence is"
            raise SumscopeError(
                f"nothing can be learned: {every} in an ideal extract",
                hint="give topics with documents and references that summarize them",
            )
        counted = tuple(Feature(name, n[True], n[False]) for name, n in self._counts.items())
        return SuporModel(lang, chosen, other, counted, phrases, trained_on)


def read_model(path: str | os.PathLike[str]) -> SuporModel:
    """Read a model file strictly; what is wrong is named."""
    model = FILE.read(path, _made)
    where = os.fspath(path)
    for feature in model.features:
        if feature.name not in FEATURES:
            raise SumscopeError(
                f"the model has an unknown feature {feature.name!r}",
                where=where,
                hint="known: " + ", ".join(FEATURES),
            )
        if feature.chosen > model.chosen or feature.other > model.other:
            raise SumscopeError(
                f"the model counts more sentences with {feature.name!r} than there are", where=where
            )
    return model


def _made(value: dict[str, object]) -> SuporModel:
    sizes = record(value["sentences"], "sentences")
    lang = value["lang"]
    if not isinstance(lang, str | None):
        raise ValueError("lang")
    return SuporModel(
        lang=lang,
        chosen=_count(sizes["chosen"]),
        other=_count(sizes["other"]),
        features=tuple(
            Feature(str(f["name"]), _count(f["chosen"]), _count(f["other"]))
            for f in records(value["features"], "features")
        ),
        phrases=tuple(str(phrase) for phrase in items(value["phrases"], "phrases")),
        trained_on=record(value["trained_on"], "trained_on"),
    )


@lru_cache(maxsize=8)
def shipped_models() -> list[str]:
    """The languages that a model ships for."""
    return sorted(path.stem for path in (FOLDER / "supor").glob("*.json"))


def default_model(lang: str | None) -> SuporModel:
    """The model that ships for a language; a topic that names none is taken as English."""
    code = normalise(lang or "en")
    if code not in shipped_models():
        known = ", ".join(shipped_models())
        raise SumscopeError(
            f"no SuPor model for the language {lang!r}; there are models for {known}",
            hint="train one: sumscope supor fit CORPUS -o MODEL, then --model MODEL",
        )
    return read_model(FOLDER / "supor" / f"{code}.json")


def _count(value: object) -> int:
    if isinstance(value, bool) or not isinstance(value, int) or value < 0:
        raise ValueError(f"a count ({value!r})")
    return value


MIN_WORDS = 5
EDGE = 10  # the first and the last tenth of a document

FEATURES: dict[str, str] = {
    "length": f"has {MIN_WORDS} words or more",
    "frequency": "its words are frequent in the text (their summed frequency is above the mean)",
    "phrase": "has a signalling phrase",
    "text-start": "in the first tenth of its document",
    "text-end": "in the last tenth of its document",
    "paragraph-first": "first of its paragraph",
    "paragraph-last": "last of its paragraph",
    "nouns": "has more nouns than the mean sentence",
    "proper-nouns": "has more proper nouns than the mean sentence",
}


def features(source: Source, phrases: Sequence[str]) -> list[dict[str, bool]]:
    """The answers for every sentence of a source, in the order of `FEATURES`."""
    size = len(source.items)
    frequency = Counter(stem for stems in source.stems for stem in stems)
    weights = [sum(frequency[stem] for stem in stems) for stems in source.stems]
    nouns, names = [], []
    for item in source.items:
        tags = source.pipe.tags(source.pipe.tokens(item.text))
        nouns.append(tags.count("NOUN"))
        names.append(tags.count("PROPN"))
    weighed, all_nouns, all_names = sum(weights), sum(nouns), sum(names)
    found = []
    for i, (item, place) in enumerate(zip(source.items, source.places, strict=True)):
        edge = -(-place.of // EDGE)
        padded = f" {' '.join(source.pipe.words(item.text))} "
        found.append(
            {
                "length": source.lengths[i][0] >= MIN_WORDS,
                "frequency": weights[i] * size > weighed,
                "phrase": any(f" {phrase} " in padded for phrase in phrases),
                "text-start": place.index < edge,
                "text-end": place.index >= place.of - edge,
                "paragraph-first": place.opens,
                "paragraph-last": place.closes,
                "nouns": nouns[i] * size > all_nouns,
                "proper-nouns": names[i] * size > all_names,
            }
        )
    return found
