"""Universal parts of speech: our own perceptron where there are weights, else by shape.

The weights for Portuguese were learnt from text in which contractions are taken apart (`da` is
`de a`) and clitics stand alone. Here both are met as written: a contraction is shown to the tagger
as its two parts and gets the tag of the first (ADP, as a rule).
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Sequence
from functools import cache
from importlib import resources

from sumscope.text import perceptron

#: Languages with weights in `sumscope/data/tags`.
TRAINED = ("en", "pt")

_NUMBER = re.compile(r"[+-]?\d+(?:[.,:/]\d+)*")


def name_of(lang: str) -> str:
    """The name and version of the tagger of a language."""
    return f"perceptron-{perceptron.VERSION}" if lang in TRAINED else "shape-1"


def tag(tokens: Sequence[str], lang: str) -> list[str]:
    """The part of speech of each token of one sentence."""
    if lang not in TRAINED:
        return [by_shape(token) for token in tokens]
    model = trained(lang)
    if lang != "pt":
        return model.tag(tokens)
    shown, places = _taken_apart(tokens, model)
    given = model.tag(shown)
    return [given[place] for place in places]


def shown(tokens: Sequence[str], lang: str) -> tuple[list[str], list[str]]:
    """The tokens of one sentence as the treebank of the language has them, and their tags."""
    model = trained(lang)
    apart = list(tokens) if lang != "pt" else _taken_apart(tokens, model)[0]
    return apart, model.tag(apart)


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
    file = resources.files("sumscope") / "data" / "tags" / f"{lang}.json.gz"
    return perceptron.read(file.read_bytes())


def _contractions() -> dict[str, tuple[str, str]]:
    found = {"à": ("a", "a"), "às": ("a", "as"), "ao": ("a", "o"), "aos": ("a", "os")}
    for end in ("o", "a", "os", "as"):
        found[f"d{end}"], found[f"n{end}"] = ("de", end), ("em", end)
        found[f"pel{end}"] = ("por", end)
        found[f"doutr{end}"], found[f"noutr{end}"] = ("de", f"outr{end}"), ("em", f"outr{end}")
    for end in ("e", "a", "es", "as"):
        for stem in ("el", "est", "ess", "aquel"):
            found[f"d{stem}{end}"] = ("de", stem + end)
            found[f"n{stem}{end}"] = ("em", stem + end)
        found[f"àquel{end}"] = ("a", f"aquel{end}")
    for part in ("isto", "isso", "aquilo", "um", "uma", "uns", "umas"):
        found[f"d{part}"], found[f"n{part}"] = ("de", part), ("em", part)
    for part in ("aqui", "ali", "onde"):
        found[f"d{part}"] = ("de", part)
    return found | {"daí": ("de", "aí"), "àquilo": ("a", "aquilo")}


_CONTRACTIONS = _contractions()


def _taken_apart(tokens: Sequence[str], model: perceptron.Tagger) -> tuple[list[str], list[int]]:
    """The tokens as in the treebank, and the place among them of each given token."""
    shown: list[str] = []
    places: list[int] = []
    for at, token in enumerate(tokens):
        places.append(len(shown))
        parts = _CONTRACTIONS.get(token.lower())
        if parts is None:
            shown.append(token[1:] if len(token) > 1 and token[0] == "-" else token)
            continue
        following = tokens[at + 1] if at + 1 < len(tokens) else ""
        if token.lower() == "nos" and model.likely(following) in ("VERB", "AUX"):
            shown.append(token)  # the pronoun: "nos disse"
            continue
        first, second = parts
        if token[0].isupper():
            first = first.capitalize()
            if len(token) > 1 and token.isupper():
                first, second = first.upper(), second.upper()
        shown += (first, second)
    return shown, places
