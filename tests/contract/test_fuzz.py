"""A budgeted part of every fuzzer, and what they found; `make fuzz` runs 200,000 cases of each."""

from __future__ import annotations

import ast
import importlib
import json
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

import sumscope.kernels
from sumscope import kernels
from sumscope.app import gold
from sumscope.core.errors import SumscopeError
from sumscope.corpus import formats
from sumscope.corpus.judge_sheets import read_sheets
from sumscope.corpus.judged import as_number
from sumscope.corpus.nist.judgements import read_pyramid_scores
from sumscope.corpus.notes import Notes
from sumscope.oracles.objective import read_objective

FOLDER = Path(__file__).parents[1] / "fuzz"
LISTS = {"readers": "FORMATS", "operations": "EXPORTS"}  # of formats, by script


@pytest.mark.all_only
@pytest.mark.parametrize(
    ("script", "cases", "said"),
    [
        ("readers", 1000, "readers: 1000 cases, 0 failing"),
        ("operations", 400, "operations: 400 cases, 0 failing"),
        ("web", 150, "web: 150 cases, 0 failing"),
        ("kernels", 2000, "fuzz kernels: 2,000 cases, none failed"),
    ],
)
def test_some_cases(script: str, cases: int, said: str) -> None:
    words = [sys.executable, str(FOLDER / f"{script}.py"), "--cases", str(cases), "--seed", "1"]
    words += [] if script == "kernels" else ["--workers", "1"]
    done = subprocess.run(words, capture_output=True, text=True, timeout=300)
    assert done.returncode == 0, done.stdout + done.stderr
    assert said in done.stdout or "only the twins are installed" in done.stdout


def test_every_function_of_the_kernels_is_fuzzed() -> None:
    script = (FOLDER / "kernels.py").read_text(encoding="utf-8")
    for stub in sorted(Path(sumscope.kernels.__file__).parent.glob("_*.pyi")):
        for node in ast.walk(ast.parse(stub.read_text(encoding="utf-8"))):
            if isinstance(node, ast.FunctionDef) and not node.name.startswith("__"):
                called = rf'\.{node.name}\b|"{node.name}"'
                assert re.search(called, script), f"{stub.stem}.{node.name}"


def test_every_format_is_fuzzed() -> None:
    scripts = [(FOLDER / f"{name}.py").read_text(encoding="utf-8") for name in LISTS]
    trees = [ast.parse(script) for script in scripts]
    keys = {
        key.value
        for tree in trees
        for node in ast.walk(tree)
        if isinstance(node, ast.AnnAssign) and getattr(node.target, "id", "") in LISTS.values()
        for key in getattr(node.value, "keys", [])
    }
    assert set(formats.FORMATS.names()) <= keys


@pytest.mark.all_only
def test_the_guided_fuzzer_says_when_it_cannot_run() -> None:
    words = [sys.executable, str(FOLDER / "guided.py"), "--cases", "200"]
    done = subprocess.run(words, capture_output=True, text=True, timeout=300)
    assert done.returncode == 0, done.stdout + done.stderr
    assert done.stdout.startswith("guided: ")


def test_an_answer_of_five_thousand_digits_is_not_a_number() -> None:
    assert as_number("7" * 5000) is None
    assert as_number("scale_" + "9" * 400) is None  # beyond every float
    assert as_number("scale_4") == 4
    assert as_number("a" + " " * 300_000) is None  # in time that grows with the length


@pytest.mark.parametrize("nltk", [False, True])
def test_stems_of_words_with_other_letters(nltk: bool) -> None:
    words = [
        "e\u1000ing",
        "\u00fca\u00fc\u1000ed",
        "y\u00e9s",
        "\u00e9teied",
        "a\ud800ing",
        "\u65e5os",
    ]
    one, two = (
        module.Encoder({}, [], True, 0, 0, nltk)
        for module in (
            kernels.load("rouge"),
            importlib.import_module("sumscope.kernels.python.rouge"),
        )
    )
    assert [one.stem(word) for word in words] == [two.stem(word) for word in words]


@pytest.mark.parametrize("rank", ["\u00b2", "9" * 5000])
def test_a_rank_that_only_looks_like_a_number(rank: str, tmp_path: Path) -> None:
    (tmp_path / "s.csv").write_text(f"sentence,cluster,rank\na,1,{rank}\n", encoding="utf-8")
    with pytest.raises(SumscopeError, match="is not a whole number"):
        read_sheets(tmp_path / "s.csv")


def test_n_of_five_thousand_digits() -> None:
    with pytest.raises(SumscopeError, match="is not between 1 and"):
        read_objective("1" * 5000, "recall")


@pytest.mark.parametrize("raw", ["4.5", "9" * 5000, '{"id": ' + "9" * 5000 + "}", "[" * 9999])
def test_exports_that_are_no_list_of_objects(raw: str, tmp_path: Path) -> None:
    path = tmp_path / "e.json"
    path.write_text(raw, encoding="utf-8")
    with pytest.raises(SumscopeError):
        list(formats.FORMATS.get("rose").read(str(path), Notes()))


def test_a_pyramid_table_without_its_peers_is_left_out() -> None:
    notes = Notes()
    assert not list(read_pyramid_scores("D1 3", Path("x"), ["setid", "score"], notes))
    assert "left out" in "\n".join(notes)


def test_half_a_character_in_the_answers_of_a_page(cli: Any, tmp_path: Path) -> None:
    documents = [{"id": f"d{k}", "sentences": ["One.", "Two."]} for k in range(2)]
    source, db = tmp_path / "c.jsonl", tmp_path / "w.db"
    source.write_text(json.dumps({"id": "T", "documents": documents}) + "\n", encoding="utf-8")
    gold.new(db, source, "cluster", judges=["ann"], name="p")
    answer = {"id": "\ud800", "client": "x", "base": 0, "ops": []}
    raw = {"format": "sumscope-answers", "version": 1, "tasks": [answer]}
    (tmp_path / "a.json").write_text(json.dumps(raw), encoding="utf-8")
    with pytest.raises(SumscopeError, match="half a character"):
        gold.import_(db, tmp_path / "a.json")
    done = cli("gold", "import", db, tmp_path / "a.json")
    assert (done.status, done.err.count("\n")) == (2, 1)
