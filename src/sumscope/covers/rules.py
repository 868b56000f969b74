"""Rules for clusterings, with guidance, and what of a corpus breaks them (Geiss 2009).

`check` is pure and fast enough to run at every change; an empty answer means that the clustering
may be exported. The rules are those of Geiss (2009), in our own words.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import asdict, dataclass
from typing import NamedTuple

from sumscope.core.errors import SumscopeError
from sumscope.core.notice import counted
from sumscope.core.results import RowResult
from sumscope.core.tables import ResultTable, table
from sumscope.core.values import Cluster, JudgeCover, Topic

RULES: Mapping[str, str] = {
    "two-sentences": "A cluster has at least two sentences.",
    "two-documents": "The sentences of a cluster come from at least two documents.",
    "one-cluster": "A sentence is in one cluster only, or set aside, and is named once.",
    "labelled": "Every cluster has a label: one sentence that says what it is about.",
    "ranked": "Every cluster has a rank, a whole number from 1 for the most important.",
    "distinct-ranks": "No two clusters have the same rank.",
    "known-sentence": "A cluster holds sentences of this topic only.",
}

GUIDANCE: Mapping[str, str] = {
    "one-topic": "Give each cluster a single topic, one that a single sentence could express.",
    "similar": "The closer in meaning the sentences of a cluster, the better the cluster.",
    "many-sources": "Look for the same information in as many documents as you can.",
    "numbers": "Figures may differ inside a cluster: vague counts, later updates.",
    "break-off": "If some sentences are much closer to each other than to the rest of a mixed "
    "cluster, break them off into a cluster of their own.",
    "inference": "Stay with what the sentences say; infer as little as possible.",
    "partial-overlap": "A sentence with parts for two clusters goes to the more important one.",
    "generalise": "You may generalise as long as the sentences concern the same person, fact or "
    "event.",
}

PROCEDURE: tuple[str, ...] = (
    "Read all the documents.",
    "Go through the sentences from the first. Start a cluster with each sentence that may attract "
    "others, and rearrange clusters whenever you like.",
    "Set aside at once what you think will attract nothing.",
    "Check coverage: is everything important in a cluster? If not, look for evidence again, also "
    "in minor parts of sentences.",
    "Go through the sentences set aside a second time: does one fit a cluster after all?",
    "Check quality: every cluster has a label and sentences from more than one document.",
    "Rank the clusters by importance.",
)


@dataclass(frozen=True)
class Violation:
    """A rule that is broken: which, by which cluster (index from 0) and sentence, in words."""

    rule: str
    message: str
    cluster: int | None = None
    sentence: str | None = None

    def to_json(self) -> dict[str, object]:
        """Plain values."""
        return asdict(self)


def check(cover: JudgeCover, documents: Mapping[str, str]) -> tuple[Violation, ...]:
    """Every broken rule, cluster by cluster; `documents` gives the document of each sentence id."""
    return (*_clusters(cover, documents), *_placement(cover, documents), *_ranks(cover))


def unplaced(cover: JudgeCover, documents: Mapping[str, str]) -> tuple[str, ...]:
    """The sentences that are neither in a cluster nor set aside yet, in order."""
    placed = {item for cluster in cover.clusters for item in cluster.items} | set(cover.aside)
    return tuple(item for item in documents if item not in placed)


def require(cover: JudgeCover, documents: Mapping[str, str]) -> None:
    """Refuse a clustering that breaks a rule, naming the first and how many there are."""
    broken = check(cover, documents)
    if broken:
        more = f" ({len(broken)} rules broken in all)" if len(broken) > 1 else ""
        raise SumscopeError(
            f"{broken[0].message}{more}", where=f"judge {cover.judge!r}", hint=RULES[broken[0].rule]
        )


def _name(number: int, cluster: Cluster) -> str:
    return f"cluster {number + 1}" + (f" ({cluster.label})" if _said(cluster.label) else "")


def _said(label: str | None) -> bool:
    return bool(label and label.strip())


def _clusters(cover: JudgeCover, documents: Mapping[str, str]) -> Iterator[Violation]:
    for number, cluster in enumerate(cover.clusters):
        name = _name(number, cluster)
        items = list(dict.fromkeys(cluster.items))
        only = items[0] if items else None
        if len(items) < 2:
            held = f"only the sentence {only}" if items else "no sentence"
            yield Violation("two-sentences", f"{name} has {held}", number, only)
        else:
            sources = {documents[item] for item in items if item in documents}
            if len(sources) == 1 and all(item in documents for item in items):
                message = f"{name}: all sentences come from the document {sources.pop()}"
                yield Violation("two-documents", message, number, only)
        if not _said(cluster.label):
            yield Violation("labelled", f"{name} has no label", number)


def _placement(cover: JudgeCover, documents: Mapping[str, str]) -> Iterator[Violation]:
    first: dict[str, int] = {}
    for number, cluster in enumerate(cover.clusters):
        name = _name(number, cluster)
        here: set[str] = set()
        for item in cluster.items:
            if item in here:
                yield Violation("one-cluster", f"{name} names {item} twice", number, item)
            elif item in first:
                other = _name(first[item], cover.clusters[first[item]])
                yield Violation("one-cluster", f"{item} is in {other} and in {name}", number, item)
            elif item not in documents:
                message = f"{name} holds {item}, which is no sentence of this topic"
                yield Violation("known-sentence", message, number, item)
            here.add(item)
            first.setdefault(item, number)
    aside: set[str] = set()
    for item in cover.aside:
        if item in first:
            name = _name(first[item], cover.clusters[first[item]])
            message = f"{item} is in {name} and set aside"
            yield Violation("one-cluster", message, first[item], item)
        elif item in aside:
            yield Violation("one-cluster", f"{item} is set aside twice", None, item)
        elif item not in documents:
            message = f"{item} is set aside, but is no sentence of this topic"
            yield Violation("known-sentence", message, None, item)
        aside.add(item)


def _ranks(cover: JudgeCover) -> Iterator[Violation]:
    first: dict[int, int] = {}
    for number, cluster in enumerate(cover.clusters):
        name = _name(number, cluster)
        if cluster.rank is None:
            yield Violation("ranked", f"{name} has no rank", number)
        elif cluster.rank < 1:
            yield Violation("ranked", f"{name} has the rank {cluster.rank}", number)
        elif cluster.rank in first:
            other = _name(first[cluster.rank], cover.clusters[first[cluster.rank]])
            message = f"{other} and {name} both have the rank {cluster.rank}"
            yield Violation("distinct-ranks", message, number)
        else:
            first[cluster.rank] = number


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
