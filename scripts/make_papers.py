"""Make docs/explanation/tables-PAPER.md: the tables of all five papers, ours beside published.

Usage: SUMSCOPE_DATA=DIR python scripts/make_papers.py [PAPER...]

DIR holds the corpora of the reference tests (ami/, realsumm/, multiling2011/). Pages hold numbers
only: tables that show words of a text, or names of annotators, are left out or renamed. Every table
with published numbers is followed by why ours differ; what `paper_reasons.json` does not explain is
"not known".
"""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from pathlib import Path

import sumscope
from sumscope.core.tables import Cell, ResultTable
from sumscope.report.reproduction import Reproduction

_WORDS = json.loads(Path(__file__).with_name("paper_reasons.json").read_text(encoding="utf-8"))
ABOUT: dict[str, str] = _WORDS["about"]
# "PAPER/TABLE" -> row -> why it differs; "*" is every row.
REASONS: dict[str, dict[str, str]] = _WORDS["reasons"]
PAGES = Path(__file__).resolve().parent.parent / "docs" / "explanation"


@dataclass(frozen=True)
class Run:
    """A paper on a corpus, and the tables that stay out of its page."""

    paper: str
    data: str | None
    called: str
    without: tuple[str, ...] = ()


RUNS = (
    Run("geiss2009", None, "the embedded example", ("figure1", "rules")),
    Run("murray2012", "ami", "AMI, 97 meetings to train and 20 to test"),
    Run("pardo2006", "realsumm/cnndm.jsonl.gz", "REALSumm, 100 news texts", ("figure2", "hubs")),
    Run(
        "pardo2006",
        "multiling2011/english.jsonl.gz",
        "MultiLing 2011, 10 topics in English",
        ("figure2", "hubs", "degrees"),
    ),
    Run(
        "kumar2011",
        "realsumm/cnndm.jsonl.gz",
        "REALSumm, 24 systems, 100 news texts",
        ("correlations-all-intervals",),
    ),
    Run(
        "kumar2011",
        "multiling2011/english.jsonl.gz",
        "MultiLing 2011, 10 systems, 10 topics in English",
        ("correlations-all-intervals",),
    ),
    Run("hirao2017", "multiling2011/english.jsonl.gz", "MultiLing 2011, 10 topics in English"),
)


def page(paper: str, root: Path) -> str:
    """The page of a paper."""
    parts = [
        "<!-- made by make papers: do not edit -->",
        f"# Tables of {paper}",
        f"{_title(paper)} Made by `make papers` on the corpora of the reference tests, which are "
        f"not in the repository; [what the paper does, and how we do it]({ABOUT[paper]}).",
    ]
    results = []
    for run in RUNS:
        if run.paper == paper:
            data = None if run.data is None else str(root / run.data)
            results.append((run, sumscope.reproduce(paper, data)))
    for table in BESIDE.get(paper, lambda _: [])([(r.called, result) for r, result in results]):
        parts += [f"## {table.caption}", *_table(paper, replace(table, caption=""))]
    for run, result in results:
        parts += _run(run, result)
    return "\n\n".join(parts) + "\n"


def _title(paper: str) -> str:
    import importlib

    return str(importlib.import_module(f"sumscope.papers.{paper}").__doc__).split("\n")[0]


def _run(run: Run, result: Reproduction) -> Iterator[str]:
    yield f"## On {run.called}"
    yield "\n".join(f"- {note}" for note in result.notes)
    for table in result.tables:
        if table.name not in run.without:
            yield from _table(run.paper, _without_names(table))


def _table(paper: str, table: ResultTable) -> Iterator[str]:
    if table.caption:
        yield f"**{table.caption}**"
    rows = [list(table.heading), ["---"] * len(table.heading), *table.shown()]
    yield "\n".join(f"| {' | '.join(map(_cell, row))} |" for row in rows)
    if _has_published(table):
        yield "Why ours differ:\n\n" + "\n".join(_reasons(paper, table))


def _has_published(table: ResultTable) -> bool:
    """Whether a column, or a row, holds published numbers."""
    columns = any("published" in name or name.endswith(" in the paper") for name in table.heading)
    return columns or any(row[0] == "published" for row in table.rows)


def _reasons(paper: str, table: ResultTable) -> Iterator[str]:
    known = REASONS.get(f"{paper}/{table.name}", {"*": "not known."})
    for row, reason in known.items():
        yield f"- {'every row' if row == '*' else row}: {reason}"


def _cell(text: str) -> str:
    return text.replace("|", "\\|").replace("\n", " ") or " "


def _without_names(table: ResultTable) -> ResultTable:
    """Annotators of a corpus as letters."""
    if table.name != "cross-judge":
        return table
    names: dict[object, str] = {}
    rows = []
    for row in table.rows:
        first, second = (names.setdefault(n, f"judge {chr(65 + len(names))}") for n in row[:2])
        rows.append((first, second, *row[2:]))
    return replace(table, rows=tuple(rows))


def _rows(result: Reproduction, name: str) -> list[dict[str, object]]:
    """The rows of a table."""
    (table,) = (one for one in result.tables if one.name == name)
    return [dict(zip(table.heading, row, strict=True)) for row in table.rows]


def _kumar(results: list[tuple[str, Reproduction]]) -> list[ResultTable]:
    """Pearson of every measure here, beside the published Pearson with Pyramid."""
    from sumscope.papers._common import published
    from sumscope.papers.kumar2011 import ROWS

    printed = published("kumar2011").values()
    ours: list[dict[str, Cell]] = []
    for _, result in results:
        rows = _rows(result, "correlations-all")
        name = next(key for key in rows[0] if key.endswith(" pearson"))
        ours.append({str(row["measure"]): _number(row[name]) for row in rows})
    lines = []
    for measure, in_paper in ROWS.items():
        if in_paper:
            theirs = [one.figures(in_paper)["pyramid pearson in the paper"] for one in printed]
            lines.append((in_paper, measure, *(one[measure] for one in ours), *theirs))
    heading = [
        "in the paper",
        "measure",
        *(f"ours, {called.split(',')[0]}" for called, _ in results),
    ]
    heading += [f"published, {one.source}" for one in printed]
    caption = "Ours beside the published tables: system-level Pearson"
    return [ResultTable("beside", caption, tuple(heading), tuple(lines))]


def _hirao(results: list[tuple[str, Reproduction]]) -> list[ResultTable]:
    """Table 2 here, beside that of every year of DUC."""
    from sumscope.papers._common import published

    printed = published("hirao2017")["table-2"]
    years = list(dict.fromkeys(row[0] for row in printed.rows))
    lines = []
    for row in _rows(results[0][1], "table-2"):
        name = str(row[""])
        for n in (1, 2):
            theirs = [printed.figures(year, name)[f"published ROUGE-{n}"] for year in years]
            lines.append((name, f"ROUGE-{n}", _number(row[f"ROUGE-{n}"]), *theirs))
    heading = ("", "measure", f"ours, {results[0][0].split(',')[0]}",
               *(f"published, {year}" for year in years))  # fmt: skip
    return [ResultTable("beside", "Ours beside the published Table 2", heading, tuple(lines))]


def _number(cell: object) -> Cell:
    return cell if isinstance(cell, float) else None


# Tables that bring other data's numbers together, each marked as such by its heading and reasons.
BESIDE: dict[str, Callable[[list[tuple[str, Reproduction]]], list[ResultTable]]] = {
    "kumar2011": _kumar,
    "hirao2017": _hirao,
}


def main() -> int:
    """Write the pages asked for, or all."""
    given = os.environ.get("SUMSCOPE_DATA")
    if not given:
        print("set SUMSCOPE_DATA to the folder of the corpora", file=sys.stderr)
        return 2
    for paper in sys.argv[1:] or dict.fromkeys(run.paper for run in RUNS):
        path = PAGES / f"tables-{paper}.md"
        path.write_text(page(paper, Path(given)), encoding="utf-8")
        print(path.relative_to(PAGES.parent.parent))
    return 0


if __name__ == "__main__":
    sys.exit(main())
