from __future__ import annotations

import inspect
import json
from itertools import combinations
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

import sumscope
from sumscope.cli.shell import run
from sumscope.core.errors import SumscopeError
from sumscope.core.values import Sentence, Text, Topic
from sumscope.corpus.jsonl import read_corpus
from sumscope.covers.sampling import SentenceSet, choose_from
from sumscope.data import DEMO


def document(name: str, length: int, date: str | None = None) -> Text:
    sentences = tuple(Sentence(f"{name} says {i}.") for i in range(length))
    return Text(name, sentences=sentences, date=date)


def chosen_from(*documents: Text, **options: int) -> SentenceSet:
    made = sumscope.sample([Topic("T", "en", documents)], **options)
    return made.sets[0]


def test_a_small_topic_is_used_whole() -> None:
    made = chosen_from(*(document(f"d{i}", 60) for i in range(5)))
    assert made.total == 300
    assert all(c.chosen and "used whole" in c.reason for c in made.choices)


def test_same_day_then_shorter_then_ordered_by_date() -> None:
    made = chosen_from(
        document("alone", 10, "2004-01-01"),
        document("late1", 80, "2004-03-03"),
        document("late2", 70, "2004-03-03"),
        document("early1", 40, "2004-02-02"),
        document("early2", 50, "2004-02-02"),
        document("undated", 30),
    )
    assert [c.document for c in made.choices] == [
        "early1",
        "early2",
        "late2",
        "late1",
        "alone",
        "undated",
    ]
    assert made.documents == ("early1", "early2", "late2")
    assert made.total == 160
    assert [c.total for c in made.choices] == [40, 90, 160, 160, 160, 160]
    assert made.choices[-1].reason == "not needed: 160 sentences are enough"
    assert made.sentences[0].id == "early1.0"


def test_a_day_with_more_documents_is_preferred() -> None:
    days = ["2004-01-01"] * 2 + ["2004-01-09"] * 4
    made = chosen_from(*(document(f"d{i}", 50, day) for i, day in enumerate(days)))
    assert made.documents == ("d2", "d3", "d4")


def test_the_range_is_met_where_a_greedy_choice_would_miss_it() -> None:
    lengths = [40, 100, 120, 300, 300, 300]
    made = chosen_from(*(document(f"d{i}", n) for i, n in enumerate(lengths)))
    assert made.documents == ("d0", "d2")
    assert made.choices[1].reason == "with it 150 to 200 sentences could not be reached"
    assert made.choices[3].reason == "not needed: 160 sentences are enough"


def test_fifteen_documents_at_most() -> None:
    made = chosen_from(*(document(f"d{i:02}", 7) for i in range(30)))
    assert len(made.documents) == 15
    assert made.total == 105
    assert "no choice of at most 15 documents gives 150 to 200" in made.note
    assert made.choices[15].reason == "not needed: 105 sentences are enough"


def test_only_long_documents() -> None:
    made = chosen_from(*(document(f"d{i}", 300 - i) for i in range(6)))
    assert made.documents == ("d5",)
    assert "the shortest document is used" in made.note


def test_documents_without_sentences() -> None:
    made = chosen_from(*(document(f"d{i}", 0) for i in range(6)))
    assert (made.documents, made.note) == ((), "no document has sentences")
    made = chosen_from(*(document(f"d{i}", 60 * (i > 2)) for i in range(6)))
    assert made.documents == ("d3", "d4", "d5")


days = st.sampled_from([None, "2004-01-01", "2004-01-02", "2004-01-03"])


@given(st.lists(st.tuples(st.integers(0, 25), days), min_size=4, max_size=9))
def test_the_range_is_met_whenever_it_can_be(shape: list[tuple[int, str | None]]) -> None:
    documents = [document(f"d{i}", n, day) for i, (n, day) in enumerate(shape)]
    options = {"low": 20, "high": 26, "documents": 3, "whole": 3}
    made = chosen_from(*documents, **options)
    totals = {
        sum(n for n, _ in some) for size in (0, 1, 2, 3) for some in combinations(shape, size)
    }
    assert len(made.documents) <= 3
    if any(20 <= t <= 26 for t in totals):
        assert 20 <= made.total <= 26
    elif any(t for t in totals if t < 20):
        assert made.total == max(t for t in totals if t < 20)
    dates = [d.date or "9" for name in made.documents for d in documents if d.id == name]
    assert dates == sorted(dates)
    assert made == chosen_from(*documents, **options)
    assert all(c.reason for c in made.choices)


def test_options_are_checked() -> None:
    for options in ({"low": 3, "high": 2}, {"low": 0}, {"documents": 0}, {"whole": -1}):
        with pytest.raises(SumscopeError):
            chosen_from(document("d", 1), **options)
    with pytest.raises(SumscopeError, match="no topic of the corpus has documents"):
        sumscope.sample([Topic("T")])


def test_text_is_split(tmp_path: Path) -> None:
    text = Text("d", text="One came. Two went. Three stayed.", date="2004-01-01")
    made = sumscope.sample([Topic("T", "en", (text,))])
    assert [s.id for s in made.sets[0].sentences] == ["d.0", "d.1", "d.2"]
    assert made.to_pandas().shape == (3, 4)
    assert made.to_polars().shape == (3, 4)


def test_command(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    out = tmp_path / "sets.jsonl"
    args = ["sample", str(DEMO), "--whole", "2", "--low", "15", "--high", "25"]
    assert run([*args, "-o", str(out), "--json"]) == 0
    shown = json.loads(capsys.readouterr().out)
    again = list(read_corpus(out))
    assert [t.id for t in again] == [one["topic"] for one in shown]
    for topic, one in zip(again, shown, strict=True):
        assert [d.id for d in topic.documents] == one["documents"]
        ids = [s.id for d in topic.documents for s in d.sentences or ()]
        assert ids == [s["id"] for s in one["sentences"]]
        assert one["total"] == len(ids)
    assert run(args) == 0
    assert "taken in order of preference" in capsys.readouterr().out
    assert run(["sample", str(tmp_path / "none.jsonl")]) == 2
    assert run(["sample", "--help"]) == 0
    assert "Example: sumscope sample" in capsys.readouterr().out


def test_the_same_day_at_different_times_is_the_same_day() -> None:
    """A check from outside: taking the whole timestamp changed 35 of 50 real sets."""
    made = chosen_from(
        document("alone", 60, "2004-02-01T08:00:00Z"),
        document("morning", 70, "2004-03-03T08:00:00Z"),
        document("evening", 80, "2004-03-03 21:15"),
        document("abroad", 90, "March 3, 2004, Wednesday"),
        document("later", 50, "2004-04-01"),
        document("undated", 40),
    )
    assert [c.same_day for c in made.choices] == [3, 3, 3, 1, 1, 1]
    assert [c.document for c in made.choices][:3] == ["morning", "evening", "abroad"]
    assert made.documents == ("morning", "evening")


def test_order_is_by_day_before_what_is_written() -> None:
    made = chosen_from(
        document("second", 10, "March 4, 2004"),
        document("first", 10, "2004-03-03T23:59:59+01:00"),
        document("third", 10, "20040305"),
    )
    assert made.documents == ("first", "second", "third")


def test_the_defaults_are_those_of_the_room() -> None:
    given = inspect.signature(sumscope.sample).parameters
    for name in ("low", "high", "documents", "whole"):
        assert given[name].default == inspect.signature(choose_from).parameters[name].default
