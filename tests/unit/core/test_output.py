"""`core.files.output` and `output_folder`: what is refused, and what is held meanwhile."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from sumscope.core.errors import SumscopeError
from sumscope.core.files import atomic_write_text, output, output_folder
from sumscope.corpus.stream import Corpus


def test_an_output_is_held_until_the_end(tmp_path: Path) -> None:
    out = tmp_path / "a.txt"
    with output(out):
        assert (tmp_path / ".a.txt.lock").exists()
        with pytest.raises(SumscopeError, match="another run is writing"), output(out):
            pass
        atomic_write_text(out, "x")
    assert os.listdir(tmp_path) == ["a.txt"]


def test_nothing_stays_of_work_that_fails(tmp_path: Path) -> None:
    with pytest.raises(ZeroDivisionError), output(tmp_path / "a.txt"):
        _ = 1 / 0
    with pytest.raises(ZeroDivisionError), output_folder(tmp_path / "b" / "c"):
        _ = 1 / 0
    assert list(tmp_path.rglob("*.txt")) == []
    assert not (tmp_path / "b" / "c").exists()


def test_no_output_and_standard_output_need_nothing(tmp_path: Path) -> None:
    with output(None), output("-", stdout=True), output_folder(None):
        pass
    with pytest.raises(SumscopeError, match="cannot be written to standard output"), output("-"):
        pass
    with pytest.raises(SumscopeError, match="standard output"), output_folder("-"):
        pass


@pytest.mark.parametrize("name", ["in.jsonl", "link.jsonl", "./in.jsonl"])
def test_an_input_is_no_output(tmp_path: Path, name: str) -> None:
    source = tmp_path / "in.jsonl"
    source.write_text("x")
    (tmp_path / "link.jsonl").symlink_to(source)
    for read in (source, str(source), Corpus(source), Corpus([], peer={"sys": str(source)})):
        with (
            pytest.raises(SumscopeError, match="the output is the input"),
            output(tmp_path / name, [None, 3, read]),
        ):
            pass


@pytest.mark.parametrize("end", [".partial", ".meta.json"])
def test_names_beside_an_output_are_apart_from_inputs_too(tmp_path: Path, end: str) -> None:
    source = tmp_path / f"s.csv{end}"
    source.write_text("x")
    with (
        pytest.raises(SumscopeError, match="which is an input's"),
        output(tmp_path / "s.csv", [source]),
    ):
        pass


def test_two_outputs_of_one_name(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    with output("a.png"), output("b.png", others=["a.png", None]):
        pass
    with (
        pytest.raises(SumscopeError, match="two outputs have the same name"),
        output("a.png"),
        output(tmp_path / "a.png", others=[None, "a.png"]),
    ):
        pass


def test_a_folder_is_not_made_for_a_file_but_for_a_folder(tmp_path: Path) -> None:
    with (
        pytest.raises(SumscopeError, match=r"does not exist; make it first: mkdir -p"),
        output(tmp_path / "no" / "a.txt"),
    ):
        pass
    assert list(tmp_path.iterdir()) == []
    with output_folder(tmp_path / "new" / "folder"):
        atomic_write_text(tmp_path / "new" / "folder" / "a.txt", "x")
    assert (tmp_path / "new" / "folder" / "a.txt").read_text() == "x"
    with (
        pytest.raises(SumscopeError, match="is a file, expected a folder"),
        output_folder(tmp_path / "new" / "folder" / "a.txt"),
    ):
        pass
