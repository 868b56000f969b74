"""Modeling and Evaluating Summaries Using Complex Networks (Pardo et al. 2006).

Manual summaries, ideal extracts (GEI) and extracts by GistSumm and SuPor, judged by recall,
precision and F against the ideal extracts (Table 1) and by growth deviation (Table 2, t-tests,
Figures 3 to 5).
"""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from sumscope.core.errors import SumscopeError
from sumscope.core.progress import Progress
from sumscope.core.values import Text, Topic
from sumscope.papers._data import INVENTED, name_of_data, topics_of_data
from sumscope.report.reproduction import Cell, Picture, Reproduction, ResultTable, table

if TYPE_CHECKING:
    from sumscope.graph.words import WordNetwork
    from sumscope.summarizers.select import Limit
    from sumscope.summarizers.supor_model import SuporModel

DATA = "TeMário's own folders, or a corpus (.jsonl) with documents and references"
RATE = 0.3
FOLDS = 10
IDEAL = "ideal-extract"
GROUPS = ("manual", "gei", "gistsumm", "supor")
LABELS = {
    "manual": "Manual summaries",
    "gei": "GEI",
    "gistsumm": "GistSumm",
    "supor": "SuPor",
}
PUBLISHED_MEANS = {"manual": 0.03045, "gei": 0.03538, "gistsumm": 0.03673, "supor": 0.04373}
PUBLISHED_INCREASE = {"manual": 0.0, "gei": 16.19, "gistsumm": 20.62, "supor": 43.61}
PUBLISHED_EXTRACTS = {"supor": (40.8, 44.9, 42.8), "gistsumm": (25.6, 49.9, 33.8)}


@dataclass(frozen=True)
class Prepared:
    """A topic with the peers gei, gistsumm and supor, and the network of each group's text."""

    topic: Topic
    networks: dict[str, tuple[WordNetwork, ...]]

    def deviation(self, group: str) -> float | None:
        """The mean deviation of the group's texts of this topic."""
        values = [n.deviation for n in self.networks[group]]
        numbers = [value for value in values if isinstance(value, float)]
        return sum(numbers) / len(numbers) if numbers else None


def run(data: str | None, progress: Progress | None = None) -> Reproduction:
    """The experiment on TeMário's folders, on a corpus, or on the embedded example."""
    notes = [] if data else [INVENTED]
    topics = topics_of_data(data, lambda folder: _temario(folder, notes))
    prepared = list(_prepared(topics, data, notes, progress))
    return Reproduction(
        paper="pardo2006",
        data=name_of_data(data),
        tables=(_table_1(prepared), _table_2(prepared), _t_tests(prepared)),
        pictures=tuple(_pictures(prepared)),
        notes=tuple(notes),
    )


# Data.


def _temario(folder: str, notes: list[str]) -> list[Topic]:
    from sumscope.corpus.formats import temario
    from sumscope.corpus.notes import Notes
    from sumscope.corpus.schema import topic_from_json

    odd = Notes()
    topics = [topic_from_json(value, folder) for value in temario.read(folder, odd)]
    notes += [f"Reading TeMário: {note}" for note in odd]
    return topics


def _prepared(
    topics: Sequence[Topic], data: str | None, notes: list[str], progress: Progress | None
) -> Iterator[Prepared]:
    from sumscope.graph.words import word_network
    from sumscope.run.summary_run import summary
    from sumscope.summarizers.registry import parse

    usable = [topic for topic in topics if topic.documents and topic.references]
    if not usable:
        raise SumscopeError("no text has a source and a manual summary", where=data, hint=DATA)
    if len(usable) < len(topics):
        notes.append(f"{len(topics) - len(usable)} texts lack a source or a manual summary.")
    own = [topic.id for topic in usable if any(peer.id == IDEAL for peer in topic.peers)]
    as_published = bool(own) or (data is not None and os.path.isdir(data))
    notes.extend(_how(len(usable), len(own), as_published))
    with_ideal = [_with_ideal(topic, topic.id in own) for topic in usable]
    models, how = _models(with_ideal)
    notes.append(how)
    for number, topic in enumerate(with_ideal):
        limit = _limit(topic, as_published)
        if topic.id in own:
            ideal = next(peer for peer in topic.peers if peer.id == IDEAL)
            made = replace(topic, peers=(*topic.peers, replace(ideal, id="gei")))
        else:
            made = summary(topic, parse("gei"), limit, name="gei").topic
        made = summary(made, parse("gistsumm"), limit, name="gistsumm").topic
        made = summary(made, parse("supor"), limit, model=models[number], name="supor").topic
        yield Prepared(
            made,
            {g: tuple(word_network(text, topic.lang) for text in _texts(made, g)) for g in GROUPS},
        )
        if progress is not None:
            progress(number + 1, len(with_ideal))


def _how(texts: int, own: int, as_published: bool) -> Iterator[str]:
    """What the groups are and how long they may be."""
    if not as_published:
        yield "The published numbers are TeMário's."
    if own == texts:
        yield "GEI is the corpus's own ideal extracts."
    elif own:
        yield f"GEI is the corpus's own ideal extracts; {texts - own} texts have none and get ours."
    else:
        yield "There are no ideal extracts here: GEI is ours."
    if as_published:
        yield f"The extracts that we make keep to {RATE:.0%} of the source's words."
    else:
        yield (
            "The extracts may be as long as the mean reference, since deviations compare texts of "
            "like length only."
        )


def _with_ideal(topic: Topic, own: bool) -> Topic:
    """The topic with its whole ideal extract as the only peer: the corpus's own, or by GEI."""
    if own:
        return replace(topic, peers=tuple(peer for peer in topic.peers if peer.id == IDEAL))
    from sumscope.corpus.view import TopicView
    from sumscope.summarizers.gei import ideal_of

    return replace(topic, peers=(Text(IDEAL, extract=ideal_of(TopicView(topic))),))


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
    return [peer.text for peer in view.peers if peer.id == group]


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
    from sumscope.metrics.summary.extract_overlap import source_ids
    from sumscope.summarizers.phrases import of_language
    from sumscope.summarizers.source import Source
    from sumscope.summarizers.supor_features import features

    view = TopicView(topic)
    source = Source(view)
    ideal = source_ids(view, next(peer for peer in view.peers if peer.id == IDEAL))
    answers = features(source, of_language(source.pipe.lang))
    return [(a, item.id in ideal) for item, a in zip(source.items, answers, strict=True)]


# Tables and figures.


def _table_1(prepared: Sequence[Prepared]) -> ResultTable:
    from sumscope.run.scoring import Scoring

    names = [f"extract-{report}(ideal={IDEAL})" for report in ("recall", "precision")]
    scores = Scoring([one.topic for one in prepared], names).table()
    means = {(m["peer"], m["measure"]): m["mean"] for m in scores.means()}
    rows: list[list[Cell]] = []
    for group in ("supor", "gistsumm"):
        recall, precision = (means[group, name] for name in names)
        f = None
        if recall is not None and precision is not None:
            recall, precision = 100 * recall, 100 * precision
            f = 2 * recall * precision / (recall + precision) if recall + precision else 0.0
        rows.append([LABELS[group], recall, precision, f, *PUBLISHED_EXTRACTS[group]])
    heading = ["system", "recall", "precision", "F"]
    return table(
        "table1",
        "Table 1. Sentences against the ideal extracts, in %, ours and published (F of the means)",
        heading + [f"{name} (published)" for name in heading[1:]],
        rows,
        digits=1,
    )


def _table_2(prepared: Sequence[Prepared]) -> ResultTable:
    import numpy as np

    groups = _groups(prepared)
    base = float(np.mean(groups["manual"])) if groups["manual"] else None
    rows: list[list[Cell]] = []
    for group in GROUPS:
        values = groups[group]
        mean = float(np.mean(values)) if values else None
        over = 100 * (mean - base) / base if mean is not None and base else None
        spread = float(np.std(values, ddof=1)) if len(values) > 1 else None
        rows.append(
            [
                LABELS[group],
                len(values),
                mean,
                spread,
                over,
                PUBLISHED_MEANS[group],
                PUBLISHED_INCREASE[group],
            ]
        )
    return table(
        "table2",
        "Table 2. Mean growth deviation, and its increase over manual summaries",
        ["group", "texts", "mean", "s.d.", "over manual (%)", "published", "published (%)"],
        rows,
        digits=(0, 0, 5, 5, 2, 5, 2),
    )


def _t_tests(prepared: Sequence[Prepared]) -> ResultTable:
    from itertools import combinations

    from scipy import stats

    rows: list[list[Cell]] = []
    for left, right in combinations(GROUPS, 2):
        pairs = [(one.deviation(left), one.deviation(right)) for one in prepared]
        both = [(a, b) for a, b in pairs if a is not None and b is not None]
        values: list[float | None] = [None, None]
        difference = None
        if len(both) > 1:
            first, second = [a for a, _ in both], [b for _, b in both]
            difference = sum(second) / len(both) - sum(first) / len(both)
            if any(a != b for a, b in both):
                values = [
                    float(stats.ttest_ind(first, second).pvalue),
                    float(stats.ttest_rel(first, second).pvalue),
                ]
        published = "about 0.60" if (left, right) == ("gei", "gistsumm") else "below 0.03"
        rows.append(
            [f"{LABELS[left]} - {LABELS[right]}", len(both), difference, *values, published]
        )
    return table(
        "t-tests",
        "Student's t-tests between all groups, two-sided (the paper does not say which kind)",
        ["groups", "texts", "difference", "p (independent)", "p (paired)", "published p"],
        rows,
        digits=5,
    )


def _pictures(prepared: Sequence[Prepared]) -> Iterator[Picture]:
    from sumscope.report.growth_figures import growth_plots, histograms

    gaps = []
    for place, one in enumerate(prepared):
        manual, automatic = one.deviation("manual"), one.deviation("supor")
        if manual is not None and automatic is not None:
            gaps.append((automatic - manual, place))
    if not gaps:
        return
    # The text in the middle shows what is usual, not what is striking.
    one = prepared[sorted(gaps)[len(gaps) // 2][1]]
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
