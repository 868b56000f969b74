from __future__ import annotations

from importlib import resources

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sumscope.core.errors import SumscopeError
from sumscope.text import dependencies, pipeline, templates, trees
from sumscope.text.trees import Tree


def arcs(tree: Tree) -> list[str]:
    names = ["", *tree.tokens]
    return [
        f"{token}-{relation}-{names[head]}"
        for token, head, relation in zip(tree.tokens, tree.heads, tree.relations, strict=True)
    ]


def check(tree: Tree) -> None:
    """One root, and every token below it."""
    if not tree.tokens:
        assert tree == Tree((), (), (), ())
        return
    assert tree.heads.count(0) == 1
    reached, found = set(), [-1]
    children = tree.children()
    for token in found:
        for child in children[token]:
            assert child not in reached
            reached.add(child)
            found.append(child)
    assert len(reached) == len(tree.tokens) == len(tree.tags) == len(tree.relations)


def test_english() -> None:
    assert arcs(pipeline("en").tree("The president met two ministers in Berlin.")) == [
        "The-det-president",
        "president-nsubj-met",
        "met-root-",
        "two-nummod-ministers",
        "ministers-obj-met",
        "in-case-Berlin",
        "Berlin-obl-met",
        ".-punct-met",
    ]


def test_portuguese_contractions_are_taken_apart() -> None:
    assert arcs(pipeline("pt").tree("O ministro leu o livro da cidade.")) == [
        "O-det-ministro",
        "ministro-nsubj-leu",
        "leu-root-",
        "o-det-livro",
        "livro-obj-leu",
        "de-case-cidade",
        "a-det-cidade",
        "cidade-nmod-livro",
        ".-punct-leu",
    ]


def test_other_languages_are_refused() -> None:
    with pytest.raises(SumscopeError, match="there is no dependency parser for 'de'"):
        pipeline("de").tree("Er kam.")


@pytest.mark.parametrize("lang", ["en", "pt"])
def test_odd_sentences(lang: str) -> None:
    p = pipeline(lang)
    for text in ("", " ", ".", "...", "\0", "a\0b", "\ud800", "x" * 5000, "日本語", "nos", "- -"):
        check(p.tree(text))


@pytest.mark.parametrize("lang", ["en", "pt"])
def test_a_sentence_without_end_is_parsed_in_parts(lang: str) -> None:
    tree = pipeline(lang).tree("a b , " * trees.LONGEST)
    check(tree)
    assert len(tree.tokens) == 3 * trees.LONGEST
    assert tree.relations.count("root") <= 1


@settings(deadline=None, max_examples=50)
@given(text=st.text(max_size=60), lang=st.sampled_from(["en", "pt"]))
def test_any_text_gives_a_tree(text: str, lang: str) -> None:
    check(pipeline(lang).tree(text))


@pytest.mark.parametrize("lang", ["en", "pt"])
def test_weights_name_their_source(lang: str) -> None:
    data = (resources.files("sumscope") / "data" / "trees" / f"{lang}.npz").read_bytes()
    about = dependencies.header(data)
    assert about["licence"] == "CC BY-SA 4.0"
    assert str(about["trained_on"]).startswith("Universal Dependencies ")
    assert about["format"] == f"sumscope-parser-{dependencies.VERSION}"
    assert len(data) < 5_000_000


def test_every_template_names_atoms_that_exist_and_stands_once() -> None:
    for text, made in (
        (templates.ARC_TEMPLATES, dependencies.arc_templates()),
        (templates.LABEL_TEMPLATES, dependencies.label_templates()),
    ):
        each = [tuple(sorted(template.split("+"))) for template in text.split()]
        assert len(set(each)) == len(each) == len(made[1]) - 1


def test_fine_tags() -> None:
    given = [("Running", "VERB"), ("go", "VERB"), ("of", "ADP"), ("Berlin", "PROPN"), ("3", "NUM")]
    assert [dependencies.fine_tag(*pair) for pair in given] == [
        "VERB -ng",
        "VERB go",
        "ADP of",
        "PROPN C",
        "NUM",
    ]
