"""Basic elements of a sentence, from its dependency tree (Hovy, Lin, Zhou and Fukumoto 2006).

An element is a head by itself, or a head with one modifier and the relation between them, all by
lemma. `RELATIONS` says which relation of Universal Dependencies makes which relation of basic
elements; relations that are not there make none. See docs/explanation/basic-elements.md.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from sumscope.text.trees import Tree

VERSION = "1"

#: Stands for the preposition or conjunction that introduces the modifier.
MARKER = "*"
RELATIONS = {
    "nsubj": "subj", "nsubj:outer": "subj", "csubj": "subj", "csubj:outer": "subj",
    "nsubj:pass": "obj", "csubj:pass": "obj", "obl:agent": "subj",
    "obj": "obj", "iobj": "iobj",
    "obl": MARKER, "nmod": MARKER, "obl:unmarked": "mod", "nmod:unmarked": "mod",
    "nmod:desc": "nn", "nmod:poss": "gen", "det:poss": "gen",
    "amod": "mod", "advmod": "mod", "nummod": "num", "compound": "nn", "compound:prt": "prt",
    "flat": "nn", "flat:name": "nn", "flat:foreign": "nn",
    "appos": "appo", "acl": "rel", "acl:relcl": "rel", "advcl": MARKER, "advcl:relcl": "rel",
    "xcomp": "comp", "ccomp": "comp", "conj": "conj",
}  # fmt: skip
# Tokens that can be an element by themselves, unless they only continue a word or a name.
_OPEN = frozenset(("NOUN", "PROPN", "VERB", "ADJ", "ADV", "NUM"))
_CONTINUES = frozenset(("compound", "compound:prt", "flat", "flat:name", "flat:foreign", "fixed",
                        "goeswith", "nmod:desc"))  # fmt: skip


class Element(NamedTuple):
    """A head by itself (no modifier, no relation), or with a modifier and their relation."""

    head: str
    modifier: str | None = None
    relation: str | None = None


def elements(tree: Tree, lemma: Callable[[str], str]) -> list[Element]:
    """The elements of a sentence in reading order."""
    children = tree.children()
    lemmas = [lemma(token.lower()) for token in tree.tokens]
    found = []
    for token, (tag, head, name) in enumerate(
        zip(tree.tags, tree.heads, tree.relations, strict=True)
    ):
        if tag in _OPEN and name not in _CONTINUES:
            found.append(Element(lemmas[token]))
        relation = RELATIONS.get(name)
        if head == 0 or relation is None or tag in ("PUNCT", "SYM"):
            continue
        if relation == MARKER:
            marker = _marker(tree, children, token)
            relation = "mod" if marker is None else "_".join(lemmas[at] for at in marker)
        elif name == "nsubj" and any(tree.relations[at] == "aux:pass" for at in children[head - 1]):
            relation = "obj"
        found.append(Element(lemmas[head - 1], lemmas[token], relation))
    return found


def _marker(tree: Tree, children: list[list[int]], token: int) -> list[int] | None:
    """The first preposition or conjunction of a token, with what continues it (because of)."""
    for child in children[token]:
        if tree.relations[child] in ("case", "mark"):
            rest = [at for at in children[child] if tree.relations[at] == "fixed"]
            return [child, *rest]
    return None
