"""Topics one by one, with progress by bytes; their script; and how a model names its corpus."""

from __future__ import annotations

import re
import warnings
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

from sumscope.core.progress import Progress
from sumscope.core.values import Topic
from sumscope.corpus.jsonl import SeenIds, check_new_id, parse_topic
from sumscope.corpus.stream import CorpusLike, Source


def topics_in(corpus: CorpusLike) -> Iterator[Topic]:
    """The topics of a corpus or a table, whatever form it has."""
    return topics_of(Source.of(corpus), None)


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


def note_script(source: Source, name: str, hint: str, asked: Callable[[Topic], bool]) -> None:
    """Note that `name` finds no word in texts of another script, where a topic asked for has one.

    What gets here has found nothing, so the corpus is read again for this alone.
    """
    if any(other_script(topic) for topic in topics_of(source, None) if asked(topic)):
        warnings.warn(
            f"{name} finds no word where texts are in another script: it reads a to z and 0 to 9 "
            f"only, as ROUGE-1.5.5 does; {hint} to read any script",
            stacklevel=4,
        )


def trained_on(source: Source, note: str | None, **facts: Any) -> dict[str, object]:
    """What a model says it was trained on: the corpus by name and hash, not where it lay."""
    made = {"corpus": Path(source.name).name, "sha256": source.sha256, **facts}
    return made if note is None else {**made, "note": note}


# ROUGE-1.5.5 reads a to z and 0 to 9 only.
_LETTERS, _READ = re.compile(r"[^\W\d_]"), re.compile(r"[a-zA-Z]")


def other_script(topic: Topic) -> bool:
    """Whether fewer than half of the letters of the references are a to z.

    Without references the peers are looked at; a topic without letters is in no other script.
    """
    content = "\n".join(text.written for text in topic.references or topic.peers)
    letters = len(_LETTERS.findall(content))
    return 2 * len(_READ.findall(content)) < letters
