"""Every judge's clustering of a corpus against the rules that judges keep (Geiss 2009)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass

from sumscope.core.errors import SumscopeError
from sumscope.core.values import Topic
from sumscope.covers.rules import GUIDANCE, PROCEDURE, RULES, Violation, check, unplaced


@dataclass(frozen=True)
class RuleCheck:
    """What one judge's clustering of a topic breaks, and the sentences not placed anywhere."""

    topic: str
    judge: str
    clusters: int
    violations: tuple[Violation, ...]
    unplaced: tuple[str, ...]

    def to_json(self) -> dict[str, object]:
        """A row of `agree`: the number of broken rules, and each of them under `rules`."""
        return {
            "left": self.judge,
            "right": self.judge,
            "measure": "rules",
            "value": len(self.violations),
            "complete": "none",
            "reason": None,
            "topic": self.topic,
            "rules": [violation.to_json() for violation in self.violations],
            "unplaced": list(self.unplaced),
        }


def check_rules(topics: Iterable[Topic]) -> tuple[RuleCheck, ...]:
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
                topic.id,
                cover.judge,
                len(cover.clusters),
                check(cover, documents),
                unplaced(cover, documents),
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
    return tuple(made)


def guidelines() -> list[str]:
    """What judges are asked to do, as lines: rules, guidance, procedure."""
    lines = ["Rules"]
    lines += [f"  {name}: {said}" for name, said in RULES.items()]
    lines.append("Guidance")
    lines += [f"  {said}" for said in GUIDANCE.values()]
    lines.append("Procedure")
    lines += [f"  {number}. {said}" for number, said in enumerate(PROCEDURE, 1)]
    return lines


def counted(checks: Iterable[RuleCheck]) -> dict[str, int]:
    """How often each rule is broken, in the order of the rules."""
    found = Counter(violation.rule for one in checks for violation in one.violations)
    return {rule: found[rule] for rule in RULES if found[rule]}
