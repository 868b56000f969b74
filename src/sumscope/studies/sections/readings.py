"""Source beside summary, on demand; a table of all summaries leads there."""

from __future__ import annotations

from dataclasses import dataclass

from sumscope.core.tables import Cell, table
from sumscope.report.blocks import Say, Table, View
from sumscope.studies.section import Need, Section
from sumscope.studies.work import Work


@dataclass(frozen=True)
class Summary:
    """One summary with its scores and judgements, in the order of the names."""

    topic: str
    peer: str
    human: bool
    scores: tuple[float | None, ...]
    judgements: tuple[float | None, ...]


@dataclass(frozen=True)
class Readings:
    """Every summary; the topics where there are none."""

    measures: tuple[str, ...]
    humans: tuple[str, ...]
    summaries: tuple[Summary, ...]
    topics: tuple[str, ...]


class ReadingSection(Section[Readings]):
    """Source beside summary."""

    name = "readings"
    title = "Every summary"
    order = 110
    needs = (
        Need(
            "texts",
            "There are no texts: the fields `documents`, `references` and `peers` would add "
            "source and summary side by side, with what they share.",
        ),
    )
    tables = ("summaries",)

    def make(self, work: Work) -> Readings:
        """Gather scores and judgements of every summary."""
        measures, humans = work.scores.measures, tuple(work.survey.humans)
        cells: dict[tuple[str, str, bool], dict[str, float | None]] = {}
        for row in work.scores:
            cells.setdefault((row.topic, row.peer, row.human), {})[row.measure] = row.value
        judged = work.survey.judged
        summaries = tuple(
            Summary(
                topic,
                peer,
                human,
                tuple(values.get(name) for name in measures),
                tuple(judged.get((topic, peer), {}).get(name) for name in humans),
            )
            for (topic, peer, human), values in cells.items()
        )
        topics = tuple(work.survey.numbers)
        return Readings(measures, humans, summaries, topics)

    def show(self, data: Readings, work: Work) -> View:
        """A table whose rows lead to the texts."""
        said = Say(
            "Open a summary to read it beside its source and references, with shared words marked."
        )
        if not data.summaries:
            empty: list[list[Cell]] = [[topic, None] for topic in data.topics]
            made = table("summaries", "Topics", ["topic", "summaries"], empty)
            links = tuple((topic, None) for topic in data.topics)
            brief = f"{len(data.topics)} topics to read."
            return View(self.title, (said, Table(made, links)), brief=brief)
        rows: list[list[Cell]] = [
            [s.topic, s.peer, "human" if s.human else "system", *s.scores, *s.judgements]
            for s in data.summaries
        ]
        head = ["topic", "peer", "kind", *data.measures, *data.humans]
        made = table("summaries", "Every summary", head, rows, 4)
        brief = f"{len(rows)} summaries with all scores and judgements."
        return View(self.title, (said, Table(made, shown=False)), brief=brief)
