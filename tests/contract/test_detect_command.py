"""`sumscope detect`: shapes, formats, errors, interruption."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from itertools import combinations
from pathlib import Path

import pytest

import sumscope
from sumscope.graph.network import Graph


@pytest.fixture
def links(tmp_path: Path) -> Path:
    path = tmp_path / "links.tsv"
    path.write_text("s1\ts2\ns2\ts3\ns1\ts3\ns3\ts4\ns4\ts10\ns4\ts5\ns5\ts10\nalone\n")
    return path


@pytest.mark.parametrize("by", ["gn", "conga", "congo", "greedy", "leiden", "gaac"])
def test_json_shape(cli, links, by):
    done = cli("detect", links, "--by", by, "-k", 3, "--json")
    assert done.status == 0
    assert list(done.json) == ["clusters", "steps", "algorithm", "modularity"]
    assert done.json["clusters"] == [["alone"], ["s1", "s2", "s3"], ["s4", "s5", "s10"]]
    assert done.json["algorithm"] == by
    assert isinstance(done.json["steps"], int)
    assert done.json["modularity"] == pytest.approx(5 / 14)


def test_library_says_the_same(cli, links):
    found = sumscope.detect(links, by="conga", k=3)
    assert found.to_json() == cli("detect", links, "--by", "conga", "-k", 3, "--json").json
    assert found.cover.items == ("alone", "s1", "s2", "s3", "s4", "s5", "s10")
    value = Graph.of([("a", "b")])
    assert sumscope.detect(value).clusters == (("a", "b"),)


def test_plain_output_and_files(cli, links, tmp_path):
    out, tree = tmp_path / "cover.json", tmp_path / "tree.nwk"
    done = cli("detect", links, "-o", out, "--hierarchy", tree)
    assert done.status == 0
    lines = done.out.splitlines()
    assert lines[0].rstrip() == "3 clusters by gn, 1 step, modularity 0.3571"
    assert any(line.strip("│┃ ").split() == ["1", "│", "alone"] for line in lines)
    assert json.loads(out.read_text())["clusters"][1] == ["s1", "s2", "s3"]
    assert tree.read_text().endswith(";\n")
    assert cli("agree", out, out, "-m", "omega", "--json").json[0]["value"] == 1


def test_standard_input(links):
    done = subprocess.run(
        [sys.executable, "-m", "sumscope", "detect", "-", "--json"],
        input=links.read_bytes(),
        capture_output=True,
        check=True,
    )
    assert json.loads(done.stdout)["steps"] == 1


def test_without_lone_nodes(cli, links):
    done = cli("detect", links, "--linked", "-k", 2, "--json")
    assert done.json["clusters"] == [["s1", "s2", "s3"], ["s4", "s5", "s10"]]


def test_ties(cli, tmp_path):
    ring = tmp_path / "ring.tsv"
    ring.write_text("".join(f"{i}\t{(i + 1) % 12}\n" for i in range(12)))
    done = cli("detect", ring, "-k", 3, "--ties", 6, "--json")
    assert done.json["ties"]["runs"] == 6
    assert done.json["ties"]["different"] > 1
    assert -1 <= done.json["ties"]["omega"]["min"] <= done.json["ties"]["omega"]["max"] <= 1
    assert "different covers in 6 runs" in cli("detect", ring, "-k", 3, "--ties", 6).out
    again = cli("detect", ring, "-k", 3, "--ties", 6, "--json")
    assert again.out == done.out


def test_from_a_corpus(cli, tmp_path):
    corpus = tmp_path / "c.jsonl"
    sentences = ["Cats chase mice.", "Cats chase birds.", "Ships sail seas.", "Ships cross seas."]
    topic = {
        "id": "T1",
        "lang": "en",
        "documents": [{"id": "d", "sentences": sentences}],
        "covers": [
            {"judge": "j1", "clusters": [{"items": ["d.0", "d.1"]}, {"items": ["d.2", "d.1"]}]},
            {"judge": "j2", "clusters": [{"items": ["d.2", "d.3"]}]},
        ],
    }
    corpus.write_text(json.dumps(topic) + "\n" + json.dumps(topic | {"id": "T2"}) + "\n")
    expected = [["d.0", "d.1"], ["d.2", "d.3"]]
    for kind in ("words-in-common", "cosine"):
        done = cli("detect", corpus, "--graph", kind, "--json")
        assert [one["topic"] for one in done.json] == ["T1", "T2"]
        assert [one["clusters"] for one in done.json] == [expected, expected]
        one = cli("detect", corpus, "--graph", kind, "--topic", "T2", "--stop", "--json")
        assert one.json["clusters"] == expected
    links = cli("detect", corpus, "--graph", "links", "--by", "conga", "--topic", "T1", "--json")
    assert links.json["clusters"] == [["d.0", "d.1", "d.2"], ["d.3"]]
    other = cli("detect", corpus, "--graph", "links", "--judge", "j2", "--topic", "T1", "--json")
    assert other.json["clusters"] == [["d.0"], ["d.1"], ["d.2", "d.3"]]
    for extra, said in [
        (("--graph", "link"), "did you mean links"),
        ((), "name a sentence graph"),
        (("--graph", "cosine", "--topic", "T9"), "unknown topic 'T9'"),
        (("--graph", "links", "--judge", "j9"), "unknown judge 'j9'"),
        (("--graph", "cosine", "-o", "x.json"), "cannot hold 2 topics"),
    ]:
        done = cli("detect", corpus, *extra)
        assert done.status == 2, extra
        assert said in done.err
        assert done.err.count("\n") == 1


@pytest.mark.parametrize(
    ("text", "extra", "said"),
    [
        ("a\tb\t-1\n", (), "g:1: the weight of a - b is -1"),
        ("a\tb\tnan\n", (), "g:1: the weight of a - b is nan"),
        ("a\tb\t2\n", ("--by", "conga"), "conga does not support weighted links"),
        ("a\tb\n", ("--by", "cong"), "unknown community method 'cong'"),
        ("a\tb\n", ("-k", "0"), "k is 0"),
        ("a\tb\n", ("--horizon", "2"), "gn has no horizon"),
        ("a\tb\n", ("-k", "2", "--above", "0.4"), "both given"),
        ("a\tb\n", ("--topic", "T"), "topic is for a corpus"),
        (
            "a\tb\n",
            ("--hierarchy", "tree.doc"),
            "tree.doc: is not a file name for a hierarchy; name it .json",
        ),
        (
            '<graphml><graph edgedefault="directed"><node id="a"/></graph></graphml>',
            (),
            "the graph is directed",
        ),
    ],
)
def test_bad_input_is_one_line(cli, tmp_path, monkeypatch, text, extra, said):
    monkeypatch.chdir(tmp_path)
    Path("g").write_text(text)
    done = cli("detect", "g", *extra)
    assert done.status == 2
    assert said in done.err
    assert done.err.count("\n") == 1
    assert done.out == ""


def test_missing_file(cli):
    done = cli("detect", "nowhere.tsv")
    assert done.status == 2
    assert "nowhere.tsv" in done.err


@pytest.mark.filterwarnings("default")
def test_odd_graphs(cli, tmp_path):
    path = tmp_path / "g.tsv"
    path.write_text("")
    done = cli("detect", path, "--json")
    assert done.json == {"clusters": [], "steps": 0, "algorithm": "gn", "modularity": 0.0}
    assert done.err == f"sumscope: note: {path}: the graph has no nodes\n"
    path.write_text("a\ta\na\tb\nb\ta\n")
    assert cli("detect", path, "-k", 9, "--json").json["clusters"] == [["a"], ["b"]]
    path.write_text("a\tb\t2\nb\tc\t3\n")
    assert cli("detect", path, "--by", "conga", "--unweighted", "-k", 1).status == 0


@pytest.mark.skipif(os.name == "nt", reason="signals")
@pytest.mark.parametrize("by", ["gn", "conga", "congo"])
def test_ctrl_c_ends_at_once(tmp_path, by):
    path = tmp_path / "big.tsv"
    pairs = [p for p in combinations(range(900), 2) if (p[0] * 7919 + p[1] * 104729) % 23 == 0]
    path.write_text("".join(f"{a}\t{b}\n" for a, b in pairs))
    code = (
        "import sys, threading, os, signal, time\n"
        "from sumscope.kernels import load\n"
        "from sumscope.cli.shell import run\n"
        "import sumscope.app.detect, sumscope.community\n"
        "sumscope.community.METHODS.all()\n"
        "def stop():\n"
        "    time.sleep(1.5)\n"
        "    print(time.time(), flush=True)\n"
        "    os.kill(os.getpid(), signal.SIGINT)\n"
        "threading.Thread(target=stop, daemon=True).start()\n"
        f"sys.exit(run(['detect', {str(path)!r}, '--by', {by!r}, '--json']))\n"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=60)
    ended = time.time()
    assert done.returncode == 130, done.stderr
    assert done.stderr.strip().endswith("interrupted")
    assert ended - float(done.stdout) < 5
    assert signal.SIGINT
