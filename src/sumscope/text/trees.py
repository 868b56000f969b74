"""Dependency trees in the relations of Universal Dependencies, by our own parser.

The parser reads tokens as the treebanks have them: in Portuguese, contractions are taken apart
(`da` is `de a`) and clitics stand alone, so a tree may have more tokens than the sentence.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING

from sumscope.data import FOLDER
from sumscope.text import tagger

if TYPE_CHECKING:
    from sumscope.text.dependencies import Parser

#: Languages with weights in `sumscope/data/trees`.
TRAINED = tuple(sorted(file.stem for file in FOLDER.glob("trees/*.npz")))
#: Parses kept at each step, in each direction.
BEAM = 4
#: Longer sentences are parsed in parts of this many tokens, and the parts hung on the first.
LONGEST = 400


@dataclass(frozen=True)
class Tree:
    """A sentence with the head (1..n, 0 for the root) and relation of each token."""

    tokens: tuple[str, ...]
    tags: tuple[str, ...]
    heads: tuple[int, ...]
    relations: tuple[str, ...]

    def children(self) -> list[list[int]]:
        """The tokens (from 0) that hang on each token, and last on the root."""
        found: list[list[int]] = [[] for _ in range(len(self.tokens) + 1)]
        for token, head in enumerate(self.heads):
            found[head - 1].append(token)
        return found


def name_of(lang: str) -> str:
    """The name and version of the parser of a language."""
    from sumscope.text import dependencies

    return f"arc-hybrid-{dependencies.VERSION}" if lang in TRAINED else "none"


def parse(tokens: Sequence[str], lang: str) -> Tree:
    """The tree of one sentence in a language of `TRAINED`."""
    shown, tags = tagger.shown(tokens, lang)
    model = trained(lang)
    heads: list[int] = []
    relations: list[str] = []
    root = 0
    for start in range(0, len(shown), LONGEST):
        part = slice(start, start + LONGEST)
        found, names = model.parse(shown[part], tags[part], BEAM)
        if start == 0:
            root = found.index(0) + 1
        else:
            found = [head + start if head else root for head in found]
            names = ["parataxis" if name == "root" else name for name in names]
        heads += found
        relations += names
    return Tree(tuple(shown), tuple(tags), tuple(heads), tuple(relations))


@cache
def trained(lang: str) -> Parser:
    """The trained model of a language, read when first used."""
    from sumscope.text import dependencies

    return dependencies.read((FOLDER / "trees" / f"{lang}.npz").read_bytes())
