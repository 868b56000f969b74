"""A topic as measures see it: every text as sentences, extracts resolved, results of work kept.

`TopicView` is what `prepare` of a summary measure receives, `TextView` what `stats` receives as
the peer. `memo` keeps what several measures share (the tokens of a text, say), so that it is
computed once however many measures are asked for.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Mapping
from functools import cached_property
from typing import TYPE_CHECKING, Any, Literal, TypeVar

from sumscope import kernels
from sumscope.core.errors import SumscopeError
from sumscope.core.values import EMPTY, Sentence, Text, Topic
from sumscope.corpus.jsonl import parse_topic
from sumscope.corpus.near_keys import near_keys
from sumscope.corpus.schema import TOPIC_KEYS

if TYPE_CHECKING:
    from sumscope.corpus.background import Background
    from sumscope.kernels.types import Glance, GlancedText

T = TypeVar("T")


class _Memo:
    """A small store of results, alive as long as its owner."""

    @cached_property
    def _kept(self) -> dict[Hashable, Any]:
        return {}

    def memo(self, key: Hashable, make: Callable[[], T]) -> T:
        """The result of `make()`, computed at the first call with this key."""
        try:
            found: T = self._kept[key]
        except KeyError:
            found = self._kept[key] = make()
        return found


class SentenceView:
    """One sentence with the id it has in its topic, and its unknown keys (speaker, act, ...)."""

    __slots__ = ("extra", "id", "text")

    def __init__(self, id: str, text: str, extra: Mapping[str, object] = EMPTY) -> None:
        self.id = id
        self.text = text
        self.extra = extra

    def __repr__(self) -> str:
        return f"SentenceView({self.id!r}, {self.text!r})"


class TextView(_Memo):
    """A document, reference or peer as sentences."""

    source: Text
    given: str | None  # the text as the corpus has it; None where it has sentences or an extract
    _owner: TopicView | None = None

    def __init__(self, source: Text, lang: str | None, owner: TopicView | None = None) -> None:
        self.source = source
        self.given = source.text
        self.id = source.id
        self.human = source.human
        self.lang = lang
        self._owner = owner

    @cached_property
    def items(self) -> tuple[SentenceView, ...]:
        """The sentences with ids."""
        source = self.source
        if source.extract is not None:
            if self._owner is None:
                raise SumscopeError(f"peer {self.id!r} is an extract without a topic")
            return tuple(self._owner.sentence(item, self.id) for item in source.extract)
        given = source.sentences
        if given is None:
            given = tuple(map(Sentence, self.sentences))
        return tuple(
            SentenceView(s.id if s.id is not None else f"{self.id}.{i}", s.text, s.extra)
            for i, s in enumerate(given)
        )

    @cached_property
    def sentences(self) -> tuple[str, ...]:
        """The sentences' texts; `text` is split by the language's pipeline."""
        if self.given is not None:
            from sumscope.text import pipeline

            return pipeline(self.lang).sentences_many((self.given,))[0]
        if self.source.sentences is not None:
            return tuple([sentence.text for sentence in self.source.sentences])
        return tuple([item.text for item in self.items])

    @cached_property
    def text(self) -> str:
        """The whole text; sentences are joined by a line break where only they were given."""
        return self.given if self.given is not None else "\n".join(self.sentences)


def split_texts(texts: Iterable[TextView]) -> None:
    """Find the sentences of many texts at once, which is sooner than one by one."""
    from sumscope.text import pipeline

    by_lang: dict[str | None, list[TextView]] = {}
    for text in texts:
        if text.given is not None and "sentences" not in text.__dict__:
            by_lang.setdefault(text.lang, []).append(text)
    for lang, held in by_lang.items():
        found = pipeline(lang).sentences_many([text.given or "" for text in held])
        for text, sentences in zip(held, found, strict=True):
            text.sentences = sentences


class TopicView(_Memo):
    """A topic with the references that count at the moment (a jackknife leaves one out)."""

    topic: Topic
    documents: tuple[TextView, ...]

    def __init__(self, topic: Topic, backgrounds: Mapping[str, Background] = EMPTY) -> None:
        self.backgrounds = backgrounds  # see sumscope.corpus.background
        self.topic = topic
        self.id = topic.id
        self.lang = topic.lang
        lang = topic.lang
        self.documents = tuple([TextView(t, lang) for t in topic.documents])
        self.references = tuple([TextView(t, lang) for t in topic.references])
        # Only extracts know their topic: values that hold each other are freed late.
        self.peers = tuple(
            [TextView(t, lang, None if t.extract is None else self) for t in topic.peers]
        )

    def without(self, reference: str) -> TopicView:
        """The same topic with one reference left out; texts and what they remember are shared."""
        other = type(self).__new__(type(self))
        other.__dict__.update(self.__dict__)
        other.__dict__.pop("_kept", None)
        other.references = tuple(r for r in self.references if r.id != reference)
        return other

    @cached_property
    def by_id(self) -> dict[str, SentenceView]:
        """Every sentence of the documents by its id; ids are unique in a topic."""
        found: dict[str, SentenceView] = {}
        for document in self.documents:
            for item in document.items:
                if item.id in found:
                    raise SumscopeError(
                        f"sentence id {item.id!r} is used for two sentences",
                        where=f"topic {self.id!r}",
                        hint="give sentences ids that are unique in the topic",
                    )
                found[item.id] = item
        return found

    def sentence(self, item: str, peer: str) -> SentenceView:
        """The source sentence that an extract names."""
        try:
            return self.by_id[item]
        except KeyError:
            raise SumscopeError(
                f"the extract of peer {peer!r} names sentence {item!r}, which no document has",
                where=f"topic {self.id!r}",
                hint="extracts name sentences as <document id>.<index from 0> or by their own id",
            ) from None


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
