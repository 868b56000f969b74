"""Parts of a study that are shown by example say so."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

from sumscope.app._study_work import Work


def test_a_sample_is_said_and_the_whole_is_not() -> None:
    said: Any = Work.sampled.fget  # type: ignore[attr-defined]
    part = SimpleNamespace(survey=SimpleNamespace(topics=100), sample=[None] * 40)
    whole = SimpleNamespace(survey=SimpleNamespace(topics=40), sample=[None] * 40)
    assert said(part) == " Made from 40 of 100 topics, evenly spread."
    assert said(whole) == ""
