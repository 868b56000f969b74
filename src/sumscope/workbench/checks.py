"""Check the settings of a project and the names of its judges."""

from __future__ import annotations

from collections.abc import Sequence

from sumscope.core.errors import SumscopeError, nearest
from sumscope.core.values import Topic
from sumscope.workbench.plan import GOLD, Settings, check_name
from sumscope.workbench.tasks import TASKS


def check_settings(settings: Settings) -> None:
    """Refuse settings that make no project."""
    if settings.task not in TASKS:
        raise SumscopeError(f"unknown task {settings.task!r}", hint=nearest(settings.task, TASKS))
    check_name(settings.name, "the project")
    if settings.of not in (2, 4):
        raise SumscopeError(f"comparisons of {settings.of} summaries", hint="give 2 or 4")
    if settings.pairs is not None and settings.pairs < 1:
        raise SumscopeError(f"{settings.pairs} comparisons a topic", hint="give 1 or more")
    if settings.words is not None and settings.rate is not None:
        raise SumscopeError("an extract has only one limit", hint="give --words or --rate")
    if settings.words is not None and settings.words < 1:
        raise SumscopeError(f"the limit is {settings.words} words", hint="give 1 or more")
    if settings.rate is not None and not 0 < settings.rate <= 1:
        raise SumscopeError(f"the rate is {settings.rate:g}", hint="give one above 0 and up to 1")
    names = [scale.name for scale in settings.scales]
    if len(set(names)) < len(names):
        raise SumscopeError("two scales have the same name", where="--scale")
    for scale in settings.scales:
        check_name(scale.name, "a scale")
        if not scale.low < scale.high or scale.high - scale.low > 100:
            raise SumscopeError(
                f"the scale {scale.name} goes from {scale.low} to {scale.high}",
                hint="give a low end below a high end, at most 100 apart: quality:1-5",
            )


def check_judges(names: Sequence[str], topics: Sequence[Topic], task: str) -> None:
    """Refuse names of judges that are taken, or that would hide something of the corpus."""
    for name in names:
        check_name(name, "a judge")
        if name == GOLD:
            raise SumscopeError(
                f"the name {GOLD!r} is that of the adjudicated gold standard",
                hint="choose another name for the judge",
            )
        if names.count(name) > 1:
            raise SumscopeError(f"two judges are called {name!r}", hint="give each its own name")
        for topic in topics:
            TASKS[task].check_judge(name, topic)
