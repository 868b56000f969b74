"""Our model: its parts are exact, odd meetings are defined, and it beats chance by far."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from sumscope.app import links
from sumscope.core.errors import SumscopeError
from sumscope.core.values import Topic
from sumscope.corpus.schema import topic_from_json
from sumscope.linking import boosting, kinds
from sumscope.linking import crossed_logistic as crossed
from sumscope.linking.cover import clusters, threshold
from sumscope.linking.links import Links, square
from sumscope.linking.meeting import Meeting, series
from sumscope.linking.murray_features import FEATURES
from sumscope.linking.second_pass import second_pass
from sumscope.linking.weave import WeaveModel, most_worth

from .meetings import corpus, meeting

pytestmark = pytest.mark.filterwarnings("ignore:topics without")


@pytest.fixture(scope="module")
def model() -> WeaveModel:
    made = links.fit(corpus(6))
    assert isinstance(made, WeaveModel)
    return made


def table(rows: int = 600) -> tuple[Any, Any]:
    rng = np.random.default_rng(3)
    x = rng.normal(size=(rows, 5)).astype(np.float32)
    x[:, 4] = np.exp(2 * x[:, 4])
    y = rng.random(rows) < 1 / (1 + np.exp(1 - x[:, 0] - x[:, 1] * (x[:, 2] > 0)))
    return x, y


def test_exported_trees_are_scikit_learns() -> None:
    from sklearn.ensemble import HistGradientBoostingClassifier

    x, y = table()
    grown = HistGradientBoostingClassifier(max_iter=30, max_leaf_nodes=8, random_state=0).fit(x, y)
    ours = boosting.export(grown)
    again = boosting.Boosted.from_json(json.loads(json.dumps(ours.to_json())), x.shape[1])
    assert again == ours
    edge = np.array([[t.threshold[0]] * 5 for t in ours.trees], dtype=np.float32)
    # Just beside the thresholds: at a threshold itself, releases of scikit-learn before 1.8 compare
    # the rounded value with the exact one.
    below, above = (np.nextafter(edge, np.float32(to)) for to in (-np.inf, np.inf))
    for rows in (x, below, above):
        np.testing.assert_allclose(again.logit(rows), grown.decision_function(rows), atol=1e-9)


def test_newton_finds_scikit_learns_weights() -> None:
    from sklearn.linear_model import LogisticRegression

    x, y = table()
    found = crossed.fit(x, y, 0, ridge=4.0)
    rows = found._expand(x)[:, 1:].astype(np.float64)
    other = LogisticRegression(C=1 / 4.0, tol=1e-8, max_iter=2000).fit(rows, y)
    np.testing.assert_allclose(found.logit(x), other.decision_function(rows), atol=2e-3)
    assert found.heavy.tolist() == [False, False, False, False, True]


def test_a_tree_that_runs_in_circles_is_refused() -> None:
    tree = {"feature": [0], "threshold": [0.0], "left": [0], "right": [0], "value": [0.0]}
    with pytest.raises(ValueError, match="tree"):
        boosting.Boosted.from_json({"base": 0.0, "trees": [tree]}, 1)


def test_file_and_back_and_the_same_again(model: WeaveModel, tmp_path: Path) -> None:
    kinds.save(model, tmp_path / "m.json")
    again = kinds.load(tmp_path / "m.json")
    links.fit(corpus(6), tmp_path / "n.json")
    assert (tmp_path / "m.json").read_bytes() == (tmp_path / "n.json").read_bytes()
    one = Meeting.of(meeting("Z1a", 9))
    for which in ("linked", "all"):
        left = model.predict(one, which, one.golds[0])  # type: ignore[arg-type]
        right = again.predict(one, which, one.golds[0])  # type: ignore[arg-type]
        assert np.array_equal(left.probability, right.probability)


def test_it_predicts_unseen_meetings(model: WeaveModel) -> None:
    topics = [meeting("Z1a", 50), meeting("Z2a", 51), meeting("Z3a", 52)]
    found = links.evaluate(topics, model, by=("linkage", "gn"))
    assert (found.mean("auroc") or 0) > 0.9
    assert (found.mean("f") or 0) > 0.7
    assert (found.omega["linkage"] or 0) > 0.6
    everything = links.evaluate(topics, model, universe="all", by=("linkage",))
    assert (everything.mean("auroc") or 0) > 0.9
    assert (everything.omega["linkage"] or 0) > 0.5


@pytest.mark.parametrize("missing", ["speakers", "times", "acts", "marks"])
def test_meetings_without_some_keys(model: WeaveModel, missing: str) -> None:
    topic = meeting("Z1a", 50, **{missing: False})
    found = links.evaluate([topic], model, by=("linkage",))
    assert (found.mean("auroc") or 0) > 0.7
    made = links.fit([meeting(f"X{i}a", i, **{missing: False}) for i in range(3)])
    assert links.predict([topic], made).topics[0].cover.items


def bare(sentences: list[Any], clusters: list[list[str]] | None = None, **more: Any) -> Topic:
    value: dict[str, Any] = {"id": "t", **more}
    value["documents"] = [{"id": "d", "sentences": sentences}]
    if clusters is not None:
        value["covers"] = [{"judge": "j", "clusters": [{"items": c} for c in clusters]}]
    return topic_from_json(value, "t")


@pytest.mark.parametrize("universe", ["linked", "extract", "all"])
@pytest.mark.parametrize(
    "topic",
    [
        bare([], []),
        bare(["One sentence."], []),
        bare([{"text": "One.", "extract": True}], [["d.0"]]),
        bare(["One.", "Two."], [["d.0"], ["d.1"]]),
        bare([{"text": "", "act": "???"}, {"text": "Two.", "act": "zzz"}], [["d.0", "d.1"]]),
        bare([{"text": "Um.", "extract": False}] * 3, [], lang="en"),
        bare(["一つの文。", "二つの文。", "三つの文。"], [["d.0", "d.2"]], lang="ja"),
    ],
)
def test_odd_meetings_are_defined(model: WeaveModel, topic: Topic, universe: str) -> None:
    marked = any("extract" in s.extra for s in topic.documents[0].sentences or ())
    if universe == "extract" and not marked:
        with pytest.raises(SumscopeError, match="in the extract"):
            links.predict([topic], model, universe=universe)
        return
    (found,) = links.predict([topic], model, universe=universe).topics
    held = {item for cluster in found.cover.clusters for item in cluster}
    assert held == set(found.cover.items)
    json.dumps(found.to_json(), allow_nan=False)
    result = links.evaluate([topic], model, universe=universe, by=("linkage", "gn", "conga"))
    json.dumps(result.to_json(), allow_nan=False)


def test_a_meeting_without_links_teaches_nothing_but_does_no_harm() -> None:
    empty = bare(["One.", "Two."], [])
    made = links.fit([*corpus(2), empty])
    assert made.trained_on["meetings"] == 3
    with pytest.raises(SumscopeError, match="nothing can be learned"):
        links.fit([empty])


def test_the_paper_features_are_among_ours(model: WeaveModel) -> None:
    assert model.features[: len(FEATURES)] == tuple(FEATURES)
    assert len(set(model.features)) == len(model.features) > 90


def test_worth_has_a_floor_and_a_limit(monkeypatch: pytest.MonkeyPatch) -> None:
    worth = np.array([0.9, 0.1, 0.5, 0.5, 0.31, 0.3])
    assert most_worth(worth).tolist() == [0, 2, 3, 4, 5]
    monkeypatch.setattr("sumscope.linking.weave.MOST", 2)
    assert most_worth(worth).tolist() == [0, 2]
    assert most_worth(np.zeros(0)).tolist() == []


def test_series() -> None:
    assert series("ES2002a") == series("ES2002d") == "ES2002"
    assert series("TS3004b") == "TS3004"
    assert series("Bdb001") == "Bdb001"
    assert series("meeting") == "meeting"


def test_second_pass_equals_a_slow_reading_of_its_definition() -> None:
    from scipy.cluster.hierarchy import cophenet, linkage

    rng = np.random.default_rng(2)
    n = 9
    p = rng.random(n * (n - 1) // 2).astype(np.float32)
    whole = square(p, n).astype(np.float64) + np.eye(n)
    joined = 1 - cophenet(linkage(1 - p.astype(np.float64), "average"))

    def odds(x: float) -> float:
        x = min(max(x, 1e-3), 1 - 1e-3)
        return float(np.log(x / (1 - x)))

    found = second_pass(p, n)
    for at, (i, j) in enumerate(zip(*np.triu_indices(n, 1), strict=True)):
        norm = np.linalg.norm(whole[i]) * np.linalg.norm(whole[j])
        score = 0.466 * np.log(p[at] / (1 - p[at])) + 0.171 * odds(whole[i] @ whole[j] / norm)
        expected = 1 / (1 + np.exp(-(score + 0.279 * odds(joined[at]) - 0.388)))
        assert found[at] == pytest.approx(expected, abs=1e-4)
    few = np.array([0.4], dtype=np.float32)
    assert second_pass(few, 2) is few
    assert np.isfinite(second_pass(np.array([0, 1, 1], dtype=np.float32), 3)).all()


def test_threshold_and_cover() -> None:
    assert threshold(0.5) == 0.5
    assert threshold(0.2, 1.0) == 0.5
    assert threshold(0.2, 0.55) == pytest.approx(0.365)
    one = Meeting.of(meeting("Z1a", sentences=7))
    p = np.full((7, 7), 0.05, dtype=np.float32)
    p[:3, :3] = p[4:, 4:] = 0.95
    p[3, :3] = p[:3, 3] = 0.8
    p[3, 4:] = p[4:, 3] = 0.75
    flat = p[np.triu_indices(7, 1)]
    found = Links(one, np.arange(7), flat, 0.5)
    assert np.array_equal(square(flat, 7)[np.triu_indices(7, 1)], flat)
    assert [c.tolist() for c in clusters(found)] == [[0, 1, 2, 3], [3, 4, 5, 6]]
    assert [c.tolist() for c in clusters(found, overlap=None)] == [[0, 1, 2, 3], [4, 5, 6]]
    assert len(clusters(found, k=1)) == 1
    assert len(clusters(found, k=99, overlap=None)) == 7
