"""How reliable judges are, as one answer: coefficients, each judge, disputed items, candidates."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from sumscope.core.choices import AlignmentOption, check_choice
from sumscope.core.errors import SumscopeError
from sumscope.core.human_tables import RatingTable
from sumscope.core.notice import counted
from sumscope.core.numbers import check_confidence, check_resamples
from sumscope.core.plain import plain
from sumscope.core.progress import Progress
from sumscope.core.results import RowResult
from sumscope.core.table import ScoreTable, show
from sumscope.core.tables import ResultTable, interval, table

if TYPE_CHECKING:
    from sumscope.metaeval.alternative import Replacement
    from sumscope.metaeval.coefficients import JudgeRow
    from sumscope.metaeval.judge_profile import DisputedItem, JudgeProfile
    from sumscope.metaeval.ratings import Floats, Ratings


# Judges shown in a table; the rest is in the value.
_MOST = 30


@dataclass(frozen=True, repr=False)
class Judges(RowResult):
    """Reliability of the judges of a corpus; `notes` say what was left out.

    Judgements named in `of_sentences` are of sentences, all others of summaries.
    """

    pictures = "sumscope.report.judge_figures:judge_pictures"

    rows: tuple[JudgeRow, ...]
    profiles: tuple[JudgeProfile, ...]
    disputed: tuple[DisputedItem, ...]
    replacements: tuple[Replacement, ...]
    settings: Mapping[str, object]
    notes: tuple[str, ...]
    of_sentences: tuple[str, ...] = ()

    def tables(self) -> Iterator[ResultTable]:
        """Coefficients, judges and disputed items of each judgement, then tests of measures."""
        for human in dict.fromkeys(row.human for row in self.rows):
            yield self._reliability(human)
            yield self._profiles(human)
            items = [item for item in self.disputed if item.human == human]
            if items:
                yield table(
                    "disputed",
                    f"{human}: largest disagreement",
                    ["topic", "peer", "deviation", "ratings"],
                    [
                        [
                            item.topic,
                            item.peer,
                            item.spread,
                            ", ".join(f"{judge}: {x:g}" for judge, x in item.ratings.items()),
                        ]
                        for item in items
                    ],
                    2,
                )
        yield from map(_replacement_table, self.replacements)

    def _reliability(self, human: str) -> ResultTable:
        rows = [row for row in self.rows if row.human == human]
        if human in self.of_sentences:
            rated = counted(rows[0].items, "sentence")
        else:
            rated = counted(rows[0].items, "summary", "summaries")
        return table(
            "reliability",
            f"{human}: {counted(rows[0].judges, 'judge')}, {rated} with two ratings or more",
            ["statistic", "value", f"{100 * float(str(self.settings['confidence'])):g}%"],
            [[row.statistic, row.value, interval(row.low, row.high)] for row in rows],
            notes=[f"{row.statistic}: {row.reason}" for row in rows if row.reason],
        )

    def _profiles(self, human: str) -> ResultTable:
        people = [p for p in self.profiles if p.human == human]
        people.sort(key=lambda p: -(p.harshness or 0.0))
        more = f" ({len(people) - _MOST} more in --json)" if len(people) > _MOST else ""
        heading = ["judge", "ratings", "shared", "mean", "harshness", "spread", "with the others"]
        return table(
            "judges",
            f"{human}: each judge beside the others, the harshest first{more}",
            [*heading, "self-consistency", "repeated"],
            [
                [
                    p.judge,
                    p.n,
                    p.shared,
                    p.mean,
                    p.harshness,
                    p.spread,
                    p.agreement,
                    p.consistency,
                    p.repeated,
                ]
                for p in people[:_MOST]
            ],
            (0, 0, 0, 2, 2, 2, 3, 3, 0),
        )

    def everything(self) -> dict[str, object]:
        """Plain values of all parts."""
        return {
            "reliability": plain(self.rows),
            "judges": plain(self.profiles),
            "disputed": plain(self.disputed),
            "replacements": plain(self.replacements),
            "settings": plain(self.settings),
            "notes": plain(self.notes),
        }

    def find(self, statistic: str, human: str | None = None) -> JudgeRow:
        """One coefficient, of the named judgement or of the first."""
        for row in self.rows:
            if row.statistic == statistic and human in (None, row.human):
                return row
        raise SumscopeError(f"no {statistic}" + (f" of {human}" if human else ""))


def _replacement_table(test: Replacement) -> ResultTable:
    heading = ["judge", "items", "measure nearer", "judge nearer", "p", "p (BY)", "won"]
    if test.winning_rate is None:
        title = f"{test.measure} instead of a judge of {test.human}"
        return table("replacement", title, heading, [], notes=[test.reason or ""])
    verdict = "may replace a judge" if test.passed else "may not replace a judge"
    return table(
        "replacement",
        f"{test.measure} {verdict} of {test.human}: winning rate {show(test.winning_rate, 2)}, "
        f"advantage {show(test.advantage, 2)}, epsilon {test.epsilon:g}, {test.alignment}",
        heading,
        [
            [
                c.judge,
                c.n,
                c.measure_share,
                c.judge_share,
                c.p,
                c.p_corrected,
                None if c.won is None else "yes" if c.won else "no",
            ]
            for c in test.contests[:_MOST]
        ],
        (0, 0, 2, 2, 4, 4, 0),
        [test.reason] if test.reason else (),
    )


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

    from sumscope.metaeval.coefficients import reliability
    from sumscope.metaeval.judge_profile import disagreements, profiles

    check_resamples(resamples)
    check_confidence(confidence)
    check_choice("alignment", alignment, AlignmentOption)
    rows: list[JudgeRow] = []
    described: list[JudgeProfile] = []
    items: list[DisputedItem] = []
    replacements: list[Replacement] = []
    notes: list[str] = []
    if against is not None:
        notes += against.ignored()
        if all(rated.unit == "sentence" for rated in tables):
            raise SumscopeError(
                "no summary has a judgement to compare the scores with",
                hint="extracts that people picked are judgements of sentences",
            )
    for number, rated in enumerate(tables):
        ratings = ratings_of(rated)
        unnamed = len(rated) - len(ratings)
        if unnamed:
            notes.append(f"{rated.human}: {unnamed} numbers without a judge were left out")
        human, names = rated.human, rated.judges
        rows += reliability(
            ratings, human=human, resamples=resamples, confidence=confidence, seed=seed
        )
        same = np.frombuffer(rated.same, dtype=np.int64)
        described += profiles(ratings, names, same, human)
        items += disagreements(ratings, names, rated.items, disputed, human)
        if against is not None and rated.unit == "summary":
            replacements += _replacements(
                rated, ratings, against, epsilon, alignment, 1 - confidence, notes
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
        rows=tuple(rows),
        profiles=tuple(described),
        disputed=tuple(items),
        replacements=tuple(replacements),
        settings=settings,
        notes=tuple(notes),
        of_sentences=tuple(rated.human for rated in tables if rated.unit == "sentence"),
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
        out.append(
            alternative_annotator(
                ratings,
                -values if less else values,
                table.judges,
                measure=measure,
                human=table.human,
                epsilon=epsilon,
                alignment=how,
                level=level,
            )
        )
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
