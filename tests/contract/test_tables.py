"""Tables wherever a corpus is taken: files of every kind, frames, datasets, lists."""

import gzip
import io
import json
import logging

import pytest

import sumscope
from sumscope.core.errors import SumscopeError
from sumscope.corpus.columns import find_roles, is_topic, parse_columns
from sumscope.corpus.jsonl import read_corpus
from sumscope.corpus.stream import Corpus, Source
from sumscope.corpus.tables import list_in
from sumscope.corpus.topic_stream import topics_of

ROWS = [
    {"id": "1", "document": "A cat sat. It slept.", "reference": "the cat sat on the mat",
     "model_a": "the cat sat", "model_b": "a dog ran"},
    {"id": "2", "document": "Dogs run.", "reference": "dogs run fast",
     "model_a": "dogs run", "model_b": "cats run fast"},
]  # fmt: skip
# Unigram recall by hand: 3 of 6, 0 of 6, 2 of 3, 2 of 3.
EXPECTED = {("1", "model_a"): 0.5, ("1", "model_b"): 0.0}
EXPECTED |= {("2", "model_a"): 0.66667, ("2", "model_b"): 0.66667}


def scores(corpus, **options):
    table = sumscope.score(corpus, ["rouge-1"], **options)
    return {(row.topic, row.peer): row.value for row in table}


def csv_text(separator=",", rows=ROWS):
    lines = [separator.join(rows[0])]
    lines += [separator.join(f'"{cell}"' for cell in row.values()) for row in rows]
    return "\n".join(lines) + "\n"


def write_parquet(path):
    import polars

    polars.DataFrame(ROWS).write_parquet(path)


FILES = {
    "t.csv": lambda p: p.write_text(csv_text(), "utf-8"),
    "bom.csv": lambda p: p.write_text(csv_text(), "utf-8-sig"),
    "semicolons.csv": lambda p: p.write_text(csv_text(";"), "utf-8"),
    "sep.csv": lambda p: p.write_text("sep=;\r\n" + csv_text(";").replace("\n", "\r\n"), "utf-8"),
    "trailing.csv": lambda p: p.write_text(csv_text() + ",,,,\n,,,,\n\n", "utf-8"),
    "t.tsv": lambda p: p.write_text(csv_text("\t"), "utf-8"),
    "excel.txt": lambda p: p.write_text(csv_text("\t"), "utf-16"),
    "packed.csv.gz": lambda p: p.write_bytes(gzip.compress(csv_text().encode())),
    "t.jsonl": lambda p: p.write_text("\n".join(map(json.dumps, ROWS)), "utf-8"),
    "t.jsonl.gz": lambda p: p.write_bytes(gzip.compress("\n".join(map(json.dumps, ROWS)).encode())),
    "t.json": lambda p: p.write_text(json.dumps(ROWS), "utf-8"),
    "indented.json": lambda p: p.write_text(json.dumps(ROWS, indent=2), "utf-8"),
    "inside.json": lambda p: p.write_text(json.dumps({"data": ROWS}, indent=2), "utf-8"),
    "columns.json": lambda p: p.write_text(
        json.dumps({k: {str(i): r[k] for i, r in enumerate(ROWS)} for k in ROWS[0]}), "utf-8"
    ),
    "t.parquet": write_parquet,
    "wrong-name.jsonl": lambda p: p.write_text(csv_text(), "utf-8"),
}


@pytest.mark.parametrize("name", FILES)
def test_every_kind_of_file_gives_the_same_scores(name, tmp_path):
    FILES[name](tmp_path / name)
    assert scores(tmp_path / name) == EXPECTED


def test_frames_datasets_and_lists_give_the_same_scores():
    import pandas
    import polars
    import pyarrow
    from datasets import Dataset

    frame = pandas.DataFrame(ROWS)
    for value in (
        *(frame, frame.set_index("id"), polars.DataFrame(ROWS), polars.LazyFrame(ROWS)),
        *(pyarrow.Table.from_pylist(ROWS), Dataset.from_list(ROWS), ROWS, iter(ROWS)),
        {key: [row[key] for row in ROWS] for key in ROWS[0]},
    ):
        assert scores(value) == EXPECTED, type(value)


def test_topics_as_dicts_and_values_and_indented_arrays(tmp_path):
    topics = [
        {
            "id": row["id"],
            "references": [{"id": "A", "text": row["reference"]}],
            "peers": [{"id": name, "text": row[name]} for name in ("model_a", "model_b")],
        }
        for row in ROWS
    ]
    path = tmp_path / "corpus.jsonl"
    path.write_text("\n".join(map(json.dumps, topics)))
    array = tmp_path / "corpus.json"
    array.write_text(json.dumps(topics, indent=4))
    for value in (topics, list(read_corpus(path)), path, array, Source(path), Corpus(topics)):
        assert scores(value) == EXPECTED
    one = tmp_path / "one.json"
    one.write_text(json.dumps(topics[0], indent=1))
    assert scores(one) == {key: EXPECTED[key] for key in EXPECTED if key[0] == "1"}


def test_columns_always_win(tmp_path, caplog):
    path = tmp_path / "t.csv"
    path.write_text(csv_text())
    wanted = {key: value for key, value in EXPECTED.items() if key[1] == "model_a"}
    with caplog.at_level(logging.WARNING, "sumscope"):
        assert scores(path, columns={"peer": ["model_a"]}) == wanted
    assert "peer=model_a" in caplog.text
    assert "not used: model_b" in caplog.text
    assert scores(path, columns="Peer = Model-A, reference=reference") == wanted
    swapped = scores(path, columns={"reference": "model_a", "peer": "reference"})
    assert swapped == {("1", "reference"): 1.0, ("2", "reference"): 1.0}


@pytest.mark.parametrize(
    ("header", "taken"),
    [
        ("article,highlights,pred", "document=article, reference=highlights, peer=pred"),
        ("Doc-ID,SRC,Refs,Hypothesis", "topic=Doc-ID, document=SRC, reference=Refs, peer=Hypo"),
        ("document,summary,prediction", "document=document, reference=summary, peer=prediction"),
        ("ref_1,ref_2,output", "topic=row number, reference=ref_1;ref_2, peer=output"),
        ("guid,reference.A,reference.B,peer.x,peer.y", "reference=reference.A;reference.B, peer=p"),
        ("topic,document,reference,peer,summary", "peer=summary, system=peer"),
        ("id,topic,model,prediction,target", "topic=topic, reference=target, peer=prediction, sys"),
        ("topic,system,text", "topic=topic, peer=text, system=system"),
        ("id,gold,pred,human.coherence,annotator", "judgement=human.coherence, judge=annotator"),
        ("dialogue,reference_summary,generated_text", "reference=reference_summary, peer=generat"),
        ("id,model_a,model-b,Reference", "reference=Reference, peer=model_a;model-b"),
        ("example_id,transcript,gold,decoded,lang", "topic=example_id, document=transcript"),
    ],
)
def test_roles_by_name(header, taken):
    assert taken in find_roles(header.split(",")).describe()


def test_summary_is_the_reference_where_summaries_come_from_files():
    assert find_roles(["document", "summary"], added_peers=True).references == ("summary",)
    assert find_roles(["document", "summary"], needs=("documents", "references")).references
    assert not find_roles(["document", "summary"], needs=("peers",)).references


def test_parse_columns():
    found = parse_columns("reference=gold, peer=bart; pegasus,document=article")
    assert found == {"reference": ["gold"], "peer": ["bart", "pegasus"], "document": ["article"]}
    with pytest.raises(SumscopeError, match="unknown role 'refrence'; did you mean reference"):
        parse_columns("refrence=gold")


def topics(value, **options):
    return list(topics_of(Source(value, **options), None))


def test_one_summary_a_row_groups_rows_that_lie_apart():
    rows = [
        {"topic": t, "system": s, "summary": f"{s} on {t}", "reference": f"ref {t}"}
        for s in ("bart", "t5")
        for t in ("x", "y")
    ]
    made = topics(rows)
    assert [t.id for t in made] == ["x", "y"]
    assert [[p.id for p in t.peers] for t in made] == [["bart", "t5"]] * 2
    assert [[r.text for r in t.references] for t in made] == [["ref x"], ["ref y"]]


def test_judgements_per_judge():
    rows = [
        {"id": 1, "model": "a", "output": "x", "target": "y", "judge": j, "human.coherence": v}
        for j, v in (("ann", 3), ("bob", 5))
    ]
    (topic,) = topics(rows)
    assert topic.judgements["a"]["coherence"] == {"ann": 3, "bob": 5}
    assert topic.scores["a"]["coherence"] == 4


def test_judgements_with_decimal_commas(tmp_path):
    path = tmp_path / "t.csv"
    path.write_text("id;gold;pred;judgement.pyramid\n1;a;b;0,41\n2;a;b;\n")
    made = topics(path)
    assert [t.scores["pred"]["pyramid"] for t in made] == [0.41, None]


def test_lists_in_cells_are_several_references(tmp_path):
    for cell in ('["a b", "c"]', "['a b', 'c']", "['a b' 'c']", "['a b'\n 'c']"):
        assert list_in(cell) == ["a b", "c"], cell
    assert list_in("[Music] la la [x]") == ["[Music] la la [x]"]
    assert list_in("[1, 2]") == ["[1, 2]"]
    (topic,) = topics([{"references": ["a", "b"], "prediction": "a"}])
    assert [(r.id, r.text) for r in topic.references] == [
        ("references.1", "a"),
        ("references.2", "b"),
    ]


def test_quoted_newlines_and_other_columns_are_kept(tmp_path):
    path = tmp_path / "t.csv"
    path.write_text('id,gold,pred,genre\n1,"a\nb","c\nd",news\n')
    (topic,) = topics(path)
    assert topic.references[0].text == "a\nb"
    assert topic.extra == {"genre": "news"}


def test_windows_1252_is_read_and_said(tmp_path, caplog):
    path = tmp_path / "t.csv"
    path.write_bytes("id,gold,pred\n1,caf\u00e9 \u2019s,caf\u00e9\n".encode("cp1252"))
    with caplog.at_level(logging.WARNING, "sumscope"):
        (topic,) = topics(path)
    assert topic.references[0].text == "caf\u00e9 \u2019s"
    assert "Windows-1252" in caplog.text


def test_lm_eval_samples(tmp_path):
    folder = tmp_path / "org__model-7b"
    folder.mkdir()
    path = folder / "samples_cnn_2024-01-01.jsonl"
    rows = [
        {"doc_id": i, "doc": {"article": f"text {i}", "highlights": f"gold {i}"},
         "target": f"gold {i}", "arguments": [["prompt", {}]], "resps": [[f" pred {i}"]],
         "filtered_resps": [f"pred {i}"], "doc_hash": "x", "rouge1": 0.5}
        for i in range(2)
    ]  # fmt: skip
    path.write_text("\n".join(map(json.dumps, rows)))
    made = topics(path)
    assert [t.id for t in made] == ["0", "1"]
    assert made[1].documents[0].text == "text 1"
    assert made[1].references[0].text == "gold 1"
    assert (made[1].peers[0].id, made[1].peers[0].text) == ("org__model-7b", "pred 1")


def test_added_peers(tmp_path):
    lines = tmp_path / "t5.txt"
    lines.write_text("the cat\ndogs\n")
    by_topic = tmp_path / "led.csv"
    by_topic.write_text("id,prediction\n2,dogs run fast\n1,nothing\n")
    found = scores(ROWS, peer={"t5": lines, "led": by_topic, "mine": ["the", "run"]})
    assert found[("1", "t5")] == pytest.approx(0.33333)
    assert found[("2", "led")] == 1.0
    assert found[("2", "mine")] == pytest.approx(0.33333)
    assert found.items() >= EXPECTED.items()


@pytest.mark.parametrize(
    ("peer", "message"),
    [
        ({"x": ["one"]}, "has 1 summaries and the corpus more topics"),
        ({"x": ["one", "two", "three"]}, "has 3 summaries and the corpus 2 topics"),
        ({"model_a": ["one", "two"]}, "the corpus has a peer 'model_a' already"),
        ({"x": "nowhere.txt"}, "nowhere.txt: no such file"),
        (["x"], "peer=list is not a dict"),
    ],
)
def test_added_peers_that_do_not_fit(peer, message):
    with pytest.raises(SumscopeError, match=message):
        scores(ROWS, peer=peer)


@pytest.fixture
def run(capfd, monkeypatch):
    from sumscope.cli.shell import run

    def one(*args, stdin=None):
        if stdin is not None:
            monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(stdin.encode())))
        status = run(list(map(str, args)))
        return status, *capfd.readouterr()

    return one


@pytest.mark.filterwarnings("ignore:topics without")
def test_commands_take_tables(tmp_path, run):
    path = tmp_path / "t.csv"
    path.write_text(csv_text())
    status, out, err = run("score", path, "-m", "rouge-1", "--json")
    assert status == 0
    assert {(r["topic"], r["peer"]): r["value"] for r in json.loads(out)} == EXPECTED
    assert err.count("\n") == 1
    assert "peer=model_a;model_b" in err
    assert run("score", "-", "-m", "rouge-1", "--json", stdin=csv_text())[1] == out
    for args in (
        ("oracle", path, "--json"),
        ("summarize", path, "--by", "lead", "-o", tmp_path / "s.jsonl"),
        ("sample", path, "--json"),
        ("detect", path, "--graph", "cosine", "--json"),
        ("convert", path, tmp_path / "c.jsonl"),
        ("supor", "fit", path, "-o", tmp_path / "m.json"),
    ):
        status, _, err = run(*args)
        assert status == 0, (args, err)
    converted = list(read_corpus(tmp_path / "c.jsonl"))
    assert [p.id for p in converted[0].peers] == ["model_a", "model_b"]


def test_a_table_keeps_its_place_in_errors(tmp_path, run):
    path = tmp_path / "t.csv"
    path.write_text("id,gold,pred\n1,a,b\n1,a,b\n")
    status, _, err = run("score", path, "-m", "rouge-1")
    assert status == 2
    assert "t.csv:3: id: the topic id '1' is given twice (before on line 2)" in err


def test_big_tables_stream(tmp_path):
    """Memory does not grow with the table: 12 MB of long rows, a few of them in memory."""
    import tracemalloc

    path = tmp_path / "big.csv"
    with io.open(path, "w") as file:  # noqa: UP020
        file.write("topic,system,reference,output\n")
        for system in range(3):
            for topic in range(400):
                file.write(f"{topic},s{system},{'r' * 5000},{'p' * 5000}\n")
    tracemalloc.start()
    source = Source(path)
    count = sum(1 for _ in source.lines())
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert count == 400
    assert peak < 6 << 20


def test_rows_without_known_columns_are_no_topics():
    row = {"topic": "T", "peer": "s", "measure": "rouge-1", "value": 0.5}
    assert not is_topic(row)
    assert is_topic({"id": "T"})
    assert is_topic({"peers": [{"id": "s", "text": "x"}]}, columns={"peer": "peers"})
    assert not is_topic({"id": "T", "mine": "x"}, columns={"peer": "mine"})


def test_numbers_of_any_type_are_numbers_and_names(tmp_path):
    """DuckDB gives decimals, an integer column with a missing value is one of floats in pandas."""
    import duckdb
    import pandas

    path = tmp_path / "t.parquet"
    duckdb.sql(
        "SELECT 7.0 AS id, 'a' AS gold, 2::DECIMAL(4, 2) AS system, 'b' AS output, "
        "0.25 AS \"human.q\", 1.5 AS year, DATE '2001-02-03' AS day"
    ).write_parquet(str(path))
    (topic,) = topics(path)
    assert (topic.id, topic.peers[0].id, topic.scores) == ("7", "2", {"2": {"q": 0.25}})
    assert topic.peers[0].extra == {"year": 1.5, "day": "2001-02-03"}
    frame = pandas.DataFrame({"gold": ["a", "b"], "pred": ["a", "b"], "lang": ["pt", None]})
    frame["id"], frame["human.q"] = [1.0, 2.0], [3, None]
    assert [(t.id, t.lang, t.scores["pred"]["q"]) for t in topics(frame)] == [
        ("1", "pt", 3),
        ("2", None, None),
    ]
    with pytest.raises(SumscopeError, match="expected a finite number or nothing, found 'inf'"):
        topics(frame.assign(system="x", **{"human.q": float("inf")}))


def test_a_peer_table_with_long_texts_beside_a_table_with_long_texts(tmp_path):
    path = tmp_path / "mine.csv"
    path.write_text(f"id,prediction\n1,{'a ' * 100_000}\n2,b\n")
    assert len(topics(ROWS, peer={"mine": path})[0].peers[2].text) > 190_000
