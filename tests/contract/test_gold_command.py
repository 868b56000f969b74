"""`sumscope gold` and `sumscope serve` as scripts drive them, with real server processes."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import httpx
import pytest

from sumscope.data import DEMO

HEADERS = {"X-Sumscope": "1"}


@contextmanager
def serving(db: Path, *more: str, env: dict[str, str] | None = None) -> Iterator[dict[str, Any]]:
    """A server on a free port: its first line, its process and what it said in the end."""
    command = [sys.executable, "-m", "sumscope", "serve", "--db", str(db), "--port", "0"]
    process = subprocess.Popen(
        [*command, "--no-open", *more],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env={**os.environ, **(env or {})},
    )
    assert process.stdout is not None
    told: dict[str, Any] = {"process": process, "address": process.stdout.readline().strip()}
    try:
        yield told
    finally:
        process.send_signal(signal.SIGINT)
        rest, errors = process.communicate(timeout=30)
        told["said"] = rest + errors
        told["status"] = process.returncode


def client(base: str) -> httpx.Client:
    return httpx.Client(base_url=base, headers=HEADERS, trust_env=False, timeout=60)


@pytest.fixture
def study(cli: Any, tmp_path: Path) -> tuple[Path, dict[str, str]]:
    db = tmp_path / "study.db"
    options = ["--task", "cluster", "--topic", "en-ferry", "--judge", "ann", "--judge", "bo"]
    made = cli("gold", "new", db, DEMO, *options, "--name", "Ferry", "--json").json
    assert set(made) == {"project", "name", "judges"}
    assert made["name"] == "Ferry"
    return db, {judge["name"]: judge["key"] for judge in made["judges"]}


def test_judges_work_on_two_servers_at_once_and_the_owner_exports(
    cli: Any, study: tuple[Path, dict[str, str]], tmp_path: Path
) -> None:
    db, keys = study
    with serving(db) as one, serving(db) as two:
        addresses = [told["address"] for told in (one, two)]
        bases = [address.partition("/o/")[0] for address in addresses]
        for name, clusters in (("ann", 3), ("bo", 4)):
            with client(bases[0]) as judge:
                assert judge.get(f"/j/{keys[name]}").status_code == 303
                (task,) = judge.get("/api/tasks").json()
                page = judge.get(f"/api/tasks/{task['id']}").json()
                assert page["why"]["choices"][0]["reason"]
                items = [item["id"] for item in page["items"]]
                cookies = dict(judge.cookies)
            with client(bases[1]) as other:
                other.cookies.update(cookies)
                for n in range(clusters):
                    base = bases[n % 2]
                    op = {"do": "new", "cluster": f"c{n}", "items": items[n::10]}
                    sent = {"client": "x", "base": n, "ops": [{"seq": n, "op": op}]}
                    done = httpx.post(
                        f"{base}/api/tasks/{task['id']}/ops",
                        json=sent,
                        headers=HEADERS,
                        cookies=cookies,
                        trust_env=False,
                    )
                    assert done.json() == {"version": n + 1, "acked": n}
                assert other.post(f"/api/tasks/{task['id']}/submit").status_code == 200
        with client(bases[1]) as owner:
            assert owner.get(addresses[1]).status_code == 303
            (project,) = owner.get("/api/projects").json()
            assert project["submitted"] == 2
            exported = owner.get(f"/api/projects/{project['id']}/export?format=corpus").content
            # A token is for one launch: the other server does not know this owner.
            cookies = dict(owner.cookies)
        refused = httpx.get(f"{bases[0]}/api/projects", cookies=cookies, trust_env=False)
        assert refused.status_code == 401
    out = tmp_path / "out.jsonl"
    assert cli("gold", "export", db, "-o", out).status == 0
    assert out.read_bytes() == exported
    for told in (one, two):
        assert told["status"] == 130
        for secret in (*keys.values(), told["address"].partition("/o/")[2]):
            assert secret not in told["said"]
    status = cli("gold", "status", db, "--json").json
    assert [judge["submitted"] for judge in status[0]["judges"]] == [1, 1]
    assert status[0]["agreement"]["rows"]
    assert "Ferry" in cli("gold", "status", db).out
    agreed = cli("agree", out, "-m", "vbeta", "--json").json
    assert {(row["left"], row["right"]) for row in agreed} >= {("ann", "bo")}


def test_acknowledged_work_survives_a_kill(study: tuple[Path, dict[str, str]]) -> None:
    db, keys = study
    with serving(db) as told:
        base = told["address"].partition("/o/")[0]
        with client(base) as judge:
            judge.get(f"/j/{keys['ann']}")
            (task,) = judge.get("/api/tasks").json()
            for n in range(30):
                op = {"do": "new", "cluster": f"c{n}"}
                sent = {"client": "x", "base": n, "ops": [{"seq": n, "op": op}]}
                assert judge.post(f"/api/tasks/{task['id']}/ops", json=sent).status_code == 200
            told["process"].send_signal(signal.SIGKILL)
            told["process"].wait()
    from sumscope.app import gold

    (found,) = gold.status(db)
    assert found.judges[0].tasks[0].row.version == 30


def test_another_host_needs_a_password_and_says_that_nothing_is_encrypted(
    cli: Any, study: tuple[Path, dict[str, str]]
) -> None:
    db, _ = study
    with serving(db, "--host", "0.0.0.0", env={"SUMSCOPE_PASSWORD": "a b"}) as told:
        port = told["address"].rstrip("/").rpartition(":")[2]
        with client(f"http://127.0.0.1:{port}") as owner:
            assert owner.get("/api/projects").status_code == 401
            assert owner.post("/api/login", json={"password": "a b"}).status_code == 200
            assert owner.get("/api/projects").status_code == 200
            evil = owner.get("/api/me", headers={"Host": f"evil.example:{port}"})
            assert evil.status_code == 403
    assert "not encrypted" in told["said"]
    assert "a b" not in told["said"]
    env = {k: v for k, v in os.environ.items() if k != "SUMSCOPE_PASSWORD"}
    done = subprocess.run(
        [
            sys.executable,
            "-m",
            "sumscope",
            "serve",
            "--db",
            str(db),
            "--host",
            "0.0.0.0",
            "--no-open",
        ],
        capture_output=True,
        text=True,
        input="",
        env=env,
        timeout=60,
    )
    assert done.returncode in (2, 130)
    assert "Traceback" not in done.stderr


def test_a_port_in_use_is_one_line(cli: Any, study: tuple[Path, dict[str, str]]) -> None:
    db, _ = study
    with serving(db) as told:
        port = told["address"].partition("/o/")[0].rpartition(":")[2]
        done = cli("serve", "--db", db, "--port", port, "--no-open")
    assert done.status == 2
    assert "cannot listen on port" in done.err
    assert len(done.err.strip().splitlines()) == 1


def test_the_offline_page_goes_out_and_its_file_comes_back(
    cli: Any, study: tuple[Path, dict[str, str]], tmp_path: Path
) -> None:
    db, keys = study
    page = tmp_path / "ann.html"
    assert cli("gold", "page", db, "--judge", "ann", "-o", page).status == 0
    text = page.read_text(encoding="utf-8")
    assert keys["ann"] not in text
    block = text.partition('id="data-page">')[2].partition("</script>")[0]
    (task,) = json.loads(block)["tasks"]
    ops = [{"seq": 1, "op": {"do": "aside", "item": task["items"][0]["id"]}, "at": 1}]
    answer = {"id": task["id"], "base": 0, "client": "b", "ops": ops, "submitted": False}
    answers = {"format": "sumscope-answers", "version": 1, "judge": "ann", "tasks": [answer]}
    back = tmp_path / "back.json"
    back.write_text(json.dumps(answers), encoding="utf-8")
    assert cli("gold", "import", db, back, "--json").json["operations"] == 1
    assert cli("gold", "backup", db, tmp_path / "copy.db").status == 0
    (project,) = cli("gold", "status", tmp_path / "copy.db", "--json").json
    assert project["judges"][0]["done"] == 1


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["new", "{db}", "{demo}", "--task", "sing"], "unknown task 'sing'"),
        (["new", "{db}", "{demo}", "--task", "cluster", "--topic", "x"], "unknown topic 'x'"),
        (["new", "{db}", "{demo}", "--task", "rate", "--scale", "q"], "is not a scale"),
        (["new", "{db}", "{demo}", "--task", "rate", "--scale", "q:5-1"], "goes from 5 to 1"),
        (["new", "{db}", "{demo}", "--task", "rate", "--scale", "pyramid:0-1"], "without a judge"),
        (["new", "{db}", "{demo}", "--task", "cluster", "--judge", "gold"], "gold standard"),
        (["new", "{db}", "{demo}", "--task", "extract", "--judge", "A"], "has a summary 'A'"),
        (["new", "{db}", "{demo}", "--task", "cluster", "--words", "9"], "belongs to the task"),
        (["new", "{db}", "{demo}", "--task", "rate", "--per-item", "3"], "3 judges per item"),
        (["new", "{db}", "{demo}", "--task", "cluster", "--name", "Ferry"], "already"),
        (["new", "{db}", "{db}", "--task", "cluster"], ""),
        (["status", "{none}"], "there is no such database"),
        (["export", "{db}", "-o", "{out}.txt"], ""),
        (["export", "{db}", "-o", "{out}.jsonl"], "nobody has submitted yet"),
        (["export", "{db}", "-o", "{out}.jsonl", "--project", "Fery"], "did you mean Ferry"),
        (["page", "{db}", "--judge", "zoe", "-o", "{out}.html"], "unknown judge 'zoe'"),
        (["backup", "{db}", "{db}"], ""),
    ],
)
def test_bad_input_is_one_line(
    cli: Any, study: tuple[Path, dict[str, str]], tmp_path: Path, arguments: list[str], said: str
) -> None:
    names = {"db": study[0], "demo": DEMO, "none": tmp_path / "none.db", "out": tmp_path / "out"}
    done = cli("gold", *(word.format(**names) for word in arguments))
    assert done.status == 2, done.err
    assert said in done.err
    assert len(done.err.strip().splitlines()) == 1


@pytest.mark.parametrize(
    "arguments",
    [
        ["{db}", "{demo}", "--task", "rate", "--judge", "ann", "bo", "--scale", "q:1-5", "r:1-3"],
        ["--judge", "ann", "{db}", "{demo}", "--judge", "bo", "--task", "rate", "--scale=r:1-3"],
    ],
)
def test_repeatable_options_take_several_values(
    cli: Any, tmp_path: Path, arguments: list[str]
) -> None:
    names = {"db": tmp_path / "n.db", "demo": DEMO}
    done = cli("gold", "new", *(word.format(**names) for word in arguments), "--json")
    assert [judge["name"] for judge in done.json["judges"]] == ["ann", "bo"]
    assert cli("gold", "new", names["db"], DEMO, "bo", "--task", "rate").status == 2


@pytest.mark.skipif(os.name == "nt", reason="needs a limit on the size of files")
def test_a_full_disk_leaves_the_old_backup_and_says_one_line(tmp_path: Path) -> None:
    from sumscope.app import gold

    gold.new(tmp_path / "w.db", DEMO, "rate", judges=["ann"], name="p")
    (tmp_path / "b.db").write_bytes(b"old")
    code = (
        "import resource, signal, sys\n"
        "from sumscope.cli.shell import run\n"
        "signal.signal(signal.SIGXFSZ, signal.SIG_IGN)\n"
        "resource.setrlimit(resource.RLIMIT_FSIZE, (9000, 9000))\n"
        "sys.exit(run(['gold', 'backup', 'w.db', 'b.db']))"
    )
    done = subprocess.run(
        [sys.executable, "-c", code], cwd=tmp_path, capture_output=True, text=True
    )
    assert done.returncode == 2, done.stderr
    assert done.stderr.startswith("sumscope: cannot use the database: ")
    assert done.stderr.count("\n") == 1
    assert (tmp_path / "b.db").read_bytes() == b"old"
    assert {p.name.removesuffix("-wal").removesuffix("-shm") for p in tmp_path.iterdir()} == {
        "w.db",
        "b.db",
    }


def test_a_signal_while_the_database_is_closed_is_one_line(tmp_path: Path) -> None:
    from sumscope.app import gold

    gold.new(tmp_path / "w.db", DEMO, "rate", judges=["ann"], name="p")
    code = (
        "import sys\n"
        "from sqlalchemy.engine.default import DefaultDialect\n"
        "from sumscope.cli.shell import run\n"
        "def signalled(self, connection): raise KeyboardInterrupt\n"
        "DefaultDialect.do_close = signalled\n"
        "sys.exit(run(['gold', 'status', 'w.db', '--json']))"
    )
    done = subprocess.run(
        [sys.executable, "-c", code], cwd=tmp_path, capture_output=True, text=True
    )
    assert (done.returncode, done.stderr.lstrip()) == (130, "sumscope: interrupted\n")
