"""Kumar et al. (2011) on a small made-up copy of TAC 2011's folders."""

from __future__ import annotations

from pathlib import Path

import pytest

from sumscope.app.reproduce import papers, reproduce
from sumscope.core.errors import MissingExtraError, SumscopeError
from sumscope.metrics.summary.elements import BasicElements
from sumscope.papers._common import published
from sumscope.papers.kumar2011 import ROWS, topic_key
from sumscope.text.synonyms import synonyms

TEXTS = {
    "A": "The grey ferry sank in the cold harbour. Crews searched all night.",
    "B": "A ferry sank in the harbour at night. Crews searched the cold water.",
    "C": "Crews searched the harbour all night. The grey ferry had sunk.",
    "D": "The ferry sank. Divers and crews searched the cold harbour all night.",
    "1": "The grey ferry sank in the harbour. Crews searched all night.",
    "2": "A ferry sank. Crews searched.",
    "3": "The harbour is cold. It rained on Monday.",
    "4": "Shares fell on Monday and markets closed early.",
}
PYRAMID = {"A": 0.8, "B": 0.9, "C": 0.7, "D": 0.85, "1": 0.6, "2": 0.4, "3": 0.2, "4": 0.0}


@pytest.fixture
def tac(tmp_path: Path) -> Path:
    """GuidedSumm2011_eval: three topics, two sets, four models, four systems."""
    root = tmp_path / "GuidedSumm2011_eval"
    for folder in ("ROUGE/models", "ROUGE/peers", "manual"):
        (root / folder).mkdir(parents=True)
    lines: dict[str, list[str]] = {}
    for topic in ("D1101", "D1102", "D1103"):
        for letter in "AB":
            for place, (who, text) in enumerate(TEXTS.items()):
                group = "models" if who.isalpha() else "peers"
                words = text.split()
                if letter == "B" or topic == "D1103":
                    words = words[: len(words) - place % 3]
                name = f"{topic}-{letter}.M.100.A.{who}"
                (root / "ROUGE" / group / name).write_text(" ".join(words) + "\n")
                score = PYRAMID[who] + 0.01 * int(topic[-1])
                if group == "models":
                    cells = f"{topic}-{letter} {who} 9 0 0 {score} 5 {4 + place % 2}"
                    lines.setdefault(f"manual.model.{letter}", []).append(cells)
                else:
                    cells = (
                        f"{topic}-{letter} {who} {score} 4 1 0 0 {score - 0.01} 3 {5 - place % 3}"
                    )
                    lines.setdefault(f"manual.peer.{letter}", []).append(cells)
    for name, content in lines.items():
        (root / "manual" / name).write_text("\n".join(content) + "\n")
    return tmp_path


def test_published_numbers():
    tables = published("kumar2011")
    assert tables["table-1"].figures("Baseline-1")["pyramid pearson in the paper"] == 0.572
    last = tables["table-4"].figures(ROWS["topic-closeness(topics=gaac,form=paper)"])
    assert last["readability kendall in the paper"] == 0.263
    assert set(tables["table-1"].figures(ROWS["topic-fusion"]).values()) == {None}
    assert list(tables) == ["table-1", "table-2", "table-3", "table-4"]
    for table in tables.values():
        assert {row[0] for row in table.rows} == {name for name in ROWS.values() if name}
        assert all(0 < value < 1 for row in table.rows for value in row[1:])


def test_tables(tac: Path):
    assert "kumar2011" in papers()
    result = reproduce("kumar2011", tac, out=tac / "out")
    names = [table.name for table in result.tables]
    assert [name for name in names if name.count("-") == 1] == [
        "table-1",
        "table-3",
        "table-2",
        "table-4",
    ]
    assert len(names) == 4 * 4 + 2, "all peers also have pairs of a system and a person"
    first = next(t for t in result.tables if t.name == "table-1").to_json()["rows"]
    row = next(r for r in first if r["measure"] == "topic-unigram")
    assert row["in the paper"] == "OUR SYSTEM-1"
    three = [r for r in first if r["in the paper"] == "OUR SYSTEM-3"]
    assert [r["measure"] for r in three] == [
        "topic-path(form=paper)",
        "topic-path(form=word)",
        "topic-path",
    ]
    assert {r["pyramid pearson in the paper"] for r in three} == {0.950}
    assert any("Porter" in note for note in result.notes)
    assert row["pyramid pearson in the paper"] == 0.956
    assert 0.5 < row["pyramid pearson"] <= 1
    intervals = next(t for t in result.tables if t.name == "table-1-intervals")
    assert {r["n"] for r in intervals.to_json()["rows"]} == {8}
    systems = next(t for t in result.tables if t.name == "table-3-intervals")
    assert {r["n"] for r in systems.to_json()["rows"]} == {4}
    pairs = next(t for t in result.tables if t.name == "table-1-discriminative")
    assert {r["pairs"] for r in pairs.to_json()["rows"]} == {28}
    mixed = next(t for t in result.tables if t.name == "table-1-discriminative-models")
    assert {r["pairs"] for r in mixed.to_json()["rows"]} == {4 * 4}
    tests = next(t for t in result.tables if t.name == "table-1-differences").to_json()["rows"]
    assert {r["measure"] for r in tests} >= {"topic-path(form=word)", "rouge-su4"}
    assert all(r["measure"] != "rouge-2" for r in tests)
    assert (tac / "out" / "table-4.tex").exists()


def test_odd_files_are_told_and_never_fatal(tac: Path):
    peers = next(tac.rglob("ROUGE/peers"))
    (peers / "D1101-A.M.100.A.1").unlink()
    judged = next(tac.rglob("manual.peer.A"))
    lines = judged.read_text().splitlines()
    assert lines[1].startswith("D1101-A 2 ")
    lines[1] = "D1101-A 2 nan 4 1 0 0 nan 3 3"
    judged.write_bytes("\r\n".join(["Réponse", *lines]).encode("latin-1"))
    next(tac.rglob("manual.model.B")).unlink()
    result = reproduce("kumar2011", tac)
    said = "\n".join(result.notes)
    assert "initial summaries, no models: no score for 1 judged summary" in said
    assert "No manual.model.B: 'all peers' are the systems alone." in said
    assert "not UTF-8" in said
    tables = {t.name: t.to_json()["rows"] for t in result.tables}
    assert {r["n"] for r in tables["table-1-intervals"]} == {8}
    assert {r["n"] for r in tables["table-2-intervals"]} == {4}


def test_without_judged_systems_there_is_nothing_to_do(tac: Path):
    for path in tac.rglob("manual.peer.?"):
        path.unlink()
    with pytest.raises(SumscopeError, match=r"found no manual\.peer\.A"):
        reproduce("kumar2011", tac)


def test_without_summaries_there_is_nothing_to_do(tac: Path):
    for path in tac.rglob("ROUGE/peers/*"):
        path.unlink()
    (next(tac.rglob("ROUGE/peers")) / ".DS_Store").write_bytes(b"\0")
    with pytest.raises(SumscopeError, match="models/ and peers/ that hold files"):
        reproduce("kumar2011", tac)


def test_a_baseline_that_lacks_a_part_is_a_row_that_says_so(tac: Path, monkeypatch):
    def lacks(*_: object) -> None:
        raise MissingExtraError("no parser", hint="install one")

    monkeypatch.setattr(BasicElements, "prepare", lacks)
    result = reproduce("kumar2011", tac)
    row = next(r for r in result.tables[0].to_json()["rows"] if r["measure"] == "be")
    assert row["missing"] == "no parser; install one"
    assert row["pyramid pearson"] is None
    assert row["pyramid pearson in the paper"] == 0.781


def test_wordnet_is_used_where_it_is_found(tac: Path, tmp_path: Path, monkeypatch):
    folder = tmp_path / "wordnet"
    folder.mkdir()
    line = "00001740 03 n 02 ferry 0 boat 0 000 | a vessel\n"
    (folder / "data.noun").write_text("  1 licence\n" + line)
    monkeypatch.setenv("SUMSCOPE_WORDNET", str(folder))
    result = reproduce("kumar2011", tac)
    assert "Synonyms are WordNet's (synonyms=wordnet)." in result.notes
    monkeypatch.delenv("SUMSCOPE_WORDNET")
    assert synonyms(str(folder), "en", "porter").groups("boat"), "any folder with data.noun"


def test_the_embedded_example():
    result = reproduce("kumar2011")
    heading = result.tables[0].heading
    assert not any("pearson in the paper" in name for name in heading), "nothing is published here"
    assert result.tables[0].name == ("correlations-all")
    assert any("invented" in note for note in result.notes)


def test_topic_names():
    assert topic_key("D1101-A") == topic_key("d1101-a") == topic_key("D1101A-A") == "1101-A"
    assert topic_key("D1101B-B") == "1101-B"


def test_what_is_missing_is_named(tmp_path: Path, tac: Path):
    empty = tmp_path / "empty"
    empty.mkdir()
    with pytest.raises(SumscopeError, match=r"manual\.peer"):
        reproduce("kumar2011", empty)
    bad = next(tac.rglob("manual.peer.A"))
    bad.write_text("D1101-A 1 0.5\n")
    with pytest.raises(SumscopeError, match="line 1"):
        reproduce("kumar2011", tac)
    corpus = tmp_path / "c.jsonl"
    corpus.write_text('{"id": "T"}\n')
    with pytest.raises(SumscopeError, match="no judgements"):
        reproduce("kumar2011", corpus)
