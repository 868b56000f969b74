"""The command line, run in this process."""

from __future__ import annotations

import importlib.util
import json
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from sumscope.core.registry import Registry


class Done(NamedTuple):
    """How a command ended."""

    status: int
    out: str
    err: str

    @property
    def json(self) -> Any:
        return json.loads(self.out)


@pytest.fixture(scope="session", autouse=True)
def drawing() -> None:
    """Studies draw in processes of their own, which begin with what is imported here."""
    if importlib.util.find_spec("matplotlib"):
        from matplotlib.backends import backend_agg, backend_pdf, backend_svg  # noqa: F401


@pytest.fixture
def cli(capsys: pytest.CaptureFixture[str]) -> Callable[..., Done]:
    """Run `sumscope ARGS...` and give its status and what it printed."""

    def run(*args: object) -> Done:
        from sumscope.cli.shell import run as shell

        capsys.readouterr()
        status = shell([str(arg) for arg in args])
        printed = capsys.readouterr()
        return Done(status, printed.out, printed.err)

    return run


@pytest.fixture
def corpus(tmp_path: Path) -> Path:
    """A small corpus with two people, two systems and an extract."""
    topics = []
    for number in range(3):
        topics.append(
            {
                "id": f"T{number}",
                "lang": "en",
                "documents": [{"id": "d1", "sentences": ["The cat sat.", "A dog ran away."]}],
                "references": [
                    {"id": "A", "text": f"The cat sat on mat {number}. It slept."},
                    {"id": "B", "sentences": ["A cat was sitting.", "It slept well."]},
                ],
                "peers": [
                    {"id": "A", "human": True, "text": f"The cat sat on mat {number}. It slept."},
                    {"id": "good", "text": "The cat sat and slept."},
                    {"id": "bad", "sentences": ["Nothing here."]},
                    {"id": "copy", "extract": ["d1.0"]},
                ],
            }
        )
    path = tmp_path / "corpus.jsonl"
    path.write_text("".join(json.dumps(t) + "\n" for t in topics), encoding="utf-8")
    return path


@pytest.fixture
def own_registries() -> Iterator[None]:
    """What an example registers is gone after the test."""
    from sumscope.community import METHODS
    from sumscope.core.measure import MEASURES
    from sumscope.summarizers import SUMMARIZERS

    registries: list[Registry[Any]] = [MEASURES, METHODS, SUMMARIZERS]
    before = [registry.names() for registry in registries]
    yield
    for registry, names in zip(registries, before, strict=True):
        for name in set(registry.names()) - set(names):
            registry.remove(name)
