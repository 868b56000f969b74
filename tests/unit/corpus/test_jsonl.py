"""Reading and writing corpora: what is accepted, what is refused, and in which words."""

from __future__ import annotations

import gzip
import io
import json
import pickle
from dataclasses import replace
from pathlib import Path

import pytest

from sumscope.core.errors import SumscopeError
from sumscope.core.values import BestWorst, Cluster, JudgeCover, Preference, Sentence, Text, Topic
from sumscope.corpus.jsonl import (
    SeenIds,
    dump_topic,
    iter_lines,
    parse_topic,
    read_corpus,
    topic_to_json,
    write_corpus,
)


def refusal(raw: bytes | str, tmp_path: Path) -> str:
    path = tmp_path / "c.jsonl"
    path.write_bytes(raw if isinstance(raw, bytes) else raw.encode())
    with pytest.raises(SumscopeError) as caught:
        list(read_corpus(path))
    message = str(caught.value)
    assert "\n" not in message
    assert message.startswith(str(path))
    return message.removeprefix(str(path))


def read(raw: bytes | str, tmp_path: Path) -> list[Topic]:
    path = tmp_path / "c.jsonl"
    path.write_bytes(raw if isinstance(raw, bytes) else raw.encode())
    return list(read_corpus(path))


FULL = {
    "note": {"unknown": [1, 2.5, None]},
    "lang": "en",
    "id": "T1",
    "documents": [
        {"text": "One. Two.", "id": "d1", "date": "2004-05-01", "source": "us"},
        {
            "id": "d2",
            "sentences": [
                "Plain.",
                {"speaker": "A", "text": "With id.", "id": "x7"},
                {"text": "T"},
            ],
        },
    ],
    "references": [{"id": "A", "text": ""}, {"id": "B", "sentences": []}],
    "peers": [
        {"id": "sys1", "text": "."},
        {"id": "A", "human": True, "text": "Ours."},
        {"id": "B", "human": False, "date": 7, "text": "Ours."},
        {"id": "sys2", "extract": ["d1.0", "x7", "d2.0", "x7"]},
    ],
    "judgements": {
        "sys1": {"pyramid": 0.41, "responsiveness": 3, "form": None},
        "ghost": {},
        "sys2": {"form": {"j1": 3, "j2": None}, "style": {}},
    },
    "preferences": [
        {"judge": "j1", "name": "overall", "left": "a", "right": "b", "choice": "equal", "sure": 1},
        {"worst": "c", "judge": "j1", "name": "overall", "of": ["a", "b", "c", "d"], "best": "d"},
    ],
    "covers": [
        {
            "clusters": [
                {"items": ["d1.0", "x7"], "rank": 1, "label": "first", "section": "abstract"},
                {"label": None, "items": []},
            ],
            "judge": "j1",
            "aside": ["d2.2"],
        },
        {"judge": "j2", "clusters": []},
    ],
    "huge": 10**300,
}


def test_reading_then_writing_gives_back_values_and_order() -> None:
    raw = json.dumps(FULL, ensure_ascii=False).encode()
    topic = parse_topic(raw, "c.jsonl:1")
    assert json.dumps(topic_to_json(topic)) == json.dumps(FULL)
    assert dump_topic(topic) == raw + b"\n"


def test_values_hold_what_the_file_says() -> None:
    topic = parse_topic(json.dumps(FULL).encode(), "c.jsonl:1")
    assert topic.documents[0] == Text(
        "d1", text="One. Two.", date="2004-05-01", extra={"source": "us"}
    )
    assert topic.documents[1].sentences == (
        Sentence("Plain."),
        Sentence("With id.", "x7", {"speaker": "A"}),
        Sentence("T"),
    )
    assert topic.peers[1].human
    assert not topic.peers[2].human
    assert topic.peers[3].extract == ("d1.0", "x7", "d2.0", "x7")
    assert topic.judgements["sys1"] == {"pyramid": 0.41, "responsiveness": 3, "form": None}
    assert topic.judgements["sys2"] == {"form": {"j1": 3, "j2": None}, "style": {}}
    assert topic.scores["sys2"] == {"form": 3, "style": None}
    assert topic.preferences == (
        Preference("j1", "overall", "a", "b", "equal", {"sure": 1}),
        BestWorst("j1", "overall", ("a", "b", "c", "d"), "d", "c"),
    )
    assert topic.covers[0] == JudgeCover(
        "j1",
        (
            Cluster(("d1.0", "x7"), "first", 1, {"section": "abstract"}),
            Cluster(()),
        ),
        ("d2.2",),
    )
    assert topic.extra["huge"] == 10**300


def test_a_changed_topic_keeps_its_order_and_adds_at_the_end() -> None:
    topic = parse_topic(b'{"x": 1, "id": "T", "lang": null}', "c:1")
    more = replace(topic, peers=(Text("p", text="Hi."),), lang="pt")
    expected = {"x": 1, "id": "T", "lang": "pt", "peers": [{"id": "p", "text": "Hi."}]}
    assert json.dumps(topic_to_json(more)) == json.dumps(expected)


def test_a_topic_survives_the_way_to_another_process() -> None:
    topic = parse_topic(json.dumps(FULL).encode(), "c:1")
    there = pickle.loads(pickle.dumps(topic))
    assert there == topic
    assert dump_topic(there) == dump_topic(topic)


# Accepted.


@pytest.mark.parametrize(
    ("raw", "ids"),
    [
        (b'{"id": "T"}', ["T"]),
        (b'\xef\xbb\xbf{"id": "T"}\n', ["T"]),
        (b'{"id": "T"}\r\n{"id": "U"}\r\n', ["T", "U"]),
        (b'\n  \n{"id": "T"}\n\r\n{"id": "U"}\n\n', ["T", "U"]),
        ('{"id": "प्रश्न"}'.encode(), ["प्रश्न"]),
        (b'{"id": "T", "judgements": {"nobody": {"grade": 3}}}', ["T"]),
        (b'{"id": "T", "covers": [{"judge": "j", "clusters": [{"items": ["a"]}]}]}', ["T"]),
        (b'{"id": "T", "note": "\\u0000"}', ["T"]),
        (b'{"id": "T", "note": "\\ud83d\\ude00"}', ["T"]),
    ],
)
def test_accepted(raw: bytes, ids: list[str], tmp_path: Path) -> None:
    assert [topic.id for topic in read(raw, tmp_path)] == ids


@pytest.mark.parametrize("text", ["", ".", " ", "\t\n", "\u2028"])
def test_an_odd_summary_is_kept_as_it_is(text: str, tmp_path: Path) -> None:
    line = json.dumps({"id": "T", "peers": [{"id": "p", "text": text}]})
    assert read(line, tmp_path)[0].peers[0].text == text


def test_a_line_of_ten_megabytes(tmp_path: Path) -> None:
    text = "word " * 2_000_000
    line = json.dumps({"id": "T", "documents": [{"id": "d", "text": text}]})
    assert read(line, tmp_path)[0].documents[0].text == text


def test_line_numbers_count_blank_lines(tmp_path: Path) -> None:
    path = tmp_path / "c.jsonl"
    path.write_bytes(b'\n{"id": "T"}\n\n{"id": "U"}')
    assert list(iter_lines(path)) == [(2, b'{"id": "T"}'), (4, b'{"id": "U"}')]


# Refused.

DOCUMENT = '{"id": "d", "sentences": ["One.", {"id": "x", "text": "Two."}]}'


@pytest.mark.parametrize(
    ("raw", "message"),
    [
        ("", ": the file has no topics; a corpus has one topic"),
        ("\n \n\r\n", ": the file has no topics"),
        ("{}", ":1: id: is missing; expected a string that is not empty"),
        ('{"id": ""}', ":1: id: expected a string that is not empty, found an empty string"),
        ('{"id": 3}', ":1: id: expected a string that is not empty, found a number"),
        ('{"id": null}', ":1: id: expected a string that is not empty, found null"),
        ("[]", ":1: expected an object with an id, found a list"),
        ("3", ":1: expected an object with an id, found a number"),
        ('{"id": "T"', ":1: not JSON: "),
        ('{"id": "T"} {"id": "U"}', ":1: not JSON: extra data (column 13)"),
        ('{\n"id": "T"\n}', ":1: not JSON: "),
        ("{'id': 'T'}", ":1: not JSON: "),
        ('{"id": "T"}\n{"id": "T"}', ":2: id: the topic id 'T' is given twice (before on line 1)"),
        ('{"id": "T", "id": "T"}', ":1: the key 'id' is given twice in one object"),
        ('{"id": "T"}\n\ufeff{"id": "U"}', ":2: a byte order mark is allowed at the start"),
        ('{"id": "T", "lang": 1}', ":1: lang: expected a string"),
        ('{"id": "T", "x": 1' + "0" * 5000 + "}", ":1: a number has more digits"),
        ('{"id": "T", "x": "\\ud83d"}', ":1: half a character (\\ud83d without its other half)"),
        ('{"id": "T", "x": ' + "[" * 100_000 + "]" * 100_000 + "}", ":1: the values are nested"),
        (
            '{"id": "T", "x": ' + '{"a":' * 100_000 + "1" + "}" * 100_001,
            ":1: the values are nested",
        ),
        ('{"id": "T", "x": ' + "[" * 100_000, ":1: the values are nested"),
    ],
)
def test_refused_lines(raw: str, message: str, tmp_path: Path) -> None:
    assert refusal(raw, tmp_path).startswith(message)


@pytest.mark.parametrize(
    ("inside", "message"),
    [
        ('"documents": {}', "documents: expected a list, found an object"),
        ('"documents": null', "documents: expected a list, found null"),
        ('"peers": ["x"]', "peers[0]: expected an object with an id, found a string"),
        ('"peers": [{"text": "a"}]', "peers[0].id: is missing"),
        ('"peers": [{"id": 1, "text": "a"}]', "peers[0].id: expected a string"),
        (
            '"peers": [{"id": "p"}]',
            "peers[0]: expected one of text, sentences, extract; found none",
        ),
        (
            '"peers": [{"id": "p", "text": "a", "sentences": []}]',
            "peers[0]: expected one of text, sentences, extract; found both text and sentences",
        ),
        ('"documents": [{"id": "p", "extract": []}]', "documents[0]: expected one of text, sent"),
        ('"references": [{"id": "p"}]', "references[0]: expected one of text, sentences; found"),
        (
            '"peers": [{"id": "p", "text": ""}, {"id": "q", "text": ""}, {"id": "r", "text": 5}]',
            "peers[2].text: expected a string, found a number",
        ),
        ('"peers": [{"id": "p", "text": null}]', "peers[0].text: expected a string, found null"),
        ('"peers": [{"id": "p", "sentences": "a"}]', "peers[0].sentences: expected a list"),
        ('"peers": [{"id": "p", "sentences": [1]}]', "peers[0].sentences[0]: expected a string or"),
        ('"peers": [{"id": "p", "sentences": [{}]}]', "peers[0].sentences[0].text: expected a str"),
        ('"peers": [{"id": "p", "extract": "a"}]', "peers[0].extract: expected a list of sentence"),
        ('"peers": [{"id": "p", "extract": [1]}]', "peers[0].extract[0]: expected a sentence id"),
        ('"peers": [{"id": "p", "text": "", "human": 1}]', "peers[0].human: expected true or fal"),
        ('"documents": [{"id": "d", "text": "", "date": 4}]', "documents[0].date: expected a str"),
        (
            '"peers": [{"id": "p", "text": "a"}, {"id": "p", "text": "b"}]',
            "peers[1].id: the id 'p' is given twice (before at peers[0].id)",
        ),
        (
            '"documents": [{"id": "p", "text": "a"}, {"id": "p", "text": "b"}]',
            "documents[1].id: the id 'p' is given twice",
        ),
        (
            '"references": [{"id": "p", "text": "a"}, {"id": "p", "text": "b"}]',
            "references[1].id: the id 'p' is given twice",
        ),
        (
            '"documents": [{"id": "d", "sentences": ["a", {"id": "d.0", "text": "b"}]}]',
            "documents[0].sentences[1]: the sentence id 'd.0' is given twice (before at "
            "documents[0].sentences[0])",
        ),
        (
            f'"documents": [{DOCUMENT}, {{"id": "e", "sentences": [{{"id": "x", "text": ""}}]}}]',
            "documents[1].sentences[0]: the sentence id 'x' is given twice",
        ),
        (
            f'"documents": [{DOCUMENT}], "peers": [{{"id": "p", "extract": ["d.0", "d.1"]}}]',
            "peers[0].extract[1]: no sentence of the documents has the id 'd.1'",
        ),
        ('"peers": [{"id": "p", "extract": ["d.0"]}]', "peers[0].extract[0]: no sentence of the"),
        (
            '"documents": [{"id": "d", "text": "a"}], "peers": [{"id": "p", "extract": ["d.x"]}]',
            "peers[0].extract[0]: no sentence of the documents has the id 'd.x'",
        ),
        (
            f'"documents": [{DOCUMENT}], "covers": [{{"judge": "eve", "clusters": '
            '[{"items": ["x"]}, {"items": ["x", "y"]}]}]',
            "covers[0].clusters[1].items[1]: judge 'eve', cluster 1: no sentence of the documents "
            "has the id 'y'",
        ),
        (
            f'"documents": [{DOCUMENT}], "covers": [{{"judge": "eve", "clusters": [], '
            '"aside": ["y"]}]',
            "covers[0].aside[0]: judge 'eve', aside: no sentence of the documents has the id 'y'",
        ),
        ('"covers": {}', "covers: expected a list"),
        ('"covers": [1]', "covers[0]: expected an object with judge and clusters"),
        ('"covers": [{"clusters": []}]', "covers[0].judge: expected a name, found none"),
        ('"covers": [{"judge": "", "clusters": []}]', "covers[0].judge: expected a name, found an"),
        ('"covers": [{"judge": "j"}]', "covers[0].clusters: expected a list, found none"),
        ('"covers": [{"judge": "j", "clusters": [1]}]', "covers[0].clusters[0]: expected an obj"),
        ('"covers": [{"judge": "j", "clusters": [{}]}]', "covers[0].clusters[0].items: is missing"),
        (
            '"covers": [{"judge": "j", "clusters": [{"items": ["a", "a"]}]}]',
            "covers[0].clusters[0].items[1]: the sentence 'a' is given twice",
        ),
        (
            '"covers": [{"judge": "j", "clusters": [{"items": [], "rank": 1.5}]}]',
            "covers[0].clusters[0].rank: expected a whole number, found a number",
        ),
        (
            '"covers": [{"judge": "j", "clusters": [{"items": [], "label": 1}]}]',
            "covers[0].clusters[0].label: expected a string",
        ),
        ('"judgements": []', "judgements: expected an object such as"),
        ('"judgements": {"p": 1}', "judgements.p: expected an object of numbers, found a number"),
        ('"judgements": {"p": {"g": "3"}}', "judgements.p.g: expected a number, null or an o"),
        ('"judgements": {"p": {"g": true}}', "judgements.p.g: expected a number, null or an o"),
        (
            '"judgements": {"p": {"g": NaN}}',
            "judgements.p.g: expected a finite number, found NaN, which JSON does not have; "
            "write null",
        ),
        ('"judgements": {"p": {"g": -Infinity}}', "judgements.p.g: expected a finite number"),
        (
            '"judgements": {"p": {"g": 1e999}}',
            "judgements.p.g: expected a finite number, found 1e9",
        ),
        ('"judgements": {"p": {"g": 1' + "0" * 400 + "}}", "judgements.p.g: the number is too lar"),
        ('"judgements": {"p": {"g": {"j": "3"}}}', "judgements.p.g.j: expected a number or null"),
        ('"judgements": {"p": {"g": {"": 3}}}', "judgements.p.g: a judge has no name"),
        ('"preferences": {}', "preferences: expected a list, found an object"),
        ('"preferences": [3]', "preferences[0]: expected an object with left, right and choice"),
        ('"preferences": [{"name": "o"}]', "preferences[0].judge: expected a string, found none"),
        (
            '"preferences": [{"judge":"j","name":"o","left": "a", "right":"a", "choice": "left"}]',
            "preferences[0].right: the peer 'a' is compared with itself",
        ),
        (
            '"preferences": [{"judge":"j","name":"o","left": "a", "right":"b", "choice": "a"}]',
            "preferences[0].choice: expected left, right or equal, found 'a'",
        ),
        (
            '"preferences": [{"judge":"j","name":"o","of": ["a", "b"], "best": "c", "worst": "a"}]',
            "preferences[0].best: 'c' is not one of the peers in `of`",
        ),
        (
            '"preferences": [{"judge":"j","name":"o","of": ["a", "b"], "best": "a", "worst": "a"}]',
            "preferences[0].worst: best and worst are the same peer",
        ),
        (
            '"preferences": [{"judge":"j","name":"o","of": ["a", "a"], "best": "a", "worst": "a"}]',
            "preferences[0].of[1]: the peer 'a' is given twice",
        ),
        ('"note": {"a": [1, NaN]}', "note.a[1]: expected a finite number, found NaN"),
    ],
)
def test_refused_values(inside: str, message: str, tmp_path: Path) -> None:
    raw = '{"id": "T0"}\n{"id": "T", ' + inside + "}\n"
    assert refusal(raw, tmp_path).startswith(":2: " + message)


@pytest.mark.parametrize(
    ("raw", "message"),
    [
        (b'{"id": "\xff"}', ":1: byte 9 of the line (0xff) is not valid UTF-8"),
        (b'{"id": "T"}\n{"id": "a\xe9b"}', ":2: byte 10 of the line (0xe9) is not valid UTF-8"),
        (b'{"id": "T"}\n{"id": "a\x00b"}', ":2: byte 10 of the line is NUL"),
        ('{"id": "T"}'.encode("utf-16-le"), ":1: byte 2 of the line is NUL; is the file UTF-16?"),
        ('{"id": "T"}'.encode("utf-16"), ":1: byte 4 of the line is NUL; is the file UTF-16?"),
        (b"\x00" * 100, ":1: byte 1 of the line is NUL"),
        (b'{"id": "a\tb"}', ":1: not JSON: invalid control character"),
    ],
)
def test_refused_bytes(raw: bytes, message: str, tmp_path: Path) -> None:
    assert refusal(raw, tmp_path).startswith(message)


def test_a_missing_file_and_a_folder(tmp_path: Path) -> None:
    with pytest.raises(SumscopeError, match=r"nowhere.jsonl: cannot read the corpus: No such file"):
        list(read_corpus(tmp_path / "nowhere.jsonl"))
    with pytest.raises(SumscopeError, match="cannot read the corpus: Is a directory"):
        list(read_corpus(tmp_path))


# Gzip and streams.


def test_gzip_is_known_by_its_bytes(tmp_path: Path) -> None:
    path = tmp_path / "plain-name.jsonl"
    path.write_bytes(gzip.compress(b'{"id": "T"}\n') + gzip.compress(b'{"id": "U"}\n'))
    assert [topic.id for topic in read_corpus(path)] == ["T", "U"]
    (tmp_path / "not.gz").write_bytes(b'{"id": "T"}\n')
    assert [topic.id for topic in read_corpus(tmp_path / "not.gz")] == ["T"]


def test_a_truncated_or_damaged_gzip(tmp_path: Path) -> None:
    lines = b"".join(b'{"id": "T%d", "x": "%x"}\n' % (i, hash(i * 1.1)) for i in range(9999))
    packed = gzip.compress(lines)
    assert "the gzip file ends early" in refusal(packed[: len(packed) // 2], tmp_path)
    assert "the gzip file ends early" in refusal(packed[:-4], tmp_path)
    broken = packed[:-8] + b"\x00" * 8
    assert "the gzip file is damaged" in refusal(broken, tmp_path)
    assert "the gzip file is damaged" in refusal(packed + b"\x1f\x8b" + b"z" * 20, tmp_path)


def test_file_objects() -> None:
    raw = b'{"id": "T"}\n'
    assert [t.id for t in read_corpus(io.BytesIO(raw))] == ["T"]
    assert [t.id for t in read_corpus(io.BytesIO(gzip.compress(raw)))] == ["T"]
    assert [t.id for t in read_corpus(io.StringIO(raw.decode()))] == ["T"]
    with pytest.raises(SumscopeError, match="<stream>: the file has no topics"):
        list(read_corpus(io.BytesIO(b"")))


def test_standard_input(monkeypatch: pytest.MonkeyPatch) -> None:
    stdin = io.TextIOWrapper(io.BufferedReader(io.BytesIO(b'{"id": "T"}\n{"id": 1}')))  # type: ignore[arg-type]
    monkeypatch.setattr("sys.stdin", stdin)
    topics = read_corpus("-")
    assert next(topics).id == "T"
    with pytest.raises(SumscopeError, match="<stdin>:2: id: expected a string"):
        next(topics)


# Writing.


def test_writing_gives_the_same_bytes_every_time(tmp_path: Path) -> None:
    topics = [Topic(f"T{i}", lang="pt", extra={"título": i}) for i in range(100)]
    assert write_corpus(tmp_path / "a.jsonl.gz", topics) == 100
    write_corpus(tmp_path / "b.jsonl.gz", iter(topics))
    packed = (tmp_path / "a.jsonl.gz").read_bytes()
    assert packed == (tmp_path / "b.jsonl.gz").read_bytes()
    write_corpus(tmp_path / "c.jsonl", topics)
    assert gzip.decompress(packed) == (tmp_path / "c.jsonl").read_bytes()
    assert list(read_corpus(tmp_path / "a.jsonl.gz")) == topics


def test_a_failed_write_leaves_the_old_file(tmp_path: Path) -> None:
    path = tmp_path / "c.jsonl"
    path.write_text("old")
    with pytest.raises(SumscopeError, match="id 'T' is given twice"):
        write_corpus(path, [Topic("T"), Topic("T")])
    assert path.read_text() == "old"
    assert list(tmp_path.iterdir()) == [path]


@pytest.mark.parametrize(
    ("topic", "message"),
    [
        (Topic("T", extra={"x": float("nan")}), "topic 'T': a value has no JSON form"),
        (Topic("T", extra={"x": object()}), "topic 'T': a value has no JSON form"),
        (Topic("T", extra={"x": "\ud800"}), r"topic 'T': the text has half a character \(U\+D800"),
    ],
)
def test_what_cannot_be_written(topic: Topic, message: str) -> None:
    with pytest.raises(SumscopeError, match=message):
        dump_topic(topic)


def test_seen_ids_grow() -> None:
    seen = SeenIds()
    assert all(seen.add(f"topic {i}", i + 1) is None for i in range(5000))
    assert [seen.add(f"topic {i}", 9999) for i in range(5000)] == list(range(1, 5001))
    assert len(seen) == 5000
