from __future__ import annotations

import io
import json
from pathlib import Path
from types import SimpleNamespace

import pytest

import sumscope
from sumscope.cli.shell import run
from sumscope.data import DEMO


@pytest.fixture
def files(tmp_path: Path) -> tuple[str, str]:
    one, two = tmp_path / "one.json", tmp_path / "two.tsv"
    one.write_text('{"items": ["a","b","c","d"], "clusters": [["a","b"],["c"]]}')
    two.write_text("a\tx\nb\ty\nc\ty\n")
    return str(one), str(two)


def test_json_is_the_library(files: tuple[str, str], capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["agree", *files, "-m", "v0.5", "-m", "omega", "--json"]) == 0
    out, err = capsys.readouterr()
    assert json.loads(out) == sumscope.agree(list(files), ["v0.5", "omega"]).to_json()
    assert err == ""


def test_complete(files: tuple[str, str], capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["agree", *files, "-m", "v", "--complete", "bucket", "--json"]) == 0
    assert [row["complete"] for row in json.loads(capsys.readouterr().out)] == ["bucket"]


def test_table(files: tuple[str, str], capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["agree", *files, "--edits"]) == 0
    out = capsys.readouterr().out
    assert "vbeta" in out
    assert "singletons" in out
    assert "bucket" in out
    assert "by chance" in out
    assert "left out by both: d" in out


def test_corpus(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["agree", str(DEMO), "-m", "omega", "--baseline", "5"]) == 0
    assert "mean over topics" in capsys.readouterr().out


def test_standard_input(
    files: tuple[str, str], monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("sys.stdin", SimpleNamespace(buffer=io.BytesIO(b'[["a","b"],["c"]]')))
    assert run(["agree", "-", files[0], "-m", "v", "--json"]) == 0
    rows = json.loads(capsys.readouterr().out)
    assert (rows[0]["left"], rows[0]["value"]) == ("-", 1)


def test_universe(
    files: tuple[str, str], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    wide = tmp_path / "wide.json"
    wide.write_text(json.dumps([list("abcdefgh")]))
    shown = []
    for more in ([], ["--universe", str(wide)]):
        assert run(["agree", *files, "-m", "rand", "--json", *more]) == 0
        shown.append(json.loads(capsys.readouterr().out)[0]["value"])
    assert shown[0] < shown[1]


@pytest.mark.parametrize(
    ("args", "said"),
    [
        ([], "Missing argument"),
        (["none.json", "none.json"], "none.json: cannot read the cover"),
        (["{one}"], "one cover alone cannot be compared"),
        (["{one}", "{two}", "-m", "omeg"], "unknown measure 'omeg'; did you mean omega"),
        (["{one}", "{two}", "-m", "rouge-2"], "rouge-2 does not compare covers"),
        (["{one}", "{two}", "--complete", "x"], "Invalid value for '--complete'"),
        (["{one}", "{bad}"], "bad.json: the item 'z' of cluster 1 is not in the universe"),
        (["{one}", "{over}", "-m", "v"], "over.json: a measure of partitions cannot compare"),
    ],
)
def test_bad_use_is_one_line(
    args: list[str],
    said: str,
    files: tuple[str, str],
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
) -> None:
    bad, over = tmp_path / "bad.json", tmp_path / "over.json"
    bad.write_text('{"items": ["a"], "clusters": [["z"]]}')
    over.write_text('[["a", "b"], ["b"]]')
    filled = [a.format(one=files[0], two=files[1], bad=bad, over=over) for a in args]
    assert run(["agree", *filled]) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert said in err
    assert err.count("\n") == 1


def test_help_has_an_example(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["agree", "--help"]) == 0
    assert "Example: sumscope agree" in capsys.readouterr().out
