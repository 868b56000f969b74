"""Basic elements of trees written by hand.

The first sentence is the example of Hovy, Lin, Zhou and Fukumoto (2006, section 2), whose elements
are: libyans|two|nn, indicted|libyans|obj, bombing|lockerbie|nn, indicted|bombing|for,
bombing|1991|in. Ours differ as documented: words are lemmas, a number is `num`, and 1991 hangs
where the tree hangs it.
"""

from __future__ import annotations

from sumscope.text import pipeline
from sumscope.text.elements import RELATIONS, Element, elements
from sumscope.text.trees import Tree


def tree(text: str) -> Tree:
    """From lines of token, tag, head and relation."""
    rows = [line.split() for line in text.strip().splitlines()]
    tokens, tags, heads, relations = zip(*rows, strict=True)
    return Tree(tokens, tags, tuple(map(int, heads)), relations)


def pairs(found: list[Element]) -> list[str]:
    return ["|".join(map(str, element)) for element in found if element.modifier is not None]


LIBYANS = tree("""
Two NUM 2 nummod
Libyans PROPN 4 nsubj:pass
were AUX 4 aux:pass
indicted VERB 0 root
for ADP 8 case
the DET 8 det
Lockerbie PROPN 8 compound
bombing NOUN 4 obl
in ADP 10 case
1991 NUM 8 nmod
. PUNCT 4 punct
""")


def test_the_example_of_the_paper() -> None:
    found = elements(LIBYANS, pipeline("en").lemma)
    assert pairs(found) == [
        "libyans|two|num",
        "indict|libyans|obj",
        "bombing|lockerbie|nn",
        "indict|bombing|for",
        "bombing|1991|in",
    ]
    heads = [element.head for element in found if element.modifier is None]
    assert heads == ["two", "libyans", "indict", "bombing", "1991"]


def test_active_and_passive_give_the_same_elements() -> None:
    active = tree("""
    Judges NOUN 2 nsubj
    indicted VERB 0 root
    Libyans PROPN 2 obj
    """)
    passive = tree("""
    Libyans PROPN 3 nsubj:pass
    were AUX 3 aux:pass
    indicted VERB 0 root
    by ADP 5 case
    judges NOUN 3 obl:agent
    """)
    lemma = pipeline("en").lemma
    assert sorted(pairs(elements(active, lemma))) == sorted(pairs(elements(passive, lemma)))


def test_a_preposition_of_several_words_and_a_clause() -> None:
    found = elements(
        tree("""
        He PRON 2 nsubj
        left VERB 0 root
        because ADP 6 case
        of ADP 3 fixed
        the DET 6 det
        rain NOUN 2 obl
        before SCONJ 9 mark
        it PRON 9 nsubj
        ended VERB 2 advcl
        """),
        str.lower,
    )
    assert pairs(found) == ["left|he|subj", "left|rain|because_of", "ended|it|subj",
                            "left|ended|before"]  # fmt: skip


def test_without_a_marker_it_is_a_modifier() -> None:
    found = elements(tree("Monday PROPN 2 obl\nleft VERB 0 root"), str.lower)
    assert pairs(found) == ["left|monday|mod"]


def test_function_words_and_punctuation_make_no_element() -> None:
    none = "punct det case mark cc aux aux:pass cop expl fixed discourse parataxis root"
    assert not RELATIONS.keys() & set(none.split())


def test_nothing_from_nothing() -> None:
    assert elements(Tree((), (), (), ()), str.lower) == []
