"""A line at a glance: kernel, twin and the reader of corpora say the same."""

from __future__ import annotations

import json
import random
from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sumscope.core.errors import SumscopeError
from sumscope.corpus.jsonl import parse_topic
from sumscope.corpus.view import TextView, TopicView, view_of_line
from sumscope.kernels import load
from sumscope.kernels.python import line as line_py

WORDS = st.sampled_from(
    ["", "a", "A cat sat.", 'say "x"', "back\\slash", "tab\t", "é", "日本", "\U0001f600", "\x00"]
) | st.text(max_size=5)
NAMES = st.sampled_from(["a", "b", "é", "x.1", ""]) | st.text(max_size=3)
NUMBERS = st.none() | st.integers(-5, 5) | st.floats(-1e3, 1e3) | st.just(10**200)
ANY = st.recursive(
    NUMBERS | st.booleans() | WORDS,
    lambda inner: st.lists(inner, max_size=2) | st.dictionaries(NAMES, inner, max_size=2),
    max_leaves=5,
)


def texts(group: str) -> st.SearchStrategy[Any]:
    content = st.fixed_dictionaries({"text": WORDS}) | st.fixed_dictionaries(
        {"sentences": st.lists(WORDS | st.fixed_dictionaries({"text": WORDS}), max_size=3)}
    )
    beside = {"note": ANY}
    if group == "peers":
        beside |= {"human": st.booleans(), "extract": st.lists(NAMES, max_size=1)}
    if group == "documents":
        beside |= {"date": st.none() | WORDS}
    named = st.fixed_dictionaries({"id": NAMES}, optional=beside)
    return st.lists(st.builds(lambda a, b: {**a, **b}, named, content), max_size=3)


JUDGED = st.dictionaries(
    NAMES,
    st.dictionaries(NAMES, NUMBERS | st.dictionaries(NAMES, NUMBERS, max_size=2), max_size=2),
    max_size=2,
)
TOPICS = st.fixed_dictionaries(
    {"id": NAMES},
    optional={
        "lang": st.none() | st.sampled_from(["en", "pt"]),
        "documents": texts("documents"),
        "references": texts("references"),
        "peers": texts("peers"),
        "judgements": JUDGED,
        "covers": st.just([]),
        "preferences": st.just([]),
        "title": ANY,
        "peer": ANY,
    },
)


def shown(text: TextView) -> tuple[object, ...]:
    return (text.id, text.human, text.lang, text.given, text.sentences, text.text, text.source)


def tried(read: Callable[[], TopicView]) -> TopicView | str:
    try:
        return read()
    except SumscopeError as error:
        return str(error)


def check(raw: bytes) -> bool:
    """Compare the three; True where the line was read at a glance."""
    found = load("line").glance(raw)
    assert found == line_py.glance(raw)
    read, view = (
        tried(lambda: TopicView(parse_topic(raw, "c:1"))),
        tried(lambda: view_of_line(raw, "c:1")),
    )
    if isinstance(read, str) or isinstance(view, str):
        assert read == view
        return False
    assert (view.id, view.lang, view.topic) == (read.id, read.lang, read.topic)
    try:
        for group in ("references", "peers", "documents"):
            mine, theirs = getattr(view, group), getattr(read, group)
            assert list(map(shown, mine)) == list(map(shown, theirs))
    except SumscopeError:
        pass  # an extract of a sentence that is not there
    return found is not None


@given(topic=TOPICS, ascii=st.booleans(), indent=st.none() | st.integers(0, 1))
def test_lines_of_every_shape(topic: dict[str, Any], ascii: bool, indent: int | None) -> None:
    line = json.dumps(topic, ensure_ascii=ascii, indent=indent)
    check(line.encode("utf-8", "surrogatepass"))


SOUND = json.dumps(
    {
        "id": "T1",
        "lang": "en",
        "documents": [{"id": "d", "date": "2004-05-01", "text": "Ä \U0001f600 text."}],
        "references": [{"id": "A", "text": 'One\nTwo \\ "three".'}],
        "peers": [{"id": "s", "human": False, "sentences": ["É one.", "Two."], "x": [1.5e3, {}]}],
        "judgements": {"s": {"p": 0.41, "q": {"j1": 3, "j2": None}}},
    },
)


def test_damaged_lines() -> None:
    """Thousands of lines with bytes changed, put in, left out or doubled."""
    draw = random.Random(7)
    sound = [SOUND.encode(), json.dumps(json.loads(SOUND), ensure_ascii=False).encode()]
    odd = [bytes([n]) for n in range(256)] + [
        b'"', b"\\u", b"\\ud83d", b"\\ude00", b"null", b"true", b"NaN", b"1e999", b"-0", b"01",
        b".5", b"[[", b"]]", b"{}", b",", b":", b'"id":"d",', b"\xed\xa0\x80", b"\xc0\xaf",
        b"\xef\xbb\xbf",
    ]  # fmt: skip
    glanced = 0
    for _ in range(4000):
        raw = draw.choice(sound)
        for _ in range(draw.choice([1, 1, 1, 2, 3])):
            at, to = draw.randrange(len(raw)), draw.randrange(1, 4)
            put = draw.choice(odd) if draw.random() < 0.6 else raw[at : at + draw.randrange(9)]
            raw = raw[:at] + put + raw[at + draw.choice([0, to]) :]
        if raw.strip():
            glanced += check(raw)
    assert glanced > 50


def test_an_ordinary_line_is_read_at_a_glance() -> None:
    assert check(SOUND.encode())
    assert check(json.dumps({**json.loads(SOUND), "title": [1]}).encode())
    assert not check(json.dumps({**json.loads(SOUND), "covers": []}).encode())


@pytest.mark.parametrize(
    "raw",
    [
        b"[" * 100_000,
        b'{"id": "a", "x": ' + b"[" * 60 + b"]" * 60 + b"}",
        b'{"id": "a", "x": ' + b"9" * 200 + b"}",
        b'{"id": "a", "x": 1e-5000}',
        b'{"id": "a", "x": "' + b"y" * 1_000_000,
    ],
)
def test_what_goes_too_far_is_left_to_the_reader(raw: bytes) -> None:
    assert load("line").glance(raw) is None
    assert line_py.glance(raw) is None
    check(raw)


def test_only_bytes_are_lines() -> None:
    for module in (load("line"), line_py):
        with pytest.raises(TypeError):
            module.glance("{}")
