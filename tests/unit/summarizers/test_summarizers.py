"""Each summarizer on sources small enough to work out by hand."""

from __future__ import annotations

import math

import numpy as np
import pytest

from sumscope.core.errors import SumscopeError
from sumscope.core.values import Sentence, Text, Topic
from sumscope.corpus.view import TopicView
from sumscope.summarizers._likeness import cosines, overlaps, stationary
from sumscope.summarizers.gei import ideal_of
from sumscope.summarizers.registry import SUMMARIZERS, Job, parse
from sumscope.summarizers.select import Candidate, Limit, Ranking, select
from sumscope.summarizers.source import Source


def source(*documents: list[str], references: list[str] | None = None, lang: str = "en") -> Source:
    texts = tuple(
        Text(f"d{n}", sentences=tuple(Sentence(s) for s in sentences))
        for n, sentences in enumerate(documents, 1)
    )
    refs = (Text("A", sentences=tuple(Sentence(s) for s in references or [])),)
    return Source(TopicView(Topic("t", lang, texts, refs if references else ())))


def order(name: str, given: Source) -> list[int]:
    return [c.index for c in parse(name).rank(Job(given)).candidates]


FERRY = [
    "Gulls cried.",
    "The ferry struck a bank near the harbour.",  # ferry 3, struck 1, bank 2, harbour 2 = 8 (+near)
    "Fog hid the bank from the ferry.",
    "A harbour pilot guided the ferry.",
    "Reporters drank cold tea quietly.",
]


def test_gistsumm_keeps_to_the_gist():
    given = source(FERRY)
    ranking = parse("gistsumm").rank(Job(given)).candidates
    assert [c.index for c in ranking] == [1, 3, 2]  # "hid" is a stop word
    assert "gist sentence" in ranking[0].why
    assert "shares ferry" in ranking[1].why
    frequency = {"ferri": 3, "bank": 2, "harbour": 2}
    assert ranking[0].score == sum(frequency.get(stem, 1) for stem in given.stems[1])


def test_gistsumm_of_equal_sentences_and_of_no_words():
    assert order("gistsumm", source(["Ferry.", "Ferry."])) == [0]
    assert order("gistsumm", source(["...", "the of"])) == []


def test_gei_takes_the_closest_source_sentence():
    given = source(FERRY, references=["The ferry hit a bank in fog.", "Reporters drank tea."])
    ranking = parse("gei").rank(Job(given)).candidates
    found = {c.index: c.score for c in ranking}
    # ferry, hit, bank, fog against fog, hid, bank, ferry: 3 / (2 * 2).
    stems = given.stems[2]
    assert found[2] == pytest.approx(3 / (2 * math.sqrt(len(stems))))
    assert set(found) == {2, 4}
    assert ideal_of(given.view) == ("d1.2", "d1.4")
    assert "sentence 2 of A" in next(c.why for c in ranking if c.index == 4)


def test_lead_takes_documents_in_turn():
    assert order("lead", source(["a", "b", "c"], ["d", "e"])) == [0, 3, 1, 4, 2]


def test_random_depends_on_seed_and_topic_only():
    given = source([f"word{i}" for i in range(30)])
    assert order("random", given) == order("random(seed=0)", given)
    assert order("random(seed=1)", given) != order("random", given)
    assert sorted(order("random", given)) == list(range(30))


def test_lexrank_prefers_the_sentence_that_others_are_like():
    assert order("lexrank", source(FERRY))[0] == 1
    assert order("textrank", source(FERRY))[0] == 1


def test_cosines_are_those_of_the_definition():
    texts = [["a", "b", "b"], ["b", "c"], ["d"], ["a", "c", "d"]]
    idf = {"a": math.log(4 / 2), "b": math.log(4 / 2), "c": math.log(4 / 2), "d": math.log(4 / 2)}
    vectors = [{w: t.count(w) * idf[w] for w in t} for t in texts]

    def cosine(x: dict[str, float], y: dict[str, float]) -> float:
        dot = sum(x[w] * y.get(w, 0) for w in x)
        return dot / math.sqrt(sum(v * v for v in x.values()) * sum(v * v for v in y.values()))

    found = cosines(texts).toarray()
    for i in range(4):
        for j in range(4):
            expected = 0 if i == j else cosine(vectors[i], vectors[j])
            assert found[i, j] == pytest.approx(expected)


def test_overlaps_are_those_of_the_definition():
    found = overlaps([["a", "b"], ["b", "c", "d"], ["e"]]).toarray()
    assert found[0, 1] == pytest.approx(1 / (math.log(2) + math.log(3)))
    assert found[2].tolist() == [0, 0, 0]


def test_the_walk_is_a_pagerank():
    import networkx as nx
    from scipy import sparse

    graph = nx.gnp_random_graph(12, 0.2, seed=5)
    links = sparse.csr_matrix(nx.to_numpy_array(graph))
    expected = nx.pagerank(graph, alpha=0.85, tol=1e-12, max_iter=1000)
    assert stationary(links, 0.85) == pytest.approx(np.array([expected[i] for i in range(12)]))


@pytest.mark.parametrize("name", ["gistsumm", "lead", "random", "lexrank", "textrank", "supor"])
@pytest.mark.parametrize("sentences", [[], [""], ["One."], ["the of"], ["same thing"] * 4])
def test_odd_sources_do_no_harm(name, sentences):
    given = source(sentences)
    extract = select(given, parse(name).rank(Job(given)), Limit(rate=0.5))
    assert extract.words <= extract.limit


def test_every_summarizer_is_listed_and_says_what_it_is():
    names = {cls.traits.template for cls in SUMMARIZERS.all().values()}
    assert names >= {"gistsumm", "supor", "gei", "lead", "random", "lexrank", "textrank"}
    for cls in SUMMARIZERS.all().values():
        assert cls.traits.summary
        assert str(parse(str(cls()))) == str(cls())


@pytest.mark.parametrize(
    ("spelling", "words"),
    [
        ("lexrnk", "did you mean lexrank"),
        ("lexrank(treshold=0.2)", "threshold"),
        ("lead(seed=1)", "no parameters"),
        ("random(seed=x)", "whole number"),
        ("lexrank(", "unknown summarizer"),
    ],
)
def test_bad_spellings_are_answered(spelling, words):
    with pytest.raises(SumscopeError, match=words):
        parse(spelling)


# Selection.


def test_selection_stops_at_the_limit_and_keeps_source_order():
    given = source(["one two three four", "five six", "seven eight nine", "ten"])
    ranking = Ranking(tuple(Candidate(i, 0, "") for i in (2, 0, 3, 1)))
    extract = select(given, ranking, Limit(words=5))
    assert extract.ids == ("d1.2", "d1.3")
    assert [one.rank for one in extract.chosen] == [1, 2]
    assert (extract.words, extract.limit, extract.source_words) == (4, 5, 10)


def test_repeats_are_passed_over():
    given = source(["Fog came in.", "fog  came in.", "The ferry left."])
    every = Ranking(tuple(Candidate(i, 0, "") for i in range(3)))
    assert select(given, every, Limit(rate=1)).ids == ("d1.0", "d1.2")


def test_a_limit_holds_in_words_and_in_pieces():
    # "a-b-c" is three words and one piece; "- - -" is no word and three pieces.
    given = source(["a-b-c d", "x - - - y", "p q"])
    for rate in (0.2, 0.3, 0.5, 0.7):
        ranking = Ranking(tuple(Candidate(i, 0, "") for i in range(3)))
        extract = select(given, ranking, Limit(rate=rate))
        text = " ".join(one.text for one in extract.chosen)
        assert len(text.split()) <= rate * given.pieces
        assert len(given.pipe.words(text)) <= rate * given.words


def test_rates_are_exact():
    assert Limit(rate=0.29).of(100) == 29
    assert Limit(rate=0.3).of(10) == 3


@pytest.mark.parametrize(
    "bad", [{}, {"rate": 0.3, "words": 3}, {"rate": 0}, {"rate": 1.5}, {"words": 0}]
)
def test_bad_limits_are_refused(bad):
    with pytest.raises(SumscopeError):
        Limit(**bad)


# Places.


def test_paragraphs_come_from_the_key_or_from_line_breaks():
    keyed = Text(
        "d",
        sentences=tuple(
            Sentence(s, extra={"paragraph": p}) for s, p in (("A b.", 0), ("C d.", 0), ("E f.", 1))
        ),
    )
    plain = Text("e", text="The ferry left. Fog came in.\n\nThe ferry struck a bank.")
    given = Source(TopicView(Topic("t", "en", (keyed, plain))))
    assert [(p.opens, p.closes) for p in given.places] == [
        (True, False),
        (False, True),
        (True, True),
    ] * 2
    assert [(p.document, p.index, p.of) for p in given.places] == [
        (d, i, 3) for d in (0, 1) for i in range(3)
    ]
