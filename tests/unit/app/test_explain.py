"""`sumscope explain`: steps that can be checked by eye, and numbers equal to those of `score`."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

import sumscope
from sumscope.cli.shell import run
from sumscope.core.errors import SumscopeError

PREDICTION = "The skies cleared quickly. Dogs ran."
REFERENCE = "The sky cleared. A dog ran quickly"
words = st.sampled_from(["cat", "dogs", "ran", "skies", "sky", "running", "the", "."])
texts = st.lists(words, max_size=12).map(" ".join)


def test_stems_and_matches_that_differ() -> None:
    found = sumscope.explain(
        PREDICTION,
        REFERENCE,
        ["rouge-1", "rouge-1(stem=true,report=r,like=rouge-score)"],
        lang="en",
    )
    assert [way.hits for way in found.ways] == [5, 6]
    assert found.ways[0].prediction.words == ("the", "skies", "cleared", "quickly", "dogs", "ran")
    (steps,) = found.differences
    assert [(one.step, one.first, one.second) for one in steps[:2]] == [
        ("stems of the prediction", "skies: ski", "skies: sky"),
        ("matches", "5 matched", "6 matched; only here: sky"),
    ]
    assert "R 0.71429" in steps[-1].first


def test_sentences_that_differ() -> None:
    found = sumscope.explain(
        PREDICTION,
        REFERENCE,
        ["rouge-l(stem=false,report=f)", "rouge-l(like=rouge-score)"],
        lang="en",
    )
    assert found.differences[0][0].first == "2 sentences"
    assert found.differences[0][0].second == "1 sentence"
    assert found.ways[1].matches == (("the", 1), ("cleared", 1), ("ran", 1))


@given(
    texts,
    texts,
    st.sampled_from(
        [
            "rouge-1",
            "rouge-3",
            "rouge-l",
            "rouge-su4",
            "rouge-s",
            "rouge-2(like=rouge-score)",
            "rouge-lsum",
        ]
    ),
)
def test_what_is_shown_adds_up(prediction: str, reference: str, measure: str) -> None:
    found = sumscope.explain(prediction, reference, measure, lang="en")
    (way,) = found.ways
    if "su" not in measure or "lsum" in measure:
        assert sum(count for _, count in way.matches) == way.hits
    topic = {
        "id": "t",
        "lang": "en",
        "references": [{"id": "r", "text": reference}],
        "peers": [{"id": "p", "text": prediction}],
    }
    (row,) = sumscope.score([topic], [measure]).to_pandas().itertuples()
    assert way.value == row.value
    assert str(found)


def test_the_command(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "p.txt").write_text(PREDICTION)
    command = ["explain", str(tmp_path / "p.txt"), REFERENCE, "-m", "rouge-1", "-m", "rouge-2"]
    assert run(command) == 0
    told = capsys.readouterr().out
    assert "rouge-1 = 0.71429 (recall)" in told
    assert "rouge-1 and rouge-2 differ in\n  what is compared\n    word\n    bigram" in told
    assert run([*command, "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert found["ways"][0]["matches"][0] == ["the", 1]
    assert run(["explain", "a", "a", "-m", "rouge-1", "-m", "rouge-1(alpha=0.5)"]) == 0
    assert "nothing: the same words, matches and numbers" in capsys.readouterr().out
    assert run(["explain", "missing.txt", "a", "-m", "rouge-1"]) == 2
    assert "missing.txt: no such file; give a file or the text itself" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("measures", "message"),
    [
        (["be"], "be cannot be explained; explain shows the steps of ROUGE measures"),
        (["rouge-1(weight=idf)"], "cannot be explained"),
        ([], "no measure was given"),
        (["rouge-x"], "unknown measure 'rouge-x'"),
    ],
)
def test_refused(measures: list[str], message: str) -> None:
    with pytest.raises(SumscopeError) as caught:
        sumscope.explain("a", "b", measures)
    assert message in str(caught.value)


def test_the_default_language_is_that_of_the_command() -> None:
    from sumscope.cli.commands.explain import command

    (option,) = (param for param in command.params if param.name == "lang")
    assert sumscope.explain.__kwdefaults__ == {"lang": option.default}
    given = sumscope.explain(PREDICTION, REFERENCE, "rouge-1", lang="en")
    assert sumscope.explain(PREDICTION, REFERENCE, "rouge-1") == given
