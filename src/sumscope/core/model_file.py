"""Trained models in files: JSON that names its format and version, read strictly."""

from __future__ import annotations

import json
import math
import os
from collections.abc import Callable
from dataclasses import dataclass
from typing import TypeVar

from sumscope.core.errors import SumscopeError
from sumscope.core.files import read_bytes
from sumscope.core.numbers import unique_keys

Made = TypeVar("Made")


@dataclass(frozen=True)
class ModelFile:
    """A kind of model as its files know it; `command` is the one that makes such a file."""

    kind: str
    format: str
    version: int
    command: str

    @property
    def header(self) -> dict[str, object]:
        """What stands first in the file."""
        return {"format": self.format, "version": self.version}

    def read(self, path: str | os.PathLike[str], make: Callable[[dict[str, object]], Made]) -> Made:
        """The file's content converted by `make`; errors name what is wrong with the file."""

        def wrong(what: str) -> SumscopeError:
            hint = f"make one with: {self.command} CORPUS -o MODEL"
            where = "<stdin>" if os.fspath(path) == "-" else os.fspath(path)
            return SumscopeError(what, where=where, hint=hint)

        try:
            value = json.loads(
                read_bytes(path),
                object_pairs_hook=unique_keys,
                parse_constant=_finite,
                parse_float=_finite,
            )
        except _NotFiniteError as error:
            raise wrong(f"the model has a number that is not finite ({error})") from None
        except OSError as error:
            raise wrong(f"cannot read the model: {error.strerror}") from None
        except KeyError as error:
            raise wrong(f"the key {error.args[0]!r} is given twice") from None
        except (ValueError, RecursionError):
            raise wrong("the model is not JSON") from None
        if not isinstance(value, dict) or value.get("format") != self.format:
            raise wrong(f"this is not a {self.kind}")
        if value.get("version") != self.version:
            raise wrong(f"the model has version {value.get('version')!r}, expected {self.version}")
        try:
            return make(value)
        except (
            KeyError,
            TypeError,
            ValueError,
            AttributeError,
            IndexError,
            OverflowError,
            RecursionError,
        ) as error:
            raise wrong(f"a value of the model is missing or invalid: {error}") from None


class _NotFiniteError(Exception):
    """Raised while a file is parsed, where its name is not known."""


def _finite(spelling: str) -> float:
    value = float(spelling)
    if not math.isfinite(value):
        raise _NotFiniteError(spelling[:40])
    return value


def items(value: object, what: str) -> list[object]:
    """A list of a model; ValueError names what is not."""
    if not isinstance(value, list):
        raise ValueError(what)
    return value


def record(value: object, what: str) -> dict[str, object]:
    """An object of a model; ValueError names what is not."""
    if not isinstance(value, dict):
        raise ValueError(what)
    return value


def records(value: object, what: str) -> list[dict[str, object]]:
    """A list of objects of a model; ValueError names what is not."""
    return [record(one, what) for one in items(value, what)]


def real(value: object, what: str, low: float = -math.inf, high: float = math.inf) -> float:
    """A number of a model within bounds; ValueError names what is not."""
    if isinstance(value, bool) or not isinstance(value, int | float) or not low <= value <= high:
        raise ValueError(what)
    return float(value)


def whole(value: object, what: str, low: int, high: int) -> int:
    """A whole number of a model within bounds; ValueError names what is not."""
    if isinstance(value, bool) or not isinstance(value, int) or not low <= value <= high:
        raise ValueError(what)
    return value
