"""Ratings and preferences of several judges on the same summaries, side by side.

Every judge sees the items in an order of their own, and pairs on sides of their own. Here they are
matched by topic and system, so that a gold standard can begin from what most judges said.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Iterable, Mapping, Sequence
from typing import TypeAlias, TypeVar

from sumscope.workbench.assign import Entry
from sumscope.workbench.brief import Brief
from sumscope.workbench.operations import Operation, State
from sumscope.workbench.results import Result
from sumscope.workbench.tasks.prefer import Extremes, PreferState
from sumscope.workbench.tasks.rate import RateState

Value = TypeVar("Value", bound=Hashable)
# A rating by scale, or the chosen system (None: equal), or the best and the worst system.
Verdict: TypeAlias = Mapping[str, int] | tuple[str | None] | tuple[str | None, str | None]
EQUAL = (None,)


def shared_entries(results: Iterable[Result]) -> list[Entry]:
    """Everything that any judge was given, each pair or set of systems once, sorted."""
    found = {(topic, tuple(sorted(peers))) for one in results for topic, peers in one.entries}
    return sorted(found)


def verdicts_of(state: State, brief: Brief, entries: Sequence[Entry]) -> dict[Entry, Verdict]:
    """One judge's answers, by topic and systems instead of by position."""
    made: dict[Entry, Verdict] = {}
    for item, (topic, peers) in zip(brief.items, entries, strict=True):
        key = (topic, tuple(sorted(peers)))
        if isinstance(state, RateState) and item.id in state.ratings:
            made[key] = state.ratings[item.id]
        elif isinstance(state, PreferState) and item.id in state.choices:
            made[key] = _systems(state.choices[item.id], brief.options[item.id], peers)
    return made


def majority(brief: Brief, entries: Sequence[Entry], results: Sequence[Result]) -> list[Operation]:
    """Operations for the answers of more than half of the judges; other items stay open."""
    said = [verdicts_of(one.state, one.brief, one.entries) for one in results]
    made: list[Operation] = []
    for item, (topic, peers) in zip(brief.items, entries, strict=True):
        key = (topic, tuple(sorted(peers)))
        given = [verdicts[key] for verdicts in said if key in verdicts]
        if brief.task == "rate":
            for scale in brief.scales:
                value = _most(
                    one[scale.name]
                    for one in given
                    if isinstance(one, Mapping) and scale.name in one
                )
                if value is not None:
                    made.append(
                        {"do": "rate", "item": item.id, "scale": scale.name, "value": value}
                    )
            continue
        choices = [one for one in given if isinstance(one, tuple)]
        options = brief.options[item.id]
        if len(options) == 2:
            chosen = _most(choices)
            if chosen is not None:
                made.append({"do": "prefer", "item": item.id, "choice": _side(chosen, peers)})
            continue
        ends = {
            name: _most(one[at] for one in choices if len(one) == 2)
            for at, name in enumerate(("best", "worst"))
        }
        named = {name: options[peers.index(peer)] for name, peer in ends.items() if peer}
        if named and len(set(named.values())) == len(named):
            made.append({"do": "prefer", "item": item.id, **named})
    return made


def evidence(
    brief: Brief, entries: Sequence[Entry], results: Sequence[Result]
) -> dict[str, dict[str, object]]:
    """Each judge's answer on each item, in the order and on the sides of this task."""
    made: dict[str, dict[str, object]] = {item.id: {} for item in brief.items}
    for one in results:
        said = verdicts_of(one.state, one.brief, one.entries)
        for item, (topic, peers) in zip(brief.items, entries, strict=True):
            verdict = said.get((topic, tuple(sorted(peers))))
            if isinstance(verdict, Mapping):
                made[item.id][one.judge.name] = dict(verdict)
            elif verdict is not None and len(verdict) == 1:
                made[item.id][one.judge.name] = _side(verdict, peers)
            elif verdict is not None:
                options = brief.options[item.id]
                made[item.id][one.judge.name] = {
                    name: None if peer is None else options[peers.index(peer)]
                    for name, peer in zip(("best", "worst"), verdict, strict=True)
                }
    return made


def _systems(choice: str | Extremes, options: Sequence[str], peers: Sequence[str]) -> Verdict:
    if isinstance(choice, Extremes):
        best, worst = (
            None if name is None else peers[options.index(name)]
            for name in (choice.best, choice.worst)
        )
        return (best, worst)
    return EQUAL if choice == "equal" else (peers[("left", "right").index(choice)],)


def _side(chosen: Sequence[str | None], peers: Sequence[str]) -> str:
    (peer,) = chosen
    return "equal" if peer is None else ("left", "right")[peers.index(peer)]


def _most(values: Iterable[Value]) -> Value | None:
    """The value that more than half have given, if there is one."""
    counts = Counter(values)
    for value, count in counts.most_common(1):
        return value if 2 * count > counts.total() else None
    return None
