"""Link models in files: JSON, read strictly."""

from __future__ import annotations

import json
import os
from typing import Any

from sumscope.core.errors import SumscopeError, nearest
from sumscope.core.files import atomic_write_text
from sumscope.core.model_file import ModelFile
from sumscope.linking.links import LinkModel

FILE = ModelFile("link model", "sumscope-links", 1, "sumscope links fit")
MODELS = ("weave", "logistic")
DEFAULT = MODELS[0]


def check_name(name: str) -> str:
    """The name of a kind of model, or an error with the nearest names."""
    if name not in MODELS:
        raise SumscopeError(f"there is no link model {name!r}", hint=nearest(name, MODELS))
    return name


def save(model: LinkModel, path: str | os.PathLike[str]) -> None:
    """Write a model, whole or not at all."""
    content = {**FILE.header, **model.to_json()}
    indent = 1 if model.name == "logistic" else None
    text = json.dumps(content, ensure_ascii=False, allow_nan=False, indent=indent)
    atomic_write_text(path, text + "\n")


def load(path: str | os.PathLike[str]) -> LinkModel:
    """Read a model; what is wrong with the file is named."""
    return FILE.read(path, _made)


def _made(value: dict[str, Any]) -> LinkModel:
    name = check_name(str(value["model"]))
    if name == "logistic":
        from sumscope.linking.logistic import LogisticModel

        return LogisticModel.from_json(value)
    from sumscope.linking.weave import WeaveModel

    return WeaveModel.from_json(value)
