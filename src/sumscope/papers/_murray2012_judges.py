"""The annotators of Murray et al. (2012): kappa, and training on one to test on another."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from itertools import combinations
from typing import TYPE_CHECKING

import numpy as np

from sumscope.core.table import mean_of
from sumscope.core.tables import Cell, ResultTable, table
from sumscope.core.values import Topic

if TYPE_CHECKING:
    from sumscope.linking.meeting import Bools, Meeting

# Published: the mean kappa of extractive summaries.
KAPPA = 0.45
# A judge takes part with this many meetings to train on; the busiest come first.
LEAST, MOST = 2, 4


def cohen(left: Bools, right: Bools) -> float | None:
    """Cohen's kappa of two yes-no decisions on the same items; None where chance is certain."""
    if not len(left):
        return None
    agreed = float(np.mean(left == right))
    p, q = float(np.mean(left)), float(np.mean(right))
    chance = p * q + (1 - p) * (1 - q)
    return None if chance >= 1 else (agreed - chance) / (1 - chance)


def kappas(meeting: Meeting) -> dict[tuple[str, str], tuple[float | None, float | None]]:
    """For every two judges: kappa on which sentences are linked, and on which pairs are."""
    from sumscope.linking.links import truth_of

    everything = np.arange(len(meeting), dtype=np.int64)
    linked, pairs = {}, {}
    for gold in meeting.golds:
        held = np.zeros(len(meeting), dtype=bool)
        held[gold.linked] = True
        linked[gold.judge] = held
        pairs[gold.judge] = truth_of(meeting, gold, everything)
    return {
        (a, b): (cohen(linked[a], linked[b]), cohen(pairs[a], pairs[b]))
        for a, b in combinations(linked, 2)
    }


def kappa_table(meetings: Sequence[Meeting]) -> ResultTable:
    """Mean kappa over meetings and pairs of judges."""
    found = [values for meeting in meetings for values in kappas(meeting).values()]
    rows: list[list[Cell]] = [
        ["Sentences linked", mean_of([s for s, _ in found]), len(found), KAPPA],
        ["Pairs of sentences linked", mean_of([p for _, p in found]), len(found), None],
    ]
    caption = "Cohen's kappa between judges of a meeting"
    return table("kappa", caption, ["decision", "kappa", "pairs of judges", "published"], rows)


def cross_judges(train: Sequence[Topic], test: Sequence[Topic]) -> ResultTable | None:
    """The paper's model trained on one judge and tested on another; None for a single judge."""
    from sumscope.linking.meeting import Meeting
    from sumscope.linking.run import evaluate
    from sumscope.linking.training import fit

    trained, tested = _by_judge(train), _by_judge(test)
    busy = [j for j, n in Counter({j: len(t) for j, t in trained.items()}).most_common(MOST)
            if n >= LEAST]  # fmt: skip
    if not busy or len({*busy, *tested}) < 2:
        return None
    both = [Meeting.of(topic) for topic in (*train, *test) if len(topic.covers) > 1]
    between: dict[frozenset[str], list[float | None]] = {}
    for meeting in both:
        for pair, (sentences, _) in kappas(meeting).items():
            between.setdefault(frozenset(pair), []).append(sentences)
    rows: list[list[Cell]] = []
    for left in busy:
        model = fit(trained[left], kind="logistic")
        for right, topics in tested.items():
            found = evaluate(topics, model, by=("linkage",), baselines=False)
            figures = [found.mean(name) for name in ("precision", "recall", "f", "auroc")]
            kappa = mean_of(between.get(frozenset((left, right)), []))
            rows.append([left, right, len(trained[left]), len(topics), *figures, kappa])
    heading = ["trained on", "tested on", "meetings to train", "meetings to test", "precision",
               "recall", "f", "auroc", "kappa of the two"]  # fmt: skip
    caption = (
        "The paper's model trained on one judge and tested on another, among that judge's linked "
        "sentences (the paper: 'good classification results' even at a low kappa)"
    )
    return table("cross-judge", caption, heading, rows)


def _by_judge(topics: Sequence[Topic]) -> dict[str, list[Topic]]:
    made: dict[str, list[Topic]] = {}
    for topic in topics:
        for cover in topic.covers:
            made.setdefault(cover.judge, []).append(replace(topic, covers=(cover,)))
    return made
