"""Agreement as the commands measure it, of topics as an export has them.

Each function calls what `agree`, `judges` or `rank` calls, so that a page, a command and a Python
call give one number.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, NamedTuple

from sumscope.core.errors import SumscopeError
from sumscope.core.plain import plain
from sumscope.core.tables import ResultTable, table
from sumscope.core.values import Preference, Topic
from sumscope.workbench.plan import Settings

# With more pairs of judges and topics fewer random clusterings are drawn: figures stay live.
MOST_DRAWS = 4000
FEWEST = 10
# Measures of agreement between covers that are shown; the rest is in the value.
SHOWN = ("vbeta", "v0.5", "nvi", "ari", "omega")
Row = dict[str, object]


class Figures(NamedTuple):
    """Rows as JSON has them, or the reason why there are none; `tables` are for the terminal."""

    rows: tuple[Row, ...] = ()
    means: tuple[Row, ...] = ()
    reason: str | None = None
    more: Mapping[str, object] = {}
    tables: tuple[ResultTable, ...] = ()


def of_covers(
    topics: Sequence[Topic], settings: Settings, judges: Sequence[str], baseline: int
) -> Figures:
    """Every cover measure under both completions, compared with chance, as `agree`."""
    from sumscope.covers.agreement import compare_covers, judges_of

    pairs = sum(len(topic.covers) * (len(topic.covers) - 1) // 2 for topic in topics)
    if not pairs:
        return Figures(reason="no topic has the work of two judges yet")
    drawn = min(baseline, max(FEWEST, MOST_DRAWS // pairs))
    made = compare_covers(list(judges_of(topics)), baseline=drawn, seed=settings.seed)
    means = tuple(row._asdict() for row in made.means())
    columns = {
        "left": "left",
        "right": "right",
        "measure": "measure",
        "complete": "left-out sentences",
        "value": "mean",
    }
    shown = [row for row in means if row["measure"] in SHOWN]
    return Figures(
        rows=tuple(row._asdict() for row in made.rows),
        means=means,
        more={"baseline": drawn},
        tables=(_table("Agreement, means over topics", columns, shown),),
    )


def of_ratings(topics: Sequence[Topic], settings: Settings, judges: Sequence[str]) -> Figures:
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
            name: {str(point): counts[name, point] for point in points} for name in judges
        }
    given = [tables[scale.name] for scale in settings.scales if scale.name in tables]
    if not given:
        return Figures(reason="nothing was rated yet", more={"distribution": spread})
    rows = _plain_rows(judge_ratings(given, seed=settings.seed).rows)
    return Figures(rows, more={"distribution": spread}, tables=(_coefficients(rows),))


def of_extracts(topics: Sequence[Topic], settings: Settings) -> Figures:
    """Each sentence is picked or not: agreement on two categories, as `judges`."""
    from sumscope.corpus.human_columns import PickedSentences
    from sumscope.metaeval.judges import judge_ratings

    picked = PickedSentences()
    for topic in topics:
        picked.add(topic)
    rows = _plain_rows(judge_ratings(picked.tables(), seed=settings.seed).rows)
    return Figures(rows, tables=(_coefficients(rows),))


def of_preferences(topics: Sequence[Topic], settings: Settings, judges: Sequence[str]) -> Figures:
    """The order of the systems, as `rank`: Bradley-Terry, or Plackett-Luce of best and worst."""
    from sumscope.corpus.human_columns import human_tables
    from sumscope.metaeval.rank import Bootstrap, rank_answers

    counts: dict[str, Counter[str]] = {name: Counter() for name in judges}
    for topic in topics:
        for said in topic.preferences:
            chosen = said.choice if isinstance(said, Preference) else "best and worst"
            counts[said.judge][chosen] += 1
    choices = {name: dict(of) for name, of in counts.items()}
    answers = human_tables(topics)
    if not answers.preferences:
        return Figures(reason="nothing was compared yet", more={"choices": choices})
    how = Bootstrap(seed=settings.seed)
    try:
        made = rank_answers(answers, "preferences", settings.question, how)
    except SumscopeError as error:
        return Figures(reason=error.what, more={"choices": choices, "notes": []})
    rows = () if made.reason is not None else _plain_rows(made.frame_rows())
    columns = {name: name for name in ("peer", "strength", "low", "high")}
    return Figures(
        rows,
        reason=made.reason,
        more={"choices": choices, "notes": list(made.notes)},
        tables=(_table("Order of the systems", columns, rows),),
    )


def _coefficients(rows: Sequence[Row]) -> ResultTable:
    columns = {
        "human": "scale",
        "statistic": "statistic",
        "value": "value",
        "low": "low",
        "high": "high",
        "reason": "note",
    }
    return _table("Agreement", columns, rows)


def _table(caption: str, columns: Mapping[str, str], rows: Iterable[Row]) -> ResultTable:
    """A table of the named columns of rows, each under its heading."""
    cells: Any = ([row[name] for name in columns] for row in rows)
    return table("agreement", caption, tuple(columns.values()), cells)


def _plain_rows(rows: Iterable[object]) -> tuple[Row, ...]:
    return tuple(plain(row) for row in rows)
