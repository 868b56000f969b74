"""How often each cause of disagreement was recorded in a corpus."""

from __future__ import annotations

from collections import Counter
from typing import NamedTuple

from sumscope.core.errors import SumscopeError
from sumscope.core.values import Topic

# The key of a topic under which the workbench exports causes.
CAUSES_KEY = "disagreement_causes"


class CauseCount(NamedTuple):
    """The sentences on which two judges (None: all) differ for one cause."""

    topic: str
    left: str | None
    right: str | None
    cause: str
    sentences: int


def count_causes(topic: Topic) -> tuple[CauseCount, ...]:
    """Count the causes of a topic by judges and cause, most frequent first."""
    given = topic.extra.get(CAUSES_KEY)
    if given is None:
        return ()
    where = f"topic {topic.id!r}: {CAUSES_KEY}"
    if not isinstance(given, list):
        raise SumscopeError("expected a list", where=where)
    found: Counter[tuple[str | None, str | None, str]] = Counter()
    for one in given:
        if not isinstance(one, dict) or not isinstance(one.get("cause"), str):
            raise SumscopeError(
                "expected an object with `item` and `cause`",
                where=where,
                hint='{"item": "d1.0", "left": "j1", "right": "j2", "cause": "emphasis"}',
            )
        found[one.get("left") or None, one.get("right") or None, one["cause"]] += 1
    return tuple(
        CauseCount(topic.id, left, right, cause, count)
        for (left, right, cause), count in found.most_common()
    )
