"""Everything that a corpus allows, as one report with its tables and figures."""

from __future__ import annotations

import itertools
import json
import os
import shlex
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal

from sumscope._version import __version__
from sumscope.core.errors import SumscopeError
from sumscope.core.files import atomic_write_text, check_folder
from sumscope.core.numbers import MOST_RESAMPLES, check_resamples
from sumscope.core.progress import Progress
from sumscope.core.table import ScoreTable
from sumscope.corpus.stream import CorpusLike, Source
from sumscope.metaeval.leaderboard import Comparison

MEASURES = ("rouge-1", "rouge-2", "rouge-l", "rouge-su4", "growth-deviation")
LIMIT = 100
# Draws behind intervals and tests, and how many a pair of peers: with fewer, no p could stay
# small enough after the correction over all pairs.
RESAMPLES, RESAMPLES_A_PAIR = 10_000, 40
BUDGET = 20_000
# Topics that are looked at for the script of their texts.
LOOKED_AT = 100
OTHER_SCRIPT = (
    "Texts are in a script of which ROUGE-1.5.5 reads no word, so words are found by the rules of "
    "their language (`tokens=unicode`)."
)


@dataclass(frozen=True)
class Study:
    """What a study made: the page, the scores, the leaderboard (None without summaries)."""

    page: str
    scores: ScoreTable
    comparison: Comparison | None
    findings: tuple[str, ...]
    files: tuple[str, ...]
    resumed: tuple[str, ...] = ()

    def to_json(self) -> dict[str, Any]:
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


def study(
    corpus: CorpusLike,
    out: str | os.PathLike[str],
    measures: Sequence[Any] | None = None,
    *,
    limit: int = LIMIT,
    resamples: int | None = None,
    seed: int = 0,
    jackknife: str = "human",
    workers: int | None = None,
    title: str | None = None,
    about: str | None = None,
    command: str | None = None,
    progress: Progress | None = None,
) -> Study:
    """Do everything that `corpus` allows, and write the report to the folder `out`.

    `limit` is the length of oracles in words, `resamples` the draws behind intervals and tests
    (10,000, and more where there are so many peers that fewer could show no difference).
    What a corpus lacks is said in the report, with the field that would add it. Ended at any
    point, the same call goes on and ends in the same bytes; another study in the same folder says
    what changed. `title`, `about` and `command` replace what the report says of itself.
    """
    from sumscope.corpus.jsonl import parse_topic, read_corpus
    from sumscope.oracles.text import read_limit
    from sumscope.report.study_page import Report
    from sumscope.run.scoring import summary_measures
    from sumscope.studies import facts, judges, texts
    from sumscope.studies import scores as score_sections
    from sumscope.studies.changes import before, changes
    from sumscope.studies.folder import check
    from sumscope.studies.stages import Stages
    from sumscope.studies.survey import spread, survey
    from sumscope.studies.work import Settings, Work

    folder = check_folder(out)
    if limit < 1:
        raise SumscopeError(f"limit is {limit}", hint="give a number of words")
    read_limit(limit)
    if resamples is not None:
        check_resamples(resamples)
    wanted = None if measures is None else [str(m) for m in summary_measures(measures)]
    check(folder, corpus)
    source = Source(corpus)
    tokens = _tokens(source)
    notes: dict[str, Any] = {}
    if wanted is None:
        wanted = _usual(tokens)
        notes["script"] = OTHER_SCRIPT if tokens == "unicode" else ""
    name = Path(source.name).name
    heading = title or f"Study of {name}"
    depends: dict[str, Any] = {"measures": wanted, "limit": limit, "resamples": resamples}
    depends |= {"seed": seed, "jackknife": jackknife, "budget": BUDGET}
    depends |= {"corpus": source.sha256, "sumscope": __version__}
    depends |= {"name": name, "title": heading, "about": about, "command": command}
    stages = Stages(folder, depends)
    path = _file_of(corpus, source, stages)
    found = survey(read_corpus(path))
    if not found.topics:
        raise SumscopeError("has no topics", where=source.name, hint="write one topic a line")
    if not found.scorable and found.several_references:
        path = _people_as_peers(path, stages)
        notes["people"] = (
            "There are no `peers`, so the people who wrote the references take their place: each "
            "is scored against the other references of the topic."
        )
        found = survey(read_corpus(path))
    pairs = len(found.peers) * (len(found.peers) - 1) // 2
    draws = resamples or min(max(RESAMPLES, RESAMPLES_A_PAIR * pairs), MOST_RESAMPLES)
    settings = Settings(tuple(wanted), limit, draws, seed, jackknife, BUDGET, tokens)
    shown = spread(found.topics)
    sample, numbers, lines = [], {}, {}
    for at, (number, raw) in enumerate(Source(path).lines()):
        topic = parse_topic(raw, f"{source.name}:{number}")
        numbers[topic.id], lines[number] = at + 1, topic.id
        if at in shown:
            sample.append(topic)
    notes |= {"lines": lines, "judged": path}
    lead = about or _lead(found)
    scores = _scores(path, wanted, stages, jackknife, workers) if found.scorable else None
    work = Work(
        Report(heading, lead),
        stages,
        found,
        settings,
        path,
        name,
        sample,
        scores or ScoreTable(()),
        workers=workers,
        numbers=numbers,
        notes=notes,
    )
    again = command or _command(name, measures, limit, resamples, seed, jackknife, title)
    known = facts.facts(work, source.sha256)
    parts: list[Callable[[Work], None]] = [
        score_sections.leaderboard,
        score_sections.judgements,
        score_sections.distributions,
        score_sections.pairs,
        score_sections.redundancy,
        texts.oracles,
        texts.growth,
        texts.communities,
        judges.agreement,
        judges.split_and_merge,
        texts.readings,
        facts.quality,
    ]
    work.comparison = score_sections.comparison_of(work)
    for at, part in enumerate(parts):
        part(work)
        if progress is not None:
            progress(at + 1, len(parts) + 2)
    standings = work.comparison.standings if work.comparison else ()
    means = [[s.peer, s.measure, s.mean] for s in standings]
    earlier = before(folder, stages.key)
    changes(work.report, earlier, known, means)
    facts.provenance(work, known, again)
    state = {"key": stages.key, "facts": known, "means": means, "before": earlier}
    files = _write(folder, work, state)
    if progress is not None:
        progress(len(parts) + 2, len(parts) + 2)
    stages.remove()
    page = str(folder / "index.html")
    said = tuple(work.report.findings)
    return Study(page, work.scores, work.comparison, said, tuple(files), tuple(stages.resumed))


def _tokens(source: Source) -> Literal["rouge155", "unicode"]:
    """How ROUGE finds words: as ever, unless one of the first topics is in another script."""
    from sumscope.corpus.topic_stream import topics_of
    from sumscope.corpus.writing_system import other_script

    first = itertools.islice(topics_of(source, None), LOOKED_AT)
    return "unicode" if any(map(other_script, first)) else "rouge155"


def _usual(tokens: str) -> list[str]:
    """The measures of a study that was not asked for others."""
    if tokens == "rouge155":
        return list(MEASURES)
    return [f"{m}(tokens={tokens})" if m.startswith("rouge") else m for m in MEASURES]


def _file_of(corpus: CorpusLike, source: Any, stages: Any) -> str:
    """The corpus as a file that can be read again and again."""
    if isinstance(corpus, str | os.PathLike) and str(corpus) != "-":
        return str(corpus)
    path = stages.path("corpus.jsonl")
    atomic_write_text(path, "".join(raw.decode("utf-8") + "\n" for _, raw in source.lines()))
    return str(path)


def _people_as_peers(path: str, stages: Any) -> str:
    from dataclasses import replace

    from sumscope.corpus.jsonl import read_corpus, write_corpus

    target = stages.path("people.jsonl")
    write_corpus(
        target,
        (
            replace(topic, peers=tuple(replace(r, human=True) for r in topic.references))
            for topic in read_corpus(path)
        ),
    )
    return str(target)


def _scores(
    path: str, measures: Sequence[str], stages: Any, jackknife: Any, workers: int | None
) -> ScoreTable:
    from sumscope.app.score import score_file
    from sumscope.corpus.scores import read_scores

    def make(kept: Path) -> int:
        return score_file(path, measures, kept, jackknife=jackknife, workers=workers).resumed

    return read_scores(stages.file("scores", make))


def _lead(found: Any) -> str:
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


def _command(
    name: str,
    measures: Any,
    limit: int,
    resamples: int | None,
    seed: int,
    jackknife: str,
    title: str | None,
) -> str:
    words = ["sumscope", "study", name, "-o", "DIR"]
    for measure in measures or ():
        words += ["-m", str(measure)]
    for option, value, usual in (
        ("--limit", limit, LIMIT),
        ("--resamples", resamples, None),
        ("--seed", seed, 0),
        ("--jackknife", jackknife, "human"),
        ("--title", title or None, None),
    ):
        if value != usual:
            words += [option, str(value)]
    return shlex.join(words)


def _write(folder: Path, work: Any, state: dict[str, Any]) -> list[str]:
    """Write everything; the page near the end, and last the state that says it is complete."""
    from sumscope.corpus.scores import write_scores
    from sumscope.report.drawing import save
    from sumscope.report.study_page import reading_page
    from sumscope.studies.changes import STATE
    from sumscope.studies.folder import claim, owned
    from sumscope.studies.texts import kept_readings

    report = work.report
    made = [f"tables/{one.name}.{e}" for one in report.tables for e in ("csv", "json", "tex")]
    made += [f"figures/{one.name}.{e}" for one in report.pictures for e in ("svg", "png")]
    made += [_topic_file(number) for number, _ in enumerate(kept_readings(work), 1)]
    made += ["scores.csv", "scores.csv.meta.json"] if work.scores.rows else []
    made += ["index.html"]
    claim(work.stages, folder, [*made, STATE])

    def text(name: str, content: str) -> None:
        atomic_write_text(folder / name, content)

    for one in report.tables:
        text(f"tables/{one.name}.csv", one.to_csv())
        content = json.dumps(one.to_json(), ensure_ascii=False, allow_nan=False, indent=1)
        text(f"tables/{one.name}.json", content + "\n")
        text(f"tables/{one.name}.tex", one.to_latex())
    for picture in report.pictures:
        text(f"figures/{picture.name}.svg", report.svg(picture.name))
        save(picture.figure, folder / f"figures/{picture.name}.png", dpi=110)
    for number, (topic, fragment) in enumerate(kept_readings(work), 1):
        text(_topic_file(number), reading_page(f"Topic {topic}", fragment))
    if work.scores.rows:
        write_scores(folder / "scores.csv", work.scores.rows, work.scores.meta)
    text("index.html", str(report))
    for name in owned(folder).difference(made, [STATE]):
        # Only what an earlier study of ours wrote and is no more part.
        (folder / name).unlink(missing_ok=True)
    for name in made:
        # What a killed run left half written beside a file of this study.
        for stray in (folder / name).parent.glob(f".{Path(name).name}.*.tmp"):
            stray.unlink(missing_ok=True)
    text(STATE, json.dumps({**state, "files": sorted(made)}, ensure_ascii=False, indent=1) + "\n")
    return sorted([*made, STATE])


def _topic_file(number: int) -> str:
    return f"topics/{number:05d}.html"
