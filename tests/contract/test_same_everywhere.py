"""Every command gives the same through the library, the command line and the workbench."""

from __future__ import annotations

import importlib
import inspect
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple

import pytest
from walk import COMMANDS

import sumscope
from sumscope.data import DEMO


class Same(NamedTuple):
    """Words for the command line and the call that stands for them; both give JSON values."""

    words: tuple[str, ...]
    call: Callable[[], Any]


def _oracles(rows: Any) -> Any:
    return [{key: row[key] for key in row if key != "seconds"} for row in rows]


# Files of `folder` are made by the fixture below; the tests run inside it.
SAME: dict[str, Same] = {
    "agree": Same(
        ("agree", "a.json", "b.json", "-m", "omega", "-m", "vbeta", "--baseline", "5", "--json"),
        lambda: sumscope.agree(["a.json", "b.json"], ["omega", "vbeta"], baseline=5).to_json(),
    ),
    "compare": Same(
        ("compare", "s.csv", "--resamples", "200", "--confidence", "0.9", "--seed", "3", "--json"),
        lambda: sumscope.compare("s.csv", resamples=200, confidence=0.9, seed=3).to_json(),
    ),
    "convert": Same(
        ("convert", "t.csv", "one.jsonl", "--lang", "en", "--json"),
        lambda: sumscope.convert("t.csv", "two.jsonl", lang="en").to_json(),
    ),
    "detect": Same(
        ("detect", "g.tsv", "--by", "congo", "-k", "2", "--json"),
        lambda: sumscope.detect("g.tsv", "congo", 2).to_json(),
    ),
    "explain": Same(
        ("explain", "A cat sat.", "The cats sat.", "-m", "rouge-1", "-m", "rouge-l", "--json"),
        lambda: sumscope.explain("A cat sat.", "The cats sat.", ["rouge-1", "rouge-l"]).to_json(),
    ),
    "gold status": Same(
        ("gold", "status", "w.db", "--json"),
        lambda: [one.to_json() for one in sumscope.gold.status("w.db")],
    ),
    "gold export": Same(
        ("gold", "export", "w.db", "-o", "one.json", "--project", "Rate summaries", "--json"),
        lambda: sumscope.gold.export("w.db", "two.json", project="Rate summaries").to_json(),
    ),
    "growth": Same(
        ("growth", "x.txt", "--lang", "en", "--curve", "--json"),
        lambda: sumscope.growth(["x.txt"], lang="en", curve=True).to_json(),
    ),
    "judges": Same(
        ("judges", str(DEMO), "--resamples", "100", "--json"),
        lambda: sumscope.judges(DEMO, resamples=100).to_json(),
    ),
    "links fit": Same(
        ("links", "fit", "m.jsonl", "--kind", "logistic", "-o", "one.json", "--json"),
        lambda: sumscope.links.fit("m.jsonl", "two.json", kind="logistic").to_json(),
    ),
    "links predict": Same(
        ("links", "predict", "m.jsonl", "--model", "link.json", "--json"),
        lambda: sumscope.links.predict("m.jsonl", "link.json").to_json(),
    ),
    "links evaluate": Same(
        ("links", "evaluate", "m.jsonl", "--model", "link.json", "-k", "3", "--json"),
        lambda: sumscope.links.evaluate("m.jsonl", "link.json", k=3).to_json(),
    ),
    "links show": Same(
        ("links", "show", "link.json", "--json"),
        lambda: sumscope.links.show("link.json").to_json(),
    ),
    "measures": Same(
        ("measures", "--json"), lambda: [one.to_json() for one in sumscope.measures()]
    ),
    "meta": Same(
        ("meta", "s.csv", "--human", str(DEMO), "--level", "summary", "--resamples", "100",
         "--json"),
        lambda: sumscope.meta("s.csv", DEMO, level="summary", resamples=100).to_json(),
    ),
    "oracle": Same(
        ("oracle", str(DEMO), "-n", "1", "--limit", "20", "--list", "2", "--workers", "1",
         "--json"),
        lambda: sumscope.oracle(DEMO, 1, 20, listed=2, workers=1).to_json(),
    ),
    "rank": Same(
        ("rank", str(DEMO), "--resamples", "100", "--json"),
        lambda: sumscope.rank(DEMO, resamples=100).to_json(),
    ),
    "sample": Same(
        ("sample", str(DEMO), "--low", "5", "--high", "30", "--json"),
        lambda: sumscope.sample(DEMO, low=5, high=30).to_json(),
    ),
    "score": Same(
        ("score", str(DEMO), "-m", "rouge-2", "-m", "rouge-l", "--report", "f", "--json"),
        lambda: sumscope.score(DEMO, ["rouge-2", "rouge-l"], report="f").to_json(),
    ),
    "summarize": Same(
        ("summarize", str(DEMO), "--by", "lead", "--words", "20", "--json"),
        lambda: [row.to_json() for row in sumscope.summarize(DEMO, "lead", words=20).rows],
    ),
    "supor fit": Same(
        ("supor", "fit", "en.jsonl", "-o", "one.json", "--json"),
        lambda: sumscope.supor.fit("en.jsonl", "two.json").to_json(),
    ),
    "supor show": Same(
        ("supor", "show", "en", "--json"), lambda: sumscope.supor.show("en").to_json()
    ),
    "topics": Same(
        ("topics", "x.txt", "--lang", "en", "--json"),
        lambda: sumscope.topics("x.txt", lang="en").to_json(),
    ),
}  # fmt: skip
# Long commands: what they pass on is compared with what was given, in a test of its own.
PASSED: dict[str, tuple[str, tuple[str, ...], dict[str, object]]] = {
    "demo": ("sumscope.app.demo.demo", ("demo", "-o", "d"), {"out": "d"}),
    "study": (
        "sumscope.app.study.study",
        ("study", str(DEMO), "-o", "d", "-m", "rouge-1", "--limit", "50", "--resamples", "300",
         "--seed", "4", "--title", "T", "--report", "f", "--lower", "x"),
        {"corpus": str(DEMO), "out": "d", "measures": ("rouge-1",), "limit": 50, "resamples": 300,
         "seed": 4, "title": "T", "report": "f", "lower": ("x",)},
    ),
    "reproduce": (
        "sumscope.app.reproduce.reproduce",
        ("reproduce", "geiss2009", "--data", ".", "-o", "d"),
        {"paper": "geiss2009", "data": ".", "out": "d"},
    ),
    "serve": (
        "sumscope.web.server.serve",
        ("serve", str(DEMO), "--db", "x.db", "--port", "0", "--no-open"),
        {"corpora": (str(DEMO),), "db": "x.db", "port": 0, "open_page": False},
    ),
}  # fmt: skip
IN_THE_WORKBENCH = {"gold new", "gold page", "gold import", "gold backup"}


def _meeting(number: int) -> dict[str, object]:
    words = ["battery", "colour", "button", "price", "menu", "cost", "power", "shade"]
    rows = [
        {"id": f"M{number}.{i}", "text": f"so the {words[(i + number) % 8]} {words[i // 3 % 8]}."}
        for i in range(24)
    ]
    items = [[f"M{number}.{i}" for i in range(24) if i // 6 == k and i % 3] for k in range(4)]
    clusters = [{"label": str(k), "items": one} for k, one in enumerate(items)]
    return {
        "id": f"M{number}",
        "lang": "en",
        "documents": [{"id": f"M{number}", "sentences": rows}],
        "covers": [{"judge": "j", "clusters": clusters}],
    }


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    from sumscope.corpus.jsonl import read_corpus
    from sumscope.workbench.demo import demo_workbench

    made = tmp_path_factory.mktemp("same")
    (made / "a.json").write_text('[["a", "b"], ["c", "d"]]', encoding="utf-8")
    (made / "b.json").write_text('[["a", "b", "c"], ["d"]]', encoding="utf-8")
    (made / "g.tsv").write_text("a\tb\nb\tc\nc\ta\nc\td\nd\te\ne\tf\nf\td\n", encoding="utf-8")
    (made / "t.csv").write_text("id,reference,prediction\n1,A cat.,The cat.\n", encoding="utf-8")
    text = "The cat sat on the mat. A dog ran to the cat. The mat was red. The dog sat."
    (made / "x.txt").write_text(text, encoding="utf-8")
    lines = DEMO.read_text(encoding="utf-8").splitlines(keepends=True)
    english = [line for line in lines if json.loads(line).get("lang") == "en"]
    (made / "en.jsonl").write_text("".join(english), encoding="utf-8")
    meetings = "".join(json.dumps(_meeting(n)) + "\n" for n in range(4))
    (made / "m.jsonl").write_text(meetings, encoding="utf-8")
    sumscope.score_file(DEMO, ["rouge-1", "rouge-2"], made / "s.csv", workers=1)
    sumscope.links.fit(made / "m.jsonl", made / "link.json", kind="logistic")
    demo_workbench(made / "w.db", list(read_corpus(DEMO)))
    return made


@pytest.mark.parametrize("name", SAME)
def test_library_and_command_line_give_the_same(
    cli: Any, folder: Path, name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(folder)
    done = cli(*SAME[name].words)
    assert done.status == 0, done.err
    mine = json.loads(json.dumps(SAME[name].call()))  # tuples are lists in JSON
    theirs = done.json
    if name == "oracle":
        mine, theirs = _oracles(mine), _oracles(theirs)
    assert theirs == mine
    for one in folder.glob("one.*"):
        two = one.with_name(one.name.replace("one", "two"))
        if name == "gold export":
            made = [json.loads(path.read_text(encoding="utf-8")) for path in (one, two)]
            assert made[0] == made[1]
        else:
            assert one.read_bytes() == two.read_bytes()
        one.unlink()
        two.unlink()


def test_every_command_is_compared() -> None:
    named = {" ".join(path) for path, _ in COMMANDS}
    assert named == set(SAME) | set(PASSED) | IN_THE_WORKBENCH


@pytest.mark.parametrize("name", PASSED)
def test_long_commands_pass_on_what_they_are_given(
    cli: Any, name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    where, words, wanted = PASSED[name]
    module, _, function = where.rpartition(".")
    real = getattr(importlib.import_module(module), function)
    assert getattr(sumscope, name) is real  # asked before it is replaced: the package keeps it
    taken: dict[str, object] = {}

    def take(*args: object, **given: object) -> None:
        taken.update(inspect.signature(real).bind(*args, **given).arguments)
        raise sumscope.SumscopeError("far enough")

    monkeypatch.setattr(where, take)
    done = cli(*words)
    assert done.err == "sumscope: far enough\n"
    assert {key: taken[key] for key in wanted} == wanted


def test_the_workbench_gives_what_the_commands_give(cli: Any, tmp_path: Path) -> None:
    from starlette.testclient import TestClient

    from sumscope.web.application import application
    from sumscope.web.context import Context
    from sumscope.web.security import our_hosts
    from sumscope.workbench.store.database import open_database
    from sumscope.workbench.store.work import Sent, Work

    path = tmp_path / "bench.db"
    words = ("--task", "rate", "--judge", "ann", "--scale", "q:1-5", "--name", "p")
    made = cli("gold", "new", path, DEMO, *words, "--json").json
    database = open_database(path)
    address = "http://127.0.0.1:8765"
    work = Work(database)
    context = Context(database, work, {"demo": str(DEMO)}, None, our_hosts("127.0.0.1", 8765))
    with database.read() as connection:
        (judge,) = connection.exec_driver_sql("SELECT id FROM judge WHERE name = 'ann'").scalars()
    try:
        owner = TestClient(application(context), base_url=address, headers={"X-Sumscope": "1"})
        owner.get(f"/o/{context.token}", follow_redirects=False)
        project = f"/api/projects/{made['project']}"
        task = work.tasks_of(judge)[0].id
        item = work.task(task).brief.items[0].id
        work.append(task, "c", 0, [Sent(0, {"do": "rate", "item": item, "scale": "q", "value": 4})])
        for kind, end in (("corpus", ".jsonl"), ("csv", ".csv"), ("json", ".json")):
            got = owner.get(f"{project}/export?format={kind}&judges=all").content
            out = tmp_path / f"out{end}"
            assert cli("gold", "export", path, "-o", out, "--judges", "all").status == 0
            assert out.read_bytes() == got, kind
        page = owner.get(f"{project}/page?judge=ann").content
        out = tmp_path / "ann.html"
        assert cli("gold", "page", path, "--judge", "ann", "-o", out).status == 0
        assert out.read_bytes() == page
        sampled = cli("sample", DEMO, "--json").json
        served = owner.get("/api/sample?corpus=demo").json()
        assert [one["topic"] for one in served] == [one["topic"] for one in sampled]
        (listed,) = owner.get("/api/projects").json()
        (said,) = cli("gold", "status", path, "--json").json
        assert (listed["id"], listed["items"]) == (said["project"], said["judges"][0]["items"])
        # A copy, and a second project that takes in what the first one gave out.
        assert cli("gold", "backup", path, tmp_path / "copy.db").status == 0
        assert cli("gold", "status", tmp_path / "copy.db", "--json").json == [said]
        for way in ("command", "workbench"):
            other = tmp_path / f"{way}.db"
            again = cli("gold", "new", other, DEMO, *words, "--json").json
            raw = (tmp_path / "out.jsonl").read_bytes()
            if way == "command":
                assert cli("gold", "import", other, tmp_path / "out.jsonl", "--json").status == 0
            else:
                second = open_database(other)
                place = Context(second, Work(second), {}, None, our_hosts("127.0.0.1", 8765))
                client = TestClient(
                    application(place), base_url=address, headers={"X-Sumscope": "1"}
                )
                client.get(f"/o/{place.token}", follow_redirects=False)
                done = client.post(f"/api/projects/{again['project']}/import", content=raw)
                assert done.status_code == 200, done.text
                second.close()
            out = tmp_path / f"{way}.jsonl"
            assert cli("gold", "export", other, "-o", out, "--judges", "all").status == 0
        assert (tmp_path / "command.jsonl").read_bytes() == (
            tmp_path / "workbench.jsonl"
        ).read_bytes()
    finally:
        database.close()


# What the workbench shows of a project: the command that measures its export, and the call.
MEASURED: dict[str, tuple[str, Callable[..., Any]]] = {
    "cluster": ("agree", sumscope.agree),
    "link": ("agree", sumscope.agree),
    "extract": ("judges", sumscope.judges),
    "rate": ("judges", sumscope.judges),
    "prefer": ("rank", sumscope.rank),
}


def test_every_task_is_measured() -> None:
    from sumscope.workbench.tasks import TASKS

    assert set(MEASURED) == set(TASKS)


@pytest.mark.parametrize("task", MEASURED)
def test_the_workbench_measures_as_the_commands_do(
    cli: Any, folder: Path, tmp_path: Path, task: str
) -> None:
    from starlette.testclient import TestClient

    from sumscope.web.application import application
    from sumscope.web.context import Context
    from sumscope.web.security import our_hosts
    from sumscope.workbench.store.database import open_database
    from sumscope.workbench.store.work import Sent, Work

    command, call = MEASURED[task]
    path = tmp_path / "w.db"
    assert cli("gold", "backup", folder / "w.db", path).status == 0
    database = open_database(path)
    work = Work(database)
    context = Context(database, work, {}, None, our_hosts("127.0.0.1", 8765))
    address = "http://127.0.0.1:8765"
    try:
        owner = TestClient(application(context), base_url=address, headers={"X-Sumscope": "1"})
        owner.get(f"/o/{context.token}", follow_redirects=False)
        (project,) = (p for p in owner.get("/api/projects").json() if p["task"] == task)
        if task == "extract":  # the demo has the extracts of one person only
            with database.read() as connection:
                query = "SELECT id FROM judge WHERE name = 'you' AND project = ?"
                found = connection.exec_driver_sql(query, (project["id"],))
                (judge,) = found.scalars()
            for row in work.tasks_of(judge):
                items = [item.id for item in work.task(row.id).brief.items]
                ops = [{"do": "pick", "item": item} for item in items[:3]]
                work.append(row.id, "c", 0, [Sent(n, op) for n, op in enumerate(ops, 1)])
        page = f"/api/projects/{project['id']}/agreement?judges=all"
        shown = owner.get(page).json()
    finally:
        database.close()
    out = tmp_path / f"{task}.jsonl"
    words = ("-o", out, "--project", project["name"], "--judges", "all")
    assert cli("gold", "export", path, *words).status == 0
    options = {"baseline": shown["baseline"]} if command == "agree" else {}
    measured = cli(command, out, *(f"--{k}={v}" for k, v in options.items()), "--json").json
    called = [row._asdict() for row in call(out, **options).rows]
    assert len(shown["rows"]) == len(measured) == len(called) > 4
    for mine, theirs, ours in zip(shown["rows"], measured, called, strict=True):
        assert {key: mine[key] for key in theirs} == theirs  # to the last digit
        assert {key: mine[key] for key in ours} == ours
    if task == "extract":
        assert {row["human"] for row in measured} == {"picked"}
        alpha = next(row for row in measured if row["statistic"] == "alpha-nominal")
        assert alpha["value"] == pytest.approx(_alpha_of_picks(out), abs=1e-12)


def _alpha_of_picks(corpus: Path) -> float:
    """Nominal alpha of two judges who pick sentences, by its definition."""
    pairs = []
    for line in corpus.read_text(encoding="utf-8").splitlines():
        topic = json.loads(line)
        people = [p for p in topic["peers"] if p.get("human") and "extract" in p]
        one, other = (set(peer["extract"]) for peer in people)
        shown = [f"{d['id']}.{n}" for d in topic["documents"] for n in range(len(d["sentences"]))]
        pairs += [(item in one, item in other) for item in shown]
    n, yes = 2 * len(pairs), sum(a + b for a, b in pairs)
    observed = sum(a != b for a, b in pairs) / len(pairs)
    return 1 - observed / (2 * yes * (n - yes) / (n * (n - 1)))
