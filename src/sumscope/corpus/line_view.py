"""A topic as measures see it, straight from its line: values of a corpus only where wanted.

Most lines of a corpus are ordinary (see `kernels.line_py`): the kernel checks them and hands out
the texts of peers and references, which is all that most measures read. What else is asked for, a
document or an unknown key, is read in full at that moment.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property
from typing import TYPE_CHECKING, Literal

from sumscope import kernels
from sumscope.core.values import EMPTY, Text, Topic
from sumscope.corpus.jsonl import parse_topic
from sumscope.corpus.near_keys import near_keys
from sumscope.corpus.schema import TOPIC_KEYS
from sumscope.corpus.view import TextView, TopicView

if TYPE_CHECKING:
    from sumscope.corpus.background import Background
    from sumscope.kernels.types import Glance, GlancedText


def view_of_line(
    raw: bytes, where: str, backgrounds: Mapping[str, Background] = EMPTY
) -> TopicView:
    """The topic of a raw line; `where` names file and line in errors."""
    glance = kernels.line.glance(raw)
    if glance is None or (glance[-1] and near_keys(glance[-1], TOPIC_KEYS)):
        return TopicView(parse_topic(raw, where), backgrounds)
    return _LineView(glance, _Line(raw, where), backgrounds)


class _Line:
    """A line, read in full when that is wanted."""

    def __init__(self, raw: bytes, where: str) -> None:
        self._raw = raw
        self._where = where

    @cached_property
    def topic(self) -> Topic:
        return parse_topic(self._raw, self._where)


_Place = tuple[_Line, Literal["references", "peers"], int]


class _LineText(TextView):
    """A reference or a peer of an ordinary line."""

    def __init__(self, glanced: GlancedText, lang: str | None, place: _Place) -> None:
        self.id, self.human, self.given, sentences = glanced
        self.lang = lang
        self._place = place
        if sentences is not None:
            self.sentences = sentences

    @cached_property
    def source(self) -> Text:  # type: ignore[override]
        """The text as the corpus has it, unknown keys and all."""
        line, group, number = self._place
        texts: tuple[Text, ...] = getattr(line.topic, group)
        return texts[number]


class _LineView(TopicView):
    """The topic of an ordinary line."""

    def __init__(self, glance: Glance, line: _Line, backgrounds: Mapping[str, Background]) -> None:
        self.id, lang, references, peers, _ = glance
        self.lang = lang
        self.backgrounds = backgrounds
        self._line = line
        self.references = tuple(
            [_LineText(one, lang, (line, "references", i)) for i, one in enumerate(references)]
        )
        self.peers = tuple(
            [_LineText(one, lang, (line, "peers", i)) for i, one in enumerate(peers)]
        )

    @cached_property
    def topic(self) -> Topic:  # type: ignore[override]
        """The topic as the corpus has it."""
        return self._line.topic

    @cached_property
    def documents(self) -> tuple[TextView, ...]:  # type: ignore[override]
        """The documents, read when they are asked for."""
        return tuple([TextView(text, self.lang) for text in self.topic.documents])
