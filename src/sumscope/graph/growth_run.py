"""Growth of the word networks of many texts, in this process or spread over workers."""

from __future__ import annotations

import functools
import itertools
import os
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from sumscope.core.errors import SumscopeError
from sumscope.core.progress import Progress
from sumscope.graph.growth import Growth, guess_language, measured
from sumscope.jobs.engine import Engine, in_order
from sumscope.jobs.job import CHUNK_BYTES
from sumscope.text.pieces import PathLike, TextPieces

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
