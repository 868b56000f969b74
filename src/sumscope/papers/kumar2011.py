"""Topic-based evaluation of summaries (Kumar, Srinathan and Varma, TAC 2011 AESOP).

Correlation of ROUGE-2, ROUGE-SU4, basic elements and the four topic schemes with Pyramid,
responsiveness and readability over all peers and over systems only (Tables 1 to 4), whether
measures differ from ROUGE-2, and the pairs of peers between which they find a difference.
"""

from __future__ import annotations

import math
import os
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Literal

from sumscope.core.errors import SumscopeError
from sumscope.core.progress import Progress
from sumscope.core.table import ScoreRow, ScoreTable
from sumscope.core.tables import Cell, ResultTable, table
from sumscope.core.values import Topic
from sumscope.papers._common import INVENTED, PublishedTable, beside, name_of_data, published
from sumscope.report.reproduction import Reproduction

if TYPE_CHECKING:
    from sumscope.corpus.notes import Notes
    from sumscope.metaeval.meta_result import Meta

Peers = Literal["all", "no-models"]

DATA = (
    "TAC 2011's GuidedSumm2011_eval (models/, peers/ and manual/manual.{model,peer}.{A,B}), "
    "or a corpus (.jsonl) with references, peers and judgements"
)
HUMANS = ("pyramid", "responsiveness", "readability")
STATISTICS = ("pearson", "spearman", "kendall")
# The measure of each row, without the options of a run, and the row's name in the paper. Schemes 3
# and 4 stand in three readings of the printed 1/D.
ROWS = {
    "rouge-2": "Baseline-1",
    "rouge-su4": "Baseline-2",
    "be": "Baseline-3",
    "topic-unigram": "OUR SYSTEM-1",
    "topic-bigram": "OUR SYSTEM-2",
    "topic-path(form=paper)": "OUR SYSTEM-3",
    "topic-path(form=word)": "OUR SYSTEM-3",
    "topic-path": "OUR SYSTEM-3",
    "topic-closeness(form=paper)": "OUR SYSTEM-4",
    "topic-closeness(form=word)": "OUR SYSTEM-4",
    "topic-closeness": "OUR SYSTEM-4",
    "topic-closeness(topics=gaac,form=paper)": "OUR SYSTEM-4 (with GAAC)",
    "topic-closeness(topics=gaac,form=word)": "OUR SYSTEM-4 (with GAAC)",
    "topic-closeness(topics=gaac)": "OUR SYSTEM-4 (with GAAC)",
    "topic-fusion": "",
}
BASELINE = "rouge-2"
_NUMBERS = {"A": "initial summaries", "B": "update summaries"}
_WHO: dict[Peers, str] = {"all": "all peers", "no-models": "no models"}
_TABLES = {("A", "all"): 1, ("B", "all"): 2, ("A", "no-models"): 3, ("B", "no-models"): 4}


@dataclass(frozen=True)
class Part:
    """One set of topics with its human scores: over all peers, and over systems only."""

    letter: str
    topics: tuple[Topic, ...]
    human: dict[str, ScoreTable]


@dataclass(frozen=True)
class Rows:
    """The rows of the tables: how each measure is spelled in this run, and what some lack."""

    spelled: dict[str, str]
    missing: dict[str, str]


def run(data: str | None, progress: Progress | None = None) -> Reproduction:
    """The experiment on TAC's folders or on a corpus with judgements."""
    notes = [
        "Schemes 3 and 4 stand in three readings of the printed 1/D: form=paper is 1/(1+D), "
        "form=word the sum over words of 1/(1+d), and without form our weighted one.",
    ]
    if data is None:
        from sumscope.data import DEMO

        notes += [INVENTED, "The paper's data are TAC 2011's, which NIST licenses."]
        parts = [_corpus(str(DEMO))]
    else:
        parts = read_tac(Path(data), notes) if os.path.isdir(data) else [_corpus(data)]
    rows = _rows(parts, notes)
    theirs = published("kumar2011")
    tables: list[ResultTable] = []
    runs: list[tuple[Part, Peers]] = []
    for part in parts:
        runs.append((part, "all"))
        if any(row.human for row in part.human["all"].rows):
            runs.append((part, "no-models"))
    for number, (part, peers) in enumerate(runs):
        meta = _meta(part, peers, list(rows.spelled.values()))
        kind = f"{_NUMBERS.get(part.letter, 'the corpus')}, {_WHO[peers]}"
        notes.extend(f"{kind}: {note}" for note in meta.notes)
        tables.extend(_tables(part, peers, meta, rows, theirs))
        if progress is not None:
            progress(number + 1, len(runs))
    return Reproduction(
        paper="kumar2011",
        data=name_of_data(data),
        tables=tuple(tables),
        notes=tuple(notes),
    )


def _rows(parts: Sequence[Part], notes: list[str]) -> Rows:
    """The measures with the paper's stemmer and synonyms; those that lack a part are named."""
    from sumscope.core.measure import parse
    from sumscope.text.synonyms import has_wordnet
    from sumscope.topic_models.schemes import TopicOptions

    topics = [topic for part in parts for topic in part.topics]
    english = all((topic.lang or "en").partition("-")[0] == "en" for topic in topics)
    wordnet = english and has_wordnet()
    if english:
        notes.append("The schemes use Porter's stemmer (stemmer=porter), as the paper does.")
    if wordnet:
        notes.append("Synonyms are WordNet's (synonyms=wordnet).")
    elif english:
        notes.append(
            "Synonyms are off: WordNet is not installed (Debian: wordnet-base, or SUMSCOPE_WORDNET "
            "with the folder of data.noun). The paper does not name its list of synonyms."
        )
    spelled, missing = {}, {}
    for name in ROWS:
        measure = parse(name)
        if english and isinstance(measure, TopicOptions):
            source = "wordnet" if wordnet else None
            measure = replace(measure, stemmer="porter", synonyms=source)
        lacks = _lacks(str(measure), topics[:1])
        if lacks is None:
            spelled[name] = str(measure)
        else:
            missing[name] = lacks
            notes.append(f"{name} was left out: {lacks}.")
    return Rows(spelled, missing)


def _lacks(measure: str, topics: Sequence[Topic]) -> str | None:
    """What a measure lacks to be computed, tried on a topic."""
    from sumscope.scoring.run import score_corpus

    try:
        score_corpus(topics, [measure])
    except SumscopeError as error:
        return f"{error.what}; {error.hint}" if error.hint else error.what
    return None


def _corpus(path: str) -> Part:
    from sumscope.corpus.jsonl import read_corpus
    from sumscope.corpus.scores import judgements

    topics = tuple(read_corpus(path))
    human = judgements(topics)
    if not human.rows:
        raise SumscopeError("has no judgements", where=path, hint=f"expected {DATA}")
    return Part("", topics, {"all": human, "no-models": human})


# TAC's folders.


def read_tac(root: Path, notes: list[str]) -> list[Part]:
    from sumscope.corpus.formats import duc
    from sumscope.corpus.notes import Notes
    from sumscope.corpus.schema import topic_from_json

    odd = Notes()
    judged = {letter: _manual(root, letter, odd) for letter in "AB"}
    if not any(not line.model for lines in judged.values() for line in lines):
        raise SumscopeError(
            "found no manual.peer.A or manual.peer.B", where=str(root), hint=f"expected {DATA}"
        )
    topics_of: dict[str, list[Topic]] = {"A": [], "B": []}
    where = _summaries(root)
    for value in duc.read(str(where), odd):
        letter = str(value["id"]).rpartition("-")[2].upper()
        if letter in topics_of:
            topics_of[letter].append(_with_models(topic_from_json(value, str(where))))
    notes.extend(f"Reading TAC: {note}" for note in odd)
    parts = []
    for letter, topics in topics_of.items():
        lines = judged[letter]
        names = {topic_key(topic.id): topic.id for topic in topics}
        human = {
            kind: ScoreTable(
                tuple(
                    row
                    for line in lines
                    if line.topic in names
                    for row in line.rows(names[line.topic], kind == "all")
                )
            )
            for kind in ("all", "no-models")
        }
        if topics and any(not row.human for row in human["all"].rows):
            parts.append(Part(letter, tuple(topics), human))
            if not any(line.model for line in lines):
                notes.append(f"No manual.model.{letter}: 'all peers' are the systems alone.")
    if not parts:
        raise SumscopeError(
            "no summary has a human score", where=str(root), hint="topics must have the same names"
        )
    return parts


def _summaries(root: Path) -> Path:
    """The folder that holds models/ and peers/; ROUGE's own where there are several."""
    folders = sorted(path.parent for path in root.rglob("models") if _full(path.parent / "peers"))
    if not folders:
        raise SumscopeError(
            "found no folder with models/ and peers/ that hold files",
            where=str(root),
            hint=f"expected {DATA}",
        )
    return next((path for path in folders if path.name.upper() == "ROUGE"), folders[0])


def _full(folder: Path) -> bool:
    from sumscope.corpus.sources import walk

    return folder.is_dir() and any(True for _ in walk(folder))


def _with_models(topic: Topic) -> Topic:
    """The topic with its models among the peers, scored against the others."""
    known = {peer.id for peer in topic.peers}
    models = tuple(replace(r, human=True) for r in topic.references if r.id not in known)
    return replace(topic, peers=(*topic.peers, *models))


def topic_key(topic: str) -> str:
    """D1101-A, D1101A-A and d1101-a are one topic."""
    match = re.fullmatch(r"\D*(\d+)\D*?-?([ABab])", topic)
    return f"{match[1]}-{match[2].upper()}" if match else topic


@dataclass(frozen=True)
class Judged:
    """A line of manual.peer or manual.model."""

    topic: str
    peer: str
    model: bool
    pyramid: float
    jackknifed: float
    readability: float
    responsiveness: float

    def rows(self, topic: str, all_peers: bool) -> Iterator[ScoreRow]:
        """The scores; over all peers the Pyramid score is that against one model fewer."""
        pyramid = self.jackknifed if all_peers else self.pyramid
        for name, value in zip(
            HUMANS, (pyramid, self.responsiveness, self.readability), strict=True
        ):
            known = math.isfinite(value)
            reason = None if known else "no score"
            yield ScoreRow(topic, self.peer, self.model, name, value if known else None, reason)


def _manual(root: Path, letter: str, odd: Notes) -> list[Judged]:
    lines: list[Judged] = []
    for name, model in ((f"manual.peer.{letter}", False), (f"manual.model.{letter}", True)):
        paths = sorted(root.rglob(name))
        if paths:
            lines.extend(_judged(paths[0], model, odd))
    return lines


def _judged(path: Path, model: bool, odd: Notes) -> Iterator[Judged]:
    """Columns of a model: topic, id, SCUs, -, -, Pyramid against the others, readability,
    responsiveness. Of a peer: topic, id, Pyramid, SCUs, repetitions, -, -, Pyramid against one
    model fewer, readability, responsiveness.
    """
    from sumscope.corpus.sources import read_text

    pyramid, jackknifed, last = (5, 5, 7) if model else (2, 7, 9)
    for number, line in enumerate(read_text(path, odd).splitlines(), 1):
        cells = line.split()
        if not cells or not re.match(r"[A-Za-z]+\d", cells[0]):
            continue
        try:
            yield Judged(
                topic=topic_key(cells[0]),
                peer=cells[1],
                model=model,
                pyramid=float(cells[pyramid]),
                jackknifed=float(cells[jackknifed]),
                readability=float(cells[last - 1]),
                responsiveness=float(cells[last]),
            )
        except (IndexError, ValueError):
            raise SumscopeError(
                f"does not have the {last + 1} columns of such a file",
                where=f"{path}, line {number}",
                hint="expected TAC 2011's own file",
            ) from None


# Tables.


def _meta(part: Part, peers: Peers, measures: Sequence[str]) -> Meta:
    from sumscope.metaeval.meta import evaluate_measures
    from sumscope.scoring.run import score_corpus

    topics: Sequence[Topic] = part.topics
    if peers == "no-models":
        systems = (tuple(p for p in topic.peers if not p.human) for topic in topics)
        topics = [replace(t, peers=s) for t, s in zip(topics, systems, strict=True)]
    jackknife: Literal["all", "human"] = "all" if peers == "all" else "human"
    scores = score_corpus(topics, measures, jackknife=jackknife)
    return evaluate_measures(
        scores,
        part.human[peers],
        level="system",
        peers=peers,
        power=True,
        against=BASELINE if BASELINE in measures else None,
    )


def _tables(
    part: Part, peers: Peers, meta: Meta, rows: Rows, theirs: dict[str, PublishedTable]
) -> Iterator[ResultTable]:
    number = _TABLES.get((part.letter, peers))
    kind = _NUMBERS.get(part.letter, "the corpus")
    name = f"table-{number}" if number else f"correlations-{peers}"
    title = f"Table {number}: " if number else ""
    of = f"{_WHO[peers]}, {kind}"
    shown = {spelled: row for row, spelled in rows.spelled.items()}
    yield _correlations(meta, rows, name, f"{title}AESOP, {of}", theirs.get(name))
    yield table(
        f"{name}-intervals",
        f"{title}The same with 95% intervals (bootstrap over systems and topics).",
        ["measure", "human", "statistic", "value", "low", "high", "n", "reason"],
        [
            [shown[r.measure], r.human, r.statistic, r.value, r.low, r.high, r.n, r.reason]
            for r in meta.rows
        ],
    )
    if meta.tests:
        yield table(
            f"{name}-differences",
            f"{title}Does a measure correlate better than {BASELINE}? {of} (difference with 95% "
            "interval, paired bootstrap; p by permutation, Holm-corrected; Williams' test for "
            "Pearson).",
            ["measure", "human", "statistic", "difference", "low", "high", "p", "p (Holm)",
             "p (Williams)", "n", "reason"],
            [
                [shown[t.left], t.human, t.statistic, t.difference, t.low, t.high, t.p, t.p_holm,
                 t.williams_p, t.n, t.reason]
                for t in meta.tests
                if t.statistic in STATISTICS
            ],
        )  # fmt: skip
    for which, who, ending in (
        ("all", "Pairs of peers", ""),
        ("system-person", "Pairs of an automatic system and a person", "-models"),
    ):
        powers = [p for p in meta.power if p.which == which]
        if powers:
            yield table(
                f"{name}-discriminative{ending}",
                f"{who} that differ significantly (Tukey's HSD, 95%), {of}.",
                ["measure", "human", "pairs", "agreement", "low", "high", "found", "contradicted",
                 "reason"],
                [
                    [shown[p.measure], p.human, p.pairs, p.agreement, p.low, p.high, p.found,
                     p.contradicted, p.reason]
                    for p in powers
                ],
            )  # fmt: skip


def _correlations(
    meta: Meta, rows: Rows, name: str, title: str, theirs: PublishedTable | None
) -> ResultTable:
    """The paper's table; a corpus that is not the paper's has no published column."""
    humans = list(dict.fromkeys(row.human for row in meta.rows))
    keys = [(human, statistic) for human in humans for statistic in STATISTICS]
    heading = ["measure", "in the paper"]
    for human, statistic in keys:
        heading.append(f"{human} {statistic}")
        if theirs is not None and human in HUMANS:
            heading.append(f"{human} {statistic} in the paper")
    if rows.missing:
        heading.append("missing")
    cells: list[list[Cell]] = []
    for measure, in_paper in ROWS.items():
        spelled = rows.spelled.get(measure)
        line: list[Cell] = [measure, in_paper or None]
        for human, statistic in keys:
            line.append(
                None if spelled is None else meta.find(spelled, "system", statistic, human).value
            )
        if rows.missing:
            line.append(rows.missing.get(measure))
        cells.append(line)
    return beside(name, f"{title}: system-level correlations.", heading, cells, theirs)
