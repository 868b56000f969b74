"""ROUGE-BE beside the original script, on elements drawn here.

`rouge-be.json` holds R, P and F that ROUGE-1.5.5.pl -3 MODE [-m] -f A -a -d printed for these 20
cases of two references and a peer.
"""

from __future__ import annotations

import json
import random
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

import sumscope
from sumscope.core.errors import SumscopeError
from sumscope.rouge_scoring.elements import count_elements, stem_words

WORDS = [
    *("Was", "men", "Oxen", "flying", "skies", "-LRB-", "3rd", "it's", "his", "any", "are"),
    *("dogs", "running", "happier", "council", "reform", "tax", "the", "gas", "bus", "ties"),
    "NIL",
]
EXPECTED = json.loads((Path(__file__).parent / "rouge-be.json").read_text())


def elements(rng: random.Random, count: int) -> list[str]:
    out = []
    for _ in range(count):
        head = " ".join(rng.choices(WORDS, k=rng.choice([1, 1, 1, 2, 3])))
        words = " ".join(rng.choices(WORDS, k=rng.choice([1, 1, 2])))
        modifier = rng.choice(["NIL", "nil", words])
        out.append(f"{head}|{modifier}|{rng.choice(['NIL', 'mod', 'nn', 'Subj'])}")
    return out


def topics() -> list[dict[str, object]]:
    rng = random.Random(3)
    made: list[dict[str, object]] = []
    for i in range(20):
        references = [elements(rng, rng.randint(1, 25)) for _ in range(2)]
        peer = elements(rng, rng.randint(1, 25))
        made.append(
            {
                "id": str(i),
                "references": [
                    {"id": str(j), "text": "", "be": one} for j, one in enumerate(references)
                ],
                "peers": [{"id": "p", "text": "", "be": peer}],
            }
        )
    return made


@pytest.mark.parametrize("mode", list(EXPECTED))
def test_the_originals_numbers(mode: str, tmp_path: Path) -> None:
    corpus = tmp_path / "c.jsonl"
    corpus.write_text("".join(json.dumps(topic) + "\n" for topic in topics()))
    names = [f"rouge-be(match={mode},report={part})" for part in "rpf"]
    rows = sumscope.score(corpus, names).to_pandas()
    found = [list(group.value) for _, group in rows.groupby(rows.topic.astype(int))]
    assert found == EXPECTED[mode]


def test_missing_and_empty(tmp_path: Path) -> None:
    corpus = tmp_path / "c.jsonl"
    rows = [
        {"references": [{"be": ["a|b|c"]}], "peers": [{}]},
        {"references": [{}], "peers": [{"be": ["a|b|c"]}]},
        {"references": [{"be": []}], "peers": [{"be": []}]},
    ]
    with corpus.open("w") as stream:
        for i, row in enumerate(rows):
            for group, (text,) in row.items():
                row[group] = [{"id": "x", "text": "", **text}]  # type: ignore[dict-item]
            stream.write(json.dumps({"id": str(i), **row}) + "\n")
    table = sumscope.score(corpus, ["rouge-be"]).to_pandas()
    assert list(table.reason)[:2] == [
        "the summary has no basic elements (key be)",
        "a reference has no basic elements (key be)",
    ]
    assert table.value[2] == 0


@pytest.mark.parametrize("bad", [["a|b"], "a|b|c", [1], ["a|b|"]])
def test_refused(bad: object, tmp_path: Path) -> None:
    corpus = tmp_path / "c.jsonl"
    text = {"id": "x", "text": "", "be": bad}
    corpus.write_text(json.dumps({"id": "t", "references": [text], "peers": [text]}) + "\n")
    with pytest.raises(SumscopeError, match=r"HEAD\|MODIFIER\|RELATION|list of strings"):
        sumscope.score(corpus, ["rouge-be"])


@given(st.lists(st.sampled_from(WORDS), min_size=1, max_size=3), st.sampled_from(["mod", "NIL"]))
def test_parts_that_are_matched(words: list[str], relation: str) -> None:
    head = " ".join(words)
    one = [f"{head}|x|{relation}"]
    assert count_elements(one, "hm", False) == {(head.lower(), "x"): 1}
    assert count_elements(one, "h", True).total() == 0
    assert count_elements(one, "hmr", True).total() == (relation == "mod")
    assert count_elements([f"{head}|NIL|NIL"], "h", False) == {(head.lower(),): 1}
    assert len(stem_words(head.lower()).split(" ")) == len(words)
