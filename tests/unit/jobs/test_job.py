"""A job gives the same results in memory and in a file, whoever works and wherever it was cut."""

from __future__ import annotations

import concurrent.futures
import functools
import json
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from sumscope.core.errors import SumscopeError
from sumscope.core.values import Topic
from sumscope.corpus.stream import Source
from sumscope.jobs.cluster import Cluster
from sumscope.jobs.engine import HERE, Engine
from sumscope.jobs.job import Chunk, FirstPass, Job, Results, Work, per_topic

TOPICS = [{"id": f"T{n}", "peers": [{"id": "s", "text": "word " * n}]} for n in range(1, 12)]
EXPECTED = [[n, f"T{n}", n] for n in range(1, 12)]


def words(topic: Topic) -> int:
    """What the job below gives for a topic."""
    return len(topic.peers[0].written.split())


def job(topics: Any = TOPICS, make: Any = words, engine: Engine = HERE, **more: Any) -> Job:
    source = Source(topics)
    return Job(source, per_topic(make, source.name), engine, chunk_topics=2, **more)


def flat(chunks: Iterable[Any]) -> list[list[Any]]:
    return [[line, name, rows] for results in chunks for (line, name), rows in results]


def test_in_memory_in_a_file_and_in_threads(tmp_path: Path) -> None:
    assert flat(job().results()) == EXPECTED
    with concurrent.futures.ThreadPoolExecutor(3) as threads:
        assert flat(job(engine=Engine(threads)).results()) == EXPECTED
    heard: list[Results] = []
    with job().journalled(tmp_path / "out", heard.append) as done:
        assert flat(done.journal.chunks()) == flat(heard) == EXPECTED
        assert (done.topics, done.resumed) == (11, 0)
    assert list(tmp_path.iterdir()) == []


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture], max_examples=30)
@given(cut=st.integers(0, 400), after=st.integers(0, 10))
def test_a_journal_cut_anywhere_is_resumed(tmp_path: Path, cut: int, after: int) -> None:
    def interrupted(topic: Topic) -> int:
        if topic.id == f"T{after + 1}":
            raise KeyboardInterrupt
        return words(topic)

    out = tmp_path / "out"
    with pytest.raises(KeyboardInterrupt), job(make=interrupted).journalled(out):
        raise AssertionError("never complete")
    partial = tmp_path / "out.partial"
    whole = partial.read_bytes()
    header = whole.index(b"\n") + 1
    partial.write_bytes(whole[: header + cut])
    worked: list[str] = []

    def counted(topic: Topic) -> int:
        worked.append(topic.id)
        return words(topic)

    heard: list[Results] = []
    with job(make=counted).journalled(out, heard.append) as done:
        assert flat(done.journal.chunks()) == flat(heard) == EXPECTED
        assert done.resumed % 2 == 0
        assert done.resumed <= after
        assert worked == [f"T{n}" for n in range(done.resumed + 1, 12)]
    assert not partial.exists()


def test_other_settings_begin_anew(tmp_path: Path) -> None:
    with pytest.raises(ZeroDivisionError), job(make=lambda t: 1 // 0).journalled(tmp_path / "out"):
        pass
    with job(settings={"n": 2}).journalled(tmp_path / "out") as done:
        assert done.journal.begun_anew
        assert done.resumed == 0


def test_bad_input_takes_the_journal_with_it_and_a_dead_worker_does_not(tmp_path: Path) -> None:
    twice = [*TOPICS, TOPICS[0]]
    with (
        pytest.raises(SumscopeError, match=r"'T1' is given twice \(before on line 1"),
        job(twice).journalled(tmp_path / "out"),
    ):
        pass
    assert list(tmp_path.iterdir()) == []

    class Dying(concurrent.futures.Executor):
        def submit(self, work: Any, /, *given: Any, **named: Any) -> Any:
            future: concurrent.futures.Future[Any] = concurrent.futures.Future()
            if given[0].index == 2:
                future.set_exception(concurrent.futures.BrokenExecutor())
            else:
                future.set_result(work(*given, **named))
            return future

    with (
        pytest.raises(SumscopeError, match="a worker process died"),
        job(engine=Engine(Dying())).journalled(tmp_path / "out"),
    ):
        pass
    with job().journalled(tmp_path / "out") as done:
        assert done.resumed == 4


def test_a_lost_scheduler_leaves_the_journal(tmp_path: Path) -> None:
    class Client:
        status = "running"

        def get_executor(self, **_: Any) -> Client:
            return self

        def submit(self, run: Any, *given: Any) -> Any:
            future: concurrent.futures.Future[Any] = concurrent.futures.Future()
            if given[-1].index == 2:
                self.status = "closed"
            else:
                future.set_result(run(*given))
            return future

    with (
        pytest.raises(SumscopeError, match="a run with -o resumes"),
        job(engine=Engine(Cluster(Client()))).journalled(tmp_path / "out"),
    ):
        pass
    assert [path.name for path in tmp_path.iterdir()] == ["out.partial"]


def test_what_must_know_the_whole_corpus_first_hears_of_every_chunk() -> None:
    def conclude(sizes: Iterable[int]) -> Work:
        total = sum(sizes)
        return per_topic(lambda topic: f"{words(topic)} of {total}", "c")

    def look(chunk: Chunk) -> int:
        return sum(words(topic) for _, topic in chunk.topics("c"))

    calls: list[tuple[int, int]] = []
    found = job(first_pass=FirstPass(look, conclude), progress=lambda *n: calls.append(n))
    assert [row for _, _, row in flat(found.results())] == [f"{n} of 66" for n in range(1, 12)]
    assert calls == sorted(calls)
    assert len(calls) == 12  # six chunks, twice


def test_progress_ends_at_all_bytes_and_chunks_are_seen_on_their_way(tmp_path: Path) -> None:
    corpus = tmp_path / "c.jsonl"
    corpus.write_text("".join(json.dumps(topic) + "\n" for topic in TOPICS), encoding="utf-8")
    calls: list[tuple[int, int]] = []
    seen: list[int] = []

    def watch(chunk: Chunk) -> Chunk:
        seen.append(chunk.index)
        return chunk

    found = job(corpus, watch=watch, progress=lambda *n: calls.append(n))
    assert flat(found.results()) == EXPECTED
    size = corpus.stat().st_size
    assert calls[-1] == (size, size)
    assert seen == list(range(6))


def test_processes_start_where_the_corpus_is_large_or_they_are_asked_for(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    asked: list[bool] = []
    real = Engine.open

    def opened(self: Engine, worth_workers: bool = True) -> Any:
        asked.append(worth_workers)
        return real(self, False)

    monkeypatch.setattr(Engine, "open", opened)
    run = functools.partial(job, worth_workers=100)
    for made in (
        run(engine=Engine()),
        run(engine=Engine(workers=2)),
        run(),
        run(TOPICS[:1], engine=Engine()),
        job(worth_workers=None, engine=Engine()),
    ):
        list(made.results())
    assert asked == [True, True, False, False, False]
