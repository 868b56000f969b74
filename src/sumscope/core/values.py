"""Topic, Text, Sentence, JudgeCover: a corpus line as frozen values.

A value holds what the file said and nothing that a text pipeline adds: sentence splitting and
the resolving of extracts happen in `sumscope.corpus.view`. Unknown keys are kept in `extra`.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Any

EMPTY: Mapping[str, Any] = MappingProxyType({})


@dataclass(frozen=True)
class Sentence:
    """One sentence as given; `id` is None where the file gave none."""

    text: str
    id: str | None = None
    extra: Mapping[str, Any] = EMPTY


@dataclass(frozen=True)
class Text:
    """A document, a reference or a peer: exactly one of `text`, `sentences`, `extract` is set.

    `extract` (peers only) lists ids of source sentences.
    """

    id: str
    text: str | None = None
    sentences: tuple[Sentence, ...] | None = None
    extract: tuple[str, ...] | None = None
    human: bool = False
    date: str | None = None
    extra: Mapping[str, Any] = EMPTY


@dataclass(frozen=True)
class Cluster:
    """One cluster of a judge's clustering."""

    items: tuple[str, ...]
    label: str | None = None
    rank: int | None = None
    extra: Mapping[str, Any] = EMPTY


@dataclass(frozen=True)
class JudgeCover:
    """A judge's clustering of sentence ids, and the sentences set aside."""

    judge: str
    clusters: tuple[Cluster, ...]
    aside: tuple[str, ...] = ()
    extra: Mapping[str, Any] = EMPTY


@dataclass(frozen=True)
class Topic:
    """One line of a corpus."""

    id: str
    lang: str | None = None
    documents: tuple[Text, ...] = ()
    references: tuple[Text, ...] = ()
    peers: tuple[Text, ...] = ()
    judgements: Mapping[str, Mapping[str, float | None]] = field(default_factory=dict)
    covers: tuple[JudgeCover, ...] = ()
    extra: Mapping[str, Any] = EMPTY


@dataclass(frozen=True)
class Undefined:
    """A value that does not exist, and why; written as an empty cell with its reason."""

    reason: str
