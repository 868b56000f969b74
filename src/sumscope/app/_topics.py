"""Topics one by one, with progress by bytes; and how a model names the corpus it learned from."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

from sumscope.core.progress import Progress
from sumscope.core.values import Topic
from sumscope.corpus.jsonl import check_new_id, parse_topic
from sumscope.corpus.seen import SeenIds
from sumscope.run.source import Source


def topics_of(source: Source, progress: Progress | None) -> Iterator[Topic]:
    """Read the topics of a source; `progress(done, total)` hears of each that is finished."""
    seen = SeenIds()
    done, total = 0, source.bytes if progress is not None else 0
    for number, raw in source.lines():
        topic = parse_topic(raw, f"{source.name}:{number}")
        check_new_id(seen, topic.id, source.name, number)
        yield topic
        done += len(raw) + 1
        if progress is not None:
            progress(min(done, total), total)


def trained_on(source: Source, note: str | None, **facts: Any) -> dict[str, Any]:
    """What a model says it was trained on: the corpus by name and hash, not where it lay."""
    made = {"corpus": Path(source.name).name, "sha256": source.sha256, **facts}
    return made if note is None else {**made, "note": note}
