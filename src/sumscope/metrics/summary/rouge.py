"""ROUGE: n-grams, common subsequences and word pairs shared with the references."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from typing import TYPE_CHECKING, Any, Literal

from sumscope.core.errors import SumscopeError
from sumscope.core.measure import measure
from sumscope.corpus.background import background
from sumscope.corpus.view import TextView, TopicView
from sumscope.rouge_scoring.words import RougeOptions, Stats

if TYPE_CHECKING:
    from sumscope.kernels import rouge
    from sumscope.kernels.types import Spec


Weigh = Callable[[str], float]


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
    (n = 1) weighs each word by its rarity in the documents of all topics, or in the references
    where there are no documents; not part of the original.
    An empty summary or empty references give 0.
    """

    n: int = 2
    weight: Literal["idf"] | None = None
    across: bool = True

    def __post_init__(self) -> None:
        self.check()
        if not 1 <= self.n <= 9:
            raise SumscopeError(f"{self}: n is not between 1 and 9", hint="write rouge-2")
        if self.weight is not None and self.n != 1:
            raise SumscopeError(f"{self}: weight=idf is for single words", hint="write rouge-1")
        if self.like is not None and (self.weight is not None or not self.across):
            raise SumscopeError(f"{self}: rouge-score has no weight and no across")

    def prepare(self, view: TopicView) -> Any:
        """The references' words, and what each word weighs."""
        references = super().prepare(view)
        if self.weight is None:
            return references
        return background(self, view).rarity, [_bag(reference) for reference in references]

    def survey_key(self) -> str | None:
        """Name the way words are read, for counts over the corpus."""
        return f"rouge,{self.tokens},{self.stem},{self.stop}" if self.weight else None

    def survey(self, view: TopicView) -> Iterator[set[str]]:
        """The distinct words of each document, or reference where there are no documents."""
        whole = RougeOptions(stem=self.stem, stop=self.stop, tokens=self.tokens)  # not cut
        for text in view.documents or view.references:
            yield {word for sentence in whole.encode(text).tokens() for word in sentence}

    def stats(self, prepared: Any, peer: TextView) -> Stats:
        """Hits and counts; under `weight=idf` sums of weights."""
        if self.weight is None:
            return super().stats(prepared, peer)
        weigh, references = prepared
        bag = _bag(self.encode(peer))
        return self.combine([_weighted(weigh, reference, bag) for reference in references])

    @property
    def together(self) -> Any:
        """Words that weigh differently are counted one peer at a time."""
        return super().together if self.weight is None else None

    @property
    def by_sentence(self) -> bool:
        """N-grams may stop at sentence ends."""
        return not self.across

    @property
    def count(self) -> Spec:
        """N-grams."""
        return "ngrams", self.n, self.across


def _bag(text: rouge.Text) -> Counter[str]:
    return Counter(word for sentence in text.tokens() for word in sentence)


def _weighted(weigh: Weigh, reference: Counter[str], peer: Counter[str]) -> Stats:
    def total(words: Sequence[tuple[str, int]]) -> float:
        return math.fsum(weigh(word) * count for word, count in words)

    shared = [(word, min(count, peer[word])) for word, count in reference.items() if word in peer]
    return total(shared), total(list(reference.items())), total(list(peer.items()))


@measure("rouge-l", needs=("peer", "references"), range=(0, 1), better="higher", cite="lin2004")
class RougeL(RougeOptions):
    """Words of the references that a summary holds in the same order, sentence by sentence.

    For each sentence of a reference, the union of its longest common subsequences with every
    sentence of the summary (ROUGE-1.5.5's ROUGE-L, elsewhere called ROUGE-Lsum). Under
    `like=rouge-score` it is that package's `rougeL`, which takes the whole text as one sentence.
    An empty summary or empty references give 0.
    """

    def __post_init__(self) -> None:
        self.check()

    @property
    def by_sentence(self) -> bool:
        """Subsequences are of sentences."""
        return True

    @property
    def count(self) -> Spec:
        """Words in the union of common subsequences."""
        return ("lcs",)


@measure("rouge-lsum", needs=("peer", "references"), range=(0, 1), better="higher", cite="lin2004")
class RougeLsum(RougeOptions):
    """Common subsequences line by line: `rougeLsum` of rouge-score, evaluate and torchmetrics.

    Texts are split at line ends; given sentences are taken as they are. `like` is `rouge-score`
    here; for ROUGE-1.5.5's own measure write `rouge-l`, which finds sentences. An empty summary or
    empty references give 0.
    """

    stem: bool = False
    report: Literal["r", "p", "f"] = "f"
    like: Literal["rouge-score"] | None = "rouge-score"

    def __post_init__(self) -> None:
        if self.like is None:
            hint = "write rouge-l"
            raise SumscopeError("rouge-lsum without like=rouge-score is rouge-l", hint=hint)
        self.check()

    @property
    def unit(self) -> Literal["whole", "lines"]:
        """Subsequences are of lines."""
        return "lines"

    @property
    def by_sentence(self) -> bool:
        """Subsequences are of lines."""
        return True

    @property
    def count(self) -> tuple[Any, ...]:
        """Words in the union of common subsequences."""
        return ("lcs",)


@measure("rouge-w", needs=("peer", "references"), range=(0, 1), better="higher", cite="lin2004")
class RougeW(RougeOptions):
    """ROUGE-L in which a run of k words weighs k**weight, as ROUGE-1.5.5 -w.

    As in the original, recall is held against the weight of the weighted sentence lengths, so a
    text held against itself scores below 1. An empty summary or empty references give 0.
    """

    weight: float = 1.2

    def __post_init__(self) -> None:
        self.check()
        # Below 1 longer runs would weigh less and a recall could exceed 1.
        if not 1 <= self.weight <= 100:
            raise SumscopeError(f"{self}: weight is not from 1 to 100", hint="write weight=1.2")

    @property
    def by_sentence(self) -> bool:
        """Subsequences are of sentences."""
        return True

    @property
    def count(self) -> Spec:
        """Runs of words in the union of common subsequences."""
        return "wlcs", self.weight

    @property
    def power(self) -> float:
        """Lengths weigh as runs do."""
        return self.weight


@measure(
    "rouge-s{skip?}",
    needs=("peer", "references"),
    range=(0, 1),
    better="higher",
    cite="lin2004",
    names=("rouge-s", "rouge-s4"),
)
class RougeS(RougeOptions):
    """Ordered word pairs shared by a summary and its references, as ROUGE-1.5.5 -2.

    `rouge-s4` lets at most 4 words stand between, `rouge-s` any number (ROUGE-S*). Pairs cross
    sentence ends. A text of fewer than two words has no pair; nothing to count gives 0.
    """

    skip: int | None = None

    def __post_init__(self) -> None:
        self.check()

    @property
    def count(self) -> Spec:
        """Word pairs."""
        return "skips", -1 if self.skip is None else self.skip, False


@measure(
    "rouge-su{skip?}",
    needs=("peer", "references"),
    range=(0, 1),
    better="higher",
    cite="lin2004",
    names=("rouge-su", "rouge-su4"),
)
class RougeSU(RougeOptions):
    """Ordered word pairs and single words shared by a summary and its references, as -2 with -u.

    `rouge-su4` lets at most 4 words stand between, `rouge-su` any number (ROUGE-SU*). As in the
    original the last word of a text does not count as a single word. Nothing to count gives 0.
    """

    skip: int | None = None

    def __post_init__(self) -> None:
        self.check()

    @property
    def count(self) -> Spec:
        """Word pairs and single words."""
        return "skips", -1 if self.skip is None else self.skip, True
