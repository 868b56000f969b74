"""`sumscope demo`: the page holds every section, nothing from outside, and comes out the same."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from pages import check_safe

SECTIONS = [
    "Leaderboard",
    "Measures beside judgements",
    "Score distributions",
    "Pairwise comparison",
    "Metric redundancy",
    "Extractive oracles",
    "Growth of word networks",
    "Communities of sentences",
    "Agreement of the judges",
    "Measures under split and merge",
    "Source beside summary",
    "Data quality",
    "What changed since the study before",
    "How these numbers were made",
]
FIGURES = [
    "leaderboard-1",
    "correlation",
    "scatter-1",
    "distribution-1",
    "wins-1",
    "p-values-1",
    "redundancy-summaries",
    "oracle-gaps",
    "growth",
    "sentence-graph",
    "dendrogram",
    "agreement",
    "co-clustering",
    "split-and-merge",
]


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Path:
    from sumscope.cli.shell import run

    folder = tmp_path_factory.mktemp("demo") / "a"
    assert run(["demo", "-o", str(folder)]) == 0
    return folder


def test_the_page_holds_every_section_and_figure(made: Path) -> None:
    page = (made / "index.html").read_text(encoding="utf-8")
    assert check_safe(page).headings == SECTIONS
    for name in FIGURES:
        assert f'id="figure-{name}"' in page
        assert (made / f"figures/{name}.svg").stat().st_size > 500
        assert (made / f"figures/{name}.png").read_bytes()[:4] == b"\x89PNG"
    for ending in ("csv", "json", "tex"):
        assert len(list((made / "tables").glob(f"*.{ending}"))) == page.count('<div class="table')
    for name in ("scores.csv", "scores.csv.meta.json", "corpus.jsonl", "study.json"):
        assert (made / name).exists()
    assert not (made / ".study").exists()


def test_the_same_again_gives_the_same_bytes(cli: Any, made: Path, tmp_path: Path) -> None:
    board = cli("demo", "-o", tmp_path, "--json").json["leaderboard"]
    # Keys of judges are secrets, drawn anew each time.
    files = [p for p in made.rglob("*") if p.is_file() and not p.name.startswith("workbench.db")]
    assert len(files) > 100
    for path in files:
        name = path.relative_to(made)
        assert path.read_bytes() == (tmp_path / name).read_bytes(), name
    # The order of the peers is the designed one.
    means = {row["peer"]: row["mean"] for row in board if row["measure"] == "rouge-2"}
    assert min(means["fluent"], means["extractor"]) > means["lead"] > means["drifter"]
    assert means["drifter"] > means["noise"]


def test_every_name_is_known_beforehand_and_a_second_demo_may_replace_them(
    cli: Any, made: Path
) -> None:
    from sumscope.studies.folder import is_output

    names = {p.relative_to(made).as_posix() for p in made.rglob("*") if p.is_file()}
    assert [name for name in names if not is_output(name) and name != "workbench.db"] == [
        "corpus.jsonl"
    ]
    assert (made / "workbench.db").is_file()
    assert cli("demo", "-o", made).status == 0


def test_another_corpus_in_the_folder_is_not_lost(cli: Any, tmp_path: Path) -> None:
    mine = tmp_path / "corpus.jsonl"
    mine.write_text("mine", encoding="utf-8")
    done = cli("demo", "-o", tmp_path)
    assert done.status == 2
    assert len(done.err.strip().splitlines()) == 1
    assert [p.name for p in tmp_path.iterdir()] == ["corpus.jsonl"]
    assert mine.read_text(encoding="utf-8") == "mine"
