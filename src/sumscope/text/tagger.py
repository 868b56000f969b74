"""Universal parts of speech: our own perceptron where there are weights, else by shape.

Some treebanks have contractions taken apart (in Portuguese, `da` is `de a`) and clitics alone. Here
both are met as written: a contraction is shown to the tagger as its two parts and gets the tag of
the first (ADP, as a rule).
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Sequence
from functools import cache

from sumscope.data import FOLDER
from sumscope.text import perceptron
from sumscope.text.languages import language

#: Languages with weights in `sumscope/data/tags`.
TRAINED = tuple(sorted(file.name.partition(".")[0] for file in FOLDER.glob("tags/*.json.gz")))

_NUMBER = re.compile(r"[+-]?\d+(?:[.,:/]\d+)*")


def name_of(lang: str) -> str:
    """The name and version of the tagger of a language."""
    return f"perceptron-{perceptron.VERSION}" if lang in TRAINED else "shape-1"


def tag(tokens: Sequence[str], lang: str) -> list[str]:
    """The part of speech of each token of one sentence."""
    if lang not in TRAINED:
        return [by_shape(token) for token in tokens]
    model = trained(lang)
    apart, places = _as_treebank(tokens, lang)
    tags = model.tag(apart)
    return [tags[place] for place in places]


def shown(tokens: Sequence[str], lang: str) -> tuple[list[str], list[str]]:
    """The tokens of one sentence as the treebank of the language has them, and their tags."""
    apart, _ = _as_treebank(tokens, lang)
    return apart, trained(lang).tag(apart)


def _as_treebank(tokens: Sequence[str], lang: str) -> tuple[list[str], list[int]]:
    """The tokens as the treebank has them, and the place among these of each given token."""
    apart = language(lang).as_treebank
    if apart is None:
        return list(tokens), list(range(len(tokens)))
    likely = trained(lang).likely
    return apart(tokens, lambda word: likely(word) in ("VERB", "AUX"))


def by_shape(token: str) -> str:
    """What can be told in any language: PUNCT, SYM, NUM, or X."""
    if _NUMBER.fullmatch(token):
        return "NUM"
    kinds = {unicodedata.category(character)[0] for character in token}
    if kinds == {"P"}:
        return "PUNCT"
    if kinds and kinds <= {"P", "S"}:
        return "SYM"
    return "X"


@cache
def trained(lang: str) -> perceptron.Tagger:
    """The trained model of a language, read when first used."""
    return perceptron.read((FOLDER / "tags" / f"{lang}.json.gz").read_bytes())
