"""What is to be scored and how, read from what people give and checked."""

from __future__ import annotations

import dataclasses
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from sumscope.core.errors import SumscopeError
from sumscope.core.measure import MeasureLike, as_measure, needs_of
from sumscope.corpus.stream import CorpusLike, Source
from sumscope.scoring.topics import JACKKNIFES, AnySummaryMeasure, Jackknife

REPORTS = ("r", "p", "f")


@dataclass(frozen=True)
class Scoring:
    """What is scored, by which measures, and who against whom."""

    source: Source
    measures: tuple[AnySummaryMeasure, ...]
    jackknife: Jackknife

    @property
    def names(self) -> tuple[str, ...]:
        """The spellings of the measures."""
        return tuple(map(str, self.measures))


def read_scoring(
    corpus: CorpusLike,
    measures: MeasureLike | Sequence[MeasureLike],
    report: str | None = None,
    jackknife: Jackknife = "human",
) -> Scoring:
    """Check the arguments of `score`."""
    chosen = read_measures(measures, report)
    if jackknife not in JACKKNIFES:
        raise SumscopeError(
            f"jackknife is {jackknife!r}", hint=f"give one of {', '.join(JACKKNIFES)}"
        )
    needs = {need for measure in chosen for need in needs_of(measure)}
    source = Source.of(corpus, needs={"peers", *(needs & {"references", "documents"})})
    return Scoring(source, chosen, jackknife)


def read_measures(
    measures: MeasureLike | Sequence[MeasureLike], report: str | None = None
) -> tuple[AnySummaryMeasure, ...]:
    """Read spellings; refuse none, duplicates, and measures that do not judge summaries.

    `report` is what those report that can and do not say so themselves; `all` gives three of each.
    """
    if report not in (None, *REPORTS, "all"):
        raise SumscopeError(f"report is {report!r}", hint="give one of r, p, f, all")
    given: Sequence[MeasureLike] = (
        measures if isinstance(measures, Sequence) and not isinstance(measures, str) else [measures]
    )
    if not given:
        raise SumscopeError("no measure was given", hint="add one, such as rouge-2")
    read: list[AnySummaryMeasure] = []
    for one in given:
        measure: Any = as_measure(one)
        if type(measure).traits.kind != "summary":
            raise SumscopeError(
                f"{measure} compares covers, not summaries", hint="use it with sumscope agree"
            )
        says = "report=" in one if isinstance(one, str) else getattr(one, "report", "r") != "r"
        if report is None or says or not hasattr(measure, "report"):
            read.append(measure)
        else:
            wanted = REPORTS if report == "all" else (report,)
            read += [dataclasses.replace(measure, report=letter) for letter in wanted]
    for measure in read:
        if read.count(measure) > 1:
            raise SumscopeError(f"{measure} is given twice", hint="keep one")
    return tuple(read)
