"""Link models in files: JSON, read strictly."""

from __future__ import annotations

import json
import os

from sumscope.core.files import atomic_write_text
from sumscope.core.model_file import ModelFile
from sumscope.linking import kinds
from sumscope.linking.links import LinkModel

FILE = ModelFile("link model", "sumscope-links", 1, "sumscope links fit")


def save(model: LinkModel, path: str | os.PathLike[str]) -> None:
    """Write a model atomically."""
    content = {**FILE.header, **model.to_json()}
    indent = 1 if model.name == "logistic" else None
    text = json.dumps(content, ensure_ascii=False, allow_nan=False, indent=indent)
    atomic_write_text(path, text + "\n")


def load(path: str | os.PathLike[str]) -> LinkModel:
    """Read a model; what is wrong with the file is named."""
    return FILE.read(path, _made)


def _made(value: dict[str, object]) -> LinkModel:
    return kinds.LINK_MODELS.get(str(value["model"])).from_json(value)
