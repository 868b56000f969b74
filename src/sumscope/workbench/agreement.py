"""Agreement of the judges of a project, by what they made."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from sumscope.core.cover import Cover
from sumscope.core.errors import SumscopeError
from sumscope.core.tables import ResultTable, table
from sumscope.workbench.export import groups_of
from sumscope.workbench.results import Result, Results
from sumscope.workbench.tasks.extract import ExtractState
from sumscope.workbench.tasks.prefer import Extremes, PreferState
from sumscope.workbench.tasks.rate import RateState

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
    """Compare the judges of a project; the gold standard is no judge here."""
    people = [one for one in found.results if not one.judge.gold]
    judges = tuple(dict.fromkeys(one.judge.name for one in people))
    empty = ProjectAgreement(found.project.task, judges, ())
    if not people:
        return replace(empty, reason="nobody has begun yet")
    if found.project.task == "prefer":
        return _preferences(found, people, empty)
    if len(judges) < 2:
        return replace(empty, reason="only one judge has begun; agreement needs two")
    if found.project.task == "rate":
        return _ratings(found, people, empty)
    if found.project.task == "extract":
        return _extracts(people, empty)
    return _covers(found, people, empty, baseline)


def _covers(
    found: Results, people: Sequence[Result], empty: ProjectAgreement, baseline: int
) -> ProjectAgreement:
    """Every measure under both completions, compared with chance."""
    from sumscope.covers.agreement import CoverSet, compare_covers

    sets = []
    for topic in found.topics:
        mine = [one for one in people if one.row.topic == topic.id]
        if len(mine) > 1:
            items = tuple(mine[0].brief.documents)
            covers = tuple((one.judge.name, Cover.of(groups_of(one), items)) for one in mine)
            sets.append(CoverSet(topic.id, covers, items))
    if not sets:
        return replace(empty, reason="no topic has the work of two judges yet")
    pairs = sum(len(one.covers) * (len(one.covers) - 1) // 2 for one in sets)
    drawn = min(baseline, max(FEWEST, MOST_DRAWS // pairs))
    made = compare_covers(sets, baseline=drawn, seed=found.project.settings.seed)
    return replace(
        empty,
        more={"baseline": drawn},
        rows=tuple(row._asdict() for row in made.rows),
        means=tuple(row._asdict() for row in made.means()),
    )


def _ratings(found: Results, people: Sequence[Result], empty: ProjectAgreement) -> ProjectAgreement:
    rows: list[Row] = []
    spread: dict[str, dict[str, dict[str, int]]] = {}
    for scale in found.project.settings.scales:
        given: list[tuple[str, str, float]] = []
        for one in people:
            if not isinstance(one.state, RateState):
                continue
            counts: Counter[int] = Counter()
            for number, (topic, (peer,)) in enumerate(one.entries, 1):
                value = one.state.ratings.get(str(number), {}).get(scale.name)
                if value is not None:
                    given.append((f"{topic}\0{peer}", one.judge.name, value))
                    counts[value] += 1
            points = range(scale.low, scale.high + 1)
            spread.setdefault(scale.name, {})[one.judge.name] = {str(p): counts[p] for p in points}
        rows += _reliability(scale.name, given, found.project.settings.seed)
    return replace(empty, rows=tuple(rows), more={"distribution": spread})


def _extracts(people: Sequence[Result], empty: ProjectAgreement) -> ProjectAgreement:
    """Each sentence is picked or not: agreement on two categories."""
    given: list[tuple[str, str, float]] = []
    for one in people:
        if isinstance(one.state, ExtractState):
            picked = set(one.state.picked)
            for item in one.brief.documents:
                given.append((f"{one.row.topic}\0{item}", one.judge.name, float(item in picked)))
    return replace(empty, rows=tuple(_reliability("picked", given, 0)))


def _reliability(name: str, given: Sequence[tuple[str, str, float]], seed: int) -> list[Row]:
    import numpy as np

    from sumscope.metaeval.ratings import Ratings
    from sumscope.metaeval.reliability import reliability

    items = {item: at for at, item in enumerate(dict.fromkeys(item for item, _, _ in given))}
    judges = {who: at for at, who in enumerate(dict.fromkeys(who for _, who, _ in given))}
    ratings = Ratings.of(
        np.array([items[item] for item, _, _ in given], dtype=np.int64),
        np.array([judges[who] for _, who, _ in given], dtype=np.int64),
        np.array([value for _, _, value in given], dtype=np.float64),
        len(items),
        len(judges),
    )
    return [row._asdict() for row in reliability(ratings, human=name, seed=seed)]


def _preferences(
    found: Results, people: Sequence[Result], empty: ProjectAgreement
) -> ProjectAgreement:
    """The order of the systems: Bradley-Terry of pairs, Plackett-Luce of best and worst."""
    counts: dict[str, dict[str, int]] = {}
    pairs: list[tuple[str, str, str, tuple[str, ...]]] = []
    for one in people:
        if not isinstance(one.state, PreferState):
            continue
        chosen: Counter[str] = Counter()
        for number, (topic, peers) in enumerate(one.entries, 1):
            choice = one.state.choices.get(str(number))
            if isinstance(choice, str):
                chosen[choice] += 1
                pairs.append((one.judge.name, topic, choice, peers))
            elif isinstance(choice, Extremes) and choice.best and choice.worst:
                chosen["best and worst"] += 1
                names = dict(zip(one.brief.options[str(number)], peers, strict=True))
                best, worst = names[choice.best], names[choice.worst]
                rest = tuple(peer for peer in peers if peer not in (best, worst))
                pairs.append((one.judge.name, topic, "", (best, worst, *rest)))
        counts[one.judge.name] = dict(chosen)
    if not pairs:
        return replace(empty, reason="nothing was compared yet", more={"choices": counts})
    try:
        rows, reason, notes = _order(pairs, found.project.settings.of, found.project.settings.seed)
    except SumscopeError as error:
        rows, reason, notes = [], error.what, ()
    more: Row = {"choices": counts, "notes": list(notes)}
    return replace(empty, rows=tuple(rows), reason=reason, more=more)


def _order(
    pairs: Sequence[tuple[str, str, str, tuple[str, ...]]], of: int, seed: int
) -> tuple[list[Row], str | None, tuple[str, ...]]:
    import numpy as np

    from sumscope.metaeval.best_worst import Questions, plackett_luce
    from sumscope.metaeval.bradley_terry import LEFT, RIGHT, TIE, Comparisons, bradley_terry

    systems = {p: at for at, p in enumerate(sorted({p for *_, peers in pairs for p in peers}))}
    topics = {t: at for at, t in enumerate(dict.fromkeys(topic for _, topic, _, _ in pairs))}
    judges = {j: at for at, j in enumerate(dict.fromkeys(judge for judge, *_ in pairs))}
    topic_of = np.array([topics[topic] for _, topic, _, _ in pairs], dtype=np.int64)
    judge_of = np.array([judges[judge] for judge, *_ in pairs], dtype=np.int64)
    sizes = (len(systems), len(topics), len(judges))
    if of == 2:
        codes = {"left": LEFT, "right": RIGHT, "equal": TIE}
        left = np.array([systems[peers[0]] for *_, peers in pairs], dtype=np.int64)
        right = np.array([systems[peers[1]] for *_, peers in pairs], dtype=np.int64)
        choice = np.array([codes[said] for _, _, said, _ in pairs], dtype=np.int64)
        made = bradley_terry(
            Comparisons(left, right, choice, topic_of, judge_of, *sizes), seed=seed
        )
    else:
        shown = tuple(tuple(systems[p] for p in peers) for *_, peers in pairs)
        made = plackett_luce(Questions(shown, topic_of, judge_of, *sizes), seed=seed)
    if made.reason is not None:
        return [], made.reason, made.notes
    rows: list[Row] = [
        {**row._asdict(), "group": made.groups[systems[row.peer]]}
        for row in made.rows(list(systems))
    ]
    return rows, None, made.notes
