"""Options and rows of `oracle`: kept once, checked, and the same JSON there and back."""

from __future__ import annotations

import inspect
import json
from dataclasses import fields

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


def test_functions_and_command_share_names_and_defaults():
    wanted = {field.name: field.default for field in fields(OracleOptions)}
    for function in (sumscope.oracle, oracle_file):
        taken = inspect.signature(function).parameters
        assert {name: taken[name].default for name in wanted} == wanted
    typed = command.make_context("oracle", ["corpus.jsonl"]).params
    assert {name: typed[name] for name in wanted} == {**wanted, "limit": str(wanted["limit"])}
    assert set(METHOD) == set(METHODS)


@pytest.mark.parametrize(
    ("bad", "message"),
    [
        ({"n": 10}, "between 1 and 9"),
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


@given(ROWS)
def test_rows_survive_json(row):
    again = json.loads(json.dumps(row.to_json()))
    assert OracleRow.from_json(again) == row
    assert list(again) == list(row.to_json())
    untimed = row.to_json(timed=False)
    assert "seconds" not in untimed
    assert {**untimed, "seconds": row.seconds} == row.to_json()
