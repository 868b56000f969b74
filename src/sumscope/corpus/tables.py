"""Rows of a table into topics of a corpus, as a stream.

Where a row is a topic, topics come as rows come. Where a row is one summary (a column names the
system or the judge), the rows of a topic may lie far apart: they are grouped on disk, so that
memory does not grow with the table.
"""

from __future__ import annotations

import ast
import io
import json
import math
import sqlite3
import tempfile
import token
import tokenize
from collections.abc import Iterator, Mapping
from decimal import Decimal
from pathlib import Path
from typing import Any

from sumscope.core.errors import SumscopeError
from sumscope.corpus.cells import is_missing, name_in, number_in, truth_in, value_in
from sumscope.corpus.columns import Roles, text_name
from sumscope.corpus.rows import Row, Rows
from sumscope.corpus.schema import TOPIC_KEYS
from sumscope.corpus.topic_builder import Draft

_NOT_A_LIST = (token.NAME, token.NUMBER, token.ERRORTOKEN)
# Missing values that were written out as text, by str(float("nan")) and the like.
_SPELLED = ("nan", "NaN", "<NA>")

# A topic as JSON of the contract, and the number of the row that it begins in.
Numbered = tuple[int, dict[str, object]]


class TopicMaker:
    """Makes topics of the rows of one table."""

    def __init__(self, table: Rows, roles: Roles) -> None:
        self.table = table
        self.roles = roles
        self._used = roles.used
        self.empty: dict[str, int] = {}  # cells without a text, by column
        self.later: dict[str, None] = {}  # keys of objects that the header lacks

    def topics(self) -> Iterator[Numbered]:
        """The topics, in the order in which they first appear."""
        if self.roles.grouped:
            yield from self._grouped()
            return
        for at, (number, row) in enumerate(self.table.rows, 1):
            draft = self._draft(row, number, at)
            self._take(draft, row, number)
            yield number, self._done(draft)

    def _grouped(self) -> Iterator[Numbered]:
        with Groups() as groups:
            for at, (number, row) in enumerate(self.table.rows, 1):
                key = self._topic_id(row, number, at)
                groups.add(key, json.dumps([number, _plain(row)], ensure_ascii=False))
            for _, lines in groups:
                draft, first = None, 0
                for line in lines:
                    number, row = json.loads(line)
                    if draft is None:
                        draft, first = self._draft(row, number, 0), number
                    self._take(draft, row, number)
                if draft is not None:
                    yield first, self._done(draft)

    def _topic_id(self, row: Row, number: int, at: int) -> str:
        if self.roles.topic is None:
            return str(at)
        cell = row.get(self.roles.topic)
        several = isinstance(cell, list | Mapping)
        name = None if several else name_in(cell)
        if name is None:
            what = "a topic has one name, found several" if several else "the row has no topic"
            raise SumscopeError(what, where=self.table.place(number, self.roles.topic))
        return name

    def _draft(self, row: Row, number: int, at: int) -> Draft:
        lang = name_in(row.get(self.roles.lang)) if self.roles.lang is not None else None
        return Draft(self._topic_id(row, number, at), lang)

    def _done(self, draft: Draft) -> dict[str, object]:
        draft.mark_humans()
        return draft.to_json()

    def _take(self, draft: Draft, row: Row, number: int) -> None:
        roles = self.roles
        if len(row) > len(self.table.header):
            self.later |= dict.fromkeys(key for key in row if key not in self.table.header)
        date = name_in(row.get(roles.date)) if roles.date is not None else None
        said = {"date": date} if date is not None else {}
        for column in roles.documents:
            self._sources(draft, "documents", column, row.get(column), number, said)
        found = [
            self._sources(draft, "references", column, row.get(column), number, {})
            for column in roles.references
        ]
        if roles.references and not any(found):
            column = roles.references[0]
            if is_missing(row.get(column)):
                raise self._missing(number, column, row.get(column))
            self.empty[column] = self.empty.get(column, 0) + 1
        extra = {
            key if key not in TOPIC_KEYS else f"column.{key}": (
                value_in(cell) if isinstance(cell, str) else _plain_value(cell)
            )
            for key, cell in row.items()
            if key not in self._used
            and not is_missing(cell)
            and (not isinstance(cell, str) or cell)
        }
        if roles.system is not None:
            self._summary(draft, row, number, extra)
            return
        for column in roles.peers:
            self._peer(draft, text_name(column), column, row.get(column), number, {})
        self._judgements(draft, row, number, None)
        draft.extra.update(extra)

    def _summary(self, draft: Draft, row: Row, number: int, extra: dict[str, object]) -> None:
        """One summary a row: the peer is named in it."""
        system = str(self.roles.system)
        name = name_in(row.get(system))
        if name is None:
            raise SumscopeError("the row names no system", where=self.table.place(number, system))
        human = self.roles.human
        if human is not None and truth_in(row.get(human), self.table.place(number, human)):
            extra = {"human": True, **extra}
        reserved = {f"column.{k}" if k in ("id", "text", "sentences", "extract") else k: v
                    for k, v in extra.items()}  # fmt: skip
        for column in self.roles.peers:
            self._peer(draft, name, column, row.get(column), number, reserved)
        self._judgements(draft, row, number, name)

    def _sources(
        self, draft: Draft, group: str, column: str, cell: object, number: int, said: dict[str, str]
    ) -> bool:
        """Add the texts of a cell that the topic does not have yet; whether there were any."""
        texts = [text for text in self._texts(cell, number, column) or () if text.strip()]
        base = text_name(column)
        for text in texts:
            rows = draft.texts[group]
            if any(known["text"] == text for known in rows):
                continue
            taken = {known["id"] for known in rows}
            wanted, n = base if len(texts) == 1 else f"{base}.1", 1
            while wanted in taken:
                n += 1
                wanted = f"{base}.{n}"
            draft.add(group, wanted, text, **said)
        return bool(texts)

    def _peer(
        self, draft: Draft, name: str, column: str, cell: object, number: int, extra: Row
    ) -> None:
        texts = self._texts(cell, number, column)
        if texts is None:
            raise self._missing(number, column, cell)
        if len(texts) > 1:
            raise SumscopeError(
                f"the cell holds a list of {len(texts)} texts, but a peer has one summary",
                where=self.table.place(number, column),
                hint="join its sentences with line breaks, or give each its own column",
            )
        text = texts[0] if texts else ""
        if not text.strip():
            self.empty[column] = self.empty.get(column, 0) + 1
        same = next((row for row in draft.texts["peers"] if row["id"] == name), None)
        if same is None:
            draft.add("peers", name, text, **extra)
        elif same["text"] != text:
            raise SumscopeError(
                f"topic {draft.id!r} has two different summaries by {name!r}",
                where=self.table.place(number, column),
                hint="name the column of the topic or of the system with --columns "
                '"topic=COLUMN, system=COLUMN"',
            )

    def _texts(self, cell: object, number: int, column: str) -> list[str] | None:
        """The texts of a cell; None where a value is missing."""
        if isinstance(cell, str):
            if cell.strip() in _SPELLED:
                raise self._missing(number, column, cell)
            return list_in(cell)
        if is_missing(cell):
            return None
        if hasattr(cell, "tolist"):
            cell = cell.tolist()
        if isinstance(cell, list | tuple):
            for item in cell:
                if not isinstance(item, str):
                    raise self._wrong(item, number, column, "a list of texts, found in it")
            return [str(item) for item in cell]
        raise self._wrong(cell, number, column, "a text, found")

    def _wrong(self, cell: object, number: int, column: str, expected: str) -> SumscopeError:
        kind = {dict: "an object", int: "the number", float: "the number"}.get(type(cell))
        shown = f" {cell!r}"[:40] if isinstance(cell, int | float) else ""
        return SumscopeError(
            f"expected {expected} {kind or type(cell).__name__}{shown}",
            where=self.table.place(number, column),
            hint="name the column of texts with --columns",
        )

    def _missing(self, number: int, column: str, cell: object) -> SumscopeError:
        found = "null" if cell is None else "NaN" if is_missing(cell) else repr(cell)
        return SumscopeError(
            f"the text is missing ({found})",
            where=self.table.place(number, column),
            hint='leave the row out, or write an empty text for an empty summary (fillna(""))',
        )

    def _judgements(self, draft: Draft, row: Row, number: int, peer: str | None) -> None:
        for column in self.roles.judgements:
            place = self.table.place(number, column)
            value = number_in(row.get(column), place, self.table.decimal)
            name = text_name(column)
            owner = peer
            if owner is None:
                names = [text_name(one) for one in self.roles.peers]
                owner, _, inner = name.rpartition(".")
                if owner in names:
                    name = inner
                elif len(names) == 1:
                    owner = names[0]
                else:
                    raise SumscopeError(
                        "a judgement belongs to one of several summaries of the row",
                        where=self.table.place(number, column),
                        hint="name the column judgement.PEER.NAME",
                    )
            if self.roles.judge is None:
                draft.judge(owner, name, value)
            elif value is not None:
                judge = name_in(row.get(self.roles.judge))
                if judge is None:
                    where = self.table.place(number, self.roles.judge)
                    raise SumscopeError("the row names no judge", where=where)
                draft.judge(owner, name, value, judge)


def list_in(cell: str) -> list[str]:
    """The texts of a cell of a CSV file: one, or those of a list in JSON or as Python prints it."""
    bare = cell.strip()
    if not (bare.startswith("[") and bare.endswith("]")):
        return [cell]
    try:
        value = json.loads(bare)
    except (ValueError, RecursionError):
        value = _python_list(bare)
    if isinstance(value, list) and all(isinstance(item, str) for item in value):
        return list(value)
    return [cell]


def _python_list(text: str) -> list[str] | None:
    """`['a', "b"]` of Python, or `['a' 'b']` of numpy."""
    found = []
    try:
        for part in tokenize.generate_tokens(io.StringIO(text).readline):
            if part.type == token.STRING:
                found.append(ast.literal_eval(part.string))
            elif part.type in _NOT_A_LIST or (part.type == token.OP and part.string not in "[],"):
                return None
    except (tokenize.TokenError, SyntaxError, ValueError, IndentationError):
        return None
    return found


def _plain(row: Row) -> dict[str, object]:
    return {key: _plain_value(cell) for key, cell in row.items()}


def _plain_value(cell: object) -> Any:
    """A cell as a value that JSON knows."""
    if is_missing(cell):
        return None
    if isinstance(cell, float | Decimal):
        return float(cell) if math.isfinite(cell) else str(cell)
    if isinstance(cell, str | int | bool):
        return cell
    if hasattr(cell, "tolist"):
        return _plain_value(cell.tolist())
    if isinstance(cell, Mapping):
        return {str(key): _plain_value(value) for key, value in cell.items()}
    if isinstance(cell, list | tuple):
        return [_plain_value(value) for value in cell]
    return str(cell)


class Groups:
    """Lines by key, in the order in which keys first came; kept on disk."""

    def __init__(self) -> None:
        self._folder = tempfile.TemporaryDirectory(prefix="sumscope-")
        self._base = sqlite3.connect(str(Path(self._folder.name) / "groups"))
        self._base.execute("PRAGMA journal_mode = OFF")
        self._base.execute("PRAGMA synchronous = OFF")
        self._base.execute("CREATE TABLE key (name TEXT PRIMARY KEY, at INTEGER) WITHOUT ROWID")
        self._base.execute("CREATE TABLE line (at INTEGER, text TEXT)")
        self._last: tuple[str, int] = ("", -1)
        self._count = 0

    def __enter__(self) -> Groups:
        return self

    def __exit__(self, *_: object) -> None:
        self._base.close()
        self._folder.cleanup()

    def add(self, key: str, text: str) -> None:
        """Add a line to a group."""
        if key != self._last[0] or self._last[1] < 0:
            found = self._base.execute("SELECT at FROM key WHERE name = ?", (key,)).fetchone()
            at = self._count if found is None else int(found[0])
            if found is None:
                self._base.execute("INSERT INTO key VALUES (?, ?)", (key, at))
                self._count += 1
            self._last = (key, at)
        self._base.execute("INSERT INTO line VALUES (?, ?)", (self._last[1], text))

    def get(self, key: str) -> str | None:
        """The first line of a group."""
        found = self._base.execute(
            "SELECT line.text FROM key JOIN line ON line.at = key.at WHERE name = ? "
            "ORDER BY line.rowid LIMIT 1",
            (key,),
        ).fetchone()
        return None if found is None else str(found[0])

    def __len__(self) -> int:
        return self._count

    def index(self) -> None:
        """Make lookups quick, once all lines are there."""
        self._base.execute("CREATE INDEX by_key ON line (at)")

    def __iter__(self) -> Iterator[tuple[int, list[str]]]:
        held: list[str] = []
        last = 0
        for at, text in self._base.execute("SELECT at, text FROM line ORDER BY at, rowid"):
            if at != last and held:
                yield last, held
                held = []
            last = at
            held.append(text)
        if held:
            yield last, held
