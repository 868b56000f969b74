"""Link models in files: JSON, read strictly."""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import Any

from sumscope.core.errors import SumscopeError, nearest
from sumscope.core.files import atomic_write_text
from sumscope.linking.links import LinkModel

FORMAT = "sumscope-links"
VERSION = 1
MODELS = ("weave", "logistic")
DEFAULT = MODELS[0]


def check_name(name: str) -> str:
    """The name of a kind of model, or an error with the nearest names."""
    if name not in MODELS:
        raise SumscopeError(f"there is no link model {name!r}", mend=nearest(name, MODELS))
    return name


def save(model: LinkModel, path: str | os.PathLike[str]) -> None:
    """Write a model, whole or not at all."""
    content = {"format": FORMAT, "version": VERSION, **model.to_json()}
    indent = 1 if model.name == "logistic" else None
    text = json.dumps(content, ensure_ascii=False, allow_nan=False, indent=indent)
    atomic_write_text(path, text + "\n")


def load(path: str | os.PathLike[str]) -> LinkModel:
    """Read a model; what is wrong with the file is named."""
    where = os.fspath(path)
    mend = "make one with: sumscope links fit CORPUS -o MODEL"
    try:
        value = json.loads(Path(path).read_text(encoding="utf-8"))
    except OSError as error:
        raise SumscopeError(
            f"cannot read the model: {error.strerror}", where=where, mend=mend
        ) from None
    except (ValueError, RecursionError):
        raise SumscopeError("the model is not JSON", where=where, mend=mend) from None
    if not isinstance(value, dict) or value.get("format") != FORMAT:
        raise SumscopeError("this is no link model", where=where, mend=mend)
    if value.get("version") != VERSION:
        raise SumscopeError(
            f"the model has version {value.get('version')!r}, expected {VERSION}",
            where=where,
            mend=mend,
        )
    try:
        return _made(value)
    except (KeyError, TypeError, ValueError, AttributeError, IndexError) as error:
        raise SumscopeError(
            f"the model lacks or misstates {error}", where=where, mend=mend
        ) from None


def _made(value: dict[str, Any]) -> LinkModel:
    name = check_name(str(value["model"]))
    if name == "logistic":
        from sumscope.linking.logistic import LogisticModel

        return LogisticModel.from_json(value)
    from sumscope.linking.weave import WeaveModel

    return WeaveModel.from_json(value)
