"""Corpora as people have them on disk (`$SUMSCOPE_DATA/layouts`): one command each, counts checked.

The texts there are made up and the scores drawn at random; names, markup, encodings and shapes of
tables are those of the originals. Scores of ROUGE-1.5.5 come from runs of the original script here.
"""

from __future__ import annotations

import gzip
import json
import os
from pathlib import Path

import pytest

import sumscope
from sumscope.cli.shell import run

LAYOUTS = Path(os.environ.get("SUMSCOPE_DATA", "")) / "layouts"
pytestmark = pytest.mark.skipif(
    not LAYOUTS.is_dir(), reason="set SUMSCOPE_DATA to the folder with layouts/"
)
EXPECTED = Path(__file__).parent / "layout-scores.json"


@pytest.mark.parametrize(
    ("folder", "kind", "counts", "notes"),
    [
        (
            "duc2006",
            "duc",
            # 3 x (4 documents, 4 models, 10 peers); judgements: 30 peers x (2 + 5) by NIST's
            # assessors and 18 peers x (3 + 6) of the pyramid table
            (3, 12, 12, 30, 30 * 7 + 18 * 9, 0),
            {
                "ROUGE settings files left out, since models and peers are found by their names": 2,
                "peers of another evaluation, kept apart under the topic's key evaluations": 30,
                "values that differ from the table they repeat, kept as pyramid_table.NAME": 108,
                "pyramids that differ from another of the same annotator, renamed": 1,
                "annotations of a missing peer, left out": 1,
            },
        ),
        (
            "duc2006/NISTeval/ROUGE",
            "rouge",
            (3, 0, 12, 30, 0, 0),
            {
                "EVALs that leave out one reference each, joined into topics": 12,
                "roots of another machine, found near the settings file": 2,
            },
        ),
        (
            "duc2006/NISTeval/BE",
            "rouge",
            (3, 0, 12, 30, 0, 0),
            {
                "EVALs that leave out one reference each, joined into topics": 12,
                "roots of another machine, found near the settings file": 2,
                "files of basic elements, kept under the key be": 42,
            },
        ),
        ("sumrepo-duc2004", "rouge", (3, 0, 12, 39, 0, 0), {}),
        (
            "temario2004/official",
            "temario",
            (3, 3, 3, 3, 0, 0),
            {
                "files that are not UTF-8, read as Windows-1252": 3,
                "files that are not UTF-8, read as Latin-1": 6,
            },
        ),
        (
            "temario2004/as-redistributed",
            "temario",
            (3, 3, 3, 3, 0, 0),
            {
                "files that are not UTF-8, read as Windows-1252": 3,
                "files that are not UTF-8, read as Latin-1": 6,
            },
        ),
    ],
)
def test_one_command(
    folder: str, kind: str, counts: tuple[int, ...], notes: dict[str, int], tmp_path: Path
) -> None:
    result = sumscope.convert(LAYOUTS / folder, tmp_path / "out.jsonl")
    assert result.format == kind
    names = ("topics", "documents", "references", "peers", "judgements", "covers")
    assert tuple(getattr(result, name) for name in names) == counts
    assert {row["kind"]: row["count"] for row in result.counts} == notes


def test_the_two_copies_of_temario_are_one(tmp_path: Path) -> None:
    outs = []
    for name in ("official", "as-redistributed"):
        out = tmp_path / f"{name}.jsonl"
        sumscope.convert(LAYOUTS / "temario2004" / name, out)
        outs.append(out.read_bytes())
    assert outs[0] == outs[1]


@pytest.fixture(scope="module")
def duc(tmp_path_factory: pytest.TempPathFactory) -> Path:
    out = tmp_path_factory.mktemp("duc") / "duc2006.jsonl.gz"
    assert run(["convert", str(LAYOUTS / "duc2006"), str(out)]) == 0
    return out


def topics(path: Path) -> dict[str, dict[str, object]]:
    with gzip.open(path, "rt", encoding="utf-8") as stream:
        return {topic["id"]: topic for topic in map(json.loads, stream)}


def test_what_belongs_to_a_topic(duc: Path) -> None:
    found = topics(duc)
    assert list(found) == ["D0601A", "D0603C", "D0605E"]
    for name, topic in found.items():
        assert {"title", "narrative", "pyramid_creator"} <= topic.keys()
        people = {row["id"] for row in topic["references"]}
        assert {row["id"] for row in topic["peers"] if row.get("human")} == people
        assert all(len(row["be"]) > 50 for row in topic["references"] + topic["peers"])
        later = topic["evaluations"]["NISTeval2"]["peers"]
        assert [row["id"] for row in later] == [row["id"] for row in topic["peers"]]
        assert all(
            a["sentences"] != b["sentences"] for a, b in zip(later, topic["peers"], strict=True)
        )
        judges = {
            judge
            for named in topic["judgements"].values()
            for key, values in named.items()
            if key.startswith(("content", "overall", "linguistic"))
            for judge in values
        }
        assert judges == {"A"} if name == "D0601A" else judges == {"J"}
    # content.table and overall.table, row by row for one peer; 2006_modified_scores.txt
    peer = found["D0605E"]["judgements"]["22"]
    assert peer["content_responsiveness"] == {"J": 1}
    assert peer["overall_responsiveness"] == {"J": 4}
    assert [peer[f"linguistic_quality_{i}"]["J"] for i in range(1, 6)] == [1, 4, 3, 2, 3]
    assert peer["modified_pyramid"] == {"102": 0.3503}
    assert peer["num_scus"] == {"102": 5}
    assert sum(unit["weight"] for unit in found["D0601A"]["pyramids"]["100"]) > 0
    with_units = [row["id"] for row in found["D0601A"]["peers"] if "scus" in row]
    assert with_units == ["1"]


def test_another_evaluation_can_be_asked_for(duc: Path, tmp_path: Path) -> None:
    out = tmp_path / "second.jsonl.gz"
    arguments = ["convert", str(LAYOUTS / "duc2006"), str(out), "--evaluation", "NISTeval2"]
    assert run(arguments) == 0
    first, second = topics(duc), topics(out)
    for name in first:
        later = first[name]["evaluations"]["NISTeval2"]["peers"]
        taken = [(row["id"], row["sentences"]) for row in second[name]["peers"]]
        assert taken == [(row["id"], row["sentences"]) for row in later]
        assert second[name]["references"] == first[name]["references"]
        assert list(second[name]["evaluations"]) == ["NISTeval"]


def test_nists_jackknife_is_one_flag(duc: Path) -> None:
    """ROUGE-1.5.5.pl -n 2 -x -m -2 4 -u -c 95 -f A -p 0.5 -t 0 -a -d rougejk.in, per EVAL.

    Run on the layout's own settings file with its roots put right; the mean over the EVALs of a
    topic in which a peer is scored is what NIST publishes of it.
    """
    expected = json.loads(EXPECTED.read_text())["rougejk"]
    names = ("rouge-2", "rouge-2(report=f)", "rouge-su4", "rouge-su4(report=p)")
    table = sumscope.score(duc, names, jackknife="all").to_pandas()
    ours = {(r.topic, r.peer, r.measure): r.value for r in table.itertuples()}
    assert len(ours) == 3 * 10 * 4
    for (topic, peer, measure), value in ours.items():
        evals = expected[topic][peer][measure]
        assert len(evals) == (1 if peer.isalpha() else 4)
        assert value == pytest.approx(sum(evals) / len(evals), abs=1e-12)


def test_settings_and_folder_give_the_same_scores(duc: Path, tmp_path: Path) -> None:
    out = tmp_path / "settings.jsonl"
    sumscope.convert(LAYOUTS / "duc2006/NISTeval/ROUGE/rougejk.in", out)
    scores = [
        sorted(
            (row.topic[:5], row.peer, row.human, row.value)
            for row in sumscope.score(path, ["rouge-su4"], jackknife="all").to_pandas().itertuples()
        )
        for path in (duc, out)
    ]
    assert scores[0] == scores[1]


def test_basic_elements_as_the_original_scores_them(duc: Path) -> None:
    """ROUGE-1.5.5.pl -3 MODE -m -f A|B -a -d simplejk.in: recall, means over EVALs; HM by EVAL."""
    recorded = json.loads(EXPECTED.read_text())
    names = list(recorded["be_means"])
    table = sumscope.score(duc, names, jackknife="all").to_pandas()
    ours = {(r.topic, r.peer, r.measure): r.value for r in table.itertuples()}
    for name, topics_ in recorded["be_means"].items():
        spelled = str(sumscope.parse(name))
        for topic, peers in topics_.items():
            for peer, value in peers.items():
                assert ours[topic, peer, spelled] == pytest.approx(value, abs=1e-9)
    for name, topics_ in recorded["be"].items():
        parts = [name if p == "r" else _reporting(name, p) for p in "rpf"]
        table = sumscope.score(duc, parts, jackknife="all").to_pandas()
        ours = {(r.topic, r.peer, r.measure): r.value for r in table.itertuples()}
        for topic, peers in topics_.items():
            for peer, evals in peers.items():
                means = [sum(column) / len(evals) for column in zip(*evals, strict=True)]
                found = [ours[topic, peer, str(sumscope.parse(part))] for part in parts]
                assert found == pytest.approx(means, abs=1e-12)


def _reporting(name: str, part: str) -> str:
    return f"{name[:-1]},report={part})" if name.endswith(")") else f"{name}(report={part})"
