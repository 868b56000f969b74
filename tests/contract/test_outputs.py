"""No command loses its input, and what cannot be written is named as the user named it."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import sumscope
from sumscope.core.errors import SumscopeError
from sumscope.core.locks import sole_writer


@pytest.mark.parametrize(
    "words",
    [
        ("score", "IN", "-m", "rouge-1", "-o", "IN"),
        ("oracle", "IN", "-o", "IN"),
        ("sample", "IN", "-o", "IN"),
        ("supor", "fit", "IN", "-o", "IN"),
        ("links", "fit", "IN", "-o", "IN"),
        ("detect", "IN", "--graph", "cosine", "-o", "IN"),
        ("convert", "IN", "IN", "--from", "csv"),
    ],
)
def test_the_input_is_never_overwritten(cli: Any, tmp_path: Path, words: tuple[str, ...]) -> None:
    # A name that every command would take as its output, through a link as well.
    source = tmp_path / "c.jsonl"
    source.write_text('{"id": "T"}\n', encoding="utf-8")
    link = tmp_path / "link.jsonl"
    link.symlink_to(source)
    for target in (source, link):
        args = [str(source) if word == "IN" else word for word in words]
        args[len(args) - 1 - args[::-1].index(str(source))] = str(target)
        done = cli(*args)
        assert done.status == 2, done
        assert done.err.count("\n") == 1
        assert source.read_text(encoding="utf-8") == '{"id": "T"}\n'
        assert "the output is the input" in done.err


@pytest.mark.parametrize(
    ("words", "named"),
    [
        (("score", "IN", "-m", "rouge-1", "-o"), ".csv, .jsonl or .parquet"),
        (("oracle", "IN", "-o"), ".jsonl or .parquet"),
        (("sample", "IN", "-o"), ".jsonl or .jsonl.gz"),
        (("summarize", "IN", "--by", "lead", "-o"), ".jsonl or .jsonl.gz"),
        (("convert", "IN", "--from", "csv"), ".jsonl or .jsonl.gz"),
        (("detect", "IN", "--graph", "cosine", "--topic", "T0", "-o"), ".json or .tsv"),
        (("links", "predict", "IN", "--model", "m.json", "-o"), ".json"),
        (("growth", "IN", "--plot"), ".png, .svg or .pdf"),
    ],
)
def test_a_name_that_says_another_form_is_refused_before_any_work(
    cli: Any, corpus: Path, tmp_path: Path, words: tuple[str, ...], named: str
) -> None:
    args = [str(corpus) if word == "IN" else word for word in words]
    for name in ("out.doc", "out", ".jsonl", "out.csv.gz"):
        target = tmp_path / name
        done = cli(*args, target)
        assert done.status == 2
        assert done.err.startswith(f"sumscope: {target}: is not a file name for ")
        assert done.err.endswith(f"; name it {named}\n")
        assert (done.out, done.err.count("\n")) == ("", 1)
    assert sorted(p.name for p in tmp_path.iterdir()) == ["corpus.jsonl"]


def test_endings_may_be_in_capitals(cli: Any, corpus: Path, tmp_path: Path) -> None:
    assert cli("sample", corpus, "-o", tmp_path / "A.JSONL.GZ").status == 0
    assert cli("sample", tmp_path / "A.JSONL.GZ", "-o", tmp_path / "B.JSONL").status == 0
    assert (tmp_path / "A.JSONL.GZ").read_bytes()[:2] == b"\x1f\x8b"
    assert (tmp_path / "B.JSONL").read_bytes()[:1] == b"{"


def test_a_model_or_a_second_output_is_not_overwritten(
    cli: Any, corpus: Path, tmp_path: Path
) -> None:
    kept = tmp_path / "m.json"
    kept.write_text("{}", encoding="utf-8")
    graph = tmp_path / "g.tsv"
    graph.write_text("a\tb\n", encoding="utf-8")
    done = cli("links", "predict", corpus, "--model", kept, "-o", kept)
    assert (done.status, done.err) == (
        2,
        f"sumscope: {kept}: the output is the input; give another file for it\n",
    )
    assert cli("supor", "fit", corpus, "--phrases", kept, "-o", kept).status == 2
    assert cli("growth", graph, "--stop-words", kept, "--plot", kept).status == 2
    assert kept.read_text(encoding="utf-8") == "{}"
    one = tmp_path / "x.json"
    done = cli("detect", graph, "-o", one, "--hierarchy", one)
    assert (done.status, done.err) == (
        2,
        f"sumscope: {one}: two outputs have the same name; give different names\n",
    )
    assert not one.exists()


def test_standard_output_as_output(
    cli: Any, corpus: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    before = sorted(tmp_path.iterdir())
    for words in (
        ("score", corpus, "-m", "rouge-1", "-o", "-"),
        ("oracle", corpus, "-o", "-"),
        ("detect", corpus, "--graph", "cosine", "--topic", "T0", "-o", "-"),
        ("links", "fit", corpus, "-o", "-"),
        ("supor", "fit", corpus, "-o", "-"),
        ("study", corpus, "-o", "-"),
        ("sample", corpus, "-o", "-", "--json"),
        ("summarize", corpus, "--by", "lead", "-o", "-", "--json"),
    ):
        done = cli(*words)
        assert done.status == 2, words
        assert "standard output" in done.err
        assert (done.out, done.err.count("\n")) == ("", 1)
    assert sorted(tmp_path.iterdir()) == before


def test_a_folder_that_cannot_be_written_in_is_named_at_once(
    cli: Any, corpus: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    # The tests may run as root, who may write everywhere.
    closed = tmp_path / "closed"
    closed.mkdir()
    real = os.access
    monkeypatch.setattr(os, "access", lambda p, mode: Path(p) != closed and real(p, mode))
    for words in (
        ("links", "fit", corpus, "-o", closed / "m.json"),
        ("sample", corpus, "-o", closed / "a" / "s.jsonl"),
        ("score", corpus, "-m", "rouge-1", "-o", closed / "s.csv"),
        ("study", corpus, "-o", closed),
        ("reproduce", "pardo2006", "-o", closed / "new"),
    ):
        done = cli(*words)
        assert (done.status, done.err) == (
            2,
            f"sumscope: {closed}: the folder is not writable; choose another one\n",
        )
    assert not list(closed.iterdir())


def test_library_refuses_too(corpus: Path) -> None:
    from sumscope.app.oracle import oracle_file

    with pytest.raises(SumscopeError, match="the output is the input"):
        oracle_file(corpus, corpus)
    with pytest.raises(
        SumscopeError, match=r"is not a file name for oracles; name it \.jsonl or \.parquet"
    ):
        oracle_file(corpus, corpus.with_suffix(".json"))
    with pytest.raises(SumscopeError, match="is not a file name for a corpus"):
        sumscope.summarize(corpus, "lead", out=corpus.with_suffix(".json"))


CALLS: dict[str, tuple[str, Callable[[Path, Path], object]]] = {
    "score": (".csv", lambda corpus, out: sumscope.score_file(corpus, ["rouge-1"], out)),
    "oracle": (".jsonl", lambda corpus, out: sumscope.oracle_file(corpus, out)),
    "summarize": (".jsonl", lambda corpus, out: sumscope.summarize(corpus, "lead", out=out)),
    "sample": (".jsonl", lambda corpus, out: sumscope.sample(corpus, out=out)),
    "convert": (".jsonl", lambda corpus, out: sumscope.convert(corpus, out)),
    "detect": (
        ".json",
        lambda corpus, out: sumscope.detect(corpus, graph="cosine", topic="T0", out=out),
    ),
    "hierarchy": (
        ".nwk",
        lambda corpus, out: sumscope.detect(corpus, graph="cosine", topic="T0", hierarchy=out),
    ),
    "links fit": (".json", lambda corpus, out: sumscope.links.fit(corpus, out)),
    "links predict": (".json", lambda corpus, out: sumscope.links.predict(corpus, "m", out=out)),
    "supor fit": (".json", lambda corpus, out: sumscope.supor.fit(corpus, out)),
    "growth": (".svg", lambda corpus, out: sumscope.growth(corpus, plot=out)),
    "growth draw": (".svg", lambda corpus, out: sumscope.growth(corpus, draw=out)),
    "growth export": (".tsv", lambda corpus, out: sumscope.growth(corpus, export=out)),
    "judges": (".svg", lambda corpus, out: sumscope.judges(corpus, plot=out)),
    "rank": (".svg", lambda corpus, out: sumscope.rank(corpus, plot=out)),
    "gold export": (".csv", lambda corpus, out: sumscope.gold.export(corpus, out)),
    "gold page": (".html", lambda corpus, out: sumscope.gold.page(corpus, "ann", out)),
    "gold backup": (".db", lambda corpus, out: sumscope.gold.backup(corpus, out)),
}


@pytest.mark.parametrize("name", CALLS)
def test_calls_in_python_have_the_guarantees_of_commands(
    corpus: Path, tmp_path: Path, name: str
) -> None:
    ending, call = CALLS[name]
    before = corpus.read_bytes()
    out = tmp_path / f"o{ending}"
    out.symlink_to(corpus)
    with pytest.raises(SumscopeError, match="the output is the input"):
        call(corpus, out)
    out.unlink()
    with sole_writer(out), pytest.raises(SumscopeError, match="another run is writing"):
        call(corpus, out)
    with pytest.raises(SumscopeError, match="the folder of the output does not exist"):
        call(corpus, tmp_path / "no" / f"o{ending}")
    out.mkdir()
    with pytest.raises(SumscopeError, match="is a folder"):
        call(corpus, out)
    out.rmdir()
    assert corpus.read_bytes() == before
    assert [p.name for p in tmp_path.iterdir()] == [corpus.name]


@pytest.mark.parametrize(
    "call",
    [
        lambda corpus, out: sumscope.study(corpus, out),
        lambda corpus, out: sumscope.demo(out),
        lambda corpus, out: sumscope.reproduce("geiss2009", out=out),
    ],
)
def test_folders_of_outputs_too(
    corpus: Path, tmp_path: Path, call: Callable[[Path, Path], object]
) -> None:
    out = tmp_path / "folder"
    out.mkdir()
    with sole_writer(out), pytest.raises(SumscopeError, match="another run is writing"):
        call(corpus, out)
    assert list(out.iterdir()) == []
    with pytest.raises(SumscopeError, match="expected a folder"):
        call(corpus, corpus)


def test_a_folder_or_a_file_as_folder(cli: Any, corpus: Path, tmp_path: Path) -> None:
    folder = tmp_path / "d.csv"
    folder.mkdir()
    done = cli("score", corpus, "-m", "rouge-1", "-o", folder)
    assert (done.status, done.err) == (
        2,
        f"sumscope: {folder}: is a folder; name a file to write\n",
    )
    done = cli("score", corpus, "-m", "rouge-1", "-o", corpus / "x.csv")
    assert done.status == 2
    assert f"{corpus}: is a file, not a folder" in done.err
    assert not list(tmp_path.glob("*.partial"))


@pytest.mark.parametrize(
    "words",
    [
        ("compare", "scores.csv", "--seed", "-1"),
        ("detect", "g.tsv", "--seed", "-1"),
        ("summarize", "c.jsonl", "--by", "random", "--seed", "-1"),
    ],
)
def test_seeds_are_checked(cli: Any, words: tuple[str, ...]) -> None:
    done = cli(*words)
    assert (done.status, done.err) == (
        2,
        "sumscope: seed is -1; give a whole number from 0 up\n",
    )


def test_arguments_of_the_library_are_checked(corpus: Path) -> None:
    for options, expected in (
        ({"jackknife": "x"}, "jackknife is 'x'"),
        ({"workers": 0}, "workers is 0"),
        ({"executor": "foo"}, "not an executor"),
    ):
        with pytest.raises(SumscopeError, match=expected):
            sumscope.score(corpus, ["rouge-1"], **options)  # type: ignore[arg-type]
    with pytest.raises(SumscopeError, match="expected a measure, got int"):
        sumscope.score(corpus, [1])


@pytest.mark.skipif(not os.path.exists("/dev/full"), reason="this system has no /dev/full")
def test_a_full_disk_is_one_line(corpus: Path) -> None:
    with open("/dev/full", "w") as full:
        done = subprocess.run(
            [sys.executable, "-m", "sumscope", "score", str(corpus), "-m", "rouge-1", "--json"],
            stdout=full,
            stderr=subprocess.PIPE,
            text=True,
            check=False,
        )
    assert done.returncode == 2
    assert done.stderr == "sumscope: cannot write: No space left on device\n"
