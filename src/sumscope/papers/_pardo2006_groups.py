"""The groups of texts of Pardo et al. (2006), and the controls that the paper lacks."""

from __future__ import annotations

import os
import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from sumscope.core.errors import SumscopeError
from sumscope.core.progress import Progress
from sumscope.core.values import Text, Topic

if TYPE_CHECKING:
    from sumscope.graph.words import WordNetwork
    from sumscope.summarizers.select import Limit
    from sumscope.summarizers.supor_model import SuporModel

DATA = "TeMário's own folders, or a corpus (.jsonl) with documents and references"
RATE = 0.3
FOLDS = 10
DRAWS = 5
IDEAL = "ideal-extract"
# Peers that are a corpus's own ideal extracts, in order of preference.
IDEALS = (IDEAL, "gei", "ideal")
PAPER = ("manual", "gei", "gistsumm", "supor")
CONTROLS = ("lead", "random", "shuffled")
GROUPS = (*PAPER, *CONTROLS)
LABELS = {
    "manual": "Manual summaries",
    "gei": "GEI",
    "gistsumm": "GistSumm",
    "supor": "SuPor",
    "lead": "Lead (control)",
    "random": "Random extracts (control)",
    "shuffled": "Manual, sentences shuffled (control)",
}


@dataclass(frozen=True)
class Prepared:
    """A topic with a peer for each group of extracts, and the networks of each group's texts.

    Random extracts and shuffled summaries have several texts: one for each draw.
    """

    topic: Topic
    networks: dict[str, tuple[WordNetwork, ...]]

    def deviation(self, group: str) -> float | None:
        """The mean deviation of the group's texts of this topic."""
        values = [n.deviation for n in self.networks[group]]
        numbers = [value for value in values if isinstance(value, float)]
        return sum(numbers) / len(numbers) if numbers else None


@dataclass
class Own:
    """What the corpus brings itself, for the notes: ideal extracts and systems that it has."""

    ideal: int = 0
    systems: int = 0
    sentences: int = 0
    unmatched: int = 0


def prepare(
    topics: Sequence[Topic], data: str | None, notes: list[str], progress: Progress | None
) -> Iterator[Prepared]:
    """Make the extracts of every text and the networks of all groups."""
    usable = [topic for topic in topics if topic.documents and topic.references]
    if not usable:
        raise SumscopeError("no text has a source and a manual summary", where=data, hint=DATA)
    if len(usable) < len(topics):
        notes.append(f"{len(topics) - len(usable)} texts lack a source or a manual summary.")
    own = Own()
    with_ideal = [_with_ideal(topic, own) for topic in usable]
    as_published = bool(own.ideal) or (data is not None and os.path.isdir(data))
    own.systems = sum(
        any(peer.id in ("gistsumm", "supor") for peer in topic.peers) for topic in usable
    )
    notes.extend(_how(len(usable), own, as_published))
    models, how = _models(with_ideal)
    notes.append(how)
    for number, (topic, ideal) in enumerate(zip(usable, with_ideal, strict=True)):
        made = _extracts(topic, ideal, _limit(topic, as_published), models[number])
        yield Prepared(made, _networks(made))
        if progress is not None:
            progress(number + 1, len(usable))


def _extracts(topic: Topic, ideal: Topic, limit: Limit, model: SuporModel | None) -> Topic:
    """The topic with a peer for each group; the corpus's own peers of these names are kept."""
    from sumscope.summarizers.registry import parse
    from sumscope.summarizers.run import summary

    given = {peer.id: peer for peer in topic.peers}
    made = ideal
    if own_ideal(topic) is not None:
        made = replace(made, peers=(*made.peers, replace(made.peers[0], id="gei")))
    else:
        made = summary(made, parse("gei"), limit, name="gei").topic
    for name in ("gistsumm", "supor"):
        if name in given:
            made = replace(made, peers=(*made.peers, given[name]))
        else:
            fitted = model if name == "supor" else None
            made = summary(made, parse(name), limit, model=fitted, name=name).topic
    made = summary(made, parse("lead"), limit, name="lead").topic
    for seed in range(DRAWS):
        name = "random" if not seed else f"random-{seed}"
        made = summary(made, parse(f"random(seed={seed})"), limit, name=name).topic
    return made


def _networks(topic: Topic) -> dict[str, tuple[WordNetwork, ...]]:
    from sumscope.graph.words import word_network

    return {
        group: tuple(word_network(text, topic.lang) for text in _texts(topic, group))
        for group in GROUPS
    }


def own_ideal(topic: Topic) -> Text | None:
    """The corpus's own ideal extract of a topic."""
    peers = {peer.id: peer for peer in topic.peers}
    return next((peers[name] for name in IDEALS if name in peers), None)


def _how(texts: int, own: Own, as_published: bool) -> Iterator[str]:
    """What the groups are and how long they may be."""
    if not as_published:
        yield "The published numbers are TeMário's."
    if own.ideal == texts:
        yield "GEI is the corpus's own ideal extracts."
    elif own.ideal:
        yield (
            f"GEI is the corpus's own ideal extracts; {texts - own.ideal} texts have none and get "
            "ours."
        )
    else:
        yield "There are no ideal extracts here: GEI is ours."
    if own.ideal:
        yield (
            f"{own.unmatched} of {own.sentences} sentences of the ideal extracts are in no source "
            "text; they count in the extract's length and never as hits."
        )
    if own.systems:
        yield f"{own.systems} texts have their own GistSumm or SuPor extracts; they are used."
    if as_published:
        yield f"The extracts that we make keep to {RATE:.0%} of the source's words."
    else:
        yield (
            "The extracts may be as long as the mean reference, since deviations compare texts of "
            "like length only."
        )
    yield (
        f"Controls that the paper lacks: the lead, {DRAWS} random extracts a text (seeds 0 to "
        f"{DRAWS - 1}) and the manual summaries with their sentences in {DRAWS} random orders."
    )


def _with_ideal(topic: Topic, own: Own) -> Topic:
    """The topic with its whole ideal extract as the only peer: the corpus's own, or by GEI."""
    from sumscope.corpus.view import TopicView
    from sumscope.metrics.summary.extract import unmatched

    given = own_ideal(topic)
    if given is None:
        from sumscope.summarizers.gei import ideal_of

        return replace(topic, peers=(Text(IDEAL, extract=ideal_of(TopicView(topic))),))
    made = replace(topic, peers=(replace(given, id=IDEAL),))
    view = TopicView(made)
    own.ideal += 1
    own.sentences += len(view.peers[0].items)
    own.unmatched += unmatched(view, view.peers[0])
    return made


def _limit(topic: Topic, as_published: bool) -> Limit:
    from sumscope.corpus.view import TopicView
    from sumscope.summarizers.select import Limit
    from sumscope.text import pipeline

    if as_published:
        return Limit(rate=RATE)
    words = pipeline(topic.lang).words
    lengths = [len(words(reference.text)) for reference in TopicView(topic).references]
    return Limit(words=max(1, round(sum(lengths) / len(lengths))))


def _texts(topic: Topic, group: str) -> list[str]:
    from sumscope.corpus.view import TopicView

    view = TopicView(topic)
    if group == "manual":
        return [reference.text for reference in view.references]
    if group == "shuffled":
        return [
            _shuffled(reference.sentences, f"{seed}/{topic.id}/{reference.id}")
            for reference in view.references
            for seed in range(DRAWS)
        ]
    return [peer.text for peer in view.peers if peer.id == group or _is_draw(peer.id, group)]


def _is_draw(name: str, group: str) -> bool:
    return group == "random" and name in {f"random-{seed}" for seed in range(1, DRAWS)}


def _shuffled(sentences: Sequence[str], seed: str) -> str:
    order = list(sentences)
    random.Random(seed).shuffle(order)
    return " ".join(order)


def _models(topics: Sequence[Topic]) -> tuple[list[SuporModel | None], str]:
    """For each topic a model trained on the other folds of its language.

    Where a language has one topic only, None stands for the model that ships.
    """
    from sumscope.summarizers.supor_model import Counts
    from sumscope.text import pipeline

    langs = [pipeline(topic.lang).lang for topic in topics]
    found: list[SuporModel | None] = [None] * len(topics)
    folds_used = []
    for lang in dict.fromkeys(langs):
        members = [i for i, one in enumerate(langs) if one == lang]
        folds = min(FOLDS, len(members))
        if folds < 2:
            continue
        rows = {i: _training_rows(topics[i]) for i in members}
        folds_used.append(f"{folds} folds of {len(members)} texts in {lang}")
        for fold in range(folds):
            counts = Counts()
            for place, i in enumerate(members):
                if place % folds != fold:
                    for answers, ideal in rows[i]:
                        counts.add(answers, ideal)
            from sumscope.summarizers.phrases import of_language

            model = counts.model(lang, of_language(lang), {"folds": folds, "left_out": fold})
            for place, i in enumerate(members):
                if place % folds == fold:
                    found[i] = model
    how = "SuPor is trained on the ideal extracts of other texts: " + "; ".join(folds_used)
    return found, (how if folds_used else "SuPor uses the model that ships") + "."


def _training_rows(topic: Topic) -> list[tuple[dict[str, bool], bool]]:
    from sumscope.corpus.view import TopicView
    from sumscope.metrics.summary.extract import source_ids
    from sumscope.summarizers.phrases import of_language
    from sumscope.summarizers.source import Source
    from sumscope.summarizers.supor_features import features

    view = TopicView(topic)
    source = Source(view)
    ideal = source_ids(view, next(peer for peer in view.peers if peer.id == IDEAL))
    answers = features(source, of_language(source.pipe.lang))
    return [(a, item.id in ideal) for item, a in zip(source.items, answers, strict=True)]
