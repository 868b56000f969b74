"""`sumscope summarize` and `sumscope supor` as scripts use them; limits on the embedded corpus."""

from __future__ import annotations

import json
import subprocess
import sys

import pytest

import sumscope
from sumscope.cli.shell import run
from sumscope.corpus.jsonl import read_corpus
from sumscope.corpus.view import TopicView
from sumscope.data import DEMO
from sumscope.summarizers.registry import SUMMARIZERS
from sumscope.text import pipeline

METHODS = SUMMARIZERS.names()
TOPICS = list(read_corpus(DEMO))


def check(topics, made, rate):
    """The rate holds by the text layer's words and by spaces; order is that of the source."""
    for topic, row in zip(topics, made, strict=True):
        view = TopicView(row.topic)
        peer = view.peers[-1]
        assert peer.id == row.peer
        order = [item.id for document in view.documents for item in document.items]
        places = [order.index(item) for item in row.extract.ids]
        assert places == sorted(set(places))
        text = "\n".join(s for document in view.documents for s in document.sentences)
        words = pipeline(topic.lang).words
        assert len(words(peer.text)) <= rate * len(words(text))
        assert len(peer.text.split()) <= rate * len(text.split())
        assert all(one.why for one in row.extract.chosen)
        assert row.topic.peers[:-1] == topic.peers


@pytest.mark.parametrize("rate", [0.1, 0.3])
@pytest.mark.parametrize("method", METHODS)
def test_the_rate_holds_on_the_embedded_corpus(method, rate):
    made = sumscope.summarize(TOPICS, method, rate=rate)
    check(TOPICS, made, rate)
    assert all(row.extract.chosen for row in made)
    assert sumscope.summarize(TOPICS, method, rate=rate) == made


@pytest.mark.parametrize("method", METHODS)
def test_a_number_of_words_holds(method):
    for row in sumscope.summarize(TOPICS, method, words=60):
        assert 0 < row.extract.words <= 60


def test_the_command_adds_one_peer_and_keeps_everything_else(tmp_path, capsys):
    out = tmp_path / "out.jsonl"
    assert run(["summarize", str(DEMO), "--by", "gistsumm", "-o", str(out)]) == 0
    assert capsys.readouterr().out == ""
    lines = [path.read_text(encoding="utf-8").splitlines() for path in (DEMO, out)]
    for before, after in zip(*(map(json.loads, file) for file in lines), strict=True):
        peer = after["peers"].pop()
        assert after == before
        assert peer["id"] == "gistsumm"
        assert peer["extract"]
        assert peer["by"] == "gistsumm"
        assert peer["rate"] == 0.3
    again = tmp_path / "again.jsonl"
    assert run(["summarize", str(DEMO), "--by", "gistsumm", "-o", str(again)]) == 0
    assert again.read_bytes() == out.read_bytes()


def test_a_name_that_is_taken_gets_a_number(tmp_path):
    out = tmp_path / "out.jsonl"
    assert run(["summarize", str(DEMO), "--by", "lead", "-o", str(out)]) == 0
    assert [peer.id for peer in next(read_corpus(out)).peers][-1] == "lead-2"
    assert next(read_corpus(out)).peers[:-1] == TOPICS[0].peers


def test_standard_output_is_the_corpus_and_reasons_go_to_standard_error():
    command = [sys.executable, "-m", "sumscope", "summarize", "-", "--by", "lexrank", "--explain"]
    with DEMO.open("rb") as source:
        done = subprocess.run(command, stdin=source, capture_output=True, check=True)
    lines = done.stdout.decode().splitlines()
    assert len(lines) == len(TOPICS)
    peer = json.loads(lines[0])["peers"][-1]
    assert [one["sentence"] for one in peer["why"]] == peer["extract"]
    assert b"centrality" in done.stderr


def test_json_is_one_list_with_reasons(capsys):
    assert run(["summarize", str(DEMO), "--by", "supor", "--words", "50", "--json"]) == 0
    rows = json.loads(capsys.readouterr().out)
    assert [row["topic"] for row in rows] == [topic.id for topic in TOPICS]
    for row in rows:
        assert row["words"] <= row["limit"] == 50
        assert all("probability" in one["why"] for one in row["chosen"])
    assert rows == sumscope.summarize(DEMO, "supor", words=50).to_json()


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["--by", "lexrnk"], "did you mean lexrank"),
        (["--by", "lead", "--rate", "2"], "rate"),
        (["--by", "lead", "--rate", "0.3", "--words", "5"], "only one limit"),
        (["--by", "lead", "--model", "x.json"], "takes no model"),
        (["--by", "supor", "--model", "nowhere.json"], "cannot read the model"),
        (["--by", "lead", "--name", "lead"], "already"),
        ([], "--by"),
    ],
)
def test_bad_usage_is_one_line_and_status_2(capsys, arguments, words):
    assert run(["summarize", str(DEMO), *arguments]) == 2
    out = capsys.readouterr()
    assert words in out.err
    assert len(out.err.splitlines()) == 1


def test_what_is_missing_is_named(tmp_path, capsys):
    path = tmp_path / "c.jsonl"
    path.write_text('{"id": "t", "documents": [{"id": "d", "text": "Fog came in."}]}\n')
    assert run(["summarize", str(path), "--by", "gei"]) == 2
    assert "topic 't': gei needs references" in capsys.readouterr().err
    path.write_text('{"id": "t"}\n')
    assert run(["summarize", str(path), "--by", "lead"]) == 2
    assert "needs documents" in capsys.readouterr().err


def test_an_extract_may_be_empty_and_that_is_said(capsys):
    assert run(["summarize", str(DEMO), "--by", "lead", "--words", "1", "--json"]) == 0
    out = capsys.readouterr()
    empty = [row["topic"] for row in json.loads(out.out) if row["extract"] == []]
    assert empty == [topic.id for topic in TOPICS if "meeting" not in topic.id]
    assert "14 of 16 extracts are empty" in out.err


def test_supor_fit_show_and_use(tmp_path, capsys):
    corpus, model = tmp_path / "en.jsonl", tmp_path / "model.json"
    lines = [t for t in DEMO.read_text(encoding="utf-8").splitlines() if '"lang": "en"' in t]
    corpus.write_text("\n".join(lines) + "\n", encoding="utf-8")
    assert run(["supor", "fit", str(corpus), "-o", str(model)]) == 0
    assert run(["supor", "show", str(model), "--json"]) == 0
    shown = json.loads(capsys.readouterr().out)
    assert shown["chosen"] > 0
    assert 0 < shown["prior"] < 1
    assert run(["supor", "show", str(model)]) == 0
    assert "P(yes|in)" in capsys.readouterr().out
    out = str(tmp_path / "out.jsonl")
    assert run(["summarize", str(corpus), "--by", "supor", "--model", str(model), "-o", out]) == 0
    assert run(["supor", "show", str(corpus)]) == 2
    assert run(["supor", "fit", str(DEMO), "-o", str(model)]) == 2
    assert "one model per language" in capsys.readouterr().err


def test_tables():
    made = sumscope.summarize(TOPICS[:1], "lead")
    assert len(made.to_pandas()) == len(made.to_polars()) == len(made.rows[0].extract.chosen)


def interrupted(monkeypatch, out, by, after, **more):
    """A run that is ended within the work on the topic after `after` topics, two to a chunk."""
    from sumscope.jobs import job as chunks
    from sumscope.summarizers import run as app

    real, done = app.summary, []

    def dies(topic, *rest, **kept):
        if len(done) == after:
            raise KeyboardInterrupt
        done.append(topic.id)
        return real(topic, *rest, **kept)

    monkeypatch.setattr(chunks, "CHUNK_TOPICS", 2)
    with monkeypatch.context() as patch:
        patch.setattr(app, "summary", dies)
        with pytest.raises(KeyboardInterrupt):
            sumscope.summarize(DEMO, by, out=out, **more)
    assert not out.exists()
    return out.with_name(out.name + ".partial")


def test_an_interrupted_run_goes_on_and_ends_in_the_same_bytes(tmp_path, monkeypatch):
    from sumscope.summarizers import run as app

    whole, out = tmp_path / "whole.jsonl", tmp_path / "out.jsonl"
    expected = sumscope.summarize(DEMO, "lexrank", out=whole, explain=True)
    assert not (tmp_path / "whole.jsonl.partial").exists()
    partial = interrupted(monkeypatch, out, "lexrank", 5, explain=True)
    partial.write_bytes(partial.read_bytes() + b"torn")
    worked: list[str] = []
    real = app.summary

    def counted(topic, *rest, **more):
        worked.append(topic.id)
        return real(topic, *rest, **more)

    monkeypatch.setattr(app, "summary", counted)
    again = sumscope.summarize(DEMO, "lexrank", out=out, explain=True)
    assert worked == [topic.id for topic in TOPICS[4:]]
    assert again == expected
    assert out.read_bytes() == whole.read_bytes()
    assert not partial.exists()


def test_an_unfinished_run_of_another_job_is_begun_anew(tmp_path, monkeypatch):
    out = tmp_path / "out.jsonl"
    assert interrupted(monkeypatch, out, "lead", 3).exists()
    assert sumscope.summarize(DEMO, "random", out=out) == sumscope.summarize(DEMO, "random")
    assert [topic.peers[-1].id for topic in read_corpus(out)] == ["random"] * len(TOPICS)


def test_bad_input_leaves_nothing_behind(tmp_path, capsys):
    corpus, out = tmp_path / "c.jsonl", tmp_path / "out.jsonl"
    topic = '{"id": "t", "lang": "en", "documents": [{"id": "d", "text": "Fog."}]}'
    corpus.write_text(topic + '\n{"id": "u", "lang": "en"}\n')
    assert run(["summarize", str(corpus), "--by", "lead", "--rate", "1", "-o", str(out)]) == 2
    assert "topic 'u'" in capsys.readouterr().err
    assert sorted(path.name for path in tmp_path.iterdir()) == ["c.jsonl"]
