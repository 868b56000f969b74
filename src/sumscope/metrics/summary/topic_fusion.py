"""topic-fusion: words weighed three ways, mixed. Our own, and experimental."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from itertools import pairwise
from typing import Literal, TypeVar

from sumscope.core.choices import TopicMethod
from sumscope.core.measure import measure
from sumscope.core.values import Undefined
from sumscope.corpus.background import background
from sumscope.corpus.view import TextView, TopicView
from sumscope.topic_models.division import NO_WORDS, Division, stems, text_processing

Bigram = tuple[str, str]
Item = TypeVar("Item")
# (matched, of the reference, of the summary) for each of the three parts
Shares = tuple[tuple[float, float, float], ...]


@dataclass(frozen=True)
class Prepared:
    """What every summary of a topic is compared with."""

    references: tuple[Division, ...]
    rarity: Callable[[str], float]
    holders: Mapping[str, int]
    pairs: tuple[frozenset[Bigram], ...]
    pair_holders: Mapping[Bigram, int]
    pool: Mapping[str, int]
    tokens: int


@measure(
    "topic-fusion", needs=("peer", "references"), range=(0, 1), better="higher", cite="sumscope"
)
class TopicFusion:
    """Mean of three weighted overlaps with the references (experimental; no training).

    (U + K + B) / 3 for each reference, then the mean over references. U: words weighed by rarity in
    the evaluation set and by how many references hold them, half for a match anywhere, half for one
    in the sentences of the same topic. K: words weighed by the chance that a random text of the
    summary's length misses them. B: bigrams inside sentences, weighed by the references that hold
    them. In [0, 1]; `report=r` is recall, `f` balances it with precision, which hurt badly against
    judgements of recall. 0 for an empty summary; undefined where no reference has a word. See
    docs/explanation/kumar2011.md for what it can and cannot do.
    """

    topics: TopicMethod = "betweenness"
    report: Literal["r", "f"] = "r"

    def survey_key(self) -> str:
        """Name the way words are read, for counts over the corpus."""
        return "stems"

    def survey(self, view: TopicView) -> Iterator[set[str]]:
        """The distinct stems of each document, or reference where there are no documents."""
        for text in view.documents or view.references:
            yield {word for sentence in stems(text) for word in sentence}

    def prepare(self, view: TopicView) -> Prepared:
        """Weigh the words of the references."""
        references = [Division.of(reference, self.topics) for reference in view.references]
        kept = tuple(reference for reference in references if reference.sentences)
        pairs = tuple(frozenset(_pairs(r.sentences)) for r in kept)
        pool = Counter(
            word
            for text in (*view.documents, *view.references)
            for sentence in stems(text)
            for word in sentence
        )
        return Prepared(
            kept,
            cache(background(self, view).rarity),
            Counter(word for r in kept for word in r.counts),
            pairs,
            Counter(pair for held in pairs for pair in held),
            pool,
            sum(pool.values()),
        )

    def stats(self, prepared: Prepared, peer: TextView) -> tuple[Shares, ...] | None:
        """Weights matched, in the reference and in the summary, for U, K, B and each reference."""
        if not prepared.references:
            return None
        sentences = stems(peer)
        mine = Counter(word for sentence in sentences for word in sentence)
        length = sum(mine.values())
        held = frozenset(_pairs(sentences))

        def rare(word: str) -> float:
            return prepared.rarity(word) * max(1, prepared.holders.get(word, 0))

        def missed(word: str) -> float:
            return (1 - prepared.pool.get(word, 0) / max(1, prepared.tokens)) ** length

        def shared(pair: Bigram) -> float:
            return max(1, prepared.pair_holders.get(pair, 0))

        found = []
        for reference, pairs in zip(prepared.references, prepared.pairs, strict=True):
            anywhere, whole, given = _overlap(rare, reference.counts, mine)
            inside = math.fsum(
                _overlap(rare, topic.counts, Counter(w for s in assigned for w in sentences[s]))[0]
                for topic, assigned in zip(
                    reference.topics, reference.assign(sentences), strict=True
                )
            )
            found.append(
                (
                    ((anywhere + inside) / 2, whole, given),
                    _overlap(missed, reference.counts, mine),
                    _overlap(shared, Counter(pairs), Counter(held)),
                )
            )
        return tuple(found)

    def score(self, stats: tuple[Shares, ...] | None) -> float | Undefined:
        """Mean of the parts, then of the references."""
        if stats is None:
            return Undefined(NO_WORDS)
        values = [self._value(*share) for shares in stats for share in shares]
        return math.fsum(values) / len(values)

    def _value(self, matched: float, reference: float, summary: float) -> float:
        if self.report == "r":
            return matched / reference if reference > 0 else 0.0
        below = reference + summary
        return 2 * matched / below if below > 0 else 0.0

    def text(self, lang: str | None) -> str:
        """Name the text processing."""
        return text_processing(lang)


def _pairs(sentences: tuple[tuple[str, ...], ...]) -> Iterator[Bigram]:
    for sentence in sentences:
        yield from pairwise(sentence)


def _overlap(
    weigh: Callable[[Item], float], reference: Mapping[Item, int], summary: Mapping[Item, int]
) -> tuple[float, float, float]:
    """Weight of the clipped matches, of the reference, of the summary."""
    matched = math.fsum(
        weigh(item) * min(count, summary[item])
        for item, count in reference.items()
        if item in summary
    )
    whole = math.fsum(weigh(item) * count for item, count in reference.items())
    given = math.fsum(weigh(item) * count for item, count in summary.items())
    return matched, whole, given
