"""ROUGE of plain strings, one by one and many at once."""

from __future__ import annotations

import json

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import sumscope
from sumscope.core.errors import SumscopeError

TEXTS = st.lists(st.sampled_from(["the cat", "a dog ran", "cats", "", "the the"]), max_size=4)
MEASURES = [
    f"{name}({options})"
    for name in ("rouge-1", "rouge-2", "rouge-l", "rouge-w", "rouge-su4", "rouge-s")
    for options in ("", "refs=best", "alpha=0.2,words=3", "stop=true,refs=best,bytes=9")
]


def test_one_text() -> None:
    scores = sumscope.rouge("The cat sat.\nIt slept.", ["A cat sat down.", "The cat slept."])
    assert list(scores) == ["rouge-1", "rouge-2", "rouge-l"]
    assert scores["rouge-1"].r == 0.71429
    assert json.loads(json.dumps(scores.to_json()))["rouge-2"] == scores["rouge-2"]._asdict()


def test_a_string_is_lines_and_a_list_is_sentences() -> None:
    lines = sumscope.rouge("the cat\nsat", "the cat sat\non", "rouge-l")
    by_hand = sumscope.Text(["the cat", "sat"]), sumscope.Text(["the cat sat", "on"])
    assert lines == sumscope.rouge(*by_hand, ["rouge-l"])
    # Against two references, each a str.
    two = sumscope.rouge("the cat", ["the cat", "a dog"], "rouge-1")
    assert two["rouge-1"].r == 0.5


@given(st.lists(st.tuples(TEXTS, st.lists(TEXTS, min_size=1, max_size=3)), max_size=5))
def test_many_are_the_same_as_one_by_one(pairs: list[tuple[list[str], list[list[str]]]]) -> None:
    table = sumscope.rouge_batch([p for p, _ in pairs], [r for _, r in pairs], MEASURES)
    assert len(table) == len(pairs)
    for found, (peer, references) in zip(table, pairs, strict=True):
        by_hand = [sumscope.Text(reference) for reference in references]
        assert found == sumscope.rouge(sumscope.Text(peer), by_hand, MEASURES)


def test_rounding_of_many_is_that_of_one() -> None:
    from sumscope.rouge_scoring.batch import _fives
    from sumscope.rouge_scoring.words import five

    values = np.array([i / n for n in range(1, 400) for i in range(n + 1)])
    halves = np.array([(k + 0.5) / 1e5 for k in range(0, 100_000, 7)])
    for given_values in (values, halves, np.nextafter(halves, 0), np.nextafter(halves, 1)):
        assert _fives(given_values).tolist() == [five(v) for v in given_values.tolist()]


def test_the_table() -> None:
    table = sumscope.rouge_batch(["a b", "c"], ["a", ["c", "d"]], ["rouge-1", "rouge-l"])
    assert table.measures == ("rouge-1", "rouge-l")
    assert table.r.tolist() == [[1, 1], [0.5, 0.5]]
    assert table.p.tolist() == [[0.5, 0.5], [0.5, 0.5]]
    assert table.to_json()[0]["rouge-1"] == {"r": 1.0, "p": 0.5, "f": 0.66667}
    assert table.to_pandas()["rouge-1-f"].tolist() == [0.66667, 0.5]
    assert table.to_polars()["rouge-l-r"].to_list() == [1, 0.5]
    assert len(sumscope.rouge_batch([], [])) == 0


def test_unicode_words() -> None:
    text = "今天天气很好。"
    measure = "rouge-2(tokens=unicode)"
    assert sumscope.rouge(text, [text], measure, lang="zh")[measure].f == 1
    assert sumscope.rouge_batch([text], [text], measure, lang="zh").f.tolist() == [[1]]


@pytest.mark.parametrize(
    ("arguments", "part"),
    [
        (("a", []), "no references"),
        (("a", ["b"], []), "no measure"),
        (("a", ["b"], ["rouge-1", "rouge-1"]), "twice"),
        (("a", ["b"], "growth-deviation"), "not a ROUGE measure"),
        (("a", ["b"], "rouge-1(weight=idf)"), "documents"),
        (
            ("a", [3]),
            "predictions is one text, so references is a text or a list of texts; found a",
        ),
        (("a", [["b"]]), "found a list; sentences split by hand are a sumscope.Text"),
        ((["a", 3], ["b", "c"]), r"predictions\[1\] is a int, not a text"),
        ((["a", float("nan")], ["b", "c"]), r"predictions\[1\] is missing"),
        (
            (["a", "b"], "c"),
            "predictions is a list of 2 texts, references is one text; give a list",
        ),
        ((["a", "b"], ["c"]), "predictions is a list of 2 texts, references a list of 1; give as"),
        ((["a"], [None]), r"references\[0\] holds missing"),
        ((3, "a"), r"rouge\(predictions=...\) got a int"),
        (([], []), "nothing to score"),
        ((sumscope.Text("no text"), "a"), "a Text without text or sentences"),
    ],
)
def test_what_is_refused(arguments: tuple, part: str) -> None:  # type: ignore[type-arg]
    with pytest.raises(SumscopeError, match=part):
        sumscope.rouge(*arguments)


def test_lists_give_a_table_with_means_intervals_and_comparison() -> None:
    import pandas

    gold = [f"the cat sat on mat {i}" for i in range(20)]
    good = [f"the cat sat on a mat {i}" for i in range(20)]
    bad = ["a dog"] * 20
    table = sumscope.rouge(good, gold)
    assert len(table) == 20
    assert table[3] == sumscope.rouge(good[3], gold[3])
    assert table.means()["rouge-1"].r == pytest.approx(table.r[:, 0].mean())
    low, high = table.intervals()["rouge-2"]
    assert low.f <= table.means()["rouge-2"].f <= high.f
    same = sumscope.rouge(pandas.Series(good), pandas.Series(gold))
    assert same.f.tolist() == table.f.tolist()
    found = table.compare(sumscope.rouge(bad, gold), ("good", "bad"))
    best = [s for s in found.standings if s.measure == "rouge-2"]
    assert [(s.peer, s.letters) for s in best] == [("good", "a"), ("bad", "b")]
    shown = repr(table).splitlines()
    assert shown[0] == "RougeTable: 20 rows"
    assert len(shown) == 5
    with pytest.raises(SumscopeError, match="20 rows and the other 1"):
        table.compare(sumscope.rouge(["a"], ["b"]))


def test_rouge_l_is_the_same_for_lines_sentences_and_corpora() -> None:
    """One text, given as lines, as sentences, as one line: the same in all three functions."""
    peer = ["The cat sat on the mat.", "A dog ran home."]
    gold = ["The dog ran.", "The cat sat down on the mat."]
    by_hand = sumscope.rouge(sumscope.Text(peer), sumscope.Text(gold), "rouge-l")["rouge-l"]
    for between in ("\n", " "):
        texts = between.join(peer), between.join(gold)
        assert sumscope.rouge(*texts, "rouge-l")["rouge-l"] == by_hand
        assert sumscope.rouge_batch([texts[0]], [texts[1]], "rouge-l")[0]["rouge-l"] == by_hand
        (row,) = sumscope.score([{"reference": texts[1], "prediction": texts[0]}], ["rouge-l"])
        assert row.value == by_hand.r


def test_lines_that_are_not_sentences_are_said(caplog: pytest.LogCaptureFixture) -> None:
    from sumscope.core import notice
    from sumscope.rouge_scoring import strings

    notice._SAID.clear()
    strings._LOOKED_AT.clear()
    sumscope.rouge("the cat\nsat down", "the cat sat down", "rouge-1")
    assert not caplog.text
    sumscope.rouge("the cat\nsat down", "the cat sat down", "rouge-l")
    sumscope.rouge("the cat\nsat down", "the cat sat down", "rouge-l")
    assert caplog.text.count("take each line of a text as a sentence") == 1


def test_what_many_refuse() -> None:
    with pytest.raises(SumscopeError, match="2 peers and 1"):
        sumscope.rouge_batch(["a", "b"], ["c"])
    with pytest.raises(SumscopeError, match="lists"):
        sumscope.rouge_batch("a", ["c"])
    with pytest.raises(SumscopeError, match="no references"):
        sumscope.rouge_batch(["a"], [[]])
