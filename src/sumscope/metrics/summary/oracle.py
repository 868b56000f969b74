"""Agreement of a summary's sentences with all extractive oracles."""

from __future__ import annotations

import math
from typing import Literal, NamedTuple

from sumscope.core.errors import SumscopeError
from sumscope.core.measure import measure
from sumscope.core.values import Undefined
from sumscope.corpus.view import TextView, TopicView
from sumscope.oracles.agreement import Agreement, agreement
from sumscope.oracles.answer import Oracles
from sumscope.oracles.methods import MOST_NODES, Budget, solve
from sumscope.oracles.text import OracleText, PeerMatcher
from sumscope.rouge_scoring.words import RougeOptions


class Prepared(NamedTuple):
    """The oracles of a topic and how to find a peer's sentences."""

    oracles: list[Oracles]
    matcher: PeerMatcher


@measure(
    "oracle-f1",
    needs=("peer", "references", "documents"),
    range=(0, 1),
    better="higher",
    cite="hirao2017",
)
class OracleF1:
    """Sentences shared by a summary and the extractive oracles, averaged over every oracle.

    An oracle is a set of source sentences of at most `limit` words with the highest ROUGE-n. P is
    the mean of |O & S| / |S|, R of |O & S| / |O|, from exact counts. `refs=single` takes the
    oracles of each reference and the mean over references. Sentences of a summary given as text
    are matched to the source by equality, then by token overlap of at least `threshold`; others
    count in |S|. Undefined where nothing of the source matches, or where more than `budget` search
    nodes would be needed.
    """

    n: int = 1
    limit: int = 100
    refs: Literal["multi", "single"] = "multi"
    report: Literal["f", "p", "r"] = "f"
    stem: bool = True
    stop: bool | None = None
    tokens: Literal["rouge155", "unicode"] = "rouge155"
    threshold: float = 0.5
    budget: int = 1_000_000

    def __post_init__(self) -> None:
        if not 1 <= self.n <= 9:
            raise SumscopeError(f"{self}: n is not between 1 and 9", hint="write n=1")
        if not 1 <= self.limit < 1 << 24:
            raise SumscopeError(f"{self}: limit is not a number of words", hint="write limit=100")
        if not 0 < self.threshold <= 1:
            raise SumscopeError(f"{self}: threshold is not in (0, 1]", hint="write threshold=0.5")
        if not 1 <= self.budget < MOST_NODES:
            raise SumscopeError(f"{self}: budget is not a number of nodes", hint="leave it out")

    def text(self, lang: str | None) -> str:
        """The text processing, for signatures."""
        return RougeOptions(tokens=self.tokens).text(lang)

    def prepare(self, view: TopicView) -> Prepared | Undefined:
        """Every oracle of the topic."""
        text = OracleText(self.n, self.stem, self.stop, self.tokens)
        words = text.words(view)
        which = [None] if self.refs == "multi" else range(len(words.references))
        found = []
        for reference in which:
            problem = words.problem(self.limit, reference)
            if len(problem.length) == 0:
                return Undefined("no sentence that fits shares an n-gram with the references")
            oracles = solve(problem, "bnb", Budget(nodes=self.budget))
            if not oracles.complete:
                return Undefined(f"more than {self.budget} nodes to find all oracles")
            found.append(oracles)
        return Prepared(found, PeerMatcher(view, text, self.threshold))

    def stats(self, prepared: Prepared | Undefined, peer: TextView) -> Agreement | Undefined:
        """Precision, recall and F, means over references under `refs=single`."""
        if isinstance(prepared, Undefined):
            return prepared
        mine = prepared.matcher.match(peer)
        each = [agreement(o, mine.chosen, mine.sentences) for o in prepared.oracles]
        columns = zip(*each, strict=True)
        return Agreement(*(math.fsum(column) / len(each) for column in columns))

    def score(self, stats: Agreement | Undefined) -> float | Undefined:
        """Precision, recall or F."""
        if isinstance(stats, Undefined):
            return stats
        return {"p": stats.precision, "r": stats.recall, "f": stats.f}[self.report]
