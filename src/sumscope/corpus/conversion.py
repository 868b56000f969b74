"""Other people's formats, and tables, into a corpus."""

from __future__ import annotations

import functools
import inspect
import os
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, cast

from sumscope.core.errors import SumscopeError
from sumscope.core.results import NotebookRepr
from sumscope.core.values import Topic
from sumscope.corpus.formats import FORMATS, detect
from sumscope.corpus.jsonl import decode_line, name_of, write_corpus
from sumscope.corpus.notes import Notes
from sumscope.corpus.schema import topic_from_json
from sumscope.corpus.stream import Source
from sumscope.text import note_unknown

if TYPE_CHECKING:
    from sumscope.corpus.columns import Columns
    from sumscope.corpus.peer_files import Peers

Read = Callable[[str, Notes], Iterator[dict[str, object]]]
KINDS = ("documents", "references", "peers", "judgements", "covers", "preferences")


@dataclass(frozen=True)
class Conversion(NotebookRepr):
    """What a conversion wrote, and what it has to say about its source."""

    format: str
    topics: int
    documents: int
    references: int
    peers: int
    judgements: int
    covers: int
    preferences: int
    notes: tuple[str, ...]
    counts: tuple[dict[str, object], ...]

    def to_json(self) -> dict[str, object]:
        """Give the counts and the notes."""
        return {
            "format": self.format,
            "topics": self.topics,
            "documents": self.documents,
            "references": self.references,
            "peers": self.peers,
            "judgements": self.judgements,
            "covers": self.covers,
            "preferences": self.preferences,
            "notes": [dict(count) for count in self.counts],
        }


def reader(
    name: str,
    from_: str | None,
    *,
    evaluation: str | None,
    columns: Columns | str | None,
    peer: Peers | None,
    outside: bool,
) -> tuple[str, Read]:
    """The name of a source's format, and its reader with the options that it has."""
    if from_ is not None:
        FORMATS.get(from_)  # a wrong name first
    if name != "-" and not os.path.exists(name):
        raise SumscopeError("no such file or folder", where=name)
    table = columns is not None or peer is not None
    if from_ is None and not table:
        from_ = detect(name)
    read: Read
    if from_ is None or table:
        if from_ not in (None, "csv"):
            raise SumscopeError(f"columns and peer are for tables, not for the format {from_}")
        if os.path.isdir(name):
            raise SumscopeError(
                "the format was not recognized",
                where=name_of(name),
                hint=f"give --from {'|'.join(FORMATS.names())}",
            )
        from_, read = "table", functools.partial(_read_table, columns=columns, peer=peer)
    else:
        read = FORMATS.get(from_).read
    known = () if from_ == "table" else inspect.signature(read).parameters
    if evaluation is not None:
        if "evaluation" not in known:
            raise SumscopeError(f"the format {from_} does not have evaluations to choose from")
        read = functools.partial(cast(Any, read), evaluation=evaluation)
    if outside:
        if "outside" not in known:
            raise SumscopeError(f"the format {from_} does not name files outside its folder")
        read = functools.partial(cast(Any, read), outside=True)
    return from_, read


def _read_table(
    name: str, notes: Notes, columns: Columns | str | None, peer: Peers | None
) -> Iterator[dict[str, object]]:
    """The topics of a table, or of a corpus that gets more peers."""
    source = Source(name, columns, peer)
    for number, raw in source.lines():
        yield decode_line(raw, f"{source.name}:{number}")


def convert_source(
    name: str, out: str | os.PathLike[str], from_: str, read: Read, lang: str | None
) -> Conversion:
    """Write as a corpus what a reader finds, all in the language `lang` if one is given."""
    notes = Notes()
    totals = dict.fromkeys(KINDS, 0)

    def topics() -> Iterator[Topic]:
        found = False
        for value in read(name, notes):
            found = True
            if lang is not None:
                rest = {key: value[key] for key in value if key not in ("id", "lang")}
                value = {"id": value["id"], "lang": lang, **rest}
            topic = topic_from_json(value, f"{name}: topic {value.get('id')!r}")
            for key in totals:
                if key != "judgements":
                    totals[key] += len(getattr(topic, key))
            totals["judgements"] += sum(len(named) for named in topic.judgements.values())
            yield topic
        if not found:
            raise SumscopeError(f"found no topics in the format {from_}", where=name_of(name))

    count = write_corpus(out, topics())
    note_unknown(lang)
    return Conversion(
        format=from_, topics=count, notes=tuple(notes), counts=tuple(notes.to_json()), **totals
    )
