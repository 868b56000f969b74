"""Topic, Text, Sentence, JudgeCover, Preference: a corpus line as frozen values.

A value holds what the file said and nothing that a text pipeline adds: sentence splitting and
the resolving of extracts happen in `sumscope.corpus.view`. Unknown keys are kept in `extra`;
`order` is the order of the keys in the file (None: a value made by hand), so that writing gives
back what was read. It takes no part in comparisons.
"""

from __future__ import annotations

import copyreg
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from statistics import fmean
from types import MappingProxyType
from typing import Any, Literal, TypeAlias, TypeVar

V = TypeVar("V")
EMPTY: Mapping[str, Any] = MappingProxyType({})


def frozen(mapping: Mapping[str, V]) -> Mapping[str, V]:
    """Give a read-only view, which, unlike a bare one, survives the way to another process."""
    return MappingProxyType(dict(mapping)) if mapping else EMPTY


def _nothing() -> Mapping[str, object]:
    return EMPTY  # through a factory, because before Python 3.12 it counts as a mutable default


def _reduce(view: Mapping[str, object]) -> tuple[object, ...]:
    return (frozen, (dict(view),))


copyreg.pickle(MappingProxyType, _reduce)  # type: ignore[arg-type]


# Sentences and texts are made by the million, and a frozen dataclass's own __init__ takes twice as
# long as these.


@dataclass(frozen=True, init=False)
class Sentence:
    """One sentence as given; `id` is None where the file gave none.

    >>> from sumscope import Sentence
    >>> Sentence("A cat sat.", id="x7").text
    'A cat sat.'
    """

    text: str
    id: str | None = None
    extra: Mapping[str, object] = field(default_factory=_nothing)
    order: tuple[str, ...] | None = field(default=None, compare=False, repr=False)

    def __init__(
        self,
        text: str,
        id: str | None = None,
        extra: Mapping[str, object] = EMPTY,
        order: tuple[str, ...] | None = None,
    ) -> None:
        own = self.__dict__
        own["text"], own["id"], own["extra"], own["order"] = text, id, extra, order


@dataclass(frozen=True, init=False)
class Text:
    """A document, a reference or a peer: exactly one of `text`, `sentences`, `extract` is set.

    `extract` (peers only) lists ids of source sentences. `Text(["One.", "Two."])` is a text whose
    sentences were split by hand.

    >>> from sumscope import Sentence, Text
    >>> Text("sys", sentences=(Sentence("A cat sat."), Sentence("It slept."))).id
    'sys'
    """

    id: str
    text: str | None = None
    sentences: tuple[Sentence, ...] | None = None
    extract: tuple[str, ...] | None = None
    human: bool = False
    date: str | None = None
    extra: Mapping[str, object] = field(default_factory=_nothing)
    order: tuple[str, ...] | None = field(default=None, compare=False, repr=False)

    def __init__(
        self,
        id: str | Sequence[str] = "",
        text: str | None = None,
        sentences: Sequence[Sentence | str] | None = None,
        extract: tuple[str, ...] | None = None,
        human: bool = False,
        date: str | None = None,
        extra: Mapping[str, object] = EMPTY,
        order: tuple[str, ...] | None = None,
    ) -> None:
        own = self.__dict__
        if not isinstance(id, str):
            id, sentences = "", id
        if sentences and isinstance(sentences[0], str):
            sentences = tuple([Sentence(s) if isinstance(s, str) else s for s in sentences])
        own["id"], own["human"], own["date"] = id, human, date
        own["text"], own["sentences"], own["extract"] = text, sentences, extract
        own["extra"], own["order"] = extra, order

    @property
    def written(self) -> str:
        """The text itself, or its sentences one per line; empty for an extract."""
        if self.text is not None:
            return self.text
        return "\n".join(sentence.text for sentence in self.sentences or ())


@dataclass(frozen=True)
class Cluster:
    """One cluster of a judge's clustering.

    >>> from sumscope import Cluster
    >>> Cluster(("d1.0", "d1.4"), label="the accident", rank=1).label
    'the accident'
    """

    items: tuple[str, ...]
    label: str | None = None
    rank: int | None = None
    extra: Mapping[str, object] = field(default_factory=_nothing)
    order: tuple[str, ...] | None = field(default=None, compare=False, repr=False)


@dataclass(frozen=True)
class JudgeCover:
    """A judge's clustering of sentence ids, and the sentences set aside.

    >>> from sumscope import Cluster, JudgeCover
    >>> JudgeCover("j1", (Cluster(("d1.0", "d1.4")),), aside=("d1.2",)).judge
    'j1'
    """

    judge: str
    clusters: tuple[Cluster, ...]
    aside: tuple[str, ...] = ()
    extra: Mapping[str, object] = field(default_factory=_nothing)
    order: tuple[str, ...] | None = field(default=None, compare=False, repr=False)


# One number, or a number per judge; null is "not judged".
Judgement: TypeAlias = float | Mapping[str, float | None] | None
Choice: TypeAlias = Literal["left", "right", "equal"]


def mean_judgement(value: Judgement) -> float | None:
    """The one number of a judgement: itself, or the mean over the judges who gave one."""
    if not isinstance(value, Mapping):
        return value
    given = [number for number in value.values() if number is not None]
    return fmean(given) if given else None


@dataclass(frozen=True)
class Preference:
    """A judge's choice between two peers under a named question.

    >>> from sumscope import Preference
    >>> Preference("j1", "overall", "sys1", "sys2", "left").choice
    'left'
    """

    judge: str
    name: str
    left: str
    right: str
    choice: Choice
    extra: Mapping[str, object] = field(default_factory=_nothing)
    order: tuple[str, ...] | None = field(default=None, compare=False, repr=False)


@dataclass(frozen=True)
class BestWorst:
    """A judge's best and worst of several peers under a named question.

    >>> from sumscope import BestWorst
    >>> BestWorst("j1", "overall", ("a", "b", "c", "d"), best="a", worst="d").best
    'a'
    """

    judge: str
    name: str
    of: tuple[str, ...]
    best: str
    worst: str
    extra: Mapping[str, object] = field(default_factory=_nothing)
    order: tuple[str, ...] | None = field(default=None, compare=False, repr=False)


@dataclass(frozen=True)
class Topic:
    """One line of a corpus.

    `judgements` holds what the file said, per judge where judges are named; `scores` has the
    one number of each.

    >>> from sumscope import Text, Topic
    >>> Topic("t1", references=(Text("r", text="A cat sat."),)).references[0].id
    'r'
    """

    id: str
    lang: str | None = None
    documents: tuple[Text, ...] = ()
    references: tuple[Text, ...] = ()
    peers: tuple[Text, ...] = ()
    judgements: Mapping[str, Mapping[str, Judgement]] = field(default_factory=dict)
    covers: tuple[JudgeCover, ...] = ()
    preferences: tuple[Preference | BestWorst, ...] = ()
    extra: Mapping[str, object] = field(default_factory=_nothing)
    order: tuple[str, ...] | None = field(default=None, compare=False, repr=False)

    @property
    def scores(self) -> dict[str, dict[str, float | None]]:
        """The judgements with one number each: the mean where several judges gave one."""
        return {
            peer: {name: mean_judgement(value) for name, value in named.items()}
            for peer, named in self.judgements.items()
        }


@dataclass(frozen=True)
class Undefined:
    """A value that does not exist, and why; written as an empty cell with its reason.

    >>> from sumscope import Undefined
    >>> Undefined("no references").reason
    'no references'
    """

    reason: str


#: What a measure returns.
Value: TypeAlias = float | Undefined


def to_plain(value: Value) -> float | str:
    """Return a value as it stands in a journal: the number, or the reason for none."""
    return value.reason if isinstance(value, Undefined) else value


def from_plain(plain: float | str) -> Value:
    """Read what `to_plain` made."""
    return Undefined(plain) if isinstance(plain, str) else plain
