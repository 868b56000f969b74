"""`sumscope study`: what a corpus allows, said and shown; safe, resumable, comparable."""

from __future__ import annotations

import json
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest
from pages import check_safe

import sumscope

# As in CONTRIBUTING.md.
NEW_SECTION = (
    (Path(__file__).parents[2] / "CONTRIBUTING.md")
    .read_text(encoding="utf-8")
    .split("<!-- section -->\n```python\n")[1]
    .split("```")[0]
)
HOSTILE = "</template></script><script>alert(1)</script><img src=x onerror=alert(1)>'\"&$x$\n="


def write(path: Path, topics: list[dict[str, Any]]) -> Path:
    path.write_text("".join(json.dumps(topic) + "\n" for topic in topics), encoding="utf-8")
    return path


def topic(number: int, name: str = "") -> dict[str, Any]:
    """A small topic with everything."""
    texts = [
        f"The ferry {number} sank near the harbour at night.",
        "Forty people were saved by a fishing boat.",
        "The harbour was closed until morning.",
        "A fishing boat found the ferry at dawn.",
        f"Officials blamed the storm of day {number}.",
    ]
    return {
        "id": f"T{number}{name}",
        "lang": "en",
        "documents": [{"id": f"d{name}", "sentences": texts}],
        "references": [
            {"id": "A", "text": " ".join(texts[:2])},
            {"id": "B", "text": f"{texts[0]} {texts[3]} {name}"},
        ],
        "peers": [
            {"id": "A", "human": True, "text": " ".join(texts[:2])},
            {"id": f"good{name}", "text": f"The ferry {number} sank. A fishing boat saved forty."},
            {"id": "copy", "extract": [f"d{name}.4"]},
        ],
        "judgements": {"A": {f"pyramid{name}": 0.9}, "copy": {f"pyramid{name}": 0.1 * number}},
        "covers": [
            {
                "judge": f"j{name}",
                "clusters": [
                    {"label": f"l{name}", "items": [f"d{name}.0", f"d{name}.3"]},
                    {"label": "m", "items": [f"d{name}.1", f"d{name}.2"]},
                ],
            },
            {
                "judge": "k",
                "clusters": [
                    {"label": "n", "items": [f"d{name}.0", f"d{name}.1"]},
                    {"label": "o", "items": [f"d{name}.2", f"d{name}.3"]},
                ],
            },
        ],
    }


def slim(number: int) -> dict[str, Any]:
    """The same without judges."""
    return {k: v for k, v in topic(number).items() if k not in ("covers", "judgements")}


def run(cli: Any, corpus: Path, out: Path, *more: str) -> str:
    done = cli("study", corpus, "-o", out, "--resamples", "100", "-m", "rouge-2", *more)
    assert done.status == 0, done.err
    return (out / "index.html").read_text(encoding="utf-8")


@pytest.mark.parametrize(
    ("fields", "shown", "missing"),
    [
        (["documents"], ["growth", "sentence-graph", "dendrogram"], ["peers", "covers"]),
        (["references"], ["leaderboard-1", "growth"], ["documents", "judgements", "covers"]),
        (["covers"], ["agreement", "co-clustering", "split-and-merge"], ["documents", "peers"]),
        (["references", "peers"], ["leaderboard-1", "wins-1"], ["judgements", "covers"]),
    ],
    ids=["documents", "references", "covers", "no-judgements"],
)
def test_a_corpus_of_some_fields_gives_what_it_allows(
    cli: Any, tmp_path: Path, fields: list[str], shown: list[str], missing: list[str]
) -> None:
    topics = [{k: v for k, v in topic(n).items() if k in ("id", "lang", *fields)} for n in (1, 2)]
    for one in topics:
        one["peers"] = [p for p in one.get("peers", ()) if "extract" not in p]
        if "peers" not in fields:
            del one["peers"]
    page = run(cli, write(tmp_path / "c.jsonl", topics), tmp_path / "out")
    read = check_safe(page)
    for name in shown:
        assert (tmp_path / f"out/figures/{name}.svg").exists(), name
    for name in missing:
        assert f"No topic has the field `{name}`" in read.said("missing"), name


def test_hostile_text_stays_text(cli: Any, tmp_path: Path) -> None:
    topics = [topic(n, HOSTILE) for n in (1, 2)]
    corpus = write(tmp_path / "<b>&'hostile.jsonl", topics)
    out = tmp_path / "out"
    page = run(cli, corpus, out, "--title", HOSTILE)
    read = check_safe(page)
    assert read.data["study"]["title"] == HOSTILE
    assert read.data["texts"][0]["documents"][0]["id"] == f"d{HOSTILE}"
    assert "&lt;img" in page
    assert "<img" not in page
    for path in (out / "topics").iterdir():
        text = path.read_text(encoding="utf-8")
        assert HOSTILE in check_safe(text).data["text"]["id"]
        assert "<img" not in text
    for path in (out / "figures").glob("*.svg"):
        text = path.read_text(encoding="utf-8")
        assert "<script" not in text
        assert "onerror=alert(1)>" not in text


def test_an_interrupted_study_goes_on_to_the_same_bytes(
    cli: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from sumscope.studies.sections.growth import Growth

    corpus = write(tmp_path / "c.jsonl", [topic(n) for n in (1, 2, 3)])
    run(cli, corpus, tmp_path / "whole")

    def stop(self: object, work: object) -> None:
        raise KeyboardInterrupt

    with monkeypatch.context() as patch:
        patch.setattr(Growth, "make", stop)
        done = cli("study", corpus, "-o", tmp_path / "cut", "--resamples", "100", "-m", "rouge-2")
    assert done.status == 130
    assert not (tmp_path / "cut/index.html").exists()
    done = cli("study", corpus, "-o", tmp_path / "cut", "--resamples", "100", "-m", "rouge-2")
    assert done.status == 0
    assert "topics, earlier, compare, compare-judgements, meta" in done.err
    names = sorted(p.relative_to(tmp_path / "whole") for p in (tmp_path / "whole").rglob("*"))
    assert names == sorted(p.relative_to(tmp_path / "cut") for p in (tmp_path / "cut").rglob("*"))
    for name in names:
        path = tmp_path / "whole" / name
        if path.is_file():
            assert path.read_bytes() == (tmp_path / "cut" / name).read_bytes(), name


def test_the_pass_over_the_topics_goes_on_where_it_was_ended(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from sumscope.jobs import job as chunks
    from sumscope.studies import topic_pass

    corpus = write(tmp_path / "c.jsonl", [slim(n) for n in (1, 2, 3)])
    whole, cut = tmp_path / "whole", tmp_path / "cut"
    sumscope.study(corpus, whole, ["rouge-2"], resamples=100)
    real, done = topic_pass.reading, []

    def counted(view: Any, *more: Any) -> Any:
        if len(done) == 2:
            done.append("stop")
            raise KeyboardInterrupt
        done.append(view.id)
        return real(view, *more)

    monkeypatch.setattr(chunks, "CHUNK_TOPICS", 1)
    monkeypatch.setattr(topic_pass, "reading", counted)
    with pytest.raises(KeyboardInterrupt):
        sumscope.study(corpus, cut, ["rouge-2"], resamples=100)
    again = sumscope.study(corpus, cut, ["rouge-2"], resamples=100)
    assert len(done) == 4
    assert len(set(done)) == 4
    assert "topics" in again.resumed
    for path in (whole / "topics").iterdir():
        assert path.read_bytes() == (cut / "topics" / path.name).read_bytes()
    assert (whole / "index.html").read_bytes() == (cut / "index.html").read_bytes()


@pytest.mark.all_only
def test_a_killed_study_goes_on_to_the_same_bytes(tmp_path: Path) -> None:
    corpus = write(tmp_path / "c.jsonl", [slim(n) for n in (1, 2, 3)])
    words = [sys.executable, "-m", "sumscope", "study", str(corpus), "--resamples", "100"]
    words += ["-m", "rouge-2", "-o"]
    whole, cut = tmp_path / "whole", tmp_path / "cut"
    subprocess.run([*words, str(whole)], check=True, stdout=subprocess.DEVNULL, timeout=300)
    process = subprocess.Popen([*words, str(cut)], stdout=subprocess.DEVNULL)
    try:
        # Killed in the middle of writing: some tables are there, the page is not yet.
        for _ in range(6000):
            if list(cut.glob("tables/*.csv")) or process.poll() is not None:
                break
            time.sleep(0.02)
    finally:
        process.kill()
        process.wait()
    assert not (cut / "study.json").exists()
    subprocess.run([*words, str(cut)], check=True, stdout=subprocess.DEVNULL, timeout=300)
    for path in whole.rglob("*"):
        if path.is_file():
            assert path.read_bytes() == (cut / path.relative_to(whole)).read_bytes(), path.name
    assert len(list(cut.rglob("*"))) == len(list(whole.rglob("*")))


def test_a_second_study_says_what_changed_and_why(cli: Any, tmp_path: Path) -> None:
    out = tmp_path / "out"
    corpus = tmp_path / "c.jsonl"
    page = run(cli, write(corpus, [slim(n) for n in (1, 2, 3)]), out)
    assert "no earlier study to compare with" in check_safe(page).said()
    (out / "topics/mine.html").write_text("not yours", encoding="utf-8")
    changed = [slim(n) for n in (1, 2)]
    changed[0]["peers"][1]["text"] = "The ferry 1 sank near the harbour."
    page = run(cli, write(corpus, changed), out)
    assert "corpus SHA-256" in (out / "tables/changes-why.csv").read_text(encoding="utf-8")
    rows = json.loads((out / "tables/changes.json").read_text(encoding="utf-8"))["rows"]
    assert {(row["peer"], row["measure"]) for row in rows} >= {("good", "rouge-2")}
    assert "Since the previous study" in page
    # What the study before had more of is gone, what somebody else put there is not.
    assert not (out / "topics/00003.html").exists()
    assert (out / "topics/mine.html").exists()
    assert run(cli, corpus, out) == page
    # The same comparison with a study in another folder.
    other = tmp_path / "other"
    write(corpus, [slim(n) for n in (1, 2, 3)])
    run(cli, corpus, other)
    page = run(cli, write(corpus, changed), tmp_path / "against", "--against", str(other))
    again = json.loads((tmp_path / "against/tables/changes.json").read_text(encoding="utf-8"))
    assert again["rows"] == rows
    assert "--against" in check_safe(page).said("command")
    assert cli("study", corpus, "-o", tmp_path / "x", "--against", tmp_path).status == 2


def test_a_corpus_is_read_twice_and_sections_are_values(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from collections import Counter

    from sumscope.corpus import jsonl, schema, topic_stream
    from sumscope.jobs import job as chunks

    read: Counter[str] = Counter()  # the sample's lines are kept from the second reading

    def counted(raw: bytes, where: str) -> Any:
        read[where] += 1
        return schema.topic_from_json(jsonl.decode_line(raw, where), where)

    corpus = write(tmp_path / "c.jsonl", [topic(n) for n in range(1, 51)])
    for module in (topic_stream, chunks):
        monkeypatch.setattr(module, "parse_topic", counted)
    made = sumscope.study(corpus, tmp_path / "out", ["rouge-1", "rouge-2"], resamples=100)
    assert set(read.values()) == {2}
    assert len(read) == 50
    # The same section on the page, as words and as JSON; its data have a type.
    board = made.section("leaderboard")
    assert type(board.data).__name__ == "Boards"
    rows = board.view.to_json()["tables"][0]["rows"]
    kept = json.loads((tmp_path / "out/tables/leaderboard.json").read_text(encoding="utf-8"))
    assert rows == kept["rows"]
    shown = f"{rows[0]['rouge-2']:.4f}"
    assert shown in board.view.to_text()
    assert shown in board.view._repr_html_()
    read = check_safe((tmp_path / "out/index.html").read_text(encoding="utf-8"))
    cells = read.data["study"]["overview"]["cells"][1]
    assert shown in {f"{cell[0]:.4f}" for cell in cells}
    with pytest.raises(sumscope.SumscopeError, match="unknown section"):
        made.section("none")


def test_a_new_file_is_a_new_section(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from sumscope.studies import folder, section, sections

    (tmp_path / "lengths.py").write_text(NEW_SECTION, encoding="utf-8")
    corpus = write(tmp_path / "c.jsonl", [slim(n) for n in (1, 2)])
    with monkeypatch.context() as patch:
        patch.setattr(sections, "__path__", [*sections.__path__, str(tmp_path)])
        for found in (section.discover, folder._names):
            found.cache_clear()
        made = sumscope.study(corpus, tmp_path / "out", ["rouge-2"], resamples=100)
        assert made.sections[1].name == "lengths"
        assert folder.is_output("tables/lengths.csv")
        (tmp_path / "other").mkdir()
        (tmp_path / "other/tables").mkdir()
        (tmp_path / "other/tables/lengths.csv").write_text("mine", encoding="utf-8")
        with pytest.raises(sumscope.SumscopeError, match=r"lengths\.csv"):
            sumscope.study(corpus, tmp_path / "other", ["rouge-2"], resamples=100)
    for found in (section.discover, folder._names):
        found.cache_clear()
    sys.modules.pop("sumscope.studies.sections.lengths")
    assert (tmp_path / "out/tables/lengths.csv").read_text(encoding="utf-8").count("\n") == 4
    assert "Lengths of the summaries" in (tmp_path / "out/index.html").read_text(encoding="utf-8")
    assert not folder.is_output("tables/lengths.csv")


def test_bad_usage_is_one_line(cli: Any, tmp_path: Path) -> None:
    file = tmp_path / "file"
    file.write_text("", encoding="utf-8")
    corpus = write(tmp_path / "c.jsonl", [topic(1)])
    for args in ((corpus, "-o", file), (tmp_path / "no.jsonl", "-o", tmp_path / "x"), (corpus,)):
        done = cli("study", *args)
        assert done.status == 2
        assert len(done.err.strip().splitlines()) == 1
    assert cli("study", corpus, "-o", tmp_path / "y", "-m", "omega").status == 2


def test_no_file_that_a_study_did_not_make_is_lost(cli: Any, tmp_path: Path) -> None:
    from sumscope.studies.folder import is_output

    here = tmp_path / "p"
    here.mkdir()
    corpus = write(here / "study.json", [slim(1), slim(2)])
    kept = corpus.read_bytes()

    def refused(*given: Any) -> str:
        done = cli("study", *given, "-o", here, "--resamples", "100", "-m", "rouge-2")
        assert done.status == 2
        assert len(done.err.strip().splitlines()) == 1
        assert not (here / ".study").exists()
        assert corpus.read_bytes() == kept
        return str(done.err)

    # Not over the corpus, by whatever name it is called; nor over a file of somebody else.
    assert "overwrite its input" in refused(corpus)
    link = tmp_path / "link.jsonl"
    link.symlink_to(corpus)
    assert "overwrite its input" in refused(link)
    other = write(tmp_path / "c.jsonl", [slim(1), slim(2)])
    assert "study.json" in refused(other)
    corpus = corpus.rename(here / "corpus.jsonl")
    names = ("scores.csv", "index.html", "tables/pairs.csv", "figures/growth.png")
    for name in (*names, "topics/00002.html"):
        mine = here / name
        mine.parent.mkdir(exist_ok=True)
        mine.write_text("mine", encoding="utf-8")
        assert name in refused(corpus).replace("\\", "/")
        assert mine.read_text(encoding="utf-8") == "mine"
        mine.unlink()
    # Other names are no obstacle, and stay; the study's own files may be replaced.
    mine = [here / "notes.txt", here / "figures/mine.png", here / ".study/mine"]
    for path in mine:
        path.parent.mkdir(exist_ok=True)
        path.write_text("mine", encoding="utf-8")
    run(cli, corpus, here)
    made = json.loads((here / "study.json").read_text(encoding="utf-8"))["files"]
    assert all(map(is_output, made))
    run(cli, corpus, here, "--seed", "1")
    assert [path.read_text(encoding="utf-8") for path in mine] == ["mine"] * 3
    # A file that only the study now would write is refused in a folder of ours too.
    (here / "tables/undefined.csv").write_text("mine", encoding="utf-8")
    done = cli("study", corpus, "-o", here, "--resamples", "100", "-m", "rouge-2")
    assert done.status == 2
    assert "undefined.csv" in done.err
    # What an earlier study had and this one has not goes, and is no obstacle later.
    (here / "tables/undefined.csv").unlink()
    bare = write(tmp_path / "d.jsonl", [{k: slim(1)[k] for k in ("id", "lang", "documents")}])
    run(cli, bare, here)
    assert not (here / "scores.csv").exists()
    run(cli, corpus, here)
    assert corpus.read_bytes() == kept


def test_files_of_an_interrupted_study_are_its_own(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from sumscope.report import study_page

    corpus = write(tmp_path / "c.jsonl", [slim(1), slim(2)])
    out = tmp_path / "out"

    def stop(*given: object) -> str:
        raise KeyboardInterrupt

    with monkeypatch.context() as patch:
        patch.setattr(study_page, "topic_page", stop)
        with pytest.raises(KeyboardInterrupt):
            sumscope.study(corpus, out, ["rouge-2"], resamples=100)
    assert (out / "tables/leaderboard.csv").exists()
    # A file that came after the interruption and was not to be written is still somebody's.
    (out / "tables/changes.csv").write_text("mine", encoding="utf-8")
    with pytest.raises(sumscope.SumscopeError, match=r"changes\.csv"):
        sumscope.study(corpus, out, ["rouge-2"], resamples=100)
    (out / "tables/changes.csv").unlink()
    # Another study takes its place, and leaves nothing of it.
    sumscope.study(corpus, out, ["rouge-1"], resamples=100)
    made = json.loads((out / "study.json").read_text(encoding="utf-8"))["files"]
    there = [p.relative_to(out).as_posix() for p in out.rglob("*") if p.is_file()]
    assert sorted(there) == sorted([*made, "study.json"])


def test_the_report_says_what_holds_and_how_it_is_made_again(cli: Any, tmp_path: Path) -> None:
    topics = [topic(n) for n in (1, 2)]
    corpus = write(tmp_path / "c.jsonl", topics)
    title = "Ferries & storms"
    page = run(cli, corpus, tmp_path / "a", "-m", "rouge-1", "--title", title)
    read = check_safe(page)
    assert "--title 'Ferries & storms'" in read.said("command")
    assert "people are among the peers" in read.said()
    # Two topics can tell no peers apart by any measure: once for all, no p above 1.
    assert read.said().count("no two peers can come out as different") == 1
    assert "all measures: with 2 topics the smallest p is 0.5, and 1 after" in read.said()
    for one in topics:
        one["peers"] = one["peers"][1:]
        one["judgements"].pop("A")
        one["judgements"]["good"] = {"pyramid": 0.8}
    page = run(cli, write(corpus, topics[:1]), tmp_path / "b")
    read = check_safe(page)
    assert "Correlation of every measure with every judgement" in read.said()
    assert "people are among the peers" not in read.said()
    assert "--title" not in read.said("command")
    assert read.data["study"]["lead"].startswith("1 topic, 2 peers, 2 summaries")
    done = cli("score", corpus, "-m", "rouge-1")
    assert "Means over 1 topic " in done.out.replace("\n", " ")


def test_the_oracle_part_says_how_its_rouge_counts(cli: Any, tmp_path: Path) -> None:
    topics = [slim(n) for n in (1, 2)]
    for one in topics:
        # "ferry sank" of the references stands across two sentences of the summary.
        one["references"] = [{"id": "A", "text": "The ferry sank near the harbour."}]
        one["peers"][1]["sentences"] = ["It was a ferry.", "Sank near the harbour."]
        del one["peers"][1]["text"]
    corpus = write(tmp_path / "c.jsonl", topics)
    out = tmp_path / "out"
    page = run(cli, corpus, out, "--limit", "100")
    rows = json.loads((out / "tables/oracle-gaps.json").read_text(encoding="utf-8"))["rows"]
    shown = {row["peer"]: row["mean ROUGE-2"] for row in rows}["good"]
    inside, usual = "rouge-2(across=false)", "rouge-2"
    means = sumscope.score(corpus, [inside, usual]).means()
    good = {row["measure"]: row["mean"] for row in means if row["peer"] == "good"}
    assert shown == pytest.approx(good[inside], abs=1e-5)
    assert good[usual] != pytest.approx(good[inside], abs=1e-3)
    # Without a limit, oracles are as long as the summaries that are not extracts: 8 words.
    run(cli, corpus, tmp_path / "usual")
    facts = json.loads((tmp_path / "usual/study.json").read_text(encoding="utf-8"))["facts"]
    assert facts["setting limit"] == 8
    # What is above the best extract says why, and nothing else does.
    assert all(bool(row["topics above"]) == bool(row["why above"]) for row in rows)
    assert "a peer's ROUGE-2 is not that of the leaderboard" in check_safe(page).said()


def test_right_to_left_keeps_its_direction_to_itself(cli: Any, tmp_path: Path) -> None:
    name = "\u0646\u0638\u0627\u0645 \u0623\u0648\u0644"  # "first system"
    said = "\u063a\u0631\u0642\u062a \u0639\u0628\u0627\u0631\u0629."  # "A ferry sank."
    topics = [slim(n) for n in (1, 2)]
    for one in topics:
        one["peers"][1]["id"] = name
        one["references"].append({"id": "C", "text": said})
    out = tmp_path / "out"
    page = run(cli, write(tmp_path / "c.jsonl", topics), out)
    check_safe(page)
    found = page[page.index("<noscript>") :]
    assert f"<bdi>{name}</bdi> has the" in found[: found.index("</ul>")]
    check_safe((out / "topics/00001.html").read_text(encoding="utf-8"))


def test_what_stands_between_backticks_is_code_and_stays_text() -> None:
    from sumscope.report.study_page import prose

    assert prose("a `b<i>` & `c") == "a <code>b&lt;i&gt;</code> &amp; `c"
