"""`sumscope links` on the embedded meeting: the paper's model, files, and what goes wrong."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from sumscope.data import DEMO


@pytest.fixture(scope="module")
def meeting(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("links") / "meeting.jsonl"
    lines = Path(DEMO).read_text(encoding="utf-8").splitlines()
    kept = [line for line in lines if json.loads(line)["id"] == "en-meeting"]
    path.write_text("\n".join(kept) + "\n", encoding="utf-8")
    return path


@pytest.fixture
def model(cli: Any, meeting: Path, tmp_path: Path) -> Path:
    path = tmp_path / "model.json"
    done = cli("links", "fit", meeting, "-o", path, "--kind", "logistic")
    assert done.status == 0, done.err
    assert done.out == ""
    return path


def test_evaluate_has_the_promised_shape(cli: Any, meeting: Path, model: Path) -> None:
    done = cli("links", "evaluate", meeting, "--model", model, "--by", "gn", "-k", 9, "--json")
    assert done.status == 0, done.err
    found = done.json
    assert set(found) >= {"precision", "recall", "f", "auroc", "omega", "k", "meetings"}
    assert list(found["omega"]) == ["gn"]
    assert found["k"] == 9
    assert [m["judge"] for m in found["meetings"]] == ["j1", "j2"]


def test_tables_for_people(cli: Any, meeting: Path, model: Path) -> None:
    done = cli("links", "evaluate", meeting, "--model", model, "--each")
    assert done.status == 0, done.err
    assert "message links" in done.out
    assert "between judges" in done.out
    assert "same-speaker" in cli("links", "show", model).out
    assert cli("links", "show", model, "--json").json["model"] == "logistic"


def test_predict_gives_covers(cli: Any, meeting: Path, model: Path, tmp_path: Path) -> None:
    out = tmp_path / "covers.json"
    done = cli("links", "predict", meeting, "--model", model, "--json", "-o", out)
    assert done.status == 0, done.err
    (topic,) = done.json
    assert json.loads(out.read_text()) == done.json
    held = {item for cluster in topic["clusters"] for item in cluster}
    assert held == set(topic["items"])
    assert all(0 < p <= 1 for _, _, p in topic["links"])
    assert cli("links", "predict", meeting, "--model", model).status == 0


@pytest.mark.parametrize(
    "args",
    [
        ("fit", "MEETING", "-o", "x.json", "--kind", "magic"),
        ("fit", "MEETING", "-o", "x.json", "--universe", "some"),
        ("fit", "nowhere.jsonl", "-o", "x.json"),
        ("predict", "MEETING", "--model", "nowhere.json"),
        ("evaluate", "MEETING", "--model", "MODEL", "--by", "magic"),
        ("evaluate", "MEETING", "--model", "MODEL", "-k", "0"),
        ("show", "MEETING"),
    ],
)
def test_bad_usage_is_one_line(cli: Any, meeting: Path, model: Path, args: tuple[str, ...]) -> None:
    names = {"MEETING": str(meeting), "MODEL": str(model)}
    done = cli("links", *(names.get(arg, arg) for arg in args))
    assert done.status == 2
    assert done.out == ""
    assert done.err.count("\n") == 1, done.err
