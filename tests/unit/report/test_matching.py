"""Levels of shared words, against n-grams counted one by one; links of summary sentences."""

from __future__ import annotations

import json
from itertools import islice

from hypothesis import given
from hypothesis import strategies as st

from sumscope.corpus.jsonl import parse_topic
from sumscope.corpus.view import TopicView
from sumscope.report.matching import DIGITS, LONGEST, grams, levels, packed
from sumscope.report.reading import reading

STEMS = st.lists(st.integers(0, 4), max_size=14)


def runs(text: str) -> list[tuple[int, int, int, int]]:
    """From, to and both levels, as the page reads them."""
    made, at = [], 0
    for k in range(0, len(text), 3):
        gap, length, kind = (DIGITS.index(digit) for digit in text[k : k + 3])
        at += gap + length
        if kind:
            made.append((at - length, at, kind // 5, kind % 5))
    return made


def ngrams(stems: list[int], n: int) -> set[tuple[int, ...]]:
    return set(zip(*(islice(stems, k, None) for k in range(n)), strict=False))


@given(STEMS, st.lists(STEMS, max_size=3))
def test_a_word_is_marked_if_and_only_if_a_sequence_around_it_is_shared(
    stems: list[int], others: list[list[int]]
) -> None:
    found = levels(stems, grams(others))
    for n in range(1, LONGEST + 1):
        held = set().union(*(ngrams(other, n) for other in others))
        wanted = [False] * len(stems)
        for start in range(len(stems) - n + 1):
            if tuple(stems[start : start + n]) in held:
                wanted[start : start + n] = [True] * n
        assert [level >= n for level in found] == wanted


WORDS = st.lists(
    st.tuples(st.sampled_from(["a", "bb", "𝒳", "w" * 70]), st.integers(0, 4), st.integers(0, 4)),
    max_size=8,
)


@given(WORDS, st.sampled_from([" ", ", ", " " * 130]))
def test_what_a_page_reads_is_what_was_packed(words: list[tuple[str, int, int]], gap: str) -> None:
    text = gap.join(word for word, _, _ in words)
    spans, at = [], 0
    for word, _, _ in words:
        spans.append((at, at + len(word)))
        at += len(word) + len(gap)
    made = runs(packed(text, spans, [a for _, a, _ in words], [b for _, _, b in words]))
    # A page counts in UTF-16 units.
    wide = text.encode("utf-16-le")
    over: list[set[tuple[int, int]]] = []
    for begin, end in spans:
        left, right = (len(text[:k].encode("utf-16-le")) // 2 for k in (begin, end))
        assert wide[2 * left : 2 * right].decode("utf-16-le") == text[begin:end]
        over.append({(a, b) for x, y, a, b in made if x < right and y > left})
    assert over == [{(a, b)} if a or b else set() for _, a, b in words]


SENTENCES = ["The ferry sank near the harbour.", "A boat saved forty people.", "It rained."]


def read(**more: object) -> dict[str, object]:
    topic = {"id": "t", "lang": "en", "documents": [{"id": "d", "sentences": SENTENCES}], **more}
    view = TopicView(parse_topic(json.dumps(topic).encode(), "x:1"))
    return json.loads(json.dumps(reading(view)))  # type: ignore[no-any-return]


def test_links_say_how_they_are_known() -> None:
    cluster = {"label": "Help came.", "items": ["d.1"]}
    made = read(
        references=[{"id": "A", "sentences": ["Help came.", "The ferries were sinking."]}],
        peers=[{"id": "x", "extract": ["d.2"]}, {"id": "y", "sentences": ["Nobody knows why."]}],
        covers=[{"judge": "j", "clusters": [cluster]}],
    )
    judged, overlap = made["references"][0]["sentences"]  # type: ignore[index]
    assert (judged["sources"], judged["how"]) == ([1], "judges")
    # Stems agree: ferry; "sank" is not of the stem of "sinking".
    assert overlap["sources"] == [0]
    assert "how" not in overlap
    taken, free = (peer["sentences"][0] for peer in made["peers"])  # type: ignore[attr-defined]
    assert (taken["sources"], taken["how"]) == ([2], "extract")
    assert "sources" not in free


def test_topics_have_words_and_shares() -> None:
    texts = ["The ferry sank. The ferry was old.", "Wheat prices rose. Prices of wheat fell."]
    made = read(references=[{"id": str(k), "text": text} for k, text in enumerate(texts)])
    topics = made["topics"]
    assert abs(sum(one["share"] for one in topics) - 100) < 0.5  # type: ignore[attr-defined]
    words = [set(one["words"]) for one in topics]  # type: ignore[attr-defined]
    assert {"ferry"} <= words[0]
    assert {"wheat", "prices"} <= words[-1]
