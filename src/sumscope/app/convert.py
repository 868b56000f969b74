"""Other people's formats into a corpus."""

from __future__ import annotations

import functools
import inspect
import os
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, cast

from sumscope.core.errors import SumscopeError
from sumscope.core.files import output
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


def _table(
    name: str, notes: Notes, columns: Columns | str | None, peer: Peers | None
) -> Iterator[dict[str, object]]:
    """The topics of a table, or of a corpus that gets more peers."""
    source = Source(name, columns, peer)
    for number, raw in source.lines():
        yield decode_line(raw, f"{source.name}:{number}")


def convert(
    source: str | os.PathLike[str],
    out: str | os.PathLike[str],
    from_: str | None = None,
    lang: str | None = None,
    *,
    evaluation: str | None = None,
    columns: Columns | str | None = None,
    peer: Peers | None = None,
    outside: bool = False,
) -> Conversion:
    """Read `source` in the format `from_` and write it as a corpus.

    Without `from_`, the format is detected; any other source is read as a table, with `columns` and
    `peer` as in `sumscope.score`.

    - `lang`: language of every topic, instead of what the format says.
    - `evaluation`: the evaluation whose peers are used, if a DUC or TAC folder has several
      (default: the first by name).
    - `outside`: allow a ROUGE settings file to name files outside its own folder.

    Anything odd but not fatal (a dangling link, a file in another encoding) is counted in the
    notes of the result. The output is written atomically.

    >>> import pathlib, sumscope
    >>> text = "id,reference,prediction\\n1,A cat sat.,The cat sat.\\n"
    >>> _ = pathlib.Path("t.csv").write_text(text)
    >>> sumscope.convert("t.csv", "t.jsonl").topics
    1
    """
    name = os.fspath(source)
    if from_ is not None:
        FORMATS.get(from_)  # a wrong name first
    if name != "-" and not os.path.exists(name):
        raise SumscopeError("no such file or folder", where=name)
    if from_ is None and columns is None and peer is None:
        from_ = detect(name)
    read: Callable[[str, Notes], Iterator[dict[str, object]]]
    if from_ is None or columns is not None or peer is not None:
        if from_ not in (None, "csv"):
            raise SumscopeError(f"columns and peer are for tables, not for the format {from_}")
        if os.path.isdir(name):
            what, hint = (
                "the format was not recognized",
                f"give --from {'|'.join(FORMATS.names())}",
            )
            raise SumscopeError(what, where=name_of(name), hint=hint)
        from_, read = "table", functools.partial(_table, columns=columns, peer=peer)
    else:
        read = FORMATS.get(from_).read
    if evaluation is not None:
        if from_ == "table" or "evaluation" not in inspect.signature(read).parameters:
            raise SumscopeError(f"the format {from_} does not have evaluations to choose from")
        read = functools.partial(cast(Any, read), evaluation=evaluation)
    if outside:
        if from_ == "table" or "outside" not in inspect.signature(read).parameters:
            raise SumscopeError(f"the format {from_} does not name files outside its folder")
        read = functools.partial(cast(Any, read), outside=True)
    notes = Notes()
    kinds = ("documents", "references", "peers", "judgements", "covers", "preferences")
    totals = dict.fromkeys(kinds, 0)

    def topics() -> Iterator[Topic]:
        found = False
        for value in read(name, notes):
            found = True
            if lang is not None:
                rest = {key: value[key] for key in value if key not in ("id", "lang")}
                value = {"id": value["id"], "lang": lang, **rest}
            topic = topic_from_json(value, f"{name}: topic {value.get('id')!r}")
            for key in ("documents", "references", "peers", "covers", "preferences"):
                totals[key] += len(getattr(topic, key))
            totals["judgements"] += sum(len(named) for named in topic.judgements.values())
            yield topic
        if not found:
            raise SumscopeError(f"found no topics in the format {from_}", where=name_of(name))

    with output(out, [source, *(peer or {}).values()], stdout=True):
        count = write_corpus(out, topics())
    note_unknown(lang)
    return Conversion(
        format=from_, topics=count, notes=tuple(notes), counts=tuple(notes.to_json()), **totals
    )
