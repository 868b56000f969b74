"""Changes since the previous study, or a study in another folder, and why."""

from __future__ import annotations

import json
from dataclasses import dataclass
from functools import partial

from sumscope.core.tables import Cell, table
from sumscope.report import figures, study_figures
from sumscope.report.blocks import Block, Drawing, Say, Table, View
from sumscope.studies.findings import chosen, listed
from sumscope.studies.section import Section
from sumscope.studies.state import Difference
from sumscope.studies.work import Work

ALPHA = 0.05
HEAD = (
    "peer",
    "measure",
    "before",
    "now",
    "difference",
    "low",
    "high",
    "corrected p",
    "topics",
    "note",
)


@dataclass(frozen=True)
class Changed:
    """What the numbers depend on and differs (name, before, now), and what differs in them."""

    first: bool
    why: tuple[tuple[str, str, str], ...] = ()
    rows: tuple[Difference, ...] = ()


class Changes(Section[Changed]):
    """Difference to an earlier study."""

    name = "changes"
    title = "Changes since the previous study"
    order = 130
    tables = ("changes", "changes-why")
    figures = ("changes",)

    def make(self, work: Work) -> Changed:
        """Compare facts; the scores were compared when the study began."""
        earlier = work.earlier
        if earlier is None:
            return Changed(first=True)
        old, new = earlier.get("facts", {}), work.facts
        why = tuple(
            (name, _said(old.get(name)), _said(new.get(name)))
            for name in sorted({*old, *new})
            if old.get(name) != new.get(name)
        )
        return Changed(False, why, tuple(earlier.get("differences", ())))

    def show(self, data: Changed, work: Work) -> View:
        """Reasons first, then numbers."""
        if data.first:
            said = (
                "There is no earlier study to compare with. Run another one into the same folder, "
                "with a changed corpus, other measures or a newer sumscope, or name the folder of "
                "another study with `--against`: this part then says what changed and why."
            )
            return View(self.title, (Say(said),), brief="No earlier study to compare with.")
        blocks: list[Block] = [
            Say("What the numbers depend on, and differs from the previous study:"),
            Table(
                table("changes-why", "Why numbers may differ", ["what", "before", "now"], data.why)
            ),
        ]
        if not data.rows:
            blocks.append(Say("No score of any peer by any measure differs."))
            return View(self.title, tuple(blocks), brief="No score differs.")
        blocks.append(
            Say(
                "Means before and now, and the difference over the topics that both studies have, "
                "with its 95% bootstrap interval and a paired randomization test, Holm-corrected "
                "within a measure. Peers and measures that did not change are left out."
            )
        )
        rows: list[list[Cell]] = [
            [
                r["peer"],
                r["measure"],
                r["before"],
                r["now"],
                r["difference"],
                r["low"],
                r["high"],
                r["p"],
                r["topics"],
                _note(r) or None,
            ]
            for r in data.rows
        ]
        blocks.append(Table(table("changes", "Scores that differ", HEAD, rows, 4)))
        blocks += _figure(data, chosen(work.scores.measures)) if work.scores.rows else []
        return View(self.title, tuple(blocks), (_finding(data),))


def _figure(data: Changed, measure: str) -> list[Drawing]:
    rows = [r for r in data.rows if r["measure"] == measure and r["difference"]]
    if not rows:
        return []
    gaps = [(r, r["difference"] or 0.0) for r in rows]
    draw = partial(
        figures.interval_plot,
        [study_figures.label(r["peer"]).replace(r"\$", "$") for r, _ in gaps],
        [gap for _, gap in gaps],
        [gap if r["low"] is None else r["low"] for r, gap in gaps],
        [gap if r["high"] is None else r["high"] for r, gap in gaps],
        f"difference in {measure}, now less before",
        0.0,
    )
    return [Drawing("changes", f"Differences by {measure}", draw)]


def _note(row: Difference) -> str:
    """Why a difference is missing."""
    if row["now"] is None and row["before"] is not None:
        return "not in this study"
    if row["before"] is None and row["now"] is not None:
        return "not in the previous study"
    return "" if row["difference"] is not None else "no common topic"


def _finding(data: Changed) -> str:
    both = [r for r in data.rows if not _note(r)]
    sure = [r for r in data.rows if r["p"] is not None and r["p"] < ALPHA]
    reasons = listed([name for name, _, _ in data.why]) if data.why else "nothing that is recorded"
    alone = len(data.rows) - len(both)
    one = f"; {alone} more {'is' if alone == 1 else 'are'} in one study only" * (alone > 0)
    verb = "mean differs" if len(both) == 1 else "means differ"
    still = sum(r["difference"] == 0 for r in both)
    only = f", {still} only because the topics are others" * (still > 0)
    return (
        f"Since the previous study, {len(both)} {verb}, {len(sure)} of them "
        f"significantly (paired tests, Holm-corrected){only}{one}; what changed: {reasons}."
    )


def _said(value: object) -> str:
    if value is None:
        return "not there"
    return value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)
