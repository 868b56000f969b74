"""What the sections of a study share: the corpus, its scores and settings."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property

from sumscope.core.table import ScoreTable
from sumscope.core.values import Topic
from sumscope.corpus.score_import import join_scores
from sumscope.metaeval.leaderboard import Comparison, Duel, Standing, leaderboard
from sumscope.oracles.rows import OracleRow
from sumscope.report.reading import Reading
from sumscope.studies.settings import Settings
from sumscope.studies.stages import Stages
from sumscope.studies.state import Earlier, Means
from sumscope.studies.survey import Survey
from sumscope.studies.topic_pass import TopicPass


@dataclass
class Work:
    """A study in the making: everything a section may look at."""

    name: str
    survey: Survey
    settings: Settings
    stages: Stages
    topics: TopicPass
    command: str = ""
    facts: Mapping[str, object] = field(default_factory=dict)
    earlier: Earlier | None = None
    # What the reader must know of all scores.
    remarks: Sequence[str] = ()
    # Scores made elsewhere, by the name of their file.
    others: Sequence[tuple[str, ScoreTable]] = ()

    def has(self, name: str) -> bool:
        """Whether the corpus has a field; `texts` is any text at all."""
        found = self.survey
        counts = {
            "documents": found.documents,
            "references": found.references,
            "peers": found.summaries,
            "judgements": found.judgements,
            "covers": found.covers,
            "texts": found.documents or found.references or found.summaries,
        }
        return counts[name] > 0

    @property
    def scores(self) -> ScoreTable:
        """All scores, in the order of the corpus; those made elsewhere come last."""
        return self._joined if self.others else self.topics.scores

    @cached_property
    def _joined(self) -> ScoreTable:
        table = self.topics.scores
        for what, found in self.others:
            table = join_scores(table, found, what)
        return table

    @property
    def sample(self) -> list[Topic]:
        """The topics that stand for all where a section works by example."""
        return self.topics.sample

    @property
    def sampled(self) -> str:
        """A sentence for parts that are shown by example, where not every topic was taken."""
        whole, taken = self.survey.topics, len(self.sample)
        return "" if whole == taken else f" Made from {taken} of {whole} topics, evenly spread."

    def oracles(self) -> Iterator[OracleRow]:
        """The best extract of every topic."""
        return self.topics.oracles()

    def readings(self) -> Iterator[Reading]:
        """The topics for reading, one by one; nothing where the corpus has no texts."""
        return self.topics.readings()

    @cached_property
    def comparison(self) -> Comparison | None:
        """Means, intervals and tests; kept, because with many topics they take their time."""
        return self._compared("compare", self.scores)

    @cached_property
    def judged_comparison(self) -> Comparison | None:
        """The same for the judgements of the scored peers."""
        known = set(self.scores.peers)
        rows = tuple(row for row in self.survey.said if row.peer in known)
        return self._compared("compare-judgements", ScoreTable(rows))

    def _compared(self, name: str, table: ScoreTable) -> Comparison | None:
        if not table.rows:
            return None
        wanted = self.settings

        def make() -> dict[str, object]:
            return leaderboard(table, resamples=wanted.resamples, seed=wanted.seed).to_json()

        kept = self.stages.value(name, make)
        return Comparison(
            tuple(Standing(**row) for row in kept["leaderboard"]),
            tuple(Duel(**row) for row in kept["pairs"]),
            kept["settings"],
            tuple(kept["notes"]),
        )

    @property
    def means(self) -> Means:
        """The mean of every peer by every measure, which a later study is compared with."""
        standings = self.comparison.standings if self.comparison else ()
        return [(s.peer, s.measure, s.mean) for s in standings]


def topic_file(number: int) -> str:
    """The file of a topic, counted from 1."""
    return f"topics/{number:05d}.html"


NEEDS_PEERS = "There are no summaries to judge: the field `peers` would add this part."
