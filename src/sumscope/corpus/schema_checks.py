"""Checks that every part of a topic needs: ids, names, lists of ids, unknown keys."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import lru_cache
from types import MappingProxyType
from typing import NoReturn

from sumscope.core.values import EMPTY
from sumscope.corpus.near_keys import nearest_key

_Order = tuple[tuple[str, ...], tuple[str, ...]]


class BadValueError(Exception):
    """Something in a topic is not as expected; the caller knows the file and the line."""

    def __init__(self, key: str, what: str, hint: str | None = None) -> None:
        super().__init__(key, what, hint)
        self.key = key
        self.what = what
        self.hint = hint


def bad(key: str, what: str, hint: str | None = None) -> NoReturn:
    """Refuse the value of `key`."""
    raise BadValueError(key, what, hint)


def kind_of(value: object) -> str:
    """Name a JSON value for an error message."""
    if value is None:
        return "null"
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, (int, float)):
        return "a number"
    if isinstance(value, str):
        return "a string"
    return "a list" if isinstance(value, list) else "an object"


@lru_cache(maxsize=4096)
def _unknown_keys(keys: tuple[str, ...], order: tuple[str, ...]) -> _Order:
    """Name the unknown keys among `order`; cached, because lines of a file mostly look alike."""
    return order, tuple(key for key in order if key not in keys)


def rest(
    value: dict[str, object], keys: tuple[str, ...]
) -> tuple[Mapping[str, object], tuple[str, ...]]:
    """Part off the unknown keys and note the order of all."""
    order, unknown = _unknown_keys(keys, tuple(value))
    if not unknown:
        return EMPTY, order
    return MappingProxyType({key: value[key] for key in unknown}), order


def read_id(value: dict[str, object], at: str) -> str:
    """The id of an object, which must be a string that is not empty."""
    name = value.get("id")
    if isinstance(name, str) and name:
        return name
    if name is None and "id" not in value:
        near = nearest_key(value, ("id",))
        hint = None if near is None else f"rename {near!r} to 'id'"
        bad(f"{at}id", "is missing; expected a string that is not empty", hint)
    found = 'an empty string ("")' if name == "" else kind_of(name)
    bad(f"{at}id", f"expected a string that is not empty, found {found}")


def check_unique(names: Iterable[tuple[str, str]], what: str) -> None:
    """Refuse a name that is given twice; `names` are pairs of a key and the name there."""
    first: dict[str, str] = {}
    for key, name in names:
        before = first.setdefault(name, key)
        if before is not key:
            bad(key, f"the {what} {name!r} is given twice (before at {before})")


def read_ids(rows: object, at: str) -> tuple[str, ...]:
    """A list of sentence ids."""
    if not isinstance(rows, list):
        bad(at, f"expected a list of sentence ids, found {kind_of(rows)}")
    for j, row in enumerate(rows):
        if not isinstance(row, str):
            bad(f"{at}[{j}]", f"expected a sentence id, found {kind_of(row)}")
    return tuple(rows)


def read_name(row: dict[str, object], key: str, at: str, expected: str = "a string") -> str:
    """The string under a key, which must be there and not be empty."""
    value = row.get(key)
    if isinstance(value, str) and value:
        return value
    found = "none" if key not in row else "an empty one" if value == "" else kind_of(value)
    bad(f"{at}.{key}", f"expected {expected}, found {found}")
