"""A section of a study: what it needs, the names of its outputs, its data, and how it is shown.

One file in `studies/sections/` holds one section; `discover` finds it there.
"""

from __future__ import annotations

import importlib
import pkgutil
import re
from abc import ABC, abstractmethod
from dataclasses import dataclass
from functools import cache
from typing import ClassVar, Generic, Literal, NamedTuple, TypeVar

from sumscope.report.blocks import Missing, View
from sumscope.studies.work import Work

Field = Literal["texts", "documents", "references", "peers", "judgements", "covers"]
Data = TypeVar("Data")


class Need(NamedTuple):
    """A field that a section cannot do without, and what to say where it is missing."""

    field: Field
    otherwise: str


@dataclass(frozen=True)
class Absent:
    """Why a section has nothing to show on this corpus."""

    why: str


class Section(ABC, Generic[Data]):
    """One section; `order` is its place in the report.

    `tables` and `figures` name everything it may write (`#` stands for a number): a study never
    touches a file of any other name.
    """

    name: ClassVar[str]
    title: ClassVar[str]
    order: ClassVar[int]
    needs: ClassVar[tuple[Need, ...]] = ()
    tables: ClassVar[tuple[str, ...]] = ()
    figures: ClassVar[tuple[str, ...]] = ()

    @abstractmethod
    def make(self, work: Work) -> Data | Absent:
        """The numbers, as a typed value."""

    @abstractmethod
    def show(self, data: Data, work: Work) -> View:
        """The same as words, tables and figures; nothing is computed here."""

    def run(self, work: Work) -> Result:
        """Make and show the section, or say what it lacks."""
        for need in self.needs:
            if not work.has(need.field):
                return self._absent(need.otherwise)
        data = self.make(work)
        if isinstance(data, Absent):
            return self._absent(data.why)
        view = self.show(data, work)
        self._check(view)
        return Result(self.name, data, view)

    def _absent(self, why: str) -> Result:
        return Result(self.name, None, View(self.title, (Missing(why),)))

    def _check(self, view: View) -> None:
        """Refuse undeclared names: their files could not be recognized as the study's own."""
        for kind, allowed, names in (
            ("table", self.tables, [table.name for table in view.tables]),
            ("figure", self.figures, [drawing.name for drawing in view.drawings]),
        ):
            for name in names:
                if not any(pattern(one).fullmatch(name) for one in allowed):
                    raise RuntimeError(f"section {self.name} does not declare its {kind} {name}")


@dataclass(frozen=True)
class Result:
    """What became of a section: its data (None where it is absent) and its view."""

    name: str
    data: object
    view: View


@cache
def pattern(name: str) -> re.Pattern[str]:
    """The names that a declared name allows: `#` stands for a number."""
    return re.compile(re.escape(name).replace(r"\#", r"\d+"), re.ASCII)


@cache
def discover() -> tuple[Section[object], ...]:
    """Every section of `studies/sections/`, in the order of the report."""
    from sumscope.studies import sections

    found: list[Section[object]] = []
    for module in pkgutil.iter_modules(sections.__path__):
        loaded = importlib.import_module(f"{sections.__name__}.{module.name}")
        here = (v for v in vars(loaded).values() if isinstance(v, type))
        here = (v for v in here if v.__module__ == loaded.__name__)
        found += [value() for value in here if issubclass(value, Section)]
    return tuple(sorted(found, key=lambda section: (section.order, section.name)))
