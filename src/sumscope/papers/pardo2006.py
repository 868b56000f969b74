"""Modeling and Evaluating Summaries Using Complex Networks (Pardo et al. 2006).

Manual summaries, ideal extracts (GEI) and extracts by GistSumm and SuPor, judged by recall,
precision and F against the ideal extracts (Table 1) and by growth deviation (Table 2, t-tests,
Figures 3 to 5).
"""

from __future__ import annotations

import os
import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import combinations
from typing import TYPE_CHECKING

from sumscope.core.errors import SumscopeError
from sumscope.core.progress import Progress
from sumscope.core.tables import Cell, ResultTable, table
from sumscope.core.values import Text, Topic
from sumscope.papers._common import (
    INVENTED,
    PublishedTable,
    beside,
    name_of_data,
    published,
    topics_of_data,
)
from sumscope.report.reproduction import Picture, Reproduction

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
# Above this the groups are not significantly different.
LEVEL = 0.05
CONTROL_PAIRS = (
    *((group, "random") for group in PAPER),
    ("manual", "lead"),
    ("manual", "shuffled"),
)


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


def run(data: str | None, progress: Progress | None = None) -> Reproduction:
    """The experiment on TeMário's folders, on a corpus, or on the embedded example."""
    notes = [] if data else [INVENTED]
    topics = topics_of_data(data, lambda folder: _temario(folder, notes))
    prepared = list(prepare(topics, data, notes, progress))
    notes += _separation(prepared)
    one = _usual(prepared)
    theirs = published("pardo2006")
    return Reproduction(
        paper="pardo2006",
        data=name_of_data(data),
        tables=(
            _table_1(prepared, theirs["table1"]),
            _table_2(prepared, theirs["table2"]),
            _t_tests(prepared, "t-tests", list(combinations(PAPER, 2)), theirs["t-tests"]),
            _t_tests(prepared, "controls", CONTROL_PAIRS, theirs["t-tests"]),
            _degrees(prepared),
            *(() if one is None else (_network(one), _hubs(one))),
        ),
        pictures=() if one is None else tuple(_pictures(prepared, one)),
        notes=tuple(notes),
    )


def _temario(folder: str, notes: list[str]) -> list[Topic]:
    from sumscope.corpus.formats import temario
    from sumscope.corpus.notes import Notes
    from sumscope.corpus.schema import topic_from_json

    odd = Notes()
    topics = [topic_from_json(value, folder) for value in temario.read(folder, odd)]
    notes += [f"Reading TeMário: {note}" for note in odd]
    return topics


# The groups of texts.


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
        extracted = _extracts(topic, ideal, _limit(topic, as_published), models[number])
        yield Prepared(extracted, _networks(extracted))
        if progress is not None:
            progress(number + 1, len(usable))


def _extracts(topic: Topic, ideal: Topic, limit: Limit, model: SuporModel | None) -> Topic:
    """The topic with a peer for each group; those that the corpus has stay."""
    from sumscope.summarizers.registry import parse
    from sumscope.summarizers.run import summary

    peers = {peer.id: peer for peer in topic.peers}
    extracted = ideal
    if own_ideal(topic) is not None:
        extracted = replace(
            extracted, peers=(*extracted.peers, replace(extracted.peers[0], id="gei"))
        )
    else:
        extracted = summary(extracted, parse("gei"), limit, name="gei").topic
    for name in ("gistsumm", "supor"):
        if name in peers:
            extracted = replace(extracted, peers=(*extracted.peers, peers[name]))
        else:
            fitted = model if name == "supor" else None
            extracted = summary(extracted, parse(name), limit, model=fitted, name=name).topic
    extracted = summary(extracted, parse("lead"), limit, name="lead").topic
    for seed in range(DRAWS):
        name = "random" if not seed else f"random-{seed}"
        extracted = summary(extracted, parse(f"random(seed={seed})"), limit, name=name).topic
    return extracted


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

    ideal = own_ideal(topic)
    if ideal is None:
        from sumscope.summarizers.gei import ideal_of

        return replace(topic, peers=(Text(IDEAL, extract=ideal_of(TopicView(topic))),))
    with_ideal = replace(topic, peers=(replace(ideal, id=IDEAL),))
    view = TopicView(with_ideal)
    own.ideal += 1
    own.sentences += len(view.peers[0].items)
    own.unmatched += unmatched(view, view.peers[0])
    return with_ideal


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
    models: list[SuporModel | None] = [None] * len(topics)
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
                    models[i] = model
    how = "SuPor is trained on the ideal extracts of other texts: " + "; ".join(folds_used)
    return models, (how if folds_used else "SuPor uses the model that ships") + "."


def _training_rows(topic: Topic) -> list[tuple[dict[str, bool], bool]]:
    from sumscope.corpus.view import TopicView
    from sumscope.metrics.summary.extract import source_ids
    from sumscope.summarizers.phrases import of_language
    from sumscope.summarizers.source import Source
    from sumscope.summarizers.supor_model import features

    view = TopicView(topic)
    source = Source(view)
    ideal = source_ids(view, next(peer for peer in view.peers if peer.id == IDEAL))
    answers = features(source, of_language(source.pipe.lang))
    return [(a, item.id in ideal) for item, a in zip(source.items, answers, strict=True)]


# Tables and figures.


def _table_1(prepared: Sequence[Prepared], theirs: PublishedTable) -> ResultTable:
    from sumscope.scoring.run import score_corpus

    names = [f"extract-{report}(ideal={IDEAL})" for report in ("recall", "precision")]
    scores = score_corpus([one.topic for one in prepared], names)
    means = {(m["peer"], m["measure"]): m["mean"] for m in scores.means()}
    rows: list[list[Cell]] = []
    for group in ("supor", "gistsumm", "lead", "random"):
        recall, precision = (means[group, name] for name in names)
        f = None
        if recall is not None and precision is not None:
            recall, precision = 100 * recall, 100 * precision
            f = 2 * recall * precision / (recall + precision) if recall + precision else 0.0
        rows.append([LABELS[group], recall, precision, f])
    caption = (
        "Table 1. Sentences against the ideal extracts, in %, ours and published (F of the means)"
    )
    heading = ["system", "recall", "precision", "F"]
    return beside("table1", caption, heading, rows, theirs, digits=1)


def _table_2(prepared: Sequence[Prepared], theirs: PublishedTable) -> ResultTable:
    import numpy as np

    groups = _groups(prepared)
    base = float(np.mean(groups["manual"])) if groups["manual"] else None
    rows: list[list[Cell]] = []
    for group in GROUPS:
        values = groups[group]
        mean = float(np.mean(values)) if values else None
        over = 100 * (mean - base) / base if mean is not None and base else None
        spread = float(np.std(values, ddof=1)) if len(values) > 1 else None
        rows.append([LABELS[group], len(values), mean, spread, over])
    return beside(
        "table2",
        "Table 2. Mean growth deviation, and its increase over manual summaries",
        ["group", "texts", "mean", "s.d.", "over manual (%)"],
        rows,
        theirs,
        digits=(0, 0, 5, 5, 2, 5, 2),
    )


def _t_tests(
    prepared: Sequence[Prepared],
    name: str,
    pairs: Sequence[tuple[str, str]],
    theirs: PublishedTable,
) -> ResultTable:
    """Student's t-tests between groups; between those of the paper beside what it says."""
    rows = [
        (f"{LABELS[left]} - {LABELS[right]}", *_compare(prepared, left, right))
        for left, right in pairs
    ]
    who = "all groups of the paper" if name == "t-tests" else "the paper's groups and controls"
    return beside(
        name,
        f"Student's t-tests between {who}, two-sided (the paper does not say which kind)",
        ["groups", "texts", "difference", "p (independent)", "p (paired)"],
        rows,
        theirs,
        digits=5,
    )


def _compare(
    prepared: Sequence[Prepared], left: str, right: str
) -> tuple[int, float | None, float | None, float | None]:
    """Texts that both groups have, the difference of means, and p of both kinds of test."""
    from scipy import stats

    pairs = [(one.deviation(left), one.deviation(right)) for one in prepared]
    both = [(a, b) for a, b in pairs if a is not None and b is not None]
    if len(both) < 2:
        return len(both), None, None, None
    first, second = [a for a, _ in both], [b for _, b in both]
    difference = sum(second) / len(both) - sum(first) / len(both)
    if all(a == b for a, b in both):
        return len(both), difference, None, None
    independent = float(stats.ttest_ind(first, second).pvalue)
    return len(both), difference, independent, float(stats.ttest_rel(first, second).pvalue)


def _separation(prepared: Sequence[Prepared]) -> Iterator[str]:
    """Whether the measure tells manual summaries from random extracts, in words."""
    texts, difference, independent, paired = _compare(prepared, "manual", "random")
    if difference is None or independent is None or paired is None:
        return
    groups = _groups(prepared)
    manual, drawn = (sum(groups[g]) / len(groups[g]) for g in ("manual", "random"))
    means = f"manual summaries average {manual:.4f}, random extracts {drawn:.4f}"
    p = f"p = {independent:.3f} independent, {paired:.3f} paired, {texts} texts"
    if max(independent, paired) > LEVEL:
        yield f"Growth deviation does not separate good from random text here: {means} ({p})."
    elif difference < 0:
        yield f"Random extracts deviate less than manual summaries here: {means} ({p})."
    else:
        yield f"Random extracts deviate more than manual summaries here: {means} ({p})."


def _degrees(prepared: Sequence[Prepared]) -> ResultTable:
    """The share of lemmas of each degree, over all networks of a group."""
    from collections import Counter

    counts: dict[str, Counter[int]] = {group: Counter() for group in GROUPS}
    for one in prepared:
        for group in GROUPS:
            for network in one.networks[group]:
                counts[group].update(network.degree_distribution())
    most = 10
    rows: list[list[Cell]] = []
    for degree in range(most + 1):
        line: list[Cell] = [f"{degree} or more" if degree == most else str(degree)]
        for group in GROUPS:
            total = counts[group].total()
            here = sum(
                n for d, n in counts[group].items() if d == degree or (degree == most and d > most)
            )
            line.append(100 * here / total if total else None)
        rows.append(line)
    caption = "Degree distribution: lemmas of each degree (in and out together), in % of a group's"
    return table("degrees", caption, ["degree", *(LABELS[g] for g in GROUPS)], rows, digits=1)


def _network(one: Prepared) -> ResultTable:
    edges = one.networks["manual"][0].weights
    rows: list[list[Cell]] = [[a, b, times] for (a, b), times in edges.items()]
    caption = f"Figure 2 as data: the network of the manual summary of {one.topic.id}"
    return table("figure2", caption, ["first word", "second word", "times"], rows)


def _hubs(one: Prepared, count: int = 8) -> ResultTable:
    rows: list[list[Cell]] = []
    for group in (*PAPER, *CONTROLS[:2]):
        if one.networks[group]:
            hubs = one.networks[group][0].hubs(count)
            rows.append([LABELS[group], ", ".join(f"{lemma} ({n})" for lemma, n in hubs)])
    caption = f"Hubs: the words with the most neighbours in the texts of {one.topic.id}"
    return table("hubs", caption, ["group", "words (degree)"], rows)


def _usual(prepared: Sequence[Prepared]) -> Prepared | None:
    """The text whose gap between SuPor and manual is the median: usual, not striking."""
    gaps = []
    for place, one in enumerate(prepared):
        manual, automatic = one.deviation("manual"), one.deviation("supor")
        if manual is not None and automatic is not None:
            gaps.append((automatic - manual, place))
    return prepared[sorted(gaps)[len(gaps) // 2][1]] if gaps else None


def _pictures(prepared: Sequence[Prepared], one: Prepared) -> Iterator[Picture]:
    from sumscope.report.growth_figures import growth_plots, histograms
    from sumscope.report.network_figures import network_plot

    title = f"Manual summary of {one.topic.id}"
    picture = network_plot(one.networks["manual"][0], title)
    yield Picture("figure2", f"Figure 2. Network of the manual summary of {one.topic.id}", picture)
    for number, group in ((3, "manual"), (4, "supor")):
        network = one.networks[group][0]
        yield Picture(
            f"figure{number}",
            f"Figure {number}. Growth of {LABELS[group]} for the text {one.topic.id}",
            growth_plots([network], [f"{LABELS[group]}, {one.topic.id}"]),
        )
    groups = {LABELS[group]: values for group, values in _groups(prepared).items()}
    yield Picture("figure5", "Figure 5. Histograms of deviations", histograms(groups))


def _groups(prepared: Sequence[Prepared]) -> dict[str, list[float]]:
    return {
        group: [v for one in prepared if (v := one.deviation(group)) is not None]
        for group in GROUPS
    }
