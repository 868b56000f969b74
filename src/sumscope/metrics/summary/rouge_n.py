"""ROUGE-N."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Sequence
from typing import Any, Literal

from sumscope.core.errors import SumscopeError
from sumscope.core.measure import measure
from sumscope.corpus.view import TextView, TopicView
from sumscope.metrics.summary._rouge import RougeOptions, Stats

Weigh = dict[str, float]


@measure(
    "rouge-{n}",
    needs=("peer", "references"),
    range=(0, 1),
    better="higher",
    cite="lin2004",
    names=("rouge-1", "rouge-2", "rouge-3", "rouge-4"),
)
class RougeN(RougeOptions):
    """N-grams shared by a summary and its references (n from 1 to 9), as ROUGE-1.5.5 -n.

    Each n-gram counts as often as both texts hold it. `across=true` lets n-grams of the summary
    cross sentence ends, as the original does; `false` is how oracles are scored. `weight=idf`
    (n = 1) weighs each word by its rarity in the topic's documents, or in its references where
    there are no documents; not part of the original.
    An empty summary or empty references give 0.
    """

    n: int = 2
    weight: Literal["idf"] | None = None
    across: bool = True

    def __post_init__(self) -> None:
        self.check()
        if not 1 <= self.n <= 9:
            raise SumscopeError(f"{self}: n is not between 1 and 9", mend="write rouge-2")
        if self.weight is not None and self.n != 1:
            raise SumscopeError(f"{self}: weight=idf is for single words", mend="write rouge-1")

    def prepare(self, view: TopicView) -> Any:
        """The references' words, and what each word weighs."""
        references = super().prepare(view)
        if self.weight is None:
            return references
        whole = RougeOptions(stem=self.stem, stop=self.stop, tokens=self.tokens)  # not cut
        sources = view.documents or view.references
        frequency = Counter(
            word for text in sources for word in {w for s in whole.encode(text).tokens() for w in s}
        )
        rare = math.log((len(sources) + 1) / 1.5)
        weigh = {
            word: min(1.0, max(0.0, math.log((len(sources) + 1) / (df + 0.5)) / rare))
            for word, df in frequency.items()
        }
        return weigh, [_bag(reference) for reference in references]

    def stats(self, prepared: Any, peer: TextView) -> Stats:
        """Hits and counts; under `weight=idf` sums of weights."""
        if self.weight is None:
            return super().stats(prepared, peer)
        weigh, references = prepared
        bag = _bag(self.encode(peer))
        return self.combine([_weighted(weigh, reference, bag) for reference in references])

    @property
    def count(self) -> tuple[Any, ...]:
        """N-grams."""
        return "ngrams", self.n, self.across


def _bag(text: Any) -> Counter[str]:
    return Counter(word for sentence in text.tokens() for word in sentence)


def _weighted(weigh: Weigh, reference: Counter[str], peer: Counter[str]) -> Stats:
    def total(words: Sequence[tuple[str, int]]) -> float:
        return math.fsum(weigh.get(word, 1.0) * count for word, count in words)

    shared = [(word, min(count, peer[word])) for word, count in reference.items() if word in peer]
    return total(shared), total(list(reference.items())), total(list(peer.items()))
