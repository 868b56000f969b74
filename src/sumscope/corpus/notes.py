"""Notes of a conversion: problems that are not errors, counted by kind."""

from __future__ import annotations

from collections.abc import Iterator

SHOWN = 3


class Notes:
    """Counts of what was met, each kind with its first few examples."""

    def __init__(self) -> None:
        self._counts: dict[str, int] = {}
        self._examples: dict[str, list[str]] = {}

    def add(self, kind: str, example: str) -> None:
        """Count one more case of `kind`."""
        self._counts[kind] = self._counts.get(kind, 0) + 1
        examples = self._examples.setdefault(kind, [])
        if len(examples) < SHOWN:
            examples.append(example)

    def count(self, kind: str) -> int:
        """How often `kind` was met."""
        return self._counts.get(kind, 0)

    def __iter__(self) -> Iterator[str]:
        for kind, count in self._counts.items():
            examples = self._examples[kind]
            more = ", ..." if count > len(examples) else ""
            yield f"{kind}: {count} ({', '.join(examples)}{more})"

    def to_json(self) -> list[dict[str, object]]:
        """Kind, count and examples, in the order they were first met."""
        return [
            {"kind": kind, "count": count, "examples": list(self._examples[kind])}
            for kind, count in self._counts.items()
        ]
