"""Detect duplicate ids in about 50 bytes per id, whatever their length."""

from __future__ import annotations

from array import array
from hashlib import blake2b
from struct import unpack


class SeenIds:
    """Ids with the line each was first seen on: an open hash table of 128-bit digests.

    Two different ids share a digest with a probability below 1e-26 for a million ids, which is
    why the ids themselves need not be kept.
    """

    def __init__(self) -> None:
        self._slots = 1 << 10
        self._count = 0
        self._allocate()

    def _allocate(self) -> None:
        self._high = array("Q", bytes(8 * self._slots))
        self._low = array("Q", bytes(8 * self._slots))
        self._line = array("Q", bytes(8 * self._slots))  # 0: the slot is free

    def __len__(self) -> int:
        return self._count

    def add(self, name: str, line: int) -> int | None:
        """Remember `name`; return the line it was first seen on, or None if it is new."""
        coded = name.encode("utf-8", "surrogatepass")
        high, low = unpack("<QQ", blake2b(coded, digest_size=16).digest())
        slot = self._find(high, low)
        if self._line[slot]:
            return self._line[slot]
        self._high[slot], self._low[slot], self._line[slot] = high, low, line
        self._count += 1
        if 3 * self._count > 2 * self._slots:
            self._grow()
        return None

    def _find(self, high: int, low: int) -> int:
        mask = self._slots - 1
        slot = high & mask
        while self._line[slot] and (self._high[slot] != high or self._low[slot] != low):
            slot = (slot + 1) & mask
        return slot

    def _grow(self) -> None:
        old = zip(self._high, self._low, self._line, strict=True)
        self._slots *= 2
        self._allocate()
        for high, low, line in old:
            if line:
                slot = self._find(high, low)
                self._high[slot], self._low[slot], self._line[slot] = high, low, line
