"""No command loses its input, and what cannot be written is named as the user named it."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

import sumscope
from sumscope.core.errors import SumscopeError


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
        expected = "name it .csv" if words[0] == "score" and "output is" not in done.err else ""
        assert expected or "the output is the input" in done.err


def test_library_refuses_too(corpus: Path) -> None:
    from sumscope.app.oracle import oracle_file

    with pytest.raises(SumscopeError, match="the output is the input"):
        oracle_file(corpus, corpus)


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
        ({"executor": "foo"}, "no executor"),
    ):
        with pytest.raises(SumscopeError, match=expected):
            sumscope.score(corpus, ["rouge-1"], **options)  # type: ignore[arg-type]
    with pytest.raises(SumscopeError, match="1 is no measure"):
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
