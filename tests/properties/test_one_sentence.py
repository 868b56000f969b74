"""A text that is taken for one sentence at a glance is one by the rules, too."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sumscope.text import splitter

SIGNS = "abcABC 0123,;:/&#'\"`()[]{}$%*+=@^_|~\\->.!?"
WORDS = [
    "a)", "1)", "(a)", "1.", "-", "*", "+", "Mr", "U.S", "etc", "the", "The", "No", "St", "IV",
    "2)", "e", "and", '"Yes', 'said"', "(so)", "[x]", ":", "5", "p.m", "10:30", "http://x", "#",
    "--", "->", "...", "list:", "ii)", "", "don't", "!x", "\u2013", "\u3002", "\n",
]  # fmt: skip
texts = st.builds(
    "{}{}".format,
    st.text(SIGNS, max_size=40) | st.lists(st.sampled_from(WORDS), max_size=12).map(" ".join),
    st.sampled_from(["", ".", "!", "?", " ", ". "]),
)


@settings(max_examples=400)
@given(texts, st.sampled_from(["en", "pt", "", "de"]))
def test_what_is_seen_at_a_glance_is_what_the_rules_find(text, lang):
    if splitter.is_one(text, lang):
        assert splitter.sentences(text, lang) == [text.strip()]


@pytest.mark.parametrize(
    ("text", "one"),
    [
        ("The cat sat.", True),
        ("  The cat sat on the mat  ", True),
        ("The cat sat. It slept.", False),
        ("Dr. Smith sat.", False),  # left to the rules, which find one
        ("first a) one b) two", False),
        ("line\nline", False),
        ("猫が座った。犬も。", False),
        ("", False),
        (" ", False),
    ],
)
def test_a_glance_is_enough(text, one):
    assert splitter.is_one(text, "en") is one
