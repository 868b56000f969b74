"""One engine for every command: processes, any executor, or a Dask cluster that loses a worker."""

from __future__ import annotations

import concurrent.futures
import contextlib
import importlib.metadata
import json
import pickle
import socket
import subprocess
import sys
import threading
import types
from collections.abc import Callable, Iterator
from importlib.metadata import PackageNotFoundError
from pathlib import Path
from typing import Any

import pytest

import sumscope
from sumscope.core.errors import SumscopeError
from sumscope.jobs.cluster import Cluster, run_same
from sumscope.jobs.engine import Engine, in_order

ON_DASK = """
import json, logging, os, pathlib, signal, sys, time, warnings
warnings.simplefilter("ignore")
logging.disable(logging.CRITICAL)
from distributed import LocalCluster

def slow(task):
    folder, number = task
    with open(folder / "done.log", "a") as file:
        file.write(f"{number}\\n")
    time.sleep(0.03)
    return number * number

def redone(engine, folder, cluster):
    # Kill a worker in the middle: results in order, and how often each chunk was begun.
    from sumscope.jobs.engine import Engine, in_order
    victim = [worker.process.process.pid for worker in cluster.workers.values()][1]
    with Engine(address=engine).open() as (executor, window):
        results = []
        for _, result in in_order(slow, [(folder, n) for n in range(60)], executor, window):
            results.append(result)
            if len(results) == 20:
                os.kill(victim, signal.SIGKILL)
    assert results == [n * n for n in range(60)], results
    return (folder / "done.log").read_text().split()

def main():
    from test_engine import COMMANDS
    folder = pathlib.Path(sys.argv[1])
    with LocalCluster(n_workers=2, threads_per_worker=1, processes=True, dashboard_address=None,
                      host="127.0.0.1") as cluster:
        engine = "dask://" + cluster.scheduler.address[len("tcp://"):]
        victim = [worker.process.process.pid for worker in cluster.workers.values()][0]
        calls = []
        def progress(done, total):
            calls.append(done)
            if len(calls) == 3:
                os.kill(victim, signal.SIGKILL)
        made = {"chunks": redone(engine, folder, cluster)}
        for name in sys.argv[2:]:
            made[name] = COMMANDS[name](folder, engine=engine, progress=progress)
        assert len(calls) > 10, calls
        try:
            os.kill(victim, 0)
        except ProcessLookupError:
            pass
        else:
            raise SystemExit("the worker still lives")
        from sumscope.jobs.cluster import client_of
        with client_of(engine) as client:  # no texts of chunks that are done
            assert client.scheduler_comm.recent_message_log.maxlen <= 10
    (folder / "dask.json").write_text(json.dumps(made))

if __name__ == "__main__":
    main()
"""


def _score(folder: Path, **engine: Any) -> Any:
    out = folder / "scores.csv"
    sumscope.score_file(folder / "corpus.jsonl", ["rouge-1", "rouge-l"], out, **engine)
    return out.read_text(encoding="utf-8") + Path(f"{out}.meta.json").read_text(encoding="utf-8")


def _oracle(folder: Path, **engine: Any) -> Any:
    out = folder / "oracles.jsonl"
    sumscope.oracle_file(folder / "corpus.jsonl", out, n=1, limit=9, labels=True, **engine)
    return out.read_text(encoding="utf-8")


def _summarize(folder: Path, **engine: Any) -> Any:
    out = folder / "more.jsonl"
    made = sumscope.summarize(folder / "few.jsonl", "lexrank", words=9, out=out, **engine)
    again = sumscope.summarize(folder / "few.jsonl", "lead", words=9, **engine)
    return [out.read_text(encoding="utf-8"), made.to_json(), again.to_json()]


def _growth(folder: Path, **engine: Any) -> Any:
    texts = sorted(folder.glob("*.txt"))
    made = sumscope.growth(texts, curve=True, network=True, **engine).to_json()
    return [{**row, "file": Path(row["file"]).name} for row in made]


def _links(folder: Path, **engine: Any) -> Any:
    model, corpus = folder / "links.json", folder / "meetings.jsonl"
    found = sumscope.links.predict(corpus, model, by="gn", k=2, **engine)
    judged = sumscope.links.evaluate(corpus, model, by=["linkage", "gn"], **engine)
    return [found.to_json(), judged.to_json()]


# Links are left out on the cluster: its new worker would import scikit-learn for seconds.
ON_CLUSTER = ("score", "oracle", "summarize", "growth")
COMMANDS: dict[str, Callable[..., Any]] = {
    "score": _score,
    "oracle": _oracle,
    "summarize": _summarize,
    "growth": _growth,
    "links": _links,
}


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A corpus of many topics, a few of them, some texts, some meetings and a link model."""
    made = tmp_path_factory.mktemp("engine")
    lines = []
    for n in range(800):
        text = [f"the {n % 7} cats of {n % 11} saw {n} birds", f"and {n % 3} dogs"]
        topic = {
            "id": f"T{n}",
            "lang": "en",
            "documents": [{"id": "d", "sentences": [*text, f"a {n % 5} horse", "birds saw cats"]}],
            "references": [{"id": "R", "sentences": text}],
            "peers": [{"id": "s", "sentences": [text[0], "but no dogs"]}],
        }
        lines.append(json.dumps(topic) + "\n")
    (made / "corpus.jsonl").write_text("".join(lines), encoding="utf-8")
    (made / "few.jsonl").write_text("".join(lines[:70]), encoding="utf-8")
    for n in range(3):
        text = f"The {n} red cats saw a dog. The dog chased the red cats home. " * (n + 1)
        (made / f"{n}.txt").write_text(text, encoding="utf-8")
    words = ["budget design remote control", "colour shape of the case", "price of the battery"]
    with (made / "meetings.jsonl").open("w", encoding="utf-8") as file:
        for n in range(4):
            said = [f"we talk about {words[i % 3]} {i} and {n}" for i in range(12)]
            items = [f"m{n}.{i}" for i in range(12)]
            clusters = [{"items": items[i::3][:3]} for i in range(3)]
            meeting = {
                "id": f"M{n}",
                "lang": "en",
                "documents": [{"id": f"m{n}", "sentences": said}],
                "covers": [{"judge": "j", "clusters": clusters}],
            }
            file.write(json.dumps(meeting) + "\n")
    sumscope.links.fit(made / "meetings.jsonl", made / "links.json", kind="logistic")
    return made


@pytest.fixture(scope="module")
def alone(folder: Path) -> dict[str, Any]:
    """What this process makes of it by itself."""
    return {name: command(folder) for name, command in COMMANDS.items()}


class Elsewhere(concurrent.futures.ThreadPoolExecutor):
    """Threads that get and give nothing but bytes, as another process does."""

    def submit(self, work: Any, /, *args: Any, **more: Any) -> Any:
        return super().submit(_unpacked, pickle.dumps((work, args, more)))


def _unpacked(packed: bytes) -> Any:
    work, args, more = pickle.loads(packed)
    return pickle.loads(pickle.dumps(work(*args, **more)))


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("name", COMMANDS)
def test_an_executor_gives_the_same(name: str, folder: Path, alone: dict[str, Any]) -> None:
    with Elsewhere(2) as executor:
        assert COMMANDS[name](folder, executor=executor) == alone[name]


@pytest.mark.all_only
@pytest.mark.filterwarnings("ignore")
def test_a_dask_cluster_that_loses_a_worker_gives_the_same_bytes(
    folder: Path, alone: dict[str, Any]
) -> None:
    pytest.importorskip("distributed")
    script = folder / "on_dask.py"
    script.write_text(
        f"import sys\nsys.path.insert(0, {str(Path(__file__).parent)!r})\n{ON_DASK}",
        encoding="utf-8",
    )
    done = subprocess.run(
        [sys.executable, str(script), str(folder), *ON_CLUSTER],
        capture_output=True,
        text=True,
        timeout=240,
        check=False,
    )
    assert done.returncode == 0, done.stderr[-3000:]
    made = json.loads((folder / "dask.json").read_text(encoding="utf-8"))
    # The worker that died was at one chunk, and had perhaps not yet given back another.
    assert set(made["chunks"]) == {str(number) for number in range(60)}
    assert len(made["chunks"]) <= 62
    for name in ON_CLUSTER:
        assert made[name] == json.loads(json.dumps(alone[name])), name


def test_processes_give_the_same(folder: Path, alone: dict[str, Any]) -> None:
    assert _growth(folder, workers=2, lang="en") == _growth(folder, lang="en")


class KilledWorker(Exception):  # noqa: N818  named as Dask names it
    pass


def test_a_chunk_that_kills_its_workers_is_one_clear_error() -> None:
    def die(task: int) -> None:
        raise KilledWorker(task)

    with (
        concurrent.futures.ThreadPoolExecutor(1) as threads,
        pytest.raises(SumscopeError, match="the Dask cluster gave up") as caught,
    ):
        list(in_order(die, [1], threads, 2))
    assert isinstance(caught.value.__cause__, concurrent.futures.BrokenExecutor)


@pytest.mark.parametrize(
    ("given", "expected"),
    [
        ({"workers": 0}, "workers is 0"),
        ({"workers": "2"}, "workers is '2'"),
        ({"address": "spark"}, "unknown engine 'spark'"),
        *(
            ({"address": address}, f"unknown engine '{address}'")
            for address in (
                "dask://",
                "dask://127.0.0.1",
                "dask://:8786",
                "dask://127.0.0.1:x",
                "dask://127.0.0.1:99999",
                "dask://127.0.0.1:8786/x",
                "tcp://127.0.0.1:8786",
            )
        ),
        ({"executor": "threads"}, "is not an executor"),
    ],
)
def test_a_bad_engine_is_refused_at_once(given: dict[str, Any], expected: str) -> None:
    with pytest.raises(SumscopeError, match=expected):
        Engine(**given)


@contextlib.contextmanager
def listening(answer: bytes | None) -> Iterator[int]:
    """A port at which nothing listens (None), or a server that is not a scheduler."""
    with socket.create_server(("127.0.0.1", 0)) as server:
        port = server.getsockname()[1]
        if answer is None:
            server.close()
        else:
            threading.Thread(target=_answer, args=(server, answer), daemon=True).start()
        yield port


def _answer(server: socket.socket, answer: bytes) -> None:
    with contextlib.suppress(OSError):
        while True:
            connection, _ = server.accept()
            with connection:
                connection.sendall(answer)


@pytest.mark.parametrize("answer", [None, b"HTTP/1.1 400 Bad Request\r\nConnection: close\r\n\r\n"])
def test_an_address_without_a_scheduler_is_refused(
    cli: Any, folder: Path, answer: bytes | None
) -> None:
    pytest.importorskip("distributed")
    with listening(answer) as port:
        done = cli("oracle", folder / "few.jsonl", "--engine", f"dask://127.0.0.1:{port}")
    assert (done.status, done.out) == (2, "")
    assert done.err.startswith(f"sumscope: no Dask scheduler answers at dask://127.0.0.1:{port};")
    assert done.err.count("\n") == 1


class Workers:
    """A client whose workers have this or that installed."""

    status = "running"
    scheduler = types.SimpleNamespace(ncores=None)

    def __init__(self, **versions: object) -> None:
        self.versions = versions

    def get_executor(self, **_: Any) -> Any:
        return None

    def sync(self, *_: Any, **__: Any) -> dict[str, int]:
        return dict.fromkeys(self.versions, 1)

    def run(self, *_: Any, workers: list[str], **__: Any) -> dict[str, object]:
        return {worker: self.versions[worker] for worker in workers}


@pytest.mark.parametrize(
    ("version", "said"),
    [
        (PackageNotFoundError("sumscope"), "the Dask worker bad has no sumscope"),
        ("0.0.1", "the Dask worker bad has sumscope 0.0.1, and this process"),
    ],
)
def test_workers_need_the_same_version(version: object, said: str) -> None:
    ours = importlib.metadata.version("sumscope")
    Cluster(Workers(good=ours, gone=OSError())).check()
    with pytest.raises(SumscopeError, match=said):
        Cluster(Workers(good=ours, bad=version)).check()


def test_no_chunk_is_worked_on_by_another_version() -> None:
    assert run_same(sumscope.__version__, int, "7") == 7
    with pytest.raises(SumscopeError, match=r"the process that sent work 0\.0\.1"):
        run_same("0.0.1", int, "7")


def test_a_cluster_without_workers_says_so_once(caplog: pytest.LogCaptureFixture) -> None:
    cluster = Cluster(Workers(), "dask://h:1")
    cluster.look()
    cluster.look()
    assert [one.message for one in caplog.records] == [
        "dask://h:1 has no workers; waiting for: dask worker HOST:PORT"
    ]


@pytest.mark.parametrize(
    "command",
    [
        ("summarize", "few.jsonl", "--by", "lead"),
        ("oracle", "few.jsonl"),
        ("growth", "0.txt"),
        ("study", "few.jsonl", "-o", "study"),
        ("links", "predict", "meetings.jsonl", "--model", "links.json"),
        ("links", "evaluate", "meetings.jsonl", "--model", "links.json"),
    ],
)
def test_every_command_takes_the_options(
    cli: Any, folder: Path, command: tuple[str, ...], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(folder)
    done = cli(*command, "--engine", "spark")
    assert done.status == 2
    assert "unknown engine 'spark'" in done.err
    assert done.err.count("\n") == 1


class Lost:
    """A client of Dask whose scheduler goes away; futures are cancelled, or never done."""

    status = "running"

    def __init__(self, cancelled: bool) -> None:
        self.cancelled = cancelled

    def get_executor(self, **_: Any) -> Lost:
        return self

    def submit(self, *_: Any) -> concurrent.futures.Future[Any]:
        future: concurrent.futures.Future[Any] = concurrent.futures.Future()
        if self.cancelled:
            future.cancel()
        self.status = "closed"
        return future


@pytest.mark.parametrize("cancelled", [True, False])
def test_a_lost_scheduler_is_one_clear_error(cancelled: bool) -> None:
    with pytest.raises(SumscopeError, match="a run with -o resumes"):
        list(in_order(str, ["chunk"], Cluster(Lost(cancelled)), 1))
