"""The same covers, however they are given; one corpus, however it is given."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

import sumscope
from sumscope.core.cover import Cover
from sumscope.core.errors import SumscopeError
from sumscope.corpus.jsonl import read_corpus
from sumscope.corpus.stream import Corpus, Source
from sumscope.covers.reading import read_covers
from sumscope.data import DEMO

CLUSTERS = [["a", "b"], ["c"]]
OTHER = [["a"], ["b", "c"]]


def clusters(cover: Cover) -> set[frozenset[str]]:
    return {frozenset(cluster) for cluster in cover.clusters}


@pytest.fixture
def forms(tmp_path: Path) -> dict[str, Any]:
    """One cover in every form that a cover alone can have."""
    (tmp_path / "c.json").write_text(json.dumps(CLUSTERS))
    (tmp_path / "c.tsv").write_text("a\t1\nb\t1\nc\t2\n")
    (tmp_path / "c.csv").write_text("sentence,cluster\na,1\nb,1\nc,2\n")
    return {
        "json": tmp_path / "c.json",
        "tsv": str(tmp_path / "c.tsv"),
        "sheet": tmp_path / "c.csv",
        "lists": CLUSTERS,
        "tuples": tuple(map(tuple, CLUSTERS)),
        "object": {"clusters": CLUSTERS},
        "cover": Cover.of(CLUSTERS),
    }


@pytest.mark.parametrize("form", ["json", "tsv", "sheet", "lists", "tuples", "object", "cover"])
def test_a_cover_is_the_same_in_every_form(forms: dict[str, Any], form: str) -> None:
    (one,) = read_covers([forms[form], OTHER], names=["x", "y"])
    assert [name for name, _ in one.covers] == ["x", "y"]
    assert [clusters(cover) for _, cover in one.covers] == [
        {frozenset("ab"), frozenset("c")},
        {frozenset("a"), frozenset("bc")},
    ]


def test_a_corpus_is_the_same_in_every_form() -> None:
    topics = list(read_corpus(DEMO))
    expected = read_covers(DEMO)
    assert len(expected) == 16
    for form in (str(DEMO), [DEMO], Source(DEMO), Corpus(str(DEMO)), topics, iter(topics)):
        assert read_covers(form) == expected


@pytest.mark.parametrize("options", [{"names": ["x", "y"]}, {"items": ["a"]}])
def test_a_corpus_names_its_judges_and_sentences_itself(options: dict[str, Any]) -> None:
    for form in (DEMO, [DEMO], Source(DEMO), list(read_corpus(DEMO))):
        with pytest.raises(SumscopeError, match="a corpus names its judges and sentences itself"):
            read_covers(form, **options)


def test_a_sheet_of_two_judges_alone_or_in_a_list(tmp_path: Path) -> None:
    sheet = tmp_path / "two.csv"
    sheet.write_text("judge,sentence,cluster\nj1,a,1\nj1,b,1\nj2,a,1\nj2,b,2\n")
    assert read_covers(sheet) == read_covers([sheet])
    assert [name for name, _ in read_covers(sheet)[0].covers] == ["j1", "j2"]
    with pytest.raises(SumscopeError, match="the sheet holds 2 covers"):
        sumscope.agree([sheet, CLUSTERS])
