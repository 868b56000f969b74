"""ROUGE measures: options, edges, and what is ours alone (idf weights, unicode words)."""

from __future__ import annotations

import math
from typing import Any

import pytest

from sumscope.core.errors import SumscopeError
from sumscope.core.measure import parse
from sumscope.core.values import Sentence, Text, Topic
from sumscope.corpus.view import TextView, TopicView
from sumscope.scoring.topics import score_topic

ALL = ("rouge-1", "rouge-2", "rouge-9", "rouge-l", "rouge-w", "rouge-s", "rouge-s4", "rouge-su4")


def _text(name: str, *sentences: str, human: bool = False) -> Text:
    return Text(name, sentences=tuple(map(Sentence, sentences)), human=human)


def _score(spelling: str, peer: Text, *references: Text, **topic: Any) -> float:
    view = TopicView(Topic("T", references=references, peers=(peer,), **topic))
    measure = parse(spelling)
    value = measure.score(measure.stats(measure.prepare(view), view.peers[0]))
    assert isinstance(value, float)
    return value


def test_recall_precision_and_f() -> None:
    peer, reference = _text("p", "the cat sat on the mat"), _text("r", "the cat ran")
    assert _score("rouge-1", peer, reference) == 0.66667
    assert _score("rouge-1(report=p)", peer, reference) == 0.33333
    # From the rounded numbers, rounded again.
    assert _score("rouge-1(report=f)", peer, reference) == 0.44444
    assert _score("rouge-1(report=f,alpha=0)", peer, reference) == 0.66667
    assert _score("rouge-1(report=f,alpha=1)", peer, reference) == 0.33333


@pytest.mark.parametrize("spelling", ALL)
@pytest.mark.parametrize("peer", [(), ("",), (".",), ("-- $ '",), ("\x00",)])
def test_a_text_without_words_scores_0(spelling: str, peer: tuple[str, ...]) -> None:
    full = _text("r", "one two three four five six seven eight nine ten")
    assert _score(spelling, _text("p", *peer), full) == 0
    assert _score(spelling, full, _text("r", *peer)) == 0
    assert _score(spelling, _text("p", *peer), _text("r", *peer)) == 0


@pytest.mark.parametrize("spelling", [name for name in ALL if name != "rouge-w"])
def test_a_text_against_itself_scores_1(spelling: str) -> None:
    text = ("Prices rose again in the north.", "Nobody had expected it, least of all the mayor.")
    for report in "rpf":
        name = f"{spelling}(report={report})"
        assert _score(name, _text("p", *text), _text("r", *text)) == 1


@pytest.mark.parametrize(
    ("lang", "text"),
    [
        ("hi", "नदी के किनारे एक छोटा गाँव था। वहाँ लोग मछली पकड़ते थे।"),
        ("zh", "河边有一个小村庄。村里的人以捕鱼为生。"),
        ("ar", "كانت هناك قرية صغيرة على ضفة النهر. عاش الناس من صيد السمك."),
        ("th", "หมู่บ้านเล็กริมแม่น้ำ"),
        (None, "Μικρό χωριό δίπλα στο ποτάμι."),
    ],
)
@pytest.mark.parametrize("name", ["rouge-1", "rouge-2", "rouge-l", "rouge-su4"])
def test_any_language_with_unicode_words(lang: str | None, text: str, name: str) -> None:
    given = Text("r", text=text)
    assert _score(f"{name}(tokens=unicode)", Text("p", text=text), given, lang=lang) == 1
    assert _score(name, Text("p", text=text), given, lang=lang) == 0
    other = Text("p", text="Another text.")
    assert _score(f"{name}(tokens=unicode)", other, given, lang=lang) == 0


def test_limits_of_unicode_words() -> None:
    peer, reference = _text("p", "河边有", "村庄"), _text("r", "河边", "有村庄")
    assert _score("rouge-1(tokens=unicode,words=4)", peer, reference, lang="zh") == 1
    assert _score("rouge-2(tokens=unicode,words=2)", peer, reference, lang="zh") == 1
    # Seven bytes are two characters and a third of the next, which does not count.
    assert _score("rouge-1(tokens=unicode,bytes=7)", peer, reference, lang="zh") == 1
    assert _score("rouge-1(tokens=unicode,bytes=2)", peer, reference, lang="zh") == 0


def test_sentence_ends_change_nothing_but_subsequences() -> None:
    text = "It rained.The river rose 3.5 metres!  Nobody\nslept. Dr. Grey-Smith's house stood."
    one, split = Text("p", text=text), TextView(Text("p", text=text), "en").sentences
    assert len(split) > 1
    reference = _text("r", "the river rose and nobody slept", "it rained")
    for name in ("rouge-1", "rouge-2", "rouge-4", "rouge-s", "rouge-su4(stop=true)"):
        assert _score(name, one, reference, lang="en") == _score(
            name, _text("p", *split), reference, lang="en"
        )


def test_n_grams_may_stop_at_the_summary_s_sentence_ends() -> None:
    peer, reference = _text("p", "the cat", "sat down"), _text("r", "the cat sat", "down")
    assert _score("rouge-2", peer, reference) == 1
    assert _score("rouge-2(across=false)", peer, reference) == 0.66667


def test_best_reference() -> None:
    near, far = _text("a", "cats sleep"), _text("b", "dogs bark at night")
    peer = _text("p", "cats bark")
    assert _score("rouge-1", peer, near, far) == 0.33333
    assert _score("rouge-1(refs=best)", peer, near, far) == 0.5
    assert _score("rouge-w(refs=best)", peer, far, near) == _score("rouge-w", peer, near)


def test_idf_weights_by_hand() -> None:
    documents = tuple(_text(f"d{i}", s) for i, s in enumerate(["the cat", "the dog", "the the"]))
    peer, reference = _text("p", "the cat the"), _text("r", "the cat bird the the")
    weight = {df: math.log(4 / (df + 0.5)) / math.log(4 / 1.5) for df in (1, 3)}
    the, cat, bird = weight[3], weight[1], 1.0  # bird is in no document: cut to 1
    assert cat == 1
    total = 3 * the + cat + bird
    found = _score("rouge-1(weight=idf)", peer, reference, documents=documents)
    assert found == round((2 * the + cat) / total, 5)
    # Without documents the references stand for them: one reference, so all words weigh 1.
    assert _score("rouge-1(weight=idf)", peer, reference) == _score("rouge-1", peer, reference)
    # A limit cuts summaries, not the documents.
    cut = _score("rouge-1(weight=idf,words=1)", peer, reference, documents=documents)
    assert cut == 1


def test_a_person_is_scored_against_the_others() -> None:
    a, b = ("one two three",), ("one two four",)
    topic = Topic(
        "T",
        references=(_text("A", *a), _text("B", *b)),
        peers=(_text("A", *a, human=True), _text("s", *a)),
    )
    scores = {s.peer: s.values for s in score_topic(TopicView(topic), [parse("rouge-1")])}
    assert scores == {"A": [0.66667], "s": [0.83333]}


@pytest.mark.parametrize(
    ("spelling", "part"),
    [
        ("rouge-0", "n is not between 1 and 9"),
        ("rouge-10", "n is not between 1 and 9"),
        ("rouge-2(weight=idf)", "single words"),
        ("rouge-1(words=0)", "words=0 is not a valid limit"),
        ("rouge-1(bytes=0)", "bytes=0 is not a valid limit"),
        ("rouge-l(words=5,bytes=5)", "keep one"),
        ("rouge-l(alpha=1.5)", "alpha is not between 0 and 1"),
        ("rouge-l(alpha=nan)", "alpha=nan is not a number"),
        ("rouge-w(weight=0)", "weight"),
        ("rouge-l(report=x)", "r|p|f"),
        ("rouge-l(tokens=ascii)", "rouge155|unicode"),
        ("rouge-l(stemm=true)", "did you mean stem"),
        ("rouge-x", "unknown measure"),
        ("rouge-s-1", "unknown measure"),
    ],
)
def test_what_is_refused(spelling: str, part: str) -> None:
    with pytest.raises(SumscopeError) as caught:
        parse(spelling)
    assert part in str(caught.value)
    assert "\n" not in str(caught.value)


def test_the_words_of_a_text_are_found_once() -> None:
    view = TopicView(Topic("T", references=(_text("r", "a b"),), peers=(_text("p", "a"),)))
    first, second = parse("rouge-1"), parse("rouge-su4(report=f)")
    assert first.prepare(view)[0] is second.prepare(view)[0]
    assert first.prepare(view)[0] is not parse("rouge-1(stem=false)").prepare(view)[0]


def test_the_signature_names_the_text_processing() -> None:
    assert parse("rouge-l").text("en").startswith("rouge155|split:")
    assert "snowball" in parse("rouge-l(tokens=unicode)").text("en")


@pytest.mark.parametrize("name", ["rouge-s", "rouge-su"])
def test_a_distance_beyond_the_kernel_is_refused_in_one_line(name: str) -> None:
    with pytest.raises(SumscopeError, match="the number of words between"):
        parse(f"{name}99999999999999999999")
    assert parse(f"{name}2147483647") is not None
