"""A cache of results by content, with bounded memory.

Nothing here is shared between processes, so workers cannot disturb each other; threads share it
safely; a forked child starts with its own locks.
"""

from __future__ import annotations

import os
import threading
import weakref
from collections import OrderedDict
from collections.abc import Callable, Hashable
from typing import Generic, TypeVar

T = TypeVar("T")

#: Bytes that remembered results may take, for all pipelines of a process together (an estimate).
BUDGET = 32 << 20
#: Distinct words remembered per table.
WORDS = 200_000
#: Characters of the longest word that is treated, and remembered, as a word.
LONGEST = 100

_ALIVE: weakref.WeakSet[Remembered] = weakref.WeakSet()


class Remembered:
    """Results by content: the least recently used are forgotten when the budget is spent.

    A value is a tuple, so that nobody can change what others will be given.
    """

    def __init__(self, budget: int = BUDGET) -> None:
        self.budget = budget
        self._results: OrderedDict[Hashable, tuple[tuple[str, ...], int]] = OrderedDict()
        self._spent = 0
        self._lock = threading.Lock()
        _ALIVE.add(self)

    def get(self, key: tuple[str, str, str], make: Callable[[str], list[str]]) -> tuple[str, ...]:
        """The result for `key` (pipeline, part, text), made with `make(text)` the first time."""
        with self._lock:
            found = self._results.get(key)
            if found is not None:
                self._results.move_to_end(key)
                return found[0]
        # Made outside the lock: two threads may both make it, and both make the same.
        value = tuple(make(key[2]))
        # A text and its parts as Python strings, each with its header.
        weight = 300 + 2 * len(key[2]) + 64 * len(value)
        if weight <= self.budget // 4:
            with self._lock:
                if key not in self._results:
                    self._results[key] = (value, weight)
                    self._spent += weight
                while self._spent > self.budget:
                    _, (_, freed) = self._results.popitem(last=False)
                    self._spent -= freed
        return value

    def clear(self) -> None:
        """Forget everything."""
        with self._lock:
            self._results.clear()
            self._spent = 0

    def __len__(self) -> int:
        return len(self._results)

    @property
    def spent(self) -> int:
        """The estimated bytes now held."""
        return self._spent


class PerWord(dict[str, T], Generic[T]):
    """A table `word -> what make(word) gives`, filled when asked; emptied when it grows too big.

    A hit costs one dictionary lookup. Single operations of a dict are safe between threads.
    """

    def __init__(self, make: Callable[[str], T], most: int = WORDS) -> None:
        super().__init__()
        self._make = make
        self._most = most

    def __missing__(self, word: str) -> T:
        value = self._make(word)
        if len(word) <= LONGEST:
            if len(self) >= self._most:
                self.clear()
            self[word] = value
        return value


def _after_fork() -> None:
    for memory in list(_ALIVE):
        memory._lock = threading.Lock()


if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_after_fork)

#: The one memory of this process.
REMEMBERED = Remembered()
