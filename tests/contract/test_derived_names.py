"""What a command writes beside its output never takes the place of somebody's file."""

from __future__ import annotations

import shutil
from pathlib import Path
from typing import Any

import pytest


@pytest.mark.parametrize(
    ("words", "out"),
    [
        (("score", "IN", "-m", "rouge-1", "-o"), "s.csv"),
        (("score", "IN", "-m", "rouge-1", "-o"), "s.parquet"),
        (("oracle", "IN", "-o"), "s.jsonl"),
        (("summarize", "IN", "--by", "lead", "-o"), "s.jsonl"),
    ],
)
@pytest.mark.parametrize("end", [".partial", ".meta.json"])
def test_a_corpus_of_a_derived_name_is_refused(
    cli: Any, corpus: Path, tmp_path: Path, words: tuple[str, ...], out: str, end: str
) -> None:
    source = tmp_path / f"{out}{end}"
    shutil.copy(corpus, source)
    done = cli(*(str(source) if word == "IN" else word for word in words), tmp_path / out)
    assert source.read_bytes() == corpus.read_bytes()
    assert done.status == 2, done
    assert "which is an input's" in done.err
    assert done.err.count("\n") == 1


@pytest.mark.parametrize("content", ["notes of mine\n", "", "{}\n", '{"sumscope": 1}\n'])
def test_a_foreign_partial_is_left_alone(
    cli: Any, corpus: Path, tmp_path: Path, content: str
) -> None:
    other = tmp_path / "s.csv.partial"
    other.write_text(content, encoding="utf-8")
    done = cli("score", corpus, "-m", "rouge-1", "-o", tmp_path / "s.csv")
    assert done.status == 2
    assert f"{other}: exists and is not an unfinished run of sumscope" in done.err
    assert other.read_text(encoding="utf-8") == content
    assert not (tmp_path / "s.csv").exists()


@pytest.mark.parametrize("content", ["notes of mine\n", "", '{"a": 1}', "[1]", "{"])
def test_a_foreign_meta_file_is_left_alone(
    cli: Any, corpus: Path, tmp_path: Path, content: str
) -> None:
    other = tmp_path / "s.csv.meta.json"
    other.write_text(content, encoding="utf-8")
    done = cli("score", corpus, "-m", "rouge-1", "-o", tmp_path / "s.csv")
    assert done.status == 2
    assert "does not describe scores of sumscope" in done.err
    assert other.read_text(encoding="utf-8") == content
    assert not (tmp_path / "s.csv").exists()
    assert cli("score", corpus, "-m", "rouge-1", "-o", tmp_path / "s.jsonl").status == 0


def test_our_own_meta_file_is_replaced(cli: Any, corpus: Path, tmp_path: Path) -> None:
    for measure in ("rouge-1", "rouge-2"):
        assert cli("score", corpus, "-m", measure, "-o", tmp_path / "s.csv").status == 0
        assert f'"{measure}"' in (tmp_path / "s.csv.meta.json").read_text(encoding="utf-8")
