from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from sumscope.core.errors import SumscopeError
from sumscope.core.values import Cluster, JudgeCover
from sumscope.corpus.judge_sheets import Sheet, read_sheets


def sheet(folder: Path, text: str, name: str = "anna.csv") -> Path:
    path = folder / name
    path.write_text(text, encoding="utf-8")
    return path


def test_a_sheet_is_a_judges_clustering(tmp_path: Path) -> None:
    text = (
        'Sentence ID,Cluster,Label,Rank\nd1.0,7,"The fire, at night",2\nd2.3,7,,\nd1.1,x,Cost,1\n'
    )
    path = sheet(tmp_path, text + "d2.0,x,Cost,1.0\nd2.1,,,\n")
    cover = JudgeCover(
        "anna",
        (Cluster(("d1.0", "d2.3"), "The fire, at night", 2), Cluster(("d1.1", "d2.0"), "Cost", 1)),
        ("d2.1",),
    )
    assert read_sheets(path) == [Sheet(None, cover)]


def test_judges_and_topics_in_columns_and_semicolons(tmp_path: Path) -> None:
    text = "topic;judge;item;group\nT1;A;a;1\nT1;A;b;1\nT1;B;a;1\nT2;A;c;1\n"
    found = read_sheets(sheet(tmp_path, text))
    assert [(s.topic, s.cover.judge, len(s.cover.clusters)) for s in found] == [
        ("T1", "A", 1),
        ("T1", "B", 1),
        ("T2", "A", 1),
    ]


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("a,b\n1,2\n", "no column 'sentence'"),
        ("sentence,label\n1,2\n", "no column 'cluster'"),
        ("sentence,cluster\n", "no rows"),
        ("sentence,cluster\n,1\n", "names no sentence"),
        ("sentence,cluster,rank\na,1,first\n", "not a whole number"),
        ("sentence,cluster,rank\na,1,1\nb,1,2\n", "two ranks"),
        ("sentence,cluster,label\na,1,x\nb,1,y\n", "two labels"),
    ],
)
def test_bad_sheets_say_what_is_wrong(tmp_path: Path, text: str, said: str) -> None:
    with pytest.raises(SumscopeError, match=said):
        read_sheets(sheet(tmp_path, text))


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture], max_examples=40)
@given(st.lists(st.integers(0, 4), min_size=1, max_size=20))
def test_every_sentence_is_placed_once(tmp_path: Path, clusters: list[int]) -> None:
    rows = "".join(f"s{at},{cluster or ''}\n" for at, cluster in enumerate(clusters))
    (found,) = read_sheets(sheet(tmp_path, "sentence,cluster\n" + rows))
    placed = [item for cluster in found.cover.clusters for item in cluster.items]
    assert sorted([*placed, *found.cover.aside]) == sorted(f"s{at}" for at in range(len(clusters)))
