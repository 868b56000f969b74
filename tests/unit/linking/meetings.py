"""Small invented meetings whose links follow a known rule."""

from __future__ import annotations

import random
from typing import Any

from sumscope.core.values import Topic
from sumscope.corpus.schema import topic_from_json

SUBJECTS = {
    "battery": "battery power charge cell volt socket",
    "colour": "colour paint yellow shade rubber surface",
    "button": "button scroll wheel press menu finger",
    "price": "price euro profit cost market budget",
}
ACTS = ("inf", "sug", "ass", "el.inf", "bck")


def meeting(name: str, seed: int = 0, sentences: int = 60, **left_out: bool) -> Topic:
    """One subject after another; most sentences of a subject are linked to its abstract sentence.

    `speakers=False`, `times=False`, `acts=False`, `marks=False` leave those keys out.
    """
    draw = random.Random(f"{name}-{seed}")
    subjects = list(SUBJECTS)
    draw.shuffle(subjects)
    rows: list[dict[str, Any]] = []
    clusters: list[dict[str, Any]] = [
        {"label": s, "section": "decisions" if i == 0 else "abstract", "items": []}
        for i, s in enumerate(subjects)
    ]
    for number in range(sentences):
        part = number * len(subjects) // sentences
        words = SUBJECTS[subjects[part]].split()
        told = draw.random() < 0.6
        said = draw.choices(words, k=4) if told else draw.choices(["yeah", "um", "okay"], k=2)
        who = subjects.index(subjects[part]) % 3 if draw.random() < 0.7 else draw.randrange(3)
        row: dict[str, Any] = {"id": f"{name}.s{number}", "text": "so the " + " ".join(said) + "."}
        row |= {"speaker": "ABC"[who], "role": ("PM", "UI", "ME")[who]}
        row |= {"act": draw.choice(ACTS[:4]) if told else "bck"}
        row |= {"start": 3.0 * number, "end": 3.0 * number + 2.5, "extract": told}
        if told:
            clusters[part]["items"].append(row["id"])
        for key, names in (
            ("speakers", ("speaker", "role")),
            ("times", ("start", "end")),
            ("acts", ("act",)),
            ("marks", ("extract",)),
        ):
            if left_out.get(key, True) is False:
                for each in names:
                    row.pop(each)
        rows.append(row)
    value = {
        "id": name,
        "lang": "en",
        "documents": [{"id": name, "sentences": rows}],
        "covers": [{"judge": "j", "clusters": [c for c in clusters if c["items"]]}],
    }
    return topic_from_json(value, name)


def corpus(count: int = 6, **options: Any) -> list[Topic]:
    """Meetings of several series."""
    return [
        meeting(f"X{number // 2}{'ab'[number % 2]}", number, **options) for number in range(count)
    ]
