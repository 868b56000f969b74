"""TAC 2011's folders as AESOP gave them out: summaries, and scores by people."""

from __future__ import annotations

import math
import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING

from sumscope.core.errors import SumscopeError
from sumscope.core.table import ScoreRow, ScoreTable
from sumscope.core.values import Topic
from sumscope.papers._kumar2011_published import HUMANS

if TYPE_CHECKING:
    from sumscope.corpus.notes import Notes

DATA = (
    "TAC 2011's GuidedSumm2011_eval (models/, peers/ and manual/manual.{model,peer}.{A,B}), "
    "or a corpus (.jsonl) with references, peers and judgements"
)


@dataclass(frozen=True)
class Part:
    """One set of topics with its human scores: over all peers, and over systems only."""

    letter: str
    topics: tuple[Topic, ...]
    human: dict[str, ScoreTable]


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
                f"does not have the {last + 1} columns of such a file",
                where=f"{path}, line {number}",
                hint="expected TAC 2011's own file",
            ) from None
        yield Judged(topic_key(cells[0]), cells[1], model, *values)
