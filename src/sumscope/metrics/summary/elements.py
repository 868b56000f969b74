"""Basic elements shared with the references: made from a parse, or given in the corpus."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import lru_cache
from typing import Literal, Protocol

from sumscope.core.errors import MissingExtraError, SumscopeError
from sumscope.core.lazy import optional
from sumscope.core.measure import measure
from sumscope.core.values import Undefined
from sumscope.corpus.view import TextView, TopicView
from sumscope.rouge_scoring.elements import (
    Counted,
    Match,
    Parts,
    count_elements,
    count_parts,
    element_stats,
)
from sumscope.rouge_scoring.words import Stats, five
from sumscope.text import pipeline, trees
from sumscope.text.languages import language

Pair = tuple[str, str]
# Sentences in; for each, (head, modifier) or (head, modifier, relation) of lemmas out.
Parser = Callable[[Sequence[str]], Sequence[Sequence[Pair | Parts]]]
_PARSERS: dict[str, Parser] = {}


def register_parser(name: str, parser: Parser) -> None:
    """Make a parser known, as in `be(parser=NAME)`."""
    _PARSERS[name] = parser


@measure("be", needs=("peer", "references"), range=(0, 1), better="higher", cite="hovy2006")
class BasicElements:
    """Basic elements (heads and modifiers) shared with the references (Hovy et al. 2006).

    Elements come from a dependency tree: our own parser for English and Portuguese, the small spaCy
    model for other languages, or what `parser` names (a spaCy model or a registered parser).
    `match` is the parts compared, as in `ROUGE-1.5.5 -3`: heads alone (h), heads with modifiers
    (hm), with relations (hmr); hm1, hmr1 and hmr2 also count heads alone. Words are compared by
    lemma; hits and counts are summed over references, or taken from the best of them (`refs`).
    0 for an empty summary; undefined where no reference has an element. To score elements that the
    corpus holds, use `rouge-be`.
    """

    match: Match = "hm"
    refs: Literal["average", "best"] = "average"
    report: Literal["r", "p", "f"] = "r"
    parser: str | None = None

    @staticmethod
    def available() -> bool:
        """True: English and Portuguese need nothing else installed."""
        return True

    def prepare(self, view: TopicView) -> tuple[Counted, ...]:
        """The elements of each reference."""
        return tuple(self.elements(reference) for reference in view.references)

    def stats(self, prepared: tuple[Counted, ...], peer: TextView) -> Stats:
        """Hits, elements of the references, elements of the summary (once for each reference)."""
        return element_stats(prepared, self.elements(peer), self.refs)

    def score(self, stats: Stats) -> float | Undefined:
        """Recall, precision or F."""
        hits, reference, summary = stats
        if not reference:
            return Undefined("no reference has a basic element")
        if self.report == "r":
            return hits / reference
        if self.report == "p":
            return hits / summary if summary else 0.0
        return 2 * hits / (reference + summary)

    def elements(self, text: TextView) -> Counted:
        """The elements of a text, by the parts that are matched."""
        name = self.parser or _default(text.lang)
        parts = text.memo(("be", name), lambda: _parts(name, text))
        return text.memo(("be", name, self.match), lambda: count_parts(parts, self.match))

    def text(self, lang: str | None) -> str:
        """Name the parser, and for our own the text processing."""
        name = self.parser or _default(lang)
        if name is not None:
            return f"parser:{name}"
        own = pipeline(lang or "en")
        return f"{own.signature}|parser:{trees.name_of(own.lang)}"


def _default(lang: str | None) -> str | None:
    """The spaCy model of a language, None where our own parser knows it."""
    base = pipeline(lang or "en").lang
    return None if base in trees.TRAINED else language(base).spacy or f"{base}_core_news_sm"


def _parts(name: str | None, text: TextView) -> list[Parts]:
    if name is None:
        from sumscope.text.elements import elements

        own = pipeline(text.lang or "en")
        return [e for sentence in text.sentences for e in elements(own.tree(sentence), own.lemma)]
    parse = _PARSERS.get(name) or _spacy(name)
    found: list[Parts] = []
    for given in parse(text.sentences):
        for element in given:
            found.append(element if len(element) == 3 else (element[0], element[1], None))
    return found


class _Token(Protocol):
    """What is asked of a token of spaCy."""

    lemma_: str
    dep_: str
    pos_: str
    is_punct: bool
    is_space: bool

    @property
    def head(self) -> _Token: ...


@lru_cache(maxsize=4)
def _spacy(model: str) -> Parser:
    spacy = optional("spacy", "be")
    try:
        read = spacy.load(model, exclude=["ner"])
    except OSError as error:
        raise MissingExtraError(
            f"the parser model {model} is not installed",
            hint=f"install it with: python -m spacy download {model}",
        ) from error

    def of(document: Sequence[_Token]) -> list[Parts]:
        found: list[Parts] = []
        for token in document:
            if token.is_punct or token.is_space:
                continue
            lemma = token.lemma_.lower()
            if token.pos_ in ("NOUN", "PROPN", "VERB", "ADJ", "ADV", "NUM"):
                found.append((lemma, None, None))
            if token.head is not token:
                found.append((token.head.lemma_.lower(), lemma, token.dep_.lower()))
        return found

    def parse(sentences: Sequence[str]) -> list[list[Parts]]:
        return [of(document) for document in read.pipe(sentences)]

    return parse


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
