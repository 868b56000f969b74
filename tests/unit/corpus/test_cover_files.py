from __future__ import annotations

import io
import json
from pathlib import Path
from types import SimpleNamespace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sumscope.core.cover import Cover
from sumscope.core.errors import SumscopeError
from sumscope.core.values import Cluster, JudgeCover, Topic
from sumscope.corpus.covers import (
    cover_of_judge,
    covers_of_topic,
    judge_of_cover,
    parse_cover,
    read_cover,
    write_cover,
)

WANTED = Cover.of([["a", "b"], ["b", "c"]], "abcd")


@pytest.mark.parametrize(
    "text",
    [
        '{"items": ["a","b","c","d"], "clusters": [["a","b"],["b","c"]]}',
        '\ufeff {"clusters": [["a","b"],["b","c"]], "aside": ["d"], "steps": 3}',
        '{"judge": "j", "clusters": [{"label": "x", "items": ["a","b"]}, {"items": ["b","c"]}],'
        ' "aside": ["d"]}',
        "item\tcluster\na\tx\nb\tx\r\nb\ty\n\nc\ty\nd\n",
        "a\t1\nb\t1\nb\t2\nc\t2\nd\t",
    ],
)
def test_forms(text: str) -> None:
    assert parse_cover(text.encode(), "x") == WANTED


def test_list_of_lists_with_numbers() -> None:
    assert parse_cover(b"[[1, 2], [2, 3]]", "x") == Cover.of([[1, 2], [2, 3]])


@pytest.mark.parametrize(
    ("raw", "said"),
    [
        (b"[[1, 2], 3]", r"f: clusters\[1\]: expected a list of items"),
        (b'{"items": ["a"]}', "f: the key `clusters` is missing"),
        (b'{"clusters": 3}', "f: clusters: expected a list"),
        (b'{"clusters": [[true]]}', r"f: clusters\[0\]: an item is a text"),
        (b'{"items": ["a"], "clusters": [["b"]]}', "f: the item 'b' of cluster 1 is not in the"),
        (b'{"items": ["a"], "clusters": [], "aside": ["z"]}', "f: the item 'z' set aside"),
        (b'{"items": ["a", "a"], "clusters": []}', "f: the item 'a' is listed twice"),
        (b'{"clusters": [[1]', "f:1: not JSON"),
        (b"[" * 100_000, "f:?.*not JSON"),
        (b"\xff\xfe", "f:1: not UTF-8 text; save the file as UTF-8"),
        (b"\x1f\x8b\x08\0", "f: the file is compressed with gzip; unpack it first"),
        (b"a\tb\tc", "f:1: expected item<TAB>cluster"),
        (b"a\tb\n\tc", "f:2: expected item<TAB>cluster"),
    ],
)
def test_bad_covers(raw: bytes, said: str) -> None:
    with pytest.raises(SumscopeError, match=said):
        parse_cover(raw, "f")


def test_an_ending_decides() -> None:
    with pytest.raises(SumscopeError, match="not JSON"):
        parse_cover(b"a\tb", "f.json")
    assert parse_cover(b"[1]\tx", "f.tsv") == Cover.of([["[1]"]])


def test_an_item_twice_gets_a_note() -> None:
    with pytest.warns(UserWarning, match="f: cluster 1 lists an item twice; it counts once"):
        assert parse_cover(b'[["a", "a"]]', "f") == Cover.of([["a"]])


def test_missing_file(tmp_path: Path) -> None:
    with pytest.raises(SumscopeError, match="cannot read the cover: No such file"):
        read_cover(tmp_path / "none.json")


def test_standard_input(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.stdin", SimpleNamespace(buffer=io.BytesIO(b'[["a"]]')))
    assert read_cover("-") == Cover.of([["a"]])


names = st.text(min_size=1, max_size=5).filter(lambda s: s.isprintable() and s.strip() == s)


@st.composite
def any_cover(draw: st.DrawFn) -> Cover:
    items = draw(st.lists(names, unique=True, max_size=6))
    if not items:
        return Cover.of([])
    return Cover.of(draw(st.lists(st.lists(st.sampled_from(items), unique=True))), items)


@given(any_cover())
def test_what_is_written_is_read(tmp_path_factory: pytest.TempPathFactory, cover: Cover) -> None:
    folder = tmp_path_factory.mktemp("covers")
    write_cover(folder / "a.json", cover)
    assert read_cover(folder / "a.json") == cover
    write_cover(folder / "a.tsv", cover)
    again = read_cover(folder / "a.tsv")
    assert (set(again.items), again.clusters) == (set(cover.items), cover.clusters)
    if not cover.left_out:
        write_cover(folder / "b.json", cover, "lists")
        assert isinstance(json.loads((folder / "b.json").read_text("utf-8")), list)
        assert read_cover(folder / "b.json").clusters == cover.clusters


def test_forms_refuse_what_they_cannot_hold(tmp_path: Path) -> None:
    with pytest.raises(SumscopeError, match="cannot hold 'd', which no cluster holds"):
        write_cover(tmp_path / "a.json", WANTED, "lists")
    with pytest.raises(SumscopeError, match="TSV cannot hold the item"):
        write_cover(tmp_path / "a.tsv", Cover.of([["a\tb"]]))
    assert list(tmp_path.iterdir()) == []


def test_covers_of_a_topic() -> None:
    one = JudgeCover("j1", (Cluster(("a", "b"), "x", 1),), ("c",))
    two = JudgeCover("j2", (Cluster(("c", "d")),))
    topic = Topic("T", covers=(one, two))
    made = covers_of_topic(topic)
    assert made["j1"] == Cover.of([["a", "b"]], "abcd")
    assert made["j2"] == Cover.of([["c", "d"]], "abcd")
    assert covers_of_topic(topic, "abcde")["j2"].items == tuple("abcde")
    with pytest.raises(SumscopeError, match="topic 'T': judge 'j2': the item 'd' of cluster 1"):
        covers_of_topic(topic, "abc")
    with pytest.raises(SumscopeError, match="judge 'j1': the judge has two covers"):
        covers_of_topic(Topic("T", covers=(one, one)))
    assert cover_of_judge(one) == Cover.of([["a", "b"]], "abc")
    assert judge_of_cover("j", made["j1"]) == JudgeCover("j", (Cluster(("a", "b")),), ("c", "d"))
