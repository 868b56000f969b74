"""Fixtures for every test: the real corpora where they are, and Hypothesis profiles."""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings

for name, examples in (("test", 20), ("ci", 60)):  # `make test` and `make test-all`
    settings.register_profile(
        name,
        max_examples=examples,
        deadline=None,
        derandomize=True,
        suppress_health_check=[HealthCheck.too_slow],
    )
settings.register_profile("nightly", max_examples=2000, deadline=None)
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "test"))


@pytest.hookimpl(wrapper=True, tryfirst=True)
def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> Iterator[None]:
    """Say last how much was skipped, and for what: no browser, no PostgreSQL, no data."""
    yield
    reasons: Counter[str] = Counter()
    for report in terminalreporter.stats.get("skipped", ()):
        where = report.longrepr
        reason = where[2] if isinstance(where, tuple) else str(where)
        reasons[reason.removeprefix("Skipped: ")] += 1
    if reasons:
        terminalreporter.section("skipped")
    for reason, count in reasons.most_common():
        terminalreporter.line(f"{count:5,} {reason}")


@pytest.fixture(scope="session")
def data_dir() -> Path:
    """The folder of real corpora, from SUMSCOPE_DATA; tests that need it are skipped without it."""
    name = os.environ.get("SUMSCOPE_DATA")
    if not name or not Path(name).is_dir():
        pytest.skip("SUMSCOPE_DATA does not name the folder of real corpora")
    return Path(name)


@pytest.fixture(scope="session")
def demo_folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of `sumscope demo`, which takes seconds: to read, and to copy before a change."""
    from sumscope.app.demo import demo

    return Path(demo(tmp_path_factory.mktemp("demo") / "a").page).parent
