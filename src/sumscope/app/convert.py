"""Other people's formats into a corpus."""

from __future__ import annotations

import os
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from sumscope.core.errors import SumscopeError
from sumscope.core.notebook import NotebookRepr
from sumscope.core.values import Topic
from sumscope.corpus import formats
from sumscope.corpus.jsonl import name_of, write_corpus
from sumscope.corpus.notes import Notes
from sumscope.corpus.schema import topic_from_json
from sumscope.text import note_unknown


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
    notes: tuple[str, ...]
    counts: tuple[dict[str, Any], ...]

    def to_json(self) -> dict[str, Any]:
        """Give the counts and the notes."""
        return {
            "format": self.format,
            "topics": self.topics,
            "documents": self.documents,
            "references": self.references,
            "peers": self.peers,
            "judgements": self.judgements,
            "covers": self.covers,
            "notes": [dict(count) for count in self.counts],
        }


def convert(
    source: str | os.PathLike[str],
    out: str | os.PathLike[str],
    from_: str,
    lang: str | None = None,
) -> Conversion:
    """Read `source` in the format `from_` and write it as a corpus.

    `lang` is set on every topic, in place of what the format says. What is odd but not fatal (a
    link to nothing, a file in another encoding) is counted in the notes of the result. The output
    is written whole or not at all.
    """
    reader = formats.load(from_)
    name = os.fspath(source)
    if name != "-" and not os.path.exists(name):
        raise SumscopeError("no such file or folder", where=name)
    notes = Notes()
    totals = dict.fromkeys(("documents", "references", "peers", "judgements", "covers"), 0)

    def topics() -> Iterator[Topic]:
        found = False
        for value in reader.read(name, notes):
            found = True
            if lang is not None:
                rest = {key: value[key] for key in value if key not in ("id", "lang")}
                value = {"id": value["id"], "lang": lang, **rest}
            topic = topic_from_json(value, f"{name}: topic {value.get('id')!r}")
            for key in ("documents", "references", "peers", "covers"):
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
