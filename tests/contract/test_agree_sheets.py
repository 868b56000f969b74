"""`agree` with judges' sheets, rules, and covers beside the judges of a corpus."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

import sumscope
from sumscope.cli.shell import run

TOPICS = [
    {
        "id": "T1",
        "documents": [
            {"id": "d1", "sentences": ["Fire broke out.", "It was put out.", "Costs rose."]},
            {"id": "d2", "sentences": ["A fire started.", "Costs went up.", "Nobody was hurt."]},
        ],
        "covers": [
            {
                "judge": "A",
                "clusters": [
                    {"label": "fire", "rank": 1, "items": ["d1.0", "d2.0"]},
                    {"label": "costs", "rank": 2, "items": ["d1.2", "d2.1"]},
                ],
                "aside": ["d1.1", "d2.2"],
            },
            {"judge": "B", "clusters": [{"items": ["d1.0", "d1.1"]}]},
        ],
        "disagreement_causes": [
            {"item": "d1.1", "left": "A", "right": "B", "cause": "generalisation"},
            {"item": "d1.2", "left": "A", "right": "B", "cause": "emphasis"},
            {"item": "d2.1", "left": "A", "right": "B", "cause": "emphasis"},
        ],
    },
    {
        "id": "T2",
        "documents": [{"id": "e1", "sentences": ["One.", "Two."]}],
        "covers": [{"judge": "A", "clusters": [{"items": ["e1.0", "e1.1"]}]}],
    },
]
SHEET = "sentence,cluster,label,rank\nd1.0,1,fire,1\nd2.0,1,,\nd1.2,2,costs,2\nd2.1,2,,\n"


@pytest.fixture
def corpus(tmp_path: Path) -> str:
    path = tmp_path / "judged.jsonl"
    path.write_text("".join(json.dumps(topic) + "\n" for topic in TOPICS))
    return str(path)


def written(folder: Path, name: str, text: str) -> str:
    (folder / name).write_text(text)
    return str(folder / name)


def test_rules_are_checked_and_guidelines_printed(
    corpus: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(["agree", "--rules", corpus]) == 0
    out = capsys.readouterr().out
    assert "Guidance" in out
    assert "two-sentences: A cluster has at least two sentences." in out
    assert "T1, A: 2 clusters, 0 broken rules" in out
    assert "T1, B: 1 cluster, 3 broken rules" in out
    assert "two-documents: cluster 1: all sentences come from the document d1" in out
    assert "neither in a cluster nor set aside: 4 sentences" in out
    assert run(["agree", "--rules", corpus, "--json"]) == 0
    rows = json.loads(capsys.readouterr().out)
    assert [(row["topic"], row["left"], row["value"]) for row in rows] == [
        ("T1", "A", 0),
        ("T1", "B", 3),
        ("T2", "A", 3),
    ]
    assert {broken["rule"] for broken in rows[1]["rules"]} == {
        "two-documents",
        "labelled",
        "ranked",
    }


def test_sheets_alone_and_beside_a_corpus(
    corpus: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    one = written(tmp_path, "anna.csv", SHEET)
    two = written(tmp_path, "ben.csv", SHEET.replace("d2.1,2", "d2.1,1"))
    assert run(["agree", one, two, "-m", "rand", "--baseline", "0", "--json"]) == 0
    (row, *_) = json.loads(capsys.readouterr().out)
    assert (row["left"], row["right"], row["value"]) == ("anna", "ben", 0.5)
    assert run(["agree", corpus, one, "-m", "v", "--complete", "singletons", "--json"]) == 0
    rows = {(r["left"], r["right"]): r["value"] for r in json.loads(capsys.readouterr().out)
            if r["measure"] == "v"}  # fmt: skip
    assert set(rows) == {("A", "B"), ("A", "anna"), ("B", "anna")}
    assert rows["A", "anna"] == 1
    assert run(["agree", "--rules", corpus, one, "--json"]) == 0
    checked = {row["left"]: row for row in json.loads(capsys.readouterr().out)}
    assert checked["anna"]["value"] == 0
    assert checked["anna"]["unplaced"] == ["d1.1", "d2.2"]


def test_predicted_and_detected_covers_stand_beside_all_judges(
    corpus: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    predicted = [
        {"topic": "T1", "algorithm": "linkage", "clusters": [["d1.0", "d2.0"], ["d1.1"]]},
        {"topic": "T2", "algorithm": "linkage", "clusters": [["e1.0"], ["e1.1"]]},
    ]
    one = written(tmp_path, "predicted.json", json.dumps(predicted))
    two = written(tmp_path, "detected.json", json.dumps([["d1.0", "d2.0"], ["d1.2", "d2.1"]]))
    assert run(["agree", corpus, one, two, "-m", "omega", "--json", "--baseline", "0"]) == 0
    rows = [row for row in json.loads(capsys.readouterr().out) if row["measure"] == "omega"]
    singles = {(r["topic"], r["left"], r["right"]): r["value"] for r in rows
               if r["complete"] == "singletons"}  # fmt: skip
    assert len(singles) == 7, "four covers of T1 give six pairs, two of T2 one"
    assert singles["T1", "A", "detected"] == 1
    expected = sumscope.agree(
        [{"items": [f"d{d}.{s}" for d in (1, 2) for s in range(3)],
          "clusters": [["d1.0", "d2.0"], ["d1.2", "d2.1"]]}, [["d1.0", "d2.0"], ["d1.1"]]],
        ["omega"], complete="singletons", baseline=0,
    )  # fmt: skip
    assert singles["T1", "A", "predicted"] == expected.rows[0].value


def test_causes_are_counted(corpus: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["agree", corpus, "-m", "omega"]) == 0
    assert "Recorded causes of disagreement" in capsys.readouterr().out
    found = sumscope.disagreement_causes(corpus)
    assert [(c.cause, c.sentences) for c in found.rows] == [
        ("emphasis", 2),
        ("generalisation", 1),
    ]
    assert [row["value"] for row in found.to_json() if row["measure"] == "cause:emphasis"] == [2]


def test_unused_clusters_and_free_random_sizes(corpus: str) -> None:
    found = sumscope.agree(corpus, ["v0.5"], random="free", complete="singletons")
    script = sumscope.edit_scripts(corpus).rows[0].script
    assert script.discarded == ("A2",)
    assert script.discarded_back == ()
    assert found.settings["generator"].startswith("items in K clusters")
    permuted = sumscope.agree(corpus, ["v0.5"], complete="singletons")
    assert permuted.rows[0].value == found.rows[0].value
    assert permuted.rows[0].baseline != found.rows[0].baseline


@pytest.mark.parametrize(
    ("args", "said"),
    [
        (["--rules", "{sheet}"], "the rules need the documents of the sentences"),
        (["{corpus}", "{stray}"], "'z9' is not a sentence of topic"),
        (["{corpus}", "{both}"], "no topic 'T9' in the corpus"),
        (["{sheet}"], "no topic has two judges"),
        (["{corpus}", "--random", "odd"], "Invalid value for '--random'"),
        (["--rules", "{bare}"], "no covers"),
    ],
)
def test_mistakes_are_one_line(
    args: list[str], said: str, corpus: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    files = {
        "corpus": corpus,
        "sheet": written(tmp_path, "s.csv", SHEET),
        "stray": written(tmp_path, "stray.json", '[["d1.0", "z9"]]'),
        "both": written(tmp_path, "both.csv", "topic,sentence,cluster\nT9,a,1\n"),
        "bare": written(tmp_path, "x.jsonl", '{"id": "T"}\n'),
    }  # fmt: skip
    assert run(["agree", *(arg.format(**files) for arg in args)]) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert said in err
    assert err.count("\n") == 1
