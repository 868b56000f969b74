"""Default guidelines of each task, which the owner can replace."""

from __future__ import annotations

from collections.abc import Mapping

from sumscope.covers.rules import GUIDANCE, PROCEDURE

GUIDELINES: Mapping[str, str] = {
    "cluster": "Group the sentences that say the same thing. Each group gets a label, one sentence "
    "that says what it is about, and a rank, 1 for the most important. Set aside the sentences "
    "that fit with no other.",
    "link": "For each sentence of the abstract, mark every sentence of the source that supports "
    "it. A source sentence may support several abstract sentences, and an abstract sentence may "
    "rest on many.",
    "extract": "Pick the sentences that together make the best summary of the source, within the "
    "limit. Whole sentences only; the order of the source is kept.",
    "rate": "Read the source, then rate each summary on every scale. Judge each summary on its "
    "own; you may go back and change a rating at any time before you submit.",
    "prefer": "Read the source, then say which summary is better. Choose equal only if you see no "
    "difference that matters.",
}

_STEPS: Mapping[str, tuple[str, ...]] = {
    "cluster": PROCEDURE,
    "link": (
        "Read the whole source once.",
        "Take the abstract sentence by sentence.",
        "Mark each source sentence that says something the abstract sentence says, also in part.",
        "Look at abstract sentences without a link again before you submit.",
    ),
    "extract": (
        "Read the whole source once.",
        "Pick the sentences that carry the main points.",
        "Drop what repeats another sentence until the extract fits the limit.",
        "Read the extract from start to end before you submit.",
    ),
    "rate": (
        "Read the source of the topic.",
        "Read a summary, then answer every question about it.",
        "Go on to the next; use the whole scale where summaries differ.",
    ),
    "prefer": (
        "Read the source of the topic.",
        "Read the summaries, each to its end.",
        "Say which is better, then go on.",
    ),
}


def guidance(task: str) -> list[str]:
    """The finer points of a task."""
    return list(GUIDANCE.values()) if task == "cluster" else []


def procedure(task: str) -> list[str]:
    """The steps of a task."""
    return list(_STEPS[task])
