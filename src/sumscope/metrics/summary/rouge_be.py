"""ROUGE-BE: basic elements that are given in the corpus."""

from __future__ import annotations

from typing import Literal

from sumscope.core.errors import SumscopeError
from sumscope.core.measure import measure
from sumscope.core.values import Undefined
from sumscope.corpus.view import TextView, TopicView
from sumscope.rouge_scoring.elements import Counted, Match, count_elements, element_stats
from sumscope.rouge_scoring.words import Stats, five

Prepared = tuple[Counted | None, ...]


@measure("rouge-be", needs=("peer", "references"), range=(0, 1), better="higher", cite="hovy2006")
class RougeBE:
    """Basic elements of a summary found in its references, as ROUGE-1.5.5 -3 HM scores them.

    Reads the key `be` of references and peers: strings `HEAD|MODIFIER|RELATION`, as in the BE files
    of DUC and TAC. `match` is the parts compared (`-3 H|HM|HMR|HM1|HMR1|HMR2`), `stem` is -m,
    `refs` -f A or B, `alpha` -p; numbers are rounded as the original prints them. Undefined where
    the summary or a reference has no `be`; an empty list gives 0. To have elements made from a
    parse, use `be`.
    """

    match: Match = "hm"
    stem: bool = True
    refs: Literal["average", "best"] = "average"
    alpha: float = 0.5
    report: Literal["r", "p", "f"] = "r"

    def __post_init__(self) -> None:
        if not 0 <= self.alpha <= 1:
            raise SumscopeError(f"{self}: alpha is not between 0 and 1", hint="write alpha=0.5")

    def prepare(self, view: TopicView) -> Prepared:
        """The elements of each reference."""
        return tuple(self.elements(reference) for reference in view.references)

    def stats(self, prepared: Prepared, peer: TextView) -> Stats | Undefined:
        """Hits and counts, or why there are none."""
        mine = self.elements(peer)
        if mine is None:
            return Undefined("the summary has no basic elements (key be)")
        given = [reference for reference in prepared if reference is not None]
        if len(given) < len(prepared):
            return Undefined("a reference has no basic elements (key be)")
        return element_stats(given, mine, self.refs)

    def score(self, stats: Stats | Undefined) -> float | Undefined:
        """Recall, precision or F, as ROUGE prints it."""
        if isinstance(stats, Undefined):
            return stats
        hits, reference, peer = stats
        r = five(hits / reference) if reference else 0.0
        p = five(hits / peer) if peer else 0.0
        below = (1 - self.alpha) * p + self.alpha * r
        return {"r": r, "p": p, "f": five(p * r / below) if below > 0 else 0.0}[self.report]

    def elements(self, text: TextView) -> Counted | None:
        """The elements of a text, or None where it has no key `be`."""
        given = text.source.extra.get("be")
        if given is None:
            return None
        if not isinstance(given, (list, tuple)) or not all(isinstance(x, str) for x in given):
            what = f"be of {text.id!r} is not a list of strings"
            raise SumscopeError(what, hint='write "be": ["council|city|mod"]')
        key = ("rouge-be", self.match, self.stem)
        return text.memo(key, lambda: count_elements(given, self.match, self.stem))

    def text(self, lang: str | None) -> str:
        """The elements are given."""
        return "be:given"
