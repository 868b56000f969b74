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
