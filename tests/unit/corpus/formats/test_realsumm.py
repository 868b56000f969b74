"""`convert --from realsumm` on lines made here, in the shapes of REALSumm and SummEval."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from sumscope.core.errors import SumscopeError
from sumscope.corpus.formats import realsumm
from sumscope.corpus.notes import Notes


def read(rows: list[Any], tmp_path: Path) -> list[dict[str, Any]]:
    path = tmp_path / "in.jsonl"
    path.write_text("\n".join(json.dumps(row) for row in rows))
    return list(realsumm.read(str(path), Notes()))


def test_one_summary_a_line(tmp_path: Path) -> None:
    def line(topic: str, model: str, text: str, *grades: int) -> dict[str, Any]:
        return {
            "id": topic,
            "model_id": model,
            "decoded": text,
            "text": f"Article of {topic}.",
            "references": ["First.", "Second.", "Second."],
            "expert_annotations": [{"fluency": grade} for grade in grades],
            "turker_annotations": [{"fluency": 1}],
            "filepath": "x/y",
        }

    topics = read(
        [line("a", "M1", "One.", 4, 5), line("b", "M1", "Two.", 3), line("a", "M2", ".", 1)],
        tmp_path,
    )
    assert [topic["id"] for topic in topics] == ["a", "b"]
    first = topics[0]
    assert first["documents"] == [{"id": "src", "text": "Article of a."}]
    assert [(r["id"], r["text"]) for r in first["references"]] == [
        ("R0", "First."),
        ("R1", "Second."),
        ("R2", "Second."),
    ]
    assert [(p["id"], p["text"]) for p in first["peers"]] == [("M1", "One."), ("M2", ".")]
    assert "expert_annotations" not in first["peers"][0]
    assert first["peers"][0]["filepath"] == "x/y"
    assert first["judgements"]["M1"] == {
        "fluency": {"expert-1": 4, "expert-2": 5},
        "turker_fluency": {"turker-1": 1},
    }


def test_one_article_a_line(tmp_path: Path) -> None:
    row = {
        "doc_id": 7,
        "ref_summ": "<t> One . </t> <t> Two . </t>",
        "system_summaries": {
            "bart": {
                "system_summary": "<t>Uno .</t>",
                "scores": {"litepyramid_recall": 0.5, "rouge_1": 0.25},
            },
            "plain": {"system_summary": "Text."},
        },
        "split": "test",
    }
    (topic,) = read([row], tmp_path)
    assert topic == {
        "id": "7",
        "lang": "en",
        "references": [{"id": "R0", "sentences": ["One .", "Two ."]}],
        "peers": [
            {"id": "bart", "scores": {"rouge_1": 0.25}, "sentences": ["Uno ."]},
            {"id": "plain", "text": "Text."},
        ],
        "judgements": {"bart": {"litepyramid_recall": 0.5}},
        "split": "test",
    }


def test_lists_of_summaries(tmp_path: Path) -> None:
    row = {
        "id": "a",
        "text": "Article.",
        "human_summaries": ["H."],
        "machine_summaries": ["A.", "B."],
        "relevance": [1.5, None],
        "note": "n",
    }
    (topic,) = read([row], tmp_path)
    assert [p["id"] for p in topic["peers"]] == ["M0", "M1"]
    assert topic["judgements"] == {"M0": {"relevance": 1.5}, "M1": {"relevance": None}}
    assert topic["note"] == "n"


def test_flat_human_score(tmp_path: Path) -> None:
    row = {"id": "a", "model_id": "m", "decoded": ["S1.", "S2."], "litepyramid_recall": 0.3}
    (topic,) = read([row], tmp_path)
    assert topic["peers"] == [{"id": "m", "sentences": ["S1.", "S2."]}]
    assert topic["judgements"] == {"m": {"litepyramid_recall": 0.3}}


@pytest.mark.parametrize(
    ("row", "message"),
    [
        ([1], "in.jsonl:1: expected an object"),
        ({"decoded": "x"}, "in.jsonl:1: id: expected a string or a number"),
        ({"id": "a"}, "in.jsonl:1: expected decoded, system_summaries or machine_summaries"),
        ({"id": "a", "decoded": 3, "model_id": "m"}, "in.jsonl:1: decoded: expected a string or"),
        ({"id": "a", "decoded": "x"}, "in.jsonl:1: model_id: expected a string"),
        (
            {"id": "a", "decoded": "x", "model_id": "m", "expert_annotations": [{"f": "good"}]},
            "in.jsonl:1: expert_annotations[0].f: expected a number or null",
        ),
        ({"id": "a", "system_summaries": []}, "in.jsonl:1: system_summaries: expected an object"),
        (
            {"id": "a", "system_summaries": {"s": "x"}},
            "in.jsonl:1: system_summaries.s: expected an object with a system_summary",
        ),
    ],
)
def test_refused(row: Any, message: str, tmp_path: Path) -> None:
    with pytest.raises(SumscopeError) as caught:
        read([row], tmp_path)
    assert message in str(caught.value)
