"""Agreement of the judges of a project, as the commands measure it.

What judges made becomes topics, as in an export, and goes to the functions behind `agree`,
`judges` and `rank`, so that a page, a command and a Python call give one number.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from sumscope.core.errors import SumscopeError
from sumscope.core.plain import plain
from sumscope.core.tables import ResultTable, table
from sumscope.core.values import Preference, Topic
from sumscope.workbench.export import judged_topics
from sumscope.workbench.plan import Settings
from sumscope.workbench.results import Results

BASELINE = 100
# With more pairs of judges and topics fewer random clusterings are drawn: figures stay live.
MOST_DRAWS = 4000
FEWEST = 10
# Measures of agreement between covers that are shown; the rest is in the value.
SHOWN = ("vbeta", "v0.5", "nvi", "ari", "omega")
Row = dict[str, object]


@dataclass(frozen=True)
class ProjectAgreement:
    """Figures of agreement, or why there are none."""

    task: str
    judges: tuple[str, ...]
    rows: tuple[Row, ...]
    means: tuple[Row, ...] = ()
    reason: str | None = None
    more: Row = field(default_factory=dict)

    def to_json(self) -> Row:
        """Plain values."""
        return {
            "task": self.task,
            "judges": list(self.judges),
            "rows": list(self.rows),
            "means": list(self.means),
            "reason": self.reason,
            **self.more,
        }

    def tables(self) -> Iterator[ResultTable]:
        """The figures of the task, where there are any."""
        if self.reason is not None:
            return
        if self.task in ("cluster", "link"):
            rows = [row for row in self.means if row["measure"] in SHOWN]
            columns = {
                "left": "left",
                "right": "right",
                "measure": "measure",
                "complete": "left-out sentences",
                "value": "mean",
            }
            yield _table("Agreement, means over topics", columns, rows)
        elif self.task == "prefer":
            columns = {name: name for name in ("peer", "strength", "low", "high")}
            yield _table("Order of the systems", columns, self.rows)
        else:
            columns = {
                "human": "scale",
                "statistic": "statistic",
                "value": "value",
                "low": "low",
                "high": "high",
                "reason": "note",
            }
            yield _table("Agreement", columns, self.rows)


def _table(caption: str, columns: Mapping[str, str], rows: Iterable[Row]) -> ResultTable:
    """A table of the named columns of rows, each under its heading."""
    cells: Any = ([row[name] for name in columns] for row in rows)
    return table("agreement", caption, tuple(columns.values()), cells)


def agreement(found: Results, *, baseline: int = BASELINE) -> ProjectAgreement:
    """Compare the judges of a project; the gold standard is no judge here.

    `baseline` is the number of random clusterings that each value of a cover measure is compared
    with. Fewer are drawn if judges and topics are many.
    """
    task = found.project.task
    judges = tuple(dict.fromkeys(one.judge.name for one in found.results if not one.judge.gold))
    empty = ProjectAgreement(task, judges, ())
    if not judges:
        return replace(empty, reason="nobody has begun yet")
    if len(judges) < 2 and task != "prefer":
        return replace(empty, reason="only one judge has begun; agreement needs two")
    return _MEASURE[task](judged_topics(found), found.project.settings, empty, baseline)


def _covers(
    topics: Sequence[Topic], settings: Settings, empty: ProjectAgreement, baseline: int
) -> ProjectAgreement:
    """Every measure under both completions, compared with chance, as `agree`."""
    from sumscope.covers.agreement import compare_covers, judges_of

    pairs = sum(len(topic.covers) * (len(topic.covers) - 1) // 2 for topic in topics)
    if not pairs:
        return replace(empty, reason="no topic has the work of two judges yet")
    drawn = min(baseline, max(FEWEST, MOST_DRAWS // pairs))
    made = compare_covers(list(judges_of(topics)), baseline=drawn, seed=settings.seed)
    return replace(
        empty,
        more={"baseline": drawn},
        rows=tuple(row._asdict() for row in made.rows),
        means=tuple(row._asdict() for row in made.means()),
    )


def _ratings(
    topics: Sequence[Topic], settings: Settings, empty: ProjectAgreement, baseline: int
) -> ProjectAgreement:
    """Coefficients of every scale, as `judges`, and how often each judge gave each point."""
    from sumscope.corpus.human_columns import human_tables
    from sumscope.metaeval.judges import judge_ratings

    tables = human_tables(topics).ratings
    spread: dict[str, dict[str, dict[str, int]]] = {}
    for scale in settings.scales:
        counts: Counter[tuple[str, float]] = Counter()
        if scale.name in tables:
            rated = tables[scale.name]
            counts.update(
                (rated.judges[j], x) for j, x in zip(rated.judge, rated.value, strict=True)
            )
        points = range(scale.low, scale.high + 1)
        spread[scale.name] = {
            name: {str(point): counts[name, point] for point in points} for name in empty.judges
        }
    given = [tables[scale.name] for scale in settings.scales if scale.name in tables]
    made = replace(empty, more={"distribution": spread})
    if not given:
        return replace(made, reason="nothing was rated yet")
    return replace(made, rows=_plain_rows(judge_ratings(given, seed=settings.seed).rows))


def _extracts(
    topics: Sequence[Topic], settings: Settings, empty: ProjectAgreement, baseline: int
) -> ProjectAgreement:
    """Each sentence is picked or not: agreement on two categories, as `judges`."""
    from sumscope.corpus.human_columns import PickedSentences
    from sumscope.metaeval.judges import judge_ratings

    picked = PickedSentences()
    for topic in topics:
        picked.add(topic)
    return replace(empty, rows=_plain_rows(judge_ratings(picked.tables(), seed=settings.seed).rows))


def _preferences(
    topics: Sequence[Topic], settings: Settings, empty: ProjectAgreement, baseline: int
) -> ProjectAgreement:
    """The order of the systems, as `rank`: Bradley-Terry, or Plackett-Luce of best and worst."""
    from sumscope.corpus.human_columns import human_tables
    from sumscope.metaeval.rank import Bootstrap, rank_answers

    counts: dict[str, Counter[str]] = {name: Counter() for name in empty.judges}
    for topic in topics:
        for said in topic.preferences:
            chosen = said.choice if isinstance(said, Preference) else "best and worst"
            counts[said.judge][chosen] += 1
    choices = {name: dict(of) for name, of in counts.items()}
    answers = human_tables(topics)
    if not answers.preferences:
        return replace(empty, reason="nothing was compared yet", more={"choices": choices})
    try:
        made = rank_answers(
            answers, "preferences", settings.question, Bootstrap(seed=settings.seed)
        )
    except SumscopeError as error:
        return replace(empty, reason=error.what, more={"choices": choices, "notes": []})
    return replace(
        empty,
        rows=() if made.reason is not None else _plain_rows(made.frame_rows()),
        reason=made.reason,
        more={"choices": choices, "notes": list(made.notes)},
    )


def _plain_rows(rows: Iterable[object]) -> tuple[Row, ...]:
    return tuple(plain(row) for row in rows)


_Measure = Callable[[Sequence[Topic], Settings, ProjectAgreement, int], ProjectAgreement]
_MEASURE: Mapping[str, _Measure] = {
    "cluster": _covers,
    "link": _covers,
    "extract": _extracts,
    "rate": _ratings,
    "prefer": _preferences,
}
