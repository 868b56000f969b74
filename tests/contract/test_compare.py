"""`sumscope compare` and `sumscope measures`."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

import sumscope
from sumscope.core.table import ScoreRow, ScoreTable


def _table() -> ScoreTable:
    rows = []
    for topic in range(12):
        for peer, base in (("good", 0.6), ("same", 0.59), ("bad", 0.2)):
            wobble = 0.02 * ((topic * 7 + 3 * (peer == "same")) % 5)
            rows.append(ScoreRow(f"T{topic}", peer, False, "rouge-2", base + wobble))
    return ScoreTable(tuple(rows))


def test_ranks_intervals_and_letters() -> None:
    result = sumscope.compare(_table())
    assert [s.peer for s in result.standings] == ["good", "same", "bad"]
    good, same, bad = result.standings
    assert set(good.letters) & set(same.letters)
    assert not set(same.letters) & set(bad.letters)
    for standing in result.standings:
        assert standing.low <= standing.mean <= standing.high  # type: ignore[operator]
        assert standing.n == 12
    duel = next(d for d in result.duels if (d.left, d.right) == ("good", "bad"))
    # All twelve differences are positive: 2 of 4096 sign patterns are as extreme; Holm times 3.
    assert duel.p == pytest.approx(2 / 4096)
    assert duel.p_holm == pytest.approx(6 / 4096)


def test_same_seed_same_result() -> None:
    assert sumscope.compare(_table(), seed=4) == sumscope.compare(_table(), seed=4)


def test_lower_is_better_where_a_measure_says_so() -> None:
    rows = [ScoreRow(f"T{i}", p, False, "growth-deviation", v + i / 100)
            for i in range(3) for p, v in (("a", 0.5), ("b", 0.1))]  # fmt: skip
    assert [s.peer for s in sumscope.compare(ScoreTable(tuple(rows))).standings] == ["b", "a"]


def test_missing_values_constant_scores_one_topic() -> None:
    rows = (
        ScoreRow("T0", "a", False, "m", 0.5),
        ScoreRow("T0", "b", False, "m", 0.5),
        ScoreRow("T0", "c", False, "m", None, "no references"),
    )
    result = sumscope.compare(ScoreTable(rows))
    a, b, c = result.standings
    assert (a.rank, b.rank, c.rank) == (1, 1, 3)
    assert (a.low, a.high, c.mean, c.n, c.letters) == (None, None, None, 0, "")
    assert {d.p for d in result.duels} == {None}


def test_command(cli: Any, corpus: Path, tmp_path: Path) -> None:
    out = tmp_path / "s.csv"
    cli("score", corpus, "-m", "rouge-1", "-o", out)
    done = cli("compare", out, "--pairs")
    assert done.status == 0
    assert "A (human)" in done.out
    shape = cli("compare", out, "--json").json
    assert set(shape) == {"leaderboard", "pairs", "settings", "notes"}
    assert "no two peers can come out as different" in shape["notes"][0]
    assert shape == sumscope.compare(out).to_json()


def test_too_few_topics_are_told_once_and_no_p_is_more_than_1() -> None:
    def scores(topics: int, name: str) -> list[ScoreRow]:
        wide = [(t, p) for t in range(topics) for p in range(8)]
        return [ScoreRow(f"T{t}", f"p{p}", False, name, p + t / 9) for t, p in wide]

    three = [row for name in ("m", "n") for row in scores(3, name)]
    (note,) = sumscope.compare(ScoreTable(tuple(three)), resamples=100).notes
    assert note == (
        "all measures: with 3 topics the smallest p is 0.25, and 1 after correction over 28 pairs: "
        "no two peers can come out as different at 0.05"
    )
    mixed = ScoreTable((*three, *scores(4, "o")))
    notes = sumscope.compare(mixed, resamples=100).notes
    assert [note.split(":")[0] for note in notes] == ["m, n", "o"]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("topic,peer,measure,value\n", "no rows"),
        ("topic,peer,measure,value\na,b,m,1\na,b,m,2\n", "two scores"),
    ],
)
def test_bad_tables(cli: Any, tmp_path: Path, text: str, expected: str) -> None:
    path = tmp_path / "s.csv"
    path.write_text(text, encoding="utf-8")
    done = cli("compare", path)
    assert done.status == 2
    assert expected in done.err
    assert done.err.count("\n") == 1


def test_bad_settings(cli: Any, tmp_path: Path) -> None:
    path = tmp_path / "s.csv"
    path.write_text("topic,peer,measure,value\na,b,m,1\n", encoding="utf-8")
    assert cli("compare", path, "--confidence", "2").status == 2
    assert cli("compare", path, "--resamples", "3").status == 2


def test_measures_lists_and_explains(cli: Any) -> None:
    assert "rouge-su4" in cli("measures").out
    one = cli("measures", "rouge-2").out
    assert "stem" in one
    assert "lin2004" in one
    (info,) = cli("measures", "rouge-2(stem=false)", "--json").json
    assert info["range"] == [0.0, 1.0]
    done = cli("measures", "rouge2")
    assert done.status == 2
    assert "did you mean rouge-2" in done.err


def test_too_few_resamples_for_many_peers_are_said() -> None:
    from sumscope.app.compare import compare
    from sumscope.core.table import ScoreRow, ScoreTable

    rows = tuple(
        ScoreRow(f"t{t}", f"p{p:02d}", False, "rouge-1", p + 0.01 * ((t * 7 + p * 3) % 5))
        for t in range(40)
        for p in range(12)
    )
    few = compare(ScoreTable(rows), resamples=500)
    assert "ask for more resamples" in few.notes[0]
    assert {standing.letters for standing in few.standings} == {"a"}
    enough = compare(ScoreTable(rows), resamples=10_000)
    assert not enough.notes
    assert len({standing.letters for standing in enough.standings}) == 12
