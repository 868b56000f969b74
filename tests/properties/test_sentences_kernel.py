"""The ends of sentences: kernel, twin and yasbd's rules say the same."""

from __future__ import annotations

import re
import unicodedata
from typing import Any

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from sumscope.kernels import load
from sumscope.kernels.python import sentences as sentences_py
from sumscope.text import fast_splitter, pipeline, splitter

SIGNS = "abcABC 0123,;:/&#'\"`()[]{}$%*+=@^_|~\\->.!?\n\xa0«»“”‘’–—é£€¿"
WORDS = [
    "a)", "1)", "(a)", "1.", "-", "*", "+", "Mr.", "U.S.", "etc.", "the", "The", "No.", "St.",
    "IV.", "2)", "e", "and", '"Yes', 'said."', "(so.)", "[x]", ":", "5.", "p.m.", "10:30", "#",
    "--", "...", ". . .", "list:", "ii)", "", "don't", "Yahoo!", "go!", "Section", "Capítulo",
    "``", "''", "`", "'", "’", "‘", "“", "”", "«", "»", "—", "–", "(", ")", ".", "!", "?", "\n",
    "\n1. ", "\nb2.", "....5", "&", "É", "...\n", "\u3002", "…", "x" * 41, " " * 41, "\n\n", "\t",
    "Inc.", "Ave.", "A.", "and so it goes on with words", "The city council met on",
]  # fmt: skip
TEXTS = (
    st.text(SIGNS, max_size=60)
    | st.lists(st.sampled_from(WORDS), max_size=20).map(" ".join)
    | st.lists(st.sampled_from(WORDS), max_size=20).map("".join)
)
RULES = st.sampled_from(["en", "pt"])


def splitters(rules: str) -> list[Any]:
    quick = fast_splitter._quick(rules)
    assert quick is not None, "the yasbd rules have another version"
    entries = [e for one in fast_splitter._SETS for e in getattr(quick.rules, one, ())]
    words = (
        {part for entry in entries for part in re.split(r"[\W\d_]+", entry.lower())},
        [name.lower() for name in quick.rules.NAMES_WITH_EXCLAMATION],
        quick.rules.SECTION_MARKERS,
    )
    return [module.Splitter(*words) for module in (load("sentences"), sentences_py)]


SPLITTERS = {rules: splitters(rules) for rules in ("en", "pt")}


@settings(max_examples=500)
@given(TEXTS, RULES)
@example("He spoke to Mr. Smith at 5. It was late! Yahoo! Inc. left.", "en")
@example("Items: a) one thing here b) two things there c) three.", "en")
@example("n * * * * * ' but wrote: ' I am not. ' He left.", "en")
def test_kernel_and_twin(text: str, rules: str) -> None:
    kernel, twin = SPLITTERS[rules]
    assert kernel.boundaries(text) == twin.boundaries(text)
    assert kernel.sentences(text) == twin.sentences(text)
    assert kernel.sentences_many([text, "A b."]) == [twin.sentences(text), ("A b.",)]


@settings(max_examples=500)
@given(TEXTS, RULES)
def test_kernel_and_rules(text: str, rules: str) -> None:
    text = text.strip()
    quick = fast_splitter.boundaries(text, rules)
    if text and quick is not None:
        assert quick == [end for end in splitter._detector(rules).detect(text) if end]


@settings(max_examples=300)
@given(TEXTS, RULES)
def test_ordinary_texts_need_no_rules(text: str, rules: str) -> None:
    [found] = splitter.ordinary([text], rules)
    if found is not None:
        assert list(found) == splitter.sentences(text, rules)


@pytest.mark.parametrize(
    ("text", "sentences"),
    [
        ("The cat ran. It slept.", ("The cat ran.", "It slept.")),
        ("  The cat sat on the mat  ", ("The cat sat on the mat",)),
        ('"Why?" she asked. (So they say.) Yes!', ('"Why?" she asked.', "(So they say.)", "Yes!")),
        ("É assim. Não sei — disse ele.", ("É assim.", "Não sei — disse ele.")),
        ("One line.\nAnother\nand its end.", ("One line.", "Another\nand its end.")),
        ("We ate. 1. Fish and chips.", ("We ate.", "1.", "Fish and chips.")),
        ("Dr. Smith sat.", None),  # a rule must say whether the first one is an end
        ("list: a) one thing b) two things", None),
        ("A paragraph.\n\nAnother.", None),
        ("猫が座った。犬も。", None),
        ("\ud800", None),
        ("", None),
        (" ", None),
    ],
)
def test_examples(text: str, sentences: tuple[str, ...] | None) -> None:
    for one in SPLITTERS["en"]:
        assert one.sentences(text) == sentences


def test_one_by_one_and_many_at_once() -> None:
    texts = [
        "Dr. Smith sat. He ate.",
        "The cat ran. It slept.",
        "",
        "One.\n\nTwo.",
        "One. Two. " * 400,
    ]
    reads = pipeline("en")
    assert [list(one) for one in reads.sentences_many(texts)] == list(map(reads.sentences, texts))


def test_every_sign_is_of_its_kind() -> None:
    """The patterns spell out classes of Unicode for the foreseen signs."""
    signs = [chr(c) for c in range(0x2100) if not sentences_py._NOT_FORESEEN.match(chr(c))]
    of = {sign: unicodedata.category(sign) for sign in signs}
    goes_on = {s for s in signs if of[s] in ("Po", "Ll", "Pe", "Ps")}
    assert {s for s in signs if sentences_py._AFTER.match(s)} == goes_on
    assert {s for s in signs if s.isspace()} == set(" \n\t\xa0")
    assert {s for s in signs if s.isdigit()} == set("0123456789")
    assert not {s for s in signs if of[s] in ("Lo", "Lt", "Lm", "Nl", "No")}


@pytest.mark.parametrize("module", [load("sentences"), sentences_py])
def test_bad_arguments(module: Any) -> None:
    with pytest.raises(TypeError):
        module.Splitter([1], [], [])
    with pytest.raises(TypeError):
        module.Splitter([], [], []).sentences(b"A b.")
