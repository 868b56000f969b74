"""The drop-in modules where the packages are not installed: examples worked by hand."""

from __future__ import annotations

import warnings
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from sumscope.compat import evaluate
from sumscope.compat.pyrouge import Rouge155
from sumscope.compat.rouge_score import rouge_scorer, scoring
from sumscope.compat.torchmetrics import ROUGEScore, rouge_score
from sumscope.core.errors import SumscopeError
from sumscope.core.measure import parse
from sumscope.kernels import load
from sumscope.kernels.python import rouge as rouge_py
from sumscope.rouge_scoring.words import NLTK_IRREGULAR

words = st.text(alphabet="abceilnostuyz09", min_size=1, max_size=14)
texts = st.lists(st.one_of(words, st.just("\n")), max_size=20).map(" ".join)


def test_scores_by_hand() -> None:
    # the cat sat | on the mat against the cat is on the mat: 5 of 6 words shared, in order
    scores = rouge_scorer.RougeScorer(["rouge1", "rouge2", "rougeL"]).score(
        "the cat sat on the mat", "the cat is on the mat"
    )
    assert scores["rouge1"] == scoring.Score(5 / 6, 5 / 6, 5 / 6)
    assert scores["rouge2"] == scoring.Score(3 / 5, 3 / 5, 3 / 5)
    assert scores["rougeL"].recall == 5 / 6
    assert list(scores) == ["rouge1", "rouge2", "rougeL"]


def test_lines_are_the_sentences_of_lsum() -> None:
    # L: a b | c d against c d a b shares two words in order; by line all four
    scorer = rouge_scorer.RougeScorer(["rougeL", "rougeLsum"])
    scores = scorer.score("a b\nc d", "c d\na b")
    assert scores["rougeL"].fmeasure == 0.5
    assert scores["rougeLsum"].fmeasure == 1.0


@given(texts, texts, st.booleans())
def test_kernel_and_twin_agree(target: str, prediction: str, stem: bool) -> None:
    found = []
    for module in (load("rouge"), rouge_py):
        encoder = module.Encoder(NLTK_IRREGULAR, [], stem, 0, 0, True)
        a, b = encoder.encode(target), encoder.encode(prediction)
        found.append((a.tokens(), module.ngrams(a, b, 1), module.ngrams(a, b, 2), module.lcs(a, b)))
    assert found[0] == found[1]


@given(texts, texts, st.booleans())
def test_scores_are_in_range_and_turn_round(target: str, prediction: str, stem: bool) -> None:
    scorer = rouge_scorer.RougeScorer(["rouge1", "rouge2", "rougeL", "rougeLsum"], stem)
    there, back = scorer.score(target, prediction), scorer.score(prediction, target)
    for name, score in there.items():
        assert 0 <= min(score) <= max(score) <= 1
        if name != "rougeLsum":
            assert score.precision == back[name].recall
            assert score.fmeasure == pytest.approx(back[name].fmeasure)
    assert scorer.score(target, target)["rouge1"].fmeasure in (0.0, 1.0)


def test_bootstrap_arguments() -> None:
    with pytest.raises(ValueError, match="confidence_interval must be in range"):
        scoring.BootstrapAggregator(confidence_interval=2)
    with pytest.raises(ValueError, match="n_samples must be positive"):
        scoring.BootstrapAggregator(n_samples=0)


def test_evaluate_takes_the_packages_arguments() -> None:
    rouge = evaluate.load("rouge")
    one = rouge.compute(predictions=["hello there"], references=[["hello there", "x"]])
    assert one == {"rouge1": 1.0, "rouge2": 1.0, "rougeL": 1.0, "rougeLsum": 1.0}
    split = rouge.compute(
        predictions=["a-b"],
        references=["a-b c"],
        rouge_types=["rouge1"],
        tokenizer=str.split,
        use_aggregator=False,
    )
    assert split == {"rouge1": [2 / 3]}
    rouge.add(prediction="a", reference="a")
    rouge.add_batch(predictions=["b"], references=["c"])
    assert rouge.compute(rouge_types=["rouge1"], use_aggregator=False) == {"rouge1": [1.0, 0.0]}
    with pytest.raises(ValueError, match="Mismatch in the number of predictions"):
        rouge.compute(predictions=["a"], references=["a", "b"])
    with pytest.raises(ValueError, match=r"inputs are missing: \['references'\]"):
        rouge.compute(predictions=["a"])
    with pytest.raises(FileNotFoundError, match="rouge only"):
        evaluate.load("bleu")


def test_torchmetrics_example() -> None:
    """The example in the documentation of torchmetrics' ROUGEScore."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", RuntimeWarning)  # punkt is not needed for one sentence
        score = ROUGEScore()("My name is John", "Is your name John")
    assert {k: round(float(v), 4) for k, v in score.items()} == {
        f"{key}_{part}": value
        for key, value in (("rouge1", 0.75), ("rouge2", 0.0), ("rougeL", 0.5), ("rougeLsum", 0.5))
        for part in ("fmeasure", "precision", "recall")
    }
    assert list(score) == list(
        ROUGEScore(rouge_keys=("rouge1", "rouge2", "rougeL", "rougeLsum"))._values
    )


def test_torchmetrics_arguments() -> None:
    metric = ROUGEScore(
        rouge_keys="rouge1", accumulate="avg", normalizer=str.lower, tokenizer=str.split
    )
    metric.update(["A b"], [["a b", "c"]])
    metric.update("x", "x")
    assert float(metric.compute()["rouge1_fmeasure"]) == pytest.approx(0.75)
    metric.reset()
    assert np.isnan(float(metric.compute()["rouge1_recall"]))
    with pytest.raises(ValueError, match="Got unknown rouge key"):
        rouge_score("a", "a", rouge_keys="rouge0")
    with pytest.raises(ValueError, match="Got unknown accumulate value"):
        ROUGEScore(accumulate="mean")  # type: ignore[arg-type]


def test_pyrouge_finds_files_by_its_patterns(tmp_path: Path) -> None:
    for name, text in {
        "s/a.1.txt": "the cat sat\non the mat",
        "s/a.2.txt": "x",
        "s/other": "y",
        "m/a.A.1.txt": "the cat sat\non the mat",
        "m/a.B.1.txt": "dogs",
        "m/a.A.2.txt": "x < y",
    }.items():
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text(text)
    rouge = Rouge155(rouge_args="-n 1 -x -c 95 -r 100 -a")
    with pytest.raises(Exception, match="Set system_dir"):
        rouge.convert_and_evaluate()
    rouge.system_dir, rouge.model_dir = str(tmp_path / "s"), str(tmp_path / "m")
    rouge.system_filename_pattern = r"a.(\d+).txt"
    rouge.model_filename_pattern = "a.[A-Z].#ID#.txt"
    found = rouge.output_to_dict(rouge.convert_and_evaluate())
    # 6 of 7 words of the references of text 1, all of text 2 (what follows a < is not read)
    assert found["rouge_1_recall"] == pytest.approx((round(6 / 7, 5) + 1) / 2, abs=1e-5)
    rouge.model_filename_pattern = "b.#ID#"
    with pytest.raises(Exception, match="Could not find any model summaries"):
        rouge.evaluate()
    with pytest.raises(SumscopeError, match="'-Z' is not known"):
        Rouge155(rouge_args="-Z")._evaluate(1, None, "lines")


@pytest.mark.parametrize(
    "text",
    [
        "rouge-1(like=rouge-score)",
        "rouge-2(stem=true,like=rouge-score)",
        "rouge-l(report=r,like=rouge-score)",
        "rouge-lsum",
        "rouge-lsum(stem=true)",
    ],
)
def test_spelling_of_like(text: str) -> None:
    measure = parse(text)
    assert str(measure) == text
    assert parse(str(measure)) == measure


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("rouge-su4(like=rouge-score)", "rouge-score does not have this measure"),
        ("rouge-1(like=rouge-score,stop=true)", "rouge-score has no stop"),
        ("rouge-1(like=rouge-score,words=9,refs=best)", "has no words and no refs"),
        ("rouge-1(like=rouge-score,weight=idf)", "no weight"),
        ("rouge-lsum(like=none)", "rouge-lsum without like=rouge-score is rouge-l; write rouge-l"),
    ],
)
def test_what_rouge_score_does_not_have(text: str, message: str) -> None:
    with pytest.raises(SumscopeError) as caught:
        parse(text)
    assert message in str(caught.value)
