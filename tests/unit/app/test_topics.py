"""`topics` shows what a topic score is made of."""

from __future__ import annotations

import io
import json
import re
import shlex
from pathlib import Path
from types import SimpleNamespace

import pytest

import sumscope
from sumscope.app.topics import topics
from sumscope.cli.shell import run
from sumscope.core.errors import SumscopeError
from sumscope.core.measure import parse
from sumscope.core.values import Text, Topic
from sumscope.corpus.view import TopicView
from sumscope.scoring.topics import score_topic

REFERENCE = "Cats chase grey mice. Grey mice fear cats.\n\nRain falls in spring. ..."
SUMMARY = "Cats chase mice. Spring brings rain. Nobody knows."


@pytest.fixture
def files(tmp_path: Path) -> tuple[Path, Path]:
    made = tmp_path / "reference.txt", tmp_path / "summary.txt"
    made[0].write_text(REFERENCE, encoding="utf-8")
    made[1].write_text(SUMMARY, encoding="utf-8")
    return made


@pytest.mark.parametrize("by", ["betweenness", "greedy", "gaac"])
def test_what_is_shown_adds_up_to_the_score(files, by):
    found = topics(files[0], by=by, lang="en", summary=files[1])
    assert [[line.number for line in topic.sentences] for topic in found.topics] == [[0, 1], [2]]
    assert sum(topic.share for topic in found.topics) == pytest.approx(100)
    assert [[line.text for line in topic.assigned] for topic in found.topics] == [
        ["Cats chase mice."],
        ["Spring brings rain."],
    ]
    assert [line.text for line in found.unassigned] == ["Nobody knows."]
    topic = Topic(
        "T", "en", references=(Text("r", text=REFERENCE),), peers=(Text("p", text=SUMMARY),)
    )
    for name, value in found.scores.items():
        assert score_topic(TopicView(topic), [parse(name)])[0].values == [pytest.approx(value)]
        assert value == pytest.approx(
            sum(r.score for t in found.topics for r in t.reasons if r.measure == name)
        )
    assert len(found.to_pandas()) == len(found.to_polars()) == 2


def test_command(files, capsys, monkeypatch):
    assert run(["topics", str(files[0]), "--lang", "en", "--json"]) == 0
    plain = json.loads(capsys.readouterr().out)
    assert plain == json.loads(json.dumps(topics(files[0], lang="en").to_json()))
    assert plain["scores"] == {}
    assert run(["topics", str(files[0]), "--lang", "en", "--summary", str(files[1])]) == 0
    out = capsys.readouterr().out
    assert "Topic 2" in out
    assert "No topic <- [2] Nobody knows." in out
    assert "topic-closeness" in out
    monkeypatch.setattr("sys.stdin", SimpleNamespace(buffer=io.BytesIO(REFERENCE.encode())))
    assert run(["topics", "-", "--lang", "und"]) == 0
    assert "Topic 1" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("text", "lang"),
    [
        ("The cat is on the mat. The dogs were in the house.", "en"),
        ("O gato está na casa. Os cães não são de nós.", "pt"),
        ("Γάτα σκύλος.", None),
    ],
)
def test_a_language_that_is_not_named_is_guessed_as_growth_does(tmp_path, text, lang):
    path = tmp_path / "a.txt"
    path.write_text(text, encoding="utf-8")
    with pytest.warns(UserWarning, match="read as") as told:
        found = topics(path, summary=path)
    said = f"{path}: read as {lang or 'no known language'}"
    assert [str(one.message) for one in told] == [said]
    with pytest.warns(UserWarning, match="read as") as told:
        sumscope.growth(path)
    assert [str(one.message) for one in told] == [said]
    assert found.lang == lang
    assert found.topics == topics(path, summary=path, lang=lang or "und").topics


def test_a_topic_that_got_no_sentence_shows_how_much_it_holds(files, capsys):
    files[1].write_text("Spring brings rain.", encoding="utf-8")
    first, second = topics(files[0], lang="en", summary=files[1]).topics
    assert (first.assigned, len(second.assigned)) == ((), 1)
    assert [(r.matched, r.of, r.distance) for r in first.reasons] == [
        (0, 8, None),
        (0, 6, None),
        (0, 5, None),
        (0, 5, None),
    ]
    assert run(["topics", str(files[0]), "--lang", "en", "--summary", str(files[1])]) == 0
    out = capsys.readouterr().out
    assert "0 of 8" in out
    assert "0 of 0" not in out


def test_the_example_of_the_documentation(tmp_path, capsys, monkeypatch):
    page = Path(__file__).parents[3] / "docs/explanation/kumar2011.md"
    blocks = re.findall(r"^```(python|sh)\n(.*?)^```", page.read_text("utf-8"), re.M | re.S)
    (_, files), (_, command) = blocks
    monkeypatch.chdir(tmp_path)
    exec(files, {})
    assert run(shlex.split(command)[1:]) == 0
    out = capsys.readouterr().out
    assert "words (weight x count): c 0.4490, b 0.3229, d 0.2781, a 0.0873" in out
    for value in ("82.1%", "17.9%", "72.648", "20.513", "55.128", "60.550"):
        assert value in out


def test_bad_input(tmp_path: Path, capsys):
    empty = tmp_path / "empty.txt"
    empty.write_text("...", encoding="utf-8")
    with pytest.raises(SumscopeError, match="no words"):
        topics(empty)
    with pytest.raises(SumscopeError, match="betweenness"):
        topics(empty, by="luck")
    (tmp_path / "latin.txt").write_bytes(b"caf\xe9")
    assert run(["topics", str(tmp_path / "latin.txt")]) == 2
    assert run(["topics", str(tmp_path / "missing.txt")]) == 2
    assert run(["topics", "-", "--summary", "-"]) == 2
    assert run(["topics", str(tmp_path / "corpus.jsonl")]) == 2
    assert capsys.readouterr().err.count("\n") == 4


@pytest.mark.parametrize("summary", [False, True])
def test_synonyms_are_looked_at_with_and_without_a_summary(files, tmp_path, capsys, summary):
    more = ["--summary", str(files[1])] if summary else []
    bad = tmp_path / "latin.txt"
    bad.write_bytes(b"caf\xe9,cafe")
    for source, said in (
        ("nowhere.txt", "unknown source of synonyms"),
        (str(bad), ":1: not UTF-8 text"),
    ):
        assert run(["topics", str(files[0]), "--lang", "en", "--synonyms", source, *more]) == 2
        told = capsys.readouterr()
        assert (told.out, told.err.count("\n")) == ("", 1)
        assert said in told.err
    odd = tmp_path / "my (own), list.txt"  # no name that the spelling of a measure could hold
    odd.write_text("cats,felines\n", encoding="utf-8")
    assert run(["topics", str(files[0]), "--lang", "en", "--synonyms", str(odd), *more]) == 0
