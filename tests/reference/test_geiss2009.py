"""Geiss (2009): the behaviours of Figure 1 on our own data, and the layout of its tables."""

from __future__ import annotations

import json
import random
from pathlib import Path

import pytest

import sumscope
from sumscope.cli.shell import run
from sumscope.core.cover import Partition
from sumscope.core.errors import SumscopeError
from sumscope.core.measure import parse
from sumscope.core.values import Topic
from sumscope.corpus.jsonl import read_corpus, write_corpus
from sumscope.covers.agreement import random_pairs
from sumscope.covers.drift import FIGURE, behaviours, drifted
from sumscope.data import DEMO
from sumscope.metrics.cover import CoverPair
from sumscope.papers._common import published
from sumscope.report.reproduction import Reproduction

PUBLISHED = published("geiss2009")


@pytest.fixture(scope="module")
def example() -> Reproduction:
    return sumscope.reproduce("geiss2009")


def judged() -> list[tuple[str, Partition]]:
    """Clusterings with enough clusters for the figure's claims: the paper's have 6 to 19."""
    made = []
    for topic in read_corpus(DEMO):
        for cover in topic.covers:
            clusters = tuple(c.items for c in cover.clusters)
            items = [i for c in clusters for i in c]
            if len(set(items)) == len(items) and len(clusters) >= 7:
                made.append((f"{topic.id} {cover.judge}", Partition(tuple(items), clusters)))
    return made


@pytest.mark.parametrize(("name", "start"), judged()[::3])
def test_figure_1_on_the_judges_of_the_example(name: str, start: Partition) -> None:
    drift = drifted(start, runs=8)
    assert drift.counts == tuple(range(1, len(start.items) + 1))
    for claim, holds, said in behaviours(drift):
        assert holds, f"{name}: {claim}: {said}"


def seventy_in_fifteen(seed: int) -> Partition:
    """As many sentences and clusters as Judge A's Rushdie clustering, at least two in each."""
    draw = random.Random(seed)
    sizes = [2] * 15
    for _ in range(70 - sum(sizes)):
        sizes[draw.randrange(15)] += 1
    names = iter(range(70))
    return Partition.of([[next(names) for _ in range(size)] for size in sizes])


@pytest.mark.parametrize("seed", [1, 2])
def test_figure_1_on_as_many_sentences_as_in_the_paper(seed: int) -> None:
    drift = drifted(seventy_in_fifteen(seed), runs=4, seed=seed)
    for claim, holds, said in behaviours(drift):
        assert holds, f"{claim}: {said}"


def test_single_runs_behave_at_the_ends() -> None:
    """One run, as in the paper: what depends on the ends only holds in each."""
    for seed in range(5):
        drift = drifted(seventy_in_fifteen(7), runs=1, seed=seed)
        for name in FIGURE:
            assert drift.at(name, 15) == (0 if parse(name).traits.better == "lower" else 1)
        assert drift.at("vbeta", 1) == 0 < drift.at("vbeta", 70)
        assert drift.at("v0.5", 1) == 0 < drift.at("v0.5", 70)
        assert drift.at("nvi", 1) > drift.at("nvi", 70)
        assert drift.at("pair-f", 70) == 0


def test_the_reproduction_of_the_example(example: Reproduction) -> None:
    result = example
    tables = {table.name: table for table in result.tables}
    assert list(tables) == [
        "table1",
        "table2",
        "figure1",
        "figure1-rounds",
        "figure1-behaviour",
        "table3",
        "judge-means",
        "steps",
        "rules",
    ]
    for made in (*result.tables, *result.pictures):
        assert made.caption.startswith("EXAMPLE DATA: ")
    assert all(row[1] == "yes" for row in tables["figure1-behaviour"].rows)
    three = tables["table3"].rows
    ours = [row for row in three if row[0] == "ours"]
    base = next(row for row in three if row[:2] == ("random, same sizes", "base"))
    assert len(ours) == 14
    better = {3: 1, 4: 1, 5: 1, 6: -1, 7: 1, 8: 1, 9: 1, 10: -1}
    for row in ours:
        for column, sign in better.items():
            assert sign * row[column] > sign * base[column]
        assert row[3] > row[7], "singletons reward, the bucket punishes"
    assert len([row for row in three if row[0] == "published"]) == len(PUBLISHED["table3"].rows)
    assert any("en-meeting is left out" in note for note in result.notes)
    json.dumps(result.to_json(), allow_nan=False)
    again = sumscope.reproduce("geiss2009")
    assert again.to_json() == result.to_json()


def test_figures_of_table_3_are_those_of_agree(example: Reproduction) -> None:
    three = next(table for table in example.tables if table.name == "table3")
    topics = [topic for topic in read_corpus(DEMO) if topic.id == "en-tram"]
    rows = sumscope.agree(topics, ["vbeta", "v0.5", "nvi"], baseline=0).rows
    (mine,) = [row for row in three.rows if row[0] == "ours" and row[1] == "en-tram"]
    assert list(mine[3:]) == [row.value for row in rows]


def test_published_tables_are_the_papers() -> None:
    """Internal checks: s/c of Table 2, and judges' pairs of Table 3."""
    for _, _, sentences, clusters, ratio in PUBLISHED["table2"].rows:
        assert sentences / clusters == pytest.approx(ratio, abs=0.101)
    pairs = {(row[0], row[1]) for row in PUBLISHED["table3"].rows[:-1]}
    judges: dict[str, list[str]] = {}
    for name, judge, *_ in PUBLISHED["table2"].rows:
        judges.setdefault(name, []).append(judge)
    for name, found in judges.items():
        for i, one in enumerate(found):
            for other in found[i + 1 :]:
                assert (name, f"{one}-{other}") in pairs
    assert len(pairs) == 15


def test_folders_and_bad_data(tmp_path: Path) -> None:
    with pytest.raises(SumscopeError, match="the folder has no corpus"):
        sumscope.reproduce("geiss2009", tmp_path)
    topics = [topic for topic in read_corpus(DEMO) if topic.id in ("en-tram", "en-meeting")]
    write_corpus(tmp_path / "one.jsonl", topics[:1])
    write_corpus(tmp_path / "two.jsonl", topics[1:])
    result = sumscope.reproduce("geiss2009", tmp_path)
    assert result.data == tmp_path.name
    write_corpus(tmp_path / "one.jsonl", [Topic("T")])
    with pytest.raises(SumscopeError, match="no topic has two judges whose clusters do not"):
        sumscope.reproduce("geiss2009", tmp_path)


def test_command(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["reproduce", "geiss2009", "-o", str(tmp_path), "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["paper"] == "geiss2009"
    for name in ("figure1.png", "figure1.svg", "figure1.csv", "table3.tex", "results.json"):
        assert (tmp_path / name).stat().st_size > 100


def clusterings_as_large_as_published() -> list[tuple[Partition, int]]:
    """The 13 clusterings of Table 2 by their sizes: sentences in clusters, at least two in each."""
    total = {name: sentences for name, _, sentences in PUBLISHED["table1"].rows}
    draw = random.Random(1)
    made = []
    for name, _, sentences, clusters, _ in PUBLISHED["table2"].rows:
        sizes = [2] * clusters
        for _ in range(sentences - 2 * clusters):
            sizes[draw.randrange(clusters)] += 1
        names = iter(range(sentences))
        groups = [[next(names) for _ in range(size)] for size in sizes]
        made.append((Partition.of(groups), total[name]))
    return made


@pytest.mark.parametrize(
    ("way", "published", "tolerance"),
    [("singletons", (0.66, 0.75, 0.44), 0.015), ("bucket", (0.29, 0.28, 0.68), 0.025)],
)
def test_free_sizes_give_the_published_base_row(
    way: str, published: tuple[float, float, float], tolerance: float
) -> None:
    """Table 3, base: only the sizes of the judges' clusterings are known, and they are enough.

    Random sets of 2 to N/2 clusters, taken as the standard, give all six published numbers; sets of
    the judges' own sizes cannot, since equal sizes make V the same at every weight.
    """
    rows: dict[str, list[list[float]]] = {"free": [], "permuted": []}
    for cover, n in clusterings_as_large_as_published():
        items = tuple(str(i) for i in range(n))
        pair = CoverPair.of(cover, cover, complete=way, items=items)
        for kind, found in rows.items():
            for drawn in random_pairs(pair, 100, 0, kind):
                values = (
                    (parse("vbeta"), drawn),
                    (parse("v0.5"), drawn.swapped),
                    (parse("nvi"), drawn),
                )
                found.append([measure.score(one) for measure, one in values])
    means = {
        kind: [sum(c) / len(c) for c in zip(*found, strict=True)] for kind, found in rows.items()
    }
    assert means["free"] == pytest.approx(published, abs=tolerance)
    assert means["permuted"][0] == pytest.approx(means["permuted"][1], abs=1e-9)
    assert means["permuted"] != pytest.approx(published, abs=0.05)


def test_judge_means_of_the_published_table(example: Reproduction) -> None:
    """Section 7 says that judge B agrees most with all others; by Table 3, O and D do."""
    rows = next(table for table in example.tables if table.name == "judge-means").rows
    means = {row[1]: row[3] for row in rows if row[0] == "published"}
    assert means["B"] == pytest.approx(
        (0.92 + 0.95 + 0.87 + 0.85 + 0.94 + 0.93 + 0.96 + 0.98 + 0.89) / 9
    )
    assert means["O"] > means["D"] > means["B"] > means["A"]


def test_purity_as_defined_does_not_fall_for_splitting() -> None:
    """The paper's text says that it falls alike for splitting; its formula (10) cannot."""
    start = seventy_in_fifteen(3)
    single = Partition.of([[i] for i in start.items])
    assert parse("purity").score(CoverPair.of(start, single)) == 1
