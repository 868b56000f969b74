"""Run a study: survey the corpus, process every topic, compute the sections, write the folder."""

from __future__ import annotations

import os
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from sumscope._version import __version__
from sumscope.core.errors import SumscopeError
from sumscope.core.files import atomic_write_pieces, atomic_write_text
from sumscope.core.progress import Progress
from sumscope.core.table import ScoreTable
from sumscope.corpus.scores import write_scores
from sumscope.corpus.stream import Source
from sumscope.corpus.topic_stream import topics_of
from sumscope.jobs.engine import Engine, pool
from sumscope.metaeval.compare import Comparison
from sumscope.metaeval.meta_result import MetaRow, MetaTest
from sumscope.report import study_page
from sumscope.report.bundle import JsonText
from sumscope.report.drawing import draw_all
from sumscope.report.overview import Overview
from sumscope.report.table_files import csv_pieces, json_pieces, latex_pieces
from sumscope.studies.ahead import Ahead
from sumscope.studies.differences import differences
from sumscope.studies.facts import facts
from sumscope.studies.folder import FIGURE_ENDINGS, PAGE, TABLE_ENDINGS, check, claim, owned
from sumscope.studies.overview import overview
from sumscope.studies.section import Result, discover
from sumscope.studies.sections.judgements import Correlations
from sumscope.studies.settings import Request
from sumscope.studies.stages import Stages
from sumscope.studies.state import (
    SCORES,
    STATE,
    Earlier,
    Previous,
    key_of,
    previous,
    write_state,
)
from sumscope.studies.survey import Survey, survey
from sumscope.studies.topic_pass import pass_over_topics
from sumscope.studies.work import Work, topic_file

OTHER_SCRIPT = (
    "Texts are in a script of which ROUGE-1.5.5 reads no word, so words are found by the rules of "
    "their language (`tokens=unicode`)."
)
PEOPLE = (
    "There are no `peers`, so the people who wrote the references take their place: each is scored "
    "against the other references of the topic."
)

# Every two peers are tested by every measure and shown beside each other.
MOST_PEERS = 500


@dataclass(frozen=True)
class Study:
    """What a study made: the page, the scores, the leaderboard (None without summaries).

    `sections` holds the data and the view of every section, in the order of the report.
    """

    page: str
    scores: ScoreTable
    comparison: Comparison | None
    findings: tuple[str, ...]
    files: tuple[str, ...]
    resumed: tuple[str, ...] = ()
    sections: tuple[Result, ...] = ()

    def section(self, name: str) -> Result:
        """One section by name, such as `leaderboard`."""
        for result in self.sections:
            if result.name == name:
                return result
        raise SumscopeError(
            f"unknown section {name!r}", hint=", ".join(result.name for result in self.sections)
        )

    def to_json(self) -> dict[str, object]:
        """The page's path, findings, files and the leaderboard as plain values."""
        board = {} if self.comparison is None else self.comparison.to_json()
        return {
            "page": self.page,
            "findings": list(self.findings),
            "files": list(self.files),
            "resumed": list(self.resumed),
            **board,
        }

    def _repr_html_(self) -> str:
        """The findings and a link to the report, for notebooks."""
        from html import escape

        found = "".join(f"<li>{escape(line)}</li>" for line in self.findings)
        page = escape(self.page)
        return f'<ul>{found}</ul><p>Report: <a href="{page}">{page}</a></p>'


def make_study(
    source: Source,
    folder: Path,
    request: Request,
    workers: int | None = None,
    progress: Progress | None = None,
    engine: str = "local",
) -> Study:
    """Do everything that a corpus allows, and write the report to a folder.

    `engine` is where the topics are worked on; the rest is done by processes of this machine. The
    caller holds the right to write in the folder (`core.files.output_folder`).
    """
    for given in source.paths or (None,):
        check(folder, given)
    work, lead = _begin(source, folder, request, workers, engine)
    sections = discover()
    results = []
    with pool((workers or os.cpu_count() or 1) if work.is_large else 1) as executor:
        work.begin(Ahead(executor))
        against = None if request.against is None else Path(request.against)
        work.earlier = _earlier(work, previous(folder, work.stages.key, against))
        for at, section in enumerate(sections):
            results.append(section.run(work))
            if progress is not None:
                progress(at + 1, len(sections) + 1)
    title = request.heading(work.name)
    files, findings = _write(folder, work, title, lead, results, workers)
    if progress is not None:
        progress(len(sections) + 1, len(sections) + 1)
    work.stages.remove()
    return Study(
        str(folder / PAGE),
        work.scores,
        work.comparison,
        findings,
        tuple(files),
        tuple(work.stages.resumed),
        tuple(results),
    )


def _begin(
    source: Source, folder: Path, request: Request, workers: int | None, engine: str
) -> tuple[Work, str]:
    """Read the corpus once to see what it holds, and once to work on every topic."""
    name = Path(source.name).name
    found = survey(topics_of(source, None))
    if not found.topics:
        raise SumscopeError("has no topics", where=source.name, hint="write one topic per line")
    if len(found.peers) > MOST_PEERS:
        raise SumscopeError(
            f"{len(found.peers)} peers are too many for a study, which tests every two of them",
            where=source.name,
            hint=f"keep {MOST_PEERS} or fewer, or use sumscope score and sumscope compare",
        )
    held = (found.documents, found.references, found.summaries, found.covers, found.judgements)
    if not any(held):
        raise SumscopeError(
            "no topic has anything to study",
            where=source.name,
            hint='a topic has "documents", "references", "peers" or "covers"',
        )
    tokens = request.tokens(found.other_script)
    sha256 = source.sha256
    depends = request.depends(name, sha256, tokens)
    if request.against is not None:
        depends["against"] = key_of(Path(request.against))
    stages = Stages(folder, depends)
    remarks = []
    if not found.scorable and found.several_references:
        source = _people_as_peers(source, stages)
        remarks.append(PEOPLE)
        found = survey(topics_of(source, None))
    if request.measures is None and tokens == "unicode":
        remarks.append(OTHER_SCRIPT)
    settings = request.settle(tokens, len(found.peers), found.median_length)
    work = Work(
        name,
        found,
        settings,
        stages,
        pass_over_topics(source, found, settings, stages, Engine(workers=workers, address=engine)),
        request.spelled(name),
        facts(settings, name, sha256, found.topics),
        remarks=remarks,
        others=request.others,
        turned=request.lower,
    )
    return work, request.about or _lead(found)


def _earlier(work: Work, found: Previous | Earlier | None) -> Earlier | None:
    """The earlier study, compared once: its scores may be written over before this one ends."""

    def make() -> object:
        if not isinstance(found, Previous):
            return found
        wanted = work.settings
        rows = differences(
            found.scores, found.means, work.scores, work.means, wanted.resamples, wanted.seed
        )
        return {"facts": found.facts, "means": found.means, "differences": rows}

    kept: Earlier | None = work.stages.value("earlier", make)
    return kept


def _people_as_peers(source: Source, stages: Stages) -> Source:
    from dataclasses import replace

    from sumscope.corpus.jsonl import write_corpus

    target = stages.path("people.jsonl")
    write_corpus(
        target,
        (
            replace(topic, peers=tuple(replace(r, human=True) for r in topic.references))
            for topic in topics_of(source, None)
        ),
    )
    return Source(target)


def _lead(found: Survey) -> str:
    counts = (
        (found.topics, "topic", "topics"),
        (len(found.peers), "peer", "peers"),
        (found.summaries, "summary", "summaries"),
        (found.references, "reference", "references"),
        (found.documents, "source document", "source documents"),
        (found.judgements, "judgement", "judgements"),
        (found.covers, "grouping by judges", "groupings by judges"),
    )
    return ", ".join(f"{n} {one if n == 1 else many}" for n, one, many in counts if n) + "."


def _write(
    folder: Path, work: Work, title: str, lead: str, results: list[Result], workers: int | None
) -> tuple[list[str], tuple[str, ...]]:
    """Write everything; the page near the end, and last the state that says it is complete."""
    views = [(result.name, result.view) for result in results]
    findings = tuple(line for _, view in views for line in view.findings)
    tables = [table for _, view in views for table in view.tables]
    drawings = [drawing for _, view in views for drawing in view.drawings]
    inside = _inside(work)
    made = [f"tables/{one.name}.{e}" for one in tables for e in TABLE_ENDINGS]
    made += [f"figures/{one.name}.{e}" for one in drawings for e in FIGURE_ENDINGS]
    if work.has("texts"):
        made += [topic_file(number) for number in work.survey.numbers.values()]
    made += SCORES if work.scores.rows else []
    made += [PAGE]
    claim(work.stages, folder, [*made, STATE])

    def text(name: str, content: str) -> None:
        atomic_write_text(folder / name, content)

    for one in tables:
        atomic_write_pieces(folder / f"tables/{one.name}.csv", csv_pieces(one))
        atomic_write_pieces(folder / f"tables/{one.name}.json", json_pieces(one))
        atomic_write_pieces(folder / f"tables/{one.name}.tex", latex_pieces(one))
    draw_all(drawings, folder / "figures", FIGURE_ENDINGS, workers)
    for number, content in _topic_pages(work):
        atomic_write_text(folder / topic_file(number), content, sync=False)
    if work.scores.rows:
        write_scores(folder / SCORES[0], work.scores.rows, work.scores.meta)
    shown = _overview(work, results)
    line = (
        f"{work.name} · SHA-256 {str(work.facts['corpus SHA-256'])[:12]} · sumscope {__version__}"
    )
    text(PAGE, study_page.study_page(title, lead, line, findings, shown, views, inside))
    for name in owned(folder).difference(made, [STATE]):
        # Only what an earlier study of ours wrote and is no longer part.
        (folder / name).unlink(missing_ok=True)
    for name in made:
        # What a killed run left half written beside a file of this study.
        for stray in (folder / name).parent.glob(f".{Path(name).name}.*.tmp"):
            stray.unlink(missing_ok=True)
    text(STATE, write_state(work.stages.key, work.facts, work.means, work.earlier, made))
    return sorted([*made, STATE]), findings


def _overview(work: Work, results: list[Result]) -> Overview | None:
    """The first screen; findings of the leaderboard and of the judgements follow the choice."""
    found: tuple[MetaRow, ...] = ()
    tests: tuple[MetaTest, ...] = ()
    costs: dict[str, str] = {}
    rest: list[tuple[str, str]] = []
    for result in results:
        if isinstance(result.data, Correlations):
            found, tests, costs = result.data.rows, result.data.tests, dict(result.data.costs)
        elif result.name != "leaderboard":
            rest += [(result.name, line) for line in result.view.findings]
    return overview(work, found, tests, costs, rest)


def _inside(work: Work) -> list[JsonText] | None:
    """The topics for reading, where they are small enough to be part of the page."""
    read: list[JsonText] = []
    size = 0
    for one in work.readings():
        size += len(one.encode())
        if size > study_page.INSIDE:
            return None
        read.append(one)
    return read


def _topic_pages(work: Work) -> Iterator[tuple[int, str]]:
    """Every topic with its scores and judgements, as a page of its own."""
    columns = [*work.scores.measures, *work.survey.humans]
    values: dict[str, dict[str, dict[str, float | None]]] = {}
    for row in (*work.scores, *work.survey.said):
        values.setdefault(row.topic, {}).setdefault(row.peer, {})[row.measure] = row.value
    last = len(work.survey.numbers)
    for (topic, number), read in zip(work.survey.numbers.items(), work.readings(), strict=False):
        mine = {
            peer: [held.get(name) for name in columns]
            for peer, held in values.pop(topic, {}).items()
        }
        before = Path(topic_file(number - 1)).name if number > 1 else None
        after = Path(topic_file(number + 1)).name if number < last else None
        yield number, study_page.topic_page(topic, read, columns, mine, before, after, work.lower)
