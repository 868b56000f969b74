"""`meta` reads any table of scores, matches it with human scores, and says what it left out."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest
from scipy import stats

from sumscope.app.meta import meta
from sumscope.cli.shell import run
from sumscope.core.errors import SumscopeError
from sumscope.core.table import ScoreRow, ScoreTable
from sumscope.core.values import Text, Topic

KEYS = ["measure", "human", "level", "peers", "statistic", "value", "low", "high", "n", "reason"]


def table(values: np.ndarray, name: str, people: int = 0) -> list[ScoreRow]:
    return [
        ScoreRow(f"T{t}", f"P{p}", p >= len(values) - people, name, float(v))
        for p, row in enumerate(values)
        for t, v in enumerate(row)
        if not np.isnan(v)
    ]


@pytest.fixture
def numbers() -> dict[str, np.ndarray]:
    rng = np.random.default_rng(0)
    human = rng.random((7, 6)) + np.arange(7)[:, None] / 5
    good, poor = human + rng.random((7, 6)), rng.random((7, 6))
    return {"human": human, "good": good, "poor": poor}


def test_all_parts(numbers):
    scores = ScoreTable((*table(numbers["good"], "good"), *table(numbers["poor"], "poor")))
    human = ScoreTable(
        (*table(numbers["human"], "pyramid"), *table(numbers["human"] ** 2, "responsiveness"))
    )
    result = meta(scores, human, resamples=200, against="all", power=True)
    # Four coefficients at three levels; acceq at system and summary level, spa at system level.
    assert len(result.rows) == 2 * 2 * (3 * 4 + 3)
    assert len(result.tests) == 2 * 3 * 4
    assert len(result.power) == 4
    row = result.find("good", "system", "pearson", "pyramid")
    wanted = stats.pearsonr(numbers["good"].mean(axis=1), numbers["human"].mean(axis=1)).statistic
    assert row.value == pytest.approx(wanted)
    assert row.low < row.value
    assert row.n == 7
    for item in result.to_json():
        wanted_keys = [*KEYS, "epsilon"] if item["statistic"] == "acceq" else KEYS
        assert list(item) == wanted_keys
    assert {b.best for b in result.best if b.level == "system"} == {"good"}
    assert result.settings["bootstrap"] == "BOOT-BOTH"
    assert result.settings["permutation"] == "PERM-BOTH"
    test = next(t for t in result.tests if t.level == "system" and t.statistic == "pearson")
    assert test.difference == pytest.approx(
        row.value - result.find("poor", "system", "pearson", "pyramid").value
    )
    assert 0 < test.williams_p < 1
    assert test.p <= test.p_holm
    assert all(t.williams_p is None for t in result.tests if t.level != "system")
    assert len(result.to_pandas()) == len(result.to_polars()) == len(result.rows)
    again = meta(scores, human, resamples=200, against="all", power=True)
    assert again == result


def test_calibrated_intervals_are_narrower_and_around_the_value(numbers):
    scores = ScoreTable((*table(numbers["good"], "good"), *table(numbers["poor"], "poor")))
    human = ScoreTable(tuple(table(numbers["human"], "pyramid")))
    wide = meta(scores, human, resamples=200, against="good")
    found = meta(scores, human, resamples=200, against="good", interval="calibrated")
    assert found.settings["interval"] == "calibrated bootstrap over systems and inputs"
    for left, right in ((found.rows, wide.rows), (found.tests, wide.tests)):
        for narrow, broad in zip(left, right, strict=True):
            value = narrow.value if hasattr(narrow, "value") else narrow.difference
            assert narrow.low <= value <= narrow.high
            assert narrow.high - narrow.low <= broad.high - broad.low + 1e-12
    assert [row.value for row in found.rows] == [row.value for row in wide.rows]
    assert [test.p for test in found.tests] == [test.p for test in wide.tests]


@pytest.mark.parametrize("interval", ["percentile", "calibrated"])
def test_what_measures_share_changes_no_number(numbers, interval):
    # Three measures and two human scores, of which one each lacks a summary: whoever else is in the
    # tables, a measure has the numbers that it has alone.
    gappy, judged = numbers["good"] ** 2, numbers["human"].round(1)
    gappy[2, 3] = judged[1, 1] = np.nan
    measures = {"good": numbers["good"], "poor": numbers["poor"], "gappy": gappy}
    people = {"pyramid": numbers["human"], "responsiveness": judged}

    def asked(names, humans):
        return meta(
            ScoreTable(tuple(row for name in names for row in table(measures[name], name))),
            ScoreTable(tuple(row for name in humans for row in table(people[name], name))),
            resamples=100,
            interval=interval,
            against=names[-1],
            lower=["poor"] if "poor" in names else [],
        )

    whole = asked(["good", "poor", "gappy"], list(people))
    for human in people:
        for name in ("good", "poor"):
            alone = asked([name, "gappy"], [human])
            assert set(alone.rows) <= set(whole.rows)
            found = {test._replace(p_holm=None) for test in whole.tests}
            assert {test._replace(p_holm=None) for test in alone.tests} <= found


def test_measures_of_which_less_is_better_are_turned_for_tests(numbers):
    rows = (*table(-numbers["good"], "error"), *table(numbers["good"], "good"))
    scores = ScoreTable(rows, {"measures": {"error": {"better": "lower", "range": [0, 1]}}})
    human = ScoreTable(tuple(table(numbers["human"], "h")))
    result = meta(scores, human, resamples=100, against="good", level="system", power=True)
    assert result.find("error", "system", "pearson").value < 0
    assert all(t.difference == pytest.approx(0) for t in result.tests)
    assert result.power[0].table == result.power[1].table


def test_models_are_peers_or_not(numbers):
    scores = ScoreTable(tuple(table(numbers["good"], "m", people=2)))
    human = ScoreTable(tuple(table(numbers["human"], "h")))
    every = meta(scores, human, level="system", resamples=100)
    systems = meta(scores, human, level="system", peers="no-models", resamples=100)
    assert [every.rows[0].n, systems.rows[0].n] == [7, 5]
    assert {row.peers for row in systems.rows} == {"no-models"}
    wanted = stats.pearsonr(
        numbers["good"][:5].mean(axis=1), numbers["human"][:5].mean(axis=1)
    ).statistic
    assert systems.rows[0].value == pytest.approx(wanted)


def test_forms_of_input_agree(tmp_path: Path, numbers):
    long = tmp_path / "long.csv"
    rows = table(numbers["good"], "m")
    lines = [f"{r.topic},{r.peer},false,m,{r.value!r}" for r in rows]
    long.write_text("topic,peer,human,measure,value\n" + "\n".join(lines) + "\n")
    wide = tmp_path / "wide.tsv"
    judged = table(numbers["human"], "h")
    lines = [f"{r.peer}\t{r.topic}\t{r.value!r}\tNaN" for r in judged]
    wide.write_text("System\tdoc\th\tnever\n" + "\n".join(lines) + "\n")
    topics = [
        Topic(
            f"T{t}",
            peers=tuple(Text(f"P{p}", text="x") for p in range(7)),
            judgements={f"P{p}": {"h": float(numbers["human"][p, t])} for p in range(7)},
        )
        for t in range(6)
    ]
    from sumscope.corpus.jsonl import write_corpus

    write_corpus(tmp_path / "corpus.jsonl.gz", topics)
    found = [
        meta(long, human, resamples=100)
        for human in (wide, topics, tmp_path / "corpus.jsonl.gz", ScoreTable(tuple(judged)))
    ]
    values = [[r for r in result.rows if r.human == "h"] for result in found]
    assert values[0] == values[1] == values[2] == values[3]
    never = [r for r in found[0].rows if r.human == "never"]
    assert all(r.value is None and r.n == 0 and r.reason for r in never)


def test_tables_from_a_spreadsheet(tmp_path: Path, numbers):
    rows, judged = table(numbers["good"], "m"), table(numbers["human"], "h")
    wanted = meta(ScoreTable(tuple(rows)), ScoreTable(tuple(judged)), resamples=100).rows
    scores, human = tmp_path / "scores.csv", tmp_path / "human.csv"
    lines = [f'{r.topic};"{r.peer}";m;{str(r.value).replace(".", ",")};good, x' for r in rows]
    scores.write_text(
        "Topic;System;Metric;Score;a note\n" + "\n".join(lines) + "\n", encoding="utf-8-sig"
    )
    lines = [f"{r.topic},{r.peer},{r.value!r},by hand" for r in judged]
    human.write_text('topic,peer,h,"how; why"\r\n' + "\r\n".join(lines) + "\r\n")
    result = meta(scores, human, resamples=100)
    assert result.rows == wanted
    assert result.notes == ("the column 'how; why' holds words and was ignored",)


def test_a_word_among_scores_is_an_error(tmp_path: Path, numbers):
    human = tmp_path / "human.csv"
    human.write_text("topic,peer,h\nT0,P0,1\nT0,P1,good\n")
    with pytest.raises(SumscopeError, match=":3: h is 'good', not a number"):
        meta(ScoreTable(tuple(table(numbers["good"], "m"))), human)


def test_nobody_left_without_people(numbers):
    people = ScoreTable(tuple(r._replace(human=True) for r in table(numbers["good"], "m")))
    with pytest.raises(SumscopeError, match="all peers are people"):
        meta(people, people, peers="no-models")


@pytest.mark.parametrize(
    ("peers", "factor", "reason"), [(3, 0.0, "fewer than four"), (7, 2.0, "agree perfectly")]
)
def test_williams_tells_why_not(numbers, peers, factor, reason):
    x, z = numbers["good"][:peers], numbers["human"][:peers]
    y = numbers["poor"][:peers] if factor == 0 else factor * x
    scores = ScoreTable((*table(x, "x"), *table(y, "y")))
    test = meta(scores, ScoreTable(tuple(table(z, "h"))), level="system", against="x").tests[0]
    assert test.difference is not None
    assert test.williams_p is None
    assert "no Williams test: " in test.reason
    assert reason in test.reason


def test_missing_is_told(numbers):
    scores = ScoreTable(tuple(table(numbers["good"], "m"))[:-3])
    human = ScoreTable(tuple(table(numbers["human"], "h"))[2:])
    result = meta(scores, human, resamples=100)
    assert result.notes == (
        "no human score for 2 scored summaries",
        "no score for 3 judged summaries",
    )
    assert result.find("m", "pooled", "kendall").n == 37


@pytest.mark.parametrize(
    ("peers", "topics", "level", "n"),
    [(1, 6, "system", 1), (1, 6, "summary", 0), (7, 1, "summary", 1), (2, 6, "system", 2)],
)
def test_one_system_one_topic(numbers, peers, topics, level, n):
    scores = ScoreTable(tuple(table(numbers["good"][:peers, :topics], "m")))
    human = ScoreTable(tuple(table(numbers["human"][:peers, :topics], "h")))
    result = meta(scores, human, level=level, resamples=100, power=True)
    pairs = ("acceq", "spa")  # which need a second topic
    assert all(
        (row.value is None) == (peers == 1 or (topics == 1 and row.statistic in pairs))
        for row in result.rows
    )
    assert all(row.n == n and row.reason and row.low is None for row in result.rows)


def test_command(tmp_path: Path, numbers, capsys):
    for name in ("good", "human"):
        lines = [f"{r.topic},{r.peer},{r.value!r}" for r in table(numbers[name], name)]
        (tmp_path / f"{name}.csv").write_text(f"topic,peer,{name}\n" + "\n".join(lines) + "\n")
    base = ["meta", str(tmp_path / "good.csv"), "--human", str(tmp_path / "human.csv")]
    assert run([*base, "--level", "system", "--resamples", "100", "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    four = ["pearson", "spearman", "kendall", "somers"]
    assert [row["statistic"] for row in found] == [*four, "acceq", "spa"]
    assert [list(row) for row in found if row["statistic"] != "acceq"] == [KEYS] * 5
    assert (
        found
        == meta(
            tmp_path / "good.csv", tmp_path / "human.csv", level="system", resamples=100
        ).to_json()
    )
    assert run([*base, "--resamples", "100", "--power", "--against", "all"]) == 0
    assert "pairs of peers" in capsys.readouterr().out
    assert run([*base, "--resamples", "100", "--power", "--json"]) == 0
    assert set(json.loads(capsys.readouterr().out)) >= {"correlations", "tests", "power"}


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("topic,peer\nT0,P0\n", "no column of scores"),
        ("peer,x\nP0,1\n", "no column 'topic'"),
        ("topic,peer,x\nT0,P0,high\n", ":2: x is 'high'"),
        ("topic,peer,x\nT0,P0,inf\n", "not a number"),
        ("topic,peer,x\nT0,P0\n", "cells"),
        ("topic,peer,x,x\nT0,P0,1,2\n", "twice"),
        ("topic,peer,x\n", "no rows"),
        ("topic,peer,x\nT9,P9,1\n", "same names"),
        ("topic,peer,x\nT0,P0,1\nT0,P0,2\n", "two scores"),
    ],
)
def test_bad_human_scores(tmp_path: Path, numbers, text, words, capsys):
    (tmp_path / "h.csv").write_text(text)
    scores = ScoreTable(tuple(table(numbers["good"], "m")))
    with pytest.raises(SumscopeError, match=words):
        meta(scores, tmp_path / "h.csv")


def test_bad_questions(numbers):
    scores = ScoreTable(tuple(table(numbers["good"], "good")))
    for more in (
        {"level": "topic"},
        {"peers": "people"},
        {"over": "words"},
        {"interval": "exact"},
        {"interval": "calibrated", "over": "inputs"},
        {"resamples": 10},
        {"confidence": 1.5},
        {"against": "goood"},
    ):
        with pytest.raises(SumscopeError):
            meta(scores, scores, **more)


def test_what_is_missing_is_told_and_differences_say_over_what(numbers):
    holes = numbers["good"].copy()
    holes[0, 0] = holes[3, 2] = np.nan
    people = numbers["human"].copy()
    people[1, 1] = np.nan
    scores = ScoreTable((*table(holes, "good"), *table(numbers["poor"], "poor")))
    human = ScoreTable((*table(people, "pyramid"), *table(numbers["human"], "grade")))
    result = meta(scores, human, resamples=100, level="pooled", against="poor")
    assert set(result.notes) == {
        "no score good for 2 of 42 summaries",
        "no human score pyramid for 1 of 42 summaries",
    }
    row = result.find("poor", "pooled", "pearson", "grade")
    assert row.n == 42
    tests = {(t.human, t.statistic): t for t in result.tests}
    gap = tests["grade", "pearson"]
    both = ~np.isnan(holes)
    wanted = [
        stats.pearsonr(x[both], numbers["human"][both]).statistic for x in (holes, numbers["poor"])
    ]
    assert gap.difference == pytest.approx(wanted[0] - wanted[1])
    assert gap.reason == "over the 40 summaries that both measures score"
    assert (gap.n, tests["pyramid", "pearson"].n) == (40, 39)
    whole = meta(ScoreTable(tuple(table(numbers["good"], "good"))), human, resamples=100)
    assert whole.notes == ("no human score pyramid for 1 of 42 summaries",)


def test_a_measure_from_elsewhere_may_be_better_when_lower(numbers):
    scores = ScoreTable((*table(-numbers["good"], "loss"), *table(numbers["poor"], "poor")))
    human = ScoreTable(tuple(table(numbers["human"], "grade")))
    plain = meta(scores, human, resamples=100, against="poor", power=True)
    assert [note for note in plain.notes if note.startswith("loss goes against people")]
    told = meta(scores, human, resamples=100, against="poor", power=True, lower=["loss"])
    assert not [note for note in told.notes if "loss" in note]
    signed = [
        [r.value for r in made.rows if r.epsilon is None and r.statistic != "spa"]
        for made in (told, plain)
    ]
    assert signed[0] == signed[1]
    # Accuracies have no sign: they turn with the measure.
    left, right = (made.find("loss", "system", "acceq").value for made in (told, plain))
    assert left == pytest.approx(1 - right)
    for before, after in zip(plain.tests, told.tests, strict=True):
        assert before.difference < after.difference
    assert plain.power[0].found == told.power[0].contradicted
    assert plain.power[0].contradicted == told.power[0].found > 0
    with pytest.raises(SumscopeError, match="no measure 'los'"):
        meta(scores, human, lower=["los"])


def test_names_that_never_meet_are_shown(numbers):
    scores = ScoreTable(tuple(table(numbers["good"], "good")))
    other = ScoreTable(tuple(row._replace(topic=row.topic.lower()) for row in scores))
    with pytest.raises(SumscopeError, match=r"'T0' and 'P0', the human scores with 't0' and 'P0'"):
        meta(scores, other)


def test_a_plan_and_its_errors(tmp_path: Path, numbers, capsys):
    rows = [*table(numbers["good"], "good"), *table(numbers["poor"], "poor")]
    lines = [f"{r.topic},{r.peer},{r.measure},{r.value!r}" for r in rows]
    scores, human = tmp_path / "s.csv", tmp_path / "h.csv"
    scores.write_text("topic,peer,measure,value\n" + "\n".join(lines) + "\n")
    human.write_text(
        "topic,peer,grade\n"
        + "".join(f"{r.topic},{r.peer},{r.value!r}\n" for r in table(numbers["human"], "grade"))
    )
    base = ["meta", str(scores), "--human", str(human), "--level", "summary", "--resamples", "100"]
    plan = [*base, "--plan", "--against", "poor", "--size", "20x100", "--size", "5x4"]
    assert run([*plan, "--json"]) == 0
    found = json.loads(capsys.readouterr().out)["plan"]
    assert [(p["systems"], p["topics"], p["way"]) for p in found] == [
        (20, 100, "projected"),
        (5, 4, "drawn"),
    ]
    assert all(0 <= p["power"] <= 1 for p in found)
    assert run(plan) == 0
    out = capsys.readouterr().out
    assert "for a power of" in out or "more systems are needed" in out
    assert "what choosing it on these data costs" in out
    for bad, words in (
        ([*base, "--plan"], "name one with --against"),
        ([*base, "--plan", "--against", "poor", "--size", "20"], "is not SYSTEMSxTOPICS"),
        ([*base, "--plan", "--against", "poor", "--size", "2x9"], "too small to plan"),
    ):
        assert run(bad) == 2
        assert words in capsys.readouterr().err
