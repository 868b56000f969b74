"""Every public name has an example in its docstring, and every example runs."""

from __future__ import annotations

import doctest
import inspect
from pathlib import Path

import pytest

import sumscope

# Modules with several functions, and a protocol that other people implement.
WITHOUT = {"__version__", "gold", "links", "supor", "serve", "SummaryMeasure"}


@pytest.mark.usefixtures("own_registries")
@pytest.mark.parametrize("name", sorted(set(sumscope.__all__) - WITHOUT))
def test_every_public_name_has_an_example_that_runs(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    found = getattr(sumscope, name)
    text = inspect.getdoc(found) or ""
    assert ">>>" in text, f"{name} has no example"
    example = doctest.DocTestParser().get_doctest(text, {}, name, None, None)
    runner = doctest.DocTestRunner(optionflags=doctest.NORMALIZE_WHITESPACE)
    said: list[str] = []
    runner.run(example, out=said.append)
    assert not runner.failures, "".join(said)
