"""From a topic to oracle problems: the words of ROUGE, as numbers."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cached_property, partial
from typing import TYPE_CHECKING, Any, Literal

from sumscope import kernels
from sumscope.core.errors import SumscopeError
from sumscope.corpus.view import TextView, TopicView
from sumscope.oracles.agreement import Matched, Matcher
from sumscope.oracles.objective import LCS
from sumscope.oracles.problem import Problem, build
from sumscope.rouge_scoring.words import RougeOptions, encode

if TYPE_CHECKING:
    from sumscope.kernels import rouge
    from sumscope.oracles.objective import Objective
    from sumscope.oracles.ratio import RatioProblem


@dataclass(frozen=True)
class OracleText:
    """How texts become words for oracles.

    Words are stemmed as ROUGE does; stop words do not count as matches for n = 1 and do for
    n >= 2 unless `stop` says otherwise; they always count as words of a sentence. `length` is what
    limits count; references are cut at the limit `cut`. A tuple of several n stands for the mean of
    several ROUGEs (0: ROUGE-L), which keeps stop words.
    """

    n: int | tuple[int, ...] = 1
    stem: bool = True
    stop: bool | None = None
    tokens: Literal["rouge155", "unicode"] = "rouge155"
    length: Literal["tokens", "words", "bytes"] = "tokens"
    cut: int | str | None = None

    @property
    def views(self) -> tuple[int, ...]:
        """The n of every ROUGE."""
        return self.n if isinstance(self.n, tuple) else (self.n,)

    @property
    def counted(self) -> RougeOptions:
        """The words that count."""
        stop = self.n == 1 if self.stop is None else self.stop
        return RougeOptions(stem=self.stem, stop=stop, tokens=self.tokens)

    @property
    def every(self) -> RougeOptions:
        """All words, for lengths."""
        return RougeOptions(stem=False, stop=False, tokens=self.tokens)

    def measure(self, limit: int | None = None, across: bool = False, n: int | None = None) -> Any:
        """The ROUGE that gives oracles their score; texts are cut at the limit."""
        from sumscope.core.measure import parse
        from sumscope.core.parameters import spell_parameters

        o = self.counted
        options: dict[str, object] = {"stem": o.stem, "stop": o.stop, "tokens": o.tokens}
        unit = "bytes" if self.length == "bytes" else "words"
        options[unit] = limit
        wanted = self.views[0] if n is None else n
        if wanted == LCS:
            return parse(f"rouge-l({spell_parameters(options)})")
        options["across"] = across
        return parse(f"rouge-{wanted}({spell_parameters(options)})")

    def words(self, view: TopicView) -> TopicWords:
        """The words of a topic, kept for all problems over it."""
        return view.memo(("oracle", self), lambda: _topic_words(self, view))


@dataclass(frozen=True, eq=False)
class TopicWords:
    """Sentences of the documents and references, their words as numbers."""

    views: tuple[int, ...]
    ids: list[str]
    texts: list[str]
    sentences: list[list[int]]
    lengths: list[int]
    reference_sentences: list[list[list[int]]]

    @cached_property
    def references(self) -> list[list[int]]:
        """Every reference as one text."""
        return [[w for sentence in ref for w in sentence] for ref in self.reference_sentences]

    def limit(self, limit: int | str) -> int:
        """A number of words; `3s` is three times the mean length of a source sentence."""
        return _limit(limit, self.lengths)

    def problem(self, limit: int, reference: int | None = None) -> Problem:
        """The problem for one reference, or for all."""
        wanted = self.references if reference is None else [self.references[reference]]
        return build(self.sentences, self.lengths, wanted, self.views[0], limit)

    def ratio(
        self, goal: Objective, limit: int | None, slots: int | None, reference: int | None = None
    ) -> RatioProblem:
        """The problem of F or of a mean, also with a limit of sentences."""
        from sumscope.oracles.ratio import build_ratio

        kept = self.reference_sentences
        wanted = kept if reference is None else [kept[reference]]
        return build_ratio(self.sentences, self.lengths, wanted, goal, limit, slots)


def _limit(limit: int | str, lengths: list[int]) -> int:
    if isinstance(limit, int):
        return limit
    if limit.isdecimal():
        return int(limit)
    filled = [length for length in lengths if length]
    return round(float(limit[:-1]) * sum(filled) / len(filled)) if filled else 0


def _lengths(text: OracleText, view: TopicView) -> list[int]:
    """The length of every source sentence."""
    sentences = [item.text for document in view.documents for item in document.items]
    if text.length == "words":
        return [len(sentence.split()) for sentence in sentences]
    if text.length == "bytes":
        return [len(sentence.encode("utf-8", "surrogatepass")) for sentence in sentences]
    # Stems are as many as words, and are found already.
    options = text.every if text.counted.stop else text.counted
    return [n for document in view.documents for n in by_sentence(options, document).lengths()]


def read_limit(limit: int | str) -> int | str:
    """Check a limit: words, or a number of mean sentences with an s."""
    if isinstance(limit, int) and not isinstance(limit, bool) and 0 <= limit < 1 << 24:
        return limit
    if isinstance(limit, str):
        if limit.isdecimal() and len(limit) < 9 and int(limit) < 1 << 24:
            return int(limit)
        number = limit[:-1]
        if limit.endswith("s") and number.replace(".", "", 1).isdecimal() and float(number) < 1e6:
            return limit
    raise SumscopeError(
        f"{limit!r} is not a length limit",
        hint="write words as 100, or 3s for the words of three mean sentences",
    )


def by_sentence(options: RougeOptions, text: TextView) -> rouge.Text:
    """The words of a text, sentence by sentence (`encode` of ROUGE may take a text as one)."""
    return text.memo(options.key, lambda: encode(options, text.sentences, text.lang))


def _topic_words(text: OracleText, view: TopicView) -> TopicWords:
    counted = text.counted
    encoded = [by_sentence(counted, d) for d in view.documents]
    lengths = _lengths(text, view)
    kept = counted
    if text.cut is not None:
        limit = max(1, _limit(text.cut, lengths))
        in_bytes = text.length == "bytes"
        kept = replace(counted, bytes=limit) if in_bytes else replace(counted, words=limit)
    read = partial(by_sentence, kept) if LCS in text.views else kept.encode
    references = [read(r) for r in view.references]
    numbers, _ = kernels.rouge.number([*encoded, *references])
    items = [item for document in view.documents for item in document.items]
    documents = len(encoded)
    return TopicWords(
        views=text.views,
        ids=[item.id for item in items],
        texts=[item.text for item in items],
        sentences=[sentence for doc in numbers[:documents] for sentence in doc],
        lengths=lengths,
        reference_sentences=numbers[documents:],
    )


class PeerMatcher:
    """Finds the source sentences of peers of a topic."""

    def __init__(self, view: TopicView, text: OracleText, threshold: float) -> None:
        self._every = text.every
        words = text.words(view)
        self._number = {item: number for number, item in enumerate(words.ids)}
        tokens = [s for d in view.documents for s in by_sentence(self._every, d).tokens()]
        self._matcher = Matcher(words.texts, tokens, threshold)

    def match(self, peer: TextView) -> Matched:
        """By id for an extract, else by text."""
        if peer.source.extract is not None:
            found = {self._number[item.id] for item in peer.items}
            return Matched(tuple(sorted(found)), ())
        return self._matcher.match(peer.sentences, by_sentence(self._every, peer).tokens())
