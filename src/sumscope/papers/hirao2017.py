"""Enumeration of Extractive Oracle Summaries (Hirao, Nishino, Suzuki and Nagata 2017).

Tables 1 to 7 over a DUC-like corpus: its size, scores of oracles, greedy summaries and peers, tests
between them, Jaccard indices, numbers of oracles, correlation of F-measures with human scores,
search efficiency and time. Published numbers stand beside those of the same year of DUC.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from pathlib import Path
from statistics import fmean, median
from typing import TYPE_CHECKING

from sumscope.core.errors import SumscopeError
from sumscope.core.progress import Progress
from sumscope.core.tables import Cell, ResultTable, table
from sumscope.core.values import Topic
from sumscope.corpus.jsonl import read_corpus
from sumscope.papers import _hirao2017_published as published
from sumscope.papers._data import INVENTED, name_of_data, topics_of_data
from sumscope.papers._hirao2017_correlation import table_6
from sumscope.papers._hirao2017_data import (
    GRAMS,
    SETTINGS,
    Length,
    Prepared,
    prepare_all,
    problems,
    read_length,
)
from sumscope.papers._hirao2017_scores import (
    greedy_table,
    table_2,
    table_3,
    table_4,
    tests_table,
)
from sumscope.report.reproduction import Picture, Reproduction

if TYPE_CHECKING:
    from matplotlib.figure import Figure

DATA = "a corpus (.jsonl) of topics with documents, references, peers and human judgements"


def run(
    data: str | None, progress: Progress | None = None, limit: str | None = None
) -> Reproduction:
    """The experiment on a corpus, a folder with one, or the embedded example.

    `limit` is the length of summaries: 100 words, or 665b for bytes; without it as in the paper.
    """
    topics = topics_of_data(data, _folder)
    notes = [] if data else [INVENTED]
    usable = [topic for topic in topics if topic.documents and topic.references]
    if not usable:
        raise SumscopeError("no topic has documents and references", where=data, hint=DATA)
    if len(usable) < len(topics):
        notes.append(f"{len(topics) - len(usable)} topics lack documents or references.")
    length = read_length(limit, usable)
    year = None
    if data is not None and length.unit == "words":
        year = published.year_of(usable, name_of_data(data), length.limit)
    notes += _how(length, year)
    prepared = prepare_all(usable, length, notes, progress)
    if not prepared:
        raise SumscopeError("no topic could be solved", where=data, hint=DATA)
    tables = [
        _table_1(prepared, length, year),
        table_2(prepared, year),
        tests_table(prepared),
        table_3(prepared, year),
        table_4(prepared, year),
        greedy_table(prepared, year),
        _table_5(prepared, year),
        table_6(prepared, notes, year),
        _table_7(prepared, year),
        _times(prepared, year),
    ]
    return Reproduction(
        paper="hirao2017",
        data=name_of_data(data),
        tables=tuple(found for found in tables if found is not None),
        pictures=(Picture("nodes", "Nodes of the search, ours and the paper's", _nodes(prepared)),),
        notes=tuple(notes),
    )


def _how(length: Length, year: int | None) -> list[str]:
    kind = "words between spaces" if length.unit == "words" else "bytes"
    said = [
        f"Summaries of at most {length}: the limit counts {kind}, and references are cut at it, as "
        "the paper does. Words are stemmed as by ROUGE-1.5.5; ROUGE-1 is without stop words.",
        f"Peers are scored by {length.rouge(1)} and {length.rouge(2)}.",
    ]
    if year is None:
        said.append(
            "The data are none of DUC 2001 to 2007 by the name of the file or of the topics, so no "
            "published numbers stand beside ours."
        )
    else:
        said.append(f"Published numbers are those of DUC-{year}.")
    return said


def _folder(data: str) -> list[Topic]:
    found = sorted((Path(data) / "multiling2011").glob("english.jsonl*")) or sorted(
        Path(data).glob("*.jsonl*")
    )
    if not found:
        raise SumscopeError("has no corpus (.jsonl)", where=data, hint=f"give {DATA}")
    return [topic for path in found for topic in read_corpus(path)]


def _table_1(prepared: Sequence[Prepared], length: Length, year: int | None) -> ResultTable:
    words = median(p.words for p in prepared)
    rate = 100 * length.limit / words if length.unit == "words" and words else None
    rows: list[list[Cell]] = [
        [
            "ours",
            len(prepared),
            fmean(p.documents for p in prepared),
            float(median(p.sentences for p in prepared)),
            float(words),
            sum(len(p.topic.references) for p in prepared),
            str(length),
            rate,
        ]
    ]
    if year is not None:
        theirs = published.STATISTICS[year]
        rows.append(
            [
                f"published, DUC-{year}",
                *theirs[:5],
                f"{theirs[5]} words",
                100 * theirs[5] / theirs[3],
            ]
        )
    heading = ["", "topics", "documents", "sentences", "words", "references", "length",
               "compression rate (%)"]  # fmt: skip
    caption = "Table 1: the data (documents: mean of a topic; sentences and words: median)"
    return table("table-1", caption, heading, rows, 1)


def _table_5(prepared: Sequence[Prepared], year: int | None) -> ResultTable:
    rows: list[tuple[Cell, ...]] = []
    for setting in SETTINGS:
        for n in GRAMS:
            numbers = [s.oracles.count or 0 for s in problems(prepared, n, setting)]
            several = fmean(number > 1 for number in numbers)
            middle = _power(_middle(numbers)) if max(numbers) > 1 << 50 else float(median(numbers))
            theirs = published.numbers_of(year, n, setting) if year is not None else ()
            rows.append((setting, f"ROUGE-{n}", middle, several, str(max(numbers)), *theirs))
    heading = ["setting", "", "median", "rate of several", "most"]
    if year is not None:
        heading += ["published median", "published rate"]
    caption = "Table 5: number of oracles, and share of problems with more than one"
    return table("table-5", caption, heading, rows)


def _table_7(prepared: Sequence[Prepared], year: int | None) -> ResultTable:
    rows: list[tuple[Cell, ...]] = []
    for n in GRAMS:
        found = problems(prepared, n, "single")
        theirs: tuple[Cell, ...] = ()
        if year is not None:
            theirs = tuple(_power(value) for value in published.SEARCH[year][n])
        rows.append(
            (
                f"ROUGE-{n}",
                _power(_middle([s.feasible for s in found])),
                _power(_middle([s.paper_nodes or 0 for s in found])),
                fmean(s.paper_complete for s in found),
                _power(_middle([s.oracles.nodes for s in found])),
                *theirs,
            )
        )
    heading = ["", "feasible sets", "the paper's algorithm", "of which ended", "ours"]
    if year is not None:
        heading += ["published feasible", "published algorithm"]
    caption = (
        "Table 7: median number of feasible sets and of nodes visited (single); where the paper's "
        "algorithm was stopped, its nodes so far"
    )
    return table("table-7", caption, heading, rows)


def _middle(numbers: Sequence[int]) -> int:
    """The median in whole numbers: numbers of feasible sets pass every float."""
    ordered = sorted(numbers)
    return (ordered[(len(ordered) - 1) // 2] + ordered[len(ordered) // 2]) // 2


def _power(value: float) -> str:
    if value < 1e4:
        return f"{value:g}"
    digits = math.floor(math.log10(value))
    return f"{value / 10**digits:.2f}e{digits}"


def _times(prepared: Sequence[Prepared], year: int | None) -> ResultTable:
    rows: list[list[Cell]] = []
    for setting in SETTINGS:
        for n in GRAMS:
            found = problems(prepared, n, setting)
            seconds = [s.oracles.seconds for s in found]
            timed = [s.ilp_seconds for s in found if s.ilp_seconds is not None]
            ilp = fmean(timed) if timed else None
            row: list[Cell] = [f"ROUGE-{n}", setting, fmean(seconds), max(seconds), ilp, len(timed)]
            rows.append(row + list(published.SECONDS[n, setting] if year == 2004 else ()))
    heading = ["", "setting", "mean seconds", "most seconds", "one by ILP, mean seconds",
               "problems by ILP"]  # fmt: skip
    if year == 2004:
        heading += ["published mean seconds", "published ILP"]
    caption = (
        "Time to find and count every oracle of a problem, and to find one by the integer program "
        "(section 6.2.4)"
    )
    return table("times", caption, heading, rows, 4)


def _nodes(prepared: Sequence[Prepared]) -> Figure:
    """Nodes of the paper's algorithm against ours, one dot per problem."""
    from sumscope.report.figures import COLOURS, new_figure

    figure, axes = new_figure(6.4, 4.6)
    for colour, n in zip(COLOURS, GRAMS, strict=False):
        found = problems(prepared, n, "single")
        for ended, marker in ((True, "o"), (False, "^")):
            dots = [s for s in found if s.paper_complete == ended]
            label = f"ROUGE-{n}" + ("" if ended else ", stopped")
            if dots:
                axes.scatter(
                    [s.paper_nodes or 1 for s in dots],
                    [s.oracles.nodes for s in dots],
                    s=22,
                    color=colour,
                    marker=marker,
                    alpha=0.75,
                    label=label,
                )
    axes.set_xscale("log")
    axes.set_yscale("log")
    axes.set_xlabel("nodes of the paper's algorithm")
    axes.set_ylabel("nodes of ours, all oracles counted")
    every = [s.paper_nodes or 1 for n in GRAMS for s in problems(prepared, n, "single")]
    low, high = 1, 10 ** math.ceil(math.log10(max(10, *every)))
    axes.plot([low, high], [low, high], color="#999999", linewidth=1, label="equal")
    axes.legend(fontsize=8)
    return figure
