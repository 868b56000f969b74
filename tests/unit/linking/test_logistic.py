"""The paper's model: it learns, it is kept as JSON, and what cannot be learned is refused."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest

from sumscope.app import links
from sumscope.core.errors import SumscopeError
from sumscope.linking import kinds
from sumscope.linking.logistic import LogisticModel
from sumscope.linking.meeting import Meeting
from sumscope.linking.murray_features import PaperFeatures, pairs

from .meetings import corpus, meeting

pytestmark = pytest.mark.filterwarnings("ignore:topics without")


@pytest.fixture(scope="module")
def model() -> LogisticModel:
    made = links.fit(corpus(4), kind="logistic")
    assert isinstance(made, LogisticModel)
    return made


def test_probabilities_are_scikit_learns(model: LogisticModel) -> None:
    from sklearn.linear_model import LogisticRegression

    meetings = [Meeting.of(topic) for topic in corpus(4)]
    xs, ys = [], []
    from sumscope.linking.links import truth_of

    for one in meetings:
        at = one.candidates("linked", one.golds[0])
        xs.append(PaperFeatures(one, at).of(*pairs(len(at))).astype(np.float64))
        ys.append(truth_of(one, one.golds[0], at))
    x, y = np.concatenate(xs), np.concatenate(ys)
    spread = x.std(axis=0)
    spread[spread == 0] = 1
    x = (x - x.mean(axis=0)) / spread
    expected = LogisticRegression(solver="liblinear", random_state=0).fit(x, y).predict_proba(x)
    found = [model.predict(one, "linked", one.golds[0]).probability for one in meetings]
    np.testing.assert_allclose(np.concatenate(found), expected[:, 1], atol=1e-5)


def test_file_and_back(model: LogisticModel, tmp_path: Path) -> None:
    kinds.save(model, tmp_path / "m.json")
    assert kinds.load(tmp_path / "m.json") == model
    again = links.fit(corpus(4), tmp_path / "n.json", kind="logistic")
    assert again == model
    assert (tmp_path / "m.json").read_bytes() == (tmp_path / "n.json").read_bytes()


def test_it_says_what_it_was_trained_on(model: LogisticModel) -> None:
    facts = model.trained_on
    assert (facts["meetings"], facts["universe"], facts["seed"]) == (4, "linked", 0)
    assert 0 < facts["linked_pairs"] < facts["pairs"]
    rows = links.show(model).rows()
    assert [row["name"] for row in rows][:2] == ["between", "midpoint"]


@pytest.mark.parametrize("universe", ["extract", "all"])
def test_other_universes(universe: str) -> None:
    made = links.fit(corpus(2), kind="logistic", universe=universe)
    assert made.trained_on["universe"] == universe
    found = links.evaluate(corpus(2), made, universe=universe, by=("linkage", "gn"))
    assert found.mean("auroc") is not None


def test_evaluation_separates_from_chance(model: LogisticModel) -> None:
    topics = [meeting("Z1a", 50), meeting("Z2a", 51)]
    found = links.evaluate(topics, model, by=("linkage", "gn", "conga", "congo"))
    assert (found.mean("auroc") or 0) > 0.8
    assert found.mean("recall", "lower-bound") == 1.0
    assert all((value or 0) > 0.3 for value in found.omega.values())
    assert len(found.tests) == 6
    assert found.human is None
    said = found.to_json()
    assert {"precision", "recall", "f", "auroc", "omega", "k", "meetings"} <= set(said)
    json.dumps(said, allow_nan=False)
    assert len(found.to_pandas()) == len(found.to_polars()) == 2


def test_several_judges_are_compared(model: LogisticModel) -> None:
    from sumscope.corpus.jsonl import read_corpus
    from sumscope.data import DEMO

    topic = next(t for t in read_corpus(DEMO) if t.id == "en-meeting")
    found = links.evaluate([topic], model, by=("linkage",))
    assert [m.judge for m in found.meetings] == [cover.judge for cover in topic.covers]
    assert found.human is not None
    assert 0 < found.human < 1


def test_nothing_to_learn_from() -> None:
    with pytest.raises(SumscopeError, match="it has no topics"):
        links.fit([], kind="logistic")
    with pytest.raises(SumscopeError, match="nothing can be learned"):
        links.fit([meeting("M1a", sentences=1)], kind="logistic")
    with pytest.raises(SumscopeError, match="did you mean logistic"):
        links.fit([], kind="logistik")
    with pytest.raises(SumscopeError, match="give one of linked"):
        links.fit([], kind="logistic", universe="linkd")


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("no", "not JSON"),
        ("[" * 100_000, "not JSON"),
        ("{}", "not a link model"),
        ('{"format": "sumscope-links", "version": 9}', "version 9"),
        ('{"format": "sumscope-links", "version": 1}', "missing or invalid: 'model'"),
        ('{"format": "sumscope-links", "version": 1, "model": "x"}', "unknown link model 'x'"),
        ('{"format": "sumscope-links", "version": 1, "model": "logistic"}', "'features'"),
    ],
)
def test_bad_model_files(tmp_path: Path, text: str, said: str) -> None:
    path = tmp_path / "m.json"
    path.write_text(text)
    with pytest.raises(SumscopeError, match=said):
        kinds.load(path)


def test_missing_universes(model: LogisticModel) -> None:
    with pytest.raises(SumscopeError, match="whether it is in the extract"):
        links.predict([meeting("M1a", marks=False)], model, universe="extract")
    bare = meeting("M1a").__class__(id="x", documents=meeting("M1a").documents)
    with pytest.raises(SumscopeError, match="needs a cover"):
        links.predict([bare], model, universe="linked")
    with pytest.raises(SumscopeError, match="no topic has a cover"):
        links.evaluate([bare], model)
    with pytest.raises(SumscopeError, match="unknown community method 'gm'"):
        links.predict([bare], model, by="gm")
