"""Add systems from their own files: one line per topic, or a table."""

from __future__ import annotations

import io
import json
import os
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import ExitStack
from pathlib import Path

from sumscope.core.errors import SumscopeError
from sumscope.corpus.columns import Roles, find_roles, is_topic, require
from sumscope.corpus.lm_eval import with_usual_columns
from sumscope.corpus.rows import (
    Rows,
    encoding_of,
    kind_of,
    objects_in,
    open_content,
    rows_of_content,
    rows_of_objects,
    rows_of_value,
)
from sumscope.corpus.tables import Groups, Numbered, TopicMaker

# A file, the texts themselves, or a table of them.
PeerLike = str | os.PathLike[str] | Sequence[str] | object
Peers = Mapping[str, PeerLike]

_TEXTS = (".txt", ".out", ".hyp")
_TABLES = (".csv", ".tsv", ".parquet", ".json", ".jsonl", ".csv.gz", ".tsv.gz", ".jsonl.gz")


def check_peers(peer: object) -> Peers:
    """Refuse what is not a mapping from names to summaries."""
    if not isinstance(peer, Mapping) or not all(isinstance(name, str) and name for name in peer):
        raise SumscopeError(
            f"peer={type(peer).__name__} is not a dict from the name of a system to its summaries",
            hint='write peer={"bart": "bart.txt"}',
        )
    return peer


class AddedPeer:
    """The summaries of one system, by topic or by place."""

    def __init__(self, name: str, given: PeerLike, stack: ExitStack) -> None:
        self.name = name
        self.where = os.fspath(given) if isinstance(given, str | os.PathLike) else f"peer {name!r}"
        self._by_topic: Groups | None = None
        self._in_order: Iterator[str] = iter(())
        self._used = 0
        table = self._open(given)
        if table is None:
            self._in_order = self._lines(given)
            return
        roles = find_roles(table.header, needs=("peers",))
        roles = self._alone(roles, table)
        require(roles, table.header, ("peers",), False)
        if len(roles.peers) > 1:
            raise SumscopeError(
                f"the table holds {len(roles.peers)} systems: {', '.join(roles.peers)}",
                where=self.where,
                hint="keep the column of the summaries, or give this table as the corpus",
            )
        plain = Roles(topic=roles.topic, peers=roles.peers)
        topics = TopicMaker(table, plain).topics()
        texts = ((str(topic["id"]), _first_summary(topic)) for _, topic in topics)
        if roles.topic is None:
            self._in_order = (text for _, text in texts)
            return
        self._by_topic = stack.enter_context(Groups())
        for topic, text in texts:
            if self._by_topic.get(topic) is not None:
                raise SumscopeError(f"the topic {topic!r} is given twice", where=self.where)
            self._by_topic.add(topic, json.dumps(text))
        self._by_topic.index()

    @staticmethod
    def _alone(roles: Roles, table: Rows) -> Roles:
        """The one column of texts of a table that has no other, whatever it is called."""
        texts = [n for n in table.header if n != roles.topic]
        one = roles.peers or (texts if len(texts) == 1 else roles.references or roles.documents)
        return Roles(topic=roles.topic, peers=tuple(one[:1] if not roles.peers else one))

    def _open(self, given: PeerLike) -> Rows | None:
        """The table that was given; None for texts in the order of the topics."""
        if isinstance(given, str | os.PathLike):
            path = Path(given)
            if not path.exists():
                raise SumscopeError("no such file", where=self.where)
            kind, name = kind_of(path, self.where), self.where.lower()
            if kind == "cells" and not name.endswith(_TABLES):
                return None
            if kind in ("empty", "jsonl") and name.endswith(_TEXTS):
                try:
                    first = next(objects_in(path, self.where, kind), None)
                except SumscopeError:
                    return None  # a text that begins with a brace
                if first is None or is_topic(first[1]):
                    return None
            return with_usual_columns(rows_of_content(path, self.where, kind))
        if isinstance(given, list | tuple):
            if all(isinstance(text, str) for text in given):
                return None
            if all(isinstance(row, Mapping) for row in given):
                return with_usual_columns(rows_of_objects(enumerate(given, 1), self.where))
        table = rows_of_value(given, self.where)
        if table is None and not hasattr(given, "to_list"):  # as a pandas or polars Series has
            raise SumscopeError(
                f"{self.where} is a {type(given).__name__}", hint="give a file or a list of texts"
            )
        return table

    def _lines(self, given: PeerLike) -> Iterator[str]:
        if not isinstance(given, str | os.PathLike):
            texts = given.to_list() if hasattr(given, "to_list") else given
            for number, text in enumerate(texts if isinstance(texts, Iterable) else (), 1):
                if not isinstance(text, str):
                    found = type(text).__name__
                    where = f"{self.where}: text {number}"
                    raise SumscopeError(f"expected a text, found {found}", where=where)
                yield text
            return
        encoding = encoding_of(Path(given), self.where)
        raw = open_content(Path(given), self.where)
        with io.TextIOWrapper(raw, encoding=encoding, newline="\n") as file:
            try:
                for line in file:
                    yield line.rstrip("\r\n")
            except UnicodeDecodeError:
                raise SumscopeError(
                    f"not {encoding.upper()} text", where=self.where, hint="save the file as UTF-8"
                ) from None

    def text_of(self, topic: str) -> str:
        """The summary of the next topic."""
        self._used += 1
        if self._by_topic is None:
            for text in self._in_order:
                return text
            raise SumscopeError(
                f"{self.where} has {self._used - 1} summaries and the corpus more topics",
                hint="give one line for each topic, in the order of the corpus; "
                "a summary of several lines needs a table",
            )
        found = self._by_topic.get(topic)
        if found is None:
            raise SumscopeError(f"there is no summary of the topic {topic!r}", where=self.where)
        return str(json.loads(found))

    def check_used(self) -> None:
        """Refuse summaries that belong to no topic."""
        if self._by_topic is None:
            left = sum(1 for text in self._in_order if text.strip())
        else:
            left = len(self._by_topic) - self._used
        if left:
            total = left + self._used
            raise SumscopeError(
                f"{self.where} has {total} summaries and the corpus {self._used} topics",
                hint="give one line for each topic, in the order of the corpus; "
                "a summary of several lines needs a table",
            )


def _first_summary(topic: Mapping[str, object]) -> str:
    """The text of a topic's only peer."""
    peers = topic["peers"]
    first = peers[0] if isinstance(peers, list) else None
    return str(first["text"]) if isinstance(first, dict) else ""


def with_peers(topics: Iterator[Numbered], peers: Peers) -> Iterator[Numbered]:
    """The topics with the summaries of more systems."""
    with ExitStack() as stack:
        added = [AddedPeer(name, given, stack) for name, given in peers.items()]
        for number, topic in topics:
            given = topic.get("peers")
            group = list(given) if isinstance(given, list | tuple) else [given] if given else []
            for one in added:
                if any(isinstance(p, Mapping) and p.get("id") == one.name for p in group):
                    raise SumscopeError(
                        f"the corpus has a peer {one.name!r} already",
                        where=one.where,
                        hint="give --peer another name",
                    )
                group.append({"id": one.name, "text": one.text_of(str(topic.get("id")))})
            yield number, {**topic, "peers": group}
        for one in added:
            one.check_used()
