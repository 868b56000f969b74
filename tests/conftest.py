"""Fixtures for every test: the real corpora where they are, and Hypothesis profiles."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings

settings.register_profile(
    "ci",
    max_examples=60,
    deadline=None,
    derandomize=True,
    suppress_health_check=[HealthCheck.too_slow],
)
settings.register_profile("nightly", max_examples=2000, deadline=None)
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "ci"))


@pytest.fixture(scope="session")
def data_dir() -> Path:
    """The folder of real corpora, from SUMSCOPE_DATA; tests that need it are skipped without it."""
    name = os.environ.get("SUMSCOPE_DATA")
    if not name or not Path(name).is_dir():
        pytest.skip("SUMSCOPE_DATA does not name the folder of real corpora")
    return Path(name)
