"""Words are counted over the whole evaluation set, the same however the work is spread."""

from __future__ import annotations

import math

import pytest

from sumscope.app.score import score, score_file
from sumscope.core.measure import parse
from sumscope.core.values import Sentence, Text, Topic
from sumscope.corpus.background import Background, Survey, background, unpack
from sumscope.corpus.view import TopicView

pytestmark = pytest.mark.filterwarnings("ignore:topics without")


def text(name: str, *sentences: str) -> Text:
    return Text(name, sentences=tuple(map(Sentence, sentences)))


def corpus() -> list[Topic]:
    return [
        Topic(
            f"T{i}",
            documents=(text("d", f"common w{i}"),),
            references=(text("r", f"common w{i}"),),
            peers=(text("p", "common"), text("q", f"w{i}")),
        )
        for i in range(3)
    ]


def test_rarity():
    found = Background(9, {"the": 9, "cat": 3, "odd": 1})
    assert found.rarity("cat") == pytest.approx(math.log(10 / 3.5) / math.log(10 / 1.5))
    assert found.rarity("the") == pytest.approx(math.log(10 / 9.5) / math.log(10 / 1.5))
    assert found.rarity("odd") == found.rarity("unseen") == 1.0
    assert Background(0).rarity("x") == 1.0
    assert Background(1, {"x": 1}).rarity("x") == 1.0


def test_the_whole_set_counts():
    table = score(corpus(), ["rouge-1(weight=idf)"], workers=1)
    common = Background(3, {"common": 3}).rarity("common")
    wanted = {"p": common / (1 + common), "q": 1 / (1 + common)}
    for row in table:
        assert row.value == pytest.approx(wanted[row.peer], abs=1e-5)


def test_languages_are_counted_apart_however_they_are_spelt():
    from dataclasses import replace

    langs = ("pt", "pt-BR", "de")
    topics = [replace(t, lang=lang) for t, lang in zip(corpus(), langs, strict=True)]
    found = {(row.topic, row.peer): row.value for row in score(topics, ["topic-fusion"], workers=1)}
    alone = {}
    for part in (topics[:2], topics[2:]):
        rows = score(part, ["topic-fusion"], workers=1)
        alone.update({(row.topic, row.peer): row.value for row in rows})
    assert found == alone
    assert found["T0", "p"] == found["T1", "p"] != found["T2", "p"]


def test_alone_a_topic_is_its_own_set():
    measure = parse("rouge-1(weight=idf)")
    view = TopicView(corpus()[0])
    assert background(measure, view) == Background(1, {"common": 1, "w0": 1})


def test_counts_travel_and_add_up():
    measures = [parse("rouge-1(weight=idf)"), parse("topic-fusion")]
    whole, parts = Survey(), Survey()
    for topic in corpus():
        whole.add(measures, TopicView(topic))
        one = Survey()
        one.add(measures, TopicView(topic))
        parts.merge(one)
    assert whole.pack() == parts.pack()
    found = unpack(whole.pack())
    assert len(found) == 2
    assert all(item == Background(3, {"common": 3}) for item in found.values())
    assert unpack(b"") == {}


def test_workers_do_not_matter():
    names = ["rouge-1(weight=idf)", "topic-fusion", "rouge-2"]
    alone = score(corpus(), names, workers=1)
    assert score(corpus(), names, workers=2).rows == alone.rows


def test_measures_without_need_are_not_asked():
    assert parse("rouge-1").survey_key() is None


def test_an_ended_run_goes_on_to_the_same_bytes(tmp_path):
    topics = [
        Topic(f"{t.id}-{i}", documents=t.documents, references=t.references, peers=t.peers)
        for i in range(50)
        for t in corpus()
    ]
    names = ["topic-fusion", "rouge-1(weight=idf)"]
    score_file(topics, names, tmp_path / "whole.csv", workers=1)
    calls = 0

    def stop(done: int, total: int) -> None:
        nonlocal calls
        calls += 1
        if calls == 5:  # three chunks are surveyed, then scored
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        score_file(topics, names, tmp_path / "part.csv", workers=1, progress=stop)
    done = score_file(topics, names, tmp_path / "part.csv", workers=1)
    assert 0 < done.resumed < len(topics)
    assert (tmp_path / "part.csv").read_bytes() == (tmp_path / "whole.csv").read_bytes()
