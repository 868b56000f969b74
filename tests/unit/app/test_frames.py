"""Scores as frames and back, and scores made elsewhere beside ours."""

from __future__ import annotations

from pathlib import Path

import pandas
import polars
import pytest

import sumscope
from sumscope.core.errors import SumscopeError
from sumscope.data import DEMO


@pytest.fixture(scope="module")
def table() -> sumscope.ScoreTable:
    return sumscope.score(DEMO, ["rouge-1", "rouge-2"])


def test_long_frames_come_back_as_they_were(table: sumscope.ScoreTable) -> None:
    for frame in (table.to_pandas(), table.to_polars()):
        assert sumscope.ScoreTable.from_pandas(frame).rows == table.rows


def test_wide_frames_hold_the_same_scores(table: sumscope.ScoreTable) -> None:
    wide = table.pivot()
    assert list(wide.columns) == ["topic", "peer", "human", "rouge-1", "rouge-2"]
    assert len(wide) == len(table) // 2
    again = sumscope.ScoreTable.from_pandas(wide)
    assert sorted(again.rows) == sorted(table.rows)


def test_undefined_scores_are_nan_and_back() -> None:
    rows = (
        sumscope.ScoreRow("T", "a", False, "m", 0.5),
        sumscope.ScoreRow("T", "b", False, "m", None, "no references"),
    )
    table = sumscope.ScoreTable(rows)
    assert sumscope.ScoreTable.from_pandas(table.to_pandas()).rows == rows
    assert table.pivot()["m"].isna().tolist() == [False, True]


def test_printing_shows_a_screenful() -> None:
    rows = [
        sumscope.ScoreRow(f"t{t}", f"peer-{p}", False, f"m{m}", 0.5)
        for t in range(3)
        for p in range(50)
        for m in range(10)
    ]
    shown = repr(sumscope.ScoreTable(tuple(rows))).splitlines()
    assert shown[0] == "ScoreTable: 1500 scores, 3 topics, 50 peers, 10 measures"
    assert len(shown) < 30
    assert "... 30 more peers" in shown
    assert "... 4 more measures" in shown
    assert max(map(len, shown)) < 100


def test_compare_takes_files_tables_and_frames_long_and_wide(
    table: sumscope.ScoreTable, tmp_path: Path
) -> None:
    expected = sumscope.compare(table, resamples=200).to_json()
    path = tmp_path / "wide.csv"
    table.pivot().to_csv(path, index=False)
    for given in (table.to_pandas(), table.to_polars(), table.pivot(), path):
        assert sumscope.compare(given, resamples=200).to_json() == expected


def test_meta_takes_frames(table: sumscope.ScoreTable) -> None:
    human = pandas.DataFrame(
        [
            {"topic": row.topic, "system": row.peer, "fluency": 1 + len(row.peer)}
            for row in table
            if row.measure == "rouge-1"
        ]
    )
    expected = sumscope.meta(table, human, level="system", resamples=100)
    found = sumscope.meta(table.pivot(), polars.from_pandas(human), level="system", resamples=100)
    assert found.to_json() == expected.to_json()
    assert {row.human for row in found.rows} == {"fluency"}


def elsewhere(table: sumscope.ScoreTable) -> pandas.DataFrame:
    """1 - ROUGE-1: less is better, and the order is that of ROUGE-1."""
    rows = [row for row in table if row.measure == "rouge-1"]
    return pandas.DataFrame(
        {
            "topic": [row.topic for row in rows],
            "peer": [row.peer for row in rows],
            "distance": [1 - (row.value or 0) for row in rows],
        }
    )


def test_scores_made_elsewhere_stand_beside_ours(table: sumscope.ScoreTable) -> None:
    found = sumscope.compare(table, also=elsewhere(table), lower=["distance"], resamples=200)
    order = {
        name: [s.peer for s in found.standings if s.measure == name]
        for name in ("rouge-1", "distance")
    }
    assert order["distance"] == order["rouge-1"]
    up = sumscope.compare(table, also=elsewhere(table), resamples=200)
    turned = [s.peer for s in up.standings if s.measure == "distance"]
    assert turned == order["rouge-1"][::-1]


def test_scores_of_other_summaries_are_refused(table: sumscope.ScoreTable) -> None:
    other = elsewhere(table).assign(topic="x")
    with pytest.raises(SumscopeError, match="no topic and peer of these scores is one of the oth"):
        sumscope.compare(table, also=other)


def test_a_study_takes_them_too(table: sumscope.ScoreTable, tmp_path: Path) -> None:
    made = sumscope.study(
        DEMO,
        tmp_path / "study",
        ["rouge-1"],
        report="f",
        scores=elsewhere(table),
        lower=["distance"],
        resamples=200,
        workers=1,
    )
    assert made.scores.measures == ("rouge-1(report=f)", "distance")
    assert made.comparison is not None
    expected = sumscope.compare(table, resamples=200).standings
    assert [s.peer for s in made.comparison.standings if s.measure == "distance"] == [
        s.peer for s in expected if s.measure == "rouge-1"
    ]
    page = Path(made.page).read_text(encoding="utf-8")
    assert '"name":"distance","kind":"measure","better":"lower"' in page
    assert "--scores SCORES --lower distance" in page


def test_report() -> None:
    rows = [{"reference": "the cat sat on it", "prediction": "the cat", "lang": "en"}]
    three = sumscope.score(rows, ["rouge-1", "rouge-2(report=p)", "growth-deviation"], report="all")
    assert three.measures == (
        "rouge-1",
        "rouge-1(report=p)",
        "rouge-1(report=f)",
        "rouge-2(report=p)",
        "growth-deviation",
    )
    assert [row.value for row in three][:3] == [0.4, 1.0, 0.57143]
    (one,) = sumscope.score(rows, "rouge-1", report="f")
    assert (one.measure, one.value) == ("rouge-1(report=f)", 0.57143)


@pytest.mark.parametrize("frame", ["to_pandas", "to_polars"])
def test_frames_stand_beside_the_path_of_a_corpus(
    table: sumscope.ScoreTable, tmp_path: Path, frame: str
) -> None:
    scores = getattr(table, frame)()
    few = {"resamples": 100}
    ranked = sumscope.rank(str(DEMO), by=scores, name="rouge-1", **few)
    assert ranked.rows == sumscope.rank(DEMO, by=table, name="rouge-1", **few).rows
    tested = sumscope.judges(str(DEMO), against=scores, **few).replacements
    assert [one.measure for one in tested] == ["rouge-1", "rouge-2"]
    sumscope.write_scores(tmp_path / "s.csv", table.rows, table.meta)
    human = [{"topic": r.topic, "peer": r.peer, "h": r.value or 0.0} for r in table.rows[::2]]
    human_frame = {"to_pandas": pandas.DataFrame, "to_polars": polars.DataFrame}[frame](human)
    found = sumscope.meta(str(tmp_path / "s.csv"), human_frame, level="system", **few)
    assert found.rows == sumscope.meta(table, human, level="system", **few).rows


def test_every_function_names_the_columns_of_words_that_it_left_out() -> None:
    rows = [
        {"topic": f"t{n}", "peer": peer, "m": n + at, "remark": "fine"}
        for n in range(4)
        for at, peer in enumerate("ab")
    ]
    human = [{"topic": row["topic"], "peer": row["peer"], "h": row["m"]} for row in rows]
    more = [{"topic": row["topic"], "peer": row["peer"], "n": 2.5, "by": "someone"} for row in rows]
    rated = [
        sumscope.Topic(
            f"t{n}", judgements={"a": {"q": {"j": 1, "k": 2}}, "b": {"q": {"j": 3, "k": n}}}
        )
        for n in range(4)
    ]
    remark = "the column 'remark' holds words and was ignored"
    both = (remark, "the column 'by' holds words and was ignored")
    few = {"resamples": 100}
    assert sumscope.compare(rows, **few).notes[0] == remark
    assert sumscope.compare(rows, also=more, **few).notes[:2] == both
    assert remark in sumscope.meta(rows, human, **few).notes
    assert remark in sumscope.judges(rated, against=rows, **few).notes
    assert remark in sumscope.rank(rated, by=rows, **few).notes


def test_what_is_no_list_of_covers_is_refused() -> None:
    with pytest.raises(SumscopeError, match="covers=int is not a list of covers"):
        sumscope.agree(3)
