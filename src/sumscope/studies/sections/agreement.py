"""Agreement of every two judges with both completions, compared with chance; one example."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import partial

import numpy as np
from numpy.typing import NDArray

from sumscope.core.cover import COMPLETIONS
from sumscope.core.measure import parse
from sumscope.core.table import mean_of, show
from sumscope.core.tables import Cell, table
from sumscope.core.values import Topic
from sumscope.covers.agreement import Agreement, AgreeRow, compare_covers, judges_of
from sumscope.covers.differences import EditScripts, scripts_between
from sumscope.report import study_figures
from sumscope.report.blocks import Block, Drawing, Fold, Heading, Say, Table, View
from sumscope.report.charts import Heat, Intervals
from sumscope.studies.judges import NEEDS_COVERS, covers_of
from sumscope.studies.section import Absent, Need, Section
from sumscope.studies.survey import DRAWN
from sumscope.studies.work import Work

BASELINE = 100


@dataclass(frozen=True)
class Mean:
    """A measure over all pairs and topics, and by chance."""

    measure: str
    complete: str
    value: float | None
    chance: float | None
    deviation: float | None
    pairs: int
    left_out: str | None


@dataclass(frozen=True)
class Together:
    """How large a share of the judges put two sentences of a topic together."""

    topic: str
    items: tuple[str, ...]
    share: NDArray[np.float64]


@dataclass(frozen=True)
class Agreed:
    """Every figure, the means, and one topic as an example."""

    found: Agreement
    means: tuple[Mean, ...]
    example: Together | None
    edits: EditScripts


class AgreementSection(Section[Agreed]):
    """Agreement of the judges."""

    name = "agreement"
    title = "Agreement of the judges"
    order = 90
    needs = (Need("covers", NEEDS_COVERS.format("agreement, co-clustering and edit scripts")),)
    tables = ("agreement", "agreement-means", "co-clustering", "edits")
    figures = ("agreement", "co-clustering")

    def make(self, work: Work) -> Agreed | Absent:
        """Compare every two judges of the sample's topics."""
        judged = [topic for topic in work.sample if len(topic.covers) > 1]
        if not judged:
            return Absent(
                "Every topic looked at has one judge only: a second entry in `covers` of a topic "
                "would add agreement, co-clustering and edit scripts." + work.sampled
            )
        seed = work.settings.seed
        sets = list(judges_of(judged))
        found = compare_covers(sets, baseline=BASELINE, seed=seed)
        means = tuple(_means(found))
        return Agreed(found, means, _example(judged), scripts_between(sets))

    def show(self, data: Agreed, work: Work) -> View:
        """Means and chance, every pair, co-clustering of one topic, edit scripts."""
        blocks: list[Block] = [
            Say(
                "Judges who grouped the sentences of a topic, every two of them, by every measure. "
                "Sentences that a judge left out become clusters of their own (singletons) or one "
                f"cluster (bucket). Chance: {BASELINE} times the same clusters with the sentences "
                "shuffled." + work.sampled
            )
        ]
        blocks += _bands(data.means)
        rows: list[list[Cell]] = [
            [
                r.topic or "",
                r.left,
                r.right,
                r.measure,
                r.complete,
                r.value,
                r.baseline,
                r.baseline_sd,
                r.reason,
            ]
            for r in data.found.rows
        ]
        head = ["topic", "judge", "other", "measure", "completed by", "value"]
        head += ["chance", "deviation", "reason"]
        blocks.append(Table(table("agreement", "Agreement, topic by topic", head, rows, 3)))
        if data.example is not None:
            blocks += _co_clustering(data.example)
        blocks += _edits(data.edits)
        findings = tuple(_findings(data.means))
        return View(self.title, tuple(blocks), findings, findings[0] if findings else "")


def _means(found: Agreement) -> Iterator[Mean]:
    for way in COMPLETIONS:
        for name in dict.fromkeys(row.measure for row in found.rows):
            some = [r for r in found.rows if (r.measure, r.complete) == (name, way)]
            known = [r for r in some if r.value is not None]
            if not known:
                yield Mean(name, way, None, None, None, 0, some[0].reason)
                continue
            out = len(some) - len(known)
            yield Mean(
                name,
                way,
                mean_of([r.value for r in known]),
                mean_of([r.baseline for r in known]),
                mean_of([r.baseline_sd for r in known]),
                len(known),
                f"{out} undefined: {_reason(some)}" if out else None,
            )


def _reason(rows: Sequence[AgreeRow]) -> str:
    return next((str(r.reason) for r in rows if r.reason), "")


def _findings(means: Sequence[Mean]) -> Iterator[str]:
    for one in means:
        if (one.measure, one.complete) == ("omega", "singletons") and one.value is not None:
            chance = "" if one.chance is None else f"; by chance {show(one.chance, 2)}"
            yield (
                f"The judges agree with an Omega index of {show(one.value, 2)} on average{chance}."
            )


def _bands(means: Sequence[Mean]) -> Iterator[Block]:
    panels: dict[str, list[study_figures.Band]] = {}
    for one in means:
        traits = type(parse(one.measure)).traits
        if one.value is not None and traits.high == 1:
            shown = one.measure if traits.better == "higher" else f"{one.measure} ↓"
            band = (shown, one.value, one.chance, one.deviation)
            panels.setdefault(one.complete, []).append(band)
    if panels:
        caption = (
            "Mean agreement (dots) and chance, two standard deviations to each side (bars); "
            "↓: less is better"
        )
        chart = Intervals(
            "agreement; lines: chance",
            [
                (f"{name}, {way}", value, _off(base, spread, -2), _off(base, spread, 2))
                for way, bands in panels.items()
                for name, value, base, spread in bands
            ],
            ordered=False,
        )
        draw = partial(study_figures.agreement_bands, panels)
        yield Drawing("agreement", caption, draw, chart)
    rows: list[list[Cell]] = [
        [m.measure, m.complete, m.value, m.chance, m.deviation, m.pairs, m.left_out] for m in means
    ]
    head = ["measure", "completed by", "mean", "chance", "deviation", "pairs", "left out"]
    yield Table(table("agreement-means", "Agreement over all pairs and topics", head, rows, 3))


def _off(base: float | None, spread: float | None, times: float) -> float | None:
    return None if base is None else base + times * (spread or 0.0)


def _example(judged: Sequence[Topic]) -> Together | None:
    for topic in judged:
        covers = covers_of(topic)
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
        return Together(topic.id, tuple(order), share)
    return None


def _co_clustering(one: Together) -> Iterator[Block]:
    name = study_figures.label(one.topic, 40).replace(r"\$", "$")
    caption = (
        f"Co-clustering in topic {name}: sentences in the order of the first judge's groups; "
        "sentences that nobody used are left out"
    )
    draw = partial(study_figures.co_clustering, one.items, one.share)
    heat = Heat(one.items, one.items, one.share.tolist(), numbers=False)
    yield Drawing("co-clustering", caption, draw, heat)
    rows: list[list[Cell]] = [
        [a, one.items[j], float(one.share[i, j])]
        for i, a in enumerate(one.items)
        for j in range(i + 1, len(one.items))
        if one.share[i, j] > 0
    ]
    head = ["sentence", "other", "share of the judges"]
    yield Table(table("co-clustering", f"Sentences put together in topic {name}", head, rows, 2))


def _edits(edits: EditScripts) -> Iterator[Block]:
    yield Heading("Edit scripts")
    yield Say("The single steps that turn the clusters of one judge (A) into the other's (B).")
    rows: list[list[Cell]] = []
    shown = False
    for edit in edits.rows:
        script = edit.script
        if script is None:
            rows.append([edit.topic, edit.left, edit.right, *[None] * 6, edit.reason])
            continue
        parts = (script.deleted, script.splits, script.merges, script.moves, script.added)
        counts = [script.steps, *map(len, parts)]
        rows.append([edit.topic, edit.left, edit.right, *counts, None])
        if not shown:
            shown = True
            yield Fold(
                f"The steps from {edit.left} to {edit.right} in topic {edit.topic}",
                tuple(script.lines() or ["no step: they are the same"]),
            )
    head = ["topic", "judge", "other", "steps", "delete", "split", "merge", "move", "add", "reason"]
    yield Table(table("edits", "Steps between judges", head, rows))
