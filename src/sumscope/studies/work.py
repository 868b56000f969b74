"""What the sections of a study share: the corpus, its scores, settings, and the report."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, Literal

from sumscope.core.table import ScoreTable
from sumscope.core.values import Topic
from sumscope.metaeval.leaderboard import Comparison
from sumscope.report.study_page import Report
from sumscope.studies.stages import Stages
from sumscope.studies.survey import Survey


@dataclass(frozen=True)
class Settings:
    """What a study was asked for; together with the corpus it decides every number."""

    measures: tuple[str, ...]
    limit: int
    resamples: int
    seed: int
    jackknife: str
    budget: int
    tokens: Literal["rouge155", "unicode"] = "rouge155"


@dataclass
class Work:
    """A study in the making."""

    report: Report
    stages: Stages
    survey: Survey
    settings: Settings
    corpus: str
    name: str
    sample: list[Topic]
    scores: ScoreTable
    comparison: Comparison | None = None
    workers: int | None = None
    numbers: dict[str, int] = field(default_factory=dict)
    notes: dict[str, Any] = field(default_factory=dict)

    @property
    def sampled(self) -> str:
        """A sentence for parts that are shown by example, where not every topic was taken."""
        whole, taken = self.survey.topics, len(self.sample)
        return "" if whole == taken else f" Made from {taken} of {whole} topics, evenly spread."

    def address(self, topic: str, peer: str | None = None) -> str | None:
        """Where the reading of a summary is."""
        number = self.numbers.get(topic)
        if number is None:
            return None
        place = self.places.get((topic, peer)) if peer is not None else None
        return f"topics/{number:05d}.html" + ("" if place is None else f"#p{place}")

    @property
    def places(self) -> dict[tuple[str, str], int]:
        """Which of its topic's peers a summary is."""
        known: dict[tuple[str, str], int] | None = self.notes.get("places")
        if known is None:
            known = {}
            counts: dict[str, int] = {}
            for row in self.scores:
                if (row.topic, row.peer) not in known:
                    at = counts.get(row.topic, 0)
                    known[row.topic, row.peer] = at
                    counts[row.topic] = at + 1
            self.notes["places"] = known
        return known


NEEDS_PEERS = "There are no summaries to judge: the field `peers` would add this part."
