"""Options and rows of `oracle`: kept once, checked, and the same JSON there and back."""

from __future__ import annotations

import inspect
import json
from dataclasses import fields, replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

import sumscope
from sumscope.app.oracle import oracle_file
from sumscope.cli.commands.oracle import command
from sumscope.core.errors import SumscopeError
from sumscope.oracles.methods import METHODS
from sumscope.oracles.options import METHOD, OracleOptions
from sumscope.oracles.rows import OracleRow, PeerGap, PeerMatch, SentenceLabels
from sumscope.oracles.trainers import TRAINERS


def test_functions_and_command_share_names_and_defaults():
    wanted = {field.name: field.default for field in fields(OracleOptions)}
    for function in (sumscope.oracle, oracle_file):
        taken = inspect.signature(function).parameters
        assert {name: taken[name].default for name in wanted} == wanted
    typed = command.make_context("oracle", ["corpus.jsonl"]).params
    assert {name: typed[name] for name in wanted} == wanted
    assert set(METHOD) == {*METHODS, *TRAINERS}


def test_what_is_not_said():
    assert OracleOptions().limit == 100
    assert OracleOptions(sentences=3).limit is None
    assert (OracleOptions(method="presumm").limit, OracleOptions(method="presumm").sentences) == (
        None,
        3,
    )
    assert OracleOptions(n="l").n == "L"
    assert OracleOptions(n="2").n == 2
    assert OracleOptions(n="1+2", sentences=2, limit=50).counting.startswith("the limit counts")
    assert OracleOptions(sentences=1).counting == "at most 1 sentence"
    assert OracleOptions(n="L").search_budget.nodes > 0
    assert OracleOptions(n="L", budget="9").search_budget.nodes == 9


@pytest.mark.parametrize(
    ("bad", "message"),
    [
        ({"n": 10}, "between 1 and 9"),
        ({"n": "1+x"}, "between 1 and 9"),
        ({"n": "1+1"}, "different ROUGEs"),
        ({"n": "1+2+3+4"}, "different ROUGEs"),
        ({"objective": "precision"}, "objective"),
        ({"sentences": 0}, "sentences = 0"),
        ({"samples": 3}, "--labels"),
        ({"samples": -3, "labels": True}, "below 0"),
        ({"method": "presumm", "limit": 100}, "no length limit"),
        ({"method": "bnb-paper", "objective": "f"}, "recall of one ROUGE-N"),
        ({"sentences": 3, "cut": True}, "no length to cut"),
        ({"listed": -1}, "below 0"),
        ({"method": "greddy"}, "greedy"),
        ({"refs": "one"}, "refs"),
        ({"tokens": "bytes"}, "tokens"),
        ({"length": "lines"}, "length"),
        ({"limit": "many"}, "length limit"),
        ({"budget": "long"}, "budget"),
    ],
)
def test_options_are_checked(bad, message):
    with pytest.raises(SumscopeError) as caught:
        OracleOptions(**bad)
    assert message in str(caught.value)


NAMES = st.text(max_size=5)
SHARES = st.none() | st.floats(0, 1)
GAPS = st.builds(
    PeerGap,
    NAMES,
    st.booleans(),
    SHARES,
    st.none() | st.floats(-1, 1),
    st.none() | st.builds(PeerMatch, SHARES, st.lists(NAMES, max_size=2)),
)
LABELS = st.builds(
    SentenceLabels,
    st.lists(NAMES, max_size=2),
    st.lists(NAMES, max_size=2),
    st.lists(st.integers(0, 1), max_size=2),
    st.none() | st.lists(st.floats(0, 1), max_size=2),
    st.none() | st.lists(st.lists(st.integers(0, 1), max_size=2), max_size=2),
    st.none() | st.lists(st.lists(st.integers(0, 1), max_size=2), max_size=2),
    st.none() | st.lists(st.floats(0, 1), max_size=2),
)
GOALS = st.fixed_dictionaries(
    {
        "n": st.sampled_from([2, "L", "1+2"]),
        "objective": st.just("f"),
        "sentences": st.none() | st.integers(1, 9),
        "upper_score": SHARES,
    }
)
ROWS = st.builds(
    OracleRow,
    topic=NAMES,
    reference=st.none() | NAMES,
    n=st.integers(1, 9),
    limit=st.none() | st.integers(0, 1000),
    score=SHARES,
    count=st.none() | st.integers(0, 10**40).map(str),
    oracles=st.lists(st.lists(NAMES, max_size=2), max_size=2),
    in_oracles=st.dictionaries(NAMES, st.integers(1, 10**40).map(str), max_size=2),
    seconds=st.floats(0, 10),
    length=st.sampled_from(["tokens", "words", "bytes"]),
    cut=st.booleans(),
    reason=st.none() | NAMES,
    labels=st.none() | LABELS,
    peers=st.none() | st.lists(GAPS, max_size=2).map(tuple),
)


@given(ROWS, st.none() | GOALS)
def test_rows_survive_json(row, goal):
    row = row if goal is None else replace(row, **goal)
    again = json.loads(json.dumps(row.to_json()))
    assert OracleRow.from_json(again) == row
    assert list(again) == list(row.to_json())
    untimed = row.to_json(timed=False)
    assert "seconds" not in untimed
    assert {**untimed, "seconds": row.seconds} == row.to_json()
