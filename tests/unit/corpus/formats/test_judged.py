"""Judgements made in other tools, in small exports of the shapes that the tools document."""

from __future__ import annotations

import contextlib
import json
import pickle
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sumscope.app.convert import convert
from sumscope.core.errors import SumscopeError
from sumscope.corpus import formats
from sumscope.corpus.judged import as_number
from sumscope.corpus.notes import Notes


def read(path: Path, expected: str) -> tuple[list[dict[str, Any]], dict[object, object]]:
    assert formats.detect(str(path)) == expected
    notes = Notes()
    topics = list(formats.FORMATS.get(expected).read(str(path), notes))
    return topics, {row["kind"]: row["count"] for row in notes.to_json()}


def dump(path: Path, rows: object, lines: bool = False) -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    text = "".join(json.dumps(r) + "\n" for r in rows) if lines else json.dumps(rows, indent=1)  # type: ignore[attr-defined]
    path.write_text(text, encoding="utf-8")
    return path


def test_long_table(tmp_path: Path) -> None:
    path = tmp_path / "r.csv"
    path.write_text(
        "judge,topic,peer,name,value\nj1,T,a,fluency,4\nj2,T,a,fluency,3.5\nj1,T,b,fluency,\n"
        "j1,T,a,fluency,2\n"
    )
    topics, told = read(path, "ratings")
    assert topics == [
        {
            "id": "T",
            "judgements": {
                "a": {"fluency": {"j1": 4, "j2": 3.5, "j1-2": 2}},
                "b": {"fluency": {"j1": None}},
            },
        }
    ]
    assert told == {"second values of the same judge, kept as those of another judge": 1}


def test_long_table_of_preferences(tmp_path: Path) -> None:
    path = tmp_path / "r.tsv"
    path.write_text(
        "annotator\tdoc_id\tdimension\tsystem_a\tsystem_b\twinner\n"
        "j1\tT\toverall\tx\ty\ty\nj2\tT\toverall\tx\ty\ttie\nj3\tT\toverall\tx\ty\tLeft\n"
    )
    (topic,), _ = read(path, "ratings")
    assert [row["choice"] for row in topic["preferences"]] == ["right", "equal", "left"]
    path.write_text("judge,topic,name,left,right,choice\nj,T,o,x,y,z\n".replace(",", "\t"))
    with pytest.raises(SumscopeError, match="expected left, right, equal or one of the two peers"):
        list(formats.FORMATS.get("ratings").read(str(path), Notes()))


def test_label_studio(tmp_path: Path) -> None:
    rating = {"from_name": "fluency", "type": "rating", "value": {"rating": 4}}
    choice = {"from_name": "faithful", "type": "choices", "value": {"choices": ["3"]}}
    word = {"from_name": "kind", "type": "choices", "value": {"choices": ["good"]}}
    other = {"from_name": "spans", "type": "labels", "value": {}}
    data = {"topic": "T", "system": "a", "document": "D.", "summary": "S.", "reference": "R."}
    rows = [
        {
            "id": 1,
            "data": data,
            "annotations": [
                {"completed_by": 7, "result": [rating, choice, word, other]},
                {"completed_by": {"email": "x@y.z"}, "result": [rating]},
                {"completed_by": 9, "was_cancelled": True, "result": [rating]},
            ],
        },
        {
            "id": 2,
            "data": {"topic": "T", "system_a": "a", "system_b": "b"},
            "annotations": [
                {
                    "completed_by": 7,
                    "result": [
                        {"from_name": "better", "type": "pairwise", "value": {"selected": "right"}}
                    ],
                }
            ],
        },
    ]
    (topic,), told = read(dump(tmp_path / "ls.json", rows), "labelstudio")
    assert topic["judgements"] == {"a": {"fluency": {"7": 4, "x@y.z": 4}, "faithful": {"7": 3}}}
    assert topic["documents"] == [{"id": "document", "text": "D."}]
    assert topic["peers"] == [{"id": "a", "text": "S."}]
    (pair,) = topic["preferences"]
    assert (pair["left"], pair["right"], pair["choice"]) == ("a", "b", "right")
    assert told == {
        "answers that are not numbers, left out": 1,
        "answers of a kind that is not read, left out": 1,
        "annotations that were cancelled, left out": 1,
    }


def test_label_studio_card_sort_and_flat_export(tmp_path: Path) -> None:
    items = [{"id": f"c{i}", "body": f"Card {i}"} for i in range(4)]
    buckets = {"weather": ["c0", "c1"], "sport": ["c2"], "_": ["c3"]}
    task = {
        "id": 5,
        "data": {"topic": "T", "cards": items},
        "annotations": [
            {
                "completed_by": 1,
                "result": [{"from_name": "s", "type": "ranker", "value": {"ranker": buckets}}],
            }
        ],
    }
    (topic,), _ = read(dump(tmp_path / "cards.json", [task]), "labelstudio")
    assert topic["documents"][0]["sentences"][3] == {"id": "c3", "text": "Card 3"}
    assert topic["covers"] == [
        {
            "judge": "1",
            "clusters": [
                {"label": "weather", "items": ["c0", "c1"]},
                {"label": "sport", "items": ["c2"]},
            ],
            "aside": ["c3"],
        }
    ]
    flat = {"id": 3, "topic": "T", "model": "a", "fluency": 4, "annotator": 2, "annotation_id": 8}
    (topic,), _ = read(dump(tmp_path / "min.json", [flat]), "labelstudio")
    assert topic["judgements"] == {"a": {"fluency": {"2": 4}}}


def test_doccano(tmp_path: Path) -> None:
    row = {"id": 1, "text": "S.", "label": ["coherence:4", "2"], "topic": "T", "system": "a"}
    dump(tmp_path / "export" / "ann.jsonl", [row], lines=True)
    dump(tmp_path / "export" / "bob.jsonl", [{**row, "label": ["coherence: 3"]}], lines=True)
    (topic,), told = read(tmp_path / "export", "doccano")
    assert topic["judgements"] == {"a": {"coherence": {"ann": 4, "bob": 3}, "label": {"ann": 2}}}
    assert topic["peers"] == [{"id": "a", "text": "S."}]
    assert not told


def test_argilla(tmp_path: Path) -> None:
    two = {
        "id": "x",
        "fields": {"summary": "S."},
        "metadata": {"topic": "T", "peer": "a"},
        "responses": {
            "fluency": [
                {"value": 4, "user_id": "u1", "status": "submitted"},
                {"value": 1, "user_id": "u2", "status": "draft"},
            ],
            "order": [
                {
                    "value": [{"value": "a", "rank": 1}, {"value": "b", "rank": 1}],
                    "user_id": "u1",
                    "status": "submitted",
                }
            ],
        },
    }
    one = {
        "fields": {},
        "metadata": {"topic": "T", "peer": "b"},
        "responses": [
            {"user_id": "u1", "status": "submitted", "values": {"fluency": {"value": 2}}}
        ],
    }
    hub = {"topic": "T", "peer": "c", "fluency.responses": [5], "fluency.responses.users": ["u3"]}
    (topic,), told = read(dump(tmp_path / "a.json", [two, one, hub]), "argilla")
    assert topic["judgements"] == {
        "a": {"fluency": {"u1": 4}},
        "b": {"fluency": {"u1": 2}},
        "c": {"fluency": {"u3": 5}},
    }
    assert topic["preferences"][0]["choice"] == "equal"
    assert told == {"answers that were not submitted, left out": 1}


def test_potato(tmp_path: Path) -> None:
    rows = [
        {
            "id": "T::a",
            "label_annotations": {
                "fluency": {"scale_4": "true"},
                "grade": {"slider": "57"},
                "mood": {"happy": "true"},
            },
        },
        {
            "id": "T",
            "items": ["a", "b", "c"],
            "label_annotations": {
                "bws": {"best": "a", "worst": "c"},
                "sort": {"weather": ["rain", "sun"], "unsorted": ["goal"]},
            },
        },
    ]
    dump(tmp_path / "out" / "ann" / "annotated_instances.jsonl", rows, lines=True)
    (topic,), told = read(tmp_path / "out", "potato")
    assert topic["judgements"] == {"a": {"fluency": {"ann": 4}, "grade": {"ann": 57}}}
    assert topic["preferences"] == [
        {"judge": "ann", "name": "bws", "of": ["a", "b", "c"], "best": "a", "worst": "c"}
    ]
    assert topic["covers"][0]["aside"] == ["goal"]
    assert told["answers that are not numbers, left out"] == 1


def test_rose(tmp_path: Path) -> None:
    row = {
        "example_id": "e1",
        "source": "D.",
        "reference": "R.",
        "reference_acus": ["It rained."],
        "system_outputs": {"bart": "S.", "brio": "B."},
        "annotations": {
            "bart": {"acu": 0.5, "normalized_acu": 0.4, "acu_labels": [1, 0]},
            "prior": {"brio": [3, 4]},
        },
    }
    (topic,), _ = read(dump(tmp_path / "rose.jsonl", [row], lines=True), "rose")
    assert topic["judgements"] == {
        "bart": {"acu": 0.5, "normalized_acu": 0.4},
        "brio": {"prior": {"annotator-1": 3, "annotator-2": 4}},
    }
    assert topic["acus"] == ["It rained."]
    assert topic["peers"][0] == {"id": "bart", "acu_labels": [1, 0], "text": "S."}


def test_summeval_keeps_its_annotators(tmp_path: Path) -> None:
    row = {
        "id": "d1",
        "model_id": "M0",
        "decoded": "S.",
        "references": ["R."],
        "expert_annotations": [{"coherence": 2}, {"coherence": 5}],
        "turker_annotations": [{"coherence": 3}],
    }
    (topic,), _ = read(dump(tmp_path / "s.jsonl", [row], lines=True), "realsumm")
    assert topic["judgements"]["M0"] == {
        "coherence": {"expert-1": 2, "expert-2": 5},
        "turker_coherence": {"turker-1": 3},
    }


def test_kardsort(tmp_path: Path) -> None:
    path = tmp_path / "sort.csv"
    path.write_text(
        "card_id,card_label,category_id,category_label,user_id\n"
        "1,Rain,1,Weather,1\n2,Sun,1,Weather,1\n3,Goal,2,Sport,1\n1,Rain,1,All,2\n2,Sun,,,2\n"
    )
    (topic,), _ = read(path, "kardsort")
    assert topic["id"] == "sort"
    assert [row["text"] for row in topic["documents"][0]["sentences"]] == ["Rain", "Sun", "Goal"]
    first, second = topic["covers"]
    assert [c["items"] for c in first["clusters"]] == [["1", "2"], ["3"]]
    assert second == {
        "judge": "2",
        "clusters": [{"label": "All", "items": ["1"]}],
        "aside": ["2", "3"],
    }


@pytest.mark.parametrize("name", ["ratings", "kardsort"])
def test_columns_that_are_not_known(name: str, tmp_path: Path) -> None:
    path = tmp_path / "x.csv"
    path.write_text("a,b\n1,2\n")
    with pytest.raises(SumscopeError, match="expected the columns"):
        list(formats.FORMATS.get(name).read(str(path), Notes()))


def test_an_export_without_any_answer_is_refused(tmp_path: Path) -> None:
    row = {"id": 1, "text": "S.", "label": ["good"], "topic": "T", "system": "a"}
    path = dump(tmp_path / "d.jsonl", [row], lines=True)
    with pytest.raises(SumscopeError, match=r"found no rating.*answers that are not numbers.*: 1"):
        convert(path, tmp_path / "o.jsonl")


def test_preferences_are_counted(tmp_path: Path) -> None:
    path = tmp_path / "r.csv"
    path.write_text("judge,topic,name,left,right,choice\nj,T,o,x,y,x\n")
    assert convert(path, tmp_path / "o.jsonl").preferences == 1


def test_a_pickle_is_refused_with_a_way_out(tmp_path: Path) -> None:
    path = tmp_path / "x.pkl"
    path.write_bytes(pickle.dumps({"a": 1}))
    with pytest.raises(SumscopeError, match=r"this is a pickle.*json\.dump\(pickle\.load"):
        convert(path, tmp_path / "o.jsonl")


@given(st.integers(-9, 99))
def test_numbers_in_answers(n: int) -> None:
    for said in (n, str(n), f"scale_{n}", f"{n} - good", [str(n)], f"rating: {n}"):
        assert as_number(said) == n
    for said in ("good", "4 of 5 stars", None, {}, [1, 2], float("nan")):
        assert as_number(said) is None


SEEDS: dict[str, list[dict[str, Any]]] = {
    "labelstudio": [
        {
            "id": 1,
            "data": {"topic": "T", "system": "a", "cards": [{"id": "c", "body": "x"}]},
            "annotations": [
                {
                    "completed_by": {"email": "e"},
                    "result": [
                        {"from_name": "f", "type": "rating", "value": {"rating": 4}},
                        {"type": "ranker", "value": {"ranker": {"g": ["c"], "_": []}}},
                    ],
                }
            ],
        }
    ],
    "doccano": [{"id": 1, "text": "S", "label": ["c:4"], "topic": "T", "meta": {"x": 1}}],
    "argilla": [
        {
            "fields": {"summary": "S"},
            "metadata": {"topic": "T", "peer": "a"},
            "responses": {
                "f": [{"value": 4, "user_id": "u", "status": "submitted"}],
                "o": [{"value": [{"value": "a", "rank": 1}, {"value": "b", "rank": 2}]}],
            },
        },
        {"fields": {}, "responses": [{"user_id": "u", "values": {"f": {"value": 2}}}]},
        {"topic": "T", "f.responses": [5], "f.responses.users": ["u"]},
    ],
    "potato": [
        {
            "id": "T::a",
            "items": ["a", "b"],
            "label_annotations": {
                "f": {"scale_4": "true"},
                "s": {"g": ["x"], "unsorted": ["y"]},
                "b": {"best": "a", "worst": "b"},
            },
        }
    ],
    "rose": [
        {
            "example_id": "e",
            "system_outputs": {"b": "S"},
            "annotations": {"b": {"acu": 0.5}, "prior": {"b": [3]}},
        }
    ],
}


def places(value: Any, at: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    inner: Any = value.items() if isinstance(value, dict) else ()
    inner = enumerate(value) if isinstance(value, list) else inner
    return [at, *(p for key, item in inner for p in places(item, (*at, key)))]


@pytest.mark.parametrize("name", list(SEEDS))
def test_damaged_exports_are_read_or_refused(name: str, tmp_path: Path) -> None:
    """Every value in turn replaced by one of another type: no other error than ours."""
    for place in places(SEEDS[name])[1:]:
        for odd in (None, True, -1.5, "x", [None], [[1]], {"a": None}):
            rows = json.loads(json.dumps(SEEDS[name]))
            inner = rows
            for key in place[:-1]:
                inner = inner[key]
            inner[place[-1]] = odd
            path = dump(tmp_path / "x.json", rows)
            with contextlib.suppress(SumscopeError):
                list(formats.FORMATS.get(name).read(str(path), Notes()))
