from __future__ import annotations

import json
from pathlib import Path

import pytest

import sumscope
from sumscope.core.cover import Cover
from sumscope.core.errors import SumscopeError
from sumscope.core.values import Cluster, JudgeCover, Sentence, Text, Topic
from sumscope.corpus.jsonl import read_corpus
from sumscope.covers.agreement import AgreeRow
from sumscope.data import DEMO

LEFT, RIGHT = Cover.of([[1, 2, 3], [4, 5, 6]]), Cover.of([[1, 2], [3, 4], [5, 6]])


def test_every_measure_both_completions_both_directions() -> None:
    result = sumscope.agree([LEFT, RIGHT], names=["x", "y"])
    names = {row.measure for row in result.rows}
    assert {"v", "v0.5", "vbeta", "omega", "onmi", "element-centric", "entropy"} <= names
    for name in names:
        rows = [row for row in result.rows if row.measure == name]
        symmetric = type(sumscope.parse(name)).traits.symmetric
        assert {row.complete for row in rows} == {"singletons", "bucket"}
        directions = [(row.left, row.right) for row in rows if row.complete == "bucket"]
        assert directions == ([("x", "y")] if symmetric else [("x", "y"), ("y", "x")])


def test_left_is_the_standard() -> None:
    rows = sumscope.agree([LEFT, RIGHT], ["purity"], complete="singletons").rows
    assert [(r.left, r.right, r.value) for r in rows] == [("1", "2", 5 / 6), ("2", "1", 4 / 6)]


def test_completion_changes_the_figure() -> None:
    one, two = Cover.of([["a", "b"]], "abcdef"), Cover.of([["a", "b"]], "abcdef")
    other = Cover.of([["a", "b"], ["c", "d"]], "abcdef")
    assert {r.value for r in sumscope.agree([one, two], ["v"]).rows} == {1.0}
    single, bucket = sumscope.agree([one, other], ["vbeta"]).rows
    assert single.complete == "singletons"
    assert single.value > bucket.value


def test_the_universe() -> None:
    one, two = Cover.of([["a", "b"]]), Cover.of([["b", "c"]])
    union = sumscope.agree([one, two], ["rand"], complete="singletons").rows[0].value
    assert union == pytest.approx(1 / 3)
    wide = sumscope.agree([one, two], ["rand"], complete="singletons", items="abcd").rows[0].value
    assert wide == pytest.approx(4 / 6)
    with pytest.raises(SumscopeError, match="'c' is not in the universe"):
        sumscope.agree([one, two], ["rand"], items="ab")


def test_a_pair_does_not_depend_on_the_others() -> None:
    third = Cover.of([["z", 1]])
    two = sumscope.agree([LEFT, RIGHT], ["v", "omega"]).rows
    three = sumscope.agree([LEFT, RIGHT, third], ["v", "omega"]).rows
    assert two == tuple(row for row in three if {row.left, row.right} == {"1", "2"})
    assert len({(r.left, r.right) for r in three}) == 3


def test_baseline() -> None:
    row = sumscope.agree([LEFT, RIGHT], ["ari"], complete="singletons").rows[0]
    assert row.baseline == pytest.approx(0, abs=0.15)
    assert row.baseline_sd is not None
    assert row.baseline_sd > 0
    again = sumscope.agree([LEFT, RIGHT], ["ari"], complete="singletons").rows[0]
    assert row == again
    other = sumscope.agree([LEFT, RIGHT], ["ari"], complete="singletons", seed=1).rows[0]
    assert other.baseline != row.baseline
    none = sumscope.agree([LEFT, RIGHT], ["ari"], complete="singletons", baseline=0).rows[0]
    assert none.baseline is None
    with pytest.raises(SumscopeError, match="-1 random clusterings"):
        sumscope.agree([LEFT, RIGHT], ["ari"], baseline=-1)


def test_large_sets_have_no_baseline_unasked() -> None:
    big = Cover.of([[i, i + 1] for i in range(0, 2002, 2)])
    assert sumscope.agree([big, big], ["ari"]).rows[0].baseline is None
    assert sumscope.agree([big, big], ["ari"], baseline=1).rows[0].baseline is not None


def test_overlap() -> None:
    cover = Cover.of([["a", "b"], ["b", "c"]])
    with pytest.raises(SumscopeError, match="1: a measure of partitions cannot compare clusters"):
        sumscope.agree([cover, cover], ["v"])
    rows = {row.measure: row for row in sumscope.agree([cover, cover]).rows}
    assert rows["omega"].value == rows["onmi"].value == rows["element-centric"].value == 1
    assert rows["v"].value is None
    assert "overlap" in (rows["v"].reason or "")


def test_overlap_in_one_topic_does_not_stop_the_others() -> None:
    rows = sumscope.agree(str(DEMO), ["vbeta"], baseline=0).rows
    empty = [row for row in rows if row.value is None]
    assert {row.topic for row in empty} == {"en-meeting", "en-meeting-2"}
    assert all("overlap" in (row.reason or "") for row in empty)
    assert len(rows) == 32
    meeting = [topic for topic in read_corpus(DEMO) if topic.id == "en-meeting"]
    with pytest.raises(SumscopeError, match="topic 'en-meeting': j1: a measure of partitions"):
        sumscope.agree(meeting, ["vbeta"])


def test_empty_covers_are_undefined() -> None:
    for row in sumscope.agree([Cover.of([]), Cover.of([])]).rows:
        assert (row.value, row.reason, row.baseline) == (None, "no items to compare", None)


def test_paths_lists_and_objects(tmp_path: Path) -> None:
    path = tmp_path / "x.tsv"
    path.write_text("1\ta\n2\ta\n3\tb\n")
    rows = sumscope.agree([path, [[1, 2], [3]], {"clusters": [[1], [2, 3]]}], ["v"]).rows
    assert rows[0].left == str(path)
    assert rows[0].value == 1


@pytest.mark.parametrize(
    ("covers", "said"),
    [
        ([], "nothing to compare"),
        ([LEFT], "nothing to compare"),
        ("a.json", "a.json: one cover alone cannot be compared"),
        (["a.jsonl", "b.jsonl"], "a.jsonl: cannot read the corpus"),
        (["-", "-"], "standard input can be read only once"),
    ],
)
def test_bad_covers(covers: object, said: str) -> None:
    with pytest.raises(SumscopeError, match=said):
        sumscope.agree(covers)


def test_bad_options() -> None:
    with pytest.raises(SumscopeError, match="2 covers but 1 names"):
        sumscope.agree([LEFT, RIGHT], names=["x"])
    with pytest.raises(SumscopeError, match="complete is"):
        sumscope.agree([LEFT, RIGHT], complete="none")
    with pytest.raises(SumscopeError, match="no measure was given"):
        sumscope.agree([LEFT, RIGHT], [])


def test_summary_measures_are_refused() -> None:
    with pytest.raises(SumscopeError, match="does not compare covers"):
        sumscope.agree([LEFT, RIGHT], ["rouge-2"])


def topic(*covers: JudgeCover, documents: bool = True) -> Topic:
    texts = tuple(Text(d, sentences=(Sentence("A."), Sentence("B."))) for d in ("p", "q"))
    return Topic("T", documents=texts if documents else (), covers=covers)


ONE = JudgeCover("j1", (Cluster(("p.0", "q.0")),))
TWO = JudgeCover("j2", (Cluster(("p.0", "q.0")),), ("p.1",))


def test_judges_are_compared_over_all_sentences() -> None:
    """p.1 and q.1 are left out by both, whether set aside or not mentioned at all."""
    rows = sumscope.agree([topic(ONE, TWO)], ["v"]).rows
    assert [(row.topic, row.left, row.right, row.value) for row in rows] == [
        ("T", "j1", "j2", 1.0)
    ] * 2
    third = JudgeCover("j3", (Cluster(("p.0", "p.1")),))
    row = sumscope.agree([topic(ONE, third)], ["rand"], complete="singletons").rows[0]
    assert row.value == pytest.approx(4 / 6)


def test_judges_without_documents() -> None:
    assert len(sumscope.agree([topic(ONE, TWO, documents=False)], ["v"]).rows) == 2


def test_a_corpus_without_judges() -> None:
    with pytest.raises(SumscopeError, match="no topic of the corpus has covers of two judges"):
        sumscope.agree([topic(ONE)])


def test_demo_judges_agree_better_than_chance() -> None:
    result = sumscope.agree(str(DEMO), ["omega", "onmi", "element-centric"])
    assert len({row.topic for row in result.rows}) == 16
    for row in result.rows:
        assert row.value is not None
        assert row.baseline is not None
        assert row.value > row.baseline
    assert len(result.means()) == 6


def test_edits() -> None:
    result = sumscope.edit_scripts([LEFT, RIGHT])
    (edit,) = result.rows
    assert edit.script.steps > 0
    row = result.to_json()[-1]
    assert (row["measure"], row["value"]) == ("edits", edit.script.steps)
    assert row["edits"]["moves"]
    overlapping = Cover.of([["a"], ["a"]])
    (edit,) = sumscope.edit_scripts([overlapping, overlapping]).rows
    assert edit.script is None
    assert "one cluster" in (edit.reason or "")


def test_shapes() -> None:
    result = sumscope.agree([LEFT, RIGHT], ["v", "v0.5"])
    rows = result.to_json()
    assert {"left", "right", "measure", "value", "complete", "reason"} <= set(rows[0])
    json.dumps(rows, allow_nan=False)
    assert list(result.to_pandas().columns) == list(AgreeRow._fields)
    assert result.to_polars().height == len(result.rows) == 6
