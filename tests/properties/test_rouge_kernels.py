"""ROUGE's kernel says the same as its readable twin."""

# ruff: noqa: SIM905 - word lists read better as text
from __future__ import annotations

from random import Random

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from sumscope.kernels import compiled, load
from sumscope.kernels.python import rouge as rouge_py
from sumscope.rouge_scoring.words import exceptions, stop_words

pytestmark = pytest.mark.skipif(not compiled("rouge"), reason="only the twin is installed")

LIMITS = st.sampled_from([(0, 0), (1, 0), (7, 0), (30, 0), (0, 1), (0, 12), (0, 60)])
FEW = st.text(alphabet="ab ", max_size=12)
REAL = st.lists(
    st.sampled_from(
        "the cats Running yearly yes better feet agreements conditional y1 00ed $5 's it's co-op "
        "U.S. caf\u00e9 \u65e5\u672c \ud800 - \x00 \x0b\r \xa0 1,000 abcdefghijklmnop "
        "abcdefghijklmnopq Abcdefghijklmnopqrstuvwxyz".split(" ")
    ),
    max_size=25,
).map(" ".join)
TEXT = st.lists(st.one_of(FEW, REAL, st.text(max_size=30)), max_size=5)
LONG = st.lists(
    st.lists(st.sampled_from(list("abcdefgh")), min_size=40, max_size=200).map(" ".join),
    min_size=1,
    max_size=3,
)
SPECS = [
    *[("ngrams", n, across) for n in (1, 2, 3, 4, 5, 7, 9) for across in (True, False)],
    *[("skips", d, unigrams) for d in (-1, 0, 1, 4, 50) for unigrams in (True, False)],
    ("lcs",),
    ("wlcs", 1.2),
    ("wlcs", 2.0),
]


def _same(reference: list[str], peer: list[str], stem: bool, stop: bool, limit: tuple) -> None:  # type: ignore[type-arg]
    options = (exceptions(), list(stop_words()) if stop else [], stem, *limit)
    native, twin = load("rouge"), rouge_py
    pairs = []
    for module in (native, twin):
        encoder = module.Encoder(*options)
        texts = [encoder.encode(reference), encoder.encode(peer)]
        tokens = [text.tokens() for text in texts]
        assert [text.lengths() for text in texts] == [list(map(len, found)) for found in tokens]
        single = [getattr(module, name)(*texts, *numbers) for name, *numbers in SPECS]
        many = module.counts([texts[0]], [texts[1]], SPECS)
        assert np.array_equal(many[0], np.array(single, dtype=float))
        pairs.append((tokens, module.number(texts), list(map(len, texts)), single))
    assert pairs[0] == pairs[1]


@given(TEXT, TEXT, st.booleans(), st.booleans(), LIMITS)
def test_any_two_texts(
    reference: list[str], peer: list[str], stem: bool, stop: bool, limit: tuple[int, int]
) -> None:
    _same(reference, peer, stem, stop, limit)


@given(LONG, LONG)
def test_sentences_longer_than_a_machine_word(reference: list[str], peer: list[str]) -> None:
    _same(reference, peer, False, False, (0, 0))


@given(st.lists(TEXT | LONG, min_size=2, max_size=5), st.randoms(use_true_random=False), LIMITS)
def test_many_pairs_in_any_order(texts: list[list[str]], rng: Random, limit: tuple) -> None:  # type: ignore[type-arg]
    # References come again, next to each other or not, and so often that words get a table.
    pairs = [(rng.randrange(len(texts)), rng.randrange(len(texts))) for _ in range(70)]
    specs = [
        ("ngrams", 1, True),
        ("ngrams", 2, True),
        ("lcs",),
        ("skips", 4, True),
        ("skips", 1, False),
    ]
    made = []
    for module in (load("rouge"), rouge_py):
        encoded = module.Encoder({}, [], False, *limit).encode_many(texts)
        references, peers = ([encoded[pair[k]] for pair in pairs] for k in (0, 1))
        made.append(module.counts(references, peers, specs))
    assert np.array_equal(*made)


def test_what_was_known_of_one_reference_is_not_used_for_another() -> None:
    texts = [["a b", "c d e"], ["", "x"], ["a b c", "d"], [" ".join("ab" * 40), "a"]]
    found = []
    for module in (load("rouge"), rouge_py):
        encoded = module.Encoder({}, [], False).encode_many(texts)
        pairs = [(reference, peer) for reference in encoded for peer in encoded] * 5
        found.append(
            module.counts(*map(list, zip(*pairs, strict=True)), [("lcs",), ("skips", 4, True)])
        )
    assert np.array_equal(*found)


def test_one_word_in_many_sentences() -> None:
    """Steps are worked on in blocks of sentences where there would be too many of them."""
    reference, peer = ["the a", "b the"] * 700, ["the the a", "the b"] * 600
    found = [
        module.lcs(*module.Encoder({}, [], False).encode_many([reference, peer]))
        for module in (load("rouge"), rouge_py)
    ]
    assert found[0] == found[1]


@given(st.text(alphabet="abcdefghijklmnopqrstuvwxyz0123456789", max_size=14))
def test_stems(word: str) -> None:
    native = load("rouge").Encoder(exceptions(), [])
    twin = rouge_py.Encoder(exceptions(), [])
    for ending in ("", "s", "ed", "ing", "ational", "ement", "ments", "ively", "y", "ll", "e"):
        assert native.stem(word + ending) == twin.stem(word + ending)


@given(st.text(max_size=40))
def test_a_string_is_one_sentence_a_line(text: str) -> None:
    for module in (load("rouge"), rouge_py):
        encoder = module.Encoder({}, [], False)
        assert encoder.encode(text).tokens() == encoder.encode(text.split("\n")).tokens()


def test_many_words_and_more_than_one_lexicon() -> None:
    # Past its limit an encoder begins a new lexicon; texts of both still compare exactly.
    native = load("rouge")
    encoder = native.Encoder({}, [], False)
    early = encoder.encode(["alpha beta gamma alpha", "delta 7"])
    encoder.encode([" ".join(f"w{i}" for i in range(300_000))])
    late = encoder.encode(["gamma beta new alpha", "alpha 7 delta"])
    twin = rouge_py.Encoder({}, [], False)
    mine = twin.encode(["alpha beta gamma alpha", "delta 7"])
    theirs = twin.encode(["gamma beta new alpha", "alpha 7 delta"])
    for name, *numbers in SPECS:
        kernel, plain = getattr(native, name), getattr(rouge_py, name)
        assert kernel(early, late, *numbers) == plain(mine, theirs, *numbers)
        assert kernel(late, early, *numbers) == plain(theirs, mine, *numbers)
    assert native.number([early, late]) == rouge_py.number([mine, theirs])


def test_many_different_words_in_pairs() -> None:
    words = [f"w{i * 7919 % 1000}" for i in range(1500)]
    texts = [[" ".join(words)], [" ".join(words[300:] + words[:300])]]
    native, twin = load("rouge"), rouge_py
    for distance in (-1, 3, 40):
        found = [
            module.skips(*module.Encoder({}, [], False).encode_many(texts), distance, True)
            for module in (native, twin)
        ]
        assert found[0] == found[1]


def test_long_sentences_of_rare_and_common_words() -> None:
    words = [f"w{i * 7919 % 300}" if i % 3 else "the" for i in range(500)]
    texts = [[" ".join(words)], [" ".join(words[90:] + words[:90]), " ".join(words[::-2])]]
    for reference, peer in (texts, texts[::-1]):
        found = [
            module.lcs(*module.Encoder({}, [], False).encode_many([reference, peer]))
            for module in (load("rouge"), rouge_py)
        ]
        assert found[0] == found[1]


def test_given_words_are_kept_as_they_are() -> None:
    for module in (load("rouge"), rouge_py):
        encoder = module.Encoder({}, [], True)
        given_words = [["Running", "\u0928\u092e\u0938\u094d\u0924\u0947", ""], [], ["\ud800"]]
        text = encoder.encode_tokens(given_words)
        assert text.tokens() == given_words
        assert module.lcs(text, text) == (4, 4, 4)


def test_bad_arguments() -> None:
    for module in (load("rouge"), rouge_py):
        with pytest.raises(ValueError, match="limit"):
            module.Encoder({}, [], True, 1, 1)
        text = module.Encoder({}, []).encode(["a"])
        with pytest.raises(ValueError, match="1 to 9"):
            module.ngrams(text, text, 10)
        with pytest.raises(ValueError, match="a count is"):
            module.counts([text], [text], [("letters",)])
        with pytest.raises(ValueError, match="as many"):
            module.counts([text], [], [("lcs",)])
