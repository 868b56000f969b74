"""`sumscope.compat` beside the packages it stands in for, on REALSumm's 2,400 summaries.

rouge-score and NLTK are run here. evaluate's `rouge` is a script on the Hugging Face hub that calls
rouge-score: its steps are repeated here with rouge-score itself. torchmetrics needs
torch, which is too large to install for one test: `compat-torchmetrics.json` holds what it gave
(see its `provenance`). ROUGE-1.5.5's own output stands for pyrouge.
"""

from __future__ import annotations

import functools
import gzip
import json
import random
import re
from pathlib import Path

import numpy as np
import pytest

import sumscope
from sumscope.compat import evaluate
from sumscope.compat.pyrouge import Rouge155
from sumscope.compat.rouge_score import rouge_scorer, scoring, tokenizers
from sumscope.compat.torchmetrics import ROUGEScore
from sumscope.kernels import load
from sumscope.kernels.python.rouge.nltk_stem import nltk_porter
from sumscope.rouge_scoring.words import NLTK_IRREGULAR

theirs = pytest.importorskip("rouge_score.rouge_scorer")
their_scoring = pytest.importorskip("rouge_score.scoring")
their_tokenizers = pytest.importorskip("rouge_score.tokenizers")
porter = pytest.importorskip("nltk.stem.porter")
TYPES = [*(f"rouge{n}" for n in range(1, 10)), "rougeL", "rougeLsum"]


@pytest.fixture(scope="module")
def topics(data_dir: Path) -> list[tuple[str, list[str]]]:
    """Reference and summaries of each article; sentences are lines."""

    def text(row: dict[str, object]) -> str:
        if "text" in row:
            return str(row["text"])
        return "\n".join(s if isinstance(s, str) else s["text"] for s in row["sentences"])

    with gzip.open(data_dir / "realsumm" / "cnndm.jsonl.gz", "rt", encoding="utf-8") as stream:
        rows = [json.loads(line) for line in stream]
    return [(text(t["references"][0]), [text(p) for p in t["peers"]]) for t in rows]


@pytest.fixture(autouse=True)
def quick_stems(monkeypatch: pytest.MonkeyPatch) -> None:
    """NLTK's own stemmer, asked once for each word."""
    known = functools.lru_cache(maxsize=None)(porter.PorterStemmer().stem)
    monkeypatch.setattr(porter.PorterStemmer, "stem", lambda self, word: known(word))


@pytest.mark.parametrize("stem", [pytest.param(False, marks=pytest.mark.all_only), True])
def test_every_summary_by_every_type(topics: list[tuple[str, list[str]]], stem: bool) -> None:
    mine = rouge_scorer.RougeScorer(TYPES, use_stemmer=stem)
    other = theirs.RougeScorer(TYPES, use_stemmer=stem)
    compared = 0
    for reference, summaries in topics:
        for one in summaries:
            a, b = mine.score(reference, one), other.score(reference, one)
            assert {k: tuple(v) for k, v in a.items()} == {k: tuple(v) for k, v in b.items()}
            compared += 1
    assert compared == 2400


@pytest.mark.parametrize("stem", [False, True])
def test_several_references(topics: list[tuple[str, list[str]]], stem: bool) -> None:
    types = ["rouge1", "rouge2", "rougeL", "rougeLsum"]
    mine = rouge_scorer.RougeScorer(types, use_stemmer=stem)
    other = theirs.RougeScorer(types, use_stemmer=stem)
    for reference, summaries in topics:
        targets = [reference, *summaries[1:4]]
        a, b = mine.score_multi(targets, summaries[0]), other.score_multi(targets, summaries[0])
        assert {k: tuple(v) for k, v in a.items()} == {k: tuple(v) for k, v in b.items()}


def test_the_registry_gives_the_same_numbers(data_dir: Path) -> None:
    """`like=rouge-score` through `sumscope.score`, over the corpus as it is."""
    path = data_dir / "realsumm" / "cnndm.jsonl.gz"
    names = {
        "rouge-1(like=rouge-score)": ("rouge1", False, "fmeasure"),
        "rouge-2(stem=true,like=rouge-score)": ("rouge2", True, "fmeasure"),
        "rouge-l(report=r,like=rouge-score)": ("rougeL", False, "recall"),
        "rouge-lsum(stem=true,report=p)": ("rougeLsum", True, "precision"),
    }
    table = sumscope.score(path, list(names)).to_pandas()
    rows = {}
    with gzip.open(path, "rt", encoding="utf-8") as stream:
        for topic in list(map(json.loads, stream))[:10]:
            rows[topic["id"]] = topic
    checked = 0
    for row in table.itertuples():
        if row.topic not in rows:
            continue
        kind, stem, part = names[row.measure]
        peer = next(p for p in rows[row.topic]["peers"] if p["id"] == row.peer)
        reference, summary = (
            t.get("text") or "\n".join(t["sentences"])
            for t in (rows[row.topic]["references"][0], peer)
        )
        expected = theirs.RougeScorer([kind], use_stemmer=stem).score(reference, summary)[kind]
        assert row.value == getattr(expected, part)
        checked += 1
    assert checked == 10 * 24 * 4


def test_stems_are_nltks() -> None:
    """Every word here and 60,000 made of Porter's endings, in C++ and in the twin."""
    stemmer = porter.PorterStemmer()
    assert {w: s for w, s in stemmer.pool.items() if len(w) > 3} == NLTK_IRREGULAR
    endings = re.split(
        r"\s+",
        "s ies ied sses ed eed ing at bl iz y ational tional enci anci izer bli alli entli eli "
        "ousli ization ation ator alism iveness fulness ousness aliti iviti biliti fulli logi "
        "icate ative alize iciti ical ful ness al ance ence er ic able ible ant ement ment ent ion "
        "ou ism ate iti ous ive ize e ll yy",
    )
    rng = random.Random(7)
    words = {
        "".join(rng.choices("aeiouybcdlstwxzgh0", k=rng.randint(0, 6)))
        + "".join(rng.choices(endings, k=rng.randint(0, 3)))
        for _ in range(60_000)
    }
    native = load("rouge").Encoder({}, [], True, 0, 0, True)
    for word in words:
        if len(word) > 3 and word not in NLTK_IRREGULAR:
            expected = stemmer.stem(word)
            assert nltk_porter(word) == expected, word
            assert native.stem(word) == expected, word


@pytest.mark.parametrize(
    "text",
    [
        "",
        " ",
        "\n\n",
        "a",
        "É caf\u00e9 İstanbul \u212a ſ",
        "a_b-c 3rd\tx\u00a0y",
        "skies lying",
        "one\n\n two",
    ],
)
@pytest.mark.parametrize("stem", [False, True])
def test_odd_texts(text: str, stem: bool) -> None:
    mine, other = (m.DefaultTokenizer(stem) for m in (tokenizers, their_tokenizers))
    assert mine.tokenize(text) == other.tokenize(text)
    a, b = (m.RougeScorer(TYPES, use_stemmer=stem) for m in (rouge_scorer, theirs))
    for one, two in ((text, "a cafe in Istanbul, k one two"), ("a skies\nlying", text)):
        left, right = a.score(one, two), b.score(one, two)
        assert {k: tuple(v) for k, v in left.items()} == {k: tuple(v) for k, v in right.items()}
        assert {k: repr(v) for k, v in left.items()} == {k: repr(v) for k, v in right.items()}


class Letters:
    def tokenize(self, text: str) -> list[str]:
        return list(text)


def test_own_tokenizers() -> None:
    types = ["rouge1", "rouge2", "rougeL", "rougeLsum"]
    a, b = (m.RougeScorer(types, tokenizer=Letters()) for m in (rouge_scorer, theirs))
    left, right = a.score("ab\ncé d", "bé\nad"), b.score("ab\ncé d", "bé\nad")
    assert {k: tuple(v) for k, v in left.items()} == {k: tuple(v) for k, v in right.items()}


@pytest.mark.parametrize("types", [["rouge0"], ["rouge10"], ["rougeX"], ["rouge1", "bleu"]])
def test_the_same_errors(types: list[str]) -> None:
    said = []
    for module in (rouge_scorer, theirs):
        with pytest.raises(ValueError, match="rouge") as caught:
            module.RougeScorer(types).score("a", "b")
        said.append(str(caught.value))
    assert said[0] == said[1]


def test_aggregates_of_a_seed(topics: list[tuple[str, list[str]]]) -> None:
    scorer = rouge_scorer.RougeScorer(["rouge1", "rougeL"])
    a, b = scoring.BootstrapAggregator(0.9, 300), their_scoring.BootstrapAggregator(0.9, 300)
    for reference, summaries in topics:
        score = scorer.score(reference, summaries[0])
        a.add_scores(score)
        b.add_scores(score)
    found = []
    for aggregator in (a, b):
        np.random.seed(5)
        found.append({k: tuple(map(tuple, v)) for k, v in aggregator.aggregate().items()})
    assert found[0] == found[1]


@pytest.mark.parametrize("several", [False, True])
@pytest.mark.parametrize("stem", [False, True])
def test_evaluate(topics: list[tuple[str, list[str]]], stem: bool, several: bool) -> None:
    predictions = [summaries[0] for _, summaries in topics]
    references = [[r, s[1]] if several else r for r, s in topics]
    types = ["rouge1", "rouge2", "rougeL", "rougeLsum"]
    scorer = theirs.RougeScorer(types, use_stemmer=stem)
    score = scorer.score_multi if several else scorer.score
    rows = [score(r, p) for r, p in zip(references, predictions, strict=True)]
    metric = evaluate.load("rouge", seed=11)
    asked = {"predictions": predictions, "references": references, "use_stemmer": stem}
    lists = metric.compute(**asked, use_aggregator=False)
    assert lists == {name: [row[name].fmeasure for row in rows] for name in types}
    aggregator = their_scoring.BootstrapAggregator()
    for row in rows:
        aggregator.add_scores(row)
    np.random.seed(11)
    expected = {name: found.mid.fmeasure for name, found in aggregator.aggregate().items()}
    before = np.random.get_state()[1].tolist()
    result = metric.compute(**asked)
    assert result == expected
    assert {type(value) for value in result.values()} == {np.float64}
    assert np.random.get_state()[1].tolist() == before


def test_torchmetrics(topics: list[tuple[str, list[str]]]) -> None:
    recorded = json.loads((Path(__file__).parent / "compat-torchmetrics.json").read_text())
    predictions = [summaries[0] for _, summaries in topics]
    targets = [[reference, summaries[1]] for reference, summaries in topics]
    for case in recorded["cases"]:
        keys = tuple(recorded["keys"])
        metric = ROUGEScore(
            use_stemmer=case["use_stemmer"], accumulate=case["accumulate"], rouge_keys=keys
        )
        metric.update(predictions, targets)
        found = metric.compute()
        assert {name: float(value) for name, value in found.items()} == pytest.approx(
            case["values"], abs=2e-7
        )


@pytest.mark.parametrize(
    ("flags", "count"),
    [
        ("-n 4 -m -2 4 -u -w 1.2 -f A", 7),
        ("-n 1 -x -m -2 -1 -U -f A", 3),
        ("-n 2 -m -l 30 -2 4 -u -f A", 4),
        ("-n 2 -m -2 4 -u -f A -p 0", 4),
    ],
)
def test_pyrouge(
    flags: str, count: int, data_dir: Path, topics: list[tuple[str, list[str]]], tmp_path: Path
) -> None:
    """Averages of one system, from what ROUGE-1.5.5 printed for each of its summaries."""
    with gzip.open(data_dir / "realsumm" / "cnndm.jsonl.gz", "rt", encoding="utf-8") as stream:
        rows = [json.loads(line) for line in stream]
    peer = rows[0]["peers"][3]["id"]
    for kind in ("systems", "models"):
        (tmp_path / kind).mkdir()
    for i, (topic, (reference, summaries)) in enumerate(zip(rows, topics, strict=True)):
        place = next(j for j, p in enumerate(topic["peers"]) if p["id"] == peer)
        (tmp_path / "systems" / f"text.{i}.txt").write_text(summaries[place], encoding="utf-8")
        (tmp_path / "models" / f"text.A.{i}.txt").write_text(reference, encoding="utf-8")
    expected: dict[str, list[list[float]]] = {}
    with gzip.open(data_dir / "realsumm" / "rouge-1.5.5.tsv.gz", "rt") as stream:
        for line in stream:
            said, _, who, measure, *values = line.rstrip("\n").split("\t")
            if said == flags and who == peer:
                expected.setdefault(measure, []).append([float(v) for v in values])
    rouge = Rouge155()
    rouge.system_dir, rouge.model_dir = str(tmp_path / "systems"), str(tmp_path / "models")
    rouge.system_filename_pattern = r"text.(\d+).txt"
    rouge.model_filename_pattern = "text.[A-Z].#ID#.txt"
    found = rouge.output_to_dict(rouge.convert_and_evaluate(rouge_args=flags))
    assert len(expected) == count
    assert len(found) == count * 9
    for measure, values in expected.items():
        key = measure.lower().replace("-", "_")
        for part, column in (("recall", 0), ("precision", 1), ("f_score", 2)):
            mean = sum(row[column] for row in values) / len(values)
            assert found[f"{key}_{part}"] == pytest.approx(mean, abs=5.1e-6)
            assert found[f"{key}_{part}_cb"] <= found[f"{key}_{part}"] <= found[f"{key}_{part}_ce"]
