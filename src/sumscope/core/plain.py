"""Results as plain values, which JSON can hold."""

from __future__ import annotations

import dataclasses
import math
from collections.abc import Mapping, Sequence
from typing import Any

from sumscope.core.values import Undefined


def plain(value: Any) -> Any:
    """Turn a result into dicts, lists, texts and numbers.

    Fields of frozen dataclasses and of named tuples keep their order. `Undefined` and numbers that
    are not finite are None.

    >>> from sumscope import ScoreRow
    >>> plain((ScoreRow("t", "sys", False, "rouge-1", float("nan")),))[0]["value"] is None
    True
    """
    if value is None or isinstance(value, str | bool | int):
        return value
    if isinstance(value, float):
        return float(value) if math.isfinite(value) else None
    if isinstance(value, Undefined):
        return None
    if isinstance(value, Mapping):
        return {str(name): plain(inner) for name, inner in value.items()}
    if dataclasses.is_dataclass(value) and not isinstance(value, type):
        return {
            field.name: plain(getattr(value, field.name)) for field in dataclasses.fields(value)
        }
    if isinstance(value, tuple) and hasattr(value, "_fields"):
        return {name: plain(inner) for name, inner in zip(value._fields, value, strict=True)}
    if isinstance(value, Sequence) and not isinstance(value, bytes):
        return [plain(inner) for inner in value]
    if hasattr(value, "tolist"):  # numbers and arrays of NumPy
        return plain(value.tolist())
    raise TypeError(f"{type(value).__name__} has no plain form")
