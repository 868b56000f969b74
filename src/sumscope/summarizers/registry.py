"""The list of summarizers, found by walking this package; a spelling reads like a measure's."""

from __future__ import annotations

import dataclasses
import importlib
import pkgutil
import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, ClassVar, Literal, Protocol, TypeVar

from sumscope.core.errors import SumscopeError, nearest
from sumscope.core.measure import parameters, spell

if TYPE_CHECKING:
    from sumscope.summarizers.select import Ranking
    from sumscope.summarizers.source import Source
    from sumscope.summarizers.supor_model import SuporModel

T = TypeVar("T")


@dataclass(frozen=True)
class About:
    """What a summarizer declares; `template` is its name."""

    template: str
    needs: tuple[Literal["documents", "references", "model"], ...]
    cite: str
    summary: str


@dataclass(frozen=True)
class Job:
    """What a summarizer is given for one topic."""

    source: Source
    model: SuporModel | None = None


class Summarizer(Protocol):
    """A frozen value whose `str` is its spelling, as of a measure."""

    traits: ClassVar[About]

    def rank(self, job: Job) -> Ranking:
        """The sentences worth taking, the best first, each with the reason."""
        ...


_BY_NAME: dict[str, type[Any]] = {}


def summarizer(
    name: str,
    *,
    cite: str,
    needs: tuple[Literal["documents", "references", "model"], ...] = ("documents",),
) -> Callable[[type[T]], type[T]]:
    """Register a class as a summarizer; its fields are its parameters."""

    def register(cls: type[T]) -> type[T]:
        made: Any = dataclass(frozen=True)(cls)
        summary = (cls.__doc__ or "").strip().splitlines()[0]
        made.traits = About(name, needs, cite, summary)
        made.__str__ = spell
        _BY_NAME[name] = made
        return made  # type: ignore[no-any-return]

    return register


def parse(text: str) -> Summarizer:
    """Read a summarizer from its spelling: `lexrank`, `random(seed=3)`."""
    discover()
    shape = re.fullmatch(r"\s*([\w-]+)\s*(?:\(([^()]*)\))?\s*", text)
    name = shape[1] if shape else text
    if shape is None or name not in _BY_NAME:
        raise SumscopeError(f"there is no summarizer {name!r}", hint=nearest(name, _BY_NAME))
    cls = _BY_NAME[name]
    known = {parameter.name: parameter for parameter in parameters(cls)}
    values: dict[str, Any] = {}
    for part in filter(None, (piece.strip() for piece in (shape[2] or "").split(","))):
        key, equals, value = (piece.strip() for piece in part.partition("="))
        if key not in known or not equals:
            hint = nearest(key, known) if known else "it takes no parameters"
            raise SumscopeError(f"{name} has no parameter {part!r}", hint=hint)
        values[key] = known[key].read(value, name)
    made: Summarizer = cls(**values)
    return made


def with_seed(method: Summarizer, seed: int) -> Summarizer:
    """The same summarizer with another seed, where it draws at all."""
    if any(parameter.name == "seed" for parameter in parameters(type(method))):
        changed: Any = dataclasses.replace(method, seed=seed)  # type: ignore[type-var]
        return changed  # type: ignore[no-any-return]
    return method


def registered() -> Iterator[type[Any]]:
    """Every summarizer class, by name."""
    discover()
    yield from (_BY_NAME[name] for name in sorted(_BY_NAME))


def discover() -> None:
    """Import every file of this package, once."""
    package = importlib.import_module("sumscope.summarizers")
    for found in pkgutil.iter_modules(package.__path__, package.__name__ + "."):
        importlib.import_module(found.name)
