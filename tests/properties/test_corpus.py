"""Whatever comes in: it is read and given back the same, or refused in one line."""

from __future__ import annotations

import contextlib
import copy
import gzip
import io
import json
import random
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sumscope.core.errors import SumscopeError
from sumscope.core.values import Topic
from sumscope.corpus import formats, sgml
from sumscope.corpus.jsonl import (
    SeenIds,
    dump_topic,
    parse_topic,
    read_corpus,
    topic_to_json,
    write_corpus,
)
from sumscope.corpus.notes import Notes
from sumscope.corpus.schema import topic_from_json
from sumscope.corpus.see_html import see_sentences

words = st.text(st.characters(exclude_categories=["Cs"]), max_size=12)
ids = st.text(st.characters(exclude_categories=["Cs"]), min_size=1, max_size=6)
numbers = st.integers(-(10**30), 10**30) | st.floats(allow_nan=False, allow_infinity=False)
anything = st.recursive(
    st.none() | st.booleans() | numbers | words,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(words, inner, max_size=3),
    max_leaves=6,
)


@st.composite
def shuffled(draw: st.DrawFn, row: dict[str, Any], *known: str) -> dict[str, Any]:
    """The same object with unknown keys added and its keys in any order."""
    unknown = draw(st.dictionaries(words.filter(lambda k: k not in known), anything, max_size=2))
    items = [*row.items(), *unknown.items()]
    return dict(draw(st.permutations(items)))


TEXT_KEYS = ("id", "text", "sentences", "extract", "human", "date")


@st.composite
def sentences(draw: st.DrawFn, prefix: str) -> list[Any]:
    rows: list[Any] = []
    for i in range(draw(st.integers(0, 3))):
        kind = draw(st.sampled_from(["plain", "object", "named"]))
        if kind == "plain":
            rows.append(draw(words))
            continue
        row = {"text": draw(words)}
        if kind == "named":
            row["id"] = f"{prefix}:{i}"
        rows.append(draw(shuffled(row, "id", "text")))
    return rows


@st.composite
def texts(draw: st.DrawFn, group: str) -> list[dict[str, Any]]:
    rows = []
    for name in draw(st.lists(ids, max_size=3, unique=True)):
        row: dict[str, Any] = {"id": name}
        if draw(st.booleans()):
            row["text"] = draw(words)
        else:
            row["sentences"] = draw(sentences(f"{group} {name}"))
        if group == "documents":
            row.update(draw(st.fixed_dictionaries({}, optional={"date": st.none() | words})))
        if group == "peers":
            row.update(draw(st.fixed_dictionaries({}, optional={"human": st.booleans()})))
        rows.append(draw(shuffled(row, *TEXT_KEYS)))
    return rows


def source_ids(documents: list[dict[str, Any]]) -> list[str]:
    found = []
    for row in documents:
        for i, sentence in enumerate(row.get("sentences", ["split later"])):
            named = isinstance(sentence, dict) and "id" in sentence
            found.append(sentence["id"] if named else f"{row['id']}.{i}")
    return found


@st.composite
def topics(draw: st.DrawFn) -> dict[str, Any]:
    topic: dict[str, Any] = {"id": draw(ids)}
    topic.update(draw(st.fixed_dictionaries({}, optional={"lang": st.none() | words})))
    for group in ("documents", "references", "peers"):
        if draw(st.booleans()):
            topic[group] = draw(texts(group))
    known = source_ids(topic.get("documents", []))
    some = st.lists(st.sampled_from(known), max_size=4) if known else st.just([])
    if draw(st.booleans()):
        topic.setdefault("peers", []).append({"extract": draw(some), "id": "an extract, unlike"})
    if draw(st.booleans()):
        numbers = st.none() | st.floats(-1e9, 1e9) | st.integers(0, 9)
        scores = st.dictionaries(words, numbers | st.dictionaries(ids, numbers, max_size=3))
        topic["judgements"] = draw(st.dictionaries(words, scores, max_size=3))
    if draw(st.booleans()):
        topic["covers"] = []
        for judge in draw(st.lists(ids, max_size=2)):
            clusters = []
            for items in draw(st.lists(some, max_size=3)):
                cluster: dict[str, Any] = {"items": list(dict.fromkeys(items))}
                more = {"label": st.none() | words, "rank": st.none() | st.integers()}
                cluster.update(draw(st.fixed_dictionaries({}, optional=more)))
                clusters.append(draw(shuffled(cluster, "items", "label", "rank")))
            cover = {"judge": judge, "clusters": clusters}
            if draw(st.booleans()):
                cover["aside"] = list(dict.fromkeys(draw(some)))
            topic["covers"].append(draw(shuffled(cover, "judge", "clusters", "aside")))
    if draw(st.booleans()):
        topic["preferences"] = []
        for judge, name in draw(st.lists(st.tuples(ids, ids), max_size=2)):
            pair: dict[str, Any] = {"judge": judge, "name": name, "left": "a", "right": "b"}
            pair["choice"] = draw(st.sampled_from(["left", "right", "equal"]))
            four = {"judge": judge, "name": name, "of": ["a", "b", "c"], "best": "b", "worst": "c"}
            topic["preferences"] += [draw(shuffled(pair, *pair)), draw(shuffled(four, *four))]
    known_keys = (
        *("id", "lang", "documents", "references", "peers", "judgements", "covers"),
        "preferences",
    )
    return draw(shuffled(topic, *known_keys))


def is_unique(topic: dict[str, Any]) -> bool:
    """Random ids such as `a` and `a.0` may name one sentence twice; such topics are refused."""
    known = source_ids([d for d in topic.get("documents", []) if "sentences" in d])
    return len(set(known)) == len(known)


@given(topics().filter(is_unique))
def test_what_is_read_is_written_back(value: dict[str, Any]) -> None:
    text = json.dumps(value, ensure_ascii=False)
    topic = parse_topic(text.encode(), "c:1")
    assert json.dumps(topic_to_json(topic), ensure_ascii=False) == text
    again = parse_topic(dump_topic(topic).rstrip(b"\n"), "c:1")
    assert again == topic


@given(st.lists(topics().filter(is_unique), min_size=1, max_size=4, unique_by=lambda t: t["id"]))
def test_a_file_gives_back_its_topics(values: list[dict[str, Any]]) -> None:
    lines = b"".join(json.dumps(value).encode() + b"\r\n" for value in values)
    plain = list(read_corpus(io.BytesIO(b"\xef\xbb\xbf" + lines)))
    packed = list(read_corpus(io.BytesIO(gzip.compress(lines))))
    assert plain == packed
    assert [topic_to_json(topic) for topic in plain] == values


@settings(max_examples=20)
@given(st.lists(topics().filter(is_unique), min_size=1, max_size=3, unique_by=lambda t: t["id"]))
def test_writing_and_reading_a_file(
    tmp_path_factory: pytest.TempPathFactory, values: list[dict[str, Any]]
) -> None:
    folder = tmp_path_factory.mktemp("corpus")
    written = [topic_from_json(value, "here") for value in values]
    for name in ("a.jsonl", "a.jsonl.gz"):
        assert write_corpus(folder / name, written) == len(values)
        assert list(read_corpus(folder / name)) == written


def refused_or_read(raw: bytes) -> Topic | None:
    message = ""
    try:
        return parse_topic(raw, "c.jsonl:7")
    except SumscopeError as error:
        message = str(error)
    assert "\n" not in message
    assert message.startswith("c.jsonl:7: ")
    return None


@given(topics(), st.randoms(use_true_random=False), anything | st.just([]) | st.just({}))
def test_one_wrong_value_is_refused_or_kept(
    value: dict[str, Any], chance: random.Random, wrong: Any
) -> None:
    broken = copy.deepcopy(value)
    node: Any = broken
    while True:
        places = list(node) if isinstance(node, dict) else list(range(len(node)))
        if not places:
            break
        place = chance.choice(places)
        inner = node[place]
        if not isinstance(inner, (dict, list)) or not inner or chance.random() < 0.3:
            node[place] = wrong
            break
        node = inner
    topic = refused_or_read(json.dumps(broken).encode())
    if topic is not None:
        assert topic_to_json(topic) == broken


@given(st.binary(max_size=60) | words.map(str.encode))
def test_any_bytes_are_refused_or_read(raw: bytes) -> None:
    refused_or_read(raw)


@given(topics(), st.integers(0, 10**6), st.binary(max_size=3))
def test_a_damaged_line_is_refused_or_read(value: dict[str, Any], at: int, patch: bytes) -> None:
    raw = json.dumps(value, ensure_ascii=False).encode()
    at %= len(raw)
    refused_or_read(raw[:at] + patch + raw[at + len(patch) :])


@given(st.lists(st.text(max_size=3), max_size=40))
def test_seen_ids_is_a_dictionary(names: list[str]) -> None:
    seen, first = SeenIds(), {}
    for line, name in enumerate(names, 1):
        assert seen.add(name, line) == first.get(name)
        first.setdefault(name, line)
    assert len(seen) == len(first)


tags = st.sampled_from(["<P>", "</P>", "<DOC id='", "<TEXT>", "&amp;", "<", ">", "<a name=1>[1]"])


@given(st.lists(tags | words, max_size=12).map("".join))
def test_sgml_and_html_are_never_a_reason_to_fail(text: str) -> None:
    assert "<P>" not in sgml.plain(text).replace("&lt;", "")
    assert all(isinstance(s, str) for s in see_sentences(text, "x", Notes()))
    found = list(sgml.elements(text, "P", "DOC"))
    assert sum(len(inner) for _, inner in found) <= len(text)


LINES = st.lists(
    st.sampled_from(["topic", "kind", "id", "text", "peer", "summary", ",", '"', "\n", "\t", "1"])
    | words,
    max_size=20,
).map("".join)


@settings(max_examples=40)
@pytest.mark.parametrize("name", ["csv", "realsumm", "rouge"])
@given(
    raw=LINES.map(str.encode) | st.binary(max_size=40) | anything.map(json.dumps).map(str.encode)
)
def test_a_strange_file_ends_in_one_line(
    name: str, tmp_path_factory: pytest.TempPathFactory, raw: bytes
) -> None:
    path: Path = tmp_path_factory.getbasetemp() / f"strange-{name}"
    path.write_bytes(raw)
    with contextlib.suppress(SumscopeError):
        for value in formats.FORMATS.get(name).read(str(path), Notes()):
            topic_from_json(value, "here")
