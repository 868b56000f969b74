"""Standard input as a corpus that can be read twice."""

from __future__ import annotations

import gc
import io
import sys
from types import SimpleNamespace

import pytest

from sumscope.core.errors import SumscopeError
from sumscope.corpus.stream import Source


def test_standard_input_is_laid_down_and_taken_away(monkeypatch: pytest.MonkeyPatch) -> None:
    stream = SimpleNamespace(buffer=io.BytesIO(b'{"id": "a"}\n'))
    monkeypatch.setattr(sys, "stdin", stream)
    source = Source("-")
    (path,) = source.paths
    assert list(source.lines()) == list(source.lines()) == [(1, b'{"id": "a"}')]
    assert path.exists()
    del source
    gc.collect()
    assert not path.exists()


def test_only_topics_are_topics() -> None:
    with pytest.raises(SumscopeError, match="holds a str where a Topic was expected"):
        Source(["T"])


def test_columns_that_come_late_are_kept_and_named(caplog: pytest.LogCaptureFixture) -> None:
    rows = [{"id": n, "reference": "a", "model_a": "b"} for n in range(150)]
    source = Source([*rows, {**rows[0], "id": "z", "model_b": "c"}])
    *_, (_, last) = source.lines()
    assert b'"model_b": "c"' in last
    (note,) = (said for said in caplog.messages if "not used, since" in said)
    assert note.endswith("do not have it: model_b")


@pytest.mark.parametrize("several", [["1"], {"a": 1}])
def test_a_topic_has_one_name(several: object) -> None:
    with pytest.raises(SumscopeError, match="row 1: id: a topic has one name, found several"):
        Source([{"id": several, "reference": "a", "prediction": "b"}])
