"""`sumscope growth` as scripts use it."""

from __future__ import annotations

import json
import sys
from pathlib import Path

import pytest

import sumscope
from sumscope.cli.shell import run

ENGLISH = "The ferry left the harbour in fog. The ferry struck a bank, and fog hid the harbour.\n"


@pytest.fixture
def text(tmp_path):
    path = tmp_path / "ferry.txt"
    path.write_text(ENGLISH, encoding="utf-8")
    return str(path)


def test_json_is_the_contract_shape(text, capsys):
    assert run(["growth", text, "--lang", "en", "--json"]) == 0
    out = capsys.readouterr()
    (row,) = json.loads(out.out)
    assert list(row) == ["file", "nodes", "associations", "deviation", "reason"]
    assert row["file"] == text
    assert row["reason"] is None
    assert out.err == ""
    assert sumscope.growth(text, lang="en").to_json() == [row]


def test_curve_adds_the_components(text, capsys):
    assert run(["growth", text, "--lang", "en", "--json", "--curve"]) == 0
    (row,) = json.loads(capsys.readouterr().out)
    assert len(row["components"]) == row["associations"] + 1
    assert row["components"][0] == row["nodes"]
    assert row["components"][-1] == 1
    assert run(["growth", text, "--lang", "en", "--curve"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines[0] == "file\tM\tcomponents\tline"
    assert [int(line.split("\t")[2]) for line in lines[1:]] == row["components"]


def test_a_text_without_content_words_has_a_reason_and_status_0(tmp_path, capsys):
    path = tmp_path / "empty.txt"
    path.write_text("", encoding="utf-8")
    assert run(["growth", str(path), "--lang", "pt", "--json"]) == 0
    (row,) = json.loads(capsys.readouterr().out)
    assert row["deviation"] is None
    assert row["reason"] == "fewer than two content words"


def test_standard_input_and_several_files(text, capsys, monkeypatch):
    with open(text, encoding="utf-8") as source:
        monkeypatch.setattr(sys, "stdin", source)
        assert run(["growth", "-", text, "--lang", "en", "--json"]) == 0
    first, second = json.loads(capsys.readouterr().out)
    assert first["file"] == "<stdin>"
    assert first["deviation"] == second["deviation"]


@pytest.mark.parametrize("kind", ["png", "svg", "pdf"])
def test_plot_is_written_twice_with_the_same_bytes(text, tmp_path, capsys, kind):
    one, two = tmp_path / f"a.{kind}", tmp_path / f"b.{kind}"
    assert run(["growth", text, "--lang", "en", "--plot", str(one)]) == 0
    assert run(["growth", text, "--lang", "en", "--plot", str(two)]) == 0
    assert one.stat().st_size > 3000
    assert one.read_bytes() == two.read_bytes()


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["nowhere.txt"], "No such file"),
        (["{text}", "--plot", "out.bmp"], ".png, .svg or .pdf"),
        (["{text}", "--encoding", "klingon"], "unknown encoding"),
        (["{latin}"], "--encoding latin-1"),
        (["{text}", "--stop-words", "nowhere.txt"], "stop words"),
        (["{text}", "--encoding", "base64"], "unknown encoding"),
        (["-", "{text}", "-"], "standard input can be read only once"),
        (["{text}", "c.jsonl"], "c.jsonl: this is a corpus, not a text; score it"),
        ([], "Missing argument"),
    ],
)
@pytest.mark.parametrize("lang", [("--lang", "en"), ("--lang", "xx"), ()])
@pytest.mark.filterwarnings("always")
def test_bad_input_is_one_line_and_status_2(text, tmp_path, capsys, arguments, words, lang):
    latin = tmp_path / "latin.txt"
    latin.write_bytes("A canção do sertão".encode("latin-1"))
    filled = [a.format(text=text, latin=latin) for a in arguments]
    assert run(["growth", *lang, *filled]) == 2
    out = capsys.readouterr()
    assert out.out == ""
    assert words in out.err
    assert len(out.err.splitlines()) == 1


def test_latin_1_and_marks_are_read(tmp_path):
    words = "canção sertão canção chuva"
    for name, raw, encoding in (
        ("l.txt", words.encode("latin-1"), "latin-1"),
        ("b.txt", b"\xef\xbb\xbf" + words.encode(), "utf-8"),
    ):
        (tmp_path / name).write_bytes(raw)
        (row,) = sumscope.growth(tmp_path / name, lang="pt", encoding=encoding)
        assert row.network.lemmas == ("canção", "sertão", "chuva")


def test_a_text_in_many_pieces_is_one_text(tmp_path, monkeypatch):
    from sumscope.text import pieces as module

    path = tmp_path / "long.txt"
    path.write_text("canção do sertão, chuva no rio; ponte à noite\n" * 50, encoding="utf-8")
    (whole,) = sumscope.growth(path, lang="pt")
    monkeypatch.setattr(module, "BLOCK", 7)
    (pieces,) = sumscope.growth(path, lang="pt")
    assert pieces.to_json(curve=True) == whole.to_json(curve=True)


def test_without_a_language_english_and_portuguese_are_told_apart(tmp_path, text):
    path = tmp_path / "pt.txt"
    path.write_text("A ponte foi fechada e os engenheiros não sabem quando abre.", encoding="utf-8")
    with pytest.warns(UserWarning, match="read as pt"):
        (row,) = sumscope.growth(path)
    assert row.lang == "pt"
    with pytest.warns(UserWarning, match="read as en"):
        (row,) = sumscope.growth(text)
    assert row.lang == "en"


def test_network_measures_come_along(text):
    (row,) = sumscope.growth(text, lang="en", network=True).to_json()
    assert row["network"]["path"] >= 1
    assert 0 <= row["network"]["clustering"] <= 1
    assert sum(count for _, count in row["network"]["degrees"]) == row["nodes"]


def test_tables(text):
    table = sumscope.growth([text, text], lang="en")
    assert table.to_pandas()["deviation"].tolist() == table.to_polars()["deviation"].to_list()


def test_the_network_is_drawn_and_exported(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """The exported edges are the network's, read back by `detect` and by networkx."""
    import networkx

    text = tmp_path / "t.txt"
    text.write_text("The cat saw the dog. The dog saw the red cat, and the cat slept.")
    edges, graph, picture = (tmp_path / name for name in ("n.tsv", "n.graphml", "n.png"))
    told = ["growth", str(text), "--lang", "en", "--network", "--draw", str(picture)]
    assert run([*told, "--export", str(edges)]) == 0
    out = capsys.readouterr().out
    assert "hubs: cat (" in out
    assert "lemmas by degree:" in out
    assert picture.stat().st_size > 5000
    assert run(["growth", str(text), "--lang", "en", "--export", str(graph)]) == 0
    network = sumscope.growth(text, lang="en").rows[0].network
    listed = [line.split("\t") for line in edges.read_text().splitlines()]
    assert {(a, b): int(n) for a, b, n in listed} == network.weights
    read = networkx.read_graphml(graph)
    names = networkx.get_node_attributes(read, "name")
    assert {(names[a], names[b]): d["weight"] for a, b, d in read.edges(data=True)} == (
        network.weights
    )
    degrees = dict(read.degree())
    assert {names[node]: degree for node, degree in degrees.items()} == dict(network.hubs(99))


@pytest.mark.parametrize(
    ("args", "said"),
    [
        (["{t}", "{t}", "--draw", "n.png"], "one text"),
        (["{t}", "--export", "n.csv"], "n.csv"),
        (["{t}", "--draw", "n.doc"], "n.doc"),
    ],
)
def test_bad_networks_are_one_line(
    args: list[str], said: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    text = tmp_path / "t.txt"
    text.write_text("A cat saw a dog.")
    assert run(["growth", *(arg.format(t=text) for arg in args)]) == 2
    err = capsys.readouterr().err
    assert said in err
    assert err.count("\n") == 1
