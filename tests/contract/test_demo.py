"""`sumscope demo`: the page holds every section, nothing from outside, and comes out the same."""

from __future__ import annotations

import shutil
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
from pages import check_safe

# One process makes the example that all of these look at.
pytestmark = pytest.mark.xdist_group("demo")

TASKS = ["cluster", "link", "extract", "rate", "prefer"]
SECTIONS = [
    "Leaderboard",
    "Correlation with human judgements",
    "Reliability of the judges",
    "The order that people give",
    "Score distributions",
    "Pairwise comparison",
    "Redundancy of the measures",
    "Extractive oracles",
    "Growth of word networks",
    "Communities of sentences",
    "Agreement of the judges",
    "Measures under split and merge",
    "Every summary",
    "Data quality",
    "Changes since the previous study",
    "How these numbers were made",
]
FIGURES = [
    "leaderboard-1",
    "correlation",
    "scatter-1",
    "distribution-1",
    "wins-1",
    "redundancy-summaries",
    "oracle-gaps",
    "growth",
    "sentence-graph",
    "dendrogram",
    "agreement",
    "co-clustering",
    "split-and-merge",
]


def test_the_page_holds_every_section_and_figure(demo_folder: Path) -> None:
    page = (demo_folder / "index.html").read_text(encoding="utf-8")
    read = check_safe(page)
    assert [section["title"] for section in read.data["study"]["sections"]] == SECTIONS
    charts = {b["name"] for blocks in read.blocks.values() for b in blocks if b["kind"] == "chart"}
    assert {"oracle-gaps", "growth", "sentence-graph", "agreement", "co-clustering"} <= charts
    for name in FIGURES:
        assert (demo_folder / f"figures/{name}.svg").stat().st_size > 500
        assert (demo_folder / f"figures/{name}.png").read_bytes()[:4] == b"\x89PNG"
        assert (demo_folder / f"figures/{name}.pdf").read_bytes()[:4] == b"%PDF"
    shown = {b["name"] for blocks in read.blocks.values() for b in blocks if b["kind"] == "table"}
    for ending in ("csv", "json", "tex"):
        assert shown <= {path.stem for path in (demo_folder / "tables").glob(f"*.{ending}")}
    assert len(read.data["texts"]) == len(list((demo_folder / "topics").iterdir()))
    for name in ("scores.csv", "scores.csv.meta.json", "corpus.jsonl", "study.json"):
        assert (demo_folder / name).exists()
    assert not (demo_folder / ".study").exists()


def test_the_same_again_gives_the_same_bytes(cli: Any, demo_folder: Path, tmp_path: Path) -> None:
    board = cli("demo", "-o", tmp_path, "--json").json["leaderboard"]
    # Keys of judges are secrets, drawn anew each time.
    files = [
        p for p in demo_folder.rglob("*") if p.is_file() and not p.name.startswith("workbench.db")
    ]
    assert len(files) > 100
    for path in files:
        name = path.relative_to(demo_folder)
        assert path.read_bytes() == (tmp_path / name).read_bytes(), name
    # The order of the peers is the designed one, and there are enough topics to show it.
    rows = {row["peer"]: row for row in board if row["measure"] == "rouge-2"}
    designed = [rows[name] for name in ("fluent", "lead", "drifter", "noise")]
    for better, worse in pairwise(designed):
        assert better["mean"] > worse["mean"]
        assert not set(better["letters"]) & set(worse["letters"])


def test_the_workbench_shows_work_of_every_task(cli: Any, demo_folder: Path) -> None:
    found = cli("gold", "status", demo_folder / "workbench.db", "--json").json
    assert [project["task"] for project in found] == TASKS
    for project in found:
        *judges, visitor = project["judges"]
        assert judges
        assert all(judge["submitted"] == len(judge["tasks"]) > 0 for judge in judges)
        assert visitor["submitted"] == 0


def test_every_name_is_known_beforehand(demo_folder: Path) -> None:
    from sumscope.studies.folder import is_output

    names = {p.relative_to(demo_folder).as_posix() for p in demo_folder.rglob("*") if p.is_file()}
    assert [name for name in names if not is_output(name) and name != "workbench.db"] == [
        "corpus.jsonl"
    ]
    assert (demo_folder / "workbench.db").is_file()


@pytest.mark.all_only
def test_a_second_demo_may_replace_the_first(cli: Any, demo_folder: Path, tmp_path: Path) -> None:
    copy = shutil.copytree(demo_folder, tmp_path / "copy")
    assert cli("demo", "-o", copy).status == 0


def test_another_corpus_in_the_folder_is_not_lost(cli: Any, tmp_path: Path) -> None:
    mine = tmp_path / "corpus.jsonl"
    mine.write_text("mine", encoding="utf-8")
    done = cli("demo", "-o", tmp_path)
    assert done.status == 2
    assert len(done.err.strip().splitlines()) == 1
    assert [p.name for p in tmp_path.iterdir()] == ["corpus.jsonl"]
    assert mine.read_text(encoding="utf-8") == "mine"
