"""What changed since the study that was in the folder before, and why."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from sumscope.report.reproduction import ResultTable, table
from sumscope.report.study_page import Report

STATE = "study.json"


def read_state(folder: Path) -> dict[str, Any] | None:
    """The state of the last complete study in a folder; None where it is no state of ours."""
    try:
        state = json.loads((folder / STATE).read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return None
    if not isinstance(state, dict) or not {"key", "facts", "means", "files"} <= state.keys():
        return None
    return state


def before(folder: Path, key: str) -> dict[str, Any] | None:
    """What this study is to be held against: the last one of other input or settings."""
    state = read_state(folder)
    if state is None:
        return None
    if state["key"] != key:
        return {"facts": state["facts"], "means": state["means"]}
    # The same study again: it says what it said before, so that it gives the same bytes.
    earlier: dict[str, Any] | None = state.get("before")
    return earlier


def changes(
    report: Report,
    earlier: dict[str, Any] | None,
    facts: dict[str, Any],
    means: list[list[Any]],
) -> None:
    """A section on the difference to the earlier study."""
    section = report.section("What changed since the study before")
    if earlier is None:
        section.say(
            "This is the first study in its folder. Run another one into the same folder, with a "
            "changed corpus, other measures or a newer sumscope, and this part says what became "
            "different and why."
        )
        return
    why = [
        [name, _said(earlier["facts"].get(name)), _said(facts.get(name))]
        for name in sorted({*earlier["facts"], *facts})
        if earlier["facts"].get(name) != facts.get(name)
    ]
    section.say("What the numbers depend on, and differs from the study before:")
    report.table(
        section,
        table("changes-why", "Why numbers may differ", ["what", "before", "now"], why),
    )
    rows = differences(earlier["means"], means)
    if not rows:
        section.say("No mean of any peer by any measure differs.")
        return
    made: ResultTable = table(
        "changes", "Means that differ", ["peer", "measure", "before", "now", "difference"], rows, 4
    )
    report.table(section, made)
    report.findings.append(
        f"Since the study before, {len(rows)} means differ; the reasons: "
        + ", ".join(str(row[0]) for row in why)
        + "."
    )


def differences(old: list[list[Any]], new: list[list[Any]]) -> list[list[Any]]:
    """Rows (peer, measure, before, now, difference) where the two differ."""
    was = {(row[0], row[1]): row[2] for row in old}
    now = {(row[0], row[1]): row[2] for row in new}
    made = []
    for key in dict.fromkeys([*now, *was]):
        a, b = was.get(key), now.get(key)
        if a != b or (key in was) != (key in now):
            gap = None if a is None or b is None else b - a
            made.append([*key, a, b, gap])
    return made


def _said(value: Any) -> str:
    if value is None:
        return "not there"
    return value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)
