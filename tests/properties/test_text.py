"""What holds for any text: nothing lost, nothing changed, the same answer again."""

from __future__ import annotations

import unicodedata

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sumscope.text import fast_splitter as shortcut
from sumscope.text import pipeline, splitter, tokenizer
from sumscope.text.cache import REMEMBERED
from sumscope.text.splitter import PIECE

LANGS = st.sampled_from(["en", "pt", "zh", "ar", "hi", "xx", None])
PIECES = st.sampled_from(
    [
        *("Dr.", "Sra.", "U.S.", "p.m.", "nº", "3.5", "1.200,50", "don't", "disse-lhe", "...", "…"),
        *(".", "!", "?", "।", "。", "؟", '"', "“", "”", "(", ")", "«", "»", "'", "’", "-", "_"),
        *(
            "A",
            "b",
            "The",
            "O",
            "É",
            "今天",
            "हिन्दी",
            "نعم",
            "a\u0301",
            "İ",
            "ﬁ",
            "\u00ad",
            "\u200d",
        ),
        *("1.", "•", "#", "http://x.y/z", "a@b.cd", "x" * 250, "." * 50, "\0", "\x1c"),
        *("\n", "\n\n", "\r\n", " ", "  ", "\t"),
    ]
)
TEXTS = st.one_of(st.text(max_size=80), st.lists(PIECES, max_size=40).map("".join),
                  st.lists(PIECES, max_size=40).map(" ".join))  # fmt: skip


def squeezed(text: str) -> str:
    return "".join(text.split())


@given(TEXTS, LANGS)
def test_sentences_lose_and_change_nothing(text: str, lang: str | None) -> None:
    found = pipeline(lang).sentences(text)
    assert squeezed("".join(found)) == squeezed(text)
    at = 0
    for sentence in found:
        assert sentence
        assert sentence == sentence.strip()
        place = text.index(sentence, at)
        assert not text[at:place].strip()
        at = place + len(sentence)
        assert "\n\n" not in sentence
    REMEMBERED.clear()
    assert pipeline(lang).sentences(text) == found


@given(st.lists(PIECES, min_size=5, max_size=30), LANGS, st.integers(20, 400))
def test_long_texts_lose_nothing(pieces: list[str], lang: str | None, times: int) -> None:
    text = (" ".join(pieces) + " ") * max(1, min(times, 4 * PIECE // (len(" ".join(pieces)) + 1)))
    assert squeezed("".join(pipeline(lang).sentences(text))) == squeezed(text)


@given(TEXTS, LANGS)
def test_tokens_lose_and_change_nothing(text: str, lang: str | None) -> None:
    p = pipeline(lang)
    found = p.tokens(text)
    assert "".join(found) == squeezed(text)
    assert all(token and token == squeezed(token) for token in found)
    assert len(p.tags(found)) == len(found)


@given(TEXTS, LANGS)
def test_words_are_their_own_words(text: str, lang: str | None) -> None:
    p = pipeline(lang)
    found = p.words(text)
    for word in found:
        assert word == unicodedata.normalize("NFC", word)
        assert word == word.lower()
        assert p.words(word) == [word]
    assert p.words(unicodedata.normalize("NFD", text)) == found
    assert len(p.stems(found)) == len(p.lemmas(found)) == len(found)
    assert all(p.lemmas(found))


@given(st.text(st.characters(max_codepoint=127), max_size=80), st.booleans())
def test_the_quick_way_for_ascii_says_the_same(text: str, hyphens: bool) -> None:
    _, wide = tokenizer._word_patterns(hyphens)
    assert tokenizer.words(text, hyphens) == wide(text.lower().replace("`", "'"))


@given(TEXTS, LANGS)
def test_content_is_words_without_stop_words(text: str, lang: str | None) -> None:
    p = pipeline(lang)
    assert p.content_lemmas(text) == p.lemmas(p.content_words(text))


@given(st.text(max_size=20))
@pytest.mark.parametrize("lang", ["en", "pt", None])
def test_any_string_can_be_asked_about(lang: str | None, word: str) -> None:
    p = pipeline(lang)
    assert isinstance(p.stem(word), str)
    assert isinstance(p.lemma(word), str)
    assert p.is_stop(word) in (True, False)
    assert pipeline(word).lang


def test_lone_surrogates() -> None:
    p = pipeline("en")
    text = "Bad \ud800 text. \udfff"
    assert squeezed("".join(p.sentences(text))) == squeezed(text)
    assert p.words(text) == ["bad", "text"]
    assert p.stem("\ud800") == p.lemma("\ud800") == "\ud800"


PROSE = """
The o minister Silva left casa não É it's well-known max inc st ave al A e U S 3.5 12 2004 5% $3 go
fig etc art dom set yes of part Part 1 jan mon p mr & #1 £3 € a/b ministers' d'água said: go’s - '
2-1 U.S U.S.A e.g a.m p.m Monday Army Yahoo Pop Ha IV Chapter ### ( ) [ ] “ ” ‘ ’ '' `` ` « » — – *
+ I He B a b c No Mr Dr Inc Calif D.C v.s n.b St Ave blvd C D N V X > _ cap { } 's n't ¿Que ¡ São av
pç Sra Artigo 5° " Elliot hey man et
"""
ENDS = st.sampled_from(
    [
        *(" ", " ", " ", ", ", "; ", ": ", ". ", ". ", "? ", "! ", ".\n", "\n", "  ", ".", "\t"),
        *("...", "... ", ". . . ", " . ", " ! ", " ? ", '." ', '" ', ".) ", ".'' ", ".” ", ")."),
    ]
)
SIGNS = st.text("aAbSmpI1 .!?'\"`-)(,\n—”“’«»‘_>\t\xa0", max_size=40)


@given(
    st.one_of(
        SIGNS,
        st.lists(st.tuples(st.sampled_from(PROSE.split()), ENDS).map("".join), max_size=25).map(
            "".join
        ),
    ),
    st.sampled_from(["en", "pt"]),
)
@settings(max_examples=500)
def test_the_short_cut_gives_what_the_rules_give(text: str, lang: str) -> None:
    text = text.strip()
    quick = shortcut.boundaries(text, lang)
    if text and quick is not None:
        assert quick == [end for end in splitter._detector(lang).detect(text) if end]


@pytest.mark.parametrize("lang", ["en", "pt"])
def test_prose_takes_the_short_cut(lang: str) -> None:
    text = 'Mr. Smith left at 5 p.m. (so they say). "Why?" she asked. - It was 2004. Was it? Yes!'
    assert shortcut.boundaries(text, lang) is not None, "new rules? then look at VERSION"
