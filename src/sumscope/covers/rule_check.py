"""Every judge's clustering of a corpus against the rules that judges keep (Geiss 2009)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import NamedTuple

from sumscope.core.errors import SumscopeError
from sumscope.core.notice import counted
from sumscope.core.results import RowResult
from sumscope.core.tables import ResultTable, table
from sumscope.core.values import Topic
from sumscope.covers.rules import GUIDANCE, PROCEDURE, RULES, Violation, check, unplaced


class RuleCheck(NamedTuple):
    """What one judge's clustering of a topic breaks, and the sentences not placed anywhere."""

    topic: str
    judge: str
    clusters: int
    violations: tuple[Violation, ...]
    unplaced: tuple[str, ...]


@dataclass(frozen=True, repr=False)
class RuleChecks(RowResult):
    """Every judge's clustering of every topic against the rules."""

    rows: tuple[RuleCheck, ...]

    def tables(self) -> Iterator[ResultTable]:
        """What each clustering breaks, and how often each rule is broken."""
        for row in self.rows:
            count = counted(len(row.violations), "broken rule")
            unplaced = f"neither in a cluster nor set aside: {len(row.unplaced)} sentence"
            yield table(
                "rules",
                f"{row.topic}, {row.judge}: {counted(row.clusters, 'cluster')}, {count}",
                ["broken rule"],
                [[f"{violation.rule}: {violation.message}"] for violation in row.violations],
                notes=[unplaced + "s" * (len(row.unplaced) != 1)] if row.unplaced else (),
            )
        broken = count_broken(self.rows)
        if broken:
            yield table("broken-rules", "Broken rules", ["rule", "times"], broken.items())

    def to_json(self) -> list[dict[str, object]]:
        """A row of `agree` for each clustering: how many rules it breaks, and which."""
        return [
            {
                "left": row.judge,
                "right": row.judge,
                "measure": "rules",
                "value": len(row.violations),
                "complete": "none",
                "reason": None,
                "topic": row.topic,
                "rules": [violation.to_json() for violation in row.violations],
                "unplaced": list(row.unplaced),
            }
            for row in self.rows
        ]


def check_rules(topics: Iterable[Topic]) -> RuleChecks:
    """Check the clustering of every judge of every topic that has documents."""
    from sumscope.corpus.view import TopicView

    made = []
    covers = 0
    for topic in topics:
        covers += len(topic.covers)
        if not topic.documents:
            continue
        documents = {
            item.id: document.id
            for document in TopicView(topic).documents
            for item in document.items
        }
        made += [
            RuleCheck(
                topic=topic.id,
                judge=cover.judge,
                clusters=len(cover.clusters),
                violations=check(cover, documents),
                unplaced=unplaced(cover, documents),
            )
            for cover in topic.covers
        ]
    if not made:
        what = (
            "no topic with a judge's cover has documents" if covers else "the corpus has no covers"
        )
        raise SumscopeError(
            what,
            hint="the rules need the sentences of the documents: give the corpus, then the sheets",
        )
    return RuleChecks(tuple(made))


def guidelines() -> list[str]:
    """What judges are asked to do, as lines: rules, guidance, procedure."""
    lines = ["Rules"]
    lines += [f"  {name}: {said}" for name, said in RULES.items()]
    lines.append("Guidance")
    lines += [f"  {said}" for said in GUIDANCE.values()]
    lines.append("Procedure")
    lines += [f"  {number}. {said}" for number, said in enumerate(PROCEDURE, 1)]
    return lines


def count_broken(checks: Iterable[RuleCheck]) -> dict[str, int]:
    """How often each rule is broken, in the order of the rules."""
    found = Counter(violation.rule for one in checks for violation in one.violations)
    return {rule: found[rule] for rule in RULES if found[rule]}
