"""`reproduce pardo2006` on TeMário's folders (made here from the embedded texts) and elsewhere."""

from __future__ import annotations

import json
from dataclasses import replace

import pytest
from scipy import stats

import sumscope
from sumscope.cli.shell import run
from sumscope.core.values import Text
from sumscope.corpus.jsonl import read_corpus, write_corpus
from sumscope.corpus.view import TopicView
from sumscope.data import DEMO
from sumscope.graph.words import word_network
from sumscope.papers.pardo2006 import GROUPS


@pytest.fixture(scope="module")
def temario(tmp_path_factory):
    """Eight Portuguese texts laid out as TeMário is given out, in Latin-1."""
    root = tmp_path_factory.mktemp("TeMario")
    sources = root / "Textos-fonte" / "Textos-fonte com título"
    manual = root / "Sumários" / "Sumários manuais"
    ideal = root / "Sumários" / "Extratos ideais automáticos"
    for folder in (sources, manual, ideal):
        folder.mkdir(parents=True)
    for topic in read_corpus(DEMO):
        if topic.id not in ("pt-enchente", "pt-onca"):
            continue
        view = TopicView(topic)
        for document in view.documents:
            name = f"{topic.id}-{document.id}.txt"
            lines = document.sentences
            (sources / f"St-{name}").write_bytes("\n".join(lines).encode("latin-1", "replace"))
            text = " ".join(reference.text for reference in view.references[:2])
            (manual / f"Sum-{name}").write_bytes(text.encode("latin-1", "replace"))
            chosen = " ".join([lines[0], lines[3]])
            (ideal / f"Ext-{name}").write_bytes(chosen.encode("latin-1", "replace"))
    return root


@pytest.fixture(scope="module")
def result(temario):
    return sumscope.reproduce("pardo2006", temario)


def rows(result, name):
    (table,) = (t for t in result.to_json()["tables"] if t["name"] == name)
    return table["rows"]


def test_tables_of_temario_folders(result):
    systems = [row["system"] for row in rows(result, "table1")]
    assert systems == ["SuPor", "GistSumm", "Lead (control)", "Random extracts (control)"]
    for row in rows(result, "table1"):
        r, p = row["recall"], row["precision"]
        assert 0 <= r <= 100
        assert 0 <= p <= 100
        assert row["F"] == pytest.approx(2 * r * p / (r + p) if r + p else 0)
    table = rows(result, "table2")
    assert [row["texts"] for row in table] == [8] * len(GROUPS)
    assert table[0]["over manual (%)"] == 0
    for row in table:
        expected = 100 * (row["mean"] / table[0]["mean"] - 1)
        assert row["over manual (%)"] == pytest.approx(expected)
    assert [row["published"] for row in table] == [0.03045, 0.03538, 0.03673, 0.04373, *[None] * 3]


def test_means_are_those_of_the_texts(result, temario):
    manual = []
    ideal = []
    for kind, found in (("manuais", manual), ("ideais", ideal)):
        for path in temario.rglob("*.txt"):
            if kind in path.parent.name:
                text = path.read_text(encoding="latin-1")
                found.append((path.name.partition("-")[2], word_network(text, "pt").deviation))
    table = rows(result, "table2")
    assert table[0]["mean"] == pytest.approx(sum(v for _, v in manual) / 8)
    assert table[1]["mean"] == pytest.approx(sum(v for _, v in ideal) / 8)
    (test,) = (t for t in rows(result, "t-tests") if t["groups"] == "Manual summaries - GEI")
    first, second = ([v for _, v in sorted(group)] for group in (manual, ideal))
    assert test["p (independent)"] == pytest.approx(stats.ttest_ind(first, second).pvalue)
    assert test["p (paired)"] == pytest.approx(stats.ttest_rel(first, second).pvalue)
    assert len(rows(result, "t-tests")) == 6


def test_controls_are_compared_and_the_separation_is_said(result, temario):
    """A check from outside: on TeMário random extracts average .022 to .025, manual ones .0256."""
    controls = rows(result, "controls")
    assert controls[0]["groups"] == "Manual summaries - Random extracts (control)"
    assert all(row["published p"] is None for row in controls)
    means = {row["group"]: row["mean"] for row in rows(result, "table2")}
    (said,) = (note for note in result.notes if "random" in note and "average" in note)
    assert f"{means['Manual summaries']:.4f}" in said
    assert f"{means['Random extracts (control)']:.4f}" in said
    assert controls[0]["difference"] == pytest.approx(
        means["Random extracts (control)"] - means["Manual summaries"]
    )
    shares = rows(result, "degrees")
    for group in means:
        assert sum(row[group] for row in shares) == pytest.approx(100)


def test_the_network_of_figure_2_is_drawn_and_listed(result):
    assert [p.name for p in result.pictures] == ["figure2", "figure3", "figure4", "figure5"]
    edges = rows(result, "figure2")
    degree = {}
    for edge in edges:
        for word in (edge["first word"], edge["second word"]):
            degree[word] = degree.get(word, 0) + 1
    hubs = rows(result, "hubs")[0]["words (degree)"]
    first = hubs.split(" (")[0]
    assert degree[first] == max(degree.values())


def test_extracts_of_the_corpus_are_not_replaced(tmp_path):
    """Ideal extracts called `gei`, and a corpus's own SuPor extracts, are used as they are."""
    topics = []
    for topic in read_corpus(DEMO):
        ids = list(TopicView(topic).by_id)
        own = (Text("gei", extract=tuple(ids[:2])), Text("supor", text="Zebras juggle lanterns."))
        if topic.documents and topic.references:
            topics.append(replace(topic, peers=own))
    write_corpus(tmp_path / "own.jsonl", topics)
    found = sumscope.reproduce("pardo2006", tmp_path / "own.jsonl")
    assert "GEI is the corpus's own ideal extracts." in found.notes
    assert f"{len(topics)} texts have their own GistSumm or SuPor extracts; they are used." in (
        found.notes
    )
    assert any(f"0 of {2 * len(topics)} sentences of the ideal" in note for note in found.notes)
    table = {row["group"]: row["mean"] for row in rows(found, "table2")}
    assert table["SuPor"] == word_network("Zebras juggle lanterns.", "en").deviation == 0
    ideal = [
        word_network(" ".join(item.text for item in list(view.by_id.values())[:2]), view.lang)
        for view in map(TopicView, topics)
    ]
    assert table["GEI"] == pytest.approx(sum(n.deviation for n in ideal) / len(ideal))


def test_sentences_of_ideal_extracts_that_no_source_has_are_counted(temario, tmp_path):
    import shutil

    root = tmp_path / "TeMario"
    shutil.copytree(temario, root)
    path = sorted(root.rglob("Ext-*.txt"))[0]
    path.write_bytes(path.read_bytes() + " Esta frase não está na fonte.".encode("latin-1"))
    found = sumscope.reproduce("pardo2006", root)
    assert any(note.startswith("1 of 17 sentences of the ideal") for note in found.notes)


def test_files_are_written_and_the_same_each_time(result, temario, tmp_path, capsys):
    one, two = tmp_path / "one", tmp_path / "two"
    result.write(one)
    assert run(["reproduce", "pardo2006", "--data", str(temario), "-o", str(two), "--json"]) == 0
    assert json.loads(capsys.readouterr().out) == result.to_json()
    names = {path.name for path in one.iterdir()}
    assert names >= {"table1.csv", "table2.tex", "t-tests.csv", "figure3.png", "figure5.svg"}
    for name in names:
        assert (one / name).read_bytes() == (two / name).read_bytes(), name


def test_a_text_without_an_ideal_extract_gets_ours(temario, tmp_path):
    import shutil

    root = tmp_path / "TeMario"
    shutil.copytree(temario, root)
    extracts = sorted(root.rglob("Ext-*.txt"))
    extracts[0].unlink()
    one_less = sumscope.reproduce("pardo2006", root)
    assert any("1 texts have none" in note for note in one_less.notes)
    assert [row["texts"] for row in rows(one_less, "table2")] == [8] * len(GROUPS)
    for path in extracts[1:]:
        path.unlink()
    without = sumscope.reproduce("pardo2006", root)
    assert any("no ideal extracts" in note for note in without.notes)
    assert any("30%" in note for note in without.notes)


def test_the_command_prints_the_tables(capsys):
    assert run(["reproduce", "pardo2006"]) == 0
    out = capsys.readouterr().out
    assert "Table 1" in out
    assert "0.04373" in out


def test_the_embedded_corpus_stands_in():
    result = sumscope.reproduce("pardo2006")
    assert "embedded" in result.notes[0]
    assert any("mean reference" in note for note in result.notes)
    texts = sum(bool(topic.documents and topic.references) for topic in read_corpus(DEMO))
    assert rows(result, "table2")[0]["texts"] == texts > 5
    assert len(result.pictures) == 4


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["pardo2007"], "did you mean pardo2006"),
        (["pardo2006", "--data", "nowhere"], "no such file or folder"),
        (["pardo2006", "--data", "{empty}"], "TeMário"),
    ],
)
def test_bad_usage_is_one_line_and_status_2(tmp_path, capsys, arguments, words):
    filled = [a.format(empty=tmp_path) for a in arguments]
    assert run(["reproduce", *filled]) == 2
    out = capsys.readouterr()
    assert words in out.err
    assert len(out.err.splitlines()) == 1
