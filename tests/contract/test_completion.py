"""Shell completion in bash, zsh and fish: the scripts, and what they are answered."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from walk import COMMANDS


@pytest.fixture
def asked(cli: Any, monkeypatch: pytest.MonkeyPatch) -> Any:
    """Ask as bash does: the words so far, the last one incomplete."""

    def ask(*words: str) -> list[tuple[str, str]]:
        monkeypatch.setenv("_SUMSCOPE_COMPLETE", "bash_complete")
        monkeypatch.setenv("COMP_WORDS", " ".join(["sumscope", *words]))
        monkeypatch.setenv("COMP_CWORD", str(len(words)))
        done = cli()
        assert (done.status, done.err) == (0, "")
        return [tuple(line.split(",", 1)) for line in done.out.splitlines() if line]

    return ask


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_the_script_ends_well_and_registers_itself(
    cli: Any, monkeypatch: pytest.MonkeyPatch, shell: str
) -> None:
    monkeypatch.setenv("_SUMSCOPE_COMPLETE", f"{shell}_source")
    done = cli()
    assert (done.status, done.err) == (0, "")
    assert f"_SUMSCOPE_COMPLETE={shell}_complete" in done.out
    registers = {"bash": "complete -o", "zsh": "compdef", "fish": "complete --no-files --command"}
    assert registers[shell] in done.out


def test_an_unknown_shell_is_refused(cli: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("_SUMSCOPE_COMPLETE", "tcsh_source")
    done = cli()
    assert (done.status, done.out) == (2, "")
    assert done.err == (
        "sumscope: _SUMSCOPE_COMPLETE: unknown completion 'tcsh_source'; "
        "set it to one of bash_source, zsh_source, fish_source\n"
    )


@pytest.mark.parametrize(
    ("words", "wanted"),
    [
        (("sco",), [("plain", "score")]),
        (("links", "f"), [("plain", "fit")]),
        (("score", "--work"), [("plain", "--workers")]),
        (("score", "c.jsonl", "-m", "rouge-su"), [("plain", "rouge-su"), ("plain", "rouge-su4")]),
        (("agree", "-m", "ome"), [("plain", "omega")]),
        (("detect", "--by", "cong"), [("plain", "conga"), ("plain", "congo")]),
        (("summarize", "--by", "lex"), [("plain", "lexrank")]),
        (("convert", "--from", "real"), [("plain", "realsumm")]),
        (("reproduce", "har"), []),
        (("reproduce", "hi"), [("plain", "hirao2017")]),
        (("links", "fit", "--kind", "we"), [("plain", "weave")]),
        (("gold", "new", "--task", "cl"), [("plain", "cluster")]),
        (("score", "cor"), [("file", "cor")]),
        (("study", "-o", "out"), [("dir", "out")]),
        (("no-such-command", "x"), []),
    ],
)
def test_answers(asked: Any, words: tuple[str, ...], wanted: list[tuple[str, str]]) -> None:
    assert asked(*words) == wanted


def test_every_argument_completes_something(asked: Any) -> None:
    # A name from a list, or a file: none is left without an answer.
    for path, command in COMMANDS:
        if any(param.param_type_name == "argument" for param in command.params):
            assert asked(*path, ""), path


@pytest.mark.skipif(shutil.which("bash") is None, reason="needs bash")
def test_bash_itself(tmp_path: Path) -> None:
    program = tmp_path / "sumscope"
    program.write_text(f'#!/bin/sh\nexec "{sys.executable}" -m sumscope "$@"\n', encoding="utf-8")
    program.chmod(0o755)
    script = (
        'eval "$(_SUMSCOPE_COMPLETE=bash_source sumscope)"\n'
        "COMP_WORDS=(sumscope score x -m rouge-su); COMP_CWORD=4\n"
        '_sumscope_completion sumscope; echo "${COMPREPLY[@]}"'
    )
    env = {**os.environ, "PATH": f"{tmp_path}{os.pathsep}{os.environ['PATH']}"}
    done = subprocess.run(["bash", "-c", script], env=env, capture_output=True, text=True)
    assert (done.stdout, done.stderr, done.returncode) == ("rouge-su rouge-su4\n", "", 0)
