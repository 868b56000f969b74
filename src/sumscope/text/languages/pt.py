"""Portuguese.

Its treebank has contractions taken apart (`da` is `de a`) and clitics alone, so a tagger is shown
them so.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from sumscope.text.languages.language import RUN, Language

_CLITICS = r"(?i:-(?:me|te|se|lhes?|nos|vos|[oa]s?|l[oa]s?|n[oa]s?)(?![\p{L}\p{M}\p{N}-]))"


def _contractions() -> dict[str, tuple[str, str]]:
    parts = {"à": ("a", "a"), "às": ("a", "as"), "ao": ("a", "o"), "aos": ("a", "os")}
    for end in ("o", "a", "os", "as"):
        parts[f"d{end}"], parts[f"n{end}"] = ("de", end), ("em", end)
        parts[f"pel{end}"] = ("por", end)
        parts[f"doutr{end}"], parts[f"noutr{end}"] = ("de", f"outr{end}"), ("em", f"outr{end}")
    for end in ("e", "a", "es", "as"):
        for stem in ("el", "est", "ess", "aquel"):
            parts[f"d{stem}{end}"] = ("de", stem + end)
            parts[f"n{stem}{end}"] = ("em", stem + end)
        parts[f"àquel{end}"] = ("a", f"aquel{end}")
    for word in ("isto", "isso", "aquilo", "um", "uma", "uns", "umas"):
        parts[f"d{word}"], parts[f"n{word}"] = ("de", word), ("em", word)
    for word in ("aqui", "ali", "onde"):
        parts[f"d{word}"] = ("de", word)
    return parts | {"daí": ("de", "aí"), "àquilo": ("a", "aquilo")}


_CONTRACTIONS = _contractions()


def as_treebank(
    tokens: Sequence[str], is_verb: Callable[[str], bool]
) -> tuple[list[str], list[int]]:
    """Take contractions apart, and clitics from their hyphens."""
    shown: list[str] = []
    places: list[int] = []
    for at, token in enumerate(tokens):
        places.append(len(shown))
        parts = _CONTRACTIONS.get(token.lower())
        if parts is None:
            shown.append(token[1:] if len(token) > 1 and token[0] == "-" else token)
            continue
        following = tokens[at + 1] if at + 1 < len(tokens) else ""
        if token.lower() == "nos" and is_verb(following):
            shown.append(token)  # the pronoun: "nos disse"
            continue
        first, second = parts
        if token[0].isupper():
            first = first.capitalize()
            if len(token) > 1 and token.isupper():
                first, second = first.upper(), second.upper()
        shown += (first, second)
    return shown, places


LANGUAGE = Language(
    "pt",
    names=("por", "portuguese", "portugues", "português"),
    snowball="portuguese",
    hyphens=True,
    abbreviations=(
        r"(?i:Srs?|Sras?|Srta|Drs?|Dras?|Prof|Profa|Eng|Exmo|Exma|Av|tel|etc|art|arts|p|pp|p[áa]g"
        r"|p[áa]gs|ed|vol|n|fig|cap|Jr|Inc|Ltda|Cia|Gen|Cel|Cap|Ten|jan|fev|abr|ago|set|out|nov"
        r"|dez)\."
    ),
    tokens=(
        _CLITICS,
        r"(?i:d['’])(?=\p{L})",
        r"(?i:US|CR|R)\$",
        rf"{RUN}(?:(?!{_CLITICS})['’-]{RUN})*",
    ),
    as_treebank=as_treebank,
    splitter=("yasbd.rules.pt", "PtRules"),
    guessed=True,
)
