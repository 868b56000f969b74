"""The pages that `make papers` writes: published numbers are explained, invented ones marked."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from sumscope.app.reproduce import EXAMPLE, papers

ROOT = Path(__file__).parents[2]
PAGES = ROOT / "docs" / "explanation"
WORDS = json.loads((ROOT / "scripts" / "paper_reasons.json").read_text(encoding="utf-8"))


def tables(paper: str) -> list[tuple[str, str, str]]:
    """Caption, heading line and what follows each table of a page."""
    text = (PAGES / f"tables-{paper}.md").read_text(encoding="utf-8")
    title = r"(?:\*\*|## )([^\n]+?)(?:\*\*)?\n\n"
    table = r"(\|[^\n]*\|)\n\| ---[^\n]*\n((?:\|[^\n]*\n)+)\n?([^|]*)"
    found = re.findall(title + table, text)
    return [(caption, heading + rows, after) for caption, heading, rows, after in found]


@pytest.mark.parametrize("paper", papers())
def test_published_numbers_are_explained(paper: str) -> None:
    found = tables(paper)
    assert found
    published = 0
    for caption, cells, after in found:
        if "published" in cells:
            published += 1
            assert "Why ours differ:\n\n- " in after, caption
    assert published, "no table with published numbers"


def test_invented_numbers_are_marked() -> None:
    for caption, _, _ in tables("geiss2009"):
        assert caption.startswith(f"{EXAMPLE}: ")
    for paper in set(papers()) - {"geiss2009"}:
        assert EXAMPLE not in (PAGES / f"tables-{paper}.md").read_text(encoding="utf-8")


def test_every_reason_is_used() -> None:
    assert set(WORDS["about"]) == set(papers())
    for key, rows in WORDS["reasons"].items():
        page = (PAGES / f"tables-{key.split('/')[0]}.md").read_text(encoding="utf-8")
        for reason in rows.values():
            assert reason in page, key
