"""`sumscope.oracle`: the contract's rows, labels, gaps, files that go on."""

from __future__ import annotations

import itertools
import json
from collections import Counter

import pytest

import sumscope
from sumscope.app.oracle import oracle_file
from sumscope.cli.shell import run
from sumscope.core.errors import SumscopeError
from sumscope.core.measure import parse
from sumscope.corpus.jsonl import parse_topic
from sumscope.corpus.view import TextView, TopicView
from sumscope.scoring.topics import score_topic

KEYS = [
    "topic", "reference", "n", "limit", "score", "matches", "total", "count", "complete",
    "oracles", "in_oracles", "nodes", "seconds",
]  # fmt: skip

TOPIC = {
    "id": "T1",
    "lang": "en",
    "documents": [
        {
            "id": "d1",
            "sentences": [
                "The storm hit the coast on Monday.",
                "Thousands fled inland.",
                "Schools were closed for a week.",
                "The storm hit the coast on Monday.",
            ],
        },
        {
            "id": "d2",
            "sentences": [
                {"id": "x7", "text": "Power lines fell across the coast."},
                "Officials promised quick repairs of power lines.",
                "A football match ended in a draw.",
            ],
        },
    ],
    "references": [
        {"id": "A", "text": "A storm hit the coast. Thousands fled and power lines fell."},
        {"id": "B", "text": "Power lines fell when the storm came. Repairs will be quick."},
    ],
    "peers": [
        {"id": "sys", "extract": ["d1.0", "x7"]},
        {"id": "txt", "text": "Thousands fled inland. Nobody knows why the moon is so bright."},
        {"id": "A", "human": True, "text": "A storm hit the coast."},
    ],
}


@pytest.fixture
def corpus(tmp_path):
    path = tmp_path / "corpus.jsonl"
    topics = [{**TOPIC, "id": f"T{i}"} for i in range(1, 4)]
    path.write_text("".join(json.dumps(t) + "\n" for t in topics), encoding="utf-8")
    return path


def view():
    return TopicView(parse_topic(json.dumps(TOPIC).encode(), "here"))


def rouge_of(extract, spelling):
    """ROUGE of an extract by the public measure."""
    topic = {**TOPIC, "peers": [{"id": "oracle", "extract": extract}]}
    read = TopicView(parse_topic(json.dumps(topic).encode(), "here"))
    return score_topic(read, [parse(spelling)])[0].values[0]


def test_rows_have_the_contracts_shape(corpus):
    rows = sumscope.oracle(corpus, 1, 12, listed=3).to_json()
    assert len(rows) == 3
    assert list(rows[0])[: len(KEYS)] == KEYS
    row = rows[0]
    assert row["reference"] is None
    assert row["complete"] is True
    assert row["count"].isdigit()
    assert len(row["oracles"]) <= 3
    assert all(number.isdigit() and int(number) > 0 for number in row["in_oracles"].values())
    singles = sumscope.oracle(corpus, 2, 12, refs="single").to_json()
    assert [r["reference"] for r in singles[:2]] == ["A", "B"]


@pytest.mark.parametrize("n", [1, 2, 3])
@pytest.mark.parametrize("limit", [5, 9, 14, 40])
def test_rouge_of_the_oracle_is_the_reported_score(corpus, n, limit):
    row = sumscope.oracle(corpus, n, limit, listed=5).to_json()[0]
    stop = "true" if n == 1 else "false"
    for extract in row["oracles"]:
        again = rouge_of(extract, f"rouge-{n}(stop={stop},across=false)")
        assert again == float(f"{row['score']:.5f}")


def test_brute_force_through_rouge(corpus):
    """The oracles of a topic are the subsets that our own ROUGE likes best."""
    row = sumscope.oracle(corpus, 2, 14, listed=10**6).to_json()[0]
    every = ["d1.0", "d1.1", "d1.2", "d1.3", "x7", "d2.1", "d2.2"]
    words = dict(zip(every, [7, 3, 6, 7, 6, 7, 7], strict=True))
    scored = {}
    for size in range(1, 5):
        for one in itertools.combinations(every, size):
            if sum(words[s] for s in one) <= 14:
                scored[one] = rouge_of(list(one), "rouge-2(across=false)")
    best = max(scored.values())
    # sentences without any hit are no part of the problem
    hits = [s for s in every if scored.get((s,), 0) > 0]
    wanted = [one for one, score in scored.items() if score == best and set(one) <= set(hits)]
    order = sorted(wanted, key=lambda one: (len(one), [every.index(s) for s in one]))
    assert [tuple(one) for one in row["oracles"]] == order
    assert row["count"] == str(len(order))
    holding = Counter(s for one in order for s in one)
    assert row["in_oracles"] == {s: str(holding[s]) for s in every if holding[s]}


def test_documents_given_as_text_are_split(tmp_path):
    whole = {**TOPIC, "peers": []}
    whole["documents"] = [
        {"id": "d1", "text": " ".join(TOPIC["documents"][0]["sentences"])},
        TOPIC["documents"][1],
    ]
    rows = []
    for name, topic in (("text", whole), ("sentences", TOPIC)):
        path = tmp_path / f"{name}.jsonl"
        path.write_text(json.dumps(topic) + "\n", encoding="utf-8")
        rows += sumscope.oracle(path, 1, 14, listed=9, labels=True).to_json()
        rows[-1].pop("seconds")
    assert rows[0] == rows[1]
    assert len(rows[0]["ids"]) == 7


def test_methods_and_budget(corpus):
    best = sumscope.oracle(corpus, 1, 14).to_json()[0]
    for method in ("bnb-paper", "ilp", "greedy"):
        row = sumscope.oracle(corpus, 1, 14, method=method).to_json()[0]
        assert row["matches"] <= best["matches"]
        assert row["optimal"] == (method != "greedy") or row["matches"] == row["upper"]
    row = sumscope.oracle(corpus, 1, 14, budget="1").to_json()[0]
    assert (row["complete"], row["count"], row["in_oracles"]) == (False, None, {})
    assert row["matches"] <= best["matches"] <= row["upper"]


def test_labels(corpus, tmp_path):
    row = sumscope.oracle(corpus, 1, 14, labels=True, listed=10**6).to_json()[0]
    assert row["ids"] == ["d1.0", "d1.1", "d1.2", "d1.3", "x7", "d2.1", "d2.2"]
    assert {i for i, label in zip(row["ids"], row["labels"], strict=True) if label} == set(
        row["oracles"][0]
    )
    count = int(row["count"])
    assert row["soft"] == [int(row["in_oracles"].get(i, 0)) / count for i in row["ids"]]
    summary = oracle_file(corpus, tmp_path / "labels.jsonl", 1, 14, labels=True)
    assert (summary.topics, summary.problems, summary.incomplete) == (3, 3, 0)
    first = json.loads((tmp_path / "labels.jsonl").read_text().splitlines()[0])
    assert first["labels"] == row["labels"]
    assert first["soft"] == row["soft"]
    assert first["text"][0] == "The storm hit the coast on Monday."


def test_peers(corpus):
    row = sumscope.oracle(corpus, 1, 14, gaps=True).to_json()[0]
    peers = {peer["peer"]: peer for peer in row["peers"]}
    assert set(peers) == {"sys", "txt"}  # A wrote a reference
    assert peers["sys"]["gap"] >= 0
    assert peers["txt"]["unmatched"] == ["Nobody knows why the moon is so bright."]
    assert peers["sys"]["unmatched"] == []


def test_files_go_on_and_workers_change_nothing(tmp_path, monkeypatch):
    import sumscope.oracles.run as app

    path = tmp_path / "corpus.jsonl"
    topics = [{**TOPIC, "id": f"T{i}"} for i in range(200)]
    path.write_text("".join(json.dumps(t) + "\n" for t in topics), encoding="utf-8")
    options = {"labels": True, "refs": "single"}
    oracle_file(path, tmp_path / "whole.jsonl", 1, 14, workers=2, **options)
    real, done = app.plain_rows, []

    def dies(options, topic):
        if len(done) == 2 * 64:  # two chunks
            raise KeyboardInterrupt
        done.append(topic.id)
        return real(options, topic)

    monkeypatch.setattr(app, "plain_rows", dies)
    with pytest.raises(KeyboardInterrupt):
        oracle_file(path, tmp_path / "parts.jsonl", 1, 14, workers=1, **options)
    assert not (tmp_path / "parts.jsonl").exists()
    monkeypatch.setattr(app, "plain_rows", real)
    again = oracle_file(path, tmp_path / "parts.jsonl", 1, 14, workers=1, **options)
    assert again.resumed == 128
    whole = (tmp_path / "whole.jsonl").read_bytes()
    assert (tmp_path / "parts.jsonl").read_bytes() == whole
    assert whole.count(b"\n") == 400
    assert not list(tmp_path.glob("*.partial"))


def test_oracle_f1(corpus):
    measure = parse("oracle-f1(limit=14)")
    assert str(measure) == "oracle-f1(limit=14)"
    read = view()
    prepared = measure.prepare(read)
    every = [set(o) for o in prepared.oracles[0]]
    extract = {0, 4}  # d1.0, x7
    stats = measure.stats(prepared, read.peers[0])
    assert stats.precision == pytest.approx(sum(len(o & extract) / 2 for o in every) / len(every))
    assert stats.recall == pytest.approx(sum(len(o & extract) / len(o) for o in every) / len(every))
    assert 0 < measure.score(stats) <= 1
    oracle = sumscope.oracle(corpus, 1, 14).to_json()[0]
    assert oracle["count"] == str(len(every))
    table = sumscope.score(corpus, ["oracle-f1(limit=14)", "oracle-f1(limit=14,refs=single)"])
    assert all(row.value is not None for row in table)


def test_oracle_f1_is_undefined_where_nothing_matches():
    measure = parse("oracle-f1(limit=2)")
    read = view()
    assert "fits" in measure.score(measure.stats(measure.prepare(read), read.peers[0])).reason


def test_limits_and_errors(corpus):
    rows = sumscope.oracle(corpus, 1, "2s").to_json()
    assert rows[0]["limit"] == round(2 * (7 + 3 + 6 + 7 + 6 + 7 + 7) / 7)
    for bad in ("many", "-3", "", "s", True):
        with pytest.raises(SumscopeError):
            sumscope.oracle(corpus, 1, bad)
    with pytest.raises(SumscopeError):
        sumscope.oracle(corpus, 0, 10)
    with pytest.raises(SumscopeError):
        sumscope.oracle(corpus, 1, 10, method="magic")


HYPHENS = {
    "id": "H",
    "documents": [
        {
            "id": "d",
            "sentences": [
                "A well-known storm-hit town slept.",
                "Thousands fled inland – café by café.",
                "Power lines fell across the coast.",
            ],
        }
    ],
    "references": [
        {
            "id": "A",
            "sentences": ["The well-known town slept.", "Thousands fled; power lines fell later."],
        }
    ],
}


@pytest.mark.parametrize(
    ("length", "each"),
    [("tokens", [7, 6, 6]), ("words", [5, 7, 6]), ("bytes", [34, 41, 34])],
)
@pytest.mark.parametrize("cut", [False, True])
@pytest.mark.parametrize("n", [1, 2])
def test_length_and_cut(tmp_path, length, each, cut, n):
    """Every extract that fits, scored by the public ROUGE, cut by -l or -b; `each` is by hand."""
    path = tmp_path / "c.jsonl"
    path.write_text(json.dumps(HYPHENS) + "\n", encoding="utf-8")
    for limit in (each[0], each[0] + each[2], each[1] + each[2] - 1, sum(each)):
        unit = "bytes" if length == "bytes" else "words"
        shorter = f",{unit}={limit}" if cut else ""
        stop = "true" if n == 1 else "false"
        best = 0.0
        for size in (1, 2, 3):
            for one in itertools.combinations(range(3), size):
                if sum(each[s] for s in one) <= limit:
                    peer = {"id": "p", "extract": [f"d.{s}" for s in one]}
                    raw = json.dumps({**HYPHENS, "peers": [peer]}).encode()
                    spelling = parse(f"rouge-{n}(stop={stop},across=false{shorter})")
                    read = TopicView(parse_topic(raw, "here"))
                    best = max(best, score_topic(read, [spelling])[0].values[0])
        [row] = sumscope.oracle(path, n, limit, length=length, cut=cut)
        assert row.score == pytest.approx(best, abs=5e-6)
        said = row.to_json()
        assert (said.get("length", "tokens"), said.get("cut", False)) == (length, cut)


def test_the_way_of_counting_is_said(corpus, capsys):
    assert run(["oracle", str(corpus), "--limit", "60", "--length", "bytes", "--cut"]) == 0
    err = capsys.readouterr().err
    assert "the limit counts bytes; references are cut at the limit" in err
    assert run(["oracle", str(corpus), "--limit", "14"]) == 0
    assert "counts ROUGE tokens; references are not cut" in capsys.readouterr().err


def test_topics_without_references_say_so(tmp_path):
    path = tmp_path / "c.jsonl"
    bare = json.dumps({"id": "U", "documents": TOPIC["documents"]}) + "\n"
    path.write_text(json.dumps(TOPIC) + "\n" + bare)
    row = sumscope.oracle(path, 1, 10, labels=True, gaps=True).to_json()[-1]
    assert (row["score"], row["reason"]) == (None, "no references")
    path.write_text(bare)
    with pytest.raises(sumscope.SumscopeError, match="no topic has both documents and references"):
        sumscope.oracle(path, 1, 10)


def test_command_line(corpus, capsys, tmp_path):
    assert run(["oracle", str(corpus), "-n", "2", "--limit", "14", "--json"]) == 0
    printed = json.loads(capsys.readouterr().out)
    library = sumscope.oracle(corpus, 2, 14).to_json()
    for rows in (printed, library):
        for row in rows:
            row.pop("seconds")
    assert printed == library
    assert run(["oracle", str(corpus), "--limit", "14", "--list", "2", "--gaps"]) == 0
    out = capsys.readouterr().out
    assert "gap to oracle" in out
    assert "T1: " in out
    assert run(["oracle", str(corpus), "--limit", "14", "--labels"]) == 0
    assert json.loads(capsys.readouterr().out.splitlines()[0])["labels"]
    assert run(["oracle", str(corpus), "--limit", "x"]) == 2
    assert "length limit" in capsys.readouterr().err
    target = tmp_path / "rows.jsonl"
    assert run(["oracle", str(corpus), "--limit", "14", "-o", str(target), "--json"]) == 0
    assert "seconds" not in json.loads(capsys.readouterr().out)[0]


def test_values_have_frames(corpus):
    table = sumscope.oracle(corpus, 1, 14)
    assert table.to_pandas()["count"].tolist() == table.to_polars()["count"].to_list()
    assert isinstance(view().peers[0], TextView)


def test_ctrl_c_ends_a_hopeless_search(tmp_path):
    import random
    import signal
    import subprocess
    import sys
    import time

    rng = random.Random(2)

    def text(words):
        return " ".join(f"w{rng.randrange(900)}x" for _ in range(words))

    topic = {
        "id": "hard",
        "documents": [{"id": "d", "sentences": [text(rng.randint(9, 30)) for _ in range(800)]}],
        "references": [{"id": str(k), "text": text(800)} for k in range(4)],
    }
    path = tmp_path / "hard.jsonl"
    path.write_text(json.dumps(topic) + "\n", encoding="utf-8")
    code = (
        "import signal, sys; signal.signal(signal.SIGINT, signal.default_int_handler); "
        "print('go', flush=True); from sumscope.cli.shell import run; "
        f"sys.exit(run(['oracle', {str(path)!r}, '--limit', '600']))"
    )
    running = subprocess.Popen(
        [sys.executable, "-c", code], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    )
    assert running.stdout is not None
    running.stdout.readline()
    time.sleep(4)
    running.send_signal(signal.SIGINT)
    try:
        _, err = running.communicate(timeout=30)
    finally:
        running.kill()
    assert running.returncode == 130
    assert "Traceback" not in err


def test_labels_as_parquet_columns(tmp_path):
    duckdb = pytest.importorskip("duckdb")
    lines, table = tmp_path / "l.jsonl", tmp_path / "l.parquet"
    bare = {"id": "none", "documents": [{"id": "e", "sentences": ["x y"]}]}
    options = {"n": "1+2", "sentences": 2, "objective": "f", "labels": True, "listed": 3}
    for out in (lines, table):
        done = oracle_file([TOPIC, bare], out, samples=4, **options)
        assert (done.problems, done.incomplete) == (2, 1)
    rows = [json.loads(line) for line in lines.read_text(encoding="utf-8").splitlines()]
    found = duckdb.sql(f"SELECT * FROM '{table}'")
    kinds = dict(zip(found.columns, map(str, found.types), strict=True))
    assert kinds["labels"] == "TINYINT[]"
    assert kinds["text"] == "VARCHAR[]"
    assert kinds["soft"] == "DOUBLE[]"
    assert kinds["sample_labels"] == "TINYINT[][]"
    for line, values in zip(rows, found.fetchall(), strict=True):
        cells = dict(zip(found.columns, values, strict=True))
        for key in ("topic", "score", "count", "ids", "text", "labels", "soft", "oracle_labels"):
            assert cells[key] == line.get(key), key
        assert cells["sample_weights"] == line.get("sample_weights")
    again = table.read_bytes()
    oracle_file([TOPIC, bare], table, samples=4, **options)
    assert table.read_bytes() == again
    with pytest.raises(SumscopeError, match="a Parquet file holds labels"):
        oracle_file([TOPIC], table, n=1)


def test_a_trainer_reads_the_parquet_file(tmp_path):
    """One row an article, sentences and labels side by side, as a token classifier wants them."""
    polars = pytest.importorskip("polars")
    oracle_file([TOPIC], tmp_path / "l.parquet", n=2, sentences=2, labels=True)
    frame = polars.read_parquet(tmp_path / "l.parquet")
    row = frame.row(0, named=True)
    assert len(row["text"]) == len(row["labels"]) == len(row["soft"]) == len(row["ids"])
    assert set(row["labels"]) == {0, 1}


def test_without_a_limit_the_summaries_give_it(tmp_path, capsys):
    def topic(at, *lengths):
        words = ["one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"]
        peers = [{"id": f"s{n}", "text": " ".join(words[:n]) + "."} for n in lengths]
        person = {"id": "A", "human": True, "text": "one two"}
        return {
            "id": f"t{at}",
            "documents": [{"id": "d", "sentences": [" ".join(words), "one two three"]}],
            "references": [{"id": "r", "text": "one two three four"}],
            "peers": [*peers, person],
        }

    topics = [topic(0, 3, 6), topic(1, 4)]
    assert {row["limit"] for row in sumscope.oracle(topics).to_json()} == {4}
    size = len("one two three four.")
    assert {row["limit"] for row in sumscope.oracle(topics, length="bytes").to_json()} == {size}
    assert {row["limit"] for row in sumscope.oracle([topic(0)]).to_json()} == {100}
    assert {row["limit"] for row in sumscope.oracle(topics, sentences=1).to_json()} == {None}
    path = tmp_path / "corpus.jsonl"
    path.write_text("".join(json.dumps(one) + "\n" for one in topics), encoding="utf-8")
    for more in ([], ["--labels"], ["--json"], ["-o", str(tmp_path / "oracles.jsonl")]):
        assert run(["oracle", str(path), *more]) == 0
        assert "no limit given: 4 tokens" in capsys.readouterr().err
