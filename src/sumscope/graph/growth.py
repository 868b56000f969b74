"""Growth of the word network of a text: the numbers of one text and of many."""

from __future__ import annotations

import functools
import itertools
import os
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, TypedDict

from sumscope.core.errors import SumscopeError
from sumscope.core.lazy import optional
from sumscope.core.progress import Progress
from sumscope.core.results import NotebookRepr, Result
from sumscope.core.tables import ResultTable, table
from sumscope.core.values import Undefined
from sumscope.jobs.engine import Engine, in_order
from sumscope.jobs.job import CHUNK_BYTES
from sumscope.text.pieces import PathLike, TextPieces

if TYPE_CHECKING:
    import pandas
    import polars

    from sumscope.graph.words import WordNetwork


class NetworkMeasures(TypedDict):
    """Means over a word network, and its degree distribution as pairs of degree and count."""

    clustering: float | None
    degree: float | None
    path: float | None
    degrees: list[list[int]]


@dataclass(frozen=True, eq=False)
class Growth(NotebookRepr):
    """How the word network of one text grew; `network` is what it came from."""

    file: str
    lang: str | None
    nodes: int
    associations: int
    deviation: float | None
    reason: str | None
    network: WordNetwork

    def to_json(self, curve: bool = False, measures: bool = False) -> dict[str, object]:
        """The contract's shape, with `components` and the network measures on demand."""
        value: dict[str, object] = {
            "file": self.file,
            "nodes": self.nodes,
            "associations": self.associations,
            "deviation": self.deviation,
            "reason": self.reason,
        }
        if curve:
            value["components"] = self.network.components().tolist()
        if measures:
            value["network"] = self.measures()
        return value

    def measures(self) -> NetworkMeasures:
        """Clustering, degree and path of the network, and its degree distribution."""
        found = self.network
        if not self.associations:
            return {"clustering": None, "degree": None, "path": None, "degrees": []}
        total, pairs = found.path_lengths()
        return {
            "clustering": float(found.clustering().mean()),
            "degree": float(found.out_degrees.mean()),
            "path": total / pairs if pairs else None,
            "degrees": [[degree, count] for degree, count in found.degree_distribution().items()],
        }


@dataclass(frozen=True, repr=False)
class GrowthTable(Result):
    """One row per text, in the order given."""

    pictures = "sumscope.report.notebook:growth_pictures"

    rows: tuple[Growth, ...]
    curve: bool = False
    measures: bool = False

    def __iter__(self) -> Iterator[Growth]:
        return iter(self.rows)

    def __len__(self) -> int:
        return len(self.rows)

    def to_json(self) -> list[dict[str, object]]:
        """A list of `{"file","nodes","associations","deviation","reason"}`."""
        return [row.to_json(self.curve, self.measures) for row in self.rows]

    def tables(self) -> Iterator[ResultTable]:
        """The numbers of every text."""
        heading = ["text", "nodes", "associations", "deviation"]
        rows: list[tuple[str | int | float | None, ...]] = []
        notes = []
        for row in self.rows:
            cells = (row.file, row.nodes, row.associations, row.deviation)
            if row.reason is not None:
                notes.append(f"{row.file}: no deviation: {row.reason}")
            if not self.measures:
                rows.append(cells)
                continue
            means = row.measures()
            rows.append((*cells, means["clustering"], means["degree"], means["path"]))
            if row.nodes:
                degrees = row.network.degree_distribution().items()
                hubs = ", ".join(f"{lemma} ({degree})" for lemma, degree in row.network.hubs())
                by_degree = ", ".join(f"{degree}: {count}" for degree, count in degrees)
                notes.append(f"{row.file}: lemmas by degree: {by_degree}")
                notes.append(f"{row.file}: hubs: {hubs}")
        if self.measures:
            heading += ["clustering", "degree", "path"]
        yield table("growth", "Growth", heading, rows, 5, notes)

    def points(self) -> Iterator[tuple[str, int, int, float]]:
        """Every point of every curve: text, associations M, components f(M), straight line g(M)."""
        for row in self.rows:
            components, line = row.network.components().tolist(), row.network.line().tolist()
            for m, (f, g) in enumerate(zip(components, line, strict=True)):
                yield row.file, m, f, g

    def to_pandas(self) -> pandas.DataFrame:
        """A pandas DataFrame, one row per text."""
        rows = [row.to_json() for row in self.rows]
        return optional("pandas", "pandas").DataFrame(rows).astype({"deviation": float})

    def to_polars(self) -> polars.DataFrame:
        """A polars DataFrame, one row per text."""
        polars = optional("polars", "polars")
        kinds = (polars.String, polars.Int64, polars.Int64, polars.Float64, polars.String)
        names = ("file", "nodes", "associations", "deviation", "reason")
        rows = [tuple(row.to_json()[name] for name in names) for row in self.rows]
        return polars.DataFrame(rows, schema=dict(zip(names, kinds, strict=True)), orient="row")


def measured(name: str, lang: str | None, network: WordNetwork) -> Growth:
    """The row of one network."""
    value = network.deviation
    missing = isinstance(value, Undefined)
    return Growth(
        file=name,
        lang=lang,
        nodes=network.nodes,
        associations=network.associations,
        deviation=None if isinstance(value, Undefined) else value,
        reason=value.reason if isinstance(value, Undefined) and missing else None,
        network=network,
    )


def guess_language(text: str) -> str | None:
    """`en` or `pt`, whose stop words cover more of the text; None where neither covers a tenth."""
    from sumscope.text import pipeline
    from sumscope.text.languages import languages

    shares = []
    for lang in (code for code, one in languages().items() if one.guessed):
        pipe = pipeline(lang)
        words = pipe.words(text)
        hits = sum(map(pipe.is_stop, words))
        shares.append((hits / max(1, len(words)), lang))
    best, lang = max(shares, key=lambda share: share[0])
    return lang if best >= 0.1 else None


# The largest text that is sent to another machine in one piece.
MOST_BYTES = 64 << 20


@dataclass(frozen=True)
class GrowthTask:
    """How every text is read."""

    lang: str | None
    stop_words: frozenset[str] | None
    encoding: str


@dataclass(frozen=True)
class TextChunk:
    """Consecutive texts: names, and their bytes where the worker may not see the files."""

    texts: tuple[tuple[PathLike, bytes | None], ...]
    size: int


def growth_rows(
    names: Sequence[PathLike], task: GrowthTask, engine: Engine, progress: Progress | None
) -> list[Growth]:
    """One row per text, in the order given."""
    sizes = [os.path.getsize(name) if os.path.isfile(name) else 0 for name in names]
    total = sum(sizes)
    if not engine.is_asked_for:  # a single text may be large: progress within it, too
        starts = itertools.accumulate(sizes, initial=0)
        return [
            _row(task, TextPieces(name, task.encoding, progress, start, total))
            for name, start in zip(names, starts, strict=False)
        ]
    done = 0
    rows: list[Growth] = []
    work = functools.partial(growth_of_chunk, task)
    with engine.open() as (executor, window):
        for chunk, made in in_order(work, _chunks(names, sizes, engine), executor, window):
            rows += made
            done += chunk.size
            if progress is not None:
                progress(done, total)
    return rows


def growth_of_chunk(task: GrowthTask, chunk: TextChunk) -> list[Growth]:
    """The rows of some texts (this is what workers run)."""
    return [
        _row(task, TextPieces(name, task.encoding, None, 0, 0, content))
        for name, content in chunk.texts
    ]


def _row(task: GrowthTask, pieces: TextPieces) -> Growth:
    from sumscope.graph.words import word_network

    language = task.lang if task.lang is not None else guess_language(pieces.first())
    return measured(
        pieces.name, language, word_network(pieces, language, stop_words=task.stop_words)
    )


def _chunks(names: Sequence[PathLike], sizes: Iterable[int], engine: Engine) -> Iterator[TextChunk]:
    """Texts in chunks of about the same number of bytes."""
    held: list[tuple[PathLike, bytes | None]] = []
    total = 0
    for name, size in zip(names, sizes, strict=True):
        content = None if engine.is_local and os.fspath(name) != "-" else _content(name, size)
        held.append((name, content))
        total += size
        if total >= CHUNK_BYTES:
            yield TextChunk(tuple(held), total)
            held, total = [], 0
    if held:
        yield TextChunk(tuple(held), total)


def _content(name: PathLike, size: int) -> bytes:
    content = b""
    if size <= MOST_BYTES:
        with TextPieces(name, "utf-8", None, 0, 0).open() as file:
            content = file.read(MOST_BYTES + 1)
    if size > MOST_BYTES or len(content) > MOST_BYTES:
        raise SumscopeError(
            "the text is too large to send to a worker", where=str(name), hint="use --engine local"
        )
    return content
