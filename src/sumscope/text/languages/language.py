"""What is declared of a language; see `sumscope.text.languages`."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

LETTER = r"[\p{L}\p{M}\p{N}]"
# Scripts that are written without spaces between words.
SPACELESS = r"\p{Han}\p{Hiragana}\p{Katakana}\p{Bopomofo}\p{Thai}\p{Lao}\p{Khmer}\p{Myanmar}"
#: Letters and digits of scripts that have spaces, as many as stand together.
RUN = rf"[[\p{{L}}\p{{M}}\p{{N}}]--[{SPACELESS}]]+"

#: Tokens, and a test whether a word is a verb most of the time; the tokens as the treebank has
#: them, and the place among these of each given token.
AsTreebank = Callable[[Sequence[str], Callable[[str], bool]], tuple[list[str], list[int]]]


@dataclass(frozen=True)
class Language:
    """A language: its codes, and what its words need that the libraries do not know.

    Stop words, lemmas and the rules that split sentences come from libraries by the two-letter
    code; weights of taggers and parsers, SuPor models and phrases from `sumscope/data`.
    """

    code: str
    """Two letters (ISO 639-1)."""

    names: tuple[str, ...] = ()
    """What corpora call it besides: three-letter codes (ISO 639-2 and 639-3), names."""

    snowball: str | None = None
    """The name of its Snowball stemmer; words are kept whole without one."""

    hyphens: bool = False
    """Whether a hyphen inside a word belongs to it (segunda-feira)."""

    abbreviations: str = ""
    """Words that keep the point after them as one token (a regular expression)."""

    tokens: tuple[str, ...] = (rf"{RUN}(?:['’\u200c\u200d]{RUN})*",)
    """Words and clitics as a tagger reads them (regular expressions, tried in order)."""

    as_treebank: AsTreebank | None = None
    """Takes contractions apart, for taggers and parsers whose treebank has them so."""

    splitter: tuple[str, str] | None = None
    """Module and class of the yasbd rules that the fast splitter was tested against."""

    guessed: bool = False
    """Whether a text without a language is recognised by the stop words of this one."""

    spacy: str | None = None
    """The small spaCy model, where its name is not CODE_core_news_sm."""
