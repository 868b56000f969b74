"""How reliable judges are, as one answer: coefficients, each judge, disputed items, candidates."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from typing import TYPE_CHECKING

from sumscope.core.choices import AlignmentOption, check_choice
from sumscope.core.errors import SumscopeError
from sumscope.core.human_tables import RatingTable
from sumscope.core.lazy import optional
from sumscope.core.numbers import check_confidence, check_resamples
from sumscope.core.progress import Progress
from sumscope.core.results import NotebookRepr
from sumscope.core.table import ScoreTable

if TYPE_CHECKING:
    import pandas
    import polars

    from sumscope.metaeval.alternative import Alternative
    from sumscope.metaeval.ratings import Floats, Ratings


@dataclass(frozen=True)
class JudgeRow:
    """A coefficient of agreement on one judgement, with its bootstrap interval over items."""

    human: str
    statistic: str
    value: float | None
    low: float | None
    high: float | None
    judges: int
    items: int
    reason: str | None


@dataclass(frozen=True)
class JudgeProfile:
    """One judge compared with the others; see `sumscope.metaeval.judge_profile.Profile`."""

    human: str
    judge: str
    n: int
    shared: int
    mean: float | None
    harshness: float | None
    spread: float | None
    agreement: float | None
    consistency: float | None
    repeated: int


@dataclass(frozen=True)
class DisputedItem:
    """A summary on which judges disagree, with the standard deviation of its ratings."""

    human: str
    topic: str
    peer: str
    spread: float
    ratings: Mapping[str, float]


@dataclass(frozen=True)
class JudgeContest:
    """A measure against one judge in the alternative annotator test."""

    judge: str
    n: int
    measure_share: float | None
    judge_share: float | None
    p: float | None
    p_corrected: float | None
    won: bool | None
    test: str | None
    reason: str | None


@dataclass(frozen=True)
class Replacement:
    """Can a measure replace a judge? The alternative annotator test (Calderon et al. 2025).

    `winning_rate` is the share of judges that the measure wins against, `advantage` the mean share
    of items on which it is at least as near to the others as the judge; it passes at a winning rate
    of 0.5.
    """

    measure: str
    human: str
    winning_rate: float | None
    advantage: float | None
    passed: bool | None
    epsilon: float
    alignment: str
    judges: int
    items: int
    contests: tuple[JudgeContest, ...]
    reason: str | None


@dataclass(frozen=True)
class Judges(NotebookRepr):
    """Reliability of the judges of a corpus; `notes` say what was left out."""

    pictures = "sumscope.report.judge_figures:judge_pictures"

    rows: tuple[JudgeRow, ...]
    profiles: tuple[JudgeProfile, ...]
    disputed: tuple[DisputedItem, ...]
    replacements: tuple[Replacement, ...]
    settings: Mapping[str, object]
    notes: tuple[str, ...]

    def to_json(self) -> list[dict[str, object]]:
        """The coefficients as the contract's `judges` shape."""
        return [asdict(row) for row in self.rows]

    def everything(self) -> dict[str, object]:
        """Plain values of all parts."""
        return {
            "reliability": self.to_json(),
            "judges": [asdict(profile) for profile in self.profiles],
            "disputed": [asdict(item) for item in self.disputed],
            "replacements": [asdict(replacement) for replacement in self.replacements],
            "settings": dict(self.settings),
            "notes": list(self.notes),
        }

    def find(self, statistic: str, human: str | None = None) -> JudgeRow:
        """One coefficient, of the named judgement or of the first."""
        for row in self.rows:
            if row.statistic == statistic and human in (None, row.human):
                return row
        raise SumscopeError(f"no {statistic}" + (f" of {human}" if human else ""))

    def to_pandas(self) -> pandas.DataFrame:
        """The coefficients as a pandas DataFrame."""
        return optional("pandas", "pandas").DataFrame(self.to_json())

    def to_polars(self) -> polars.DataFrame:
        """The coefficients as a polars DataFrame."""
        return optional("polars", "polars").DataFrame(self.to_json(), infer_schema_length=None)


def judge_ratings(
    tables: Sequence[RatingTable],
    *,
    against: ScoreTable | None = None,
    epsilon: float = 0.15,
    alignment: AlignmentOption = "auto",
    resamples: int = 1000,
    confidence: float = 0.95,
    seed: int = 0,
    disputed: int = 10,
    progress: Progress | None = None,
) -> Judges:
    """Every coefficient of every judgement, and tests of the measures `against` the judges."""
    import numpy as np

    from sumscope.metaeval.judge_profile import disagreements, profiles
    from sumscope.metaeval.reliability import reliability

    check_resamples(resamples)
    check_confidence(confidence)
    check_choice("alignment", alignment, AlignmentOption)
    rows: list[JudgeRow] = []
    described: list[JudgeProfile] = []
    items: list[DisputedItem] = []
    replacements: list[Replacement] = []
    notes: list[str] = []
    for number, table in enumerate(tables):
        ratings = ratings_of(table)
        unnamed = len(table) - len(ratings)
        if unnamed:
            notes.append(f"{table.human}: {unnamed} numbers without a judge were left out")
        found = reliability(ratings, resamples=resamples, confidence=confidence, seed=seed)
        rows += [
            JudgeRow(
                *(table.human, row.statistic, row.value, row.low, row.high),
                *(row.judges, row.items, row.reason),
            )
            for row in found
        ]
        same = np.frombuffer(table.same, dtype=np.int64)
        described += [
            JudgeProfile(
                *(table.human, table.judges[p.judge], p.n, p.shared, p.mean, p.harshness),
                *(p.spread, p.agreement, p.consistency, p.repeated),
            )
            for p in profiles(ratings, same)
        ]
        items += [
            DisputedItem(
                table.human,
                *table.items[one.item],
                one.spread,
                {table.judges[judge]: value for judge, value in one.ratings},
            )
            for one in disagreements(ratings, disputed)
        ]
        if against is not None:
            replacements += _replacements(
                table, ratings, against, epsilon, alignment, 1 - confidence, notes
            )
        if progress is not None:
            progress(number + 1, len(tables))
    settings = {
        "resamples": resamples,
        "confidence": confidence,
        "seed": seed,
        "interval": "percentile bootstrap over items",
        "weights": "quadratic (ac2, kappa)",
        "icc": "ICC(2,1)",
    }
    return Judges(
        tuple(rows), tuple(described), tuple(items), tuple(replacements), settings, tuple(notes)
    )


def ratings_of(table: RatingTable) -> Ratings:
    """The ratings of named judges as arrays."""
    import numpy as np

    from sumscope.metaeval.ratings import Ratings

    item = np.frombuffer(table.item, dtype=np.int64)
    judge = np.frombuffer(table.judge, dtype=np.int64)
    value = np.frombuffer(table.value, dtype=np.float64)
    named = judge >= 0
    return Ratings.of(item[named], judge[named], value[named], len(table.items), len(table.judges))


def _replacements(
    table: RatingTable,
    ratings: Ratings,
    against: ScoreTable,
    epsilon: float,
    alignment: AlignmentOption,
    level: float,
    notes: list[str],
) -> list[Replacement]:
    from sumscope.metaeval.alternative import alternative_annotator

    place = {item: k for k, item in enumerate(table.items)}
    scores = _columns(against, place)
    out = []
    for measure, values in scores.items():
        how = alignment
        if how == "auto":
            ours = against.knows(measure)
            how = "rmse" if not ours and _on_scale(values, ratings) else "rank"
        less = against.better(measure) == "lower"
        if less and how != "rank":
            raise SumscopeError(
                f"lower is better for {measure}, whose values are not ratings",
                hint="compare it by ranks: --alignment rank",
            )
        found = alternative_annotator(
            ratings,
            -values if less else values,
            epsilon=epsilon,
            alignment=how,
            level=level,
        )
        out.append(_named(measure, table, found))
    by_rank = [r.measure for r in out if r.alignment == "rank"]
    if by_rank and alignment == "auto":
        notes.append(
            f"{table.human}: {', '.join(by_rank)} "
            f"{'is' if len(by_rank) == 1 else 'are'} not on the scale of the ratings and "
            f"{'is' if len(by_rank) == 1 else 'are'} compared by ranks"
        )
    return out


def _columns(scores: ScoreTable, place: dict[tuple[str, str], int]) -> dict[str, Floats]:
    """The score of each rated item by each measure; NaN where there is none."""
    import numpy as np

    made: dict[str, Floats] = {}
    met = False
    for row in scores:
        column = made.get(row.measure)
        if column is None:
            column = made[row.measure] = np.full(len(place), np.nan)
        at = place.get((row.topic, row.peer))
        if at is None:
            continue
        met = True
        if row.value is not None:
            column[at] = row.value
    if not met:
        first = next(iter(place), ("", ""))
        told = next(iter(scores), None)
        begin = f"{told.topic!r} and {told.peer!r}" if told else "nothing"
        raise SumscopeError(
            "no rated summary has a score",
            hint="topics and peers must have the same names in both; the scores begin with topic "
            f"and peer {begin}, the ratings with {first[0]!r} and {first[1]!r}",
        )
    return made


def _on_scale(values: Floats, ratings: Ratings) -> bool:
    """Whether scores lie within the judges' range, and take up a part of it."""
    import numpy as np

    known = values[~np.isnan(values)]
    if not len(known) or not len(ratings):
        return False
    low, high = float(ratings.values.min()), float(ratings.values.max())
    # An LLM that never gives the lowest mark is on the scale; a share of 0 to 1 beside
    # ratings of 1 to 5 is not.
    inside = bool((known >= low).all() and (known <= high).all())
    return inside and float(np.ptp(known)) >= (high - low) / 4


def _named(measure: str, table: RatingTable, found: Alternative) -> Replacement:
    contests = tuple(
        JudgeContest(
            *(table.judges[c.judge], c.n, c.candidate, c.judge_share, c.p, c.p_corrected),
            *(c.won, c.test, c.reason),
        )
        for c in found.contests
    )
    return Replacement(
        measure=measure,
        human=table.human,
        winning_rate=found.winning_rate,
        advantage=found.advantage,
        passed=found.passed,
        epsilon=found.epsilon,
        alignment=found.alignment,
        judges=found.judges,
        items=found.items,
        contests=contests,
        reason=found.reason,
    )
