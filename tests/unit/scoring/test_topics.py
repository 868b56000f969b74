"""Who is scored against which references, with measures made up for the purpose."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import pytest

from sumscope.core.errors import SumscopeError
from sumscope.core.measure import parse
from sumscope.core.values import Sentence, Text, Topic, Undefined
from sumscope.corpus.view import TextView, TopicView
from sumscope.scoring.topics import score_topic, score_topics


class _Probe:
    """Counts references whose id is a letter of the peer's text, so every set shows itself."""

    traits = SimpleNamespace(needs=("peer", "references"))
    together = None

    def __init__(self) -> None:
        self.prepared: list[tuple[str, ...]] = []

    def prepare(self, view: TopicView) -> tuple[str, ...]:
        names = tuple(reference.id for reference in view.references)
        self.prepared.append(names)
        return names

    def stats(self, prepared: tuple[str, ...], peer: TextView) -> tuple[int, ...]:
        return (sum(name in peer.text for name in prepared),)

    def score(self, stats: tuple[int, ...]) -> float:
        return float(stats[0])


class _Fails(_Probe):
    traits = SimpleNamespace(needs=("peer", "documents"))

    def score(self, stats: tuple[int, ...]) -> Any:
        return Undefined("on purpose") if stats[0] == 0 else float("nan")


def _text(name: str, text: str, **more: Any) -> Text:
    return Text(id=name, sentences=(Sentence(text),), **more)


TOPIC = Topic(
    id="T",
    references=(_text("A", "x"), _text("B", "x"), _text("C", "x")),
    peers=(
        _text("A", "ABC", human=True),
        _text("sys", "ABC"),
        _text("D", "AB", human=True),
        _text("B", "B"),
    ),
)


def _values(jackknife: Any) -> dict[str, Any]:
    return {p.peer: p.values[0] for p in score_topic(TopicView(TOPIC), [_Probe()], jackknife)}


def test_a_person_is_scored_against_the_other_references() -> None:
    # B is a system that happens to carry a reference's name: only people are left out.
    assert _values("human") == {"A": 2.0, "sys": 3.0, "D": 2.0, "B": 1.0}


def test_no_jackknife() -> None:
    assert _values("none") == {"A": 3.0, "sys": 3.0, "D": 2.0, "B": 1.0}


def test_full_jackknife_means_over_leave_one_out() -> None:
    # sys: 2 of each of the three pairs; D (AB): 1, 1, 2; B: 1, 0, 1.
    assert _values("all") == {"A": 2.0, "sys": 2.0, "D": 4 / 3, "B": 2 / 3}


def test_each_reference_set_is_prepared_once() -> None:
    probe = _Probe()
    score_topic(TopicView(TOPIC), [probe], "human")
    assert sorted(probe.prepared) == [("A", "B", "C"), ("B", "C")]


def test_what_is_missing_is_said() -> None:
    alone = Topic(id="T", references=(_text("A", "x"),), peers=(_text("A", "y", human=True),))
    assert score_topic(TopicView(alone), [_Probe()])[0].values == [
        Undefined("no reference but the peer's own")
    ]
    none = Topic(id="T", peers=(_text("s", "y"),))
    values = score_topic(TopicView(none), [_Probe(), _Fails()])[0].values
    assert values == [Undefined("no references"), Undefined("no documents")]


def test_undefined_and_not_finite_values() -> None:
    topic = Topic(
        id="T",
        documents=(_text("d", "x"),),
        references=(_text("A", "x"),),
        peers=(_text("p", "A"), _text("q", "z")),
    )
    scored = score_topic(TopicView(topic), [_Fails()])
    assert [p.values[0] for p in scored] == [
        Undefined("not a finite number"),
        Undefined("on purpose"),
    ]


def test_extracts_are_resolved_and_bad_ones_named() -> None:
    documents = (Text(id="d", sentences=(Sentence("one A"), Sentence("two", id="x7"))),)
    good = Text(id="e", extract=("x7", "d.0"))
    view = TopicView(Topic(id="T", documents=documents, references=TOPIC.references, peers=(good,)))
    assert view.peers[0].sentences == ("two", "one A")
    assert score_topic(view, [_Probe()])[0].values == [1.0]
    bad = Text(id="e", extract=("d.1",))
    view = TopicView(Topic(id="T", documents=documents, references=TOPIC.references, peers=(bad,)))
    with pytest.raises(SumscopeError, match=r"topic 'T': the extract of peer 'e' names .*'d\.1'"):
        score_topic(view, [_Probe()])


def test_rouge_scored_together_is_rouge_scored_one_by_one() -> None:
    spellings = (
        *("rouge-1", "rouge-2(report=f)", "rouge-l(report=p)", "rouge-su4", "rouge-w"),
        *("rouge-2(stem=false,refs=best)", "rouge-l(words=5)", "rouge-1(bytes=12,report=f)"),
        *("rouge-1(tokens=unicode)", "rouge-1(weight=idf)", "rouge-2(across=false)"),
    )
    measures = [parse(spelling) for spelling in spellings]
    views = [TopicView(topic) for topic in (_long("T", 3), _long("U", 1), _long("V", 0))]
    for jackknife in ("human", "all", "none"):
        together = score_topics(views, measures, jackknife)
        for view, found in zip(views, together, strict=True):
            assert [score.peer for score in found] == [peer.id for peer in view.peers]
            for index, measure in enumerate(measures):
                alone = score_topic(view, [_Alone(measure)], jackknife)
                assert [s.values[index] for s in found] == [s.values[0] for s in alone]


class _Alone:
    """A ROUGE measure without its way to score many peers together."""

    traits = SimpleNamespace(needs=("peer", "references"))
    together = None

    def __init__(self, measure: Any) -> None:
        self.prepare, self.stats, self.score = measure.prepare, measure.stats, measure.score


def _long(name: str, references: int) -> Topic:
    texts = (
        "The cats sat on the mat. They were sleeping, and it was warm.",
        "A cat was sitting on a mat. It slept.\nThe mat was warm.",
        "Dogs bark. The cat sat and slept on warm mats.",
    )
    people = tuple(Text(letter, text=text) for letter, text in zip("ABC", texts, strict=True))
    systems = (
        Text("s", text="The warm cat sat. It slept on the mats."),
        Text("t", sentences=(Sentence("A dog sat on the cat."), Sentence("It was warm"))),
        Text("empty", text=""),
        Text("e", extract=("d.1", "d.0")),
        Text("A", text=texts[0], human=True),
    )
    document = Text("d", sentences=(Sentence("Cats sleep."), Sentence("Dogs sat on mats.")))
    return Topic(name, "en", (document,), people[:references], systems)


def test_peers_are_written_as_their_rows_would_be(tmp_path):
    from sumscope.core.table import ScoreRow
    from sumscope.corpus.scores import write_peer_scores, write_scores

    names = ["rouge-1", "rouge-2(stem=false,stop=true)"]
    peers = [
        ("T,1", "=sys", False, [0.25, "no references"]),
        ('T"2', "s", True, [1.0, 0]),
        ("T3", "ü\n", False, ["a, b", 1e-7]),
    ]
    rows = [
        ScoreRow(topic, peer, human, name, None, value)
        if isinstance(value, str)
        else ScoreRow(topic, peer, human, name, float(value))
        for topic, peer, human, values in peers
        for name, value in zip(names, values, strict=True)
    ]
    for ending in ("csv", "jsonl"):
        one, other = tmp_path / f"one.{ending}", tmp_path / f"other.{ending}"
        write_scores(one, rows, {"sumscope": "1", "measures": {}})
        write_peer_scores(other, names, peers, {"sumscope": "1", "measures": {}})
        assert one.read_bytes() == other.read_bytes()
