"""Meeting: a topic as link prediction sees it, sentences in time order, as arrays.

What is missing is defined: without speakers everybody is one speaker; without roles a speaker is
their own role; without times a sentence lasts a third of a second per word and follows the one
before; an act that is not known counts as `other`. The chair is the role `PM` where there is one,
otherwise who says most words.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, cast

import numpy as np
import numpy.typing as npt

from sumscope.core.choices import Universe, check_choice
from sumscope.core.errors import SumscopeError
from sumscope.core.values import Topic

# Links are sought between all sentences of a topic: 6,000 of them, some gigabytes.
MOST_PAIRS = 20_000_000

Floats = npt.NDArray[np.float64]
Ints = npt.NDArray[np.int64]
Bools = npt.NDArray[np.bool_]

SECONDS_PER_WORD = 1 / 3
CHAIR = "PM"
_NOISE = re.compile(r"\{[^{}]*\}")  # transcribers' marks: {vocalsound}, {gap}
_SERIES = re.compile(r"(.*\d)[a-z]")


def universe(name: str) -> Universe:
    """Check the name of a choice of sentences."""
    check_choice("universe", name, Universe)
    return cast("Universe", name)


def series(topic: str) -> str:
    """The series a meeting belongs to: ES2002a and ES2002d are both of ES2002."""
    found = _SERIES.fullmatch(topic)
    return found.group(1) if found else topic


def check_pairs(n: int) -> None:
    """Refuse so many sentences that their pairs would not fit into memory."""
    number = n * (n - 1) // 2
    if number > MOST_PAIRS:
        raise SumscopeError(
            f"{n:,} sentences of one topic make {number:,} pairs (at most {MOST_PAIRS:,})",
            hint="split the topic",
        )


@dataclass(frozen=True, eq=False)
class Gold:
    """One judge's links: clusters of sentence numbers, one per abstract sentence."""

    judge: str
    clusters: tuple[Ints, ...]
    sections: tuple[str, ...]

    @cached_property
    def linked(self) -> Ints:
        """The sentences with at least one link, in order."""
        if not self.clusters:
            return np.zeros(0, dtype=np.int64)
        return np.unique(np.concatenate(self.clusters))

    def together(self, n: int) -> Any:
        """How many clusters two sentences share, as a sparse matrix of n by n."""
        from scipy import sparse

        rows = np.concatenate([*self.clusters, np.zeros(0, dtype=np.int64)])
        sizes = [len(cluster) for cluster in self.clusters]
        check_pairs(max(sizes, default=0))
        cols = np.repeat(np.arange(len(sizes)), sizes)
        held = sparse.csr_matrix(
            (np.ones(len(rows), dtype=np.int32), (rows, cols)), shape=(n, max(1, len(sizes)))
        )
        return (held @ held.T).tocsr()


@dataclass(frozen=True, eq=False)
class Meeting:
    """Sentences in time order; every array has one entry per sentence."""

    id: str
    lang: str | None
    ids: tuple[str, ...]
    texts: tuple[str, ...]
    speaker: Ints
    role: Ints
    chair: Bools
    acts: tuple[str, ...]
    start: Floats
    end: Floats
    extract: Bools | None
    golds: tuple[Gold, ...]

    def __len__(self) -> int:
        return len(self.ids)

    @classmethod
    def of(cls, topic: Topic) -> Meeting:
        """Read a topic: all its documents one after another, and its judges' covers as gold."""
        from sumscope.corpus.view import TopicView
        from sumscope.text import pipeline

        view = TopicView(topic)
        items = list(view.by_id.values())
        words = pipeline(topic.lang).words
        texts = [_NOISE.sub(" ", item.text) for item in items]
        lengths = np.array([len(words(text)) for text in texts], dtype=np.float64)
        extras = [item.extra for item in items]
        start, end = _times(extras, lengths, topic.id)
        order = np.lexsort((np.arange(len(items)), end, start))
        extras = [extras[i] for i in order]
        ids = tuple(items[i].id for i in order)
        speakers = [str(extra.get("speaker", "")) for extra in extras]
        roles = [str(extra.get("role", who)) for extra, who in zip(extras, speakers, strict=True)]
        marked = any("extract" in extra for extra in extras)
        return cls(
            topic.id,
            topic.lang,
            ids,
            tuple(texts[i] for i in order),
            _codes(speakers),
            _codes(roles),
            _chair(roles, lengths[order]),
            tuple(str(extra.get("act") or "") for extra in extras),
            start[order],
            end[order],
            np.array([bool(e.get("extract")) for e in extras], dtype=bool) if marked else None,
            _golds(topic, ids),
        )

    @cached_property
    def words(self) -> list[list[str]]:
        """The words of every sentence, stemmed, in order."""
        from sumscope.text import pipeline

        pipe = pipeline(self.lang)
        return [pipe.stems(pipe.words(text)) for text in self.texts]

    @cached_property
    def length(self) -> Floats:
        """Words per sentence."""
        return np.array([len(words) for words in self.words], dtype=np.float64)

    @cached_property
    def position(self) -> Floats:
        """Place of every sentence in the meeting, 0 to 1; 0 for a single one."""
        return np.arange(len(self)) / max(1, len(self) - 1)

    def tags(self, at: Ints) -> list[list[str]]:
        """The parts of speech of some sentences (tagging is slow, so only of those asked for)."""
        from sumscope.text import pipeline

        pipe = pipeline(self.lang)
        return [pipe.tags(pipe.tokens(self.texts[i])) for i in at.tolist()]

    def nouns(self, at: Ints) -> list[set[str]]:
        """The stems of the nouns of some sentences."""
        from sumscope.text import pipeline

        pipe = pipeline(self.lang)
        found = []
        for i in at.tolist():
            tokens = pipe.tokens(self.texts[i])
            tagged = zip(tokens, pipe.tags(tokens), strict=True)
            found.append({pipe.stem(t.lower()) for t, tag in tagged if tag in ("NOUN", "PROPN")})
        return found

    def candidates(self, which: Universe, gold: Gold | None) -> Ints:
        """The sentences in play.

        `linked` are those that this judge links, `any` those that any judge of the meeting does
        (one graph for all of them), `extract` those marked so, `all` every sentence.
        """
        if which == "all":
            return np.arange(len(self), dtype=np.int64)
        if which == "extract":
            if self.extract is None:
                raise SumscopeError(
                    "no sentence says whether it is in the extract",
                    where=f"topic {self.id!r}",
                    hint="sentences need the key `extract`, or use another universe",
                )
            return np.flatnonzero(self.extract).astype(np.int64)
        if which == "any" and self.golds:
            return np.unique(np.concatenate([judged.linked for judged in self.golds]))
        if gold is None:
            raise SumscopeError(
                f"the universe `{which}` needs a cover that links sentences",
                where=f"topic {self.id!r}",
                hint="use the universe all or extract",
            )
        return gold.linked


def _codes(names: Sequence[str]) -> Ints:
    numbers: dict[str, int] = {}
    return np.array([numbers.setdefault(n, len(numbers)) for n in names], dtype=np.int64)


def _chair(roles: Sequence[str], lengths: Floats) -> Bools:
    said: dict[str, float] = {}
    for role, length in zip(roles, lengths.tolist(), strict=True):
        said[role] = said.get(role, 0.0) + length
    if len(said) < 2:
        return np.zeros(len(roles), dtype=bool)
    who = CHAIR if CHAIR in said else max(sorted(said), key=lambda role: said[role])
    return np.array([role == who for role in roles], dtype=bool)


def seconds(value: object) -> float:
    """A time of a sentence; TypeError or ValueError where it is no number."""
    if not isinstance(value, str | int | float):
        raise TypeError(value)
    return float(value)


def _times(
    extras: Sequence[Mapping[str, object]], lengths: Floats, topic: str
) -> tuple[Floats, Floats]:
    """Starts and ends in seconds; made from lengths unless every sentence has a start."""
    if extras and all("start" in extra for extra in extras):
        try:
            start = np.array([seconds(extra["start"]) for extra in extras])
            given = [extra.get("end") for extra in extras]
            end = np.array(
                [s if e is None else seconds(e) for s, e in zip(start, given, strict=True)]
            )
        except (TypeError, ValueError):
            start = end = np.full(1, np.nan)
        if not (np.isfinite(start).all() and np.isfinite(end).all()):
            raise SumscopeError(
                "`start` and `end` of a sentence are seconds", where=f"topic {topic!r}"
            )
        return start, np.maximum(start, end)
    lasts = np.maximum(lengths, 1) * SECONDS_PER_WORD
    ends = np.cumsum(lasts)
    return ends - lasts, ends


def _golds(topic: Topic, ids: Sequence[str]) -> tuple[Gold, ...]:
    at = {name: i for i, name in enumerate(ids)}
    golds = []
    for judged in topic.covers:
        clusters, sections = [], []
        for cluster in judged.clusters:
            stray = next((item for item in cluster.items if item not in at), None)
            if stray is not None:
                raise SumscopeError(
                    f"a cluster names sentence {stray!r}, which no document has",
                    where=f"topic {topic.id!r}: judge {judged.judge!r}",
                )
            if cluster.items:
                clusters.append(np.unique([at[item] for item in cluster.items]).astype(np.int64))
                sections.append(str(cluster.extra.get("section") or ""))
        golds.append(Gold(judged.judge, tuple(clusters), tuple(sections)))
    return tuple(golds)
