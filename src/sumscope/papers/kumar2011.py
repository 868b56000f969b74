"""Topic-based evaluation of summaries (Kumar, Srinathan and Varma, TAC 2011 AESOP).

Correlation of ROUGE-2, ROUGE-SU4, basic elements and the four topic schemes with Pyramid,
responsiveness and readability over all peers and over systems only (Tables 1 to 4), whether
measures differ from ROUGE-2, and the pairs of peers that they tell apart.
"""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Literal

from sumscope.core.errors import SumscopeError
from sumscope.core.progress import Progress
from sumscope.core.tables import Cell, ResultTable, table
from sumscope.core.values import Topic
from sumscope.papers._data import INVENTED, name_of_data
from sumscope.papers._kumar2011_published import HUMANS, ROWS, STATISTICS, published
from sumscope.papers._kumar2011_tac import DATA, Part, read_tac
from sumscope.report.reproduction import Reproduction

if TYPE_CHECKING:
    from sumscope.metaeval.meta_result import Meta

__all__ = ["DATA", "run"]

Peers = Literal["all", "no-models"]
BASELINE = "rouge-2"
_NUMBERS = {"A": "initial summaries", "B": "update summaries"}
_WHO: dict[Peers, str] = {"all": "all peers", "no-models": "no models"}
_TABLES = {("A", "all"): 1, ("B", "all"): 2, ("A", "no-models"): 3, ("B", "no-models"): 4}


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
    tables: list[ResultTable] = []
    runs = [(part, peers) for part in parts for peers in _WHO if peers == "all" or _people(part)]
    for number, (part, peers) in enumerate(runs):
        found = _meta(part, peers, list(rows.spelled.values()))
        kind = f"{_NUMBERS.get(part.letter, 'the corpus')}, {_WHO[peers]}"
        notes.extend(f"{kind}: {note}" for note in found.notes)
        tables.extend(_tables(part, peers, found, rows))
        if progress is not None:
            progress(number + 1, len(runs))
    return Reproduction(
        paper="kumar2011",
        data=name_of_data(data),
        tables=tuple(tables),
        notes=tuple(notes),
    )


def _people(part: Part) -> bool:
    return any(row.human for row in part.human["all"].rows)


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


# Tables.


def _meta(part: Part, peers: Peers, measures: Sequence[str]) -> Meta:
    from sumscope.metaeval.meta import evaluate_measures
    from sumscope.scoring.run import score_corpus

    topics: Sequence[Topic] = part.topics
    if peers == "no-models":
        kept = (tuple(p for p in topic.peers if not p.human) for topic in topics)
        topics = [replace(t, peers=k) for t, k in zip(topics, kept, strict=True)]
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


def _tables(part: Part, peers: Peers, found: Meta, rows: Rows) -> Iterator[ResultTable]:
    number = _TABLES.get((part.letter, peers))
    kind = _NUMBERS.get(part.letter, "the corpus")
    name = f"table-{number}" if number else f"correlations-{peers}"
    title = f"Table {number}: " if number else ""
    of = f"{_WHO[peers]}, {kind}"
    shown = {spelled: row for row, spelled in rows.spelled.items()}
    yield _correlations(part, peers, found, rows, name, f"{title}AESOP, {of}")
    yield table(
        f"{name}-intervals",
        f"{title}The same with 95% intervals (bootstrap over systems and topics).",
        ["measure", "human", "statistic", "value", "low", "high", "n", "reason"],
        [
            [shown[r.measure], r.human, r.statistic, r.value, r.low, r.high, r.n, r.reason]
            for r in found.rows
        ],
    )
    if found.tests:
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
                for t in found.tests
                if t.statistic in STATISTICS
            ],
        )  # fmt: skip
    for which, said, ending in (
        ("all", "Pairs of peers", ""),
        ("system-person", "Pairs of an automatic system and a person", "-models"),
    ):
        powers = [p for p in found.power if p.which == which]
        if powers:
            yield table(
                f"{name}-discriminative{ending}",
                f"{said} that differ significantly (Tukey's HSD, 95%), {of}.",
                ["measure", "human", "pairs", "agreement", "low", "high", "found", "contradicted",
                 "reason"],
                [
                    [shown[p.measure], p.human, p.pairs, p.agreement, p.low, p.high, p.found,
                     p.contradicted, p.reason]
                    for p in powers
                ],
            )  # fmt: skip


def _correlations(
    part: Part, peers: Peers, found: Meta, rows: Rows, name: str, title: str
) -> ResultTable:
    """The paper's table; a corpus that is not the paper's has no published column."""
    humans = list(dict.fromkeys(row.human for row in found.rows))
    keys = [(human, statistic) for human in humans for statistic in STATISTICS]
    with_published = bool(published(part.letter, peers, BASELINE))
    heading = ["measure", "in the paper"]
    for human, statistic in keys:
        heading.append(f"{human} {statistic}")
        if with_published and human in HUMANS:
            heading.append(f"{human} {statistic} in the paper")
    if rows.missing:
        heading.append("missing")
    cells: list[list[Cell]] = []
    for measure, in_paper in ROWS.items():
        theirs = published(part.letter, peers, measure)
        line: list[Cell] = [measure, in_paper or None]
        spelled = rows.spelled.get(measure)
        for human, statistic in keys:
            value = None
            if spelled is not None:
                value = found.find(spelled, "system", statistic, human).value
            line.append(value)
            if with_published and human in HUMANS:
                line.append(theirs.get((human, statistic)))
        if rows.missing:
            line.append(rows.missing.get(measure))
        cells.append(line)
    return table(name, f"{title}: system-level correlations.", heading, cells)
