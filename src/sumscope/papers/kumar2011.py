"""Topic-based evaluation of summaries (Kumar, Srinathan and Varma, TAC 2011 AESOP).

Correlation of ROUGE-2, ROUGE-SU4, basic elements and the four topic schemes with Pyramid,
responsiveness and readability over all peers and over systems only (Tables 1 to 4), and the pairs
of peers that they tell apart.
"""

from __future__ import annotations

import math
import os
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from sumscope.core.errors import SumscopeError
from sumscope.core.progress import Progress
from sumscope.core.table import ScoreRow, ScoreTable
from sumscope.core.values import Topic
from sumscope.papers._data import name_of_data
from sumscope.report.reproduction import Reproduction, ResultTable, table

if TYPE_CHECKING:
    from sumscope.corpus.notes import Notes
    from sumscope.metaeval.answers import Meta

DATA = (
    "TAC 2011's GuidedSumm2011_eval (models/, peers/ and manual/manual.{model,peer}.{A,B}), "
    "or a corpus (.jsonl) with references, peers and judgements"
)
HUMANS = ("pyramid", "responsiveness", "readability")
STATISTICS = ("pearson", "spearman", "kendall")
ROWS = {
    "rouge-2": "Baseline-1",
    "rouge-su4": "Baseline-2",
    "be": "Baseline-3",
    "topic-unigram": "OUR SYSTEM-1",
    "topic-bigram": "OUR SYSTEM-2",
    "topic-path(form=paper)": "OUR SYSTEM-3",
    "topic-closeness(form=paper)": "OUR SYSTEM-4",
    "topic-closeness(topics=gaac,form=paper)": "OUR SYSTEM-4 (with GAAC)",
    "topic-path": "",
    "topic-closeness": "",
    "topic-closeness(topics=gaac)": "",
    "topic-fusion": "",
}
# Tables 1 to 4: Pearson, Spearman, Kendall with Pyramid, responsiveness and readability, for the
# rows that have a name in the paper, in its order.
_PUBLISHED = {
    ("A", "all"): """
        .572 .864 .703 .725 .779 .609 .663 .498 .374
        .763 .886 .723 .733 .810 .629 .682 .533 .400
        .781 .878 .720 .752 .784 .590 .683 .531 .387
        .956 .901 .760 .937 .845 .678 .894 .663 .490
        .786 .932 .799 .747 .860 .693 .711 .614 .460
        .950 .894 .752 .929 .834 .665 .884 .647 .479
        .975 .924 .776 .965 .857 .674 .906 .604 .446
        .975 .927 .790 .968 .871 .693 .921 .663 .501""",
    ("B", "all"): """
        .775 .851 .684 .717 .869 .710 .712 .550 .399
        .730 .883 .720 .675 .903 .743 .686 .558 .405
        .740 .848 .686 .649 .808 .637 .611 .415 .287
        .882 .720 .546 .880 .787 .596 .837 .501 .367
        .608 .827 .654 .539 .835 .666 .560 .479 .353
        .865 .719 .545 .859 .778 .589 .822 .486 .359
        .938 .853 .676 .937 .865 .694 .868 .494 .360
        .940 .868 .689 .941 .898 .712 .881 .531 .380""",
    ("A", "no-models"): """
        .961 .894 .745 .942 .790 .610 .752 .398 .292
        .981 .894 .737 .954 .790 .602 .784 .395 .292
        .939 .903 .746 .915 .768 .567 .717 .405 .291
        .950 .897 .755 .915 .787 .610 .776 .396 .290
        .965 .903 .758 .933 .781 .596 .731 .358 .242
        .946 .879 .725 .910 .767 .591 .773 .389 .282
        .951 .900 .753 .915 .797 .620 .777 .419 .304
        .971 .910 .787 .944 .810 .641 .799 .423 .314""",
    ("B", "no-models"): """
        .903 .802 .632 .917 .840 .678 .658 .373 .263
        .885 .838 .665 .912 .876 .706 .672 .363 .254
        .906 .838 .684 .876 .796 .625 .545 .245 .162
        .768 .715 .550 .802 .766 .586 .617 .286 .203
        .884 .796 .628 .885 .812 .638 .552 .257 .180
        .770 .722 .549 .804 .769 .590 .620 .307 .210
        .811 .820 .639 .836 .838 .662 .617 .331 .248
        .905 .848 .699 .920 .860 .705 .659 .389 .263""",
}
_NUMBERS = {"A": "initial summaries", "B": "update summaries"}
_WHO = {"all": "all peers", "no-models": "no models"}
_TABLES = {("A", "all"): 1, ("B", "all"): 2, ("A", "no-models"): 3, ("B", "no-models"): 4}


def published(part: str, peers: str, measure: str) -> dict[tuple[str, str], float]:
    """The paper's correlations of a measure, by human score and statistic."""
    names = [m for m, name in ROWS.items() if name]
    if (part, peers) not in _PUBLISHED or measure not in names:
        return {}
    line = _PUBLISHED[part, peers].strip().splitlines()[names.index(measure)]
    keys = [(human, statistic) for human in HUMANS for statistic in STATISTICS]
    return dict(zip(keys, map(float, line.split()), strict=True))


@dataclass(frozen=True)
class Part:
    """One set of topics with its human scores: over all peers, and over systems only."""

    letter: str
    topics: tuple[Topic, ...]
    human: dict[str, ScoreTable]


def run(data: str | None, progress: Progress | None = None) -> Reproduction:
    """The experiment on TAC's folders or on a corpus with judgements."""
    notes = [
        "Schemes 3 and 4 with form=paper read 1/D as 1/(1+D); the rows without a name in the paper "
        "are the weighted form and our own topic-fusion. Synonyms are off."
    ]
    if data is None:
        from sumscope.data import DEMO

        notes.append(
            "No data was given: this is the embedded example, whose texts and judgements are "
            "invented. The paper's data are TAC 2011's, which NIST licenses."
        )
        parts = [_corpus(str(DEMO))]
    else:
        parts = _tac(Path(data), notes) if os.path.isdir(data) else [_corpus(data)]
    measures = [name for name in ROWS if name != "be" or _parser(notes)]
    tables: list[ResultTable] = []
    steps = 2 * len(parts)
    for number, part in enumerate(parts):
        for half, peers in enumerate(("all", "no-models")):
            found = _meta(part, peers, measures)
            kind = f"{_NUMBERS.get(part.letter, 'the corpus')}, {_WHO[peers]}"
            notes.extend(f"{kind}: {note}" for note in found.notes)
            tables.extend(_tables(part, peers, found, measures))
            if progress is not None:
                progress(2 * number + half + 1, steps)
    return Reproduction(
        paper="kumar2011",
        data=name_of_data(data),
        tables=tuple(tables),
        notes=tuple(notes),
    )


def _parser(notes: list[str]) -> bool:
    from sumscope.metrics.summary.be import BasicElements

    if BasicElements.available():
        return True
    notes.append("Basic elements were left out: no parser (pip install 'sumscope[be]').")
    return False


# Data.


def _corpus(path: str) -> Part:
    from sumscope.corpus.jsonl import read_corpus
    from sumscope.corpus.score_import import judgements

    topics = tuple(read_corpus(path))
    human = judgements(topics)
    if not human.rows:
        raise SumscopeError("has no judgements", where=path, hint=f"expected {DATA}")
    return Part("", topics, {"all": human, "no-models": human})


def _tac(root: Path, notes: list[str]) -> list[Part]:
    from sumscope.corpus.formats import duc
    from sumscope.corpus.notes import Notes
    from sumscope.corpus.schema import topic_from_json

    odd = Notes()
    judged = {letter: _manual(root, letter, odd) for letter in "AB"}
    if not any(not line.model for lines in judged.values() for line in lines):
        raise SumscopeError(
            "found no manual.peer.A or manual.peer.B", where=str(root), hint=f"expected {DATA}"
        )
    held: dict[str, list[Topic]] = {"A": [], "B": []}
    where = _summaries(root)
    for value in duc.read(str(where), odd):
        letter = str(value["id"]).rpartition("-")[2].upper()
        if letter in held:
            held[letter].append(_with_models(topic_from_json(value, str(where))))
    notes.extend(f"Reading TAC: {note}" for note in odd)
    parts = []
    for letter, topics in held.items():
        lines = judged[letter]
        names = {_key(topic.id): topic.id for topic in topics}
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
    found = sorted(path.parent for path in root.rglob("models") if _full(path.parent / "peers"))
    if not found:
        raise SumscopeError(
            "found no folder with models/ and peers/ that hold files",
            where=str(root),
            hint=f"expected {DATA}",
        )
    return next((path for path in found if path.name.upper() == "ROUGE"), found[0])


def _full(folder: Path) -> bool:
    from sumscope.corpus.sources import walk

    return folder.is_dir() and any(True for _ in walk(folder))


def _with_models(topic: Topic) -> Topic:
    """The topic with its models among the peers, scored against the others."""
    known = {peer.id for peer in topic.peers}
    models = tuple(replace(r, human=True) for r in topic.references if r.id not in known)
    return replace(topic, peers=(*topic.peers, *models))


def _key(topic: str) -> str:
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
    found: list[Judged] = []
    for name, model in ((f"manual.peer.{letter}", False), (f"manual.model.{letter}", True)):
        paths = sorted(root.rglob(name))
        if paths:
            found.extend(_judged(paths[0], model, odd))
    return found


def _judged(path: Path, model: bool, odd: Notes) -> Iterator[Judged]:
    """Columns of a model: topic, id, SCUs, -, -, Pyramid against the others, readability,
    responsiveness. Of a peer: topic, id, Pyramid, SCUs, repetitions, -, -, Pyramid against one
    model fewer, readability, responsiveness.
    """
    pyramid, jackknifed, last = (5, 5, 7) if model else (2, 7, 9)
    from sumscope.corpus.sources import read_text

    for number, line in enumerate(read_text(path, odd).splitlines(), 1):
        cells = line.split()
        if not cells or not re.match(r"[A-Za-z]+\d", cells[0]):
            continue
        try:
            values = [float(cells[i]) for i in (pyramid, jackknifed, last - 1, last)]
        except (IndexError, ValueError):
            raise SumscopeError(
                f"has not the {last + 1} columns of its kind",
                where=f"{path}, line {number}",
                hint="expected TAC 2011's own file",
            ) from None
        yield Judged(_key(cells[0]), cells[1], model, *values)


# Tables.


def _meta(part: Part, peers: str, measures: Sequence[str]) -> Meta:
    from sumscope.metaeval.evaluation import evaluate_measures
    from sumscope.run.scoring import Scoring

    topics: Sequence[Topic] = part.topics
    if peers == "no-models":
        kept = (tuple(p for p in topic.peers if not p.human) for topic in topics)
        topics = [replace(t, peers=k) for t, k in zip(topics, kept, strict=True)]
    jackknife: Any = "all" if peers == "all" else "human"
    scores = Scoring(topics, measures, jackknife=jackknife, workers=1).table()
    choice: Any = peers
    return evaluate_measures(scores, part.human[peers], level="system", peers=choice, power=True)


def _tables(part: Part, peers: str, found: Meta, measures: Sequence[str]) -> Iterator[ResultTable]:
    humans = list(dict.fromkeys(row.human for row in found.rows))
    number = _TABLES.get((part.letter, peers))
    kind = _NUMBERS.get(part.letter, "the corpus")
    name = f"table-{number}" if number else f"correlations-{peers}"
    who = _WHO[peers]
    title = f"Table {number}: " if number else ""
    keys = [(human, statistic) for human in humans for statistic in STATISTICS]
    heading = ["measure", "in the paper"]
    for human, statistic in keys:
        heading += [f"{human} {statistic}", f"{human} {statistic} in the paper"]
    rows = []
    for measure in measures:
        theirs = published(part.letter, peers, measure)
        cells: list[str | float | None] = [measure, ROWS[measure]]
        for human, statistic in keys:
            row = found.find(measure, "system", statistic, human)
            cells += [row.value, theirs.get((human, statistic))]
        rows.append(cells)
    yield table(name, f"{title}AESOP, {who}, {kind}: system-level correlations.", heading, rows)
    wide = ["measure", "human", "statistic", "value", "low", "high", "n", "reason"]
    yield table(
        f"{name}-intervals",
        f"{title}the same with 95% intervals (bootstrap over systems and topics).",
        wide,
        [
            [r.measure, r.human, r.statistic, r.value, r.low, r.high, r.n, r.reason]
            for r in found.rows
        ],
    )
    yield table(
        f"{name}-discriminative",
        f"Pairs of systems that differ significantly (Tukey's HSD, 95%), {who}, {kind}.",
        [
            "measure",
            "human",
            "pairs",
            "agreement",
            "low",
            "high",
            "found",
            "contradicted",
            "reason",
        ],
        [
            [
                *(p.measure, p.human, p.pairs, p.agreement, p.low, p.high),
                *(p.found, p.contradicted, p.reason),
            ]
            for p in found.power
        ],
    )
