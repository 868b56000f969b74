"""The registry of measures: a measure is a frozen value whose `str` is its command-line spelling.

A measure is a small class with typed fields and a `@measure(...)` line. The fields give the
parameters, their checks, the documentation and the signature:

    @measure("rouge-{n}", needs=("peer", "references"), range=(0, 1), better="higher",
             cite="lin2004")
    class RougeN:
        '''N-gram overlap between a summary and its references.'''
        n: int = 2
        stem: bool = True

`{n}` in the name takes a field's value (`rouge-3`); `{n?}` may be left out where the field has its
default (`v` is `v1`). Other parameters go in parentheses. `parse(str(m)) == m` for every measure.
Defaults that depend on another parameter come from a static method `defaults_with(values)`.

What a measure implements is described by `sumscope.metrics.protocols.SummaryMeasure` and
`sumscope.metrics.cover.CoverMeasure`. A class that lacks a required method is refused here, when
it registers; optional ones get defaults.
"""

from __future__ import annotations

import inspect
import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Any, ClassVar, Literal, Protocol, TypeVar

from sumscope.core.errors import SumscopeError, nearest
from sumscope.core.parameters import name_pattern, parameters, read_parameters, spell
from sumscope.core.registry import Registry

Need = Literal["peer", "references", "documents", "left", "right"]
Better = Literal["higher", "lower"]


@dataclass(frozen=True)
class Traits:
    """What a measure declares about itself."""

    template: str
    names: tuple[str, ...]
    needs: tuple[Need, ...]
    low: float
    high: float
    better: Better
    symmetric: bool | None
    cite: str
    summary: str

    @property
    def kind(self) -> Literal["summary", "cover"]:
        """Whether the measure judges a summary or compares two covers."""
        return "cover" if "left" in self.needs else "summary"


class Measure(Protocol):
    """What every registered measure has; the decorator adds it."""

    traits: ClassVar[Traits]


MeasureLike = str | Measure
T = TypeVar("T")
#: The classes of all measures, by template. The room above is given by name: it registers itself.
MEASURES: Registry[type[Any]] = Registry("measure", "sumscope.measures", "sumscope.metrics")
# The methods that each kind must have, with the number of arguments beside `self`.
_REQUIRED: Mapping[str, Mapping[str, int]] = {
    "summary": {"prepare": 1, "stats": 2, "score": 1},
    "cover": {"score": 1},
}


def _text(self: object, lang: str | None) -> str:
    """Name the text processing in signatures; this measure does not say."""
    return "own"


def _survey_key(self: object) -> str | None:
    """Return None: this measure needs no counts over the whole corpus."""
    return None


def _survey(self: object, view: object) -> Iterable[Iterable[str]]:
    """Return nothing to count."""
    return ()


# What a summary measure gets if it does not define it; see `metrics.protocols.SummaryMeasure`.
_DEFAULTS: Mapping[str, object] = {
    "text": _text,
    "together": None,
    "survey_key": _survey_key,
    "survey": _survey,
}


def measure(
    template: str,
    *,
    needs: tuple[Need, ...],
    range: tuple[float, float],
    better: Better,
    cite: str,
    symmetric: bool | None = None,
    names: tuple[str, ...] = (),
) -> Callable[[type[T]], type[T]]:
    """Register a class as a measure; `names` are the spellings that `sumscope measures` lists.

    >>> import sumscope
    >>> @sumscope.measure("brevity", needs=("peer",), range=(0, 1), better="higher", cite="none")
    ... class Brevity:
    ...     "One over the number of words."
    ...     def prepare(self, view): ...
    ...     def stats(self, prepared, peer): return len(peer.text.split())
    ...     def score(self, stats): return 1 / stats if stats else sumscope.Undefined("no words")
    >>> topic = {"id": "t", "peers": [{"id": "s", "text": "The cat sat down."}]}
    >>> sumscope.score([topic], ["brevity"]).to_json()[0]["value"]
    0.25
    """

    def register(cls: type[T]) -> type[T]:
        traits = Traits(
            template=template,
            names=names or (template,),
            needs=needs,
            low=float(range[0]),
            high=float(range[1]),
            better=better,
            symmetric=symmetric,
            cite=cite,
            summary=(cls.__doc__ or "").strip().partition("\n")[0],
        )
        _check(cls, traits)
        made = dataclass(frozen=True)(cls)
        added: dict[str, object] = {"traits": traits, "__str__": spell}
        if traits.kind == "summary":
            added |= {name: item for name, item in _DEFAULTS.items() if not hasattr(cls, name)}
        added["__post_init__"] = _checked(made.__dict__.get("__post_init__"))
        for name, item in added.items():
            setattr(made, name, item)
        parameters(made)  # a field that cannot be a parameter is refused at once
        MEASURES.add(template, made, cls.__module__)
        return made

    return register


def _check(cls: type[object], traits: Traits) -> None:
    """Refuse a class that cannot be a measure, and say what it lacks."""
    name = cls.__name__
    if not traits.summary:
        raise TypeError(f"{name}: a measure needs a docstring")
    if traits.kind == "cover" and traits.symmetric is None:
        raise TypeError(f"{name}: a cover measure must declare symmetric=True or symmetric=False")
    if not traits.low < traits.high:
        raise TypeError(f"{name}: range={(traits.low, traits.high)} is empty")
    for method, count in _REQUIRED[traits.kind].items():
        given = getattr(cls, method, None)
        if not callable(given) or getattr(given, "__isabstractmethod__", False):
            raise TypeError(f"{name}: a {traits.kind} measure needs a method {method}()")
        try:
            inspect.signature(given).bind(*[None] * (count + 1))
        except TypeError:
            raise TypeError(
                f"{name}.{method}: takes {count} argument{'s' if count > 1 else ''} beside self"
            ) from None


def _checked(own: Callable[[Any], None] | None) -> Callable[[Any], None]:
    """Return a `__post_init__` that checks every parameter before the class's own."""

    def check(self: Any) -> None:
        for parameter in parameters(type(self)):
            given = getattr(self, parameter.name)
            value = parameter.accept(given, type(self).traits.template)
            object.__setattr__(self, parameter.name, value)
        if own is not None:
            own(self)

    return check


def parse(text: str) -> Any:
    """Read a measure from its spelling.

    >>> from sumscope import parse
    >>> measure = parse("rouge-2(stem=false,report=f)")
    >>> measure.n, measure.stem, measure.report
    (2, False, 'f')
    >>> str(measure)
    'rouge-2(stem=false,report=f)'
    """
    if re.fullmatch(r"\s*(?:[^\s,()]+\s*(?:\([^()]*\)\s*)?(?:,\s*|\Z)){2,}", text):
        raise SumscopeError(
            f"{text!r} holds more than one measure",
            hint="give each with its own option, as in -m rouge-l -m rouge-2",
        )
    shape = re.fullmatch(r"\s*([^\s()]+)\s*(?:\(([^()]*)\))?\s*", text)
    if shape is None:
        raise SumscopeError(
            f"cannot read the measure {text!r}",
            hint="write a name with parameters in parentheses, as in rouge-2(stem=false,report=f)",
        )
    name, inside = shape[1], shape[2]
    cls = MEASURES.find(lambda _, one: name_pattern(one).fullmatch(name) is not None)
    if cls is None:
        listed = [spelling for one in registered() for spelling in one.traits.names]
        small = name.lower()
        if any(name_pattern(one).fullmatch(small) for one in registered()):
            listed.append(small)
        hint = nearest(name, listed, "sumscope measures lists them")
        raise SumscopeError(f"unknown measure {name!r}", hint=hint)
    known = {p.name: p for p in parameters(cls)}
    groups = name_pattern(cls).fullmatch(name)
    in_name = {
        field: known[field].read(text, name)
        for field, text in (groups.groupdict() if groups else {}).items()
        if text is not None
    }
    return cls(**in_name, **read_parameters(cls, inside, name))


def as_measure(given: MeasureLike) -> Any:
    """Return a measure from its spelling, or the measure itself."""
    if isinstance(given, str):
        return parse(given)
    if not isinstance(getattr(type(given), "traits", None), Traits):
        raise SumscopeError(
            f"expected a measure, got {type(given).__name__}", hint="spell one, as in 'rouge-2'"
        )
    return given


def registered() -> list[type[Any]]:
    """Return every measure class, sorted by its first spelling."""
    return sorted(MEASURES.all().values(), key=lambda cls: str(cls.traits.names[0]))


def needs_of(given: Measure) -> tuple[Need, ...]:
    """Return the inputs that a measure needs."""
    return type(given).traits.needs


def better_of(name: str) -> Better | None:
    """Whether higher or lower is better by the measure spelled `name`; None for unknown names.

    Imports every measure; for the scores of a table, see `ScoreTable.better`.
    """
    try:
        better: Better = type(parse(name)).traits.better
    except SumscopeError:
        return None
    return better
