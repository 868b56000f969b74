"""paper/paper.md has the form that JOSS asks for; every reference is in paper.bib and used."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

yaml = pytest.importorskip("yaml")
ROOT = Path(__file__).parents[2]
TEXT = (ROOT / "paper/paper.md").read_text(encoding="utf-8")


def test_the_head_and_the_sections() -> None:
    _, head, body = TEXT.split("---\n", 2)
    about = yaml.safe_load(head)
    assert {"title", "tags", "authors", "affiliations", "date", "bibliography"} <= set(about)
    assert (ROOT / "paper" / about["bibliography"]).exists()
    places = {one["index"] for one in about["affiliations"]}
    assert all(author["affiliation"] in places for author in about["authors"])
    cited = yaml.safe_load((ROOT / "CITATION.cff").read_text(encoding="utf-8"))
    assert [one["name"] for one in about["authors"]] == [one["name"] for one in cited["authors"]]
    sections = re.findall(r"^# (.+)$", body, re.M)
    assert sections == [
        *("Summary", "Statement of need", "State of the field", "Software design"),
        *("Research impact statement", "AI usage disclosure", "Acknowledgements", "References"),
    ]
    assert 750 <= len(body.split()) <= 1750


def test_references_are_listed_and_used() -> None:
    listed = re.findall(
        r"^@\w+\{(\w+),", (ROOT / "paper/paper.bib").read_text(encoding="utf-8"), re.M
    )
    used = set(re.findall(r"@([a-z]+\d{4}\w+)", TEXT))
    assert len(set(listed)) == len(listed)
    assert used == set(listed)
