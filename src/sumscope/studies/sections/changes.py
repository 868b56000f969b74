"""What changed since the study that was in the folder before, and why."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass

from sumscope.report.blocks import Say, Table, View
from sumscope.report.reproduction import table
from sumscope.studies.section import Section
from sumscope.studies.work import Work


@dataclass(frozen=True)
class Change:
    """A mean that differs; None where one of the studies has no such mean."""

    peer: str
    measure: str
    before: float | None
    now: float | None

    @property
    def difference(self) -> float | None:
        """Now less before."""
        return None if self.before is None or self.now is None else self.now - self.before


@dataclass(frozen=True)
class Changed:
    """What the numbers depend on and differs (name, before, now), and the means that differ."""

    first: bool
    why: tuple[tuple[str, str, str], ...] = ()
    means: tuple[Change, ...] = ()


class Changes(Section[Changed]):
    """Difference to the earlier study in the same folder."""

    name = "changes"
    title = "Changes since the previous study"
    order = 130
    tables = ("changes", "changes-why")

    def make(self, work: Work) -> Changed:
        """Hold facts and means against the earlier ones."""
        earlier = work.earlier
        if earlier is None:
            return Changed(first=True)
        old, new = earlier["facts"], work.facts
        why = tuple(
            (name, _said(old.get(name)), _said(new.get(name)))
            for name in sorted({*old, *new})
            if old.get(name) != new.get(name)
        )
        return Changed(False, why, differences(earlier["means"], work.means))

    def show(self, data: Changed, work: Work) -> View:
        """Reasons first, then numbers."""
        if data.first:
            said = (
                "This is the first study in its folder. Run another one into the same folder, with "
                "a changed corpus, other measures or a newer sumscope, and this part says what "
                "changed and why."
            )
            return View(self.title, (Say(said),))
        head = ["what", "before", "now"]
        reasons = (
            Say("What the numbers depend on, and differs from the previous study:"),
            Table(table("changes-why", "Why numbers may differ", head, data.why)),
        )
        if not data.means:
            none = Say("No mean of any peer by any measure differs.")
            return View(self.title, (*reasons, none))
        head = ["peer", "measure", "before", "now", "difference"]
        rows = [[c.peer, c.measure, c.before, c.now, c.difference] for c in data.means]
        made = Table(table("changes", "Means that differ", head, rows, 4))
        finding = (
            f"Since the previous study, {len(rows)} means differ, because of: "
            + ", ".join(name for name, _, _ in data.why)
            + "."
        )
        return View(self.title, (*reasons, made), (finding,))


def differences(
    old: Sequence[Sequence[object]], new: Sequence[Sequence[object]]
) -> tuple[Change, ...]:
    """The means (peer, measure, mean) in which two studies differ."""
    was = {(str(row[0]), str(row[1])): _number(row[2]) for row in old}
    now = {(str(row[0]), str(row[1])): _number(row[2]) for row in new}
    return tuple(
        Change(*key, was.get(key), now.get(key))
        for key in dict.fromkeys([*now, *was])
        if was.get(key) != now.get(key) or (key in was) != (key in now)
    )


def _number(value: object) -> float | None:
    return float(value) if isinstance(value, int | float) else None


def _said(value: object) -> str:
    if value is None:
        return "not there"
    return value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)
