"""Agreement of the judges of a project, by what they made."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace

from sumscope.core.tables import ResultTable
from sumscope.workbench.export import judged_topics
from sumscope.workbench.figures import Row
from sumscope.workbench.results import Results
from sumscope.workbench.tasks import TASKS

BASELINE = 100


@dataclass(frozen=True)
class ProjectAgreement:
    """Figures of agreement, or why there are none."""

    task: str
    judges: tuple[str, ...]
    rows: tuple[Row, ...]
    means: tuple[Row, ...] = ()
    reason: str | None = None
    more: Mapping[str, object] = field(default_factory=dict)
    shown: tuple[ResultTable, ...] = ()

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
        if self.reason is None:
            yield from self.shown


def agreement(found: Results, *, baseline: int = BASELINE) -> ProjectAgreement:
    """Compare the judges of a project; the gold standard is no judge here.

    `baseline` is the number of random clusterings that each value of a cover measure is compared
    with. Fewer are drawn if judges and topics are many.
    """
    kind = TASKS[found.project.task]
    judges = tuple(dict.fromkeys(one.judge.name for one in found.results if not one.judge.gold))
    empty = ProjectAgreement(kind.name, judges, ())
    if not judges:
        return replace(empty, reason="nobody has begun yet")
    if len(judges) < kind.least_judges:
        return replace(empty, reason="only one judge has begun; agreement needs two")
    made = kind.agreement(judged_topics(found), found.project.settings, judges, baseline)
    return replace(
        empty,
        rows=made.rows,
        means=made.means,
        reason=made.reason,
        more=made.more,
        shown=made.tables,
    )
