"""How cover measures behave when a clustering is split and merged at random."""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial

from sumscope.core.cover import Cover, Partition
from sumscope.core.tables import table
from sumscope.covers.drift import Drift, drifted
from sumscope.report.blocks import Drawing, Say, Table, View
from sumscope.report.charts import Curves
from sumscope.report.cover_figures import drift_plot
from sumscope.studies.judges import NEEDS_COVERS, covers_of
from sumscope.studies.section import Absent, Need, Section
from sumscope.studies.survey import DRAWN
from sumscope.studies.work import Work

RUNS = 10


@dataclass(frozen=True)
class Drifted:
    """One judge's groups on one topic, and the measures as they drift from them."""

    topic: str
    judge: str
    found: Drift


class SplitAndMerge(Section[Drifted]):
    """Measures under split and merge."""

    name = "split-and-merge"
    title = "Measures under split and merge"
    order = 100
    needs = (Need("covers", NEEDS_COVERS.format("the behaviour of cover measures on this corpus")),)
    tables = ("behaviour", "split-and-merge")
    figures = ("split-and-merge",)

    def make(self, work: Work) -> Drifted | Absent:
        """Take the largest clustering without overlap, and let it drift."""
        best: tuple[int, str, str, Cover] | None = None
        for topic in work.sample:
            for judge, cover in covers_of(topic).items() if topic.covers else ():
                size = sum(map(len, cover.clusters))
                if cover.shared is None and size <= DRAWN and len(cover.clusters) > 1:
                    best = max(
                        best or (0, "", "", cover), (size, topic.id, judge, cover), key=_size
                    )
        if best is None:
            return Absent(
                "No judge's groups could be used: they overlap, hold one group, or hold more than "
                f"{DRAWN} sentences. An entry in `covers` without overlap would add this part."
            )
        _, topic_id, judge, cover = best
        start = Partition(tuple(i for c in cover.clusters for i in c), cover.clusters)
        return Drifted(topic_id, judge, drifted(start, RUNS, work.settings.seed))

    def show(self, data: Drifted, work: Work) -> View:
        """The figure, what is said of the measures, and the figure as data."""
        found = data.found
        said = Say(
            f"The groups of judge {data.judge} on topic {data.topic} against themselves, split at "
            "random until every sentence is alone and merged at random until one group is left; "
            f"means of {RUNS} runs (as in Figure 1 of Geiss 2009)."
        )
        caption = "Cover measures of a clustering against itself, split and merged at random"
        head = ["claim", "holds here", "seen"]
        claims = table("behaviour", "What is said of the measures", head, found.claims())
        kept = sum(row[1] == "yes" for row in claims.rows)
        head = ["clusters", *found.values]
        return View(
            self.title,
            (
                said,
                Drawing("split-and-merge", caption, partial(drift_plot, found), _curves(found)),
                Table(claims),
                Table(table("split-and-merge", "The figure as data", head, found.rows())),
            ),
            brief=f"{kept} of {len(claims.rows)} published claims about the measures hold here.",
        )


def _curves(found: Drift) -> Curves:
    rows = found.rows()
    series = {
        name: [(float(row[0]), float(row[at]), None, None) for row in rows if row[at] is not None]
        for at, name in enumerate(found.values, 1)
    }
    return Curves("clusters", "value", series)


def _size(found: tuple[int, str, str, Cover]) -> int:
    return found[0]
