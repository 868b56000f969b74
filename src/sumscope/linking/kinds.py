"""Kinds of link models: those of this package, those that other packages add, and their files.

A kind is a module with `fit(meetings, which, trained_on, *, seed, progress)`, which trains a
`LinkModel`, and `from_json(value)`, which reads one back. Other packages add kinds with entry
points in the group `sumscope.link_models`; the name of the entry point is that of the kind.
"""

from __future__ import annotations

import json
import os
from collections.abc import Mapping, Sequence
from typing import Protocol

from sumscope.core.choices import Universe
from sumscope.core.files import atomic_write_text
from sumscope.core.model_file import ModelFile
from sumscope.core.progress import Progress
from sumscope.core.registry import Registry
from sumscope.linking.links import LinkModel
from sumscope.linking.meeting import Meeting

DEFAULT = "weave"


class LinkModelKind(Protocol):
    """What the module of a kind offers."""

    def fit(
        self,
        meetings: Sequence[Meeting],
        which: Universe,
        trained_on: Mapping[str, object],
        *,
        seed: int = 0,
        progress: Progress | None = None,
    ) -> LinkModel:
        """Train a model on the pairs of sentences that `which` names."""

    def from_json(self, value: Mapping[str, object]) -> LinkModel:
        """Read a model; KeyError, TypeError and ValueError say what is wrong."""


LINK_MODELS: Registry[LinkModelKind] = Registry(
    "link model",
    "sumscope.link_models",
    "sumscope.linking.weave",
    "sumscope.linking.logistic",
    functions=("fit", "from_json"),
)


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
    return LINK_MODELS.get(str(value["model"])).from_json(value)
