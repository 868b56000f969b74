"""One engine for every command: processes, any executor, or a Dask cluster that loses a worker."""

from __future__ import annotations

import concurrent.futures
import json
import pickle
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import sumscope
from sumscope.core.errors import SumscopeError
from sumscope.run.engine import Engine, in_order

ON_DASK = """
import json, logging, os, pathlib, signal, sys, warnings
warnings.simplefilter("ignore")
logging.disable(logging.CRITICAL)
from distributed import LocalCluster

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
        made = {}
        for name in sys.argv[2:]:
            made[name] = COMMANDS[name](folder, engine=engine, progress=progress)
        assert len(calls) > 10, calls
        try:
            os.kill(victim, 0)
        except ProcessLookupError:
            pass
        else:
            raise SystemExit("the worker still lives")
        from sumscope.run.engine import _dask
        with _dask(engine) as client:  # no texts of chunks that are done
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
        ({"address": "spark"}, "unknown engine 'spark'"),
        ({"address": "dask://"}, "unknown engine 'dask://'"),
        ({"executor": "threads"}, "is not an executor"),
    ],
)
def test_a_bad_engine_is_refused_at_once(given: dict[str, Any], expected: str) -> None:
    with pytest.raises(SumscopeError, match=expected):
        Engine(**given)


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
    from sumscope.run.engine import _Cluster, in_order

    with pytest.raises(SumscopeError, match="a run with -o resumes"):
        list(in_order(str, ["chunk"], _Cluster(Lost(cancelled)), 1))
