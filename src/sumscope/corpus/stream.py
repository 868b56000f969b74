"""Sources of topics: a corpus file, a table, standard input or values, with one hash."""

from __future__ import annotations

import contextlib
import hashlib
import itertools
import json
import os
import shutil
import stat
import sys
import tempfile
import weakref
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import IO, TYPE_CHECKING, Any

from sumscope.core.errors import SumscopeError
from sumscope.core.notice import say
from sumscope.core.values import Topic
from sumscope.corpus.columns import find_roles, is_topic, require
from sumscope.corpus.jsonl import dump_topic, iter_lines, name_of
from sumscope.corpus.lm_eval import with_usual_columns
from sumscope.corpus.rows import (
    Rows,
    Unit,
    kind_of,
    objects_in,
    rows_of_content,
    rows_of_objects,
    rows_of_value,
)

if TYPE_CHECKING:
    from sumscope.corpus.columns import Columns
    from sumscope.corpus.peer_files import Peers
    from sumscope.corpus.tables import Numbered

EXPECTED = "give a path, a pandas or polars frame, a Dataset, or a list of topics or rows"


@dataclass(frozen=True)
class Corpus:
    """Data to be read as a corpus, with options for reading it.

    `columns` says which column of a table holds what, as in `{"reference": "gold"}`; `peer` maps
    the names of added systems to their files or texts. Every function that takes a corpus takes
    this value.

    >>> import sumscope
    >>> rows = [{"id": 1, "gold": "A cat sat down.", "bart": "The cat sat."}]
    >>> corpus = sumscope.Corpus(rows, columns={"reference": "gold", "peer": "bart"})
    >>> sumscope.score(corpus, ["rouge-1"]).to_json()[0]["value"]
    0.5
    """

    data: Any
    columns: Columns | str | None = None
    peer: Peers | None = None

    @property
    def paths(self) -> tuple[Path, ...]:
        """The files behind it, where there are any."""
        values = (self.data, *(self.peer or {}).values())
        return tuple(Path(one) for one in values if isinstance(one, str | os.PathLike))


def with_options(
    corpus: CorpusLike, columns: Columns | str | None, peer: Peers | None
) -> CorpusLike:
    """The corpus with the options of a function, where any is given."""
    if columns is None and peer is None:
        return corpus
    if isinstance(corpus, Source | Corpus):
        raise SumscopeError("columns and peer are in the corpus already", hint="leave them out")
    return Corpus(corpus, columns, peer)


class Source:
    """A corpus that can be read more than once, in constant memory where it is a file.

    A table is made into topics once, in a temporary file. `columns` says which column holds what
    (a dict, or as `--columns` spells it); `peer` maps names of further systems to their files or
    texts. `needs` names what a table must have for the work at hand.
    """

    def __init__(
        self,
        corpus: CorpusLike,
        columns: Columns | str | None = None,
        peer: Peers | None = None,
        needs: Iterable[str] = (),
    ) -> None:
        self._values: list[bytes] | None = None
        self._path: Path | None = None
        self._made: Path | None = None
        self._state: tuple[int, int, int, int] | None = None
        self.columns: str | None = None  # what was taken for what, for a table
        self._needs = tuple(needs)
        self._said = columns
        self._peer: Peers = {}
        if peer is not None:
            from sumscope.corpus.peer_files import check_peers

            self._peer = check_peers(peer)
        if isinstance(corpus, str | os.PathLike):
            self._open_file(corpus)
        else:
            self.name = "the given corpus"
            self._open_value(corpus)
        if self.columns is None and columns is not None:
            raise SumscopeError(
                "columns are for tables, and this is a corpus", where=self.name, hint="leave it out"
            )

    @classmethod
    def of(
        cls,
        corpus: CorpusLike,
        columns: Columns | str | None = None,
        peer: Peers | None = None,
        needs: Iterable[str] = (),
    ) -> Source:
        """A source of anything that is taken for a corpus; a source is one already."""
        corpus = with_options(corpus, columns, peer)
        if isinstance(corpus, Source):
            return corpus
        if isinstance(corpus, Corpus):
            return cls(corpus.data, corpus.columns, corpus.peer, needs)
        return cls(corpus, None, None, needs)

    def _open_file(self, corpus: str | os.PathLike[str]) -> None:
        self.name = name_of(corpus)
        self._path = Path(corpus)
        # What can be read once only is read twice (hash, then work), so it is laid down first.
        if self.name == "<stdin>":
            self._path = self._copied(sys.stdin.buffer)
        elif self._path.is_fifo():
            with self._path.open("rb") as pipe:
                self._path = self._copied(pipe)
        self._state = self._now()
        kind = kind_of(self._path, self.name)
        if kind in ("cells", "parquet"):
            self._from_table(rows_of_content(self._path, self.name, kind))
            return
        objects = objects_in(self._path, self.name, kind)
        try:
            first = next(objects, None)
        except SumscopeError:
            if kind != "jsonl":
                raise
            first = None
        if first is None and kind != "array":
            return  # the reader of topics says what is wrong
        objects = objects if first is None else itertools.chain([first], objects)
        if first is None or not is_topic(first[1], self._said):
            unit: Unit = "line" if kind == "jsonl" else "row"
            self._from_table(rows_of_objects(objects, self.name, unit))
        elif kind != "jsonl" or self._peer:
            self._lay_down((number, dict(topic)) for number, topic in objects)

    def _open_value(self, corpus: Any) -> None:
        table = rows_of_value(corpus, self.name)
        if table is not None:
            self._from_table(table)
            return
        if isinstance(corpus, bytes) or not isinstance(corpus, Iterable):
            raise SumscopeError(f"the corpus is a {type(corpus).__name__}", hint=EXPECTED)
        items = iter(corpus)
        first = next(items, None)
        if first is None:
            raise SumscopeError("the corpus is empty: it has no topics", hint=EXPECTED)
        rest = itertools.chain([first], items)
        if isinstance(first, Mapping) and not is_topic(first, self._said):
            rows = ((n, _row(item, n)) for n, item in enumerate(rest, 1))
            self._from_table(rows_of_objects(rows, self.name))
            return
        if isinstance(first, Topic) and not self._peer:
            self._values = [dump_topic(_topic(item)).strip() for item in rest]
            return
        self._lay_down((n, _topic_json(item)) for n, item in enumerate(rest, 1))

    def _from_table(self, table: Rows) -> None:
        if self._said is None and {"topic", "kind", "id", "text"} <= set(table.header):
            from sumscope.corpus.formats.csv import topics_in

            self.columns = "one text a row (topic, kind, id, text)"
            self._lay_down(enumerate(topics_in(table), 1))
            return
        from sumscope.corpus.tables import TopicMaker

        table = with_usual_columns(table)
        added = bool(self._peer)
        roles = find_roles(table.header, self._said, added_peers=added, needs=self._needs)
        try:
            require(roles, table.header, self._needs, added)
        except SumscopeError as error:
            raise SumscopeError(error.what, where=self.name, hint=error.hint) from None
        self.columns = roles.describe()
        maker = TopicMaker(table, roles)
        say(f"{self.name}: {self.columns}")
        self._lay_down(maker.topics())
        for column, count in maker.empty.items():
            cells = "1 cell is" if count == 1 else f"{count} cells are"
            say(f"{self.name}: {cells} empty in the column {column}")
        if maker.later:
            listed = ", ".join(maker.later)
            say(f"{self.name}: not used, since the first rows do not have it: {listed}")

    def _spool(self) -> tuple[Any, Path]:
        """A temporary file, without a name where the system can reopen such a one."""
        if os.path.exists("/proc/self/fd"):
            spool: Any = tempfile.TemporaryFile(prefix="sumscope-")  # noqa: SIM115
            path = Path(f"/proc/self/fd/{spool.fileno()}")
            weakref.finalize(self, _discard, spool, None)
        else:
            # Windows does not open a file a second time that goes when it is closed.
            spool = tempfile.NamedTemporaryFile(prefix="sumscope-", delete=False)  # noqa: SIM115
            path = Path(spool.name)
            weakref.finalize(self, _discard, spool, path)
        return spool, path

    def _copied(self, stream: IO[bytes]) -> Path:
        spool, path = self._spool()
        shutil.copyfileobj(stream, spool)
        spool.flush()
        return path

    def _now(self) -> tuple[int, int, int, int] | None:
        """Which file it is and in which state; None for values and what is not there."""
        if self._path is None:
            return None
        try:
            found = self._path.stat()
        except OSError:
            return None
        if not stat.S_ISREG(found.st_mode):
            return None
        return found.st_dev, found.st_ino, found.st_size, found.st_mtime_ns

    def check_unchanged(self) -> None:
        """Refuse to go on with a file that is no longer the one this began with."""
        if self._state is not None and self._now() != self._state:
            raise SumscopeError(
                "the corpus was changed or replaced while it was being read",
                where=self.name,
                hint="run the command again",
            )

    def _lay_down(self, topics: Iterator[Numbered]) -> None:
        """Write topics, each with the number of its row, to a file that is read from then on."""
        if self._peer:
            from sumscope.corpus.peer_files import with_peers

            topics = with_peers(topics, self._peer)
        spool, path = self._spool()
        found = False
        for number, topic in topics:
            found = True
            line = json.dumps(topic, ensure_ascii=False)
            spool.write(b"%d\t%s\n" % (number, line.encode("utf-8", "surrogatepass")))
        spool.flush()
        if not found:
            raise SumscopeError("the table has no rows", where=self.name)
        self._made = path

    @property
    def paths(self) -> tuple[Path, ...]:
        """The files behind it, where there are any."""
        files = [Path(p) for p in self._peer.values() if isinstance(p, str | os.PathLike)]
        return tuple(files) if self._path is None else (self._path, *files)

    def lines(self) -> Iterator[tuple[int, bytes]]:
        """The lines that hold a topic, numbered from 1 (the rows of a table as its file has)."""
        if self._made is not None:
            yield from self._laid_down(self._made)
        elif self._path is not None:
            yield from iter_lines(self._path, self.name)
            self.check_unchanged()
        else:
            yield from list(enumerate(self._values or (), 1))

    @staticmethod
    def _laid_down(path: Path) -> Iterator[tuple[int, bytes]]:
        with path.open("rb") as file:
            for raw in file:
                number, _, line = raw.rstrip(b"\n").partition(b"\t")
                yield int(number), line

    @cached_property
    def sha256(self) -> str:
        """The hash of the file as it lies there (of the lines, for values and added peers)."""
        digest = hashlib.sha256()
        if self._path is not None and not self._peer:
            with self._path.open("rb") as file:
                while block := file.read(1 << 20):
                    digest.update(block)
            self.check_unchanged()
            if self.columns is not None:
                digest.update(self.columns.encode("utf-8", "surrogatepass"))
        else:
            for _, raw in self.lines():
                digest.update(raw + b"\n")
        return digest.hexdigest()

    @cached_property
    def bytes(self) -> int:
        """How many bytes of text there are to work on (one more pass over a compressed file)."""
        path = self._made or self._path
        if self._values is None and path is not None and path.suffix != ".gz":
            return path.stat().st_size
        return sum(len(raw) for _, raw in self.lines())


# A path, topics, rows, a frame or a dataset; the latter two by what they offer, not by type.
CorpusLike = str | os.PathLike[str] | Iterable[Any] | Source | Corpus


def _topic(item: object) -> Topic:
    if isinstance(item, Topic):
        return item
    raise SumscopeError(
        f"the corpus holds a {type(item).__name__} where a Topic was expected", hint=EXPECTED
    )


def _row(item: object, number: int) -> Mapping[str, object]:
    if isinstance(item, Mapping):
        return item
    raise SumscopeError(
        f"the corpus holds a {type(item).__name__} where a row was expected",
        where=f"row {number}",
        hint=EXPECTED,
    )


def _topic_json(item: object) -> dict[str, object]:
    if isinstance(item, Mapping):
        return dict(item)
    value: dict[str, object] = json.loads(dump_topic(_topic(item)))
    return value


def _discard(spool: IO[bytes], path: Path | None) -> None:
    """Close and remove a temporary file; what it could not hold (a full disk) was said before."""
    with contextlib.suppress(OSError):
        spool.close()
    if path is not None:
        path.unlink(missing_ok=True)
