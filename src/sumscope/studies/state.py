"""What a complete study leaves behind, so that a later one in its folder can say what changed."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TypeAlias, TypedDict

STATE = "study.json"

# Peer, measure, mean.
Means: TypeAlias = Sequence[tuple[str, str, float | None]]


class Earlier(TypedDict):
    """What an earlier study depended on, and its means."""

    facts: dict[str, object]
    means: list[list[object]]


class State(Earlier):
    """An earlier study with its key, its files, and what it was itself compared with."""

    key: str
    before: Earlier | None
    files: list[str]


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
    return isinstance(means, list) and all(map(_is_mean, means))


def _is_mean(row: object) -> bool:
    if not isinstance(row, list) or len(row) != 3:
        return False
    peer, measure, mean = row
    number = isinstance(mean, int | float) and not isinstance(mean, bool)
    return isinstance(peer, str) and isinstance(measure, str) and (mean is None or number)


def before(folder: Path, key: str) -> Earlier | None:
    """The study to compare with: the last one of other input or settings."""
    state = read_state(folder)
    if state is None:
        return None
    if state["key"] != key:
        return {"facts": state["facts"], "means": state["means"]}
    # The same study again: it says what it said before, so that it gives the same bytes.
    return state.get("before")


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
