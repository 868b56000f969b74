"""Score tables say which way their measures go, so that numbers can be compared without them."""

from __future__ import annotations

import json
import pickle
import subprocess
import sys
from pathlib import Path

import pytest

import sumscope
from sumscope.core.errors import SumscopeError
from sumscope.core.measure import parse
from sumscope.core.table import ScoreRow, ScoreTable
from sumscope.data import DEMO

MEASURES = ["rouge-2", "growth-deviation", "network-degree"]
ROWS = tuple(
    ScoreRow(f"t{t}", peer, False, "distance", (t + place) / 10)
    for t in range(6)
    for place, peer in enumerate("abc")
)

# Runs a call and prints which measures were imported for it.
PROBE = """
import sys, sumscope
{call}
print(sorted(name for name in sys.modules if name.startswith("sumscope.metrics")))
"""


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    made = tmp_path_factory.mktemp("scores")
    table = sumscope.score(DEMO, MEASURES)
    for ending in ("csv", "jsonl", "parquet"):
        sumscope.write_scores(made / f"scores.{ending}", table.rows, table.meta)
    table.pivot().to_csv(made / "foreign.csv", index=False)
    topics = [
        {
            "id": f"t{t}",
            "peers": [{"id": p, "text": "A cat sat."} for p in "ab"],
            "judgements": {p: {"fluency": {"j1": t % 5, "j2": t % 4, "j3": t % 3}} for p in "ab"},
        }
        for t in range(8)
    ]
    lines = "".join(json.dumps(topic) + "\n" for topic in topics)
    (made / "judged.jsonl").write_text(lines, encoding="utf-8")
    rows = [
        ScoreRow(f"t{t}", p, False, "rouge-2", t / 8 + (p == "b") / 9)
        for t in range(8)
        for p in "ab"
    ]
    sumscope.write_scores(made / "on-judged.csv", rows, {**table.meta})
    return made


@pytest.mark.parametrize("ending", ["csv", "jsonl", "parquet"])
def test_every_form_has_direction_and_range(folder: Path, ending: str) -> None:
    path = folder / f"scores.{ending}"
    table = sumscope.read_scores(path)
    described = table.meta["measures"]
    assert isinstance(described, dict)
    for name in MEASURES:
        traits = type(parse(name)).traits
        assert described[name]["better"] == traits.better == table.better(name)
        assert described[name]["range"][0] == traits.low
    assert described["rouge-2"]["range"] == [0, 1]
    assert described["network-degree"]["range"] == [0, None]  # JSON has no infinity


def imported(call: str, folder: Path) -> list[str]:
    ran = subprocess.run(
        [sys.executable, "-c", PROBE.format(call=call)],
        cwd=folder,
        capture_output=True,
        text=True,
        check=True,
    )
    names: list[str] = json.loads(ran.stdout.splitlines()[-1].replace("'", '"'))
    return names


@pytest.mark.parametrize(
    "call",
    [
        *(
            f'sumscope.compare("scores.{ending}", resamples=100)'
            for ending in ("csv", "jsonl", "parquet")
        ),
        'sumscope.meta("on-judged.csv", "judged.jsonl", resamples=100, against="all", power=True)',
        'sumscope.judges("judged.jsonl", against="on-judged.csv", resamples=100)',
        'sumscope.rank("judged.jsonl", by="on-judged.csv", resamples=100)',
        'import sumscope.cli as m; sys.argv = ["sumscope", "compare", "scores.csv"]\n'
        "try: m.main()\nexcept SystemExit: pass",
    ],
)
def test_numbers_are_compared_without_their_measures(folder: Path, call: str) -> None:
    assert imported(call, folder) == []


def test_measures_of_a_foreign_table_are_looked_up(folder: Path) -> None:
    call = 'sumscope.compare("foreign.csv", resamples=100)'
    assert "sumscope.metrics.summary.rouge" in imported(call, folder)
    mine, foreign = (
        sumscope.compare(folder / name, resamples=100) for name in ("scores.csv", "foreign.csv")
    )
    assert sorted(mine.standings, key=str) == sorted(foreign.standings, key=str)


def test_metadata_may_be_older_or_say_nothing() -> None:
    old: dict[str, object] = {"measures": {"growth-deviation": {"signature": "s"}, "m": 3}}
    for meta in ({}, old, {"measures": []}, {"measures": {"growth-deviation": {"better": "?"}}}):
        table = ScoreTable((), meta)
        assert table.better("growth-deviation") == "lower"
        assert table.better("m") == "higher"
        assert table.knows("growth-deviation")
        assert not table.knows("m")


def test_lower_is_part_of_the_table(tmp_path: Path) -> None:
    table = ScoreTable(ROWS, {"sumscope": "0", "measures": {}})
    lower = table.with_lower(["distance"])
    assert (table.better("distance"), lower.better("distance")) == ("higher", "lower")
    assert not lower.knows("distance")
    assert pickle.loads(pickle.dumps(lower)).better("distance") == "lower"  # in a worker, too
    sumscope.write_scores(tmp_path / "t.csv", lower.rows, lower.meta)
    found = sumscope.compare(tmp_path / "t.csv", resamples=100)
    assert [s.peer for s in found.standings] == ["a", "b", "c"]
    assert [s.peer for s in sumscope.compare(table, resamples=100).standings] == ["c", "b", "a"]
    with pytest.raises(SumscopeError, match="no measure 'distanse'; did you mean distance"):
        table.with_lower(["distanse"])


def test_directions_of_joined_tables_stay(tmp_path: Path) -> None:
    mine = ScoreTable(tuple(row._replace(measure="mine") for row in ROWS))
    found = sumscope.compare(mine, also=ScoreTable(ROWS).with_lower(["distance"]), resamples=100)
    order = [s.peer for s in found.standings if s.measure == "distance"]
    assert order == ["a", "b", "c"]


def test_a_damaged_description_is_named(tmp_path: Path) -> None:
    sumscope.write_scores(tmp_path / "t.csv", ROWS, {"sumscope": "0", "measures": {}})
    (tmp_path / "t.csv.meta.json").write_text("{", encoding="utf-8")
    for read in (sumscope.read_scores, sumscope.compare):
        with pytest.raises(SumscopeError, match=r"t\.csv\.meta\.json: is not JSON"):
            read(tmp_path / "t.csv")
