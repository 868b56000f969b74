"""The registry of summarizers; a spelling reads like a measure's.

A summarizer is a class decorated with `@summarizer(...)`, in a file of this package or in another
package with an entry point in the group `sumscope.summarizers`.
"""

from __future__ import annotations

import dataclasses
import re
from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, ClassVar, Literal, Protocol, TypeVar

from sumscope.core.parameters import parameters, read_parameters, spell
from sumscope.core.registry import Registry

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


SUMMARIZERS: Registry[type[Any]] = Registry(
    "summarizer", "sumscope.summarizers", "sumscope.summarizers"
)


def summarizer(
    name: str,
    *,
    cite: str,
    needs: tuple[Literal["documents", "references", "model"], ...] = ("documents",),
) -> Callable[[type[T]], type[T]]:
    """Register a class as a summarizer; its fields are its parameters."""

    def register(cls: type[T]) -> type[T]:
        summary = (cls.__doc__ or "").strip().partition("\n")[0]
        if not summary:
            raise TypeError(f"{cls.__name__}: a summarizer needs a docstring")
        if not callable(getattr(cls, "rank", None)):
            raise TypeError(f"{cls.__name__}: a summarizer needs a method rank(job)")
        made: Any = dataclass(frozen=True)(cls)
        made.traits = About(name, needs, cite, summary)
        made.__str__ = spell
        SUMMARIZERS.add(name, made, cls.__module__)
        return made  # type: ignore[no-any-return]

    return register


def parse(text: str) -> Summarizer:
    """Read a summarizer from its spelling: `lexrank`, `random(seed=3)`."""
    shape = re.fullmatch(r"\s*([\w-]+)\s*(?:\(([^()]*)\))?\s*", text)
    name, inside = (shape[1], shape[2]) if shape else (text, None)
    cls = SUMMARIZERS.get(name)
    method: Summarizer = cls(**read_parameters(cls, inside, name))
    return method


def with_seed(method: Summarizer, seed: int) -> Summarizer:
    """The same summarizer with another seed, where it draws at all."""
    if any(parameter.name == "seed" for parameter in parameters(type(method))):
        changed: Any = dataclasses.replace(method, seed=seed)  # type: ignore[type-var]
        return changed  # type: ignore[no-any-return]
    return method
