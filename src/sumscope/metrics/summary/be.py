"""be: basic elements, where a dependency parser is installed."""

from __future__ import annotations

import importlib.util
from collections import Counter
from collections.abc import Callable, Sequence
from functools import lru_cache
from typing import Any, Literal

from sumscope.core.errors import MissingExtraError
from sumscope.core.lazy import optional
from sumscope.core.measure import measure
from sumscope.core.values import Undefined
from sumscope.corpus.view import TextView, TopicView

Pair = tuple[str, str]
# Sentences in, a list of (head, modifier) of lemmas for each out.
Parser = Callable[[Sequence[str]], list[list[Pair]]]
_PARSERS: dict[str, Parser] = {}
_MODELS = {"en": "en_core_web_sm", "zh": "zh_core_web_sm"}
Stats = tuple[float, float, float]


def register_parser(name: str, parser: Parser) -> None:
    """Make a parser known, as in `be(parser=NAME)`."""
    _PARSERS[name] = parser


@measure("be", needs=("peer", "references"), range=(0, 1), better="higher", cite="hovy2006")
class BasicElements:
    """Head-modifier pairs of a dependency parse shared with the references (Hovy et al. 2006).

    Each pair of lemmas counts as often as both texts hold it; hits and counts are summed over
    references, as in ROUGE. `parser` names a spaCy model (the small one of the language by
    default) or a registered parser; without spaCy there is an error that says how to install it.
    0 for an empty summary; undefined where no reference has a pair.
    """

    report: Literal["r", "p", "f"] = "r"
    parser: str | None = None

    @staticmethod
    def available() -> bool:
        """Whether a parser can be had at all."""
        return bool(_PARSERS) or importlib.util.find_spec("spacy") is not None

    def prepare(self, view: TopicView) -> tuple[Counter[Pair], ...]:
        """The pairs of each reference."""
        return tuple(self.pairs(reference) for reference in view.references)

    def stats(self, prepared: tuple[Counter[Pair], ...], peer: TextView) -> Stats:
        """Hits, pairs of the references, pairs of the summary (once for each reference)."""
        mine = self.pairs(peer)
        hits = sum((reference & mine).total() for reference in prepared)
        return hits, sum(r.total() for r in prepared), mine.total() * len(prepared)

    def score(self, stats: Stats) -> float | Undefined:
        """Recall, precision or F."""
        hits, reference, summary = stats
        if not reference:
            return Undefined("no reference has a pair of head and modifier")
        if self.report == "r":
            return hits / reference
        if self.report == "p":
            return hits / summary if summary else 0.0
        return 2 * hits / (reference + summary)

    def pairs(self, text: TextView) -> Counter[Pair]:
        """The pairs of a text."""
        name = self.parser or _MODELS.get(_base(text.lang), f"{_base(text.lang)}_core_news_sm")
        return text.memo(("be", name), lambda: _count(name, text.sentences))

    def text(self, lang: str | None) -> str:
        """Name the parser."""
        return f"parser:{self.parser or _MODELS.get(_base(lang), _base(lang) + '_core_news_sm')}"


def _base(lang: str | None) -> str:
    return (lang or "en").partition("-")[0].lower()


def _count(name: str, sentences: Sequence[str]) -> Counter[Pair]:
    parse = _PARSERS.get(name) or _spacy(name)
    return Counter(pair for found in parse(sentences) for pair in found)


@lru_cache(maxsize=4)
def _spacy(model: str) -> Parser:
    spacy: Any = optional("spacy", "be")
    try:
        read = spacy.load(model, exclude=["ner"])
    except OSError as error:
        raise MissingExtraError(
            f"the parser model {model} is not installed",
            hint=f"install it with: python -m spacy download {model}",
        ) from error

    def parse(sentences: Sequence[str]) -> list[list[Pair]]:
        return [
            [
                (token.head.lemma_.lower(), token.lemma_.lower())
                for token in document
                if token.head is not token and not token.is_punct and not token.is_space
            ]
            for document in read.pipe(sentences)
        ]

    return parse
