"""What the sections of a study share: the corpus, its scores and settings."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property, partial

from sumscope.core.errors import SumscopeError
from sumscope.core.measure import Better
from sumscope.core.table import ScoreTable
from sumscope.core.values import Topic
from sumscope.corpus.scores import join_scores
from sumscope.metaeval.compare import Comparison, LeaderboardRow, PairTest
from sumscope.oracles.rows import OracleRow
from sumscope.report.bundle import JsonText
from sumscope.studies.ahead import LEVELS, MANY, Ahead, Make, Plain, compared, correlated
from sumscope.studies.settings import Settings
from sumscope.studies.stages import Stages
from sumscope.studies.state import Earlier, Means
from sumscope.studies.survey import Survey
from sumscope.studies.topic_pass import TopicPass

# Stages of the long statistics; correlations by their level.
COMPARED = ("compare", "compare-judgements")
CORRELATED = {f"meta-{level}": level for level in LEVELS}


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
    # Scores and judgements for which lower is better, as the caller says.
    turned: Sequence[str] = ()
    ahead: Ahead = field(default_factory=lambda: Ahead(None))

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
        return self._joined if self.others or self.turned else self.topics.scores

    @cached_property
    def _joined(self) -> ScoreTable:
        table = self.topics.scores
        for what, found in self.others:
            table = join_scores(table, found, what)
        return self._directed(table)

    def _directed(self, table: ScoreTable) -> ScoreTable:
        known = table.measures
        return table.with_lower([name for name in self.turned if name in known])

    def better(self, name: str) -> Better:
        """Whether higher or lower is better by a measure or a judgement."""
        return "lower" if name in self.turned else self.scores.better(name)

    @cached_property
    def lower(self) -> tuple[str, ...]:
        """The measures for which lower is better."""
        return tuple(name for name in self.scores.measures if self.better(name) == "lower")

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

    def readings(self) -> Iterator[JsonText]:
        """The topics for reading, one by one; nothing where the corpus has no texts."""
        return self.topics.readings()

    @property
    def is_large(self) -> bool:
        """Whether there are so many scores that other processes help with them."""
        return len(self.scores.rows) > MANY

    def begin(self, ahead: Ahead) -> None:
        """Begin all long statistics that are not done yet."""
        self.ahead = ahead
        makes = {name: self._statistics(name) for name in (*COMPARED, *CORRELATED)}
        wanted = {n: make for n, make in makes.items() if make and not self.stages.has(n)}
        # The longest first.
        ahead.begin({name: wanted[name] for name in (*CORRELATED, *COMPARED) if name in wanted})

    def _statistics(self, name: str) -> Make | None:
        """The computation of a stage; None where there is nothing to compute."""
        seed, resamples = self.settings.seed, self.settings.resamples
        if name in CORRELATED:
            human = self.survey.human_scores
            level = CORRELATED[name]
            both = self.scores.rows and human.rows
            return partial(correlated, self.scores, human, level, seed) if both else None
        table = self.scores if name == "compare" else self._judged
        return partial(compared, table, resamples, seed) if table.rows else None

    @cached_property
    def _judged(self) -> ScoreTable:
        """The judgements of the scored peers."""
        known = set(self.scores.peers)
        said = (row for row in self.survey.said if row.peer in known)
        return self._directed(ScoreTable(tuple(said)))

    def _found(self, name: str) -> Plain | None:
        """The result of a stage, kept, because with many topics it takes its time."""
        make = self._statistics(name)
        if make is None:
            return None
        found: Plain = self.stages.value(name, lambda: self.ahead.result(name, make))
        return found

    @cached_property
    def comparison(self) -> Comparison | None:
        """Means, intervals and tests."""
        return self._compared("compare")

    @cached_property
    def judged_comparison(self) -> Comparison | None:
        """The same for the judgements of the scored peers."""
        return self._compared("compare-judgements")

    def _compared(self, name: str) -> Comparison | None:
        kept = self._found(name)
        if kept is None:
            return None
        return Comparison(
            tuple(LeaderboardRow(**row) for row in kept["leaderboard"]),
            tuple(PairTest(**row) for row in kept["pairs"]),
            kept["settings"],
            tuple(kept["notes"]),
        )

    @cached_property
    def correlated(self) -> Plain:
        """Correlations of the measures with the judgements, judgement by judgement."""
        found = [one for name in CORRELATED if (one := self._found(name)) is not None]
        if not found:
            raise SumscopeError("no summary has both scores and judgements")
        rows = [row for one in found for row in one["correlations"]]
        order = {human: at for at, human in enumerate(dict.fromkeys(r["human"] for r in rows))}
        return {
            **found[0],
            "correlations": sorted(rows, key=lambda row: order[row["human"]]),
            "best": [best for one in found for best in one["best"]],
            "tests": [test for one in found for test in one["tests"]],
            "notes": list(dict.fromkeys(note for one in found for note in one["notes"])),
        }

    @property
    def means(self) -> Means:
        """The mean of every peer by every measure, which a later study is compared with."""
        standings = self.comparison.standings if self.comparison else ()
        return [(s.peer, s.measure, s.mean) for s in standings]


def topic_file(number: int) -> str:
    """The file of a topic, counted from 1."""
    return f"topics/{number:05d}.html"


NEEDS_PEERS = "There are no summaries to judge: the field `peers` would add this part."
