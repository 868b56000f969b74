"""Sections of a study on judges who grouped sentences: agreement, edits, split and merge."""

from __future__ import annotations

from typing import Any

import numpy as np

from sumscope.annotate.drift_scores import drifted
from sumscope.app.agree import agree
from sumscope.core.cover import COMPLETIONS, Cover, Partition
from sumscope.core.measure import parse
from sumscope.core.table import mean_of, show
from sumscope.core.values import Topic
from sumscope.corpus.covers import covers_of_topic
from sumscope.corpus.view import TopicView
from sumscope.report import study_figures
from sumscope.report.cover_figures import drift_plot
from sumscope.report.reproduction import table
from sumscope.run.agreement import Agreement
from sumscope.studies.survey import DRAWN
from sumscope.studies.work import Work

BASELINE = 100
RUNS = 10
NEEDS_COVERS = (
    "No judge grouped the sentences of a topic. The field `covers` (per topic: judge, clusters of "
    "sentence ids) would add {}."
)


def agreement(work: Work) -> None:
    """Agreement of every two judges, both completions, beside chance; one example in detail."""
    report, section = work.report, work.report.section("Agreement of the judges")
    judged = [topic for topic in work.sample if len(topic.covers) > 1]
    if not work.survey.covers:
        section.absent(NEEDS_COVERS.format("agreement, co-clustering and edit scripts"))
        return
    if not judged:
        section.absent(
            "Every topic looked at has one judge only: a second entry in `covers` of a topic would "
            "add agreement, co-clustering and edit scripts." + work.sampled
        )
        return
    found = agree(judged, None, baseline=BASELINE, seed=work.settings.seed, edits=True)
    section.say(
        "Judges who grouped the sentences of a topic, every two of them, by every measure. "
        "Sentences that a judge left out become clusters of their own (singletons) or one cluster "
        f"(bucket). Chance: {BASELINE} times the same clusters with the sentences shuffled."
        + work.sampled
    )
    _bands(work, found)
    rows = [
        [
            *(r.topic or "", r.left, r.right, r.measure, r.complete, r.value),
            *(r.baseline, r.baseline_sd, r.reason),
        ]
        for r in found.rows
    ]
    head = ["topic", "judge", "other", "measure", "completed by", "value"]
    head += ["chance", "deviation", "reason"]
    made = table("agreement", "Agreement, topic by topic", head, rows, 3)
    report.table(section, made)
    _example(work, judged)
    _edits(work, found)


def _bands(work: Work, found: Agreement) -> None:
    panels: dict[str, list[study_figures.Band]] = {}
    rows: list[list[Any]] = []
    for way in COMPLETIONS:
        for name in dict.fromkeys(row.measure for row in found.rows):
            some = [r for r in found.rows if (r.measure, r.complete) == (name, way)]
            known = [r for r in some if r.value is not None]
            if not known:
                rows.append([name, way, None, None, None, 0, some[0].reason])
                continue
            value = mean_of([r.value for r in known])
            base = mean_of([r.baseline for r in known])
            deviation = mean_of([r.baseline_sd for r in known])
            left_out = len(some) - len(known)
            why = f"{left_out} undefined: {_reason(some)}" if left_out else None
            rows.append([name, way, value, base, deviation, len(known), why])
            traits = type(parse(name)).traits
            if value is not None and traits.high == 1:
                shown = name if traits.better == "higher" else f"{name} ↓"
                panels.setdefault(way, []).append((shown, value, base, deviation))
            if (name, way) == ("omega", "singletons") and value is not None:
                chance = "" if base is None else f"; by chance {show(base, 2)}"
                work.report.findings.append(
                    f"The judges agree with an Omega index of {show(value, 2)} on average{chance}."
                )
    section = work.report.sections[-1]
    if panels:
        caption = (
            "Mean agreement (dots) and chance, two standard deviations to each side (bars); "
            "↓: less is better"
        )
        drawing = study_figures.agreement_bands(panels)
        work.report.picture(section, "agreement", caption, drawing)
    head = ["measure", "completed by", "mean", "chance", "deviation", "pairs", "left out"]
    made = table("agreement-means", "Agreement over all pairs and topics", head, rows, 3)
    work.report.table(section, made)


def _reason(rows: list[Any]) -> str:
    return next((str(r.reason) for r in rows if r.reason), "")


def _example(work: Work, judged: list[Topic]) -> None:
    """How often two sentences were put together, in one topic."""
    for topic in judged:
        covers = _covers(topic)
        first = next(iter(covers.values()))
        order = list(dict.fromkeys(i for cluster in first.clusters for i in cluster))
        held = {i for cover in covers.values() for c in cover.clusters for i in c}
        order += [item for item in first.items if item in held and item not in set(order)]
        if not 2 <= len(order) <= DRAWN:
            continue
        place = {item: at for at, item in enumerate(order)}
        share = np.zeros((len(order), len(order)))
        for cover in covers.values():
            together = np.zeros_like(share)
            for cluster in cover.clusters:
                at = [place[item] for item in cluster]
                together[np.ix_(at, at)] = 1
            share += together / len(covers)
        name = study_figures.label(topic.id, 40).replace(r"\$", "$")
        caption = (
            f"Co-clustering in topic {name}: sentences in the order of the first judge's groups; "
            "sentences that nobody used are left away"
        )
        drawing = study_figures.co_clustering(order, share)
        work.report.picture(work.report.sections[-1], "co-clustering", caption, drawing)
        rows: list[list[Any]] = [
            [a, b, float(share[i, j])]
            for i, a in enumerate(order)
            for j, b in enumerate(order)
            if i < j and share[i, j] > 0
        ]
        head = ["sentence", "other", "share of the judges"]
        made = table("co-clustering", f"Sentences put together in topic {name}", head, rows, 2)
        work.report.table(work.report.sections[-1], made)
        return


def _edits(work: Work, found: Agreement) -> None:
    """How to get from one judge to the other."""
    section = work.report.sections[-1]
    section.head("Edit scripts")
    section.say("The single steps that turn the clusters of one judge (A) into the other's (B).")
    rows: list[list[Any]] = []
    shown = False
    for edit in found.edits:
        script = edit.script
        if script is None:
            rows.append([edit.topic, edit.left, edit.right, *[None] * 6, edit.reason])
            continue
        parts = (script.deleted, script.splits, script.merges, script.moves, script.added)
        counts = [script.steps, *map(len, parts)]
        rows.append([edit.topic, edit.left, edit.right, *counts, None])
        if not shown:
            shown = True
            section.fold(
                f"The steps from {edit.left} to {edit.right} in topic {edit.topic}",
                script.lines() or ["no step: they are the same"],
            )
    head = ["topic", "judge", "other", "steps", "delete", "split", "merge", "move", "add", "reason"]
    work.report.table(section, table("edits", "Steps between judges", head, rows))


def split_and_merge(work: Work) -> None:
    """How measures behave when a clustering is split and merged at random."""
    report, section = work.report, work.report.section("Measures under split and merge")
    if not work.survey.covers:
        section.absent(NEEDS_COVERS.format("the behaviour of cover measures on this corpus"))
        return
    best: tuple[int, str, str, Cover] | None = None
    for topic in work.sample:
        for judge, cover in _covers(topic).items() if topic.covers else ():
            size = sum(map(len, cover.clusters))
            if cover.shared is None and size <= DRAWN and len(cover.clusters) > 1:
                best = max(best or (0, "", "", cover), (size, topic.id, judge, cover), key=_size)
    if best is None:
        section.absent(
            "No judge's groups could be used: they overlap, hold one group, or hold more than "
            f"{DRAWN} sentences. An entry in `covers` without overlap would add this part."
        )
        return
    _, topic_id, judge, cover = best
    start = Partition(tuple(i for c in cover.clusters for i in c), cover.clusters)
    found = drifted(start, RUNS, work.settings.seed)
    section.say(
        f"The groups of judge {judge} on topic {topic_id} against themselves, split at random "
        f"until every sentence is alone and merged at random until one group is left; means of "
        f"{RUNS} runs (as in Figure 1 of Geiss 2009)."
    )
    caption = "Cover measures of a clustering against itself, split and merged at random"
    report.picture(section, "split-and-merge", caption, drift_plot(found))
    head = ["claim", "holds here", "seen"]
    report.table(section, table("behaviour", "What is said of the measures", head, found.claims()))
    head = ["clusters", *found.values]
    report.table(section, table("split-and-merge", "The figure as data", head, found.rows()))


def _size(found: tuple[int, str, str, Cover]) -> int:
    return found[0]


def _covers(topic: Topic) -> dict[str, Cover]:
    return covers_of_topic(topic, list(TopicView(topic).by_id) if topic.documents else None)
