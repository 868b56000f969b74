"""The unit of work that crosses to another process: some raw lines of a corpus."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from typing import Any

from sumscope.core.values import Topic
from sumscope.corpus.jsonl import parse_topic

# A topic's results as plain JSON values: [[line, topic id], what the work made of it].
Result = tuple[tuple[int, str], Any]
# Chunks are cut by these numbers alone, never by the number of workers.
CHUNK_TOPICS = 64
CHUNK_BYTES = 1 << 18


@dataclass(frozen=True)
class Chunk:
    """Consecutive lines of a corpus, and what else their processing needs."""

    index: int
    lines: tuple[tuple[int, bytes], ...]
    beside: Any = None

    @property
    def size(self) -> int:
        """Bytes of text in it."""
        return sum(len(raw) for _, raw in self.lines)

    def each(self, corpus: str, make: Callable[[Topic], Any]) -> list[Result]:
        """What `make` makes of every topic; `corpus` is its name in errors."""
        made: list[Result] = []
        for number, raw in self.lines:
            topic = parse_topic(raw, f"{corpus}:{number}")
            made.append(((number, topic.id), make(topic)))
        return made


def cut(
    lines: Iterable[tuple[int, bytes]],
    skip_topics: int = 0,
    first: int = 0,
    topics: int | None = None,
) -> Iterator[Chunk]:
    """Cut a stream of lines into chunks, leaving out the topics that are already done."""
    held: list[tuple[int, bytes]] = []
    most = topics or CHUNK_TOPICS
    size = 0
    index = first
    for seen, (number, raw) in enumerate(lines):
        if seen < skip_topics:
            continue
        held.append((number, raw))
        size += len(raw)
        if len(held) >= most or size >= CHUNK_BYTES:
            yield Chunk(index, tuple(held))
            index, held, size = index + 1, [], 0
    if held:
        yield Chunk(index, tuple(held))
