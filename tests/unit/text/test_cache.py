from __future__ import annotations

import os
import threading
from concurrent.futures import ThreadPoolExecutor

import pytest

from sumscope.text import pipeline
from sumscope.text.cache import REMEMBERED, PerWord, Remembered


class Counting:
    def __init__(self) -> None:
        self.asked: list[str] = []

    def __call__(self, text: str) -> list[str]:
        self.asked.append(text)
        return text.split()


def test_the_same_text_is_worked_on_once() -> None:
    memory, make = Remembered(), Counting()
    first = memory.get(("en", "words", "a b"), make)
    again = memory.get(("en", "words", "".join(["a ", "b"])), make)
    assert first == again == ("a", "b")
    assert make.asked == ["a b"]
    memory.get(("pt", "words", "a b"), make)
    memory.get(("en", "tokens", "a b"), make)
    assert len(make.asked) == 3


def test_memory_is_bounded_and_forgets_the_least_used() -> None:
    memory, make = Remembered(budget=10_000), Counting()
    for number in range(500):
        memory.get(("en", "words", f"text {number}"), make)
        memory.get(("en", "words", "always asked"), make)
        assert memory.spent <= 10_000
    assert make.asked.count("always asked") == 1
    assert 1 < len(memory) < 50
    memory.get(("en", "words", "big " * 5000), make)
    assert ("en", "words", "big " * 5000) not in memory._results
    memory.clear()
    assert len(memory) == memory.spent == 0


def test_an_error_is_not_remembered() -> None:
    memory = Remembered()

    def fail(text: str) -> list[str]:
        raise ValueError(text)

    with pytest.raises(ValueError, match="x"):
        memory.get(("en", "words", "x"), fail)
    assert memory.get(("en", "words", "x"), str.split) == ("x",)


def test_threads_share_it() -> None:
    memory = Remembered(budget=5_000)
    texts = [f"t{number} x" for number in range(200)]

    def work(text: str) -> tuple[str, ...]:
        return memory.get(("en", "words", text), str.split)

    with ThreadPoolExecutor(8) as pool:
        found = list(pool.map(work, texts * 5))
    assert found == [tuple(text.split()) for text in texts * 5]
    assert 0 < memory.spent <= 5_000


def test_words_are_remembered_within_bounds() -> None:
    asked: list[str] = []

    def make(word: str) -> int:
        asked.append(word)
        return len(word)

    table = PerWord(make, most=3)
    assert [table[w] for w in ("a", "bb", "a", "ccc", "dddd", "a")] == [1, 2, 1, 3, 4, 1]
    assert asked == ["a", "bb", "ccc", "dddd", "a"]
    assert len(table) <= 3
    assert table["x" * 101] == 101
    assert "x" * 101 not in table


@pytest.mark.skipif(not hasattr(os, "fork"), reason="needs fork")
def test_a_forked_child_is_not_locked_out() -> None:
    child_ok = 0
    # Another thread may hold the lock at the moment of the fork: the child gets a new one.
    with REMEMBERED._lock:
        before = REMEMBERED._lock
        child = os.fork()
        if child == 0:
            good = REMEMBERED._lock is not before and pipeline("en").words("a b") == ["a", "b"]
            os._exit(child_ok if good else 1)
    assert os.waitpid(child, 0)[1] == child_ok
    assert isinstance(before, type(threading.Lock()))
