"""Geiss (2009): the behaviours of Figure 1 on our own data, and the layout of its tables."""

from __future__ import annotations

import json
import random
from pathlib import Path

import pytest

import sumscope
from sumscope.annotate.drift_scores import FIGURE, behaviours, drifted
from sumscope.cli.shell import run
from sumscope.core.cover import Partition
from sumscope.core.errors import SumscopeError
from sumscope.core.measure import parse
from sumscope.core.values import Topic
from sumscope.corpus.jsonl import read_corpus, write_corpus
from sumscope.data import DEMO
from sumscope.metrics.cover import CoverPair
from sumscope.papers.geiss2009 import PUBLISHED_AGREEMENT, PUBLISHED_JUDGES


def judged() -> list[tuple[str, Partition]]:
    made = []
    for topic in read_corpus(DEMO):
        for cover in topic.covers:
            clusters = tuple(c.items for c in cover.clusters)
            items = [i for c in clusters for i in c]
            if len(set(items)) == len(items):
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


def test_the_reproduction_of_the_example() -> None:
    result = sumscope.reproduce("geiss2009")
    tables = {table.name: table for table in result.tables}
    assert list(tables) == ["table1", "table2", "figure1", "figure1-behaviour", "table3", "steps"]
    assert all(row[1] == "yes" for row in tables["figure1-behaviour"].rows)
    three = tables["table3"].rows
    ours = [row for row in three if row[0] == "ours"]
    base = next(row for row in three if row[:2] == ("random", "base"))
    assert len(ours) == 6
    better = {3: 1, 4: 1, 5: 1, 6: -1, 7: 1, 8: 1, 9: 1, 10: -1}
    for row in ours:
        for column, sign in better.items():
            assert sign * row[column] > sign * base[column]
        assert row[3] > row[7], "singletons reward, the bucket punishes"
    assert len([row for row in three if row[0] == "published"]) == len(PUBLISHED_AGREEMENT)
    assert any("en-meeting is left away" in note for note in result.notes)
    json.dumps(result.to_json(), allow_nan=False)
    again = sumscope.reproduce("geiss2009")
    assert again.to_json() == result.to_json()


def test_figures_of_table_3_are_those_of_agree() -> None:
    result = sumscope.reproduce("geiss2009")
    three = next(table for table in result.tables if table.name == "table3")
    topics = [topic for topic in read_corpus(DEMO) if topic.id == "en-tram"]
    rows = sumscope.agree(topics, ["vbeta", "v0.5", "nvi"], baseline=0).rows
    (mine,) = [row for row in three.rows if row[0] == "ours" and row[1] == "en-tram"]
    assert list(mine[3:]) == [row.value for row in rows]


def test_published_tables_are_the_papers() -> None:
    """Internal checks: s/c of Table 2, and judges' pairs of Table 3."""
    for _, _, sentences, clusters, ratio in PUBLISHED_JUDGES:
        assert sentences / clusters == pytest.approx(ratio, abs=0.101)
    pairs = {(row[0], row[1]) for row in PUBLISHED_AGREEMENT[:-1]}
    judges: dict[str, list[str]] = {}
    for name, judge, *_ in PUBLISHED_JUDGES:
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


def test_purity_as_defined_does_not_fall_for_splitting() -> None:
    """The paper's text says that it falls alike for splitting; its formula (10) cannot."""
    start = seventy_in_fifteen(3)
    single = Partition.of([[i] for i in start.items])
    assert parse("purity").score(CoverPair.of(start, single)) == 1
