"""What every ROUGE measure shares: options, words of a text, and how scores come from counts.

The numbers are those of ROUGE-1.5.5: `stem` is -m, `stop` -s, `words` -l, `bytes` -b, `refs` -f A
or B, `alpha` -p. R, P and F are each rounded to five decimals, F from the rounded R and P.

`like=rouge-score` gives the numbers of the Python package rouge-score 0.1.2 instead: NLTK's
stemmer, the reference of the best F, nothing rounded.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from importlib import resources
from typing import TYPE_CHECKING, Any, Literal

from sumscope import kernels
from sumscope.core.errors import SumscopeError
from sumscope.corpus.view import TextView, TopicView

if TYPE_CHECKING:
    from sumscope.kernels import rouge
    from sumscope.kernels.types import Spec

Stats = tuple[float, float, float]  # hits, count in references, count in peer: sums over texts


@dataclass(frozen=True)
class RougeOptions:
    """The options of every ROUGE measure."""

    stem: bool = True
    stop: bool = False
    words: int | None = None
    bytes: int | None = None
    refs: Literal["average", "best"] = "average"
    alpha: float = 0.5
    report: Literal["r", "p", "f"] = "r"
    tokens: Literal["rouge155", "unicode"] = "rouge155"
    like: Literal["rouge-score"] | None = None

    @staticmethod
    def defaults_with(values: Mapping[str, object]) -> Mapping[str, object]:
        """What is left unsaid follows the package that is followed: no stems, F."""
        return {} if values.get("like") is None else {"stem": False, "report": "f"}

    def check(self) -> None:
        """Refuse values that mean nothing."""
        if self.like is not None:
            self._check_like()
        for name in ("words", "bytes"):
            limit = getattr(self, name)
            if limit is not None and not 1 <= limit < 1 << 40:
                raise SumscopeError(
                    f"{self}: {name}={limit} is not a valid limit",
                    hint=f"write {name}=none, or 1 or more",
                )
        if self.words is not None and self.bytes is not None:
            raise SumscopeError(f"{self}: a limit of words and one of bytes", hint="keep one")
        skip = getattr(self, "skip", None)
        if skip is not None and not 0 <= skip < 1 << 31:
            raise SumscopeError(
                f"{self}: the number of words between is not below 2,147,483,648",
                hint="leave it out for any number of words",
            )
        if not 0 <= self.alpha <= 1:
            raise SumscopeError(f"{self}: alpha is not between 0 and 1", hint="write alpha=0.5")

    def _check_like(self) -> None:
        plain = RougeOptions()
        fixed = ("stop", "words", "bytes", "refs", "alpha", "tokens")
        said = [name for name in fixed if getattr(self, name) != getattr(plain, name)]
        if said:
            hint = "it knows stem and report; leave the others out"
            raise SumscopeError(f"{self}: rouge-score has no {' and no '.join(said)}", hint=hint)
        if self.count[0] not in ("ngrams", "lcs"):
            hint = "it has rouge-1 to rouge-9, rouge-l and rouge-lsum"
            raise SumscopeError(f"{self}: rouge-score does not have this measure", hint=hint)

    def text(self, lang: str | None) -> str:
        """The text processing, for signatures."""
        from sumscope.text import pipeline

        if self.like is not None:
            return self.like

        if self.tokens == "unicode":
            return pipeline(lang).signature
        return f"rouge155|{pipeline(lang).split_signature}"

    @property
    def key(self) -> tuple[Any, ...]:
        """The options that decide what a text's words are."""
        plain = ("rouge", self.tokens, self.stem, self.stop, self.words, self.bytes)
        return plain if self.like is None else (*plain, self.like, self.unit)

    @property
    def unit(self) -> Literal["whole", "lines"]:
        """What rouge-score compares: the text as a whole, or its lines."""
        return "whole"

    def encode(self, text: TextView) -> rouge.Text:
        """The words of a text under these options, found once for all ROUGE measures."""
        whole = text.given is not None and not self.reads_sentences
        return text.memo((*self.key, whole), lambda: encode(self, self.read(text), text.lang))

    def read(self, text: TextView) -> Sequence[str]:
        """The sentences of a text, or all of it where it matters not where they end."""
        whole = text.given
        if self.like is not None:
            return self.lines(text.sentences if whole is None else whole)
        # Finding sentence ends costs more than all the rest.
        return text.sentences if whole is None or self.reads_sentences else (whole,)

    def lines(self, text: str | Sequence[str]) -> list[str]:
        """The pieces of a text as rouge-score reads them."""
        if self.unit == "whole":
            text = (text if isinstance(text, str) else " ".join(text),)
        pieces = text.split("\n") if isinstance(text, str) else text
        return [piece.lower() for piece in pieces]

    def prepare(self, view: TopicView) -> list[rouge.Text]:
        """The references' words."""
        return [self.encode(reference) for reference in view.references]

    def stats(self, prepared: Sequence[rouge.Text], peer: TextView) -> Stats:
        """Hits and counts, summed over the references or of the best one."""
        mine = self.encode(peer)
        return self.combine([self.pair(reference, mine) for reference in prepared])

    @property
    def together(self) -> Any:
        """The function that scores many peers by several ROUGE measures at once; see `run`."""
        from sumscope.rouge_scoring.batch import scores_of_cases

        return scores_of_cases

    @property
    def count(self) -> Spec:
        """The kernel's function that counts, and its numbers; each measure has its own."""
        raise TypeError(f"{type(self).__name__} does not say what it counts")

    @property
    def by_sentence(self) -> bool:
        """Whether it matters where sentences end."""
        return False

    @property
    def reads_sentences(self) -> bool:
        """Whether the words, or what is counted of them, change with where sentences end."""
        cut = self.words is not None or self.bytes is not None
        return self.by_sentence or cut or self.tokens != "rouge155"

    @property
    def power(self) -> float:
        """What lengths are raised to before they are compared; only ROUGE-W has one."""
        return 1.0

    def pair(self, reference: rouge.Text, peer: rouge.Text) -> Stats:
        """Hits, count in the reference, count in the peer."""
        name, *numbers = self.count
        counts: Stats = getattr(kernels.rouge, name)(reference, peer, *numbers)
        return counts

    def combine(self, pairs: Sequence[Stats]) -> Stats:
        """Sum over references (-f A), or the first of those with the best recall (-f B)."""
        if (self.refs == "best" or self.like is not None) and pairs:
            pairs = [max(pairs, key=self.closeness)]
        hits = reference = peer = 0.0
        for pair in pairs:
            hits += pair[0]
            reference += pair[1] ** self.power
            peer += pair[2] ** self.power
        return hits, reference, peer

    def closeness(self, pair: Stats) -> float:
        """Recall by which the best reference is chosen; of n-grams and pairs, as printed."""
        if self.like is not None:
            return self.scores(pair)[2]
        recall = self.ratio(pair[0], pair[1])
        return recall if self.count[0] in ("lcs", "wlcs") else five(recall)

    def ratio(self, part: float, whole: float) -> float:
        """Recall or precision before rounding."""
        return float((part / whole) ** (1 / self.power)) if whole else 0.0

    def score(self, stats: Stats) -> float:
        """Recall, precision or F, as ROUGE prints it."""
        return self.scores(stats)["rpf".index(self.report)]

    def scores(self, stats: Stats) -> tuple[float, float, float]:
        """R, P and F, as ROUGE prints them; 0 where there is nothing to count."""
        hits, reference, peer = stats
        if self.like is not None:
            r, p = self.ratio(hits, reference), self.ratio(hits, peer)
            return r, p, 2 * p * r / (p + r) if p + r > 0 else 0.0
        r, p = five(self.ratio(hits, reference)), five(self.ratio(hits, peer))
        below = (1 - self.alpha) * p + self.alpha * r
        return r, p, five((p * r) / below) if below > 0 else 0.0


def five(value: float) -> float:
    """Rounded to five decimals, as a number printed and read again."""
    return round(value, 5)


def encode(options: RougeOptions, sentences: Sequence[str], lang: str | None) -> rouge.Text:
    """A kernel's `Text` of the sentences under the options."""
    if options.like is not None:
        return nltk_encoder(options.stem).encode(options.lines(sentences))
    if options.tokens == "rouge155":
        return encoder_of(options).encode(sentences)
    from sumscope.text import pipeline

    processor = pipeline(lang)
    if options.bytes is not None:
        sentences = _first_bytes(sentences, options.bytes)
    found = [processor.words(sentence) for sentence in sentences]
    if options.words is not None:
        found = _first_words(found, options.words)
    if options.stop:
        stop = processor.stop_words
        found = [[word for word in words if word not in stop] for words in found]
    if options.stem:
        found = [processor.stems(words) for words in found]
    return encoder(False, False, 0, 0).encode_tokens(found)


def _first_bytes(sentences: Sequence[str], limit: int) -> list[str]:
    kept = []
    for sentence in sentences:
        raw = sentence.encode("utf-8", "surrogatepass")[:limit]
        kept.append(raw.decode("utf-8", "ignore"))
        limit -= len(raw)
        if limit <= 0:
            break
    return kept


def _first_words(sentences: Sequence[list[str]], limit: int) -> list[list[str]]:
    kept = []
    for words in sentences:
        kept.append(words[:limit])
        limit -= len(words)
        if limit <= 0:
            break
    return kept


def encoder_of(options: RougeOptions) -> rouge.Encoder:
    """The kernel's encoder for the original's words under these options."""
    if options.like is not None:
        return nltk_encoder(options.stem)
    return encoder(options.stem, options.stop, options.words or 0, options.bytes or 0)


@lru_cache(maxsize=2)
def nltk_encoder(stem: bool) -> rouge.Encoder:
    """The kernel's encoder with the words of rouge-score; texts are in lower case already."""
    return kernels.rouge.Encoder(NLTK_IRREGULAR, [], stem, 0, 0, True)


# Words that NLTK's stemmer looks up before it takes off any ending.
NLTK_IRREGULAR = {
    "skies": "sky", "dying": "die", "lying": "lie", "tying": "tie", "news": "news",
    "innings": "inning", "inning": "inning", "outings": "outing", "outing": "outing",
    "cannings": "canning", "canning": "canning", "howe": "howe", "proceed": "proceed",
    "exceed": "exceed", "succeed": "succeed",
}  # fmt: skip


@lru_cache(maxsize=64)
def encoder(stem: bool, stop: bool, words: int, bytes: int) -> rouge.Encoder:
    """The kernel's encoder with ROUGE's word lists, one per worker and set of options."""
    return kernels.rouge.Encoder(
        exceptions() if stem else {}, list(stop_words()) if stop else [], stem, words, bytes
    )


@lru_cache(maxsize=1)
def exceptions() -> dict[str, str]:
    """Irregular words and their base forms (WordNet 2.0), which the stemmer asks first."""
    lines = _data("exceptions.tsv").splitlines()
    return dict(line.split("\t") for line in lines)


@lru_cache(maxsize=1)
def stop_words() -> tuple[str, ...]:
    """SMART's stop list, which -s takes out."""
    return tuple(_data("stopwords.txt").split())


def _data(name: str) -> str:
    return (resources.files("sumscope") / "data" / "rouge" / name).read_text(encoding="utf-8")
