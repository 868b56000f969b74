"""Judges' clusterings as spreadsheets: a row per sentence with its cluster, label and rank.

Columns, found by name: `sentence` (or `item`, `id`, `sentence id`), `cluster` (or `group`), and
where they exist `label` (or `title`, `topic sentence`), `rank` (or `importance`), `judge` (or
`annotator`) and `topic`. A sentence without a cluster is set aside. Label and rank may stand on
every row of a cluster or on one of them. Without a column `judge` the judge is named after the
file.
"""

from __future__ import annotations

import os
from dataclasses import dataclass, field
from pathlib import Path

from sumscope.core.errors import SumscopeError
from sumscope.core.values import Cluster, JudgeCover
from sumscope.corpus.cells import name_in
from sumscope.corpus.rows import read_rows

_ROLES = {
    "sentence": ("sentence", "sentenceid", "item", "id"),
    "cluster": ("cluster", "clusterid", "group"),
    "label": ("label", "title", "topicsentence"),
    "rank": ("rank", "importance"),
    "judge": ("judge", "annotator"),
    "topic": ("topic", "set"),
}
_SHAPE = "a judge's sheet has the columns sentence, cluster, label and rank"


@dataclass(frozen=True)
class Sheet:
    """The clustering of one judge of one topic (None where the sheet names no topic)."""

    topic: str | None
    cover: JudgeCover


@dataclass
class _Draft:
    clusters: dict[str, list[str]] = field(default_factory=dict)
    labels: dict[str, str] = field(default_factory=dict)
    ranks: dict[str, int] = field(default_factory=dict)
    aside: list[str] = field(default_factory=list)

    def cover(self, judge: str) -> JudgeCover:
        made = tuple(
            Cluster(tuple(items), self.labels.get(name), self.ranks.get(name))
            for name, items in self.clusters.items()
        )
        return JudgeCover(judge, made, tuple(self.aside))


def read_sheets(source: str | os.PathLike[str]) -> list[Sheet]:
    """Every judge's clustering in a sheet (.csv), in the order of first mention."""
    path = Path(source)
    name = str(path)
    if not path.is_file():
        raise SumscopeError("no such file", where=name)
    table = read_rows(path, name)
    roles = _columns(table.header, name)
    drafts: dict[tuple[str | None, str], _Draft] = {}
    for number, row in table.rows:
        cells = {role: name_in(row[column]) or "" for role, column in roles.items()}
        where = table.place(number)
        if not cells["sentence"]:
            raise SumscopeError("the row names no sentence", where=where, hint=_SHAPE)
        key = cells.get("topic") or None, cells.get("judge") or path.stem
        _add(drafts.setdefault(key, _Draft()), cells, where)
    if not drafts:
        raise SumscopeError("the sheet has no rows", where=name, hint=_SHAPE)
    return [Sheet(topic, draft.cover(judge)) for (topic, judge), draft in drafts.items()]


def _columns(columns: tuple[str, ...], where: str) -> dict[str, str]:
    plain = {"".join(c for c in name.lower() if c.isalnum()): name for name in columns}
    found = {}
    for role, names in _ROLES.items():
        column = next((plain[name] for name in names if name in plain), None)
        if column is not None:
            found[role] = column
    for role in ("sentence", "cluster"):
        if role not in found:
            listed = ", ".join(columns)
            raise SumscopeError(f"no column {role!r} among {listed}", where=where, hint=_SHAPE)
    return found


def _add(draft: _Draft, cells: dict[str, str], where: str) -> None:
    cluster = cells["cluster"]
    if not cluster:
        draft.aside.append(cells["sentence"])
        return
    draft.clusters.setdefault(cluster, []).append(cells["sentence"])
    label = cells.get("label")
    if label and draft.labels.setdefault(cluster, label) != label:
        raise SumscopeError(f"cluster {cluster!r} has two labels", where=where)
    rank = cells.get("rank")
    if rank:
        number = rank.removesuffix(".0")
        if not number.isdecimal() or len(number) > 18:
            raise SumscopeError(f"the rank {rank!r} is not a whole number", where=where)
        if draft.ranks.setdefault(cluster, int(number)) != int(number):
            raise SumscopeError(f"cluster {cluster!r} has two ranks", where=where)
