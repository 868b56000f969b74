"""Progress callbacks."""

from __future__ import annotations

from collections.abc import Callable

#: Told after every step: how much is done, out of how much.
Progress = Callable[[int, int], None]


class Steps:
    """One bar over several parts, whose shares sum to 1."""

    def __init__(self, progress: Progress | None) -> None:
        self._progress = progress
        self._begun = 0.0

    def part(self, share: float) -> Progress | None:
        """The progress function of the next part."""
        tell = self._progress
        if tell is None:
            return None
        begun = self._begun
        self._begun += share

        def told(done: int, total: int) -> None:
            tell(int(1000 * (begun + share * done / max(1, total))), 1000)

        return told
