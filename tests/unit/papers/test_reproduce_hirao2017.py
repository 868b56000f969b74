"""`sumscope reproduce hirao2017` on the embedded example and on a made-up corpus."""

from __future__ import annotations

from statistics import fmean

import pytest
from scipy import stats

import sumscope
from sumscope.app.reproduce import papers, reproduce
from sumscope.core.errors import SumscopeError
from sumscope.core.values import Topic
from sumscope.corpus.jsonl import read_corpus, write_corpus
from sumscope.data import DEMO
from sumscope.oracles.methods import solve
from sumscope.oracles.problem import build
from sumscope.papers import hirao2017 as paper
from sumscope.papers._common import published
from sumscope.papers.hirao2017 import among, year_of

TABLES = ["table-1", "table-2", "tests", "table-3", "table-4", "greedy", "table-5", "table-6",
          "table-7", "times"]  # fmt: skip


@pytest.fixture(scope="module")
def example(tmp_path_factory):
    folder = tmp_path_factory.mktemp("out")
    return reproduce("hirao2017", out=folder), folder


def rows(result, name):
    return next(t for t in result.to_json()["tables"] if t["name"] == name)["rows"]


def test_embedded_example(example):
    assert "hirao2017" in papers()
    result, folder = example
    assert [table.name for table in result.tables] == TABLES
    scores = {row[""]: row for row in rows(result, "table-2")}
    for column in ("ROUGE-1", "ROUGE-2"):
        assert scores["Oracle (single)"][column] >= scores["Oracle (multi)"][column]
        assert scores["Oracle (multi)"][column] >= scores["Greedy"][column]
        assert scores["Oracle (multi)"][column] > scores["Best peer"][column]
    assert (folder / "nodes.png").stat().st_size > 1000
    assert (folder / "table-7.csv").exists()
    assert {row[""] for row in rows(result, "table-6")} == {
        label for label, *_ in published("hirao2017", year=2004)["table-6"].rows
    }
    for table in result.tables:
        assert table.caption.startswith("EXAMPLE DATA: ")
        assert not any("published" in name for name in table.heading), "invented beside published"


def test_lengths_are_the_papers_and_peers_are_scored_by_rouge(example):
    """The numbers of Table 2 and 3 are those of `oracle --length words --cut` and of `score`."""
    result, _ = example
    topics = [t for t in read_corpus(DEMO) if t.documents and t.references]
    for n in (1, 2):
        found = sumscope.oracle(topics, n=n, limit=100, length="words", cut=True)
        mean = fmean(row.score for row in found.rows)
        assert rows(result, "table-2")[0][f"ROUGE-{n}"] == pytest.approx(mean)
        name = "rouge-1(words=100,stop=true)" if n == 1 else "rouge-2(words=100)"
        means = {m["peer"]: m["mean"] for m in sumscope.score(topics, [name]).means()}
        for row in rows(result, "table-3")[2:]:
            assert row[f"ROUGE-{n}"] == pytest.approx(means[row["system"]])


def test_tests_and_ratios_by_scipy_and_by_hand(example):
    result, _ = example
    topics = [t for t in read_corpus(DEMO) if t.documents and t.references]
    oracle, greedy = (
        [row.score for row in sumscope.oracle(
            topics, n=1, limit=100, length="words", cut=True, method=method).rows]
        for method in ("bnb", "greedy")
    )  # fmt: skip
    row = next(r for r in rows(result, "tests") if r["oracle (multi) against"] == "greedy")
    assert row["p (paired t)"] == pytest.approx(stats.ttest_rel(oracle, greedy).pvalue)
    ratio = next(r for r in rows(result, "greedy") if r["setting"] == "multi")
    assert ratio["mean ratio"] == pytest.approx(
        fmean(b / a for a, b in zip(oracle, greedy, strict=True))
    )
    assert ratio["optimal"] == sum(a == b for a, b in zip(oracle, greedy, strict=True))


def test_likeness_among_oracles_by_brute_force():
    """Three oracles {1,2}, {1,3}, {2,3}: every two share one sentence of three."""
    problem = build([[1], [2], [1, 2], [3]], [1, 1, 2, 1], [[1, 2]], 1, 2)
    found = solve(problem)
    sets = [set(one) for one in found]
    assert found.count == len(sets) > 1
    pairs = [len(a & b) / len(a | b) for i, a in enumerate(sets) for b in sets[i + 1 :]]
    assert among(found) == pytest.approx(fmean(pairs))
    single = solve(build([[1], [2]], [1, 1], [[1, 2]], 1, 2))
    assert among(single) is None


@pytest.mark.parametrize(
    ("name", "ids", "limit", "year"),
    [
        ("duc2004.jsonl", ["x"], 100, 2004),
        ("DUC-06.jsonl.gz", ["x"], 250, 2006),
        ("c.jsonl", ["D0601A", "D0603C"], 250, 2006),
        ("c.jsonl", ["D0701A", "D0703C"], 250, 2007),
        ("c.jsonl", ["d30001t", "d30002t"], 100, 2004),
        ("c.jsonl", ["d301i", "d307b"], 250, 2005),
        ("duc2004.jsonl", ["x"], 250, None),
        ("c.jsonl", ["M000"], 250, None),
        ("c.jsonl", ["D0601A", "M000"], 250, None),
    ],
)
def test_published_columns_are_of_the_same_data_only(name, ids, limit, year):
    topics = [Topic(one) for one in ids]
    assert year_of(topics, name, limit) == year


def test_published_tables_hold_what_the_paper_says_of_them():
    """Section 6.2.1: the best systems reach 60 to 70% and 40 to 55% of `multi`, 50 to 60% ..."""
    for year in range(2001, 2008):
        scores = {
            name: values for name, *values in published("hirao2017", year=year)["table-2"].rows
        }
        labels = ("Best peer", "Oracle (multi)", "Oracle (single)")
        peer, multi, single = (scores[label] for label in labels)
        assert 0.58 < peer[0] / multi[0] < 0.73
        assert 0.40 < peer[1] / multi[1] < 0.58
        assert 0.45 < peer[0] / single[0] < 0.60
        assert 0.25 < peer[1] / single[1] < 0.41
    numbers = published("hirao2017")["table-5"]
    assert list(numbers.figures(2004, "single", "ROUGE-1").values()) == [8.0, 0.865]
    assert list(numbers.figures(2005, "multi", "ROUGE-2").values()) == [3.0, 0.660]


def test_a_corpus_of_duc_has_published_columns_and_limits_in_bytes(tmp_path):
    topics = [t for t in read_corpus(DEMO) if t.documents and t.references][:2]
    write_corpus(tmp_path / "duc2004.jsonl", topics)
    result = reproduce("hirao2017", tmp_path / "duc2004.jsonl")
    assert [row["published ROUGE-1"] for row in rows(result, "table-2")] == [
        0.427, 0.519, 0.412, 0.305]  # fmt: skip
    assert rows(result, "table-1")[1]["words"] == 4870.0
    assert rows(result, "times")[0]["published ILP"] == 0.026
    shorter = reproduce("hirao2017", tmp_path / "duc2004.jsonl", limit="200b")
    assert rows(shorter, "table-1")[0]["length"] == "200 bytes"
    assert "published ROUGE-1" not in rows(shorter, "table-2")[0]
    assert rows(shorter, "table-2")[0]["ROUGE-1"] < rows(result, "table-2")[0]["ROUGE-1"]
    assert any("rouge-1(bytes=200,stop=true)" in note for note in shorter.notes)


@pytest.mark.parametrize("limit", ["0", "x", "-3", "12s"])
def test_bad_limits_are_refused(limit):
    with pytest.raises(SumscopeError, match="is not a length limit"):
        reproduce("hirao2017", limit=limit)


def test_papers_without_a_limit_refuse_one():
    with pytest.raises(SumscopeError, match="geiss2009 has no length limit"):
        reproduce("geiss2009", limit=100)


def test_a_folder_without_a_corpus(tmp_path):
    with pytest.raises(SumscopeError, match="no corpus"):
        reproduce("hirao2017", tmp_path)


def test_medians_pass_every_float():
    assert paper._middle([10**400, 10**400 + 2]) == 10**400 + 1
    assert paper._power(10**400) == "1.00e400"
    assert paper._power(983.0) == "983"
