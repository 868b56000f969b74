"""The unit of work that crosses to another process: some raw lines of a corpus."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any

from sumscope.core.values import Topic
from sumscope.corpus.jsonl import parse_topic

# For each topic [[line, topic id], rows]; rows that lie in a journal are plain JSON values.
Results = list[tuple[tuple[int, str], Any]]
# Chunks are cut by these numbers alone, never by the number of workers.
CHUNK_TOPICS = 64
CHUNK_BYTES = 1 << 18


@dataclass(frozen=True)
class Chunk:
    """Consecutive lines of a corpus, with their numbers."""

    index: int
    lines: tuple[tuple[int, bytes], ...]

    def topics(self, corpus: str) -> Iterator[tuple[tuple[int, str], Topic]]:
        """Yield line, id and topic; `corpus` is its name in errors."""
        for number, raw in self.lines:
            topic = parse_topic(raw, f"{corpus}:{number}")
            yield (number, topic.id), topic


def cut(
    lines: Iterable[tuple[int, bytes]],
    skip_topics: int = 0,
    first: int = 0,
    topics: int | None = None,
) -> Iterator[Chunk]:
    """Cut a stream of lines into chunks, leaving out the topics that are already done."""
    pending: list[tuple[int, bytes]] = []
    most = topics or CHUNK_TOPICS
    size = 0
    index = first
    for seen, (number, raw) in enumerate(lines):
        if seen < skip_topics:
            continue
        pending.append((number, raw))
        size += len(raw)
        if len(pending) >= most or size >= CHUNK_BYTES:
            yield Chunk(index, tuple(pending))
            index, pending, size = index + 1, [], 0
    if pending:
        yield Chunk(index, tuple(pending))
