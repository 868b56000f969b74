"""Longest common subsequences, by tables: the plain ones and ROUGE-W's weighted ones."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeVar

Word = TypeVar("Word", str, int)


def mark_lcs(left: Sequence[Word], right: Sequence[Word], marked: list[bool]) -> None:
    """Mark one longest common subsequence; of equals the one that stands earliest in `left`."""
    length = [[0] * (len(right) + 1) for _ in range(len(left) + 1)]
    for i, a in enumerate(left, 1):
        for j, b in enumerate(right, 1):
            if a == b:
                length[i][j] = length[i - 1][j - 1] + 1
            else:
                length[i][j] = max(length[i - 1][j], length[i][j - 1])
    _walk_back(left, right, length, marked)


def marked_places(left: Sequence[Word], right: Sequence[Word]) -> list[bool]:
    """Where the words of `left` that are in its longest common subsequence with `right` stand."""
    marked = [False] * len(left)
    mark_lcs(left, right, marked)
    return marked


def mark_wlcs(left: Sequence[str], right: Sequence[str], marked: list[bool], weight: float) -> None:
    """Mark a common subsequence in which words that follow each other weigh most."""
    power = [k**weight for k in range(min(len(left), len(right)) + 2)]
    value = [[0.0] * (len(right) + 1) for _ in range(len(left) + 1)]
    run = [[0] * (len(right) + 1) for _ in range(len(left) + 1)]
    for i, a in enumerate(left, 1):
        for j, b in enumerate(right, 1):
            if a == b:
                k = run[i - 1][j - 1]
                value[i][j] = value[i - 1][j - 1] + power[k + 1] - power[k]
                run[i][j] = k + 1
            else:
                value[i][j] = max(value[i - 1][j], value[i][j - 1])
    _walk_back(left, right, value, marked)


def _walk_back(
    left: Sequence[Word], right: Sequence[Word], best: Sequence[Sequence[float]], marked: list[bool]
) -> None:
    """Mark the words of `left` on the way back from the end of a filled table."""
    i, j = len(left), len(right)
    while i and j:
        if left[i - 1] == right[j - 1]:
            i, j = i - 1, j - 1
            marked[i] = True
        elif best[i - 1][j] >= best[i][j - 1]:
            i -= 1
        else:
            j -= 1
