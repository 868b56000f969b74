"""What the page's explorers are given, against the computations they stand for."""

from __future__ import annotations

import itertools
import json

import pytest

from sumscope.corpus.jsonl import parse_topic
from sumscope.corpus.view import TopicView
from sumscope.graph.words import word_network
from sumscope.oracles.options import OracleOptions
from sumscope.oracles.run import topic_rows
from sumscope.oracles.text import TopicWords
from sumscope.report.bundle import JsonText, json_block
from sumscope.report.extracting import Extracting, extracting
from sumscope.report.growing import growing_text
from sumscope.report.reading import reading

SENTENCES = [
    "The ferry ran aground off the port on Tuesday.",
    "All of the people were taken off the ferry.",
    "The ferry ran aground and the ferry ran aground again.",
    "Two tonnes of oil leaked.",
    "It rained.",
]
TOPIC = {
    "id": "t",
    "lang": "en",
    "documents": [{"id": "d", "sentences": SENTENCES}],
    "references": [
        {"id": "A", "text": "The ferry ran aground on Tuesday. Two tonnes of oil leaked."},
        {"id": "B", "text": "The ferry ran aground. The ferry ran. All of the people were saved."},
    ],
    "peers": [{"id": "p", "text": "The ferry ran aground. Oil leaked."}],
}


def view() -> TopicView:
    return TopicView(parse_topic(json.dumps(TOPIC).encode(), "x:1"))


def problem(limit: int) -> tuple[Extracting, TopicWords]:
    options = OracleOptions(n=2, limit=limit, budget=1000)
    topic = view()
    row = topic_rows(options, topic)[0]
    words = options.text.words(topic)
    made = extracting(words, row)
    assert made is not None
    return made, words


def value(made: Extracting, chosen: tuple[str, ...]) -> int:
    """As the page counts: each n-gram pays for its first, second, ... match."""
    counts = [0] * len(made["worth"])
    for name in chosen:
        row = made["sentences"][name][1:]
        for gram, times in zip(row[::2], row[1::2], strict=True):
            counts[gram] += times
    return sum(sum(w[:n]) for w, n in zip(made["worth"], counts, strict=True))


@pytest.mark.parametrize("limit", [9, 14, 30])
def test_an_extract_is_worth_what_the_oracle_problem_says(limit: int) -> None:
    made, words = problem(limit)
    whole = words.problem(limit)
    best = 0
    for size in range(len(SENTENCES) + 1):
        for chosen in itertools.combinations(range(len(SENTENCES)), size):
            names = tuple(words.ids[s] for s in chosen)
            length = sum(made["sentences"][name][0] for name in names)
            assert value(made, names) == whole.value(chosen)
            if length <= limit:
                best = max(best, whole.value(chosen))
    assert (made["best"], made["proved"], made["limit"]) == (best, True, limit)


def test_a_topic_without_references_has_no_problem() -> None:
    options = OracleOptions(n=2, limit=10)
    bare = parse_topic(json.dumps({**TOPIC, "references": []}).encode(), "x:1")
    row = topic_rows(options, TopicView(bare))[0]
    assert extracting(options.text.words(view()), row) is None


def test_the_walk_of_a_text_is_that_of_its_network() -> None:
    made = growing_text("t", "d", "en", SENTENCES)
    assert made is not None
    network = word_network(SENTENCES, "en")
    assert [step[3] for step in made.walk] == network.walk.tolist()
    first = [SENTENCES[at][start:end].lower() for at, start, end, _ in made.walk][:4]
    assert first == ["ferry", "aground", "port", "tuesday"]
    # A letter that lower case makes two letters of moves all places behind it.
    assert growing_text("t", "d", "en", ["İstanbul is large and old."]) is None


def test_links_of_equal_worth_go_to_the_sentence_that_comes_first() -> None:
    read = reading(view())
    [peer] = read["peers"]
    # Both 0 and 2 hold every pair of the sentence; 2 comes later.
    assert peer["sentences"][0]["sources"] == [0, 2]
    text = json_block(read)
    assert json.loads(text) == json.loads(json.dumps(read))
    assert json_block(JsonText(text)) is not None
    assert json_block(JsonText("[1, 2]")) == "[1, 2]"
