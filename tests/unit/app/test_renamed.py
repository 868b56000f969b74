"""Arguments under their former names: accepted with a warning, to the same effect."""

from __future__ import annotations

from pathlib import Path

import pytest

import sumscope
from sumscope.cli.shell import run
from sumscope.data import DEMO


def test_alpha_of_compare_is_confidence_now() -> None:
    scores = sumscope.score(DEMO, ["rouge-2"])
    now = sumscope.compare(scores, confidence=0.9, resamples=100)
    with pytest.warns(DeprecationWarning, match="use confidence="):
        former = sumscope.compare(scores, alpha=0.1, resamples=100)
    assert now.to_json() == former.to_json()
    assert now.settings["alpha"] == 0.1


def test_words_of_topics_is_top_now(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    text = tmp_path / "text.txt"
    text.write_text("The ferry sank. The ferry crew left. Rain fell on hills.", encoding="utf-8")
    now = sumscope.topics(text, lang="en", top=1)
    with pytest.warns(DeprecationWarning, match="use top="):
        former = sumscope.topics(text, lang="en", words=1)
    assert now.to_json() == former.to_json()
    shown = []
    for option in ("--top", "--words"):
        assert run(["topics", str(text), "--lang", "en", option, "1"]) == 0
        shown.append(capsys.readouterr().out)
    assert shown[0] == shown[1]


def test_peers_of_oracle_is_gaps_now() -> None:
    now = sumscope.oracle(DEMO, 2, 50, gaps=True)
    with pytest.warns(DeprecationWarning, match="use gaps="):
        former = sumscope.oracle(DEMO, 2, 50, peers=True)
    assert [row.peers for row in now] == [row.peers for row in former]
    assert now.rows[0].peers
