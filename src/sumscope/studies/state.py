"""What a complete study leaves behind, so that a later one can say what changed."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TypeAlias, TypedDict

from sumscope.core.errors import SumscopeError
from sumscope.core.table import ScoreTable
from sumscope.corpus.scores import read_scores

STATE = "study.json"
SCORES = ("scores.csv", "scores.csv.meta.json")

# Peer, measure, mean.
Means: TypeAlias = Sequence[tuple[str, str, float | None]]


class Difference(TypedDict):
    """A peer by a measure, before and now, and the difference over the topics of both."""

    peer: str
    measure: str
    before: float | None
    now: float | None
    difference: float | None
    low: float | None
    high: float | None
    p: float | None
    topics: int


class Earlier(TypedDict, total=False):
    """What an earlier study depended on, its means, and what differs now."""

    facts: dict[str, object]
    means: list[list[object]]
    differences: list[Difference]


class State(Earlier):
    """An earlier study with its key, its files, and what it was itself compared with."""

    key: str
    before: Earlier | None
    files: list[str]


@dataclass(frozen=True)
class Previous:
    """The study to compare with: what it depended on, its means and its scores."""

    facts: dict[str, object]
    means: list[list[object]]
    scores: ScoreTable


def read_state(folder: Path) -> State | None:
    """The state of the last complete study in a folder; None where it is no state of ours."""
    try:
        state: State = json.loads((folder / STATE).read_text(encoding="utf-8"))
    except (OSError, ValueError, RecursionError):
        return None
    if not _is_earlier(state) or not isinstance(state.get("key"), str):
        return None
    files = state.get("files")
    if not isinstance(files, list) or not all(isinstance(name, str) for name in files):
        return None
    if state.get("before") is not None and not _is_earlier(state["before"]):
        return None
    return state


def _is_earlier(value: object) -> bool:
    """Whether a value has the facts and means of a study in their right form."""
    if not isinstance(value, dict) or not isinstance(value.get("facts"), dict):
        return False
    means = value.get("means")
    rows = value.get("differences", [])
    good = isinstance(rows, list) and all(map(_is_difference, rows))
    return good and isinstance(means, list) and all(map(_is_mean, means))


def _is_difference(row: object) -> bool:
    if not isinstance(row, dict) or row.keys() != Difference.__annotations__.keys():
        return False
    words = ("peer", "measure")
    numbers = [value for name, value in row.items() if name not in words]
    return all(isinstance(row[name], str) for name in words) and all(
        n is None or (isinstance(n, int | float) and not isinstance(n, bool)) for n in numbers
    )


def _is_mean(row: object) -> bool:
    if not isinstance(row, list) or len(row) != 3:
        return False
    peer, measure, mean = row
    number = isinstance(mean, int | float) and not isinstance(mean, bool)
    return isinstance(peer, str) and isinstance(measure, str) and (mean is None or number)


def key_of(folder: Path) -> str:
    """The key of the study in a folder, which must be there."""
    state = read_state(folder)
    if state is None:
        raise SumscopeError(
            "holds no complete study", where=str(folder), hint="give a folder that a study wrote"
        )
    return state["key"]


def previous(folder: Path, key: str, against: Path | None) -> Previous | Earlier | None:
    """The study to compare with: that of `against`, else the last other one in the folder.

    Where the same study is in the folder already, what it said of the one before it, so that it
    gives the same bytes.
    """
    state = read_state(folder)
    if state is not None and state["key"] == key:
        return state.get("before")
    place = folder if against is None else against
    state = read_state(place)
    if state is None:
        return None
    table = place / SCORES[0]
    scores = read_scores(table) if table.exists() else ScoreTable(())
    return Previous(state["facts"], state["means"], scores)


def write_state(
    key: str,
    facts: Mapping[str, object],
    means: Means,
    earlier: Earlier | None,
    files: Sequence[str],
) -> str:
    """The text of the state."""
    state = {
        "key": key,
        "facts": dict(facts),
        "means": [list(row) for row in means],
        "before": earlier,
        "files": sorted(files),
    }
    return json.dumps(state, ensure_ascii=False, indent=1) + "\n"
