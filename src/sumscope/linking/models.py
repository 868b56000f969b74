"""What training, predicting and judging links share: models, meetings, ways to communities."""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, TypeAlias

from sumscope.core.errors import SumscopeError, nearest
from sumscope.core.progress import Progress

if TYPE_CHECKING:
    from sumscope.corpus.stream import Source
    from sumscope.linking.links import LinkModel
    from sumscope.linking.meeting import Meeting

#: A model, or the file of one.
ModelLike: TypeAlias = "str | os.PathLike[str] | LinkModel"
#: Ways to get from links to communities that are not community methods of graphs.
OURS = ("linkage",)


def read_model(model: ModelLike) -> LinkModel:
    """The model itself, from its file where a path is given."""
    if isinstance(model, str | os.PathLike):
        from sumscope.linking.kinds import load

        return load(model)
    return model


def check_k(k: int | None) -> None:
    """A number of communities is 1 or more."""
    if k is not None and k < 1:
        raise SumscopeError(f"k is {k}", hint="ask for at least one community")


def check_by(names: Sequence[str]) -> tuple[str, ...]:
    """The methods for communities without repeats; unknown names are refused."""
    from sumscope.community import METHODS

    known = (*OURS, *METHODS.names()) if set(names) - set(OURS) else OURS
    for name in names:
        if name not in known:
            raise SumscopeError(f"unknown community method {name!r}", hint=nearest(name, known))
    return tuple(dict.fromkeys(names))


def meetings_of(source: Source, progress: Progress | None) -> Iterator[Meeting]:
    """The topics of a corpus as meetings, one by one."""
    from sumscope.corpus.topic_stream import topics_of
    from sumscope.linking.meeting import Meeting
    from sumscope.text import note_topic

    for topic in topics_of(source, progress):
        note_topic(topic.lang)
        yield Meeting.of(topic)
