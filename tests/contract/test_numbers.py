"""Every option that takes a number refuses what is none, in one line; huge ones never crash."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click
import pytest
from walk import COMMANDS

HUGE = 10**23
NUMBERS = [
    (path, option)
    for path, command in COMMANDS
    for option in command.params
    if isinstance(option, click.Option)
    and (option.name in ("limit", "budget") or option.type.name.startswith(("integer", "float")))
]
INPUTS = {"compare": "scores.csv", "meta": "scores.csv", "agree": "a.json", "topics": "a.txt"}
MORE = {
    "meta": ("--human", "scores.csv"),
    "agree": ("b.json",),
    "topics": ("--lang", "en"),
    "summarize": ("--by", "random"),
    "detect": ("--graph", "cosine", "--by", "congo", "--unweighted"),
    "score": ("-m", "rouge-1"),
    "study": ("-o", "out"),
    "links-fit": ("-o", "m.json"),
    "links-predict": ("--model", "m.json"),
    "links-evaluate": ("--model", "m.json"),
}
# Large numbers that only mean a long wait, which Ctrl-C ends.
ENDLESS = ("ties", "baseline")


def test_there_are_such_options() -> None:
    assert len(NUMBERS) > 30


def test_numbers_are_of_our_types() -> None:
    # Those of click take 1_0 for 10.
    for path, option in NUMBERS:
        if option.type.name.startswith(("integer", "float")):
            assert type(option.type).__module__ == "sumscope.cli.types", (path, option.name)


@pytest.fixture
def folder(corpus: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    rows = [f"T{t},{p},false,rouge-1,0.{t}{n}," for t in range(4) for n, p in enumerate("xyz")]
    head = "topic,peer,human,measure,value,reason"
    (tmp_path / "scores.csv").write_text("\n".join([head, *rows]) + "\n", encoding="utf-8")
    for name in ("a.json", "b.json"):
        (tmp_path / name).write_text('[["a", "b"], ["c"]]', encoding="utf-8")
    (tmp_path / "a.txt").write_text("The cat sat. The dog ran away.", encoding="utf-8")
    return tmp_path


def words(path: tuple[str, ...], option: click.Option, value: object) -> list[str]:
    more = MORE.get("-".join(path), ())
    if path == ("summarize",) and option.name != "seed":
        more = ("--by", "lead")
    spelled = max(option.opts, key=len)
    return [*path, INPUTS.get(path[0], "corpus.jsonl"), *more, spelled, str(value)]


@pytest.mark.parametrize("value", ["nan", "inf", "-inf", "1e400", "x", ""])
@pytest.mark.parametrize(
    ("path", "option"), NUMBERS, ids=["-".join((*p, str(o.name))) for p, o in NUMBERS]
)
def test_no_number(
    cli: Any, folder: Path, path: tuple[str, ...], option: click.Option, value: str
) -> None:
    before = sorted(folder.iterdir())
    done = cli(*words(path, option, value))
    assert done.status == 2, done
    assert (done.out, done.err.count("\n")) == ("", 1)
    assert "model" not in done.err  # the number is looked at before other files are
    assert sorted(folder.iterdir()) == before


@pytest.mark.parametrize(
    ("path", "option"),
    [(p, o) for p, o in NUMBERS if o.name not in ENDLESS and p[0] not in ("study", "links")],
    ids=lambda part: "-".join(part) if isinstance(part, tuple) else str(part.name),
)
def test_a_huge_number_is_taken_or_refused(
    cli: Any, folder: Path, path: tuple[str, ...], option: click.Option
) -> None:
    done = cli(*words(path, option, HUGE))
    assert done.status in (0, 2)
    if done.status == 2:
        assert (done.out, done.err.count("\n")) == ("", 1)


@pytest.mark.parametrize(
    ("args", "said"),
    [
        (("compare", "scores.csv", "--resamples", HUGE), f"resamples is {HUGE}; give 10000000 or"),
        (("meta", "scores.csv", "--human", "scores.csv", "--resamples", HUGE), "resamples is"),
        (("study", "corpus.jsonl", "-o", "out", "--resamples", HUGE), "resamples is"),
        (("study", "corpus.jsonl", "-o", "out", "--limit", HUGE), "is not a length limit"),
        (("oracle", "corpus.jsonl", "--budget", HUGE), f"'{HUGE}' is not a budget"),
        (("oracle", "corpus.jsonl", "--budget", "9" * 5000), "is not a budget"),
        (("oracle", "corpus.jsonl", "--limit", "9" * 5000), "is not a length limit"),
        (("oracle", "corpus.jsonl", "--list", HUGE), f"list is {HUGE}"),
        (("score", "corpus.jsonl", "-m", "rouge-1", "--workers", HUGE), "give 1024 or less"),
        (("links", "fit", "corpus.jsonl", "-o", "m.json", "--seed", 2**32), "4294967295 or less"),
        (("links", "predict", "corpus.jsonl", "--model", "a.json", "-k", 0), "k is 0; ask for"),
        (("sample", "corpus.jsonl", "--documents", 0), "documents is 0; give 1 or more"),
        (("sample", "corpus.jsonl", "--whole", -1), "whole is -1; give 0 or more"),
        (("score", "corpus.jsonl", "-m", f"oracle-f1(budget={HUGE})"), "is not a number of nodes"),
        (("summarize", "corpus.jsonl", "--by", "lexrank(damping=-1)"), "damping is -1; give a"),
        (("summarize", "corpus.jsonl", "--by", "lexrank(threshold=2)"), "threshold is 2; give a"),
        (("summarize", "corpus.jsonl", "--by", "textrank(damping=7)"), "damping is 7; give a"),
        (("summarize", "corpus.jsonl", "--by", "random(seed=-1)"), "seed is -1; give a whole"),
    ],
)
def test_out_of_range(cli: Any, folder: Path, args: tuple[object, ...], said: str) -> None:
    before = sorted(folder.iterdir())
    done = cli(*args)
    assert (done.status, done.out, done.err.count("\n")) == (2, "", 1)
    assert said in done.err
    assert sorted(folder.iterdir()) == before


def test_more_clusters_than_there_are(cli: Any, folder: Path) -> None:
    (folder / "g.tsv").write_text("a\tb\nb\tc\n", encoding="utf-8")
    for by in ("gn", "conga", "congo", "greedy", "leiden", "gaac"):
        some, many = (cli("detect", "g.tsv", "--by", by, "-k", k, "--json") for k in (9, HUGE))
        assert (some.status, many.status) == (0, 0)
        assert some.json == many.json


def test_a_set_of_any_size(cli: Any, folder: Path) -> None:
    some = cli("sample", "corpus.jsonl", "--whole", 0, "--low", 1, "--json")
    huge = cli(
        *("sample", "corpus.jsonl", "--whole", 0, "--low", 1, "--json"),
        *("--high", HUGE, "--documents", HUGE),
    )
    assert [one["sentences"] for one in huge.json] == [one["sentences"] for one in some.json]
