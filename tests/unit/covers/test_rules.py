from __future__ import annotations

import pytest

from sumscope.core.errors import SumscopeError
from sumscope.core.values import Cluster, JudgeCover
from sumscope.covers.rules import (
    GUIDANCE,
    PROCEDURE,
    RULES,
    Violation,
    check,
    require,
    unplaced,
)

DOCUMENTS = {"a0": "a", "a1": "a", "b0": "b", "b1": "b", "c0": "c"}


def judged(*clusters: Cluster, aside: tuple[str, ...] = ()) -> JudgeCover:
    return JudgeCover("j", clusters, aside)


GOOD = Cluster(("a0", "b0"), "What both say.", 1)


def broken(*clusters: Cluster, aside: tuple[str, ...] = ()) -> list[tuple[str, int | None, object]]:
    found = check(judged(*clusters, aside=aside), DOCUMENTS)
    assert all(v.rule in RULES and v.message for v in found)
    return [(v.rule, v.cluster, v.sentence) for v in found]


def test_a_good_clustering() -> None:
    assert broken(GOOD, Cluster(("a1", "c0"), "More.", 2), aside=("b1",)) == []
    assert broken() == []


@pytest.mark.parametrize(
    ("cluster", "rule", "sentence"),
    [
        (Cluster(("a1",), "x", 2), "two-sentences", "a1"),
        (Cluster(("a1", "a1"), "x", 2), "two-sentences", "a1"),
        (Cluster((), "x", 2), "two-sentences", None),
        (Cluster(("a0", "a1"), "x", 2), "two-documents", "a0"),
        (Cluster(("a0", "c0"), "x", 2), "one-cluster", "a0"),
        (Cluster(("a1", "c0", "a1"), "x", 2), "one-cluster", "a1"),
        (Cluster(("a1", "c0"), None, 2), "labelled", None),
        (Cluster(("a1", "c0"), "  ", 2), "labelled", None),
        (Cluster(("a1", "c0"), "x", None), "ranked", None),
        (Cluster(("a1", "c0"), "x", 0), "ranked", None),
        (Cluster(("a1", "c0"), "x", 1), "distinct-ranks", None),
        (Cluster(("a1", "zz"), "x", 2), "known-sentence", "zz"),
    ],
)
def test_each_rule_names_cluster_and_sentence(
    cluster: Cluster, rule: str, sentence: str | None
) -> None:
    assert (rule, 1, sentence) in broken(GOOD, cluster)


def test_aside() -> None:
    assert broken(GOOD, aside=("a0",)) == [("one-cluster", 0, "a0")]
    assert broken(GOOD, aside=("b1", "b1")) == [("one-cluster", None, "b1")]
    assert broken(GOOD, aside=("zz",)) == [("known-sentence", None, "zz")]


def test_messages_speak() -> None:
    found = check(judged(GOOD, Cluster(("a0", "c0"), "More.", 2)), DOCUMENTS)
    message = "a0 is in cluster 1 (What both say.) and in cluster 2 (More.)"
    assert found == (Violation("one-cluster", message, 1, "a0"),)
    assert found[0].to_json()["rule"] == "one-cluster"


def test_unplaced() -> None:
    assert unplaced(judged(GOOD, aside=("c0",)), DOCUMENTS) == ("a1", "b1")


def test_require() -> None:
    require(judged(GOOD), DOCUMENTS)
    with pytest.raises(SumscopeError, match=r"cluster 1 has only the sentence a0 \(3 rules broken"):
        require(judged(Cluster(("a0",))), DOCUMENTS)


def test_guidance_is_complete() -> None:
    assert len(GUIDANCE) == 8
    assert len(PROCEDURE) == 7
