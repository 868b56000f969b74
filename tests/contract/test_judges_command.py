"""`sumscope judges` and `sumscope rank`: shapes, reasons, and errors in one line."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import sumscope

PEERS = ["one", "two", "three", "four"]
JUDGE_KEYS = ["human", "statistic", "value", "low", "high", "judges", "items", "reason"]
RANK_KEYS = ["peer", "strength", "low", "high", "rank", "rank_low", "rank_high", "n"]
STATISTICS = [f"alpha-{k}" for k in ("nominal", "ordinal", "interval", "ratio")]
STATISTICS += ["ac1", "ac2", "kappa", "icc"]


def write(path: Path, topics: list[dict[str, Any]]) -> Path:
    path.write_text("".join(json.dumps(topic) + "\n" for topic in topics), encoding="utf-8")
    return path


def topic(number: int, rng: np.random.Generator) -> dict[str, Any]:
    judgements, preferences = {}, []
    for place, peer in enumerate(PEERS):
        good = 4 - place + rng.normal(scale=0.5)
        given = {f"j{j}": float(max(1, round(good + rng.normal(scale=0.5)))) for j in range(3)}
        judgements[peer] = {"quality": given, "length": 10 * place}
    for j in range(3):
        for _ in range(3):
            a, b = sorted(rng.choice(4, 2, replace=False).tolist())
            choice = str(rng.choice(["left", "left", "right", "equal"]))
            said = {"left": PEERS[a], "right": PEERS[b], "choice": choice}
            preferences.append({"judge": f"j{j}", "name": "overall", **said})
        best, worst = sorted(rng.choice(4, 2, replace=False).tolist())
        ends = {"of": PEERS, "best": PEERS[best], "worst": PEERS[worst]}
        preferences.append({"judge": f"j{j}", "name": "set", **ends})
    peers = [{"id": peer, "text": f"{peer} {number}"} for peer in PEERS]
    return {
        "id": f"t{number}",
        "lang": "en",
        "peers": peers,
        "judgements": judgements,
        "preferences": preferences,
    }


@pytest.fixture
def judged(tmp_path: Path) -> Path:
    rng = np.random.default_rng(0)
    return write(tmp_path / "judged.jsonl", [topic(n, rng) for n in range(12)])


def test_judges_prints_the_list_of_the_contract(cli: Any, judged: Path) -> None:
    done = cli("judges", judged, "--json")
    assert done.status == 0
    assert all(list(row) == JUDGE_KEYS for row in done.json)
    assert [row["statistic"] for row in done.json] == STATISTICS
    assert {row["human"] for row in done.json} == {"quality"}
    for row in done.json:
        assert row["low"] <= row["value"] <= row["high"]
        assert (row["judges"], row["items"]) == (3, 48)
    assert cli("judges", judged, "--json").out == done.out


def test_judges_prints_tables_for_people(cli: Any, judged: Path) -> None:
    done = cli("judges", judged)
    assert done.status == 0
    for word in ("alpha-ordinal", "harshness", "largest disagreement", "j2"):
        assert word in done.out


def scores(path: Path, judged: Path) -> Path:
    lines = ["topic,peer,llm,rouge-2"]
    for raw in judged.read_text(encoding="utf-8").splitlines():
        found = json.loads(raw)
        for peer, said in found["judgements"].items():
            mean = sum(said["quality"].values()) / 3
            lines.append(f"{found['id']},{peer},{round(mean)},{0.1 + mean / 50:.4f}")
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")
    return path


def test_a_measure_beside_the_judges(cli: Any, judged: Path, tmp_path: Path) -> None:
    table = scores(tmp_path / "scores.csv", judged)
    done = cli("judges", judged, "--against", table, "--json", "--plot", tmp_path / "p.png")
    assert done.status == 0
    found = {one["measure"]: one for one in done.json["replacements"]}
    assert found["llm"]["alignment"] == "rmse"
    assert found["rouge-2"]["alignment"] == "rank"
    assert "rouge-2 is not on the scale of the ratings" in done.err
    assert found["llm"]["passed"] is True
    assert found["llm"]["epsilon"] == 0.15
    assert [c["judge"] for c in found["llm"]["contests"]] == ["j0", "j1", "j2"]
    assert (tmp_path / "p.png").read_bytes()[:4] == b"\x89PNG"
    assert "winning rate" in cli("judges", judged, "--against", table).out


@pytest.mark.parametrize(
    ("by", "name"),
    [("preferences", "overall"), ("preferences", "set"), ("ratings", "quality"), (None, "overall")],
)
def test_rank_prints_the_list_of_the_contract(
    cli: Any, judged: Path, by: str | None, name: str, tmp_path: Path
) -> None:
    way = [] if by is None else ["--by", by]
    done = cli("rank", judged, *way, "--name", name, "--json", "--plot", tmp_path / "p.svg")
    assert done.status == 0
    assert all(list(row) == RANK_KEYS for row in done.json)
    assert [row["rank"] for row in done.json] == [1, 2, 3, 4]
    for row in done.json:
        assert row["low"] <= row["strength"] <= row["high"]
        assert row["rank_low"] <= row["rank"] <= row["rank_high"]
        assert row["n"] > 0
    if by != "ratings":
        assert sum(row["strength"] for row in done.json) == pytest.approx(0, abs=1e-9)
    assert (tmp_path / "p.svg").exists()
    assert cli("rank", judged, *way, "--name", name).status == 0


def test_rank_by_scores_and_where_less_is_better(cli: Any, judged: Path, tmp_path: Path) -> None:
    table = scores(tmp_path / "scores.csv", judged)
    done = cli("rank", judged, "--by", table, "--name", "rouge-2", "--json")
    assert [row["peer"] for row in done.json] == PEERS
    turned = cli("rank", judged, "--by", table, "--name", "llm", "--lower", "--json")
    assert [row["peer"] for row in turned.json] == PEERS[::-1]
    assert turned.json[0]["low"] <= turned.json[0]["strength"] <= turned.json[0]["high"]


def test_both_kinds_of_preference_under_one_name(cli: Any, tmp_path: Path) -> None:
    rng = np.random.default_rng(1)
    topics = [topic(n, rng) for n in range(6)]
    for one in topics:
        for said in one["preferences"]:
            said["name"] = "overall"
    done = cli("rank", write(tmp_path / "mixed.jsonl", topics), "--json")
    assert done.status == 0
    assert len(done.json) == 4


def one_line(done: Any) -> str:
    assert done.status == 2
    assert done.out == ""
    assert done.err.count("\n") == 1
    return done.err


def test_what_is_missing_is_said_in_one_line(cli: Any, tmp_path: Path, corpus: Path) -> None:
    assert "the corpus has no judgements" in one_line(cli("judges", corpus))
    plain = write(tmp_path / "plain.jsonl", [{"id": "t", "judgements": {"a": {"pyramid": 0.4}}}])
    assert "no judge is named" in one_line(cli("judges", plain))
    assert "no preferences" in one_line(cli("rank", corpus, "--by", "preferences"))
    assert "no judgements to rank by" in one_line(cli("rank", corpus))
    assert "seed" in one_line(cli("judges", plain, "--seed", -1))


def test_several_names_ask_for_one(cli: Any, judged: Path) -> None:
    assert "choose with --name: overall, set" in one_line(cli("rank", judged))
    assert "did you mean" in one_line(cli("rank", judged, "--name", "overal"))
    assert "a figure" in one_line(cli("rank", judged, "--name", "set", "--plot", "x.txt"))


@pytest.mark.parametrize(
    ("ratings", "reason"),
    [
        ([{"j1": 3, "j2": 3}, {"j1": 3, "j2": 3}, {"j1": 3, "j2": 3}], "all ratings are equal"),
        ([{"j1": 3}, {"j1": 4}], "one judge"),
        ([{"j1": 3, "j2": 4}], "only one item has two ratings"),
        ([{"j1": 3}, {"j2": 4}], "no item has two ratings"),
    ],
)
def test_degenerate_ratings_are_undefined_with_a_reason(
    cli: Any, tmp_path: Path, ratings: list[dict[str, int]], reason: str
) -> None:
    topics = [{"id": str(n), "judgements": {"a": {"q": given}}} for n, given in enumerate(ratings)]
    done = cli("judges", write(tmp_path / "few.jsonl", topics), "--json")
    assert done.status == 0
    assert {(row["value"], row["low"], row["reason"]) for row in done.json} == {
        (None, None, reason)
    }
    assert reason in cli("judges", tmp_path / "few.jsonl", "--plot", tmp_path / "few.png").out


def test_all_ties_have_no_order_and_say_so(cli: Any, tmp_path: Path) -> None:
    said = {"judge": "j", "name": "q", "left": "a", "right": "b", "choice": "equal"}
    path = write(tmp_path / "t.jsonl", [{"id": str(n), "preferences": [said]} for n in range(4)])
    done = cli("rank", path, "--json")
    assert done.status == 0
    assert {row["strength"] for row in done.json} == {None}
    assert "all comparisons are ties" in done.err
    assert cli("rank", path, "--plot", tmp_path / "t.png").status == 0


def test_the_library_gives_tables(judged: Path) -> None:
    found = sumscope.judges(judged, resamples=100)
    assert found.find("icc").value == pytest.approx(
        found.to_pandas().set_index("statistic")["value"]["icc"]
    )
    assert found.to_polars().height == len(STATISTICS)
    assert "<svg" in found._repr_html_()
    ranking = sumscope.rank(judged, name="set", resamples=100)
    assert list(ranking.to_pandas()["peer"]) == [row.peer for row in ranking.rows]
    assert ranking.to_polars().height == 4
    assert "<svg" in ranking._repr_html_()
    assert ranking.split_half is not None
    assert set(ranking.counts or {}) == set(PEERS)


def test_standard_input(judged: Path) -> None:
    done = subprocess.run(
        [sys.executable, "-m", "sumscope", "judges", "-", "--json"],
        input=judged.read_bytes(),
        capture_output=True,
        check=True,
    )
    assert len(json.loads(done.stdout)) == len(STATISTICS)


def test_a_study_of_summaries_without_scores(cli: Any, judged: Path, tmp_path: Path) -> None:
    # Nothing to score against: undefined scores, and the rest of the study all the same.
    done = cli("study", judged, "-o", tmp_path / "study")
    assert done.status == 0
    assert "Reliability of the judges" in (tmp_path / "study/index.html").read_text("utf-8")


def test_a_study_shows_judges_and_rankings(cli: Any, tmp_path: Path) -> None:
    rng = np.random.default_rng(2)
    topics = [topic(n, rng) for n in range(5)]
    for one in topics:
        one["references"] = [{"id": "A", "text": f"one and two of {one['id']}"}]
    out = tmp_path / "study"
    done = cli("study", write(tmp_path / "people.jsonl", topics), "-o", out)
    assert done.status == 0
    page = (out / "index.html").read_text(encoding="utf-8")
    for title in ("Reliability of the judges", "The order that people give"):
        assert title in page
    made = {path.name for path in out.rglob("*") if path.is_file()}
    assert {"reliability.json", "judges.json", "replacement.json", "ranking.json"} <= made
    assert {"reliability.svg", "ranking-1.svg", "ranking-2.svg", "ranking-3.svg"} <= made


def test_extracts_of_two_people_are_a_judgement_of_every_sentence(
    cli: Any, judged: Path, tmp_path: Path
) -> None:
    rows = [json.loads(line) for line in judged.read_text(encoding="utf-8").splitlines()]
    alone = cli("judges", judged, "--json", "--resamples", "100").json
    for row in rows:
        row["documents"] = [{"id": "d", "sentences": ["One.", "Two.", "Three."]}]
        row["peers"].append({"id": "ann", "human": True, "extract": ["d.0", "d.1"]})
    one = write(tmp_path / "one.jsonl", rows)
    assert cli("judges", one, "--json", "--resamples", "100").json == alone
    for row in rows:
        row["peers"].append({"id": "bo", "human": True, "extract": ["d.1"]})
        row["peers"].append({"id": "machine", "extract": ["d.0"]})
    two = write(tmp_path / "two.jsonl", rows)
    done = cli("judges", two, "--json", "--resamples", "100").json
    assert done[: len(alone)] == alone
    picked = {row["statistic"]: row for row in done[len(alone) :]}
    assert {row["human"] for row in picked.values()} == {"picked"}
    assert (picked["alpha-nominal"]["judges"], picked["alpha-nominal"]["items"]) == (2, 36)
    # Of 72 picks 36 are ones; a third of the sentences is picked by one of the two only.
    assert picked["alpha-nominal"]["value"] == pytest.approx(1 - (1 / 3) / (2 * 36 * 36 / 72 / 71))
    assert "picked: 2 judges, 36 sentences" in cli("judges", two, "--resamples", "100").out
    scores = tmp_path / "s.csv"  # a measure of summaries is not tested on sentences
    lines = [
        f"t{n},{peer},m,{4 - at + n % 2}\n" for n in range(12) for at, peer in enumerate(PEERS)
    ]
    scores.write_text("topic,peer,measure,value\n" + "".join(lines), encoding="utf-8")
    tested = cli("judges", two, "--against", scores, "--json", "--resamples", "100").json
    assert {one["human"] for one in tested["replacements"]} == {"quality"}
    for row in rows:
        del row["judgements"]
    extracts = write(tmp_path / "extracts.jsonl", rows)
    refused = cli("judges", extracts, "--against", scores)
    assert refused.status == 2
    assert "no summary has a judgement to compare the scores with" in refused.err
